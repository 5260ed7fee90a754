"""The state graph by kernels: floods that keep every edge."""

from __future__ import annotations

import numpy as np

from shunt.generator.state_graph import StateGraph
from shunt.generator.state_graph_kernels import _link
from shunt.search.core.arrays import PART, States, sorted_once, words_of
from shunt.search.core.domain import NextStates
from shunt.search.core.limits import Limits
from shunt.search.core.table import Numbered


def reached_graph(neighbours: NextStates, seeds: States, limits: Limits) -> StateGraph:
    """Flood from `seeds` and keep every edge; raise `LimitReached` if a limit is reached."""
    numbered = Numbered(limits, max(1 << 14, 2 * len(seeds)), words_of(seeds))
    numbered.add_new(sorted_once(seeds))
    stamp = np.empty(0, np.int64)
    rows, parts = [np.zeros(1, np.int64)], [np.empty(0, np.int32)]
    source = edges = 0
    while source < numbered.count:
        raw, ends = neighbours.rows(numbered.states[source : min(numbered.count, source + PART)])
        numbered.make_room(len(raw))
        if len(stamp) < len(numbered.states):
            stamp = np.full(len(numbered.states), -1, np.int64)  # stamps of earlier rows are not needed any more
        limits.allow_bytes(8 * (edges + len(raw)))
        to = np.empty(len(raw), np.int32)
        table = numbered.keys, numbered.values, numbered.states, numbered.count
        numbered.count, found = _link(*table, raw, ends, source, stamp, to)
        rows.append(edges + ends)
        parts.append(to[:found].copy())
        source, edges = source + len(ends), edges + found
        limits.allow_states(numbered.count)
        limits.progress("graph", source, numbered.count)
    return StateGraph(numbered.states[: numbered.count].copy(), np.concatenate(rows), np.concatenate(parts))
