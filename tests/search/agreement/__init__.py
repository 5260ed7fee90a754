"""Agreement of every search with optima that are known beforehand, from tablebases and from a second implementation."""
