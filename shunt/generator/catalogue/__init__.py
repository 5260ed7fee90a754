"""The catalogue: cards by canonical id in one SQLite file."""
