"""The choice of the solution that is shown (see `shown.py`), from the packed states on all shortest solutions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import States, keys_of, numbers_of, places_among
from shunt.search.core.limits import Limits
from shunt.search.shown import Steps, cheapest_path
from shunt.search.trains.codec import Codec
from shunt.search.trains.successors import Neighbours


def least_coupling(rules: Switcher, codec: Codec, levels: Sequence[States], limits: Limits) -> list[int]:
    """Return the path to show through `levels`, the sorted states on shortest solutions, by number of moves from the start.

    Raise `LimitReached` if a limit is reached.
    """
    return cheapest_path(rules, _couplings(codec, levels, limits), list(map(numbers_of, levels)), codec.unpack, limits)


def _couplings(codec: Codec, levels: Sequence[States], limits: Limits) -> Steps:
    """Return all steps through the levels, each with the minimum number of pieces that a move for it couples."""
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
