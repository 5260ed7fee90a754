"""Kernels of Yardmaster Express: whole games solved and played out on small integers."""
