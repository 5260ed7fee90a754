"""The best trains of given cards, exactly: the front of `best_kernels`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from shunt.cards.stop import Stop, StopKind
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.express.best_kernels import extend
from shunt.search.express.position import Rules
from shunt.search.express.watched import watched

NONE = -1
SEEN = 1 << 22  # rows for beginnings of trains; the memory of those not used is never touched


def best_trains(
    rules: Rules,
    copies: Sequence[int],
    length: int,
    downs: int,
    number: int,
    most_trains: int,
    weights: tuple[int, int] = (1, 1),
    limits: Limits | None = None,
) -> list[tuple[int, int, int, list[int]]]:
    """Return at most `number` trains of the highest totals: total, value, longest run, and cards (−1 = face down).

    The total is the value times the first of the `weights` plus the longest run times the second.

    `copies` of each kind of card are there; at most `downs` are laid face down. Raises `LimitReached` when more than
    `most_trains` beginnings of trains had to be looked at.
    """
    values = rules.cards[:, 1] + rules.cards[:, 3]
    kinds = [kind for kind in range(len(copies)) if copies[kind]]
    order = np.array(sorted(kinds, key=lambda kind: (-values[kind], kind)), np.int64)
    totals, trains = np.full((number, 3), NONE, np.int64), np.zeros((number, max(length, 1)), np.int64)
    meta = np.array([0, most_trains, 0], np.int64)
    seen = np.zeros((SEEN if number == 1 else 0, 2), np.int64)
    start: Any = np.int64(15)
    zero: Any = np.int64(0)
    scoring = np.array([2 * rules.row[0], rules.row[1], *weights], np.int64)
    work = partial(
        extend,
        0, length, start, zero, zero, zero, np.array(copies, np.int64), downs, order, rules.cards, scoring,
        np.zeros(length + 1, np.int64), totals, trains, seen, meta,
    )  # fmt: skip
    whole = watched(work, lambda: int(meta[0]), lambda: meta.__setitem__(1, 0), limits)
    if not whole:
        raise LimitReached(Stop(StopKind.STATES, most_trains))
    found = [(totals[row], trains[row]) for row in range(number) if totals[row, 0] != NONE]
    return [(int(total), int(value), int(run), [int(kind) for kind in train]) for (total, value, run), train in found]
