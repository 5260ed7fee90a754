"""Cards of sidings as values and as files."""
