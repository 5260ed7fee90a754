"""Pictures in characters, for terminals and plain-text sheets."""
