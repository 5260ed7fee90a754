"""Boards and cards as scenes: everything is on the sheet, apart from each other, the right way up, and where it belongs."""

import pytest

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.files.library import card_names
from shunt.render.board import board_scene
from shunt.render.scene import Scene, Text
from shunt.render.words import targets
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout
from shunt.track.plan import Plan
from tests.render.golden import BOARDS, card_drawing
from tests.render.spacing import check_within
from tests.shipped import shipped_card

QUICK = ("first-swap", "about-turn", "wait-for-it", "two-on-two", "dudeney-shunting")
OTHERS = [name for name in card_names() if name not in QUICK and isinstance(shipped_card(name), RouteCard)]
CARDS = [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS[::4])]


def texts(scene: Scene) -> list[Text]:
    return [item for item in scene.items if isinstance(item, Text)]


@pytest.mark.parametrize("name", BOARDS)
def test_boards_are_whole_and_on_the_sheet(name):
    layout = load_layout(name)
    scene = board_scene(layout)
    check_within(scene)
    letters = [layout.marks[space].letter if space in layout.marks else space for space in layout.plan.spaces]
    assert sorted(text.text for text in texts(scene)) == sorted(letters)
    assert scene.title == layout.about["title"]


@pytest.mark.parametrize("name", CARDS)
def test_cards_show_every_piece_and_goal(name):
    card = load_card(name)
    scene = card_drawing(name)
    check_within(scene)
    assert all(-91 <= text.angle <= 90 for text in texts(scene)), "a text is upside down"
    written = [text.text for text in texts(scene)]
    assert all(piece in written for piece in card.roster.pieces)
    assert {target.words for target in targets(card)} <= {text.removesuffix(" (there now)") for text in written}
    start = card.roster.at(card.start)
    assert all(written.count(piece) >= 2 for piece, space in card.goal.places.items() if space != start[piece])


def test_boards_without_coordinates_and_odd_plans_are_drawn():
    for plan in (
        Plan.from_tracks("one", ["a"]),
        Plan.from_tracks("apart", ["a b", "c"]),
        Plan.from_tracks("ring", ["a b c a b"]),
    ):
        check_within(board_scene(Layout(plan)))
