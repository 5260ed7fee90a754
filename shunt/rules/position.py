"""Who stands where: positions as people read them.

A `Position` is a plain value (hashable, comparable). It lists places in the order of a `Roster`, which says which pieces
there are; the roster also writes and reads positions as names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shunt.errors import NotationError
from shunt.track.plan import End, Plan


@dataclass(frozen=True, slots=True)
class Position:
    """The space of every piece, the end that every locomotive faces, and the position of every turntable.

    `places` has one space a piece, locomotives first, in the roster's order; `headings` one end (0 or 1) a locomotive,
    and is empty where headings are no part of the rules; `turntables` one index a turntable.
    """

    places: tuple[str, ...]
    headings: tuple[int, ...] = ()
    turntables: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """The pieces of a puzzle by name, locomotives first, and which of them are interchangeable."""

    locomotives: tuple[str, ...]
    cars: tuple[str, ...] = ()
    interchangeable: tuple[tuple[str, ...], ...] = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """Every piece, in the order in which a `Position` lists them."""
        return self.locomotives + self.cars

    def canonical(self, position: Position) -> Position:
        """The position with the members of every interchangeable group in order of place (and heading)."""
        if not self.interchangeable:
            return position
        places, headings = list(position.places), list(position.headings)
        for group in self.interchangeable:
            seats = [self.pieces.index(name) for name in group]
            keys = sorted((places[seat], headings[seat] if seat < len(headings) else 0) for seat in seats)
            for seat, (place, heading) in zip(sorted(seats), keys, strict=True):
                places[seat] = place
                if seat < len(headings):
                    headings[seat] = heading
        return Position(tuple(places), tuple(headings), position.turntables)

    def as_names(self, plan: Plan, position: Position) -> dict[str, str]:
        """Piece → space, a locomotive's with what it faces (`A1>A2`), as in card files and `--json` output."""
        names = dict(zip(self.pieces, position.places, strict=True))
        for locomotive, heading in zip(self.locomotives, position.headings, strict=False):
            names[locomotive] = heading_text(plan, End(names[locomotive], heading))
        return names


def heading_text(plan: Plan, facing: End) -> str:
    """`A1>A2` (faces A2), or `A1<A2` (has A2 behind) where only the other end has a neighbour, or `T>0`, `T>1`.

    Neighbours that are joined for good come before those that only a turntable brings.
    """
    space, end = facing
    if any(table.bridge == (space,) for table in plan.turntables):
        return f"{space}>{end}"
    for sign, side in ((">", facing), ("<", facing.opposite)):
        for other in plan.fixed.get(side, ()):
            return f"{space}{sign}{other.space}"
    for sign, side in ((">", facing), ("<", facing.opposite)):
        for name in plan.neighbours(side):
            if plan.end_towards(space, name) == side.end:
                return f"{space}{sign}{name}"
    return f"{space}>{end}"


def parse_heading(plan: Plan, text: str) -> End:
    """Read `A1>A2`, `A1<A2` or `T>0`; raises `NotationError` that says what would be right."""
    for sign in "><":
        space, found, neighbour = (part.strip() for part in text.partition(sign))
        if not found:
            continue
        if space not in plan.spaces:
            raise NotationError(f"{text!r}: there is no space {space!r}")
        end = plan.end_towards(space, neighbour)
        if end is None:
            at = [" or ".join(plan.neighbours(End(space, end))) or "nothing" for end in (0, 1)]
            wrong = f"{neighbour!r} is not a neighbour of {space} at just one end" if neighbour else "no neighbour is named"
            raise NotationError(f"{text!r}: {wrong}; the ends of {space} look to {at[0]} and to {at[1]}")
        return End(space, end if sign == ">" else 1 - end)
    raise NotationError(f"{text!r} does not say what the locomotive faces: write SPACE>NEIGHBOUR, such as A1>A2")


def position_from_names(
    roster: Roster, places: Mapping[str, str], headings: Mapping[str, int], turntables: tuple[int, ...] = ()
) -> Position:
    """Build a position from mappings by name."""
    return Position(
        tuple(places[piece] for piece in roster.pieces),
        tuple(headings[name] for name in roster.locomotives if name in headings),
        turntables,
    )
