"""Agreement of every search with optima that are known beforehand, from tablebases of whole boards."""
