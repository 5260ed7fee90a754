"""Positions and goals of `sidings` as people type them: `57218/346`.

Tracks are separated by `/`, each from the points to the buffer stop; what stands on the headshunt comes first, before a `|`.
Every character is a car, unless there are blanks or commas anywhere: then these separate the cars (`10 7/3 4`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from shunt.errors import Fault, InputError, NotationError
from shunt.rules.sidings import Cars, SidingsGoal, SidingsPosition

FREE = "*"


def parse_cars(text: str) -> Cars:
    """The cars of one track."""
    return _tracks(text)[0]


def parse_position(text: str, sidings: Iterable[str]) -> SidingsPosition:
    """Read `57218/346` or `12|57218/346`; after a first `/` sidings left out are empty. Raises `NotationError`."""
    names = list(sidings)
    head, tracks = _parts(text, names)
    if len(tracks) == 1 and len(names) > 1:
        what = f"{text!r} names the cars of one siding, but the yard has {len(names)}"
        raise NotationError(Fault("START", what, f"separate them by /, such as 57218/346; the others empty: {text}/"))
    return SidingsPosition(head, tuple(tracks) + ((),) * (len(names) - len(tracks)))


def parse_goal(text: str, sidings: Iterable[str]) -> SidingsGoal:
    """Read `12345/678`; sidings left out or written `*` are free, `?` is any car. Raises `NotationError`."""
    names = list(sidings)
    head, tracks = _parts(text, names)
    return SidingsGoal({name: cars for name, cars in zip(names, tracks, strict=False) if cars != (FREE,)}, head)


def parse_yard(text: str) -> Mapping[str, int]:
    """Read `5-3-3`: capacities of sidings that are called 1, 2, 3. Raises `InputError`."""
    if not re.fullmatch(r"\d{1,3}(-\d{1,3})*", text):
        raise InputError(Fault("--yard", f"{text!r} is not a yard", "write what each siding holds, such as 5-3-3"))
    return {str(number): int(capacity) for number, capacity in enumerate(text.split("-"), 1)}


def in_order(cars: Iterable[str]) -> Cars:
    """Cars by number where they have one, then by name."""
    return tuple(sorted(cars, key=lambda car: (not car.isdecimal(), int(car) if car.isdecimal() else 0, car)))


def _parts(text: str, names: list[str]) -> tuple[Cars, list[Cars]]:
    head, bar, _ = text.rpartition("|")
    tracks = _tracks(text.replace("|", "/") if bar else text)
    if "|" in head:
        raise NotationError(f"{text!r} has more than one headshunt; write it once, before the sidings: 12|345/678")
    on_headshunt, tracks = (tracks[0], tracks[1:]) if bar else ((), tracks)
    if len(tracks) > len(names):
        raise NotationError(f"{text!r} names {len(tracks)} sidings, but the yard has {len(names)}")
    return on_headshunt, tracks


def _tracks(text: str) -> list[Cars]:
    separated = re.search(r"[\s,]", text.strip())
    tracks = [tuple(track.replace(",", " ").split() if separated else track.strip()) for track in text.split("/")]
    if any(car == "-" for track in tracks for car in track):
        raise NotationError(Fault("", f"{text!r}: - is no name of a car", "sidings are separated by /, such as 57218/346"))
    return tracks
