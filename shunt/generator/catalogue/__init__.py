"""The catalogue: cards by canonical id, in one SQLite file.

`store.py` writes rows (`rows.py`) to the tables of `schema.py`, and `query.py` reads those that match the filters (`filters.py`).
`shards.py` and `board_shards.py` fill a catalogue with new cards, and `imports.py` with cards from files. `exports.py` and
`chart.py` write the results of queries.
"""
