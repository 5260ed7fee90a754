"""The squares of the train-tile game, read from the shipped data: engines, cabooses and cars of four colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from shunt.errors import InputError, NotationError, suggest
from shunt.files.document import read_document
from shunt.files.library import puzzles_folder

SETS = ("4+4+22", "2+2+26", "1+1+28")
"""Engines, cabooses and car squares of the shipped sets, the default first."""
COLOURS = "RBGY"
COLOUR_WORDS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}


@dataclass(frozen=True, order=True)
class Square:
    """One square: `kind` engine, caboose or car; `shape` straight, curve or end; `cars` by colour (an engine counts one)."""

    id: str
    kind: str = field(compare=False)
    shape: str = field(compare=False)
    cars: Mapping[str, int] = field(compare=False, hash=False)

    def count(self, colour: str) -> int:
        """Return the number of cars of a colour on the square."""
        return self.cars.get(colour, 0)

    @property
    def words(self) -> str:
        """The square in words: `red engine`, `curve with 2 red and 2 blue cars`."""
        if self.kind != "car":
            return " ".join([*map(COLOUR_WORDS.__getitem__, self.cars), self.kind])
        cars = " and ".join(f"{number} {COLOUR_WORDS[colour]}" for colour, number in self.cars.items())
        return f"{self.shape} with {cars} cars"


@cache
def all_squares() -> Mapping[str, Square]:
    """Return every square of every set by its id."""
    data = read_document(puzzles_folder() / "games" / "tiles.toml").data
    squares = {entry["id"]: Square(entry["id"], entry["kind"], entry["shape"], dict(entry["cars"])) for entry in data["squares"]}
    assert len(squares) == len(data["squares"])
    return MappingProxyType(squares)


@cache
def square_set(name: str = SETS[0]) -> tuple[Square, ...]:
    """Return the 30 squares of a set, sorted by id; raise `InputError` for an unknown set."""
    data = read_document(puzzles_folder() / "games" / "tiles.toml").data
    if name not in data["sets"]:
        raise InputError("squares", f"unknown set {name!r}", "one of " + ", ".join(data["sets"]))
    entry = data["sets"][name]
    chosen = [f"E{colour}" for colour in entry["engines"].split()] + [f"C{colour}" for colour in entry["cabooses"].split()]
    chosen += [square.id for square in all_squares().values() if square.kind == "car" and not square.id.endswith("s")]
    chosen += entry["further"].split()
    return tuple(sorted(all_squares()[square] for square in chosen))


def find_square(text: str) -> Square:
    """Return the square with an id, in any case; raise `NotationError` with the nearest ids."""
    known = {square.casefold(): square for square in all_squares()}
    found = known.get(text.casefold())
    if found is None:
        raise NotationError("square", f"unknown square {text!r}", suggest(text, all_squares()))
    return all_squares()[found]
