"""Spaces that are closed to a kind of pieces, or to pieces by name: `docs/reference/cards.md`, `closed`."""

from dataclasses import replace

import pytest

import shunt
from shunt.cards.writing import card_text
from shunt.errors import CardError, IllegalMoveError, InputError, LayoutError
from shunt.generator.canonical import canonical_id
from shunt.render.terminal import draw
from shunt.rules.position import Position
from shunt.search.flood import flood_card
from shunt.search.solve import solve
from shunt.search.tablebase.format import key_of_card
from shunt.search.unsolvable.reasons import explain_unsolvable
from shunt.tablebases.builder import build
from shunt.track.layout import Layout

pytestmark = pytest.mark.usefixtures("module_of_kernels")
BRIDGE = shunt.load("""
schema = "shunt-card/1"
name = "bridge"
ruleset = "railway"
layout.tracks = ["m3 m2 m1 l1 l2 l3 F", "F r2 r1 l1 l2 l3", "l2 l3 F r2 r1"]
layout.no_stop = ["F"]
layout.closed = { F = "cars" }
start.locomotives = { E = "m1" }
start.cars = { S = "r1", C = "l3" }
goal = { S = "l3", C = "r1", E = "m1" }
""")
DEAD_END = shunt.load("""
schema = "shunt-card/1"
name = "dead-end"
ruleset = "railway"
layout.tracks = ["L3 L2 L1 M R1 R2 R3", "L3 L2 L1 X D |", "R3 R2 R1 Y D |"]
layout.closed = { D = "locomotives" }
start.locomotives = { A = "M" }
start.cars = { 1 = "X", 2 = "Y" }
goal = { 1 = "Y", 2 = "X", A = "M" }
""")


@pytest.mark.parametrize("method", ["referee", "bidirectional", "astar", "forward"])
def test_the_footbridge_and_the_short_dead_end(method):
    """The figures of an independent program: 11 moves instead of 6, and 13 instead of 10."""
    for card, closed, open_ in ((BRIDGE, 11, 6), (DEAD_END, 13, 10)):
        assert solve(card, method=method).optimum == closed
        assert solve(card.with_open(*card.closed_spaces), method=method).optimum == open_


def test_names_of_all_of_a_kind_close_a_space_as_its_kind_does():
    named = replace(BRIDGE.with_open("F"), closed={"F": ("S", "C")})
    assert named.closed_spaces == BRIDGE.closed_spaces == {"F": "cars"}
    assert solve(named).optimum == 11
    assert canonical_id(named) == canonical_id(BRIDGE)
    assert key_of_card(named) == key_of_card(BRIDGE)


def test_a_space_closed_to_everything_is_a_broken_track():
    broken = replace(BRIDGE.with_open("F"), broken=frozenset({"F"}))
    closed = replace(BRIDGE, closed={"F": ("E",)})
    assert canonical_id(broken) == canonical_id(closed) != canonical_id(BRIDGE)
    assert flood_card(broken).levels == flood_card(closed).levels


def test_a_move_into_a_closed_space_names_the_rule():
    for card, move, words in (
        (DEAD_END, "A M>D", "D is closed to locomotives"),
        (BRIDGE.starting_at(Position(("l2", "r1", "l3"))), "E l2>r2", "C would come to F, which is closed to cars"),
    ):
        with pytest.raises(IllegalMoveError, match=words) as caught:
            card.play().push(move)
        assert caught.value.rule == "closed-space"


def test_files_keep_what_is_closed():
    both = replace(BRIDGE, closed={"m3": ("S", "E")})
    again = shunt.load(card_text(both))
    assert again.puzzle == both.puzzle
    assert again.closed_spaces == {"m3": "locomotives S", "F": "cars"}


def test_a_space_is_closed_to_a_kind_of_pieces():
    with pytest.raises(LayoutError, match="not a kind of pieces"):
        Layout.from_tracks("A B", closed={"A": "wagons"})


def test_places_hold_only_pieces_that_may_be_there():
    layout = Layout.from_tracks("A B C D", "A B E F", closed={"F": "cars"})
    pieces = {"ruleset": "railway", "locomotives": {"L": "A"}, "cars": {"red": "D", "x": "C"}}
    assert solve(shunt.Card.build(layout, **pieces, goal={"E": "1 of red x"})).optimum == 3
    with pytest.raises(CardError, match="closed to red x"):
        shunt.Card.build(layout, **pieces, goal={"F": "2 of red x"})


def test_searches_that_cannot_tell_cars_apart_refuse_in_words(tmp_path_factory):
    named = replace(BRIDGE.with_open("F"), closed={"F": ("S",)})
    assert flood_card(named).levels == flood_card(named, method="states").levels
    for refused in (
        lambda: flood_card(named, method="indexed"),
        lambda: flood_card(named, method="hashed"),
        lambda: build(named, tmp_path_factory.mktemp("table") / "t.table"),
    ):
        with pytest.raises(InputError, match=r"closed to some cars and open to others \(F\)"):
            refused()


def test_an_unsolvable_card_says_what_is_closed():
    stuck = replace(DEAD_END, closed={"M": ("2",), "R1": ("2",), "D": ("2",)})
    lines = explain_unsolvable(stuck).lines
    assert any(line.startswith("if D were open to every piece it can be solved") for line in lines)


def test_pictures_show_a_sign():
    assert "F is closed to cars" in str(shunt.svg(BRIDGE))
    assert "⊘car" in draw(BRIDGE).plain()
    assert "F is closed to cars" in BRIDGE.board_lines()


@pytest.mark.slow
def test_new_cards_on_a_board_with_closed_spaces():
    board = Layout.from_tracks("A B C D E F", "A B C G H", closed={"G": "locomotives"})
    card = shunt.generate(board, seed=3, cars=2, closed=1, optimum=(2, 40))
    assert len(card.closed) == 1
    assert card.closed_spaces.keys() == {"G", *card.closed}
    assert solve(card, method="forward").optimum == card.proof["optimum"]
