"""Marks beside the track: which space this is, by letter, colour and shape; and where there is room for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, floor, hypot, pi, sin
from typing import TYPE_CHECKING

from shunt.render.colours import ink, writing_on
from shunt.render.geometry import Spot, around
from shunt.render.looks.letters import text_width
from shunt.render.scene import XY, Circle, Item, Path, Rect, Text, polyline
from shunt.track.layout import Mark

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAIN = "#5c564b"
DIRECTIONS = 24
ENOUGH = 0.34  # room, in space lengths, beyond which more is no better
AIRY = 0.55  # the same for the room from one mark to another, lest they be read as one
ABOVE = 0.03  # preference for a mark above its track


def mark_items(mark: Mark, name: str, x: float, y: float, size: float) -> list[Item]:
    """Draw a mark of `size` millimetres across on the middle (x, y); a space without one gets its name in plain letters."""
    letter = mark.letter or ("" if mark.shape else name)
    if not mark.shape and not mark.colour:
        return [Text(x, y + 0.36 * 0.62 * size, letter, 0.62 * size, PLAIN, bold=True)]
    colour = ink(mark.colour) if mark.colour else "#ffffff"
    edge = "#ffffff" if mark.colour else PLAIN
    items = [_figure(mark.shape or "circle", x, y, size / 2, colour, edge)]
    if letter:
        drop = {"triangle": 0.13, "pentagon": 0.03}.get(mark.shape, 0.0) * size
        body = {"triangle": 0.5, "star": 0.42, "diamond": 0.5, "cross": 0.46}.get(mark.shape, 0.58) * size
        body = min(body, body * 0.8 * size / max(text_width(letter, body, bold=True), 0.1)) if len(letter) > 1 else body
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


class Room:
    """A search for free places beside the track; each thing placed takes room. Lengths are in space lengths."""

    def __init__(self, taken: Iterable[XY], spots: Iterable[Spot]) -> None:
        self._taken = _Near()
        self._marks = _Near()  # worse to run into than track
        for point in taken:
            self._taken.add(point)
        for spot in spots:
            for along in (-0.3, 0, 0.3):
                for across in (-0.15, 0.15):
                    self._taken.add(spot.at(along, across))

    def copy(self) -> Room:
        """Return a copy in which more can be placed."""
        other = Room((), ())
        other._taken, other._marks = self._taken, self._marks.copy()
        return other

    def place(self, here: XY, reach: float, prefer: Sequence[XY] = (), wide: float = 0.0) -> XY:
        """Return the best point about `reach` from `here`: clear of everything, rather above or in a direction preferred.

        What is to be placed is `wide` to either side of the point, and as high as a mark.
        """
        import numpy as np

        enough, far = (ENOUGH, 0.25) if not wide else (0.22, 0.12)
        near = 2.0 * (reach + wide) + AIRY  # nothing beyond matters
        track, marks = (
            np.array([p for p in taken.around(here, near) if hypot(p[0] - here[0], p[1] - here[1]) < near]).reshape(-1, 2)
            for taken in (self._taken, self._marks)
        )
        tries = [
            (stretch, 2 * pi * step / DIRECTIONS)
            for stretch in ((1.0, 1.14, 1.35, 1.6) if wide else (1.0, 1.14))
            for step in range(DIRECTIONS)
        ]
        points = [
            (here[0] + (stretch * reach + 0.8 * wide) * cos(angle), here[1] + stretch * reach * sin(angle))
            for stretch, angle in tries
        ]
        rooms = np.minimum(_rooms(points, wide, track), enough) + np.minimum(
            _rooms(points, wide, marks), AIRY if not wide else enough
        )
        found = (-9.0, 0.0, 0.0)
        for (stretch, angle), point, room in zip(tries, points, rooms.tolist(), strict=True):
            liked = max((cos(angle) * a + sin(angle) * b for a, b in prefer), default=0.0)
            score = room + (0.05 if wide else 0.12) * liked - ABOVE * sin(angle) - far * (stretch - 1)
            if score > found[0] + 1e-9:
                found = (score, *point)
        self.take(found[1:])
        return found[1:]

    def take(self, point: XY) -> None:
        """Mark a point, and what is next to it, as taken."""
        for dx, dy in ((0, 0), (0.19, 0), (-0.19, 0), (0, 0.19), (0, -0.19)):
            self._marks.add((point[0] + dx, point[1] + dy))


class _Near:
    """Points in squares of one space length, so that those near a place are found without looking at all."""

    def __init__(self) -> None:
        self._squares: dict[tuple[int, int], list[XY]] = {}

    def copy(self) -> _Near:
        """Return a copy to which more can be added."""
        other = _Near()
        other._squares = {square: list(points) for square, points in self._squares.items()}
        return other

    def add(self, point: XY) -> None:
        """Add a point."""
        self._squares.setdefault((floor(point[0]), floor(point[1])), []).append(point)

    def around(self, here: XY, reach: float) -> Iterator[XY]:
        """Yield the points of all squares that a circle around a place touches."""
        for column in range(floor(here[0] - reach), floor(here[0] + reach) + 1):
            for row in range(floor(here[1] - reach), floor(here[1] + reach) + 1):
                yield from self._squares.get((column, row), ())


def _rooms(points: Sequence[XY], wide: float, taken: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far the nearest of the points `taken` (n, 2) is from a line `wide` to either side of each point."""
    import numpy as np

    if not len(taken):
        return np.full(len(points), 9.0)
    offsets = np.array(points)[:, None, :] - taken[None, :, :]
    across = np.maximum(np.abs(offsets[:, :, 0]) - wide, 0.0)
    squares = across * across + offsets[:, :, 1] * offsets[:, :, 1]
    nearest: NDArray[np.float64] = np.sqrt(squares.min(axis=1))
    return nearest
