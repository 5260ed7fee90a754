"""The search methods of the train rules for the metric moves."""
