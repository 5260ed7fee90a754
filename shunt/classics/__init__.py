"""Classic puzzles: Timesaver and Inglenook puzzles, trains that pass each other, and cards as planning problems.

A puzzle takes these steps: `commands/inglenook.py` and `commands/timesaver.py` read the arguments. `inglenook.py` and
`timesaver.py` make the random choices and the card. The core solves it, and `commands/solving.py` saves the card and prints the
answer. Without a start, `inglenook.StartCounts` counts all starts from the core's table of distances (`table_export.py` writes
it), and `timesaver.placement_counts` counts all placements of the cars with a flood (`spread.py`).

`passing/` is a method of `solve` for trains on a line with a stub or a loop. It computes bounds from the order of the pieces
alone, and then searches the positions in these orders. `pddl/` writes a card as a planning problem (`export.to_pddl`, then
`trains.py` or `sidings/classics.py`, both with the classes of `model.py`) and reads a planner's plan as moves (`plans.py`), each
of which the referee makes.

It uses cards, rules, search and the parts of commands from the core, and nothing from other wings.
"""
