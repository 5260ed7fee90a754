"""The game of Hump Yard on the protocol of table games.

`state.py` holds options, states and actions, `text.py` writes and reads them, `game.py` has the rules, `advice.py` what is best
by the tables, for people and for `bots.py`; `companion.py` keeps the record of a real table.
"""
