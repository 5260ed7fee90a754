"""Pages for a browser: puzzles to play, in one file that needs no network."""
