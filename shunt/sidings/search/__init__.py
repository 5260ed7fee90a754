"""The engine of the ruleset `sidings` (Inglenook and similar puzzles).

1. `graph`: occupancies of a yard, the moves between them, and goals as numbers; `bounds`: moves that are needed at least.
2. `domain`: packed states with their neighbours, goals and bounds, as the general searches see them.
3. `task`: what `solve` calls; the searches are those of `search/methods/ceilings.py` and `search/methods/beam.py`.
4. `shortest_solutions`: all shortest solutions, from the levels of the same search.
5. `table`: distances of all states over a perfect index, and floods, which count with it.
"""
