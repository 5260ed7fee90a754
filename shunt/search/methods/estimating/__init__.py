"""Estimates of how far a position is from the goal, which order the states of a beam; they are no bounds."""
