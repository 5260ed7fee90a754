"""The graph of the states of a card: by kernels, or without them where they are not compiled and the card is small."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shunt.generator.state_graph import StateGraph
from shunt.rules.position import Position
from shunt.search.core.kernel_cache import is_compiled
from shunt.search.core.limits import Limits
from shunt.search.trains.codec import Codec

if TYPE_CHECKING:
    from shunt.generator.occupancy_graph import SmallCard

REACHING = "shunt.generator.state_graph_kernels", "_link"  # the last kernel that makes a graph of states


def small_card(codec: Codec, start: Position, limits: Limits) -> SmallCard | None:
    """Return the states of a card that needs no kernels; None where they are to be used."""
    if is_compiled(*REACHING):
        return None
    from shunt.generator.occupancy_graph import SmallCard

    return SmallCard.from_start(codec, start, limits)


def graph_from(codec: Codec, start: int, small: SmallCard | None, limits: Limits) -> StateGraph:
    """Return the graph of everything that can be reached from a packed state, which is state 0.

    Raises `LimitReached` at a limit. Kernels are used unless the card is known as a small one.
    """
    if small is not None:
        return small.graph(start, limits)
    from shunt.generator.reached_graph import reached_graph

    return reached_graph(codec, codec.states([start]), limits)
