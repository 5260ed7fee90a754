"""What every engine stands on: compiled kernels, limits, arrays of packed states, the hash table."""
