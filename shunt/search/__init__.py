"""The engine: packed states, compiled kernels and the searches over them.

A card passes through these steps: `solve` chooses its `Task` by the class of the card (`solve.py`) → the task lists its methods
in order (`methods/task.py`, `methods/large/search.py`, `metrics/task.py`, `sidings/search/task.py`) → a method is a class in the
file of its search, which says whether it fits, why it is tried and how it begins (`task.py`) → the search runs under
`core/limits.py` and returns a path (`core/search.py`) → meanwhile, the anytime search looks for solutions (`anytime.py`)
→ the rules replay the path.

`trains` contains packed positions of trains and their successors, and `index` contains dense numberings of them. `methods`
contains searches for the fewest moves, and `metrics` those for other metrics. `tablebase` contains files of distances, and
`unsolvable` explains why a card has no solution. The room takes cards, their rules and the form of an answer from `cards` and
`rules`.
"""
