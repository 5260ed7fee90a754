"""The command that prints."""
