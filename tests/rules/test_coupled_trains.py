"""`coupled_train = "drag"`: what another locomotive has coupled moves along. It gives a position no new outcome."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shunt
from shunt.cards.card import Goal
from shunt.cards.writing import card_text
from shunt.errors import CardError, IllegalMoveError
from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.rules.train_rules import TrainRules
from shunt.search.solve import solve
from shunt.search.trains.codec import Codec
from tests.effort import examples
from tests.rules.random_cards import card_of
from tests.rules.second_metrics import one_move_away
from tests.rules.settings import after, setting
from tests.search.boards import plans, positions
from tests.search.trains.test_move_kernels import next_to

LINE = ["S A B C D"]


HERE = setting(LINE, {"L": "A>B", "M": "C>D", "red": "B"}, drags=True)
"""L on A faces red on B; behind red is M, with its rear towards red."""


def test_a_locomotive_backs_up_and_another_one_that_has_coupled_it_follows():
    rules, position = HERE
    assert after(rules, position, "L A>S +red+M") == "L=S>A M=B>C red=A"
    assert {str(move) for move in rules.legal_moves(position)} >= {"L A>S", "L A>S +red+M"}


def test_by_default_only_what_the_moving_locomotive_couples_follows():
    rules, position = HERE
    with pytest.raises(IllegalMoveError, match="cars in front are never coupled"):
        after(replace(rules, train_rules=TrainRules()), position, "L A>S +red+M")


@pytest.mark.parametrize("couples", ["+red", "+M", "+M+red"])
def test_a_row_that_nobody_has_coupled_stays(couples):
    rules, position = HERE
    with pytest.raises(IllegalMoveError):
        after(rules, position, f"L A>S {couples}")


def test_a_locomotive_that_faces_the_one_that_backs_up_couples_only_what_is_behind_it():
    rules, position = setting(["S A B C D E F"], {"L": "A>B", "M": "B>A", "N": "D>E", "red": "C", "blue": "E"}, drags=True)
    moves = {str(move) for move in rules.legal_moves(position)}
    assert {"L A>S +M+red+N", "L A>S +M+red+N+blue"} <= moves  # blue by M, all up to N by N
    assert not {"L A>S +M", "L A>S +M+red"} & moves


@st.composite
def crowded(draw: st.DrawFn) -> tuple[Switcher, Position]:
    """Three locomotives, so that a row is coupled in parts."""
    roster = Roster(("L", "M", "N"), ("x",)[: draw(st.integers(0, 1))])
    rules = Switcher(draw(plans()), roster, train_rules=TrainRules(drags_coupled=True))
    return rules, draw(positions(rules))


@given(crowded())
@settings(max_examples=examples(60))
def test_three_locomotives(puzzle):
    rules, position = puzzle
    found = rules.successors(position)
    assert found == one_move_away(rules, position)
    assert found == replace(rules, train_rules=TrainRules()).successors(position)
    codec = Codec.for_rules(rules)
    assert next_to(codec, position, True) == {codec.pack(other) for other in found}
    for other in sorted(next_to(codec, position, True))[:6]:
        assert codec.pack(position) in next_to(codec, codec.unpack(other), False)


CARD = """
schema = "shunt-card/1"
name = "pair"
ruleset = "switcher"
layout = { tracks = ["S A B C D"] }
start = { locomotives = { L = "A>B", M = "C>D" }, cars = { red = "B" } }
goal = { L = "S", M = "B", red = "A" }
options = { coupled_train = "drag" }
"""


def test_a_card_says_how_coupled_trains_are_read():
    card = shunt.load(CARD)
    assert card.rules.drags_coupled
    assert "coupled_train" in str(card_text(card))
    assert card.puzzle != replace(card, train_rules=TrainRules()).puzzle
    assert solve(card).optimum == solve(replace(card, train_rules=TrainRules())).optimum == 1


@pytest.mark.parametrize(("drags", "optimum"), [(True, (0, 2)), (False, (1, 2))])
@pytest.mark.parametrize("method", ["referee", "buckets"])
def test_a_locomotive_that_drags_another_one_need_not_turn_back(drags, optimum, method):
    rules, position = setting(LINE, {"L": "A>B", "M": "C>D", "red": "B"}, drags=drags)
    card = card_of(rules, position, Goal({"L": "S", "M": "C", "red": "A"})).with_metric("reversals", "moves")
    assert solve(card, method=method).optima == optimum


def test_options_that_mean_nothing_are_refused():
    railway = CARD.replace('"switcher"', '"railway"').replace("A>B", "A").replace("C>D", "C")
    with pytest.raises(CardError, match="under railway a locomotive couples at both ends"):
        shunt.load(railway)
    with pytest.raises(CardError, match="coupled_train"):
        shunt.load(CARD.replace('"drag"', '"pull"'))
