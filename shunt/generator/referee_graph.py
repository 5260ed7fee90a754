"""The state graph of a small card by the referee's own moves, for a card that is rated before kernels are compiled."""

from __future__ import annotations

from time import process_time

import numpy as np

from shunt.generator.state_graph import SortedStates, StateGraph
from shunt.rules.position import Position
from shunt.search.core.limits import Limits
from shunt.search.trains.codec import Codec

PATIENCE = 2.0
"""Seconds of processor time after which compiling kernels is faster."""


def referee_graph(codec: Codec, start: Position, limits: Limits, most: int) -> StateGraph | None:
    """Return the graph of all positions that can be reached from a position, which is state 0.

    Return None if kernels would be faster or if there are more than `most` states. Raise `LimitReached` if a limit is reached.
    """
    if codec.words > 1:
        return None
    rules, began = codec.rules, process_time()
    states = [codec.pack(start)]
    number = {states[0]: 0}
    to, ends = list[int](), [0]
    for state in states:  # which grows meanwhile
        row = sorted({codec.pack(after) for after in rules.successors(codec.unpack(state))} - {state})
        for after in row:
            if after not in number:
                number[after] = len(states)
                states.append(after)
        to += [number[after] for after in row]
        ends.append(len(to))
        limits.allow_states(len(states))
        limits.progress("graph", len(ends) - 1, len(states))
        if len(states) > most or process_time() - began > PATIENCE:
            return None
    packed = codec.states(states)
    return StateGraph(packed, np.array(ends, np.int64), np.array(to, np.int32), SortedStates(packed))
