"""Pictures in characters, for terminals and text sheets."""
