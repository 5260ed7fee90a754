"""Trains that pass each other on a line with a stub or a loop: bounds from the order of the pieces alone."""
