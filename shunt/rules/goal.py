"""Goals on tracks: where pieces must end. A goal is a set of errands, each done by one piece on one of some spaces.

`red = "B1"` is the errand of red to one space; `red = "dock"` to any space of a place; `dock = "2 of h1 h2 h3"` are two errands,
which any of three pieces may do. A position meets the goal if different pieces do all of them, which `is_met` looks for as a
matching of errands and pieces. Searches test the same in packed states (`search/trains/goals.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from shunt.rules.position import Position, Roster, heading_text
from shunt.track.plan import End, Plan

COUNT = re.compile(r"([0-9]{1,4}) of (.*)", re.DOTALL)


def is_count(text: str) -> bool:
    """Return whether a line of a goal says how many of which pieces: `2 of h1 h2 h3`."""
    return all(COUNT.fullmatch(part.strip()) for part in text.split(","))


class Errand(NamedTuple):
    """What one piece has to do: end on one of `spaces`, facing `heading` unless that is None. Any of `pieces` may do it."""

    pieces: tuple[str, ...]
    spaces: tuple[str, ...]
    heading: int | None = None


@dataclass(frozen=True, slots=True)
class Want:
    """A part of a goal: `count` of `pieces` end on `spaces`, which the card calls `place`."""

    place: str
    spaces: tuple[str, ...]
    pieces: tuple[str, ...]
    count: int = 1

    @property
    def text(self) -> str:
        """The want as card files write it beside the place: `2 of h1 h2 h3`."""
        return f"{self.count} of {' '.join(self.pieces)}"

    def among(self, names: Mapping[str, str]) -> Want | None:
        """Return what must hold for the pieces `names` alone, under new names; None where nothing must."""
        pieces = tuple(names[name] for name in self.pieces if name in names)
        count = self.count - (len(self.pieces) - len(pieces))
        return replace(self, pieces=pieces, count=count) if count > 0 else None

    def without(self, name: str) -> Want | None:
        """Return the want where there is no such piece; None where none is left."""
        pieces = tuple(piece for piece in self.pieces if piece != name)
        return replace(self, pieces=pieces, count=min(self.count, len(pieces))) if pieces else None


@dataclass(frozen=True)
class Goal:
    """Where pieces must end. `places`: piece → space; `headings`: locomotive → the end it must face; `wants`: what names a place,
    or more than one piece. Other pieces are free.

    Of an interchangeable group any members may do what is asked of one of them; a heading then belongs to the space.
    """

    places: Mapping[str, str]
    headings: Mapping[str, int] = field(default_factory=dict)
    wants: tuple[Want, ...] = ()

    def __hash__(self) -> int:
        return hash((frozenset(self.places.items()), frozenset(self.headings.items()), self.wants))

    @property
    def is_empty(self) -> bool:
        """Return whether it names nothing."""
        return not self.places and not self.wants

    @property
    def pieces(self) -> frozenset[str]:
        """The pieces that it names."""
        return frozenset(self.places).union(*(want.pieces for want in self.wants))

    @property
    def spaces(self) -> frozenset[str]:
        """The spaces that it names, or that are in a place that it names."""
        return frozenset(self.places.values()).union(*(want.spaces for want in self.wants))

    @property
    def named_places(self) -> dict[str, tuple[str, ...]]:
        """The places that it names, with their spaces."""
        return {want.place: want.spaces for want in self.wants}

    def without(self, name: str) -> Goal:
        """Return the goal where there is no such piece."""
        kept = [want for want in (want.without(name) for want in self.wants) if want is not None]
        return self._with(lambda piece: piece != name, kept)

    def among(self, names: Mapping[str, str]) -> Goal:
        """Return what must hold for the pieces `names` alone, under new names."""
        kept = [want for want in (want.among(names) for want in self.wants) if want is not None]
        return Goal(
            {names[piece]: space for piece, space in self.places.items() if piece in names},
            {names[piece]: end for piece, end in self.headings.items() if piece in names},
            tuple(kept),
        )

    def only(self, keys: Collection[str]) -> Goal:
        """Return the goal with what it says under some of the keys of `as_names` alone."""
        single = self._single
        kept = [want for want in self.wants if (want.pieces[0] if want in single else want.place) in keys]
        return self._with(lambda piece: piece in keys, kept)

    def _with(self, is_kept: Callable[[str], bool], wants: Iterable[Want]) -> Goal:
        places = {piece: space for piece, space in self.places.items() if is_kept(piece)}
        return Goal(places, {piece: end for piece, end in self.headings.items() if is_kept(piece)}, tuple(wants))

    def errands(self, roster: Roster) -> tuple[Errand, ...]:
        """Return every errand, with all the pieces that may do it."""
        alike = {name: group for group in roster.interchangeable for name in group}
        found = [Errand(alike.get(name, (name,)), (space,), self.headings.get(name)) for name, space in self.places.items()]
        for want in self.wants:
            pieces = tuple(dict.fromkeys(other for name in want.pieces for other in alike.get(name, (name,))))
            found += [Errand(pieces, want.spaces)] * want.count
        return tuple(found)

    def settled(self, roster: Roster) -> dict[str, tuple[str, ...]]:
        """Return piece → the spaces where it must end, for every errand that no piece but it and those like it may do."""
        groups = [frozenset(group) for group in roster.interchangeable]
        found: dict[str, tuple[str, ...]] = {name: (space,) for name, space in self.places.items()}
        for want in self.wants:
            if len(want.pieces) == 1 or any(group.issuperset(want.pieces) for group in groups):
                free = [name for name in want.pieces if name not in found]
                found |= dict.fromkeys(free[: want.count], want.spaces)
        return found

    def is_met(self, roster: Roster, position: Position) -> bool:
        """Return whether `position` has everything where the goal wants it."""
        on = dict(zip(roster.pieces, position.places, strict=True))
        faces = dict(zip(roster.locomotives, position.headings, strict=False))
        return matching(
            [
                [name for name in pieces if on[name] in spaces and heading in (None, faces.get(name))]
                for pieces, spaces, heading in self.errands(roster)
            ]
        )

    def as_names(self, plan: Plan) -> dict[str, str]:
        """Return what card files write: piece → space, with what a locomotive must face if the goal says so, or piece → place;
        place → how many of which pieces."""
        names = {
            name: heading_text(plan, End(space, self.headings[name])) if name in self.headings else space
            for name, space in self.places.items()
        }
        single = self._single
        for want in self.wants:
            if want in single:
                names[want.pieces[0]] = want.place
            else:
                names[want.place] = f"{names[want.place]}, {want.text}" if want.place in names else want.text
        return names

    @property
    def _single(self) -> list[Want]:
        """The wants that files write as piece = place: of one piece of which nothing else is said."""
        named = [*self.places, *(name for want in self.wants if len(want.pieces) == 1 for name in want.pieces)]
        return [want for want in self.wants if len(want.pieces) == 1 and named.count(want.pieces[0]) == 1]


def matching(choices: Sequence[Sequence[str]]) -> bool:
    """Return whether each of `choices` can be given one of its names and no name is given twice."""
    taken: dict[str, int] = {}

    def give(number: int, asked: set[str]) -> bool:
        """Give a name to a choice; those who have one may have to take another."""
        for name in choices[number]:
            if name not in asked:
                asked.add(name)
                if name not in taken or give(taken[name], asked):
                    taken[name] = number
                    return True
        return False

    return all(give(number, set()) for number in range(len(choices)))
