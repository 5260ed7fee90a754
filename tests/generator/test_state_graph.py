"""The graph of states against the referee, and maps of distances against the graph."""

from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, reject, settings

from shunt.cards.card import Goal
from shunt.generator.card_graph import referee_graph
from shunt.generator.distance_map import DistanceMap
from shunt.generator.reached_graph import reached_graph
from shunt.generator.state_graph import StateGraph
from shunt.rules.position import Position
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import Neighbours
from tests.effort import examples
from tests.rules.random_cards import ring, swinging, tangle, train_card
from tests.search.boards import puzzles

PLENTY = 1 << 62


def reached(codec: Codec, start: Position, limits: Limits) -> StateGraph:
    return reached_graph(Neighbours(codec, limits), codec.states([codec.pack(start)]), limits)


@given(puzzles(most_cars=2, by_name=True))
@settings(max_examples=examples(28))
def test_maps_of_distances_agree_with_the_graph(puzzle):
    rules, start = puzzle
    codec = Codec.for_rules(rules)
    try:
        graph = reached(codec, start, Limits(memory=PLENTY, states=3_000))
    except LimitReached:
        reject()
    far = codec.unpack(int(graph.states[-1]))
    goal = Goal({rules.roster.pieces[-1]: far.places[-1]})
    goals = GoalSet.of(codec, goal, start.turntables)
    assume(goals.most < 50_000)
    distance = graph.distances_to(np.flatnonzero(goals.met_by(graph.states)))
    neighbours, limits = Neighbours(codec, Limits(memory=PLENTY)), Limits(memory=PLENTY)
    whole = DistanceMap.back_from(neighbours, goals.states(), limits, 1 << 20)
    assert whole.complete
    assert (whole.of(graph.states) == distance).all()
    near = DistanceMap.back_from(neighbours, goals.states(), limits, 1 << 20, 2)
    found = near.of(graph.states)
    unknown = -1 if near.complete else -2
    assert (found == np.where((distance >= 0) & (distance <= near.radius), distance, unknown)).all()


def test_a_limit_is_kept():
    from shunt.cards.files import load_card

    card = load_card("first-swap")
    codec = Codec.for_rules(card.rules)
    with pytest.raises(LimitReached, match="states"):
        reached(codec, card.start, Limits(memory=PLENTY, states=100))
    assert referee_graph(codec, card.start, Limits(), 100) is None


def test_the_referee_makes_the_same_rows():
    """They have other numbers; the row of each has the same states."""
    for number in range(examples(40)):
        card, limits = train_card(Random(f"graph {number}"), (tangle, ring, swinging)[number % 3]), Limits(memory=PLENTY)
        codec, start = Codec.for_rules(card.rules), card.rules.roster.canonical(card.start)
        plain = referee_graph(codec, start, limits, 1 << 20)
        if plain is None:
            continue
        graph = reached(codec, start, limits)
        numbers = graph.numbers_of(plain.states)
        assert len(plain) == len(graph)
        assert numbers[0] == 0
        assert np.array_equal(plain.numbers_of(plain.states), np.arange(len(plain)))
        for state, there in enumerate(numbers.tolist()):
            assert set(numbers[plain.row(state)]) == set(graph.row(there))
        assert plain.largest_part == graph.largest_part
        near_start = DistanceMap.back_from(Neighbours(codec, limits), graph.states[:1], limits, 1)
        for state, near in enumerate(near_start.successors(graph.states)):
            assert set(near.tolist()) == set(graph.states[graph.row(state)].tolist())
