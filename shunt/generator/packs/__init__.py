"""Packs of cards: chosen, ordered, written as folders, checked, played.

`build.py` runs the searches of `recipes.py` in rounds (`kept.py` keeps them over an interrupt), chooses from their cards with
`selection.py`, names them with `titles.py`; `files.py` writes the folder. `reading.py` reads one, `check.py` proves one again,
`box.py` has the contents of a box, `results.py` the log of what was solved, `played.py` the cards that records of play name.
"""
