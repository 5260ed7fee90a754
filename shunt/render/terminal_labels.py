"""Places of labels on a picture in characters: the smallest scale at which none touches another."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count, pairwise, takewhile
from math import floor, hypot

from shunt.render.characters import Part

MOST_ROWS = 48
COMFORTABLE = 9.0  # columns a space length, where the width allows: tracks can be distinguished
CROWDED = 40  # spaces of a board from which on a picture may be wider than it should be
GAP = 2  # columns between two labels in one row
ASPECT = 0.5  # a row is twice as high as a column is wide
SLIP, SLIPS = 0.3, 0.6  # rows between neighbours, and between the first and the last, of labels that share a row
EPSILON = 1e-6  # what rounding errors amount to


@dataclass(frozen=True)
class Label:
    """The label of a space: `parts` in a row, the middle of it at (x, y), in space lengths with y downwards."""

    space: str
    parts: tuple[Part, ...]
    x: float
    y: float

    @property
    def width(self) -> int:
        """The width of the label in columns."""
        return sum(len(text) for text, _ in self.parts)


@dataclass
class Places:
    """The places of labels: their first columns and rows, and the columns of a space length.

    `heights` has the rows that labels have by their y, and `rows` those in which they are written: between two labels that are
    straightened, track is moved in proportion.
    """

    scale: float
    at: list[tuple[int, int]]
    left: float
    top: float
    heights: list[float]
    rows: list[int]

    def cell(self, x: float, y: float) -> tuple[float, float]:
        """Return column and row of a point: a character is from its column to the next, and its row through its middle."""
        return (x - self.left) * self.scale, self._straightened((y - self.top) * self.scale * ASPECT)

    def _straightened(self, row: float) -> float:
        known = self.heights
        above = bisect_right(known, row) - 1
        if above < 0:
            return row + self.rows[0] - known[0]
        if above == len(known) - 1:
            return row + self.rows[-1] - known[-1]
        share = (row - known[above]) / (known[above + 1] - known[above])
        return self.rows[above] + share * (self.rows[above + 1] - self.rows[above])


def _spread(values: Iterable[float]) -> float:
    """Return how far the largest value is from the smallest."""
    known = list(values)
    return max(known) - min(known)


def place_labels(labels: Sequence[Label], drawn: Sequence[tuple[float, float]], width: int) -> Places:
    """Return the smallest scale at which labels do not touch. If there is none, some labels are moved aside.

    `drawn`: points that span all the track.
    """
    widest = max(label.width for label in labels)
    most = min(
        (width - 2) / max(_spread(x for x, _ in drawn), 0.5),
        max(width - widest - 1, 1) / max(_spread(label.x for label in labels), 0.5),
        MOST_ROWS / ASPECT / max(_spread(label.y for label in labels), 0.5),
    )
    scales = takewhile(lambda scale: scale <= most, count(min(COMFORTABLE, most), 0.25))
    wider = (6.0, 7.0, COMFORTABLE, 10.0, 12.0, 14.0, 17.0, 20.0)  # the picture is folded, but can be read
    for scale in chain(scales, wider if len(labels) > CROWDED else ()):
        places = _at_scale(labels, scale)
        order = sorted((row, column, label.width) for label, (column, row) in zip(labels, places.at, strict=True))
        if all(row != below or column + width + GAP <= after for (row, column, width), (below, after, _) in pairwise(order)):
            return places
    return _moved_aside(labels, _at_scale(labels, most))


def _at_scale(labels: Sequence[Label], scale: float) -> Places:
    # Leave room for the halves of labels that stand to the left of their points.
    left = min(label.x - label.width / 2 / scale for label in labels)
    top = min(label.y for label in labels)
    heights = sorted({(label.y - top) * scale * ASPECT for label in labels})
    places = Places(scale, [], left, top, heights, _shared_rows(heights))
    row_of = dict(zip(heights, places.rows, strict=True))
    for label in labels:
        column = (label.x - left) * scale - label.width / 2
        places.at.append((max(0, floor(column + 0.5 + EPSILON)), row_of[(label.y - top) * scale * ASPECT]))
    return places


def _shared_rows(heights: Sequence[float]) -> list[int]:
    """Return a row for each height, from the top down: one row for heights that the eye would take for the same."""
    rows: list[list[float]] = []
    for height in heights:
        if rows and height - rows[-1][-1] <= SLIP and height - rows[-1][0] <= SLIPS:
            rows[-1].append(height)
        else:
            rows.append([height])
    return [round(sum(row) / len(row)) for row in rows for _ in row]


def _moved_aside(labels: Sequence[Label], places: Places) -> Places:
    """Give each label the free place that is nearest to its own."""
    taken: dict[int, list[tuple[int, int]]] = {}

    def is_free(place: tuple[int, int], width: int, gap: int) -> bool:
        column, row = place
        return all(column + width + gap <= first or last + gap <= column for first, last in taken.get(row, ()))

    for index, (column, row) in enumerate(places.at):
        width = labels[index].width
        if not is_free((column, row), width, GAP):
            column, row = next(place for reach in count(1) for place in _around(column, row, reach) if is_free(place, width, 1))
            places.at[index] = column, row
        taken.setdefault(row, []).append((column, column + width))
    return places


def _around(column: int, row: int, reach: int) -> list[tuple[int, int]]:
    """Return places about as far away as `reach` rows, the nearest first; never above or left of the picture."""
    found = [
        (column + across, row + down)
        for down in range(-reach, reach + 1)
        for across in range(-2 * reach, 2 * reach + 1)
        if max(abs(down), abs(across) / 2) > reach - 1 and column + across >= 0 and row + down >= 0
    ]
    return sorted(found, key=lambda place: (hypot(place[0] - column, 2 * (place[1] - row)), place))
