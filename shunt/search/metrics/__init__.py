"""The train rules in metrics other than moves."""
