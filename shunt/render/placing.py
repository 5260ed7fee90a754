"""Free places beside the track for labels: clear of rails, of spaces and of other labels. Lengths are in space lengths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise, product
from math import cos, floor, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from shunt.render.geometry import Spot
from shunt.render.scene import XY

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIRECTIONS = 24
RINGS = (0.0, 0.1, 0.22, 0.36, 0.55, 0.8, 1.1)  # how much farther than the nearest place is tried
ENOUGH = 0.17  # room to track and spaces beyond which more is no better
AIRY = 0.22  # the same for the room from one label to another, lest they be read as one
NEEDED = 0.05  # room without which a place is bad
ABOVE = 0.03  # preference for a label above its track
OWN = 0.08  # how much nearer a label is to its own space than to any other
FAR, FAR_LED = 1.6, 2.6  # from the middle of a space to its label at most; to one with a line
CHUNK = 250  # of its places that are tried together
FINE = 0.06  # step of the grid that is searched where the directions find no place
CLEAR, CLEAR_OF_LABELS = 0.025, 0.045  # the least room of a place, and the least by which its own space is nearer
LINE, LINE_STEPS = 0.02, 12  # half the room of a line from a label to its space, which is taken in steps
LINE_OFF_SPACES = 0.11  # from such a line to points of the rims of other spaces
SQUARE = 2.0  # space lengths of the squares by which labels are found
OUTLINE = (0.42, 0.26)  # half a space with the outline of a goal
BETWEEN = (
    *((along, side) for along in (-0.75, -0.25, 0.25, 0.75) for side in (-1, 1)),
    *((end, side) for end in (-1, 1) for side in (-0.5, 0.5)),
)
"""Points of that outline between those that all places are compared with, for places that are found clear of these."""


class Box(NamedTuple):
    """A label: its middle, and half of its width and height."""

    x: float
    y: float
    across: float
    down: float


class Sought(NamedTuple):
    """What a place is sought for: a label of `half` its width and height for what is `here`.

    `owner` is the number of the space that is to be the nearest one, or -1 for none. Where a line leads to the space (`is_led`),
    others may be nearer, but the line passes through no label and over no other space.
    """

    here: XY
    half: XY
    owner: int = -1
    is_led: bool = False


class Room:
    """A search for free places beside the track; each label placed takes room.

    `taken` are points of track, `between` more of them for places that are found clear of these; `rims` are points round a
    turntable, each with the number of the space on it among `spots`.
    """

    def __init__(
        self,
        taken: Iterable[XY] = (),
        spots: Iterable[Spot] = (),
        rims: Iterable[tuple[XY, int]] = (),
        between: Iterable[XY] = (),
    ) -> None:
        self._points: dict[tuple[int, int], list[tuple[float, float, int]]] = {}  # with the number of the space, or -1
        self._arrays: dict[tuple[int, int], NDArray[np.float64]] = {}
        self._between: dict[tuple[int, int], list[tuple[float, float, int]]] = {}  # track and rims of spaces between these points
        self._labels: dict[tuple[int, int], tuple[Box, ...]] = {}
        self._longest = 0.0
        for point in taken:
            self._add(point, -1)
        for point, number in rims:
            self._add(point, number)
        a, b = OUTLINE
        rim = [(along, side * b) for along in (-a, -a / 2, 0, a / 2, a) for side in (-1, 1)] + [(-a, 0), (a, 0)]
        for number, spot in enumerate(spots):
            for along, across in rim:
                self._add(spot.at(along, across), number)
            for along, across in BETWEEN:
                x, y = spot.at(along * a, across * b)
                self._between.setdefault((floor(x), floor(y)), []).append((x, y, number))
        for x, y in between:
            self._between.setdefault((floor(x), floor(y)), []).append((x, y, -1))

    def _add(self, point: XY, owner: int) -> None:
        self._points.setdefault((floor(point[0]), floor(point[1])), []).append((*point, owner))

    def copy(self) -> Room:
        """Return a copy in which more can be placed."""
        other = Room()
        other._points, other._arrays, other._between = self._points, self._arrays, self._between
        other._labels, other._longest = self._labels.copy(), self._longest
        return other

    def take(self, box: Box) -> None:
        """Take the room of a label."""
        at = floor(box.x / SQUARE), floor(box.y / SQUARE)
        self._labels[at] = (*self._labels.get(at, ()), box)
        self._longest = max(self._longest, box.across, box.down)

    def _take_line(self, box: Box, here: XY) -> None:
        """Take the room of the line from a label to its space."""
        for step in range(1, LINE_STEPS):
            share = step / LINE_STEPS
            x, y = box.x + share * (here[0] - box.x), box.y + share * (here[1] - box.y)
            if abs(x - box.x) > box.across or abs(y - box.y) > box.down:
                self.take(Box(x, y, LINE, LINE))

    def place(self, sought: Sought, reach: float, prefer: Sequence[XY] = ()) -> tuple[Box, bool]:
        """Return the best box near what it is for: clear of everything, rather near, above, or in a direction preferred.

        `reach` is how far its near side is from there at least. Also return whether it is clear and its own space the nearest: a
        box that is nearer to another space, or touches something, takes no room.
        """
        import numpy as np

        here, half = sought.here, sought.half
        ways = _directions()
        liked = -ABOVE * ways[:, 1]
        if prefer:
            liked = liked + 0.12 * (ways @ np.array(prefer).T).max(axis=1)
        extent = np.abs(ways) @ np.array(half)
        found, best = -99.0, Box(*here, *half)
        for rings in (RINGS[:2], RINGS[2:]):
            stretch = np.repeat(rings, DIRECTIONS)
            away = reach + np.tile(extent, len(rings)) + stretch
            middles = np.array(here) + np.tile(ways, (len(rings), 1)) * away[:, None]
            far = float(away.max()) + max(half) + ENOUGH
            score, at = self._best(middles, np.tile(liked, len(rings)) - 0.3 * stretch, far, sought)
            if score > found + 1e-9:
                found, best = score, Box(float(middles[at, 0]), float(middles[at, 1]), *half)
            if found > NEEDED + 0.08:
                break
        is_clear = bool(self._are_clear(np.array([best[:2]]), sought)[0])
        if not is_clear and (elsewhere := self._anywhere(sought)):
            best, is_clear = elsewhere, True
        if is_clear:
            if sought.is_led:
                self._take_line(best, here)
            self.take(best)
        return best, is_clear

    def _anywhere(self, sought: Sought) -> Box | None:
        """Return the nearest clear box within reach, for places that the directions of `place` miss."""
        import numpy as np

        grid = _grid(FAR_LED if sought.is_led else FAR)
        for first in range(0, len(grid), CHUNK):
            middles = np.array(sought.here) + grid[first : first + CHUNK]
            at = np.flatnonzero(self._are_clear(middles, sought))
            if len(at):
                return Box(float(middles[at[0], 0]), float(middles[at[0], 1]), *sought.half)
        return None

    def _are_clear(self, middles: NDArray[np.float64], sought: Sought) -> NDArray[np.bool_]:
        """Return whether boxes round these middles touch nothing and are nearest to their own space."""
        import numpy as np

        here, half = sought.here, sought.half
        away = float(np.abs(middles - np.array(here)).max())
        is_clear = ~_are_on(middles, half, self._around(here, away + max(half)))  # cheap, and true of most in a dense drawing
        tried = middles[is_clear]
        if len(tried):
            far = 2 * away + max(half) + ENOUGH
            points = np.concatenate((self._around(here, far), self._rims_around(here, far)))
            track, room, strange = _rooms(tried, points, self._labels_around(here, far), sought)
            is_clear[is_clear] = (track >= CLEAR) & (room >= CLEAR_OF_LABELS) & (strange <= OWN - CLEAR)
        return is_clear

    def _best(self, middles: NDArray[np.float64], worth: NDArray[np.float64], far: float, sought: Sought) -> tuple[float, int]:
        """Return the best score of a box around any of the middles, and the number of that middle.

        `worth` is what each is worth beside its room, which is at most `ENOUGH + AIRY`: where those that are worth most have that
        much room, the others are not measured.
        """
        import numpy as np

        order = np.argsort(-worth, kind="stable")
        points, boxes = self._around(sought.here, far), self._labels_around(sought.here, far)
        found, at = -np.inf, -1
        for first, last in pairwise((0, 2, 8, len(order))):
            tried = order[first:last]
            if not len(tried) or worth[tried[0]] + ENOUGH + AIRY < found - 1e-9:
                break
            track, labels, strange = _rooms(middles[tried], points, boxes, sought)
            near = np.maximum(0.0, NEEDED - np.minimum(track, labels))
            score = np.round(np.minimum(track, ENOUGH) + np.minimum(labels, AIRY) + worth[tried] - 100 * near - 3 * strange, 9)
            most = float(score.max())
            first_of = int(tried[score == most].min())
            if most > found or (most == found and first_of < at):
                found, at = most, first_of
        return found, at

    def _labels_around(self, here: XY, far: float) -> NDArray[np.float64]:
        """Return the labels that may be near a box within a circle around a place."""
        import numpy as np

        reach = far + self._longest + AIRY
        cells = [
            self._labels.get((column, row), ())
            for column in range(floor((here[0] - reach) / SQUARE), floor((here[0] + reach) / SQUARE) + 1)
            for row in range(floor((here[1] - reach) / SQUARE), floor((here[1] + reach) / SQUARE) + 1)
        ]
        near = [
            box
            for cell in cells
            for box in cell
            if abs(box.x - here[0]) < far + box.across + AIRY and abs(box.y - here[1]) < far + box.down + AIRY
        ]
        return np.array(near).reshape(-1, 4)

    def _rims_around(self, here: XY, far: float) -> NDArray[np.float64]:
        """Return more points of the rims of spaces, in all squares that a circle around a place touches."""
        import numpy as np

        columns, rows = (range(floor(middle - far), floor(middle + far) + 1) for middle in here)
        return np.array([point for cell in product(columns, rows) for point in self._between.get(cell, ())]).reshape(-1, 3)

    def _around(self, here: XY, far: float) -> NDArray[np.float64]:
        """Return the points of all squares that a circle around a place touches."""
        import numpy as np

        found = []
        for column in range(floor(here[0] - far), floor(here[0] + far) + 1):
            for row in range(floor(here[1] - far), floor(here[1] + far) + 1):
                if (column, row) in self._points:
                    if (column, row) not in self._arrays:
                        self._arrays[column, row] = np.array(self._points[column, row])
                    found.append(self._arrays[column, row])
        points = np.concatenate(found) if found else np.zeros((0, 3))
        near: NDArray[np.float64] = points[(np.abs(points[:, :2] - np.array(here)) < far).all(axis=1)]
        return near


@cache
def _directions() -> NDArray[np.float64]:
    """Return the directions in which a place is looked for."""
    import numpy as np

    turns = np.array([2 * pi * step / DIRECTIONS for step in range(DIRECTIONS)])
    return np.column_stack((np.cos(turns), np.sin(turns)))


@cache
def _grid(far: float) -> NDArray[np.float64]:
    """Return the places of a fine grid round a space, the nearest first."""
    import numpy as np

    steps = np.arange(-far, far + FINE / 2, FINE)
    points = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return points[np.argsort(np.hypot(points[:, 0], points[:, 1]), kind="stable")]


def _are_on(middles: NDArray[np.float64], half: XY, points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return whether a point is within a box round each of the middles."""
    import numpy as np

    across = np.abs(middles[:, :1] - points[:, 0]) <= half[0]
    within = across & (np.abs(middles[:, 1:] - points[:, 1]) <= half[1])
    return np.asarray(within.any(axis=1))


def _rooms(
    middles: NDArray[np.float64], points: NDArray[np.float64], boxes: NDArray[np.float64], sought: Sought
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return how far the nearest track or space, and the nearest label, is from a box round each of the middles.

    The third result is by how much another space than that of the owner is too near to be distinguished from it; of a label
    with a line, much where the line is on something.
    """
    import numpy as np

    half, owner = sought.half, sought.owner
    aside = np.maximum(np.abs(middles[:, :1] - points[:, 0]) - half[0], 0.0)
    above = np.maximum(np.abs(middles[:, 1:] - points[:, 1]) - half[1], 0.0)
    apart = np.sqrt(aside**2 + above**2)
    track = apart.min(axis=1, initial=9.0)
    own, others = points[:, 2] == owner, (points[:, 2] != owner) & (points[:, 2] >= 0)
    strange = np.zeros(len(middles))
    if sought.is_led:
        is_on = _line_lengths(middles, sought.here, points[others]).min(axis=1, initial=9.0) < LINE_OFF_SPACES
        strange = np.where(is_on | _lines_meet(middles, sought.here, boxes), 1.0, 0.0)
    elif owner >= 0:  # both of the box and of its middle, which is what an eye compares
        for distance in (apart, np.hypot(middles[:, :1] - points[:, 0], middles[:, 1:] - points[:, 1])):
            nearest, other = (distance[:, which].min(axis=1, initial=9.0) for which in (own, others))
            strange = np.maximum(strange, nearest + OWN - other)
    if not len(boxes):
        return track, np.full(len(middles), 9.0), strange
    aside = np.maximum(np.abs(middles[:, :1] - boxes[:, 0]) - half[0] - boxes[:, 2], 0.0)
    above = np.maximum(np.abs(middles[:, 1:] - boxes[:, 1]) - half[1] - boxes[:, 3], 0.0)
    return track, np.sqrt((aside**2 + above**2).min(axis=1)), strange


def _line_lengths(middles: NDArray[np.float64], here: XY, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far each point is from the line between each middle and what is here."""
    import numpy as np

    line = middles - np.array(here)
    off = points[None, :, :2] - np.array(here)
    share = np.clip((off * line[:, None]).sum(axis=2) / np.maximum((line**2).sum(axis=1), 1e-9)[:, None], 0.0, 1.0)
    return np.asarray(np.hypot(*np.moveaxis(off - share[:, :, None] * line[:, None], 2, 0)))


def _lines_meet(middles: NDArray[np.float64], here: XY, boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return whether the line between each middle and what is here goes through a box, or nearly."""
    import numpy as np

    line = np.array(here) - middles
    line = np.where(np.abs(line) < 1e-9, 1e-9, line)[:, None]
    to_box, half = boxes[None, :, :2] - middles[:, None], boxes[None, :, 2:] + CLEAR_OF_LABELS
    one, other = (to_box - half) / line, (to_box + half) / line
    enters, leaves = np.minimum(one, other).max(axis=2), np.maximum(one, other).min(axis=2)
    return np.asarray(((enters < leaves) & (enters < 1) & (leaves > 0)).any(axis=1))


def rim_points(x: float, y: float, radius: float, count: int = 48) -> list[XY]:
    """Return points round a circle."""
    return [(x + radius * cos(2 * pi * step / count), y + radius * sin(2 * pi * step / count)) for step in range(count)]
