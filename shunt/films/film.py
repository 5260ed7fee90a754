"""Films of moves: what stands still and when it is seen, and what rolls along its course. Lengths are in millimetres.

A `Reel` records a film: pictures by their layer, and the poses of whatever rolls. `animation` writes it as SVG and as GIF.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from shunt.render.colours import INK
from shunt.render.geometry import Spot
from shunt.render.letters import fitted
from shunt.render.pieces import is_upside_down
from shunt.render.scene import Circle, Item, Line, Path, Text, ground, moved

GROUND, BELOW, DECKS, ABOVE, TOP, GOALS, PATH, PIECES, TAGS = range(9)
"""The layers of a film, lowest first: bridges and what is below and above them, the empty board, goals, the path of a move …"""
HEAD = 8.0  # above the board, for the words of a move
TITLE = 4.5  # size of these words
STEPS = 8  # poses for each space that is rolled
SHOWN = 0.3  # of a move: how long its path is seen before anything rolls
CLOSE, STEADY = 0.02, 0.3  # millimetres and degrees by which a pose may be off the straight way between two others
TURNED = (0.0, 45.0, 90.0)  # angles at which a name must fit level, to be always so


class Pose(NamedTuple):
    """Where something is, and by how many degrees it is turned clockwise."""

    x: float
    y: float
    angle: float

    def towards(self, other: Pose, share: float) -> Pose:
        """Return the pose a share of the way to another."""
        return Pose(*(a + (b - a) * share for a, b in zip(self, other, strict=True)))


def turned(item: Item, angle: float) -> Item:
    """Return the item turned about the origin, clockwise by degrees."""
    origin = Spot.turned(0.0, 0.0, angle)
    if isinstance(item, Path):
        return replace(item, lines=tuple(tuple(origin.at(*point) for point in line) for line in item.lines))
    assert not isinstance(item, Line)
    x, y = origin.at(item.x, item.y)
    return replace(item, x=x, y=y) if isinstance(item, Circle) else replace(item, x=x, y=y, angle=item.angle + angle)


@dataclass(frozen=True)
class Still:
    """Items that are seen in some spans of time, in seconds."""

    items: tuple[Item, ...]
    spans: tuple[tuple[float, float], ...]

    def at(self, time: float) -> list[Item]:
        """Return what is seen at a time."""
        return list(self.items) if any(begin <= time < end for begin, end in self.spans) else []


@dataclass(frozen=True)
class Rolling:
    """Items round the origin, and the poses that they have at some times, in order; between these they move evenly."""

    items: tuple[Item, ...]
    course: tuple[tuple[float, Pose], ...]

    def pose(self, time: float) -> Pose:
        """Return the pose at a time."""
        index = bisect_right(self.course, time, key=lambda moment: moment[0])
        if index == 0 or index == len(self.course):
            return self.course[max(0, index - 1)][1]
        (begin, start), (end, stop) = self.course[index - 1 : index + 1]
        return start.towards(stop, (time - begin) / (end - begin))

    def at(self, time: float) -> list[Item]:
        """Return what is seen at a time."""
        x, y, angle = self.pose(time)
        return [moved(turned(item, angle), x, y) for item in self.items]


@dataclass(frozen=True)
class Film:
    """A film: its sheet, what is on it, lowest first, and the spans of time in which something moves."""

    width: float
    height: float
    seconds: float
    parts: tuple[Still | Rolling, ...]
    rolls: tuple[tuple[float, float], ...]
    title: str
    description: str

    def at(self, time: float) -> list[Item]:
        """Return what is seen at a time, lowest first."""
        return [item for part in self.parts for item in part.at(time)]

    def painted(self, paint: Callable[[Item], Item]) -> Film:
        """Return the film with every item painted."""
        return replace(self, parts=tuple(replace(part, items=tuple(map(paint, part.items))) for part in self.parts))


@dataclass
class _Actor:
    """Something that rolls: its body and its name, drawn as it lies on the level, and where it is."""

    layer: int
    body: tuple[Item, ...]
    name: Text | None
    is_level: bool
    course: list[tuple[float, Pose]]


class Reel:
    """A film in the making; what is seen is on layers, those of actors as well as those of pictures."""

    def __init__(self, width: float, height: float) -> None:
        self.now = 0.0
        self._size = (width, height)
        self._seen: dict[tuple[int, tuple[Item, ...]], list[tuple[float, float]]] = {}
        self._actors: dict[str, _Actor] = {}
        self._rolls: list[tuple[float, float]] = []
        self._titles: list[tuple[float, str]] = []

    def show(self, layer: int, items: Sequence[Item], begin: float, end: float) -> None:
        """Show items from a time up to another; what is shown on is one picture."""
        if not items or end <= begin:
            return
        spans = self._seen.setdefault((layer, tuple(items)), [])
        if spans and spans[-1][1] >= begin - 1e-9:
            begin = spans.pop()[0]
        spans.append((begin, end))

    def name_move(self, words: str) -> None:
        """Show the words of a move from now on."""
        self._titles.append((self.now, words))

    def add_bridge(self, name: str, items: Sequence[Item], pose: Pose) -> None:
        """Add the bridge of a turntable, drawn round the origin."""
        self._actors[name] = _Actor(DECKS, tuple(items), None, True, [(self.now, pose)])

    def add_piece(self, name: str, draw: Callable[[Pose], list[Item]], pose: Pose) -> None:
        """Add a piece, whose name, drawn last, is upright to the reader wherever it rolls."""
        *body, words = draw(Pose(0.0, 0.0, 0.0))
        assert isinstance(words, Text)
        drawn = [draw(Pose(0.0, 0.0, angle))[-1] for angle in TURNED]
        is_level = all(isinstance(item, Text) and item.angle == 0 for item in drawn)
        self._actors[name] = _Actor(PIECES, tuple(body), words if words.text else None, is_level, [(self.now, pose)])

    def pose(self, name: str) -> Pose:
        """Return where something is now."""
        return self._actors[name].course[-1][1]

    def roll(self, seconds: float, poses: Sequence[tuple[float, dict[str, Pose]]]) -> None:
        """Let time pass in which things roll: their poses at shares of it, in order, the last at 1."""
        names = {name for _, frame in poses for name in frame}
        for name in names:
            self._actors[name].course.append((self.now, self.pose(name)))
        for share, frame in poses:
            for name, pose in frame.items():
                nearest = self.pose(name).angle
                angle = nearest + (pose.angle - nearest + 180) % 360 - 180
                self._actors[name].course.append((self.now + share * seconds, Pose(pose.x, pose.y, angle)))
        self._rolls.append((self.now, self.now + seconds))
        self.now += seconds

    def film(self, title: str) -> Film:
        """Return the film up to now."""
        width, height = self._size
        end = self.now
        found: list[tuple[int, Still | Rolling]] = [(-1, Still((ground(width, height + HEAD),), ((0.0, end),)))]
        for (layer, items), spans in self._seen.items():
            found.append((layer, Still(tuple(moved(item, 0, HEAD) for item in items), tuple(spans))))
        for actor in self._actors.values():
            course = _thinned([(time, Pose(x, y + HEAD, angle)) for time, (x, y, angle) in actor.course])
            found.append((actor.layer, Rolling(actor.body, tuple(course))))
            if actor.name is not None:
                found.append((actor.layer, _named(actor.name, actor.is_level, course)))
        parts = [part for _, part in sorted(found, key=lambda one: one[0])]
        for (begin, text), (until, _) in pairwise([*self._titles, (end, "")]):
            line = fitted(text, TITLE, width - 8, bold=True)
            parts.append(Still((Text(4, 5.6, *line, INK, "start", bold=True),), ((begin, until),)))
        return Film(
            width, height + HEAD, end, tuple(parts), tuple(self._rolls), title, "; ".join(text for _, text in self._titles)
        )


def _named(words: Text, is_level: bool, course: Sequence[tuple[float, Pose]]) -> Rolling:
    """Return the name of a piece on its course: level, or along the track and never upside down."""
    found: list[tuple[float, Pose]] = []
    for time, pose in course:
        spot = Spot.turned(*pose)
        upright = 0.0 if is_level else pose.angle + 180 * is_upside_down(spot.along)
        upright = (upright + 180) % 360 - 180
        at = spot.at(words.x)
        if found and abs(upright - found[-1][1].angle) > 90:  # it turns over at once, not as it rolls
            found.append((time, Pose(*at, found[-1][1].angle)))
        found.append((time, Pose(*at, upright)))
    return Rolling((replace(words, x=0.0),), tuple(found))


def _thinned(course: Sequence[tuple[float, Pose]]) -> list[tuple[float, Pose]]:
    """Return a course without the poses that are on the straight way between others."""
    kept = [course[0]]
    index = 0
    while index < len(course) - 1:
        last = index + 1
        while last + 1 < len(course) and _is_straight(course[index : last + 2]):
            last += 1
        kept.append(course[last])
        index = last
    return kept


def _is_straight(course: Sequence[tuple[float, Pose]]) -> bool:
    (begin, start), (end, stop) = course[0], course[-1]
    if end <= begin:
        return False
    for time, pose in course[1:-1]:
        x, y, angle = start.towards(stop, (time - begin) / (end - begin))
        if max(abs(x - pose.x), abs(y - pose.y)) > CLOSE or abs(angle - pose.angle) > STEADY:
            return False
    return True


def eased(share: float) -> float:
    """Return the distance covered by something that starts and stops gently."""
    return share * share * (3 - 2 * share)
