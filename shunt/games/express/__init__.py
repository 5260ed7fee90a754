"""Yardmaster Express: one hand travels round the table, and everybody builds a train.

`game.py` has the rules, on `state.py`, `trains.py` (the referee of couplings and runs), `scoring.py` and `options.py`;
`views.py` is what a player knows. Answers go from `known.py` (a known deck), `advice.py` (a hidden one) and `best.py` (the
best train of given cards) through `encoding.py` to the kernels in `engine/`. `table.py` and `companion.py` read real tables.
"""
