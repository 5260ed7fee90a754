"""Lower bounds for `sidings`: each missing pair of neighbours takes at least one move.

Consider all pairs of neighbours: the locomotive and the headshunt's first car, any two cars that follow each other on one track,
and the last car of a siding and its buffer stop. A pull moves the cut in the line "headshunt, siding". It makes neighbours only
of the headshunt's last car (or the locomotive) and the siding's first car. A drop makes neighbours only of the last car dropped
and the siding's first car (or the buffer stop). A move therefore makes at most one pair, and at least as many moves are needed as
pairs are missing.

Under `pulls`, the cars on the headshunt improve the bound. Call two of its cars linked if they are a wanted pair. A pull to an
empty headshunt makes no wanted pair (unless the locomotive's own is wanted), and a drop that separates linked cars loses a pair.
This gives a small puzzle in which a position is only "which cars of the headshunt are linked, and how many pairs are missing",
and everything else is allowed. Every move of the real puzzle is a move of the small one, so the exact distance in the small one
is a lower bound.

Under `legs`, only a run into a siding makes a pair (the locomotive's own is not counted), and runs in and out alternate. m
missing pairs need 2m − 1 legs from the headshunt, and 2m from within a siding.

Only pairs that can exist in just one place at a time are counted: at least one of the two must be a unique car, the locomotive or
a buffer stop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from shunt.search.core.arrays import Ints
from shunt.sidings.rules.referee import SidingsGoal
from shunt.sidings.search.graph import SidingsProblem

LONGEST_HEADSHUNT = 5  # of the small puzzle, which has 2^cars ways of links


class Bound(NamedTuple):
    """Wanted pairs as arrays for `moves_needed`.

    Kinds are 0 … `locomotive` − 1, then the locomotive, then the buffer stops of sidings 1, 2, … `wanted` [before, after] is 1
    for a wanted pair, and `total` is their number. `moves` [links, missing] is the distance in the small puzzle. The links of a
    headshunt are 0 if it is empty; otherwise they are the bits 1, followed by 1 for every car linked to the one before it.
    `lengths` [occupancies, tracks] and `places` [occupancies] describe the occupancies.
    """

    wanted: Ints
    moves: Ints
    lengths: Ints
    places: Ints
    total: int
    locomotive: int
    bits: int
    legs: int


def goal_bound(problem: SidingsProblem, goal: SidingsGoal) -> Bound:
    """Return the bound towards a goal of the yard, from the pairs in every state that meets it."""
    rules, kinds, legs = problem.rules, problem.kinds, problem.rules.metric == "legs"
    locomotive = max(kinds.values(), default=0) + 1
    lines: list[list[int | None]] = [[kinds.get(car) for car in goal.train]]  # None means any car
    if not goal.train:
        lines = [[locomotive, *map(kinds.get, goal.headshunt)]]
        lines += [[*map(kinds.get, cars), locomotive + 1 + rules.seats[name]] for name, cars in goal.sidings.items()]
    several = {kind for kind, cars in Counter(kinds.values()).items() if cars > 1}
    # Under `legs` the locomotive's own neighbour is made by a run out of a siding: not counted, since only runs in are.
    kept = {
        (before, after)
        for line in lines
        for before, after in pairwise(line)
        if before is not None and after is not None and not {before, after} <= several and not (legs and before == locomotive)
    }
    wanted: Ints = np.zeros((locomotive + 1, locomotive + len(rules.capacities) + 1), np.int64)
    for pair in kept:
        wanted[pair] = 1
    return Bound(
        wanted,
        small_puzzle(rules.limit, len(kept), any(before == locomotive for before, _ in kept), not goal.headshunt),
        np.array([occupancy.lengths for occupancy in problem.graph.occupancies], np.int64),
        np.array([occupancy.locomotive for occupancy in problem.graph.occupancies], np.int64),
        len(kept),
        locomotive,
        problem.bits,
        int(legs),
    )


@lru_cache(maxsize=32)
def small_puzzle(limit: int, total: int, locomotive_wanted: bool, ends_empty: bool) -> Ints:
    """Return the number of moves needed [links, missing pairs] in the small puzzle for a headshunt of `limit` cars; see the
    module docstring.

    It is solved backwards from "nothing missing" with an empty headshunt or, unless it `ends_empty`, with any cars on it. For a
    headshunt of more than five cars, it is not solved, and the number of missing pairs is used.
    """
    if limit > LONGEST_HEADSHUNT:
        return np.arange(total + 1, dtype=np.int64).reshape(1, -1)
    needed = np.full((1 << limit, total + 1), -1, np.int64)
    before: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for links in range(1 << limit):
        for after, gains in _small_moves(links, limit, locomotive_wanted):
            for missing in range(total + 1):
                for gain in gains:
                    if 0 <= missing - gain <= total:
                        before.setdefault((after, missing - gain), []).append((links, missing))
    level = [(links, 0) for links in range(1 if ends_empty else 1 << limit)]
    depth = 0
    while level:
        for state in level:
            needed[state] = depth
        level = list(dict.fromkeys(state for now in level for state in before.get(now, ()) if needed[state] < 0))
        depth += 1
    return needed


def _small_moves(links: int, limit: int, locomotive_wanted: bool) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield (links after, maximum decrease of the number of missing pairs) for every pull and drop of the small puzzle."""
    cars = links.bit_length()
    for count in range(1, limit - cars + 1):
        for inner in range(1 << (count - 1)):
            if cars == 0:
                yield 1 << (count - 1) | inner, (1, 0, -1) if locomotive_wanted else (0, -1)
            else:
                yield ((links << 1) | 1) << (count - 1) | inner, (1, 0)
                yield (links << 1) << (count - 1) | inner, (0, -1)
    for count in range(1, cars + 1):
        parts_linked = count < cars and links >> (count - 1) & 1
        yield links >> count, (0, -1) if parts_linked else (1, 0, -1)
