"""All shortest solutions of a `sidings` card, as levels and steps for `methods/shortest_solutions.py`.

A search from both ends leaves levels complete on either side; every move can be undone by a move, so the states on shortest
paths are found by going back level by level from where the sides meet. A state is (occupancy, word), as in `graph.py`, in
which cars that the goal does not distinguish are alike; between two states there is one move at most.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np

from shunt.cards.card import SidingsCard
from shunt.rules.sidings import SidingsMove
from shunt.search.core.limits import LimitReached, Limits, Progress, limits_or_default, no_progress
from shunt.search.methods.path_graph import PathGraph, Steps
from shunt.search.methods.shortest_solutions import Solutions
from shunt.search.sidings.flood import warm_up
from shunt.search.sidings.graph import Ints, SidingsProblem, sidings_problem
from shunt.search.sidings.kernels import links
from shunt.search.sidings.search import BothEnds, Moves, Side, move_between

BATCH = 1 << 15

Part = tuple[Side, int, int]
"""One complete level of one side: its states are numbered from … to."""


def sidings_solutions(
    card: SidingsCard, limits: Limits | None = None, progress: Progress = no_progress, **search_options: Any
) -> Solutions:
    """Return all shortest solutions of a card; raises `LimitReached` at a limit, `TooLargeError` where the yard does not fit.

    `search_options` are those of `BothEnds`.
    """
    warm_up()
    limits = limits_or_default(limits)
    limits.restart()
    problem = sidings_problem(card.rules, card.goal)
    search = BothEnds(problem, card.start, limits, progress, **search_options)
    found = search.run()
    if found.stopped is not None:
        if found.stopped.is_interrupt:
            raise KeyboardInterrupt
        raise LimitReached(found.stopped)
    replayer = _Replayer(card, problem)
    if found.moves is None:
        return Solutions(card, PathGraph([], []), replayer)
    if not found.moves:
        occupancy, row = problem.encode(card.start)
        start = np.array([[occupancy, problem.word(row)]], np.int64)
        return Solutions(card, PathGraph([start], []), replayer)
    levels, steps = _on_shortest_paths(search.complete_levels(), search.moves, limits)
    return Solutions(card, PathGraph(levels, steps), replayer)


def _on_shortest_paths(parts: tuple[list[Part], list[Part]], moves: Moves, limits: Limits) -> tuple[list[Ints], list[Steps]]:
    """Return the states of every level that are on shortest paths, and the steps between them.

    `parts`: the levels from the start, and those from the goal, each beginning there.
    """
    forward, backward = parts
    last, first = forward[-1], backward[-1]
    sources, reached = _links(last, np.arange(last[1], last[2]), first, moves, limits)
    kept = [*reversed(_back(forward, np.unique(last[1] + sources), moves, limits))]
    kept += _back(backward, np.unique(reached), moves, limits)
    parts_in_order = [*forward, *reversed(backward)]
    ordered = [numbers[np.lexsort(_rows(part[0], numbers).T[::-1])] for part, numbers in zip(parts_in_order, kept, strict=True)]
    levels = [_rows(part[0], numbers) for part, numbers in zip(parts_in_order, ordered, strict=True)]
    steps = []
    for (part, numbers), (following, wanted) in pairwise(zip(parts_in_order, ordered, strict=True)):
        steps.append(_steps(numbers, wanted, _links(part, numbers, following, moves, limits)))
    return levels, steps


def _rows(side: Side, numbers: Ints) -> Ints:
    """Return the states with these numbers as rows (occupancy, word)."""
    return np.stack([side.occupancies[numbers].astype(np.int64), side.words[numbers]], axis=1)


def _back(parts: list[Part], numbers: Ints, moves: Moves, limits: Limits) -> list[Ints]:
    """From states of the last level, those of it and of every level before it that are on a path to them, the last first."""
    kept = [numbers]
    for part, before in pairwise(reversed(parts)):
        kept.append(np.unique(_links(part, kept[-1], before, moves, limits)[1]))
    return kept


def _links(part: Part, numbers: Ints, target: Part, moves: Moves, limits: Limits) -> tuple[Ints, Ints]:
    """Return every move from states of one level to those of another: the place in `numbers`, and the number that is reached."""
    most = int(np.diff(moves.first).max(initial=1))
    places, reached = np.empty(BATCH * most, np.int64), np.empty(BATCH * most, np.int64)
    found = []
    for begin in range(0, len(numbers), BATCH):
        batch = np.ascontiguousarray(numbers[begin : begin + BATCH], np.int64)
        count = int(links(part[0], batch, moves, target[0], target[1], target[2], places, reached))
        found.append((places[:count] + begin, reached[:count].copy()))
        limits.allow_states(0)
    return np.concatenate([some[0] for some in found]), np.concatenate([some[1] for some in found])


def _steps(numbers: Ints, wanted: Ints, linked: tuple[Ints, Ints]) -> Steps:
    """The moves that lead to states of the next level which lie on shortest ways, in order; each is the only one between its
    states."""
    order = np.argsort(wanted)
    at = np.minimum(np.searchsorted(wanted, linked[1], sorter=order), len(wanted) - 1)
    kept = wanted[order[at]] == linked[1]
    source, to = linked[0][kept], order[at][kept]
    sorted_by = np.lexsort((to, source))
    first = np.searchsorted(source[sorted_by], np.arange(len(numbers) + 1))
    return Steps(first.tolist(), to[sorted_by].tolist(), [1] * len(to))


class _Replayer:
    """The moves of a solution, replayed by the referee, from the states that it passes."""

    def __init__(self, card: SidingsCard, problem: SidingsProblem) -> None:
        self._card, self._problem = card, problem

    def __call__(self, walk: Iterable[tuple[Ints, int]]) -> tuple[SidingsMove, ...]:
        occupancy, row = self._problem.encode(self._card.start)
        states = [(self._problem.word(row), occupancy)] + [(int(word), int(occupancy)) for (occupancy, word), _ in walk]
        moves = tuple(move_between(self._problem, before, after) for before, after in pairwise(states))
        end = self._card.start
        for made in self._card.rules.replay(end, moves):
            end = made.position
        if not self._card.is_solved(end):
            raise AssertionError(f"a solution of {self._card.name} ends at {end}, which is not the goal")
        return moves
