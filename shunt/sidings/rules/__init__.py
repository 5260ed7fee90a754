"""The referee's rules of sidings, and their notation."""
