"""Tablebases: files with the exact distances of all arrangements on a board."""
