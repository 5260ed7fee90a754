"""The train rules with metrics other than moves."""
