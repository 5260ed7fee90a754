"""A site of cards: a gallery, a page for each card, the card of each day, a feed, and what can be printed."""
