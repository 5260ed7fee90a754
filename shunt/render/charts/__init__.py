"""Pictures of numbers and of solutions: bids and difficulty."""
