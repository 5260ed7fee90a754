"""The catalogue: cards by canonical id, in one SQLite file.

`store.py` writes rows (`rows.py`) in the tables of `schema.py`, and `query.py` reads them. `shards.py` and
`board_shards.py` fill it from the forge, `imports.py` from files; `exports.py` and `chart.py` write what is found.
"""
