"""Boards and cards as scenes: everything is on the sheet, apart from each other, the right way up, and where it belongs."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import cos, hypot, isclose, isfinite, radians, sin

import pytest

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.files.library import card_names
from shunt.render.board import board_scene
from shunt.render.cards import card_scene
from shunt.render.geometry import crossing_point, track_shape
from shunt.render.letters import text_width
from shunt.render.marks import MARK
from shunt.render.scene import Circle, Line, Path, Rect, Scene, Text
from shunt.render.words import targets
from shunt.track.layout import Layout, Mark
from shunt.track.layout_file import load_layout
from shunt.track.plan import Plan
from shunt.track.turntable import Turntable
from tests.render.golden import BOARDS, card_drawing

CARDS = [name for name in card_names() if isinstance(load_card(name), RouteCard)]


def points_of(scene: Scene) -> list[tuple[float, float]]:
    """Points that everything drawn lies between (text by its anchor)."""
    found: list[tuple[float, float]] = []
    for item in scene.items:
        if isinstance(item, Path):
            found += [(ns[i], ns[i + 1]) for _, ns in item.commands for i in range(0, len(ns), 2)]
        elif isinstance(item, Line):
            found += [(item.x1, item.y1), (item.x2, item.y2)]
        elif isinstance(item, Circle):
            found += [(item.x + sign * item.radius, item.y + sign * item.radius) for sign in (-1, 1)]
        elif isinstance(item, Rect):
            turn = radians(item.angle)
            across, down = item.across / 2, item.down / 2
            corners = [(across, down), (across, -down), (-across, down), (-across, -down)]
            found += [(item.x + a * cos(turn) - d * sin(turn), item.y + a * sin(turn) + d * cos(turn)) for a, d in corners]
        else:
            found.append((item.x, item.y))
    return found


def check_within(scene: Scene) -> None:
    points = points_of(scene)
    assert all(isfinite(x) and isfinite(y) for x, y in points)
    assert all(-0.01 <= x <= scene.width + 0.01 and -0.01 <= y <= scene.height + 0.01 for x, y in points)


def texts(scene: Scene) -> list[Text]:
    return [item for item in scene.items if isinstance(item, Text)]


@pytest.mark.parametrize("name", BOARDS)
def test_boards_are_whole_and_on_the_sheet(name: str) -> None:
    layout = load_layout(name)
    scene = board_scene(layout)
    check_within(scene)
    letters = [layout.marks[space].letter if space in layout.marks else space for space in layout.plan.spaces]
    assert sorted(text.text for text in texts(scene)) == sorted(letters)
    assert scene.title == layout.about["title"]


@pytest.mark.parametrize("name", BOARDS)
def test_marks_are_apart_from_each_other_and_from_the_spaces(name: str) -> None:
    layout = load_layout(name)
    scene = board_scene(layout, unit=1.0)
    marks = [(text.x, text.y) for text in texts(scene)]
    assert min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(marks, 2)) > 1.4 * MARK
    slots = [item for item in scene.items if isinstance(item, Rect) and isclose(item.across, 0.74)]
    assert len(slots) == len(layout.plan.spaces)
    assert min(hypot(x - slot.x, y - slot.y) for x, y in marks for slot in slots) > 0.3


@pytest.mark.parametrize("name", CARDS)
def test_cards_show_every_piece_and_goal(name: str) -> None:
    card = load_card(name)
    scene = card_drawing(name)
    check_within(scene)
    written = [text.text for text in texts(scene)]
    assert all(piece in written for piece in card.roster.pieces)
    assert {target.words for target in targets(card)} <= {text.removesuffix(" (there now)") for text in written}
    moved = [
        piece
        for piece in card.goal.places
        if card.goal.places[piece] != dict(zip(card.roster.pieces, card.start.places, strict=True))[piece]
    ]
    assert all(written.count(piece) >= 2 for piece in moved)


def test_text_is_never_upside_down() -> None:
    for name in CARDS:
        assert all(-91 <= text.angle <= 90 for text in texts(card_drawing(name)))


def test_the_same_card_is_the_same_scene() -> None:
    assert card_scene(load_card("first-swap")) == card_scene(load_card("first-swap"))


def test_units_scale_the_board() -> None:
    layout = load_layout("fan-10")
    small, large = board_scene(layout, unit=10), board_scene(layout, unit=30)
    assert isclose(3 * small.width, large.width, abs_tol=0.05)
    assert isclose(3 * small.height, large.height, abs_tol=0.05)


def test_pieces_turn_with_the_bridge() -> None:
    layout = load_layout("roundhouse-14")
    spots = [track_shape(layout, (position,)).spots["T"] for position in range(4)]
    assert [round(spot.angle) % 360 for spot in spots] == [0, 90, 180, 270]
    assert len({(round(spot.x, 6), round(spot.y, 6)) for spot in spots}) == 1


@pytest.mark.parametrize("name", ["turntable-19", "alphabet-26", "roundhouse-14"])
def test_bridges_are_straight_through_the_middle_and_track_comes_to_their_ends(name: str) -> None:
    layout = load_layout(name)
    for number, position in enumerate(layout.plan.turntables[0].positions):
        shape = track_shape(layout, (number,))
        (pit,), (bridge,) = shape.pits, shape.bridges
        assert isclose(bridge.start[0] + bridge.end[0], 2 * pit.x, abs_tol=1e-9)
        assert isclose(bridge.start[1] + bridge.end[1], 2 * pit.y, abs_tol=1e-9)
        across = [(x - pit.x) * bridge.out[1] - (y - pit.y) * bridge.out[0] for x, y in bridge.points()]
        assert max(map(abs, across)) < 1e-9
        ends = {curve.end for curve in shape.curves}
        for outside, point in zip(position, (bridge.start, bridge.end), strict=True):
            assert not outside or point in ends


def test_spaces_that_exclude_each_other_are_shown_where_their_tracks_cross() -> None:
    layout = load_layout("scissors-12")
    x, y = crossing_point(track_shape(layout), "K", "L")
    assert isclose(x, 2.85, abs_tol=0.03)
    assert isclose(y, -1.1, abs_tol=0.03)
    plan = Plan.from_tracks("beside", ["a b", "c d"], exclusive=[["a", "c"]])
    apart = Layout(plan, {"a": (0.0, 0.0), "b": (1.0, 0.0), "c": (0.0, 2.0), "d": (1.0, 2.0)})
    assert crossing_point(track_shape(apart), "a", "c") == (0.0, -1.0)


def test_a_long_bridge_lays_its_spaces_in_a_row() -> None:
    table = Turntable("T", ("t1", "t2"), (("b", "c"), ("c", "b"), ("", "b"), ("", "")))
    plan = Plan.from_tracks("long", ["a b", "c d"], [table])
    at = {"a": (0.0, 0.0), "b": (1.0, 0.0), "t1": (2.6, 0.0), "t2": (3.6, 0.0), "c": (5.2, 0.0), "d": (6.2, 0.0)}
    layout = Layout(plan, at)
    for position, order in enumerate([(2.6, 3.6), (3.6, 2.6), (3.6, 2.6), (2.6, 3.6)]):
        spots = track_shape(layout, (position,)).spots
        assert (round(spots["t1"].x, 1), round(spots["t2"].x, 1)) == order
        check_within(board_scene(layout, replace(load_card("wait-for-it").start, turntables=(position,))))


def test_boards_without_coordinates_and_odd_plans_are_drawn() -> None:
    for plan in (
        Plan.from_tracks("one", ["a"]),
        Plan.from_tracks("apart", ["a b", "c"]),
        Plan.from_tracks("ring", ["a b c a b"]),
    ):
        check_within(board_scene(Layout(plan)))


def test_titles_fit_whatever_their_length_and_what_is_not_proven_is_said() -> None:
    card = load_card("first-swap")
    assert isinstance(card, RouteCard)
    long = replace(card, about={"title": "A title that goes on " * 12, "author": "A. Signalman"}, proof={"status": "unsolvable"})
    scene = card_scene(long)
    written = {text.text: text for text in texts(scene)}
    (title,) = (text for text in texts(scene) if text.text.startswith("A title"))
    assert title.x + text_width(title.text, title.size, bold=True) < scene.width
    assert {"This goal cannot be reached (proven).", "A. Signalman"} <= set(written)


@pytest.mark.parametrize("name", ["gum-stump", "siding-swap", "wye-turn"])
def test_spaces_of_boards_without_coordinates_keep_their_distance(name: str) -> None:
    card = load_card(name)
    assert isinstance(card, RouteCard)
    spots = track_shape(Layout(card.plan)).spots.values()
    assert min(hypot(a.x - b.x, a.y - b.y) for a, b in combinations(spots, 2)) > 0.9
    assert all(spot.angle % 45 == pytest.approx(0, abs=1e-6) or spot.angle % 45 > 44.999 for spot in spots)


def test_a_mark_without_a_letter_keeps_the_name_of_its_space() -> None:
    layout = load_layout("fan-10")
    marks = {space: Mark(shape="star", colour="red") for space in layout.plan.spaces}
    scene = board_scene(replace(layout, marks=marks))
    assert set(layout.plan.spaces) <= {item.text for item in scene.items if isinstance(item, Text)}
