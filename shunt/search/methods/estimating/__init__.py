"""Estimates of the distance from a position to the goal. They rank the states of a beam, and are not bounds."""
