"""The catalogue: cards by canonical id, in one SQLite file or a folder of Parquet files.

`store.py` writes rows (`rows.py`) in the tables of `schema.py`, and `query.py` reads them; `partitions.py` fills a folder, and
`partitioned.py` reads it. `shards.py` and `board_shards.py` fill both from the forge, `imports.py` fills the file from others;
`exports.py` and `chart.py` write what is found.
"""
