"""A drawing: what a file of a track planner or a control panel holds, in one form for every program.

An `Element` has ports, at most one other port is joined to each, and legs, the tracks between two of its ports. Plain track has
one leg, a turnout two legs that share a port, a crossing two that share none. Legs of one element that share a port, or that
cross, cannot be used at once. A turntable has no legs but `settings`: which ports its bridge joins.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from shunt.errors import Fault

Place = complex  # x + yj, so that places are moved, turned and measured by arithmetic
Line = list[Place]
PortOf = tuple[str, str]  # the name of an element, and one of its ports
Settings = tuple[tuple[str, str], ...]  # of a bridge: the ports at its first and its last end, "" for none
Turnouts = tuple[tuple[str, str], ...]  # the names of turnouts, each with its state: closed or thrown

NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d{1,3})?")
MOST = 1e7  # units: larger coordinates are faults of a file


def decimal_number(text: str) -> float | None:
    """Return the number of a text, with a decimal point or a comma; None for anything else, and for numbers beyond `MOST`.

    >>> decimal_number("722,3"), decimal_number("-1e2"), decimal_number("nan"), decimal_number("1e9")
    (722.3, -100.0, None, None)
    """
    number = float(text.replace(",", ".")) if NUMBER.fullmatch(text) and len(text) < 100 else MOST + 1
    return number if abs(number) <= MOST else None


@dataclass(frozen=True, slots=True)
class Leg:
    """A track between two ports of an element: the line it is drawn on, and the states of turnouts that it needs."""

    ports: tuple[str, str]
    line: tuple[Place, ...]
    turnouts: Turnouts = ()

    @property
    def length(self) -> float:
        """The length of its line."""
        return sum(abs(b - a) for a, b in pairwise(self.line))


@dataclass(slots=True)
class Element:
    """A piece of track as its file has it; `kind` is in words, `title` what its owner calls it.

    `millimetres`: its length on the railway, if a file that is not to scale has it; 0 if not.
    """

    name: str
    kind: str
    legs: tuple[Leg, ...] = ()
    block: str = ""
    title: str = ""
    settings: Settings = ()
    centre: Place = 0j
    width: float = 0.0
    millimetres: float = 0.0
    joined: dict[str, PortOf] = field(default_factory=dict)

    @property
    def is_plain(self) -> bool:
        """Return whether the element is track without points, crossings or a bridge."""
        return len(self.legs) == 1

    @property
    def length(self) -> float:
        """The length of the element, which must be plain track."""
        return self.legs[0].length

    @property
    def ports(self) -> tuple[str, ...]:
        """The names of its ports."""
        pairs = [leg.ports for leg in self.legs] or self.settings
        return tuple(dict.fromkeys(port for pair in pairs for port in pair if port))

    @property
    def middle(self) -> Place:
        """Centre of its lines, or of its bridge."""
        places = [place for leg in self.legs for place in leg.line]
        return middle_of(places) if places else self.centre


@dataclass
class TrackDrawing:
    """The elements of a file by name, its labels, everything in it that was not understood, and its loose ends.

    `warnings`: elements that are left out, or that may be meant differently from how they are read. `loose`: tracks that end
    without a bumper, which are in the layout, and stubs shorter than a car, which have no space in it. `car_length` is in `unit`,
    the file's unit of length, or None if it is unknown. `to_scale`: whether tracks are drawn in proportion to their lengths.
    `links`: edge connectors → the panel and the connector that each leads to. `beyond`: the track that ends at each connector.
    """

    title: str
    program: str
    elements: dict[str, Element]
    labels: list[tuple[str, Place]] = field(default_factory=list)
    car_length: float | None = None
    unit: str = ""
    to_scale: bool = False
    downward: bool = False
    warnings: list[Fault] = field(default_factory=list)
    loose: list[Fault] = field(default_factory=list)
    links: dict[str, PortOf] = field(default_factory=dict)
    beyond: dict[str, PortOf] = field(default_factory=dict)

    def join(self, one: PortOf, other: PortOf) -> None:
        """Join two ports of elements."""
        self.elements[one[0]].joined[one[1]] = other
        self.elements[other[0]].joined[other[1]] = one

    def warn(self, name: str, what: str, remedy: str = "") -> None:
        """Note something of the file that is left out, or read in another way than it may be meant."""
        self.warnings.append(Fault(name, what, remedy))

    def end_loosely(self, name: str, what: str) -> None:
        """Note a track that ends without a bumper, or before a car has room."""
        self.loose.append(Fault(name, what))


def middle_of(places: Sequence[Place]) -> Place:
    """Return the mean of places."""
    return sum(places) / len(places)


def turned_settings(at: Mapping[str, float]) -> Settings:
    """Return the settings of a turntable by the angles of its ports: its bridge turns to these and to the angles opposite."""
    angles = sorted((angle + turn) % 360 for angle in at.values() for turn in (0, 180))

    def facing(angle: float) -> str:
        gap, port = min((abs((at[port] - angle + 180) % 360 - 180), port) for port in at)
        return port if gap <= 1 else ""

    return tuple(dict.fromkeys((facing(angle), facing((angle + 180) % 360)) for angle in angles))


def middles(lengths: Sequence[float], count: int) -> Iterator[tuple[int, float]]:
    """Yield the middles of `count` equal parts of lengths in a row: the number of the length that each is in, and where in it."""
    starts, part = [0.0, *accumulate(lengths)], sum(lengths) / max(count, 1)
    for number in range(count):
        index = bisect_left(starts, (number + 0.5) * part, 1, len(lengths)) - 1
        yield index, (number + 0.5) * part - starts[index]


def evenly(line: Line, count: int) -> Iterator[tuple[Place, Place]]:
    """Yield the middles of `count` equal parts of a line, each with the direction of the line there.

    >>> list(evenly([0j, 4 + 0j, 4 + 6j], 2))
    [((2.5+0j), (4+0j)), ((4+3.5j), 6j)]
    """
    lengths = [abs(b - a) for a, b in pairwise(line)]
    for index, along in middles(lengths, count):
        direction = line[index + 1] - line[index] or 1 + 0j  # a line may have no length
        yield line[index] + direction * (along / (lengths[index] or 1.0)), direction
