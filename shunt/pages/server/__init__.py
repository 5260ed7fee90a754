"""Pages served on this computer alone."""
