"""Boards as they are drawn and printed: spaces, track, marks and tags keep their distance, and every text can be read."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from shunt.cards.card import Card, RouteCard
from shunt.files.library import layout_names, pack_names
from shunt.generator.forge.boards import _sketched
from shunt.generator.spec import FEATURES, BoardSpec
from shunt.paper.front import best_front, front
from shunt.paper.sheets import CARDS, SAFE
from shunt.paper.styles import STYLES
from shunt.render import fonts
from shunt.render.appearance import card_liveries
from shunt.render.crowding import crowding
from shunt.render.geometry import Spot, track_shape
from shunt.render.letters import middle_of
from shunt.render.marks import Lettering
from shunt.render.pieces import CAR, Brush
from shunt.render.scene import Item, Scene, Text
from shunt.render.words import label_of
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout
from tests.effort import some
from tests.render.spacing import apart, faults, near
from tests.shipped import packed_cards, shipped_card, shipped_cards, shipped_pack

SAMPLE = ("alphabet-crews", "two-on-two", "timesaver-hardest", "wait-for-it", "siding-swap")


def boards(count: int, largest: int) -> Iterator[Layout]:
    """Boards as `shunt make boards` proposes them, without coordinates."""
    number = made = 0
    while made < count:
        number += 1
        spec = BoardSpec(FEATURES[number % len(FEATURES)], (8, largest), "t")
        sketch = _sketched(spec, random.Random(f"spacing {number}"))
        if sketch is not None:
            made += 1
            yield sketch[0]


def check_board(layout: Layout) -> bool:
    """Check a generated board; return whether it is one that `shunt make boards` keeps."""
    found = list(faults(layout))
    if crowding(layout.plan, layout.coordinates(), layout.directions()):
        return False
    assert found == [], layout.plan
    return True


@pytest.mark.parametrize("name", layout_names())
def test_spaces_track_and_marks_of_every_shipped_board_keep_their_distance(name):
    assert list(faults(load_layout(name))) == []


def fitted(card: RouteCard, size: str) -> Lettering | None:
    """How large the texts of a card's board are on a printed card; None on a screen, whose width changes nothing of the board."""
    return None if size == "screen" else best_front(card, CARDS[size], 7, STYLES["framed"]).lettered().lettering


def check_card(card: Card, size: str) -> None:
    """Check the board of a card with its pieces and goals, and the texts on its pieces."""
    if not isinstance(card, RouteCard):
        return
    lettering = fitted(card, size)
    found = list(faults(card.layout, card.start, card, lettering))
    assert found == [], (card.name, size)
    lettering = lettering or Lettering()
    brush = Brush(1.0, card_liveries(card), lettering.names, lettering.least)
    spots = track_shape(card.layout, card.start.turntables).spots
    if not lettering.is_hidden:
        for name, space in zip(card.roster.pieces, card.start.places, strict=True):
            if name in card.roster.cars:
                check_name(brush.car(spots[space], name)[-1], spots[space])
            else:  # its name is a little behind its middle
                check_name(brush.locomotive(spots[space], name, 1)[-1], Spot(*spots[space].at(-0.04), spots[space].along))


def check_name(text: Item, spot: Spot) -> None:
    """Check that a name is inside its piece, in the middle of its height, and the right way up; a letter is level."""
    assert isinstance(text, Text)
    upright = Spot.turned(spot.x, spot.y, text.angle)
    x, y = text.x - spot.x, text.y - spot.y
    below = y * upright.along[0] - x * upright.along[1]
    assert below == pytest.approx(middle_of(text.text) * text.size, abs=1e-3)
    for x, y in text_corners(text):
        along = (x - spot.x) * spot.along[0] + (y - spot.y) * spot.along[1]
        across = (y - spot.y) * spot.along[0] - (x - spot.x) * spot.along[1]
        assert abs(along) <= CAR[0] / 2
        assert abs(across) <= CAR[1] / 2 + 0.025
    assert abs(text.angle) <= 90.0
    assert not text.angle or len(text.text) > 1 or text.size > 0.3


def named_card(name: str) -> Card:
    """A shipped card, or one of a pack: `box-forty-22`."""
    pack, _, number = name.rpartition("-")
    return shipped_pack(pack)[int(number) - 1] if pack in pack_names() else shipped_card(name)


# Dense cards, and those whose goal chips were once under marks.
CROWDED = ("box-forty-01", "box-forty-18", "box-forty-22", "box-forty-30", "first-forty-29", "first-forty-32")


@pytest.mark.parametrize("size", ["poker", "screen"])
@pytest.mark.parametrize("name", some([*SAMPLE, *CROWDED], 4))
def test_every_mark_is_nearest_to_its_space_and_nothing_is_on_another_thing(name, size):
    check_card(named_card(name), size)


def test_generated_boards_keep_their_distance():
    kept = [check_board(layout) for layout in boards(2, 12)]
    assert True in kept


# --------------------------------------------------------------------------------------------------------------------
# Printed cards


def every_card() -> list[Card]:
    """All shipped cards, those of packs too."""
    return [*shipped_cards(), *packed_cards()]


def text_corners(text: Text) -> list[tuple[float, float]]:
    """The corners of the letters of a text, with its accents and below its base line left out."""
    wide = fonts.width(text.text, text.size, text.bold)
    left = -wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    top = -min(0.7, 2 * middle_of(text.text)) * text.size
    shape = ((left, top), (left + wide, top), (left + wide, 0.0), (left, 0.0))
    return [Spot.turned(text.x, text.y, text.angle).at(*corner) for corner in shape]


def check_front(scene: Scene, name: str) -> None:
    """Check that every text has 6 points, is in the safe zone, and touches no other text."""
    texts = [item for item in scene.items if isinstance(item, Text) and item.text]
    shapes = [text_corners(text) for text in texts]
    for text, shape in zip(texts, shapes, strict=True):
        assert text.size >= fonts.LEAST - 1e-6, (name, text.text)
        for x, y in shape:
            assert SAFE - 0.01 <= x <= scene.width - SAFE + 0.01, (name, text.text)
            assert SAFE - 0.01 <= y <= scene.height - SAFE + 0.01, (name, text.text)
    for (one, a), (other, b) in combinations(zip(texts, shapes, strict=True), 2):
        if near(a, b, 0.0):
            assert apart(a, b) > 0.0, (name, one.text, other.text)


@pytest.mark.slow
def test_no_locomotive_is_called_as_a_space_is():
    for card in every_card():
        if isinstance(card, RouteCard):
            assert {label_of(card, space) for space in card.plan.spaces}.isdisjoint(card.roster.locomotives), card.name


@pytest.mark.slow
@pytest.mark.parametrize("size", [*CARDS, "screen"])
def test_shipped_cards_can_be_read_and_their_marks_are_nearest_to_their_spaces(size):
    """Of other cards for each size."""
    for card in every_card()[[*CARDS, "screen"].index(size) :: 16 * len(CARDS)]:
        check_card(card, size)
        if size in CARDS:
            check_front(front(card, CARDS[size], 27).scene, card.name)
