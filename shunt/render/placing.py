"""Free places beside the track for labels: clear of rails, of spaces and of other labels. Lengths are in space lengths.

The module loads numpy, so it is imported when labels are placed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.render.anchors import Anchor, Box
from shunt.render.geometry import Curve, Spot, around, track_points
from shunt.render.scene import XY

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]

DIRECTIONS = 24
RINGS = (0.0, 0.1, 0.22, 0.36, 0.55, 0.8, 1.1)  # how much farther than the nearest place is tried
ENOUGH = 0.17  # room to track and spaces beyond which more is no better
AIRY = 0.22  # the same for the room from one label to another, lest they be read as one
NEEDED = 0.05  # room without which a place is bad
ABOVE = 0.03  # preference for a label above its track
PREFERRED = 0.12  # preference for the directions that an anchor prefers
OWN = 0.08  # how much nearer a label is to its own space than to any other
FAR, FAR_LED = 1.6, 2.6  # from the middle of a space to its label at most; to one with a line
PARTS = 20  # in which these places are tried
FINE = 0.06  # step of the grid that is searched where the directions find no place
DENSE = 27  # points of track to the length of a space, by which places that were found are checked
CLEAR, CLEAR_OF_LABELS = 0.025, 0.045  # the least room of a place, and the least by which its own space is nearer
LINE, LINE_STEPS = 0.02, 12  # half the room of a line from a label to its space, which is taken in steps
LINE_OFF_SPACES = 0.11  # from such a line to points of the rims of other spaces
NOTHING = 9.0  # how far away what is not there counts as
TRIES = 4  # to place labels, those first that had no good place
OUTLINE = (0.42, 0.26)  # half a space with the outline of a goal
RIM = (*product((-1, -0.5, 0, 0.5, 1), (-1, 1)), (-1, 0), (1, 0))
"""Points of that outline, as shares of its half, with which all places are compared."""
BETWEEN = (*product((-0.75, -0.25, 0.25, 0.75), (-1, 1)), *product((-1, 1), (-0.5, 0.5)))
"""Points between these, for places that are found clear of these."""

POINT = np.zeros(2)
"""Half the size of a point."""
WAYS = np.array(around(0, 0, 1, DIRECTIONS, turned=0))
"""The directions in which a place is looked for."""


class Room:
    """A search for free places beside the track of `curves` and the spaces at `spots`. Each label that is placed takes room.

    `rims` are points round a turntable, each with the number of the space on it among `spots`.
    """

    def __init__(self, curves: tuple[Curve, ...], spots: Sequence[Spot], rims: Iterable[tuple[XY, int]]) -> None:
        def outline(shares: Iterable[XY]) -> list[tuple[float, float, int]]:
            a, b = OUTLINE
            return [(*spot.at(x * a, y * b), number) for number, spot in enumerate(spots) for x, y in shares]

        points = [(x, y, -1) for x, y in track_points(curves)] + [(*point, number) for point, number in rims] + outline(RIM)
        self.points = _by_column(points)  # with the number of the space, or -1
        self.between = _by_column([*outline(BETWEEN), *((x, y, -1) for x, y in track_points(curves, DENSE))])
        self.labels: Array = np.zeros((0, 4))
        self.longest = 0.0
        # What does not depend on other labels, shared with copies: it is the same in every try.
        self.off_board: dict[Anchor, Array] = {}
        self.beside: dict[tuple[Anchor, int], tuple[Array, Array]] = {}

    def take(self, box: Box) -> None:
        """Take the room of a label."""
        self.labels = np.insert(self.labels, self.labels[:, 0].searchsorted(box.x), box, axis=0)
        self.longest = max(self.longest, box.across, box.down)

    def _take_line(self, box: Box, here: XY) -> None:
        """Take the room of the line from a label to its space."""
        for step in range(1, LINE_STEPS):
            share = step / LINE_STEPS
            x, y = box.x + share * (here[0] - box.x), box.y + share * (here[1] - box.y)
            if abs(x - box.x) > box.across or abs(y - box.y) > box.down:
                self.take(Box(x, y, LINE, LINE))

    def place(self, anchor: Anchor) -> tuple[Box, bool]:
        """Return the best box for a label: clear of everything, rather near, above, or in a direction preferred.

        Also return whether it is clear and its own space the nearest: a box that is nearer to another space, or touches
        something, takes no room.
        """
        here, half = anchor.at, anchor.half
        liked = -ABOVE * WAYS[:, 1]
        if anchor.prefer:
            liked = liked + PREFERRED * (WAYS @ np.array(anchor.prefer).T).max(axis=1)
        extent = np.abs(WAYS) @ half
        found, best = -99.0, Box(*here, *half)
        for number, rings in enumerate((RINGS[:2], RINGS[2:])):
            stretch = np.repeat(rings, DIRECTIONS)
            away = anchor.reach + np.tile(extent, len(rings)) + stretch
            middles = here + np.tile(WAYS, (len(rings), 1)) * away[:, None]
            far = float(away.max()) + max(half) + ENOUGH
            if (key := (_of_board(anchor), number)) not in self.beside:
                points = _near(self.points, here, far)
                strangest = np.max([_strange(middles, anchor, points, size) for size in _sizes(anchor)], axis=0, initial=-NOTHING)
                self.beside[key] = _apart(middles, half, points), np.maximum(0.0, strangest + OWN)
            track, strange = self.beside[key]
            boxes = _near(self.labels, here, far + self.longest + AIRY)
            labels = _apart(middles, half, boxes, boxes[:, 2:].T)
            if anchor.is_led:
                strange = np.where(_lines_meet(middles, here, boxes), 1.0, strange)
            bad = np.maximum(0.0, NEEDED - np.minimum(track, labels))
            worth = np.tile(liked, len(rings)) - 0.3 * stretch
            score = np.round(np.minimum(track, ENOUGH) + np.minimum(labels, AIRY) + worth - 100 * bad - 3 * strange, 9)
            at = int(score.argmax())
            if score[at] > found + 1e-9:
                found, best = float(score[at]), Box(float(middles[at, 0]), float(middles[at, 1]), *half)
            if found > NEEDED + 0.08:
                break
        middle = np.array([best[:2]])
        is_clear = bool(self._are_off_labels(middle, anchor)[0] and self._are_off_board(middle, anchor)[0])
        if not is_clear and (elsewhere := self._anywhere(anchor)):
            best, is_clear = elsewhere, True
        if is_clear:
            if anchor.is_led:
                self._take_line(best, here)
            self.take(best)
        return best, is_clear

    def _anywhere(self, anchor: Anchor) -> Box | None:
        """Return the nearest clear box within reach, for places that the directions of `place` miss."""
        key = _of_board(anchor)
        if key not in self.off_board:
            middles = np.add(_grid(FAR_LED if anchor.is_led else FAR), anchor.at)
            parts = np.array_split(middles, PARTS)
            self.off_board[key] = np.concatenate([part[self._are_off_board(part, anchor)] for part in parts])
        middles = self.off_board[key]
        at = np.flatnonzero(self._are_off_labels(middles, anchor))
        return Box(float(middles[at[0], 0]), float(middles[at[0], 1]), *anchor.half) if len(at) else None

    def _are_off_board(self, middles: Array, anchor: Anchor) -> Bools:
        """Return whether boxes round these middles are clear of track and spaces, and nearest to their own."""
        here, half = anchor.at, anchor.half
        away = float(np.abs(middles - here).max())
        points = self._all_near(here, away + max(half) + CLEAR)
        is_clear: Bools = _apart(middles, half, points) >= CLEAR
        if is_clear.any():
            points = self._all_near(here, away + LINE_OFF_SPACES if anchor.is_led else 2 * away + max(half) + ENOUGH)
            for size in _sizes(anchor):
                is_clear[is_clear] = _strange(middles[is_clear], anchor, points, size) <= -CLEAR
        return is_clear

    def _are_off_labels(self, middles: Array, anchor: Anchor) -> Bools:
        """Return whether no label is near a box, or on the line to it."""
        here, half = anchor.at, anchor.half
        away = float(np.abs(middles - here).max(initial=0.0))
        boxes = _near(self.labels, here, away + max(half) + self.longest + CLEAR_OF_LABELS)
        is_off: Bools = _apart(middles, half, boxes, boxes[:, 2:].T) >= CLEAR_OF_LABELS
        return is_off & ~_lines_meet(middles, here, boxes) if anchor.is_led else is_off

    def _all_near(self, here: XY, far: float) -> Array:
        """Return all points that are less than `far` from a place, across and down."""
        return np.concatenate((_near(self.points, here, far), _near(self.between, here, far)))


def _sizes(anchor: Anchor) -> tuple[XY, ...]:
    """Return the half sizes for which the label's own space must be the nearest one: that of its middle, which is what an eye
    compares, and that of its box. The size of a label with a line does not matter."""
    return () if anchor.owner < 0 else (anchor.half,) if anchor.is_led else ((0.0, 0.0), anchor.half)


def _strange(middles: Array, anchor: Anchor, points: Array, size: XY) -> Array:
    """Return how much nearer another space is than the label's own, for a box of this half size around each of `middles`.

    For a label with a line, the result is positive if the line crosses another space, otherwise very negative.
    """
    own, others = points[points[:, 2] == anchor.owner], points[(points[:, 2] != anchor.owner) & (points[:, 2] >= 0)]
    if anchor.is_led:
        line, away = middles - anchor.at, others[None, :, :2] - anchor.at
        share = np.clip((away * line[:, None]).sum(axis=2) / np.maximum((line**2).sum(axis=1), 1e-9)[:, None], 0.0, 1.0)
        off = np.hypot(*np.moveaxis(away - share[:, :, None] * line[:, None], 2, 0)).min(axis=1, initial=NOTHING)
        return np.where(off < LINE_OFF_SPACES, 1.0 - OWN, -NOTHING)
    return _apart(middles, size, own) - _apart(middles, size, others)


def _by_column(rows: Iterable[tuple[float, ...]]) -> Array:
    """Return rows of numbers that begin with a point, from the left to the right, as `_near` looks for them."""
    return np.asfortranarray(sorted(rows))


def _near(rows: Array, here: XY, far: float) -> Array:
    """Return the rows whose points are less than `far` from a place, across and down."""
    first, last = rows[:, 0].searchsorted((here[0] - far, here[0] + far))
    column = rows[first:last]
    near: Array = column[(np.abs(column[:, :2] - here) < far).all(axis=1)]
    return near


def _apart(middles: Array, half: XY, boxes: Array, halves: Array = POINT) -> Array:
    """Return the distance from a box around each of the middles to the nearest of `boxes`, half of whose sizes is in `halves`."""
    aside = np.maximum(np.abs(middles[:, :1] - boxes[:, 0]) - half[0] - halves[0], 0.0)
    above = np.maximum(np.abs(middles[:, 1:] - boxes[:, 1]) - half[1] - halves[1], 0.0)
    return np.asarray(np.sqrt(aside**2 + above**2).min(axis=1, initial=NOTHING))


@cache
def _grid(far: float) -> Array:
    """Return the places of a fine grid round a space, the nearest first."""
    steps = np.arange(-far, far + FINE / 2, FINE)
    places = np.stack(np.meshgrid(steps, steps), axis=2).reshape(-1, 2)
    return places[np.argsort(np.hypot(*places.T), kind="stable")]


def _of_board(anchor: Anchor) -> Anchor:
    """Return an anchor without what makes no difference to where the board is free."""
    return anchor._replace(key="", is_needed=False)


def _lines_meet(middles: Array, here: XY, boxes: Array) -> Bools:
    """Return whether the line between each middle and what is here goes through a box, or nearly."""
    line = here - middles
    line = np.where(np.abs(line) < 1e-9, 1e-9, line)[:, None]
    to_box, half = boxes[None, :, :2] - middles[:, None], boxes[None, :, 2:] + CLEAR_OF_LABELS
    one, other = (to_box - half) / line, (to_box + half) / line
    enters, leaves = np.minimum(one, other).max(axis=2), np.maximum(one, other).min(axis=2)
    return np.asarray(((enters < leaves) & (enters < 1) & (leaves > 0)).any(axis=1))


# --------------------------------------------------------------------------------------------------------------------
# All labels of a board


class Labels(NamedTuple):
    """The boxes of labels by their keys, the keys of labels that have no place beside their spaces, and the remaining room."""

    boxes: Mapping[str, Box]
    crowded: frozenset[str]
    room: Room


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
    empty = _empty_room(curves, spots, taken, rims)
    needed = {anchor.key for anchor in anchors if anchor.is_needed}
    tries: list[tuple[tuple[int, int, int], Labels]] = []
    all_crowded, all_lost = set[str](), set[str]()
    for _ in range(TRIES):
        room, boxes = copy(empty), dict[str, Box]()
        # Labels without a good place, and those that cover something even at the end of a line.
        crowded, lost = set[str](), set[str]()
        for anchor in sorted(anchors, key=lambda one: (one.key not in all_lost, not one.is_needed, one.key not in all_crowded)):
            boxes[anchor.key], is_clear = room.place(anchor)
            if is_clear:
                continue
            crowded.add(anchor.key)
            if anchor.is_needed:  # placed farther away, with a line to its space
                boxes[anchor.key], is_clear = room.place(anchor._replace(is_led=True))
                lost |= set() if is_clear else {anchor.key}
        tries.append(((len(lost), len(needed & crowded), len(crowded)), Labels(boxes, frozenset(crowded), room)))
        if crowded <= all_crowded and lost <= all_lost:
            break
        all_crowded |= crowded
        all_lost |= lost
    return min(tries, key=lambda found: found[0])[1]


@lru_cache(maxsize=4)
def _empty_room(
    curves: tuple[Curve, ...], spots: tuple[Spot, ...], taken: tuple[XY, ...], rims: tuple[tuple[XY, int], ...]
) -> Room:
    """Return the room of a board before its first label; what is found out about the board is kept for other labels."""
    empty = Room(curves, spots, rims)
    for point in taken:
        empty.take(Box(*point, 0.14, 0.14))
    return empty
