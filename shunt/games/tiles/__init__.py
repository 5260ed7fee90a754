"""The 1965 train-tile game (Parker Brothers, "A Big Train Game"): squares, geometry, rules, exact odds and best play.

`game.py` has the rules, on `squares.py` (the shipped squares), `train.py` (what may be joined) and `state.py`. `odds.py` and
`optimal.py` answer how long a game lasts and what is best in it; `bots.py` plays by that answer.
"""
