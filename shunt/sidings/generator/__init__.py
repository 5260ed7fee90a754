"""New cards of sidings, and their ratings."""
