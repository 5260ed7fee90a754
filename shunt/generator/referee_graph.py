"""The graph of the states of a small card by the referee's own moves, for a card that is rated before kernels are compiled.

The successors of a state come in the order in which kernels write them (`search/trains/move_kernels.py`), since simulated walks
depend on it: locomotive by locomotive, forward before backward, fewer coupled pieces before more; then trains that have met a
piece, then those that have met two, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from time import process_time

import numpy as np

from shunt.generator.state_graph import SortedStates, StateGraph
from shunt.rules.motion import Motion, Ready, Train
from shunt.rules.position import Position
from shunt.search.core.limits import Limits
from shunt.search.trains.codec import Codec
from shunt.track.turntable import after_move

PATIENCE = 2.0
"""Seconds of processor time after which compiling kernels is the shorter way."""


def referee_graph(codec: Codec, start: Position, limits: Limits) -> StateGraph | None:
    """Return the graph of everything that can be reached from a position, which is state 0; None if kernels make it sooner.

    Raises `LimitReached` at a limit.
    """
    if codec.words > 1:
        return None
    rules, began = codec.rules, process_time()
    states = [codec.pack(start)]
    number = {states[0]: 0}
    to, ends = list[int](), [0]
    for state in states:  # which grows meanwhile
        row = dict.fromkeys(codec.pack(after) for after in successors_in_order(rules, codec.unpack_by_seat(state)))
        row.pop(state, None)
        for after in row:
            if after not in number:
                number[after] = len(states)
                states.append(after)
        to += [number[after] for after in row]
        ends.append(len(to))
        limits.allow_states(len(states))
        limits.progress("graph", len(ends) - 1, len(states))
        if process_time() - began > PATIENCE:
            return None
    packed = codec.states(states)
    return StateGraph(packed, np.array(ends, np.int64), np.array(to, np.int32), SortedStates(packed))


def successors_in_order(rules: Motion, position: Position) -> Iterator[Position]:
    """Yield the positions that one move leads to, in the order of kernels; some may come twice."""
    place = {space: number for number, space in enumerate(rules.plan.spaces)}

    def order(ready: Ready) -> tuple[int, list[tuple[int, int]]]:
        """Return what kernels sort chains by: their length, then the ends of what is coupled, the nearest first."""
        ends = ready[2].ends
        return len(ends), [(place[end.space], end.end) for end in ends[-2::-1]]

    waiting: list[list[Train]] = []
    for _, ready in groupby(rules.trains(position), key=lambda ready: ready[:2]):
        waiting += [[train] for _, _, train in sorted(ready, key=order)]
    for trains in waiting:  # which grows meanwhile
        stops, met = _rolled(rules, position, trains)
        yield from (rules.after(position, train) for train in stops if rules.plan.no_stop.isdisjoint(train.spaces))
        waiting += met
    tables = rules.plan.turntables
    for index, table in enumerate(tables):
        if table.rotation == "manual":
            yield replace(position, turntables=after_move(tables, position.turntables, index))


def _rolled(rules: Motion, position: Position, trains: list[Train]) -> tuple[list[Train], list[list[Train]]]:
    """Roll trains of the same pieces wherever they may go, the nearest first.

    Returns them where they come to, and for each piece that they meet, by the way it faces, the trains with it.
    """
    seen, queue, came = set[Train](), list[Train](), dict[Train, None]()
    met: dict[tuple[str, bool], list[Train]] = {}

    def next_ones() -> Iterator[Train]:
        """Yield the trains as they stand, unless the others have come there, then where they have come to."""
        for train in trains:
            if train not in seen:
                seen.add(train)
                yield train
        yield from queue  # which grows meanwhile

    for train in next_ones():
        for step, rolled in rules.steps(position, train):
            if not rolled:
                met.setdefault((step.pieces[-1], step.ahead[-1]), []).append(step)
            elif step not in came:
                came[step] = None
                if step not in seen:
                    seen.add(step)
                    queue.append(step)
    return list(came), list(met.values())
