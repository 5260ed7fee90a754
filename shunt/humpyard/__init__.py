"""Hump Yard: what a bid is worth, what to bid, and what to build."""
