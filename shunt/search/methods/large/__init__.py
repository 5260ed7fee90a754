"""Boards of hundreds and thousands of spaces: their long plain tracks are shortened, and what is searched is the small board."""
