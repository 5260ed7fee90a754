"""Large cards, searched as small ones.

`contraction.py`, `search.py`, `task.py`: boards of hundreds of spaces, whose long plain tracks are shortened. `trains.py`,
`blocks.py`: trains of dozens of cars, of which most are left out.
"""
