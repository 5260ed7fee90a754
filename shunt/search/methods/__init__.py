"""The search methods of the train rules in moves."""
