"""The engine: packed states, compiled kernels and the searches over them. The only folder that imports numba."""
