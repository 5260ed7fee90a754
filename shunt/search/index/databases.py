"""Tables of distances in smaller puzzles, as kernels look them up for states of the whole puzzle.

A smaller puzzle keeps the locomotives and a few of the cars (`methods/pattern_databases.py`). Its arrangements have their own
index. All databases of a card keep the same number of cars, so they share the numbering.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import Goal
from shunt.rules.position import Position, Roster
from shunt.search.index.perfect import Arrangements, Index
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet


class Databases(NamedTuple):
    """The data for kernels that look up bounds. `seats` (P, kept): the cars of each of P databases.

    `numbers`: the number, within a `row`, of the arrangement with the kept cars on given spaces, with one digit per car.
    """

    seats: NDArray[np.int64]
    distances: NDArray[np.uint8]
    shift: NDArray[np.int64]
    width: NDArray[np.int64]
    legal: NDArray[np.int64]
    legal_spaces: int
    numbers: NDArray[np.int32]
    row: int
    locomotives: int
    has_headings: int
    setting_shift: int

    @classmethod
    def of(cls, codec: Codec, index: Index, kept: Sequence[Sequence[str]], distances: NDArray[np.uint8]) -> Databases:
        """Return the databases for states of `codec`: `distances` (P, arrangements of `index`) for some tuples of kept cars."""
        roster = codec.rules.roster
        seats = [[roster.pieces.index(name) for name in names] for names in kept]
        return cls(
            np.array(seats, np.int64).reshape(len(kept), -1),
            distances,
            np.array(codec.shift, np.int64),
            np.array(codec.width, np.int64),
            index.legal,
            len(index.space),
            numbers_within_a_row(index, len(index.space) - len(roster.locomotives)),
            index.sets * index.permutations,
            len(roster.locomotives),
            int(codec.rules.has_headings),
            codec.setting_shift,
        )


def small_puzzle(codec: Codec, cars: tuple[str, ...]) -> Arrangements:
    """Return the arrangements of the locomotives and some cars. The other cars are jokers.

    Raise `OverflowError` if there are too many cars for a table of actions.
    """
    roster = codec.rules.roster
    groups = tuple(group for group in roster.interchangeable if group[0] in roster.locomotives)
    closed = codec.rules.access.for_any_car()
    rules = replace(codec.rules, roster=Roster(roster.locomotives, cars, groups), closed=closed)
    return Arrangements.of(Codec.for_rules(rules, jokers=len(roster.cars) - len(cars)))


def small_goals(small: Arrangements, goal: Goal, cars: tuple[str, ...], setting: int) -> GoalSet:
    """Return the arrangements that meet a goal in a smaller puzzle whose cars represent `cars`."""
    roster = small.codec.rules.roster
    return GoalSet.of(small.codec, goal.among(dict(zip((*roster.locomotives, *cars), roster.pieces, strict=True))), setting)


def small_number(small: Arrangements, roster: Roster, position: Position, cars: tuple[str, ...]) -> int:
    """Return the number of a position of the pieces of `roster` in a smaller puzzle whose cars represent `cars`."""
    at = dict(zip(roster.pieces, position.places, strict=True))
    places = tuple(at[name] for name in (*roster.locomotives, *cars))
    return small.number(Position(places, position.headings, position.turntables))


def numbers_within_a_row(index: Index, spaces: int) -> NDArray[np.int32]:
    """Return, for each arrangement of the index's cars on different spaces (numbered by its digits), its number within a row."""
    places = np.indices((spaces,) * index.cars, np.int16).reshape(index.cars, spaces**index.cars)
    order = np.argsort(places, axis=0, kind="stable")
    rising = np.take_along_axis(places, order, axis=0)
    chosen, rank = np.zeros((2, places.shape[1]), np.int64)
    for k in range(index.cars):
        chosen += index.choose[rising[k], k + 1]
        rank = rank * (index.cars - k) + (order[k + 1 :] < order[k]).sum(axis=0)
    found: NDArray[np.int32] = (chosen * index.permutations + rank).astype(np.int32)
    return found
