"""The field's classics: Timesaver and Inglenook puzzles, trains that pass each other, and cards as planning problems.

The road of a puzzle: `commands/inglenook.py` and `commands/timesaver.py` read what is typed; `inglenook.py` and `timesaver.py`
draw what is left to chance and make the card; the core solves it; `commands/solving.py` saves the card and prints the answer.
Without a start, `inglenook.StartCounts` counts all starts from the core's table of distances (`table_export.py` writes it), and
`timesaver.placement_counts` all placements of the cars, by a flood (`spread.py`).

`passing/` is a method of `solve` for trains on a line with a stub or a loop: bounds from the order of the pieces alone, then
the positions in these orders. `pddl/` writes a card as a planning problem (`export.to_pddl`, then `trains.py` or
`sidings/classics.py`, both in the words of `model.py`) and reads a planner's plan as moves (`plans.py`), each made by the
referee.

It takes from the core cards, rules, search and the parts of commands, and nothing from other wings.
"""
