"""Commands for the table games."""
