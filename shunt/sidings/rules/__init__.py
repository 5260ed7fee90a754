"""The rules of sidings, as the referee has them, and their notation."""
