"""Packs of cards: chosen, ordered, written as folders, changed, checked, played.

`build.py` runs the searches of `recipes.py` in rounds (`kept.py` keeps them over an interrupt), chooses from their cards with
`selection.py`, names them with `titles.py`. `pack.py` is a pack in its owner's hands: made of cards, changed, written with its
`sheets.py`. `reading.py` reads one, `check.py` checks one, `box.py` has the contents of a box, `results.py` the log of what was
solved, `played.py` the cards that records of play name.
"""
