"""New route cards: rating, the forge, packs, the catalogue."""
