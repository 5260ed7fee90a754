"""Why a card has no solution."""
