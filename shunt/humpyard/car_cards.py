"""The deck of car cards of the game of Hump Yard."""

COLOURS = ("red", "orange", "yellow", "green", "blue")
COPIES_OF_COLOUR = 8
