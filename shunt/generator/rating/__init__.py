"""How hard a card is: features, a grade, a tier and the reasons.

`rate.py` measures a card of trains by `landscape.py` (its states, and a solver that wanders in them) and `features.py`, a card
of sidings by `sidings/generator/rating.py`; `weights.py` makes the grade; `unrated.py` says what is known of a card without
one. `attempts.py` reads records of play, `fit.py` fits weights to them, `weights_file.py` keeps these.
"""
