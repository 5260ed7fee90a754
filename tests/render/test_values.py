"""Pictures of values: every kind of value draws itself, the same bytes each time, through the package's door."""

from xml.etree import ElementTree

import pytest

import shunt
from shunt.cards.files import load_card
from shunt.cards.flooded import Flood
from shunt.errors import InputError
from shunt.hump.bids import bid_table
from shunt.hump.yard import Yard
from shunt.render.values import svg, text
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout

UNSOLVABLE = shunt.Card.build(Layout.from_tracks("A B C"), locomotives={"L": "A>B"}, cars={"red": "C"}, goal={"red": "A"})
VALUES = {
    "switcher": lambda: load_card("first-swap"),
    "railway": lambda: load_card("dudeney-shunting"),
    "sidings": lambda: load_card("inglenook-533"),
    "layout": lambda: load_layout("wye-18"),
    "own layout": lambda: Layout.from_tracks("A B C", "A B D"),
    "yard": lambda: Yard.parse("5u_62r1@2,1"),
    "game": lambda: load_card("first-swap").play(),
    "solution": lambda: shunt.solve("first-swap"),
    "solutions": lambda: shunt.solutions("first-swap"),
    "no solutions": lambda: shunt.solutions(UNSOLVABLE),
    "flood": lambda: Flood((1, 15, 125, 481), False, 0.1),
    "bids": lambda: bid_table("two-storeys", "ABC"),
}


@pytest.mark.parametrize("kind", VALUES)
def test_every_kind_of_value_draws_itself(kind):
    value = VALUES[kind]()
    drawn = value._repr_svg_()
    assert ElementTree.fromstring(drawn).tag.endswith("svg")
    assert 'style="max-width:100%;height:auto"' in drawn
    assert drawn.replace(' style="max-width:100%;height:auto"', "") == value.svg() == svg(VALUES[kind]())
    assert text(value).strip()


def test_printing_a_card_shows_its_board():
    assert "[red]" in str(load_card("first-swap"))
    assert "[5][7][2]" in str(load_card("inglenook-533"))


def test_a_value_without_a_picture_is_an_input_error():
    with pytest.raises(InputError, match="type int has no picture"):
        svg(3)
    with pytest.raises(InputError, match="type int has no picture"):
        text(3)
