"""The engine: packed states, compiled kernels and the searches over them.

The road of a card: `solve` chooses its `Task` by the class of the card (`solve.py`) → the task names its methods in order
(`methods/task.py`, `methods/large/task.py`, `metrics/task.py`, `sidings/search/task.py`) → a method is a class in the file of its
search and says whether it fits, why it is tried and how it begins (`task.py`) → the search runs under `core/limits.py` and
answers with a path (`core/search.py`) → the anytime search looks for solutions meanwhile (`methods/anytime.py`) → the rules
replay the path.

`trains`: positions of trains, packed, with their successors. `index`: dense numberings of them. `methods`: searches in moves.
`metrics`: searches in other metrics. `tablebase`: files of distances. `unsolvable`: why a
card has no solution. The room takes cards, their rules and the form of an answer from `cards` and `rules`.
"""
