"""Route cards: what is written on them, and their fronts as scenes."""
