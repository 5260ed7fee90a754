"""The train rules (`switcher`, `railway`) on packed states: codec, flat tables, moves forwards and backwards, goals."""
