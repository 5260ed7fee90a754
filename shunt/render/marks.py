"""Marks beside the track: which space this is, by letter, colour and shape; and where there is room for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from shunt.render.colours import ink, writing_on
from shunt.render.geometry import Curve, Pit, Spot, around, beside
from shunt.render.letters import middle_of, text_width
from shunt.render.placing import Box, Room, Sought
from shunt.render.scene import XY, Circle, Item, Path, Rect, Text, polyline
from shunt.track.layout import Mark

PLAIN = "#5c564b"
MARK = 0.34  # size of a mark
TAG = 0.145  # size of the text of a tag
TAG_ROUND = (0.65, 1.35)  # of a tag: room beside its text, and its height, in sizes of its text
TRIES = 4  # to place labels, those first that had no good place
INSIDE = 0.3  # size of a letter on its space
REACH = 0.32  # from the middle of a space to the near side of its mark
NAME = 0.62  # size of a plain name, as a share of a mark
SPACE = (0.37, 0.21)  # half the length and width of a space
FINE = 27  # points of track to the length of a space, by which places that were found are checked
LINE_OFF = 0.03  # from a label to the line that leads to its space
WIDE = {
    "circle": 0.8,
    "square": 0.84,
    "triangle": 0.62,
    "star": 0.62,
    "diamond": 0.66,
    "cross": 0.9,
    "pentagon": 0.76,
    "hexagon": 0.82,
}
"""How wide a letter on a figure may be, as a share of its size; 0.8 on others."""
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
    letter = mark.letter or name
    if not mark.shape and not mark.colour:
        body = max(least, NAME * size)
        return [Text(x, y + middle_of(letter) * body, letter, body, PLAIN, bold=True)]
    size = _size(mark.shape, letter, size, least)
    colour = ink(mark.colour) if mark.colour else "#ffffff"
    edge = "#ffffff" if mark.colour else PLAIN
    items = [_figure(mark.shape or "circle", x, y, size / 2, colour, edge)]
    if letter:
        drop = {"triangle": 0.13, "pentagon": 0.03}.get(mark.shape, 0.0) * size
        body = {"triangle": 0.5, "star": 0.42, "diamond": 0.5, "cross": 0.46}.get(mark.shape, 0.58) * size
        room = WIDE.get(mark.shape, 0.8) * size
        body = max(least, min(body, body * room / max(text_width(letter, body, bold=True), 0.1)))
        items.append(Text(x, y + middle_of(letter) * body + drop, letter, body, writing_on(colour), bold=True))
    return items


def _size(shape: str, letter: str, size: float, least: float) -> float:
    """Return the size of a figure on which a letter fits that is no smaller than `least`."""
    return max(size, text_width(letter, least, bold=True) / WIDE.get(shape, 0.8))


def inside_items(mark: Mark, name: str, spot: Spot, unit: float, least: float) -> list[Item]:
    """Draw the letter of an empty space on the space itself, in the colour of its mark, upright."""
    letter = mark.letter or name
    body = max(least, min(INSIDE * unit, 0.62 * unit * INSIDE * unit / text_width(letter, INSIDE * unit, bold=True)))
    colour = ink(mark.colour) if mark.colour else PLAIN
    dark = "#6b5200" if writing_on(colour) != "#ffffff" else colour
    return [Text(spot.x, spot.y + middle_of(letter) * body, letter, body, dark, bold=True)]


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
    return Path(polyline(ends), stroke=PLAIN, width=0.03 * unit)


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
    letter = mark.letter or name
    if not mark.shape and not mark.colour:
        body = max(lettering.least, NAME * lettering.mark)
        return text_width(letter, body, bold=True) / 2 + 0.02, 0.4 * body
    half = EXTENTS.get(mark.shape or "circle", 1.06) * _size(mark.shape, letter, lettering.mark, lettering.least) / 2
    return half, half


def tag_extent(name: str, lettering: Lettering) -> XY:
    """Return half the width and half the height of the tag of a piece, in lengths of a space."""
    size = max(TAG, lettering.least)
    across, down = TAG_ROUND
    return (text_width(lettering.names.get(name, name), size, bold=True) + across * size) / 2, down / 2 * size


class Anchor(NamedTuple):
    """What a label is placed by: its key, a point, how far it is from it, half its size, directions preferred.

    `owner` is the number of the space among the spots, or -1 if the label may be nearer to other spaces. A label that is `needed`
    has no other place, as the mark of a space with a piece on it; a line leads to its space if there is none near it (`is_led`).
    """

    key: str
    x: float
    y: float
    reach: float
    half: XY
    prefer: tuple[XY, ...]
    owner: int = -1
    is_needed: bool = False
    is_led: bool = False

    def placed(self, room: Room) -> tuple[Box, bool]:
        """Place the label in a room; also return whether it is clear of everything and nearest to its space."""
        return room.place(Sought((self.x, self.y), self.half, self.owner, self.is_led), self.reach, self.prefer)


class Labels(NamedTuple):
    """Where labels are, by their keys, and those for which there is no place nearest to their spaces. `room` is what remains.

    `lost` are those of these whose place with a line is on something.
    """

    boxes: Mapping[str, Box]
    crowded: frozenset[str]
    room: Room
    lost: frozenset[str]


@lru_cache(maxsize=64)
def labels_placed(
    curves: tuple[Curve, ...],
    spots: tuple[Spot, ...],
    taken: tuple[XY, ...],
    rims: tuple[tuple[XY, int], ...],
    anchors: tuple[Anchor, ...],
) -> Labels:
    """Place labels, which takes most of the time of a drawing and is the same for all cards of a board.

    `taken` are points that labels keep away from, `rims` points round turntables with the numbers of the spaces that they
    belong to. Labels without a good place are placed again before the others.
    """
    empty = Room(track_points(curves), spots, rims, track_points(curves, FINE))
    for point in taken:
        empty.take(Box(*point, 0.14, 0.14))
    best: Labels | None = None
    crowded: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()
    for _ in range(TRIES):
        order = sorted(anchors, key=lambda anchor: (anchor.key not in lost, not anchor.is_needed, anchor.key not in crowded))
        found = _placed_in_order(order, empty.copy())
        if best is None or _faults(found, anchors) < _faults(best, anchors):
            best = found
        if not found.crowded or (found.crowded <= crowded and found.lost <= lost):
            break
        crowded, lost = crowded | found.crowded, lost | found.lost
    assert best is not None
    return best


def _placed_in_order(anchors: Sequence[Anchor], room: Room) -> Labels:
    boxes, crowded, lost = {}, set(), set()
    for anchor in anchors:
        boxes[anchor.key], is_clear = anchor.placed(room)
        if not is_clear:
            crowded.add(anchor.key)
            if anchor.is_needed:  # farther away: a line leads to its space
                boxes[anchor.key], is_clear = anchor._replace(is_led=True).placed(room)
                if not is_clear:
                    lost.add(anchor.key)
    return Labels(boxes, frozenset(crowded), room, frozenset(lost))


def _faults(labels: Labels, anchors: Sequence[Anchor]) -> tuple[int, int, int]:
    """Return how many labels are on something, how many needed ones have no good place, and how many of all."""
    return len(labels.lost), sum(anchor.is_needed and anchor.key in labels.crowded for anchor in anchors), len(labels.crowded)


def anchor_on_track(key: str, spot: Spot, half: XY, owner: int = -1) -> Anchor:
    """Return the anchor of a label beside the track of a space."""
    return Anchor(key, spot.x, spot.y, REACH, half, ((-spot.along[1], spot.along[0]), (spot.along[1], -spot.along[0])), owner)


def anchor_on_bridge(key: str, spot: Spot, pit: Pit, half: XY, owner: int) -> Anchor:
    """Return the anchor of a label outside the turntable that its space is on, at its own end of a bridge of several spaces."""
    x, y = spot.x - pit.x, spot.y - pit.y
    away = ((x / hypot(x, y), y / hypot(x, y)),) if hypot(x, y) > 0.1 else ()
    return Anchor(key, pit.x, pit.y, pit.radius + 0.06, half, away, owner)


@lru_cache(maxsize=64)
def track_points(curves: tuple[Curve, ...], dense: int = 9) -> list[XY]:
    """Return points on both sides and in the middle of all track, `dense` of them to the length of a space."""
    lines = [
        curve.points(3 + round(dense * hypot(curve.end[0] - curve.start[0], curve.end[1] - curve.start[1]))) for curve in curves
    ]
    sides = [beside(line, offset) for line in lines for offset in (-0.17, 0.0, 0.17)]
    return [point for side in sides for point in side]
