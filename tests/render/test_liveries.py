"""The liveries of pieces can be told apart, by those who see colours differently too."""

from dataclasses import replace
from itertools import combinations

import pytest

from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.render.appearance import Livery, card_liveries, card_pieces, liveries
from shunt.render.board import board_scene
from shunt.render.colours import APART, LOCOMOTIVES, SPARE, difference, ink
from tests.shipped import shipped_cards

USUAL = ("red", "green", "yellow", "blue", "black", "white")


@pytest.mark.parametrize("palette", [LOCOMOTIVES, SPARE, tuple(map(ink, USUAL))], ids=["locomotives", "spare inks", "usual inks"])
def test_all_colours_of_a_palette_differ_to_every_kind_of_sight(palette):
    near = {pair: difference(*pair) for pair in combinations(palette, 2)}
    assert min(near.values()) >= APART, min(near.items(), key=lambda entry: entry[1])


def told_apart(found: dict[str, Livery], alike: tuple[tuple[str, ...], ...] = ()) -> bool:
    same = {frozenset(pair) for group in alike for pair in combinations(group, 2)}
    return all(
        a.bands != b.bands or difference(a.colour, b.colour) >= APART or frozenset((one, other)) in same
        for (one, a), (other, b) in combinations(found.items(), 2)
    )


def test_goods_have_the_colour_that_they_have_in_life():
    found = liveries((), ("coal", "milk", "timber"))
    assert [livery.colour for livery in found.values()] == [ink("black"), ink("white"), ink("brown")]


def test_cars_that_are_alike_look_alike_and_others_of_one_colour_do_not():
    found = liveries((), ("w1", "w2", "b1", "red1", "red2"), (("w1", "w2"),), {"w": "#ffffff", "b": "#101010"})
    assert found["w1"] == found["w2"] == Livery("#ffffff")
    assert found["b1"] == Livery("#101010")
    assert found["red1"].colour == found["red2"].colour
    assert found["red1"].bands != found["red2"].bands


def test_every_shipped_card_can_be_told_apart():
    for card in shipped_cards():
        pieces, found = card_pieces(card), card_liveries(card)
        assert told_apart({car: found[car] for car in pieces.cars}, pieces.alike), card.name


def test_a_card_chooses_its_colours_in_its_file():
    card = load_card("first-swap")
    chosen = replace(card, about={"colours": {"A": "black", "red": "#d9699b"}})
    assert card_liveries(chosen)["A"].colour == ink("black")
    assert card_liveries(chosen)["red"].colour == "#d9699b"
    scene = board_scene(chosen.layout, chosen.start, chosen)
    assert {"#d9699b", ink("black")} <= {getattr(item, "fill", "") for item in scene.items}
    for wrong in ({"A": "blurple"}, {"A": 7}, {"A": ["red"]}, "red"):
        with pytest.raises(InputError, match="colours"):
            card_liveries(replace(card, about={"colours": wrong}))
