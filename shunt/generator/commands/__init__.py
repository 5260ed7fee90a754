"""Commands that make cards, packs and catalogues."""
