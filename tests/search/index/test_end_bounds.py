"""Bounds from both ends of a card, and searches from both ends that leave out what they rule out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.cards.files import load_card
from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import numbers_of
from shunt.search.core.limits import Limits
from shunt.search.index.databases import Databases
from shunt.search.index.distances import UNREACHED, distances_to
from shunt.search.index.end_bounds import EndBounds
from shunt.search.index.joint import JointGraph
from shunt.search.index.perfect import Arrangements
from shunt.search.methods.anytime import AnytimeSearch
from shunt.search.methods.bidirectional import PathSearch
from shunt.search.methods.database_plan import PlannedBounds, worth_keeping
from shunt.search.methods.pattern_databases import PatternBounds, patterns_of
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.goals import GoalSet
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout
from tests.effort import examples
from tests.search.boards import card_of, positions, puzzles

BYTES = 1 << 34


def end_bounds_of(card: RouteCard, cars: int) -> tuple[Codec, int, list[tuple[str, ...]], EndBounds]:
    codec = Codec.for_rules(card.rules)
    phase = codec.settings.number[card.start.turntables]
    kept = worth_keeping(codec, card.goal, cars)
    return codec, phase, kept, EndBounds.build(codec, card, phase, Limits(memory=BYTES), kept)


def levels_from_the_start(card: RouteCard, codec: Codec, phase: int) -> list[np.ndarray]:
    goals = GoalSet.of(codec, card.goal, phase)
    search = PathSearch(TrainDomain(codec), codec.pack(card.start), goals, Limits(memory=BYTES), method="forward")
    search.run()
    return search.sides[0].levels


def bounds_in(databases: Databases, states: np.ndarray) -> np.ndarray:
    return PatternBounds(databases).of(states)


def test_bounds_to_the_goal_are_those_of_a_star_and_bounds_from_the_start_are_admissible() -> None:
    """The databases are made in another graph than those of A*. From the start they are held against levels of a search."""
    card = load_card("night-shift")
    cars = min(2, len(card.rules.roster.cars) - 1)
    codec, phase, kept, end_bounds = end_bounds_of(card, cars)
    levels = levels_from_the_start(card, codec, phase)
    reached = np.concatenate(levels)
    expected = PatternBounds.build(codec, patterns_of(codec, card.goal, phase, kept), Limits(memory=BYTES)).of(reached)
    assert (bounds_in(end_bounds.to_goal, reached) == expected).all()
    depths = np.repeat(np.arange(len(levels)), [len(level) for level in levels])
    from_start = bounds_in(end_bounds.from_start, reached)
    assert (from_start <= depths).all()
    assert from_start.max() >= 2


@pytest.mark.parametrize("locomotives", [1, 2])
def test_pruned_searches_agree_with_distances_on_the_whole_board(locomotives: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution that is as short as can be is proven so; where a longer one is known, a shortest one is found."""
    monkeypatch.setattr("shunt.search.methods.bidirectional.MANY", 1)
    monkeypatch.setattr("shunt.search.index.end_bounds.LEAST_DROPPED", 0)
    plan = load_layout("wye-18" if locomotives == 1 else "loop-12").plan
    rules = Switcher(plan, Roster(("A", "B")[:locomotives], ("red", "green", "blue")[: 4 - locomotives]))
    codec, draw = Codec.for_rules(rules), Random(locomotives)
    arrangements = Arrangements.of(codec)
    wanted = arrangements.position(draw.randrange(arrangements.slots))
    goal = Goal(dict(zip(rules.roster.pieces, wanted.places, strict=True)))
    goals = GoalSet.of(codec, goal)
    distances = distances_to(arrangements, arrangements.numbers_of(goals.states()), Limits(memory=BYTES))
    pruned = 0
    for _ in range(examples(24)):
        number = draw.randrange(arrangements.slots)
        optimum, surplus = int(distances[number]), draw.randrange(4)
        if optimum in (0, UNREACHED):
            continue
        card = RouteCard("test", "switcher", Layout(plan), rules.roster, arrangements.position(number), goal)
        anytime = AnytimeSearch(lambda width, longest: None, Limits(), path=[0] * (optimum + surplus + 1))
        plain, search = (
            PathSearch(TrainDomain(codec), codec.pack(card.start), goals, Limits(memory=BYTES), anytime=anytime) for _ in range(2)
        )
        kept = worth_keeping(codec, goal, 1 + draw.randrange(2) if locomotives == 1 else 1)
        planned = PlannedBounds(0, partial(EndBounds.build, codec, card, 0, Limits(memory=BYTES), kept))
        search.end_bounds_planned = lambda planned=planned: [planned]
        search.run()
        plain.run()
        assert search.path is not None
        assert (len(search.path) - 1, search.lower_bound) == (optimum, optimum)
        assert (search.path is anytime.path) == (surplus == 0)
        pruned += search.states < plain.states
    assert pruned > 3


def test_states_that_are_kept_are_those_that_every_database_finds_near(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shunt.search.index.end_bounds.LEAST_DROPPED", 0)
    card = load_card("night-shift")
    codec, phase, _, end_bounds = end_bounds_of(card, 1)
    states = np.concatenate(levels_from_the_start(card, codec, phase))
    for forwards, databases in ((True, end_bounds.to_goal), (False, end_bounds.from_start)):
        bounds = bounds_in(databases, states)
        for most in (1, int(np.median(bounds)), UNREACHED - 1):
            assert numbers_of(end_bounds.within(states, forwards, most)) == numbers_of(states[bounds <= most])


def test_joint_graphs_do_not_depend_on_the_number_of_threads() -> None:
    card = load_card("first-swap")
    roster = replace(card.rules.roster, cars=card.rules.roster.cars[:1], interchangeable=())
    arrangements = Arrangements.of(Codec.for_rules(replace(card.rules, roster=roster), jokers=1))
    sources = [[number] for number in range(0, arrangements.slots, max(1, arrangements.slots // 70))]
    found = [JointGraph(arrangements, Limits(), threads=threads).distances(sources, True) for threads in (1, 3)]
    assert len(sources) > 63
    assert (found[0] == found[1]).all()
    back = JointGraph(arrangements, Limits()).distances(sources, False)
    numbers = [number for (number,) in sources]
    assert (found[0][:, numbers] == back[:, numbers].T).all()


@st.composite
def cards(draw: st.DrawFn) -> RouteCard:
    """A card on a random board, perhaps with turntables and two locomotives, whose goal names all cars and some locomotives."""
    rules, start = draw(puzzles(most_spaces=6))
    wanted = draw(positions(rules))
    places = dict(zip(rules.roster.pieces, wanted.places, strict=True))
    free = draw(st.sets(st.sampled_from(rules.roster.locomotives)))
    goal = Goal({name: place for name, place in places.items() if name not in free})
    return card_of(rules, start, goal)


def distances_by_the_referee(card: RouteCard, most: int) -> tuple[dict[Position, int], dict[Position, int]]:
    """Return the moves from the start to every position that it leads to, and from these to the goal; none beyond `most`."""
    rules = card.rules
    from_start, sources = {card.start: 0}, dict[Position, list[Position]]()
    for position in (todo := [card.start]):
        for successor in rules.successors(position):
            sources.setdefault(successor, []).append(position)
            if successor not in from_start and len(from_start) < most:
                from_start[successor] = from_start[position] + 1
                todo.append(successor)
    to_goal = {position: 0 for position in from_start if card.is_solved(position)}
    for position in (todo := list(to_goal)):
        for source in sources.get(position, ()):
            if source not in to_goal:
                to_goal[source] = to_goal[position] + 1
                todo.append(source)
    return from_start, to_goal


@given(cards(), st.integers(0, 2), st.integers(0, 6))
@settings(max_examples=examples(60), deadline=None)
def test_no_state_that_is_near_is_left_out(card: RouteCard, cars: int, most: int) -> None:
    from_start, to_goal = distances_by_the_referee(card, 1_500)
    codec, _, _, end_bounds = end_bounds_of(card, cars)
    states = codec.states([codec.pack(position) for position in from_start])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("shunt.search.index.end_bounds.LEAST_DROPPED", 0)
        for forwards, distances in ((True, to_goal), (False, from_start)):
            kept = numbers_of(end_bounds.within(states, forwards, most))
            near = {codec.pack(position) for position, moves in distances.items() if moves <= most}
            assert near <= set(kept)
            assert kept == [state for state in numbers_of(states) if state in set(kept)]
