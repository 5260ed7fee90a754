"""Boards as text: nothing overprints anything, every piece is where it stands, colours do not change the characters."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.files.library import layout_names
from shunt.render.characters import Picture
from shunt.render.terminal import draw, draw_layout
from shunt.sidings.render.terminal import draw_sidings
from shunt.sidings.rules.referee import SidingsPosition
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout
from shunt.track.plan import Plan
from tests.effort import examples

NAMES = [f"S{number:02}" for number in range(20)]
points = st.tuples(st.floats(-10, 10), st.floats(-10, 10)).map(lambda point: (round(point[0], 2), round(point[1], 2)))


def check_names(picture: Picture, names: list[str] | tuple[str, ...]) -> None:
    """Every name stands on the picture whole, as often as it should."""
    text = picture.plain()
    rest = text
    for name in sorted(names, key=len, reverse=True):
        assert name in rest, f"{name} is not on the picture:\n{text}"
        rest = rest.replace(name, " " * len(name), 1)


@pytest.mark.parametrize("unicode", [True, False], ids=["unicode", "ascii"])
@pytest.mark.parametrize("width", [60, 140])
@pytest.mark.parametrize("name", layout_names())
def test_shipped_layouts_are_legible(name, width, unicode):
    layout = load_layout(name)
    picture = draw_layout(layout, width=width, unicode=unicode)
    check_names(picture, layout.plan.spaces)
    assert max(len(row) for row in picture.rows) <= width + 4  # buffer stops and pits may stand out a little
    assert unicode or picture.plain().isascii()
    assert len(picture.rows) <= 60


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(points, min_size=20, max_size=20, unique=True), st.sampled_from([50, 100]))
def test_no_label_overprints_another(places, width):
    layout = Layout(Plan.from_tracks("random", [NAMES]), dict(zip(NAMES, places, strict=True)))
    check_names(draw_layout(layout, width=width), NAMES)


def test_pieces_stand_on_their_spaces():
    card = load_card("first-swap")
    text = draw(card).plain()
    assert all(label in text for label in ("A1[A→]", "B1[red]", "C2[green]", "✗F2✗"))
    plain = draw(card, unicode=False).plain()
    assert all(label in plain for label in ("A1[A>]", "B1[red]", "C2[green]", "xF2x"))
    turned = replace(card.start, headings=(1 - card.start.headings[0],))
    assert "A1[A←]" in draw(card, turned).plain()


def test_turntables_and_no_stop_spaces_are_marked():
    assert "(T)" in draw_layout(load_layout("turntable-19")).plain()
    layout = Layout(Plan.from_tracks("x", ["A B C"], no_stop=["B"]))
    assert "{B}" in draw_layout(layout).plain()


def test_colours_change_no_character():
    for card in (load_card("first-swap"), load_card("inglenook-533")):
        picture = draw(card)
        assert [line.rstrip() for line in picture.styled().plain.splitlines()] == picture.plain().splitlines()


def test_sidings():
    card = load_card("inglenook-533")
    assert not isinstance(card, RouteCard)
    assert draw_sidings(card, unicode=False).plain().splitlines() == [
        "[loco]--+-- 1 [5][7][2][1][8]|",
        "        +-- 2 [3][4][6]|",
        "        +-- 3  .  .  . |",
    ]
    inside = SidingsPosition((), (("5", "7", "2", "1", "8"), ("3", "4", "6"), ()), "2")
    assert "2 [loco][3][4][6]┤" in draw_sidings(card, inside).plain()
