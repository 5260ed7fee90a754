"""Scratch memory of the train kernels: compositions, seeds, queue and outcomes, reused for every state."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.search.core.arrays import room_for
from shunt.search.trains.tables import Tables

# Columns of a composition.
LENGTH = 0
MEMBERS = 1  # bit set of the pieces that move or have moved: nothing else is in the way of them
SEEDS = 2
SEEDS_END = 3
LEADER = 4  # where the locomotive stands in the train, counted from the tail
DROPPED = 5  # how many pieces have been left behind (backwards); they follow the train's in its row of `train`
JOKERS = 6  # how many jokers (pieces without a place in the state) it has taken along
COLUMNS = 7

JOKER = -1  # stands for the piece in `train` and `contact`

# Counters in `Work.tally`.
STAMP = 0
COMPOSITIONS = 1
SEED_COUNT = 2
OUTCOMES = 3
FULL = 4


class Work(NamedTuple):
    """Scratch memory of the kernels, reused for every state; nothing here outlives one call but `tally[STAMP]`.

    `occupant` (N): the piece on each space, −1 if none. `train` (C, K, 2): piece and the bit to flip between the side it
    travels to and its slot. `base` (C): the state without the composition's pieces, of as many words as
    states have. `contact` (·, 2): piece met or slot
    left, and the stretch that follows.
    """

    slots: NDArray[np.int64]
    occupant: NDArray[np.int64]
    visited: NDArray[np.int64]
    seeded: NDArray[np.int64]
    composition: NDArray[np.int64]
    train: NDArray[np.int64]
    base: NDArray[np.int64]
    seed: NDArray[np.int64]
    queue: NDArray[np.int64]
    contact: NDArray[np.int64]
    outcome: NDArray[np.int64]
    tally: NDArray[np.int64]


def make_work(tables: Tables, room: int = 1) -> Work:
    """Scratch memory for `tables`; `room` multiplies what a state may need (kernels report when it is too small)."""
    stretches = len(tables.stretch)
    compositions = room * (256 + 8 * tables.sides.shape[1])
    return Work(
        np.zeros(tables.pieces, np.int64),
        np.full(tables.spaces, -1, np.int64),
        np.zeros(stretches, np.int64),
        np.zeros(stretches, np.int64),
        np.zeros((compositions, COLUMNS), np.int64),
        np.zeros((compositions, tables.sides.shape[1] - 1, 2), np.int64),
        room_for(compositions, tables.words),
        np.zeros(room * 1024 + len(tables.branch), np.int64),
        np.zeros(2 * stretches, np.int64),
        np.zeros((2 * len(tables.branch) + 2 * len(tables.back) + 16, 2), np.int64),
        np.zeros((room * 4096 + stretches, 2), np.int64),
        np.zeros(5, np.int64),
    )


class Distances(NamedTuple):
    """Scratch memory beside `Work` for metrics: how far every seed, queued stretch, contact and outcome is, what stays coupled.

    `joined` (K, K): 1 for pieces that are coupled before the move. `contact_keeps`: whether that piece is met while it stands
    coupled to the head; `kept` (C): a bit a place of the train, set where a pushed piece so stays coupled to the next one;
    `outcome_closed`: whether the train has turned as a full ring with its closing joint. `cost[0]`: of one move.
    """

    seed_distance: NDArray[np.int64]
    queue_distance: NDArray[np.int64]
    contact_distance: NDArray[np.int64]
    contact_keeps: NDArray[np.int64]
    outcome_distance: NDArray[np.int64]
    outcome_closed: NDArray[np.int64]
    kept: NDArray[np.int64]
    joined: NDArray[np.int64]
    cost: NDArray[np.int64]


def make_distances(tables: Tables, work: Work) -> Distances:
    """Scratch memory as large as that of `work`, with nothing coupled."""

    def numbers(count: int) -> NDArray[np.int64]:
        return np.zeros(count, np.int64)

    contacts, outcomes = len(work.contact), len(work.outcome)
    return Distances(
        seed_distance=numbers(len(work.seed)),
        queue_distance=numbers(len(work.queue)),
        contact_distance=numbers(contacts),
        contact_keeps=numbers(contacts),
        outcome_distance=numbers(outcomes),
        outcome_closed=numbers(outcomes),
        kept=numbers(len(work.base)),
        joined=np.zeros((tables.pieces, tables.pieces), np.int64),
        cost=numbers(1),
    )


class Changes(NamedTuple):
    """Scratch memory beside `Work`: what each outcome changes of a state, for all states that occupy the same spaces.

    Change k is that the slot of `piece[e]` grows by `amount[e]`, for e from `first[k]` to `first[k + 1]`. `standing` (K): which
    piece of another state stands where each piece of the first one does.
    """

    first: NDArray[np.int64]
    piece: NDArray[np.int64]
    amount: NDArray[np.int64]
    standing: NDArray[np.int64]


def make_changes(tables: Tables, work: Work) -> Changes:
    """Scratch memory for as many outcomes as `work` has room for."""
    outcomes = len(work.outcome)
    piece, amount = np.zeros((2, outcomes * tables.pieces), np.int64)
    return Changes(np.zeros(outcomes + 1, np.int64), piece, amount, np.zeros(tables.pieces, np.int64))
