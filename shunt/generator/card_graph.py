"""The construction of state graphs of cards (`shunt.cards.state_graph`).

Cards of trains are searched by the engine. For any other kind, the rules list the positions, which is slow but works for all
kinds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from shunt.cards.card import Card, RouteCard
from shunt.cards.state_graph import CardGraph
from shunt.cards.stop import Stop, StopKind
from shunt.errors import InputError, number_faults
from shunt.generator.graph_of_card import graph_from
from shunt.search.core.arrays import numbers_of
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet


def card_graph(card: Card, most: int) -> CardGraph:
    """Implement `Card.state_graph`."""
    if faults := number_faults("most", most, least=1):
        raise InputError(faults)
    return (_by_engine(card, most) if isinstance(card, RouteCard) else None) or _by_rules(card, most)


def _by_engine(card: RouteCard, most: int) -> CardGraph | None:
    """Return the graph of a card as its engine finds it, or None if the rules must be used."""
    if card.rules.drags_coupled:
        return None
    codec, limits = Codec.for_rules(card.rules, is_lazy=True), Limits(states=most)
    graph = graph_from(codec, card.start, limits)
    numbers = numbers_of(graph.states)
    wanted = GoalSet.of(codec, card.goal, codec.settings.number[card.start.turntables])
    goals = np.flatnonzero(wanted.met_by(graph.states))
    return CardGraph(card, graph.first, graph.to, goals, lambda number: codec.unpack(numbers[number]))


def _by_rules(card: Card, most: int) -> CardGraph:
    """Return the graph of a card of any kind, with the successors that the rules list."""
    rules: Any = card.rules
    positions = [rules.canonical(card.start)]
    number = {positions[0]: 0}
    first, to = [0], list[int]()
    for position in positions:  # which grows meanwhile
        row = set[int]()
        for successor in sorted(rules.successors(position), key=str):
            if successor not in number:
                if len(positions) >= most:
                    raise LimitReached(Stop(StopKind.STATES, most))
                number[successor] = len(positions)
                positions.append(successor)
            row.add(number[successor])
        to += sorted(row - {number[position]})
        first.append(len(to))
    goals = [number[position] for position in positions if card.is_solved(position)]
    arrays = np.array(first, np.int64), np.array(to, np.int32), np.array(goals, np.int64)
    return CardGraph(card, *arrays, positions.__getitem__)
