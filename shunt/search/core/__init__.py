"""The base of all engines: compiled kernels, limits, arrays of packed states, and the hash table."""
