"""How hard a card is: features, a grade, a tier and the reasons.

`rate.py` measures a card of trains with `landscape.py` (its states, and a solver that wanders among them) and `features.py`, and
a sidings card with `sidings/generator/rating.py`. `weights.py` computes the grade, and `unrated.py` reports what is known about a
card without one. `attempts.py` reads play records, `fit.py` fits weights to them, and `weights_file.py` stores these.
"""
