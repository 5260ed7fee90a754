"""The graph of the states of a card, computed by kernels, or by the referee if they are not compiled and the card is small."""

from __future__ import annotations

from shunt.generator.state_graph import StateGraph
from shunt.rules.position import Position
from shunt.search.core.arrays import LARGEST
from shunt.search.core.kernel_cache import is_compiled
from shunt.search.core.limits import Limits
from shunt.search.trains.codec import Codec

REACHING = "shunt.generator.state_graph_kernels", "_link"  # the last kernel that makes a graph of states


def graph_from(codec: Codec, start: Position, limits: Limits, most: int = LARGEST) -> StateGraph:
    """Return the graph of all positions that can be reached from a position, which is state 0; raise `LimitReached` if a limit is
    reached.

    If it has more than `most` states, its rows are in the order of the kernels, on which simulated walks depend.
    """
    if not is_compiled(*REACHING):
        from shunt.generator.referee_graph import referee_graph

        graph = referee_graph(codec, start, limits, most)
        if graph is not None:
            return graph
    from shunt.generator.reached_graph import reached_graph

    return reached_graph(codec, codec.states([codec.pack(start)]), limits)
