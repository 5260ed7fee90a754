"""Moves and positions of `sidings`, and their notation.

A move `1-3` pulls three cars from siding 1 to the headshunt, and `2+3` drops three cars from the headshunt onto siding 2. Under
the metric `legs`, each run of the locomotive is a separate move. There, `2+3` runs into siding 2 with the three cars on the
headshunt (always all of them), and `2-1` leaves it with the first car. `2+0` and `2-0` are runs without cars.

A position reads `57218/346/`. Tracks are separated by `/`, and each lists its cars from the points to the buffer stop. The cars
of the headshunt come first, before a `|`. Every character is a car, unless there are blanks or commas anywhere, which then
separate the cars (`10 7/3 4`). A lone `-` is an empty track. `@2` at the end means that the locomotive is in siding 2, which
matters only for the metric `legs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from shunt.errors import InputError, NotationError, counted
from shunt.files.numbers import DIGITS, whole_number
from shunt.rules.notation import NAME

HEADSHUNT = "headshunt"
ANY = "?"
FREE = "*"
EMPTY = (("-",), ("–",))
"""The notations of a track without cars, in addition to an empty text."""
_MOVE = re.compile(rf"(?P<siding>{NAME})\s*(?P<sign>[+-])\s*(?P<count>{DIGITS})")

Cars = tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class SidingsMove:
    """A pull of `count` cars from `siding`, or, if `drops` is true, a drop of `count` cars onto it."""

    siding: str
    drops: bool
    count: int

    def __str__(self) -> str:
        return f"{self.siding}{'+' if self.drops else '-'}{self.count}"

    def __repr__(self) -> str:
        return f"SidingsMove.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> SidingsMove:
        """Read one move, `1-3` or `2+3`; raise `NotationError`, which shows the expected form.

        >>> move = SidingsMove.parse("1-3")
        >>> (move.siding, move.drops, move.count), SidingsMove.parse(str(move)) == move
        (('1', False, 3), True)
        """
        match = _MOVE.fullmatch(text.strip())
        if match is None:
            right = "write SIDING-CARS to pull or SIDING+CARS to drop, such as '1-3' or '2+3'"
            raise NotationError(f"{text!r} is not a move; {right}")
        return cls(match["siding"], match["sign"] == "+", int(match["count"]))

    def as_json(self) -> dict[str, Any]:
        """Return the move as a dictionary for `--json`."""
        return {"siding": self.siding, "drop" if self.drops else "pull": self.count}

    def describe(self, turntables: Mapping[str, int]) -> str:
        """Return a description of the move, such as `pulls 3 cars from siding 1`."""
        cars = "no car" if self.count == 0 else counted(self.count, "cars")
        return f"drops {cars} on siding {self.siding}" if self.drops else f"pulls {cars} from siding {self.siding}"


@dataclass(frozen=True, slots=True, repr=False)
class SidingsPosition:
    """The cars of every track, in order.

    `headshunt` lists cars from the locomotive to the points. Each of `sidings` lists cars from the points to the buffer
    stop, in the order of the yard. `locomotive` is the locomotive's siding. It matters only for the metric
    `legs`. The cars of that siding are then in front of it, and the headshunt is empty.
    """

    headshunt: Cars
    sidings: tuple[Cars, ...]
    locomotive: str = HEADSHUNT

    @property
    def cars(self) -> Cars:
        """Every car, beginning with the cars on the headshunt."""
        return self.headshunt + tuple(car for siding in self.sidings for car in siding)

    def as_dict(self) -> dict[str, str]:
        """Return a mapping from cars to tracks, which are `headshunt` or the number of a siding from 1."""
        tracks = {HEADSHUNT: self.headshunt} | {str(number): cars for number, cars in enumerate(self.sidings, 1)}
        return {car: track for track, cars in tracks.items() for car in cars}

    @classmethod
    def parse(cls, text: str) -> SidingsPosition:
        """Read what `str` writes, with every siding, even empty ones; raise `NotationError` for other text.

        >>> position = SidingsPosition.parse("12|57/346/")
        >>> position.headshunt, position.sidings, str(position)
        (('1', '2'), (('5', '7'), ('3', '4', '6'), ()), '12|57/346/')
        """
        tracks, _, locomotive = text.partition("@")
        headshunt, sidings = parse_tracks(tracks, tracks.count("/") + 1)
        return cls(headshunt, tuple(sidings), locomotive.strip() or HEADSHUNT)

    def __str__(self) -> str:
        """Return `12|578/346/`: the headshunt's cars and `|` if there are any, then the sidings. `@2` means that the locomotive
        is in siding 2."""
        tracks = [self.headshunt, *self.sidings] if self.headshunt else [*self.sidings]
        single = all(len(car) == 1 for car in self.cars)
        texts = [("" if single else " ").join(track) for track in tracks]
        if not single and not any(" " in text for text in texts):  # a comma separates, too, and shows that 10 is one car
            texts = [f"{text}," if text else "" for text in texts]
        head = f"{texts.pop(0)}|" if self.headshunt else ""
        where = "" if self.locomotive == HEADSHUNT else f"@{self.locomotive}"
        return head + "/".join(texts) + where

    def __repr__(self) -> str:
        return f"SidingsPosition.parse({str(self)!r})"

    def shown(self, empty: str = "–") -> str:
        """Return the text form for people, with `empty` for each empty siding. It can also be read back.

        >>> SidingsPosition.parse("12|57/346/").shown()
        '12|57/346/–'
        """
        text, at, locomotive = str(self).partition("@")
        head, bar, tracks = text.rpartition("|")
        return head + bar + "/".join(track or empty for track in tracks.split("/")) + at + locomotive


def parse_cars(text: str) -> Cars:
    """Read the cars of one track."""
    return _tracks(text)[0]


def parse_position(text: str, sidings: Iterable[str]) -> SidingsPosition:
    """Read `57218/346` or `12|578/346`; raise `NotationError` for other text. After a first `/`, sidings that are left out
    are empty."""
    names = list(sidings)
    head, tracks = parse_tracks(text, len(names))
    if len(tracks) == 1 and len(names) > 1:
        what = f"{text!r} names the cars of one siding, but the yard has {len(names)}"
        raise NotationError("start", what, f"separate them by /, such as 57218/346; the others empty: {text}/")
    return SidingsPosition(head, tuple(tracks) + ((),) * (len(names) - len(tracks)))


def parse_yard(text: str) -> Mapping[str, int]:
    """Read `5-3-3`, the capacities of sidings called 1, 2, 3; raise `InputError` for other text."""
    if not re.fullmatch(r"\d{1,3}(-\d{1,3})*", text):
        raise InputError("sidings", f"{text!r} is not a yard", "write what each siding holds, such as 5-3-3")
    return {str(number): int(capacity) for number, capacity in enumerate(text.split("-"), 1)}


def in_order(cars: Iterable[str]) -> Cars:
    """Return cars in order: those that are numbers first, then by name."""
    return tuple(sorted(cars, key=lambda car: (whole_number(car) is None, whole_number(car) or 0, car)))


def parse_tracks(text: str, sidings: int) -> tuple[Cars, list[Cars]]:
    """Return the cars on the headshunt and on each siding. Raise `NotationError` if a text has more than `sidings` sidings."""
    head, bar, _ = text.rpartition("|")
    tracks = _tracks(text.replace("|", "/") if bar else text)
    if "|" in head:
        raise NotationError(f"{text!r} has more than one headshunt; write it once, before the sidings: 12|345/678")
    on_headshunt, tracks = (tracks[0], tracks[1:]) if bar else ((), tracks)
    if len(tracks) > sidings:
        raise NotationError(f"{text!r} names {counted(len(tracks), 'sidings')}, but the yard has {sidings}")
    return on_headshunt, tracks


def _tracks(text: str) -> list[Cars]:
    separated = re.search(r"[\s,]", text.strip())
    tracks = [tuple(track.replace(",", " ").split() if separated else track.strip()) for track in text.split("/")]
    tracks = [() if track in EMPTY else track for track in tracks]
    if any(car == "-" for track in tracks for car in track):
        raise NotationError("", f"{text!r}: - is not a name of a car", "sidings are separated by /, such as 57218/346")
    return tracks
