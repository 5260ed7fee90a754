"""Exact loading of a sorting yard: the most points that its railcars can add to a train, and whether all of them fit.

`best_loading` is a dynamic programme over multisets: equal railcars are interchangeable, so a state is the counts that
remain and the end of the train. It decides every yard that games produce.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

from shunt.errors import InputError
from shunt.games.yardmaster.cards import car_value, couples

MOST_STATES = 2_000_000
"""States that one yard may take; 20 railcars drawn at random take some ten thousand."""


@dataclass(frozen=True)
class Loading:
    """Railcars that can be loaded, in order, and their points; `all` is whether none remains."""

    points: int
    order: tuple[int, ...]
    all: bool


def best_loading(end: int, yard: Sequence[int]) -> Loading:
    """Return the loading of `yard` worth most points onto a train that ends with `end` (`NOTHING`: the engine).

    Of equal points the one with the most railcars, then the first in the order of railcars. Raise `InputError` for a yard
    that would take more than `MOST_STATES` states.
    """
    kinds = sorted(set(yard))
    counts = tuple(yard.count(kind) for kind in kinds)
    if prod(count + 1 for count in counts) * len(kinds) > MOST_STATES:
        raise InputError("yard", f"{len(yard)} railcars of {len(kinds)} kinds", "fewer railcars: the yard is too large")

    @cache
    def best(last: int, left: tuple[int, ...]) -> tuple[int, int, Any]:
        """Return points and number of the best loading after `last`, and its first railcar with the rest, nested."""
        found: tuple[int, int, Any] = (0, 0, ())
        for place, kind in enumerate(kinds):
            if left[place] and couples(last, kind):
                points, number, rest = best(kind, (*left[:place], left[place] - 1, *left[place + 1 :]))
                points, number = points + car_value(kind), number + 1
                if (points, number) > found[:2]:
                    found = points, number, (kind, rest)
        return found

    points, number, rest = best(end, counts)
    order = []
    while rest:
        kind, rest = rest
        order.append(kind)
    return Loading(points, tuple(order), number == len(yard))
