"""Positions on tracks as people read them: where every piece is.

A `Position` is a plain value. It lists places in the order of a `Roster`, the list of the pieces; the roster also writes
and reads positions by name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from shunt.errors import NotationError
from shunt.files.numbers import DIGITS
from shunt.rules.notation import NAME, split_pair
from shunt.track.plan import End, Plan

_PLACE = re.compile(rf"(?P<space>{NAME})(?:>(?P<end>[01]))?")
_SETTING = re.compile(rf"@(?P<indices>{DIGITS}(?:,{DIGITS})*)")


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """The space of every piece, the end that every locomotive faces, and the position of every turntable.

    `places` lists the space of each piece in the order of the roster, with locomotives first. `headings` lists an end (0 or 1)
    for each locomotive, and is empty if the rules have no headings. `turntables` lists an index for each turntable. `pieces`
    are the names of the pieces, if a card or its rules made the position. Positions with different names are equal.

    >>> position = Position(("A1", "B1"), (1,), (0,))
    >>> str(position), Position.parse(str(position)) == position
    ('A1>1 B1 @0', True)
    """

    places: tuple[str, ...]
    headings: tuple[int, ...] = ()
    turntables: tuple[int, ...] = ()
    pieces: tuple[str, ...] = field(default=(), compare=False)

    def as_dict(self) -> dict[str, str]:
        """Return a mapping from pieces to spaces; raise `ValueError` for a position without names, such as the result of `parse`
        (see `Card.names`)."""
        if len(self.pieces) != len(self.places):
            raise ValueError("this position does not know the names of its pieces: ask card.names(position)")
        return dict(zip(self.pieces, self.places, strict=True))

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read what `str` writes: the spaces of the pieces, with the ends that locomotives face, then `@` and the turntable
        positions."""
        words = text.split()
        setting = _SETTING.fullmatch(words[-1]) if words else None
        places = [_PLACE.fullmatch(word) for word in (words[:-1] if setting else words)]
        found = [place for place in places if place is not None]
        headings = [place["end"] for place in found]
        facing = len(headings) - headings.count(None)
        if len(found) < len(places) or None in headings[:facing]:
            right = "write the spaces in order, first those of locomotives with the end that they face: A1>1 B1 C2 @0"
            raise NotationError(f"{text!r} is not a position; {right}")
        indices = tuple(int(index) for index in setting["indices"].split(",")) if setting else ()
        return cls(tuple(place["space"] for place in found), tuple(int(end) for end in headings[:facing]), indices)

    def __str__(self) -> str:
        words = [f"{space}>{end}" for space, end in zip(self.places, self.headings, strict=False)]
        words += self.places[len(self.headings) :]
        return " ".join([*words, *(["@" + ",".join(map(str, self.turntables))] if self.turntables else [])])

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"


@dataclass(frozen=True, slots=True)
class Roster:
    """The pieces of a puzzle by name, locomotives first, and the groups of interchangeable pieces."""

    locomotives: tuple[str, ...]
    cars: tuple[str, ...] = ()
    interchangeable: tuple[tuple[str, ...], ...] = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """Every piece, in the order in which a `Position` lists them."""
        return self.locomotives + self.cars

    @property
    def kinds(self) -> dict[str, tuple[str, ...]]:
        """The pieces of each kind to which a layout may close a space."""
        return {"cars": self.cars, "locomotives": self.locomotives}

    def alike(self, name: str) -> tuple[str, ...]:
        """Return the pieces that are interchangeable with a piece, including itself."""
        for group in self.interchangeable:
            if name in group:
                return group
        return (name,)

    @property
    def seats_alike(self) -> list[tuple[int, ...]]:
        """The places of every interchangeable group in `pieces`, in rising order."""
        return [tuple(sorted(map(self.pieces.index, group))) for group in self.interchangeable]

    @property
    def seats(self) -> list[tuple[int, ...]]:
        """The places of every interchangeable group in `pieces`, and of every other piece alone."""
        return sorted({tuple(sorted(map(self.pieces.index, self.alike(name)))) for name in self.pieces})

    def at(self, position: Position) -> dict[str, str]:
        """Return where every piece is at `position`."""
        return dict(zip(self.pieces, position.places, strict=True))

    def on(self, position: Position) -> dict[str, str]:
        """Return the piece on every space that is occupied at `position`."""
        return dict(zip(position.places, self.pieces, strict=True))

    def faces(self, position: Position) -> dict[str, int]:
        """Return the end that every locomotive with a heading faces at `position`."""
        return dict(zip(self.locomotives, position.headings, strict=False))

    def without(self, name: str) -> Roster:
        """Return the roster without the piece `name`."""
        locomotives, cars, *groups = (
            tuple(piece for piece in names if piece != name) for names in (self.locomotives, self.cars, *self.interchangeable)
        )
        return Roster(locomotives, cars, tuple(group for group in groups if len(group) > 1))

    def renamed(self, names: Mapping[str, str]) -> Roster:
        """Return the roster with its pieces renamed by `names`, a mapping from old to new names."""
        locomotives, cars, *groups = (
            tuple(names[name] for name in group) for group in (self.locomotives, self.cars, *self.interchangeable)
        )
        return Roster(locomotives, cars, tuple(groups))

    def canonical(self, position: Position) -> Position:
        """Return `position` with the members of every interchangeable group sorted by place and heading."""
        if not self.interchangeable:
            return position
        places, headings = list(position.places), list(position.headings)
        for seats in self.seats_alike:
            keys = sorted((places[seat], headings[seat] if seat < len(headings) else 0) for seat in seats)
            for seat, (place, heading) in zip(seats, keys, strict=True):
                places[seat] = place
                if seat < len(headings):
                    headings[seat] = heading
        return Position(tuple(places), tuple(headings), position.turntables, position.pieces)

    def as_names(self, plan: Plan, position: Position) -> dict[str, str]:
        """Return a mapping from pieces to spaces, with headings such as `A1>A2`, as in card files and `--json`."""
        names = self.at(position)
        for locomotive, heading in self.faces(position).items():
            names[locomotive] = heading_text(plan, End(names[locomotive], heading))
        return names


def heading_text(plan: Plan, facing: End) -> str:
    """Return `A1>A2` (faces A2). Return `A1<A2` (A2 is behind) if only the other end has a neighbour, and `T>0` or `T>1` on a
    bridge.

    Neighbours with a permanent join are preferred to those that only a turntable joins.
    """
    space, end = facing
    is_bridge = any(table.bridge == (space,) for table in plan.turntables)
    sides = () if is_bridge else ((">", facing), ("<", facing.opposite))
    for sign, side in sides:
        for other in plan.fixed.get(side, ()):
            return f"{space}{sign}{other.space}"
    for sign, side in sides:
        for name in plan.neighbours(side):
            if plan.end_towards(space, name) == side.end:
                return f"{space}{sign}{name}"
    return f"{space}>{end}"


def split_heading(plan: Plan, text: str) -> tuple[str, str, str]:
    """Split `A1>A2`, `A1<A2` or `A1-A2` (for `A1>A2`) into space, sign and neighbour. In `A1`, sign and neighbour are empty."""
    text = text.strip()
    for sign in "><":
        space, found, neighbour = (part.strip() for part in text.partition(sign))
        if found:
            return space, sign, neighbour
    pair = None if text in plan.spaces else split_pair(text, {*plan.spaces, "0", "1"})
    return (pair[0], ">", pair[1]) if pair else (text, "", "")


def parse_heading(plan: Plan, text: str) -> End:
    """Read `A1>A2`, `A1-A2`, `A1<A2` or `T>0`; raise `NotationError`, which shows the expected form."""
    space, sign, neighbour = split_heading(plan, text)
    if not sign:
        raise NotationError(f"{text!r} does not say what the locomotive faces: write SPACE>NEIGHBOUR, such as A1>A2")
    if space not in plan.spaces:
        raise NotationError(f"{text!r}: unknown space {space!r}")
    end = plan.end_towards(space, neighbour)
    if end is None:
        sides = [" or ".join(plan.neighbours(End(space, end))) or "nothing" for end in (0, 1)]
        wrong = f"{neighbour!r} is not a neighbour of {space} at just one end" if neighbour else "no neighbour is named"
        raise NotationError(f"{text!r}: {wrong}; the ends of {space} face {sides[0]} and {sides[1]}")
    return End(space, end if sign == ">" else 1 - end)


def position_from_names(
    roster: Roster, places: Mapping[str, str], headings: Mapping[str, int], turntables: tuple[int, ...] = ()
) -> Position:
    """Build a position from mappings by name."""
    return Position(
        tuple(places[piece] for piece in roster.pieces),
        tuple(headings[name] for name in roster.locomotives if name in headings),
        turntables,
        roster.pieces,
    )
