"""The forge: new cards from a board and constraints, and new boards."""
