"""Tablebases: exact distances of every arrangement of a board in a file."""
