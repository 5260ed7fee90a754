"""Bounds from both ends of a card, and searches from both ends that leave out what they rule out."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.rules.position import Roster
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import Limits, Sizes
from shunt.search.index.distances import UNREACHED, distances_to
from shunt.search.index.end_bounds import EndBounds
from shunt.search.index.perfect import Arrangements
from shunt.search.methods.anytime import AnytimeSearch
from shunt.search.methods.bidirectional import PathSearch
from shunt.search.methods.database_plan import PlannedBounds, worth_keeping
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.goals import GoalSet
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout
from tests.effort import examples
from tests.search.boards import card_of, positions, puzzles

BYTES = 1 << 34


@pytest.mark.parametrize("locomotives", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_pruned_searches_agree_with_distances_on_the_whole_board(locomotives: int) -> None:
    """A solution that is as short as can be is proven so; where a longer one is known, a shortest one is found."""
    limits = Limits(memory=BYTES, sizes=Sizes(large_level=1, least_dropped=0))
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
        plain, search = (PathSearch(TrainDomain(codec), codec.pack(card.start), goals, limits, anytime=anytime) for _ in range(2))
        kept = worth_keeping(codec, goal, 1 + draw.randrange(2) if locomotives == 1 else 1)
        planned = PlannedBounds(0, partial(EndBounds.build, codec, card, 0, limits, kept))
        search.pruning.planned_by = lambda planned=planned: [planned]
        search.run()
        plain.run()
        assert search.path is not None
        assert (len(search.path) - 1, search.lower_bound) == (optimum, optimum)
        assert (search.path is anytime.path) == (surplus == 0)
        assert search.evidence.implies((optimum,))
        assert search.evidence.as_json()["under"] in ((None, optimum + surplus) if search.pruning.has_left_out else (None,))
        pruned += search.states < plain.states
    assert pruned > 0


@st.composite
def cards(draw: st.DrawFn) -> RouteCard:
    """A card on a random board, perhaps with turntables and two locomotives, whose goal names all cars and some locomotives."""
    rules, start = draw(puzzles(most_spaces=6, by_name=True))
    wanted = draw(positions(rules))
    places = dict(zip(rules.roster.pieces, wanted.places, strict=True))
    free = draw(st.sets(st.sampled_from(rules.roster.locomotives)))
    goal = Goal({name: place for name, place in places.items() if name not in free})
    return card_of(rules, start, goal)
