"""Packs of cards: how they are chosen, ordered, written as folders, changed, checked and played.

`build.py` runs the searches of `recipes.py` in rounds (`kept.py` stores them in case of an interrupt), chooses cards with
`selection.py`, and names them with `titles.py`. `pack.py` is a pack made of cards, which can be changed and written with its
`sheets.py`. `reading.py` reads packs and `check.py` checks them. `box.py` contains the contents of a box, `results.py` the log of
solved cards, and `played.py` the cards that play records name.
"""
