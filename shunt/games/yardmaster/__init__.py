"""Yardmaster (Crash Games 2014, design Steven Aramini): draw cargo, buy railcars, and be the first with a train worth enough.

`game.py` makes a game of the protocol of `rules.py`, `actions.py`, `state.py` and `cards.py`; `payments.py` and `loading.py`
are exact questions of their own. Bots go from `bots.py` and `policy.py` through `encoding.py` to
the kernels in `engine/`, which play by the same rules. `companion.py` follows a real table.
"""
