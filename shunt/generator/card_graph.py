"""State graphs of cards, by kernels or by the rules.

Kernels build them unless they are not compiled and the card is small. For kinds of cards without kernels, the rules list the
positions, which is slow but works for all kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from time import process_time
from typing import Any, TypeVar

import numpy as np

from shunt.cards.card import Card, RouteCard
from shunt.cards.state_graph import CardGraph
from shunt.cards.stop import Stop, StopKind
from shunt.errors import number_faults, raise_faults
from shunt.generator.state_graph import StateGraph
from shunt.rules.position import Position
from shunt.search.core.arrays import LARGEST, Ints, Ints32, numbers_of
from shunt.search.core.kernel_cache import is_compiled
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet

S = TypeVar("S", bound=Hashable)

REACHING = "shunt.generator.state_graph_kernels", "_link"  # the last kernel that makes a graph of states
PATIENCE = 2.0
"""Seconds of processor time after which compiling kernels is faster than the rules."""


def card_graph(card: Card, most: int) -> CardGraph:
    """Implement `Card.state_graph`."""
    raise_faults(number_faults("most", most, least=1))
    if isinstance(card, RouteCard) and not card.rules.drags_coupled:
        codec = Codec.for_rules(card.rules, is_lazy=True)
        graph = graph_from(codec, card.start, Limits(states=most))
        numbers = numbers_of(graph.states)
        wanted = GoalSet.of(codec, card.goal, card.start.turntables)
        return CardGraph(
            card, graph.first, graph.to, np.flatnonzero(wanted.met_by(graph.states)), lambda number: codec.unpack(numbers[number])
        )
    rules: Any = card.rules

    def successors(position: Any) -> list[Any]:
        return sorted(rules.successors(position), key=str)

    def check(count: int) -> None:
        if count > most:
            raise LimitReached(Stop(StopKind.STATES, most))

    positions, first, to = listed(rules.canonical(card.start), successors, check)
    goals = [number for number, position in enumerate(positions) if card.is_solved(position)]
    return CardGraph(card, first, to, np.array(goals, np.int64), positions.__getitem__)


def graph_from(codec: Codec, start: Position, limits: Limits, most: int = LARGEST) -> StateGraph:
    """Return the graph of all positions that can be reached from a position, which is state 0; raise `LimitReached` if a limit is
    reached.

    If it has more than `most` states, its rows are in the order of the kernels, on which simulated walks depend.
    """
    graph = None if is_compiled(*REACHING) else referee_graph(codec, start, limits, most)
    if graph is not None:
        return graph
    from shunt.generator.reached_graph import reached_graph
    from shunt.search.trains.successors import Neighbours

    return reached_graph(Neighbours(codec, limits), codec.pack_all([start]), limits)


def referee_graph(codec: Codec, start: Position, limits: Limits, most: int) -> StateGraph | None:
    """Return the graph of all positions that can be reached from a position, found by the referee.

    Return None if kernels would be faster or if there are more than `most` states. Raise `LimitReached` if a limit is reached.
    """
    if codec.words > 1:
        return None
    rules, began = codec.rules, process_time()

    def check(count: int) -> None:
        limits.allow_states(count)
        limits.progress("graph", count, count)
        if count > most or process_time() - began > PATIENCE:
            raise _KernelsAreFasterError

    try:
        states, first, to = listed(
            codec.pack(start), lambda state: sorted(map(codec.pack, rules.successors(codec.unpack(state)))), check
        )
    except _KernelsAreFasterError:
        return None
    return StateGraph(codec.states(states), first, to)


class _KernelsAreFasterError(Exception):
    """Raised to end a search by the referee."""


def listed(start: S, after: Callable[[S], list[S]], check: Callable[[int], None]) -> tuple[list[S], Ints, Ints32]:
    """Return all states that can be reached from `start`, which is number 0, and the rows of their successors, as (first, to).

    `after` returns the successors of a state in a fixed order. `check` is called with the number of states found so far, and may
    raise an error to end the search.
    """
    states, number, first, to = [start], {start: 0}, [0], list[int]()
    for state in states:  # which grows meanwhile
        row = set[int]()
        for successor in after(state):
            if successor not in number:
                number[successor] = len(states)
                states.append(successor)
            row.add(number[successor])
        to += sorted(row - {number[state]})
        first.append(len(to))
        check(len(states))
    return states, np.array(first, np.int64), np.array(to, np.int32)
