"""The engine of Hump Yard."""
