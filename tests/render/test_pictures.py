"""Pictures of everything that can be drawn, for every ruleset: whole, inside their sheet, the same bytes each time."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.files.library import layout_names, yard_names
from shunt.hump.yard_file import find_yard
from shunt.render import values as pictures
from shunt.render.colours import MOVED
from shunt.render.scene import Text
from shunt.render.svg import svg_text
from shunt.track.layout_file import load_layout
from tests.render.spacing import check_within
from tests.shipped import shipped_cards


def test_every_shipped_layout_yard_and_card_of_sidings_is_drawn():
    """Cards on tracks are drawn in `test_board.py`."""
    sidings = [card for card in shipped_cards() if card.ruleset == "sidings"]
    things = [*sidings, *map(load_layout, layout_names()), *map(find_yard, yard_names())]
    assert len(things) > 30
    for thing in things:
        scene = pictures.scene_of(thing)
        check_within(scene)
        assert ET.fromstring(svg_text(scene)).tag.endswith("svg")


def in_legs(name: str) -> Card:
    """A card of sidings that counts every run of the locomotive."""
    return replace(load_card(name).with_metric("legs"), proof={}, guide=())


@pytest.mark.parametrize(
    "card", [load_card("first-swap"), load_card("roundhouse-rotation"), load_card("inglenook-322"), in_legs("inglenook-322")]
)
def test_every_move_of_a_solution_is_marked(card):
    from shunt.search.solve import solve

    moves = solve(card).moves
    scenes = pictures.step_scenes(card, moves)
    marked = [sum(getattr(item, "stroke", "") == MOVED for item in scene.items) for scene in scenes]
    assert marked[0] == 0
    assert min(marked[1:]) > 0
    for scene in scenes:
        check_within(scene)
    sheet = pictures.solution_scene(card, moves)
    check_within(sheet)
    assert [f"{number}. {made.move}" for number, made in enumerate(moves, 1)] == [
        item.text for item in sheet.items if isinstance(item, Text) and item.text[:1].isdigit() and ". " in item.text
    ]


def test_every_car_of_a_sidings_position_is_drawn_once():
    game = load_card("inglenook-533").play()
    for move in ("1-3", "3+1"):
        game.push(move)
        scene = pictures.scene_of(game)
        names = [item.text for item in scene.items if isinstance(item, Text) and item.text in game.card.rules.cars]
        sidings = [name for name in game.card.rules.capacities if name in game.card.rules.cars]
        assert sorted(names) == sorted([*game.card.rules.cars, *sidings])


def test_a_picture_is_written_to_a_file(tmp_path):
    game = load_card("first-swap").play()
    game.push("A A1>B3")
    assert pictures.svg_steps(game.card, game.moves) == [pictures.svg(game.card.play()), game.svg()]
    assert pictures.svg(game.card, tmp_path / "card.svg") == (tmp_path / "card.svg").read_text("utf-8")
    assert pictures.svg_solution(game.card, game.moves, tmp_path / "all.svg") == (tmp_path / "all.svg").read_text("utf-8")
