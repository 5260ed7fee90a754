"""The choice of the shortest solution that is shown: one that couples the fewest pieces, and of those one that rolls the fewest
spaces.

The number of pieces that a solution *couples* is the sum over its moves of the pieces after the `+` in their notation, whether or
not they were coupled before. The number of spaces that it *rolls* is its cost in the metric `distance`. If several solutions are
equal in both, the one whose packed states come first, level by level, is chosen. `rules/guide.py` uses the same two numbers to
choose between moves from one state to another.

The solution is found in two passes from the goal back to the start over the states on shortest solutions, which a search from
both ends has when it ends. The first pass uses the couplings that the search knows. Few solutions remain, so in the second pass
the referee measures how far each move rolls.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TypeVar

from shunt.rules.guide import run_between
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import Limits

MOST_STATES = 120_000  # times spaces, on shortest solutions: some 0.5 s. Where there are more, the search's own path is shown
MOST_STEPS = 20_000  # times spaces, that the referee measures: some 1 s. Where there are more, distances are not compared

T = TypeVar("T")
Steps = list[dict[int, dict[int, int]]]
"""For every level, by the index of a state: the indices in the next level that it leads to, and the costs."""


def most_states(rules: Switcher) -> int:
    """Return the number of states on shortest solutions that are compared. It is smaller for larger boards, where states have
    more moves."""
    return MOST_STATES // len(rules.plan.spaces)


def cheapest_path(
    rules: Switcher, couplings: Steps, levels: Sequence[Sequence[T]], position: Callable[[T], Position], limits: Limits
) -> list[T]:
    """Return the path to show through the states of `levels`, given the minimum number of pieces that each step couples.

    The states of each level are in the order of their packed forms. `position` returns the position of a state. Raise
    `LimitReached` if a limit is reached.
    """
    steps = _cheapest(couplings)
    count = sum(len(ahead) for level in steps for ahead in level.values())
    if len(steps) < count <= MOST_STEPS // len(rules.plan.spaces):
        rolled = Steps()
        for level_steps, level, following in zip(steps, levels, levels[1:], strict=False):
            rolled.append({})
            for place, ahead in level_steps.items():
                runs = {to: run_between(rules, position(level[place]), position(following[to])) for to in ahead}
                rolled[-1][place] = {to: 0 if isinstance(run, str) else run.distance for to, run in runs.items()}
                limits.allow_states(0)
        steps = _cheapest(rolled)
    places = [0]
    for level_steps in steps:
        places.append(min(level_steps[places[-1]]))
    return [level[place] for level, place in zip(levels, places, strict=True)]


def _cheapest(steps: Steps) -> Steps:
    """Return the steps on a cheapest path from the start (the only state of the first level) to any state of the last level."""
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
