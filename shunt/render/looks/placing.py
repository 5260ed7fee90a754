"""Free places beside the track for labels: clear of rails, of spaces and of other labels. Lengths are in space lengths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
OUTLINE = (0.42, 0.26)  # half a space with the outline of a goal


class Box(NamedTuple):
    """A label: its middle, and half of its width and height."""

    x: float
    y: float
    across: float
    down: float


class Room:
    """A search for free places beside the track; each label placed takes room."""

    def __init__(self, taken: Iterable[XY], spots: Iterable[Spot]) -> None:
        self._points: dict[tuple[int, int], list[tuple[float, float, int]]] = {}  # with the number of the space, or -1
        self._arrays: dict[tuple[int, int], NDArray[np.float64]] = {}
        self._labels: list[Box] = []
        for point in taken:
            self._add(point, -1)
        a, b = OUTLINE
        rim = [(along, side * b) for along in (-a, -a / 2, 0, a / 2, a) for side in (-1, 1)] + [(-a, 0), (a, 0)]
        for number, spot in enumerate(spots):
            for along, across in rim:
                self._add(spot.at(along, across), number)

    def _add(self, point: XY, owner: int) -> None:
        self._points.setdefault((floor(point[0]), floor(point[1])), []).append((*point, owner))

    def copy(self) -> Room:
        """Return a copy in which more can be placed."""
        other = Room((), ())
        other._points, other._arrays, other._labels = self._points, self._arrays, self._labels.copy()
        return other

    def take(self, point: XY) -> None:
        """Mark a point, and what is next to it, as taken by a label."""
        self._labels.append(Box(*point, 0.14, 0.14))

    def place(self, here: XY, reach: float, half: XY, prefer: Sequence[XY] = (), owner: int = -1) -> Box:
        """Return the best box near `here`: clear of everything, rather near, above, or in a direction preferred.

        `reach` is how far its near side is from `here` at least, `half` are half its width and height. `owner` is the number of
        the space that it belongs to, which is to be the nearest one.
        """
        import numpy as np

        turns = np.array([2 * pi * step / DIRECTIONS for step in range(DIRECTIONS)])
        ways = np.column_stack((np.cos(turns), np.sin(turns)))
        liking = [max((x * a + y * b for a, b in prefer), default=0.0) for x, y in ways.tolist()]
        liked = 0.12 * np.array(liking) - ABOVE * ways[:, 1]
        extent = np.abs(ways) @ np.array(half)
        found, best = -99.0, Box(*here, *half)
        for rings in (RINGS[:2], RINGS[2:]):
            stretch = np.repeat(rings, DIRECTIONS)
            away = reach + np.tile(extent, len(rings)) + stretch
            middles = np.array(here) + np.tile(ways, (len(rings), 1)) * away[:, None]
            track, labels, strange = self._rooms(middles, half, here, float(away.max()) + max(half) + ENOUGH, owner)
            near = np.maximum(0.0, NEEDED - np.minimum(track, labels))
            score = (
                np.minimum(track, ENOUGH)
                + np.minimum(labels, AIRY)
                + np.tile(liked, len(rings))
                - 0.3 * stretch
                - 100 * near
                - 3 * strange
            )
            at = int(np.argmax(np.round(score, 9)))
            if score[at] > found + 1e-9:
                found, best = float(score[at]), Box(float(middles[at, 0]), float(middles[at, 1]), *half)
            if found > NEEDED + 0.08:
                break
        self._labels.append(best)
        return best

    def _rooms(
        self, middles: NDArray[np.float64], half: XY, here: XY, far: float, owner: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Return how far the nearest track or space, and the nearest label, is from a box round each of the middles.

        The third result is by how much another space than that of the owner is too near to be distinguished from it.
        """
        import numpy as np

        size = np.array(half)
        points = self._around(here, far)
        offsets = np.maximum(np.abs(middles[:, None, :] - points[None, :, :2]) - size, 0.0)
        apart = np.sqrt((offsets**2).sum(axis=2))
        track = apart.min(axis=1, initial=9.0)
        own, others = points[:, 2] == owner, (points[:, 2] != owner) & (points[:, 2] >= 0)
        strange = np.zeros(len(middles))
        if owner >= 0:
            strange = np.maximum(0.0, apart[:, own].min(axis=1, initial=9.0) + OWN - apart[:, others].min(axis=1, initial=9.0))
        near = [
            b for b in self._labels if abs(b.x - here[0]) < far + b.across + AIRY and abs(b.y - here[1]) < far + b.down + AIRY
        ]
        if not near:
            return track, np.full(len(middles), 9.0), strange
        boxes = np.array(near)
        offsets = np.maximum(np.abs(middles[:, None, :] - boxes[None, :, :2]) - size - boxes[None, :, 2:], 0.0)
        return track, np.sqrt((offsets**2).sum(axis=2).min(axis=1)), strange

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


def rim_points(x: float, y: float, radius: float, count: int = 32) -> list[XY]:
    """Return points round a circle."""
    return [(x + radius * cos(2 * pi * step / count), y + radius * sin(2 * pi * step / count)) for step in range(count)]
