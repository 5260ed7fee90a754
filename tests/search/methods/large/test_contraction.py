"""Boards with shortened runs: the same short solutions as the whole board, put back and replayed there."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.cards.card import Card, Goal, RouteCard
from shunt.generator.rating.rate import rate
from shunt.generator.rating.unrated import UnratableError
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import Limits
from shunt.search.methods.large.contraction import Contraction, room_for_moves
from shunt.search.methods.large.search import compiled
from shunt.search.methods.levels import PathSearch
from shunt.search.solve import solve
from shunt.track.layout import Layout
from shunt.track.plan import Plan
from tests.effort import examples
from tests.rules.random_cards import FAMILIES, card_of, plan_of, rules_on, stretched
from tests.search.boards import positions


@st.composite
def long_cards(draw: st.DrawFn) -> RouteCard:
    """A card on a small random board whose joins are long runs; some of its pieces may be in a run at the start and the end."""
    random, family = Random(draw(st.integers(0, 1 << 32))), draw(st.sampled_from(FAMILIES))
    rules = rules_on(random, stretched(plan_of(random, family), 10, random), most_cars=1)
    start, end = draw(positions(rules)), draw(positions(rules))
    places = rules.roster.at(end)
    named = [name for name in rules.roster.pieces if name in rules.roster.cars] or list(rules.roster.pieces)
    return card_of(rules, start, Goal({name: places[name] for name in named}, {}))


def optimum(card: RouteCard) -> int | None:
    """The optimum by a search of the board as it is; None if there is none within its states."""
    search = PathSearch(compiled(card), Limits(states=60_000))
    search.run()
    return None if search.path is None else len(search.path) - 1


@given(long_cards())
@settings(max_examples=examples(40))
def test_short_solutions_are_the_same(card):
    whole = optimum(card)
    for moves in (1, 2, 3):
        contraction = Contraction.of(card, room_for_moves(card, moves))
        if contraction.exact_to is None:
            assert contraction.small is card
            continue
        assert contraction.exact_to == moves
        found = optimum(contraction.small)
        assert (found if found is not None and found <= moves else None) == (
            whole if whole is not None and whole <= moves else None
        )


def line(spaces: int, start: dict[str, str], goal: dict[str, str]) -> RouteCard:
    """A card of a locomotive `L` and cars on a line with a siding, `spaces` in all."""
    names = [f"m{number}" for number in range(spaces - 60)]
    side = [f"s{number}" for number in range(60)]
    layout = Layout.from_tracks(" ".join(names), " ".join([*names[28:30], *side, *names[100:102]]))
    card = Card.build(layout, locomotives={"L": start.pop("L")}, cars=start, goal=goal)
    return card


def test_a_heading_is_kept_where_the_ends_of_spaces_are_numbered_otherwise():
    backwards = " ".join(f"b{number}" for number in range(9, -1, -1))
    plan = Plan.from_tracks("turned", [f"{backwards} a29 a28", " ".join(f"a{number}" for number in range(30))])
    rules = Switcher(plan, line(500, {"L": "m0>m1"}, {"L": "m9"}).roster)
    card = RouteCard(
        name="turned",
        ruleset="switcher",
        layout=Layout(plan),
        roster=rules.roster,
        start=Position(("a0",), (1,)),
        goal=Goal({"L": "b9"}, {}),
    )
    contraction = Contraction.of(card, 4)
    (run,) = contraction.runs
    kept = [end for end in run if end.space in contraction.small.plan.spaces]
    for unused in kept:
        ends = [end for end in kept if end != unused]
        restored = contraction.restored([Position((end.space,), (0,)) for end in ends])
        assert restored is not None
        for end, position in zip(ends, restored, strict=True):
            (space,), (heading,) = position.places, position.headings
            assert (heading == dict(run)[space]) == (end.end == 0)


def test_each_move_of_an_answer_is_made_once_on_the_whole_board(monkeypatch):
    card = line(600, {"L": "m3>m4", "red": "m40", "blue": "s9"}, {"red": "m200", "blue": "s20"})
    made = []
    make = Switcher.make

    def counted(rules: Switcher, *move: Any) -> MoveMade:
        """Note the spaces of the board on which a move is made."""
        made.append(len(rules.plan.spaces))
        return make(rules, *move)

    monkeypatch.setattr(Switcher, "make", counted)
    answer = solve(card, first=True)
    assert made == [600] * len(answer.moves)
    assert card.is_solved(answer.moves[-1].position)


def test_a_large_card_is_not_rated_but_what_is_known_of_it_is_said():
    card = line(600, {"L": "m3>m4", "red": "m40"}, {"red": "m200"})
    for broken, why in ((), "too large to be measured; its fewest moves are 1, proven"), (("m100",), "has no solution"):
        with pytest.raises(UnratableError, match=why):
            rate(replace(card, broken=frozenset(broken)), Limits(time=30))


def test_words_of_a_long_move_name_the_ends_of_its_path():
    (move,) = solve(line(600, {"L": "m3>m4", "red": "m40"}, {"red": "m200"})).moves
    assert move.words == "L runs forward m3 m4 … m198 m199, pushes red"
    assert len(move.as_json()["path"]) == 197
