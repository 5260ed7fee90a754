"""Goals on tracks: where pieces must end. A goal is a set of errands. In each errand, one piece ends on one of several spaces.

`red = "B1"` is an errand of red to one space, and `red = "dock"` is an errand to any space of a place. `dock = "2 of h1 h2 h3"`
is two errands, each for any of three pieces. A position meets the goal if different pieces do all errands; `is_met` looks for
such a matching of errands and pieces. Searches test the same condition on packed states (`search/trains/goals.py`).

A goal may also contain trains: pieces in a row, in a given order (`train_rows.py`). If a row of spaces is chosen for each train,
every space of the row becomes an errand. The goal is therefore met if one of its `readings` is met, and a reading consists of
errands alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from shunt.rules.position import Position, Roster, heading_text
from shunt.rules.train_rows import ANY, Row, WantedTrain, apart, matched
from shunt.track.plan import End, Plan

COUNT = re.compile(r"([0-9]{1,4}) of (.*)", re.DOTALL)


def is_count(text: str) -> bool:
    """Return whether a goal entry gives a number of pieces, as in `2 of h1 h2 h3`."""
    return all(COUNT.fullmatch(part.strip()) for part in text.split(","))


class Errand(NamedTuple):
    """The task of one piece: to end on one of `spaces`, facing `heading` unless that is None. Any of `pieces` may do it."""

    pieces: tuple[str, ...]
    spaces: tuple[str, ...]
    heading: int | None = None


@dataclass(frozen=True, slots=True)
class Want:
    """A part of a goal: `count` of the `pieces` must end on `spaces`, which the card calls `place`."""

    place: str
    spaces: tuple[str, ...]
    pieces: tuple[str, ...]
    count: int = 1

    @property
    def text(self) -> str:
        """The value that card files give for the place, such as `2 of h1 h2 h3`."""
        return f"{self.count} of {' '.join(self.pieces)}"

    def among(self, names: Mapping[str, str]) -> Want | None:
        """Return the condition for the pieces in `names` alone, under their new names. Return None if there is no condition for
        them."""
        pieces = tuple(names[name] for name in self.pieces if name in names)
        count = self.count - (len(self.pieces) - len(pieces))
        return replace(self, pieces=pieces, count=count) if count > 0 else None

    def without(self, name: str) -> Want | None:
        """Return the want without this piece, or None if nothing is left."""
        pieces = tuple(piece for piece in self.pieces if piece != name)
        return replace(self, pieces=pieces, count=min(self.count, len(pieces))) if pieces else None


@dataclass(frozen=True)
class Goal:
    """Where pieces must end. `places` maps pieces to spaces, and `headings` maps locomotives to the end that they
    must face. `wants` lists the goals with places or with several pieces. Other pieces may end anywhere.

    Interchangeable pieces may fill each other's goals. A heading then applies to the locomotive that ends on the space.
    """

    places: Mapping[str, str]
    headings: Mapping[str, int] = field(default_factory=dict)
    wants: tuple[Want, ...] = ()
    trains: tuple[WantedTrain, ...] = ()

    def __hash__(self) -> int:
        return hash((frozenset(self.places.items()), frozenset(self.headings.items()), self.wants, self.trains))

    @property
    def is_empty(self) -> bool:
        """Return whether there are no goals."""
        return not self.places and not self.wants and not self.trains

    @property
    def pieces(self) -> frozenset[str]:
        """The pieces in the goal."""
        return frozenset(self.places).union(*(want.pieces for want in self.wants), *(train.named for train in self.trains))

    @property
    def spaces(self) -> frozenset[str]:
        """The spaces in the goal, including the spaces of its places."""
        named = [*(want.spaces for want in self.wants), *(train.spaces for train in self.trains)]
        return frozenset(self.places.values()).union(*named)

    @property
    def named_places(self) -> dict[str, tuple[str, ...]]:
        """A mapping from the places in the goal to their spaces."""
        return {want.place: want.spaces for want in self.wants} | {
            train.place: train.spaces for train in self.trains if train.place
        }

    def without(self, name: str) -> Goal:
        """Return the goal without the piece `name`."""
        kept = [one for want in self.wants if (one := want.without(name)) is not None]
        trains = [rest for train in self.trains if (rest := train.without(name)) is not None]
        return self._renamed({piece: piece for piece in self.pieces if piece != name}, kept, trains)

    def among(self, names: Mapping[str, str]) -> Goal:
        """Return the part of the goal that concerns only the pieces in `names`, a mapping from their names to new names.

        If a train contains pieces that are not in `names`, its other pieces only have to end where the train may be.
        """
        kept = [one for want in self.wants if (one := want.among(names)) is not None]
        whole = [train for train in self.trains if ANY not in train.pieces and names.keys() >= train.named]
        for train in self.trains:
            if train not in whole and train.spaces:
                kept += [Want(str(train), train.spaces, (names[name],)) for name in train.pieces if name in names]
        return self._renamed(names, kept, whole)

    def renamed(self, names: Mapping[str, str]) -> Goal:
        """Return the goal with its pieces renamed by `names`, a mapping from old to new names."""
        return self._renamed(names, [one for want in self.wants if (one := want.among(names)) is not None], self.trains)

    def _renamed(self, names: Mapping[str, str], wants: Iterable[Want], trains: Iterable[WantedTrain]) -> Goal:
        return Goal(
            {names[piece]: space for piece, space in self.places.items() if piece in names},
            {names[piece]: end for piece, end in self.headings.items() if piece in names},
            tuple(wants),
            tuple([replace(train, pieces=tuple([names.get(name, name) for name in train.pieces])) for train in trains]),
        )

    def only(self, keys: Collection[str]) -> Goal:
        """Return the part of the goal that has these `keys` in `as_names`."""
        single = self._single
        kept = [want for want in self.wants if (want.pieces[0] if want in single else want.place) in keys]
        return self._renamed({key: key for key in keys}, kept, [train for train in self.trains if str(train) in keys])

    def errands(self, roster: Roster) -> tuple[Errand, ...]:
        """Return every task of one piece that is not part of a train, with all pieces that may do it."""
        found = [Errand(roster.alike(name), (space,), self.headings.get(name)) for name, space in self.places.items()]
        for want in self.wants:
            pieces = tuple(dict.fromkeys(other for name in want.pieces for other in roster.alike(name)))
            found += [Errand(pieces, want.spaces)] * want.count
        return tuple(found)

    def settled(self, roster: Roster) -> dict[str, tuple[str, ...]]:
        """Return a mapping from pieces to the spaces where they must end.

        Goals that one of several pieces may meet are left out, unless these pieces are interchangeable.
        """
        found: dict[str, tuple[str, ...]] = {name: (space,) for name, space in self.places.items()}
        for want in self.wants:
            if set(want.pieces).issubset(roster.alike(want.pieces[0])):
                free = [name for name in want.pieces if name not in found]
                found |= dict.fromkeys(free[: want.count], want.spaces)
        return found

    def is_met(self, roster: Roster, plan: Plan, position: Position) -> bool:
        """Return whether `position` meets the goal."""
        on = roster.at(position)
        faces = roster.faces(position)
        doers = [
            [name for name in pieces if on[name] in spaces and heading in (None, faces.get(name))]
            for pieces, spaces, heading in self.errands(roster)
        ]
        if not self.trains:
            return matching(doers)
        standing = roster.on(position)

        def complete(train: WantedTrain) -> Iterator[tuple[Row, list[list[str]]]]:
            for row in matched(train.rows(plan, position.turntables), train.pieces, standing, roster.alike):
                yield row, [[standing[space] for space in row]]

        for chosen in apart([partial(complete, train) for train in self.trains]):
            used = {name for _, names in chosen for name in names}
            if matching([[name for name in names if name not in used] for names in doers]):
                return True
        return False

    def readings(self, roster: Roster, plan: Plan, turntables: tuple[int, ...]) -> Iterator[Goal]:
        """Yield goals without trains for these positions of the `turntables`. This goal is met if any yielded goal is met.

        Each yielded goal places every wanted train on a row of spaces. No two rows share a space. Each piece of the train gets
        its space in the row as its goal. `?` stands for any locomotive in some of the goals, and for any car in others.
        """
        kinds = [names for names in (roster.locomotives, roster.cars) if names]

        def placed(train: WantedTrain) -> Iterator[tuple[Row, Iterator[tuple[tuple[str, ...], ...]]]]:
            for row in train.rows(plan, turntables):
                yield row, product(*(kinds if name == ANY else [(name,)] for name in train.pieces))

        for chosen in apart([partial(placed, train) for train in self.trains]):
            wants = [Want(space, (space,), some) for row, pieces in chosen for space, some in zip(row, pieces, strict=True)]
            yield replace(self, wants=(*self.wants, *wants), trains=())

    def as_names(self, plan: Plan) -> dict[str, str]:
        """Return the goal as a mapping with an entry for each piece, place and train. The entry of a piece is its space or
        place, with the heading of a locomotive if it matters. The entry of a place gives the number of pieces, and the entry
        of a train gives its place."""
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
        return names | {str(train): train.where for train in self.trains}

    def as_table(self, plan: Plan) -> dict[str, Any]:
        """Return the goal as the `[goal]` table of a card file."""
        table: dict[str, Any] = dict(replace(self, trains=()).as_names(plan))
        return table | ({"trains": [train.as_table() for train in self.trains]} if self.trains else {})

    @property
    def _single(self) -> list[Want]:
        """The wants that files write as `piece = place`: wants for one piece, without further conditions."""
        named = [*self.places, *(name for want in self.wants if len(want.pieces) == 1 for name in want.pieces)]
        return [want for want in self.wants if len(want.pieces) == 1 and named.count(want.pieces[0]) == 1]


def matching(choices: Sequence[Sequence[str]]) -> bool:
    """Return whether each of `choices` can be given one of its names and no name is given twice."""
    given, holders = [""] * len(choices), dict[str, int]()
    for first in range(len(choices)):
        asked, todo, free = dict[str, int](), [first], ""
        for number in todo:  # to which those are added that may have to take another name
            for name in choices[number]:
                if name not in asked:
                    asked[name] = number
                    if name in holders:
                        todo.append(holders[name])
                    else:
                        free = name
            if free:
                break
        else:
            return False
        while free:
            number = asked[free]
            holders[free] = number
            given[number], free = free, given[number]
    return True
