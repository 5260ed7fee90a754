"""Cards on paper: sheets as data, fronts and backs as scenes, and PDF files painted from them."""
