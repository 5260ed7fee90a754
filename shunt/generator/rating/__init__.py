"""How hard a card is: features, grade, tier and reasons."""
