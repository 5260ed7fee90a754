"""Marks beside the track: which space this is, by letter, colour and shape; and where there is room for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from shunt.render.colours import ink, writing_on
from shunt.render.geometry import Curve, Pit, Spot, around, beside
from shunt.render.looks.letters import text_width
from shunt.render.looks.placing import Box, Room
from shunt.render.scene import XY, Circle, Item, Path, Rect, Text, polyline
from shunt.track.layout import Mark

PLAIN = "#5c564b"
MARK = 0.34  # size of a mark
TAG = 0.145  # size of the text of a tag
REACH = 0.32  # from the middle of a space to the near side of its mark
NAME = 0.62  # size of a plain name, as a share of a mark
EXTENTS = {"circle": 1.0, "square": 0.95, "cross": 1.08, "triangle": 1.1, "star": 1.12, "diamond": 1.1, "pentagon": 1.05}


@dataclass(frozen=True)
class Lettering:
    """How large the texts of a board are: the size of marks, and the least size of any text, in lengths of a space.

    `names` maps pieces to shorter names where theirs do not fit. Without texts (`is_hidden`) only figures are drawn.
    """

    mark: float = MARK
    least: float = 0.0
    names: Mapping[str, str] = field(default_factory=dict)
    is_hidden: bool = False


def mark_items(mark: Mark, name: str, x: float, y: float, size: float, least: float = 0.0) -> list[Item]:
    """Draw a mark of `size` millimetres across on the middle (x, y); a space without one gets its name in plain letters.

    No text is smaller than `least` millimetres.
    """
    letter = mark.letter or ("" if mark.shape else name)
    if not mark.shape and not mark.colour:
        body = max(least, NAME * size)
        return [Text(x, y + 0.36 * body, letter, body, PLAIN, bold=True)]
    colour = ink(mark.colour) if mark.colour else "#ffffff"
    edge = "#ffffff" if mark.colour else PLAIN
    items = [_figure(mark.shape or "circle", x, y, size / 2, colour, edge)]
    if letter:
        drop = {"triangle": 0.13, "pentagon": 0.03}.get(mark.shape, 0.0) * size
        body = {"triangle": 0.5, "star": 0.42, "diamond": 0.5, "cross": 0.46}.get(mark.shape, 0.58) * size
        body = min(body, body * 0.8 * size / max(text_width(letter, body, bold=True), 0.1)) if len(letter) > 1 else body
        body = max(body, least)
        items.append(Text(x, y + 0.36 * body + drop, letter, body, writing_on(colour), bold=True))
    return items


def _figure(shape: str, x: float, y: float, radius: float, fill: str, edge: str) -> Item:
    """Draw a figure; all shapes have about the same area."""
    width = 0.12 * radius
    if shape == "circle":
        return Circle(x, y, radius, fill, edge, width)
    if shape == "square":
        return Rect(x, y, 1.78 * radius, 1.78 * radius, 0.12 * radius, fill=fill, stroke=edge, width=width)
    if shape == "cross":
        a, b = radius * 1.08, radius * 0.52
        corners = [(-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b), (b, a), (-b, a), (-b, b), (-a, b), (-a, -b), (-b, -b)]
        return Path(polyline([(x + dx, y + dy) for dx, dy in corners], closed=True), fill, edge, width)
    if shape == "triangle":
        points = around(x, y + 0.16 * radius, 1.3 * radius, 3)
    elif shape == "star":
        points = around(x, y + 0.04 * radius, 1.32 * radius, 5, inner=0.68 * radius)
    else:
        points = around(
            x,
            y,
            {"diamond": 1.22, "pentagon": 1.1, "hexagon": 1.06}[shape] * radius,
            {"diamond": 4, "pentagon": 5, "hexagon": 6}[shape],
        )
    return Path(polyline(points, closed=True), fill, edge, width)


def extent(mark: Mark, name: str, lettering: Lettering) -> XY:
    """Return half the width and half the height of a mark, in lengths of a space."""
    letter = mark.letter or ("" if mark.shape else name)
    if not mark.shape and not mark.colour:
        body = max(lettering.least, NAME * lettering.mark)
        return text_width(letter, body, bold=True) / 2 + 0.02, 0.4 * body
    half = EXTENTS.get(mark.shape or "circle", 1.06) * lettering.mark / 2
    return max(half, text_width(letter, lettering.least, bold=True) / 2), max(half, 0.4 * lettering.least)


def tag_extent(name: str, lettering: Lettering) -> XY:
    """Return half the width and half the height of the tag of a piece, in lengths of a space."""
    size = max(TAG, lettering.least)
    return (text_width(lettering.names.get(name, name), size, bold=True) + size) / 2, 0.775 * size


@lru_cache(maxsize=64)
def marks_placed(
    curves: tuple[Curve, ...], spots: tuple[Spot, ...], taken: tuple[XY, ...], rims: tuple[XY, ...], anchors: tuple[Anchor, ...]
) -> tuple[dict[str, Box], Room]:
    """Place the marks of spaces, which takes most of the time of a drawing and is the same for all cards of a board.

    `taken` are points that labels keep away from, `rims` points round turntables. Also returns the room that remains.
    """
    room = Room([*track_points(curves), *rims], spots)
    for point in taken:
        room.take(point)
    return {anchor.space: anchor.placed(room) for anchor in anchors}, room


class Anchor(NamedTuple):
    """What a mark is placed by: the space, a point, how far the mark is from it, half its size, directions preferred.

    `owner` is the number of the space among the spots, or -1 if the mark may be nearer to other spaces.
    """

    space: str
    x: float
    y: float
    reach: float
    half: XY
    prefer: tuple[XY, ...]
    owner: int = -1

    def placed(self, room: Room) -> Box:
        """Place the label in a room."""
        return room.place((self.x, self.y), self.reach, self.half, self.prefer, self.owner)


def anchor_on_track(space: str, spot: Spot, half: XY, owner: int = -1) -> Anchor:
    """Return the anchor of a space beside its track."""
    return Anchor(space, spot.x, spot.y, REACH, half, ((-spot.along[1], spot.along[0]), (spot.along[1], -spot.along[0])), owner)


def anchor_on_bridge(space: str, spot: Spot, pit: Pit, half: XY) -> Anchor:
    """Return the anchor of a space outside the turntable that it is on, at its own end of a bridge of several spaces."""
    x, y = spot.x - pit.x, spot.y - pit.y
    away = ((x / hypot(x, y), y / hypot(x, y)),) if hypot(x, y) > 0.1 else ()
    return Anchor(space, pit.x, pit.y, pit.radius + 0.06, half, away)


@lru_cache(maxsize=64)
def track_points(curves: tuple[Curve, ...]) -> list[XY]:
    """Return points on both sides and in the middle of all track."""
    lines = [curve.points(3 + round(9 * hypot(curve.end[0] - curve.start[0], curve.end[1] - curve.start[1]))) for curve in curves]
    sides = [beside(line, offset) for line in lines for offset in (-0.17, 0.0, 0.17)]
    return [point for side in sides for point in side]
