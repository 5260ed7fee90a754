"""Exact loading of a sorting yard: the most points that its railcars can add to a train, and whether all of them fit.

`best_loading` is a dynamic programme over multisets: equal railcars are interchangeable, so a state is the counts that
remain and the end of the train. It decides every yard that games produce.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shunt.errors import Fault, InputError
from shunt.games.yardmaster.cards import NOTHING, car_value, couples, train_points

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
    states = 1
    for count in counts:
        states *= count + 1
    if states * len(kinds) > MOST_STATES:
        raise InputError(Fault("yard", f"{len(yard)} railcars of {len(kinds)} kinds", "fewer railcars: the yard is too large"))
    follows = {car: [place for place, kind in enumerate(kinds) if couples(car, kind)] for car in (*kinds, NOTHING, end)}
    best: dict[tuple[int, tuple[int, ...]], tuple[int, int, int]] = {}
    todo = [(end, counts)]
    while todo:
        last, left = todo[-1]
        options = [(place, _less(left, place)) for place in follows[last] if left[place]]
        missing = [(kinds[place], rest) for place, rest in options if (kinds[place], rest) not in best]
        if missing:
            todo += missing
            continue
        found = (0, 0, NOTHING)
        for place, rest in options:
            points, number, _ = best[kinds[place], rest]
            points, number = points + car_value(kinds[place]), number + 1
            if (points, number) > found[:2]:
                found = (points, number, place)
        best[last, left] = found
        todo.pop()
    order, last, left = [], end, counts
    while (place := best[last, left][2]) != NOTHING:
        last, left = kinds[place], _less(left, place)
        order.append(last)
    return Loading(train_points(order), tuple(order), len(order) == len(yard))


def _less(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] - 1, *counts[place + 1 :])
