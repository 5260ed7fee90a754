"""Large cards, which are searched as small ones.

`contraction.py` and `search.py` deal with boards of hundreds of spaces, whose long plain tracks are shortened.
`trains.py` and `blocks.py` deal with trains of dozens of cars, most of which are left out.
"""
