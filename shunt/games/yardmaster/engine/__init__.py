"""Kernels of the table game Yardmaster: its rules on one array, a quick policy, and playouts by the thousand."""
