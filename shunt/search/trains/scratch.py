"""Scratch memory of the train kernels: compositions, seeds, queue and outcomes, reused for every state."""

from __future__ import annotations

import numpy as np

from shunt.search.trains.records import COLUMNS, COUNTERS, Changes, Distances, Tables, Work


def make_work(tables: Tables, room: int = 1) -> Work:
    """Return scratch memory for `tables`. `room` multiplies the expected size; kernels report if it is too small."""
    stretches = len(tables.stretch)
    compositions = room * (256 + 8 * tables.sides.shape[1])
    work = Work(
        np.zeros(tables.pieces, np.int64),
        np.full(tables.spaces, -1, np.int64),
        np.zeros(stretches, np.int64),
        np.zeros(stretches, np.int64),
        np.zeros((compositions, COLUMNS), np.int64),
        np.zeros((compositions, tables.sides.shape[1] - 1, 2), np.int64),
        np.zeros(room * 1024 + len(tables.branch), np.int64),
        np.zeros(2 * stretches, np.int64),
        np.zeros((2 * len(tables.branch) + 2 * len(tables.back) + 16, 2), np.int64),
        np.zeros((room * 4096 + stretches, 2), np.int64),
        np.zeros(COUNTERS, np.int64),
        None,
    )
    return work._replace(distances=make_distances(tables, work)) if tables.rules.counts_spaces else work


def make_distances(tables: Tables, work: Work) -> Distances:
    """Return scratch memory as large as that of `work`, with nothing coupled."""
    columns = (work.seed, work.queue, work.contact, work.contact, work.outcome, work.outcome, work.composition)
    joined = np.zeros((tables.pieces, tables.pieces), np.int64)
    return Distances._make([*(np.zeros(len(column), np.int64) for column in columns), joined])


def make_changes(tables: Tables, work: Work) -> Changes:
    """Return scratch memory for as many outcomes as `work` has room for."""
    outcomes = len(work.outcome)
    piece, amount = np.zeros((2, outcomes * tables.pieces), np.int64)
    return Changes(np.zeros(outcomes + 1, np.int64), piece, amount, np.zeros(tables.pieces, np.int64))
