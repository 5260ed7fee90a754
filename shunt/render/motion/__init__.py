"""Pictures made from scenes: pixels, animations, themes."""
