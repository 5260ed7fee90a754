"""The reasons why a card has no solution."""
