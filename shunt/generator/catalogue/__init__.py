"""The catalogue: cards by canonical id in one SQLite file.

`store.py` writes and reads rows (`rows.py`) in the tables of `schema.py`, and asks `query.py`; `shards.py` fills it from the
forge, `imports.py` from files; `exports.py` and `chart.py` write what is found.
"""
