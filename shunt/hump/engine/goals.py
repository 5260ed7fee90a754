"""The states from which a whole train can leave in one move, in a wanted order: the beginning of the search back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from shunt.hump.engine.codec import HumpCodec
from shunt.hump.engine.goal_kernels import roll_back, trains_at_exit
from shunt.hump.engine.kernels import make_room
from shunt.hump.engine.occupancies import OccupancyBook

Ints = NDArray[np.int64]


def goal_states(codec: HumpCodec, book: OccupancyBook, order: Sequence[str]) -> Ints:
    """Return every state one move, the exit in `order`, from the end; sorted."""
    cars, spaces = codec.cars, _standing_trains(codec, book) >> 1
    if not len(spaces):
        return np.empty(0, np.int64)
    turn = np.argsort(spaces, axis=1, kind="stable")
    slots = np.take_along_axis(spaces, turn, axis=1)
    colours = np.array([codec.colours.index(name) for name in order], dtype=np.int64)
    permutations = (colours[turn] << (4 * np.arange(cars))).sum(axis=1)
    occupancies, which = np.unique(slots, axis=0, return_inverse=True)
    return np.unique(book.numbers(occupancies)[which.ravel()] << (4 * cars) | permutations)


def _standing_trains(codec: HumpCodec, book: OccupancyBook) -> Ints:
    """Return the ends of every whole train that can leave in one move, lead car first."""
    room, size = make_room(codec.tables), 1 << 12
    while True:
        book.limits.allow_bytes(8 * 4 * size * (codec.cars + 6))
        found = np.empty((size, codec.cars), dtype=np.int64)
        count = int(trains_at_exit(codec.tables, room, found))
        if count >= 0:
            trains = found[:count].copy()
            found = np.empty((4 * size, codec.cars), dtype=np.int64)
            count = int(roll_back(codec.tables, room, trains, found))
            if count >= 0:
                return found[:count]
        size *= 4
        room = make_room(codec.tables, 4 * size)
