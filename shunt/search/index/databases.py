"""Tables of distances in smaller puzzles, as kernels look them up for states of the whole one.

A smaller puzzle keeps the locomotives and a few of the cars (`methods/pattern_databases.py`); its arrangements are numbered by
its own index. All databases of a card keep as many cars, so they share the numbering.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.search.index.perfect import Index
from shunt.search.trains.codec import Codec


class Databases(NamedTuple):
    """What the kernels that look bounds up need; `seats` (P, kept): the cars of each of P databases.

    `numbers`: the number, within a `row`, of the arrangement in which the kept cars are on given spaces, one digit a car.
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
        """Return the databases of states of `codec`: `distances` (P, arrangements of `index`) of some tuples of kept cars."""
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


def numbers_within_a_row(index: Index, spaces: int) -> NDArray[np.int32]:
    """Return the number of each arrangement of the index's cars on a number of spaces, numbered by its digits; no two alike."""
    places = np.indices((spaces,) * index.cars, np.int16).reshape(index.cars, spaces**index.cars)
    order = np.argsort(places, axis=0, kind="stable")
    rising = np.take_along_axis(places, order, axis=0)
    chosen, rank = np.zeros((2, places.shape[1]), np.int64)
    for k in range(index.cars):
        chosen += index.choose[rising[k], k + 1]
        rank = rank * (index.cars - k) + (order[k + 1 :] < order[k]).sum(axis=0)
    found: NDArray[np.int32] = (chosen * index.permutations + rank).astype(np.int32)
    return found
