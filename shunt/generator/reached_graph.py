"""The state graph by kernels: floods that keep every edge."""

from __future__ import annotations

import numpy as np

from shunt.generator.state_graph import StateGraph
from shunt.generator.state_graph_kernels import _link
from shunt.search.core.arrays import BATCH, PART, States, sorted_once
from shunt.search.core.limits import Limits
from shunt.search.core.table import Numbered
from shunt.search.trains.codec import Codec
from shunt.search.trains.successors import Neighbours


def reached_graph(codec: Codec, seeds: States, limits: Limits) -> StateGraph:
    """Flood from `seeds` and keep every edge; raise `LimitReached` if a limit is reached."""
    numbered = Numbered(limits, max(1 << 14, 2 * len(seeds)), codec.words)
    numbered.add_new(sorted_once(seeds))
    neighbours = Neighbours(codec, limits)
    first = np.zeros(max(1 << 14, numbered.count + 1), np.int64)
    stamp = np.full(len(numbered.states), -1, np.int64)
    to = np.empty(BATCH, np.int32)
    source = edges = 0
    while source < numbered.count:
        stop = min(numbered.count, source + PART)
        raw, ends = neighbours.rows(numbered.states[source:stop])
        at = source + len(ends)
        numbered.make_room(len(raw))
        if len(stamp) < len(numbered.states):
            stamp = np.concatenate([stamp, np.full(len(numbered.states) - len(stamp), -1, np.int64)])
        if edges + len(raw) > len(to):
            limits.allow_bytes(8 * (edges + len(raw)))
            to = np.concatenate([to[:edges], np.empty(edges + 2 * len(raw), np.int32)])
        if at + 1 > len(first):
            first = np.concatenate([first, np.zeros(at + 1, np.int64)])
        table = numbered.keys, numbered.values, numbered.states, numbered.count
        numbered.count, edges = _link(*table, raw, ends, source, at - source, stamp, to, edges)
        first[source + 1 : at + 1] = ends
        source = at
        limits.allow_states(numbered.count)
        limits.progress("graph", source, numbered.count)
    states = numbered.states[: numbered.count].copy()
    return StateGraph(states, first[: numbered.count + 1].copy(), to[:edges].copy())
