"""Which of all shortest solutions is shown: one that couples the fewest pieces, and of those one that rolls the fewest spaces.

What a solution *couples* is the sum over its moves of the pieces that the move couples: those after the `+` in its notation,
whether or not they were coupled before. What it *rolls* is the metric `distance`. Of several solutions that are equal in both
the one is taken whose states come first, level by level, as they are packed; `rules/referee.py` chooses by the same two counts
between moves that lead from one state to the same other one.

It is found by two passes from the goal back to the start over the states on shortest solutions, which a search from both ends
has at hand when it ends (`Search.shortest_levels`). The first counts couplings, which the kernel for successors knows. What it
leaves is small, so for the second the referee measures how far each move rolls.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from shunt.rules.referee import run_between
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import States, keys_of, numbers_of
from shunt.search.core.limits import Limits
from shunt.search.trains.codec import Codec
from shunt.search.trains.successors import Neighbours, places_among

MOST_STATES = 120_000  # times spaces, on shortest solutions: some 0.5 s. Where there are more, the search's own path is shown
MOST_STEPS = 20_000  # times spaces, that the referee measures: some 1 s. Where there are more, ways are not compared

Steps = list[dict[int, dict[int, int]]]
"""For every level by the place of a state: the places that it leads to in the next level, and what that costs."""


def most_states(rules: Switcher) -> int:
    """Return how many states on shortest solutions are compared: fewer on larger boards, where each has more moves."""
    return MOST_STATES // len(rules.plan.spaces)


def least_coupling(rules: Switcher, codec: Codec, levels: Sequence[States], limits: Limits) -> list[int]:
    """Return the path to show through `levels`, the sorted states on shortest solutions by moves from the start.

    Raises `LimitReached`.
    """
    steps = _cheapest(_couplings(codec, levels, limits))
    count = sum(len(ahead) for level in steps for ahead in level.values())
    if len(steps) < count <= MOST_STEPS // len(rules.plan.spaces):
        steps = _cheapest(_rolled(rules, codec, levels, steps, limits))
    places = [0]
    for level_steps in steps:
        places.append(min(level_steps[places[-1]]))
    return [numbers_of(level[place : place + 1])[0] for level, place in zip(levels, places, strict=True)]


def _cheapest(steps: Steps) -> Steps:
    """Return the steps that are on a cheapest way from the start (the only state of the first level) to any of the last."""
    kept: Steps = []
    costs: dict[int, int] = defaultdict(int)  # from the states of the following level
    for level in reversed(steps):
        least = {place: min(cost + costs[to] for to, cost in ahead.items()) for place, ahead in level.items()}
        kept.append(
            {
                place: {to: cost for to, cost in ahead.items() if cost + costs[to] == least[place]}
                for place, ahead in level.items()
            }
        )
        costs = least
    kept.reverse()
    reached = {0}
    for number, level in enumerate(kept):
        kept[number] = {place: level[place] for place in sorted(reached)}
        reached = {to for ahead in kept[number].values() for to in ahead}
    return kept


def _couplings(codec: Codec, levels: Sequence[States], limits: Limits) -> Steps:
    """Return all steps through the levels, each with the fewest pieces that a move couples which makes it."""
    neighbours, steps = Neighbours(codec, limits), Steps()
    for level, following in pairwise(levels):
        keys, found = keys_of(following), dict[int, dict[int, int]]()
        for place in range(len(level)):
            after, coupled = neighbours.couplings(level[place : place + 1])
            places, there = places_among(keys, after)
            found[place] = ahead = dict[int, int]()
            for to, pieces in zip(places[there].tolist(), coupled[there].tolist(), strict=True):
                ahead[to] = min(pieces, ahead.get(to, pieces))
        steps.append(found)
        limits.allow_states(0)
    return steps


def _rolled(rules: Switcher, codec: Codec, levels: Sequence[States], steps: Steps, limits: Limits) -> Steps:
    """Return the same steps, each with the fewest spaces that a move rolls which makes it and couples no more than need be."""
    found = Steps()
    for number, level_steps in enumerate(steps):
        here, there = ([codec.unpack(state) for state in numbers_of(levels[number + k])] for k in (0, 1))
        found.append({})
        for place, ahead in level_steps.items():
            runs = {to: run_between(rules, here[place], there[to]) for to in ahead}
            found[-1][place] = {to: 0 if isinstance(run, str) else run.distance for to, run in runs.items()}
            limits.allow_states(0)
    return found
