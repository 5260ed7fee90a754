"""The list of all *stretches*. A stretch is a row of n joined spaces with a direction of travel, where a train of n pieces can
be.

During a move, a train is described by a stretch and the order of its pieces. Its route is therefore a walk from stretch to
stretch through tables, which are built here once per card. Side 2s + e means: on space s, travelling towards its end e.

Plain NumPy handles all stretches of one length at once. For small cards, of which there are many, a kernel would take longer to
load.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from shunt.errors import TooLargeError
from shunt.search.core.arrays import Ints, Ints32, Mask
from shunt.search.trains.records import BRANCHES, ENTERS, MAY_STOP, MEETS, PREFIX, ROLLS, SUFFIX

MOST_STRETCHES = 20_000_000


class Joins(NamedTuple):
    """The joins of a board, by the numbers of its spaces and sides.

    `sides[first[p·2·spaces + side] …]` are the sides with which a piece that leaves `side` arrives in setting p. `excluded`: the
    pairs of spaces that exclude each other, in both orders, as sorted numbers s·spaces + t. `no_stop` (spaces): 1 if pieces may
    not stop there.
    """

    spaces: int
    settings: int
    sides: Ints32
    first: Ints32
    excluded: Ints
    no_stop: Ints32

    def is_clear(self, spaces: Ints32, rows: Ints32) -> Mask:
        """Return whether each row of sides contains neither the space given for it nor one that excludes it."""
        clear = np.ones(len(spaces), np.bool_)
        for column in rows.T:
            held = column >> 1
            clear &= held != spaces
            if len(self.excluded):
                pairs = spaces.astype(np.int64) * self.spaces + held
                places = np.searchsorted(self.excluded, pairs)
                places[places == len(self.excluded)] = 0
                clear &= self.excluded[places] != pairs
        return clear


def list_stretches(joins: Joins, longest: int) -> tuple[Ints32, Ints32, Ints32]:
    """Return the tables of stretches, of their sides, and of their branches (`Tables`), length by length up to `longest`.

    Raise `TooLargeError` if there are too many.
    """
    spaces = joins.spaces
    single = np.arange(2 * spaces * joins.settings)
    sides, stretch, branch = _rows(len(single), longest + 1), _rows(len(single), 4), _rows(0, 3)
    sides[:, 0], sides[:, longest] = single % (2 * spaces), single // (2 * spaces)
    stretch[:, MAY_STOP] = 1 - joins.no_stop[sides[:, 0] >> 1]
    first = 0
    for length in range(1, longest + 1):
        last, before = len(sides), len(branch)
        heads = sides[first:, longest].astype(np.int64) * 2 * spaces + sides[first:, length - 1]
        counts = joins.first[heads + 1] - joins.first[heads]
        begins = np.cumsum(counts) - counts
        stretch[first:, BRANCHES] = before + begins
        owners = np.repeat(np.arange(first, last), counts)
        numbers = np.arange(len(owners)) - np.repeat(begins, counts)  # of a branch among those of its stretch
        ahead = joins.sides[np.repeat(joins.first[heads], counts) + numbers]
        fresh = _rows(len(owners), 3)
        fresh[:, ENTERS] = ahead >> 1
        if length == 1:
            fresh[:, ROLLS] = sides[owners, longest] * 2 * spaces + ahead
        else:
            fresh[:, ROLLS] = branch[stretch[stretch[owners, SUFFIX], BRANCHES] + numbers, MEETS]
        if length < longest:
            longer = np.flatnonzero(joins.is_clear(ahead >> 1, sides[owners, :length]))
            if last + len(longer) > MOST_STRETCHES:
                raise TooLargeError(
                    f"trains of {length} pieces fit on this layout in more than {MOST_STRETCHES:,} ways: too many to list"
                )
            fresh[longer, MEETS] = last + np.arange(len(longer))
            sides, stretch = _with_longer(sides, stretch, owners[longer], ahead[longer], length)
            stretch[last:, SUFFIX] = fresh[longer, ROLLS]
            stretch[last:, MAY_STOP] *= 1 - joins.no_stop[ahead[longer] >> 1]
        branch = np.concatenate([branch, fresh])
        first = last
    end = _rows(1, 4)
    end[0, BRANCHES] = len(branch)
    return np.concatenate([stretch, end]), sides, branch


def _with_longer(sides: Ints32, stretch: Ints32, owners: Ints, ahead: Ints32, length: int) -> tuple[Ints32, Ints32]:
    """Return the tables with the stretches that are one space longer than `owners`, which all have this length, and begin with
    them."""
    added = sides[owners]
    added[:, length] = ahead
    rows = _rows(len(owners), 4)
    rows[:, PREFIX], rows[:, MAY_STOP] = owners, stretch[owners, MAY_STOP]
    return np.concatenate([sides, added]), np.concatenate([stretch, rows])


def inverted(targets: Ints32, sources: Ints32, count: int) -> tuple[Ints32, Ints32]:
    """Group `sources` by their target: out[first[t] …] lists all sources with target t, in order. −1 means no target."""
    there = np.flatnonzero(targets >= 0)
    first = np.zeros(count + 1, np.int32)
    np.cumsum(np.bincount(targets[there], minlength=count), out=first[1:])
    return sources[there[np.argsort(targets[there], kind="stable")]], first


def _rows(rows: int, columns: int) -> Ints32:
    """Return a table of −1."""
    return np.full((rows, columns), -1, np.int32)
