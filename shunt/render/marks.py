"""Marks beside the track, which identify spaces by letter, colour and shape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import hypot
from typing import NamedTuple

from shunt.render.anchors import Box
from shunt.render.colours import UNMARKED, ink, text_in, writing_on
from shunt.render.geometry import Spot, around
from shunt.render.letters import middle_of, text_width
from shunt.render.scene import XY, Circle, Item, Path, Rect, Text, polyline
from shunt.track.layout import Mark

MARK = 0.34  # size of a mark
TAG = 0.145  # size of the text of a tag
TAG_ROUND = (0.65, 1.35)  # of a tag: room beside its text, and its height, in sizes of its text
INSIDE = 0.3  # size of a letter on its space
NAME = 0.62  # size of a plain name, as a share of a mark
SPACE = (0.37, 0.21)  # half the length and width of a space
LINE_OFF = 0.03  # from a label to the line that leads to its space


class Figure(NamedTuple):
    """How a figure and the letter on it are drawn.

    `room` for the letter, the size of its `body`, and how much lower it is (`drop`) are shares of the figure's size, `extent` and
    `radius` of half of it. A regular figure has `corners`, `down` below its middle; a star has corners at an `inner` radius too.
    """

    room: float = 0.8
    body: float = 0.58
    drop: float = 0.0
    extent: float = 1.06
    corners: int = 0
    radius: float = 1.0
    down: float = 0.0
    inner: float = 0.0


FIGURES = {
    "circle": Figure(extent=1.0),
    "square": Figure(0.84, extent=0.95),
    "cross": Figure(0.9, 0.46, extent=1.08),
    "triangle": Figure(0.62, 0.5, 0.13, 1.1, corners=3, radius=1.3, down=0.16),
    "diamond": Figure(0.66, 0.5, 0.0, 1.1, corners=4, radius=1.22),
    "pentagon": Figure(0.76, 0.58, 0.03, 1.05, corners=5, radius=1.1),
    "hexagon": Figure(0.82, corners=6, radius=1.06),
    "star": Figure(0.62, 0.42, 0.0, 1.12, corners=5, radius=1.32, down=0.04, inner=0.68),
}
"""All have about the same area."""


@dataclass(frozen=True)
class Lettering:
    """The sizes of the texts on a board: the size of marks, and the minimum size of any text, in lengths of a space.

    `names` maps pieces to shorter names where theirs do not fit. Without texts (`is_hidden`) only figures are drawn. `by_track`:
    tracks whose spaces are numbered have one name each, and points have none.
    """

    mark: float = MARK
    least: float = 0.0
    names: Mapping[str, str] = field(default_factory=dict)
    is_hidden: bool = False
    by_track: bool = False


def mark_items(mark: Mark, name: str, x: float, y: float, size: float, least: float = 0.0) -> list[Item]:
    """Draw a mark of `size` millimetres across on the middle (x, y); a space without one gets its name in plain letters.

    No text is smaller than `least` millimetres.
    """
    letter = mark.letter or name
    if not mark.shape and not mark.colour:
        body = max(least, NAME * size)
        return [Text(x, y + middle_of(letter) * body, letter, body, UNMARKED, bold=True)]
    shape = mark.shape or "circle"
    figure, size = FIGURES[shape], _size(shape, letter, size, least)
    colour = ink(mark.colour) if mark.colour else "#ffffff"
    edge = "#ffffff" if mark.colour else UNMARKED
    items = [_drawn(shape, x, y, size / 2, colour, edge)]
    if letter:
        body = figure.body * size
        room = figure.room * size
        body = max(least, min(body, body * room / max(text_width(letter, body, bold=True), 0.1)))
        base = y + middle_of(letter) * body + figure.drop * size
        items.append(Text(x, base, letter, body, writing_on(colour), bold=True))
    return items


def _size(shape: str, letter: str, size: float, least: float) -> float:
    """Return the size of a figure on which a letter fits that is no smaller than `least`."""
    return max(size, text_width(letter, least, bold=True) / FIGURES[shape].room)


def inside_items(mark: Mark, name: str, spot: Spot, unit: float, least: float) -> list[Item]:
    """Draw the letter of an empty space on the space itself, in the colour of its mark, upright."""
    letter = mark.letter or name
    body = max(least, min(INSIDE * unit, 0.62 * unit * INSIDE * unit / text_width(letter, INSIDE * unit, bold=True)))
    colour = text_in(ink(mark.colour)) if mark.colour else UNMARKED
    return [Text(spot.x, spot.y + middle_of(letter) * body, letter, body, colour, bold=True)]


def leader(box: Box, spot: Spot, unit: float, corner: XY) -> Item:
    """Draw a line from the rim of a label to the rim of its space, where the label is nearer to another one.

    `corner` is that of the drawing.
    """
    dx, dy = spot.x - box.x, spot.y - box.y
    length = max(hypot(dx, dy), 1e-6)
    ahead, aside = (abs(dx * spot.along[at] + sign * dy * spot.along[1 - at]) for at, sign in ((0, 1), (1, -1)))
    begin = min(box.across / max(abs(dx), 1e-6), box.down / max(abs(dy), 1e-6))  # where it leaves the label and meets the space
    end = 1 - min(SPACE[0] / max(ahead, 1e-6), SPACE[1] / max(aside, 1e-6))
    begin, end = (begin + LINE_OFF / length, end) if begin + LINE_OFF / length < end else (begin, max(begin, end))
    ends = [((box.x + t * dx - corner[0]) * unit, (box.y + t * dy - corner[1]) * unit) for t in (begin, end)]
    return Path(polyline(ends), stroke=UNMARKED, width=0.03 * unit)


def _drawn(shape: str, x: float, y: float, radius: float, fill: str, edge: str) -> Item:
    """Draw a figure."""
    width = 0.12 * radius
    if shape == "circle":
        return Circle(x, y, radius, fill, edge, width)
    if shape == "square":
        return Rect(x, y, 1.78 * radius, 1.78 * radius, 0.12 * radius, fill=fill, stroke=edge, width=width)
    if shape == "cross":
        a, b = radius * 1.08, radius * 0.52
        corners = [(-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b), (b, a), (-b, a), (-b, b), (-a, b), (-a, -b), (-b, -b)]
        points = [(x + dx, y + dy) for dx, dy in corners]
    else:
        figure = FIGURES[shape]
        points = around(x, y + figure.down * radius, figure.radius * radius, figure.corners, inner=figure.inner * radius)
    return Path(polyline(points), fill, edge, width, closed=True)


def extent(mark: Mark, name: str, lettering: Lettering) -> XY:
    """Return half the width and half the height of a mark, in lengths of a space."""
    letter = mark.letter or name
    if not mark.shape and not mark.colour:
        body = max(lettering.least, NAME * lettering.mark)
        return text_width(letter, body, bold=True) / 2 + 0.02, 0.4 * body
    shape = mark.shape or "circle"
    half = FIGURES[shape].extent * _size(shape, letter, lettering.mark, lettering.least) / 2
    return half, half


def tag_extent(name: str, lettering: Lettering) -> XY:
    """Return half the width and half the height of the tag of a piece, in lengths of a space."""
    size = max(TAG, lettering.least)
    across, down = TAG_ROUND
    return (text_width(lettering.names.get(name, name), size, bold=True) + across * size) / 2, down / 2 * size
