"""Goals by place in card files: a piece that may end anywhere in a place, and places where some of several pieces must end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from shunt.cards.parts import CardPart
from shunt.errors import Fault, counted, suggest
from shunt.files.document import KeyPath
from shunt.rules.goal import COUNT, Goal, Want, is_count, matching
from shunt.track.layout_file import place_faults

MOST_OVERLAPPING = 10
"""The maximum number of errands for the same pieces and overlapping places, because searches test every set of them."""


@dataclass
class Wants(CardPart):
    """The part of a goal that names places or several pieces. `read` fills `wants`, and puts the rest of the goal into
    `others`."""

    wants: list[Want] = field(init=False, default_factory=list)
    others: dict[str, str] = field(init=False, default_factory=dict)

    def read(self) -> list[Fault]:
        """Read the places of the card and all entries of the goal; return the faults."""
        self.faults += place_faults(self.model.places, self.plan, self.document, ("places",))
        for name in self.model.places:
            if name in self.layout.places:
                self.fault(("places", name), f"the layout has a place called {name} too", "give this place another name")
        for name in self.places:
            if name in self.pieces:
                what = f"a place and a piece are both called {name}"
                self.fault(("places", name) if name in self.model.places else ("start",), what, "rename one of them")
        for name, text in self.model.ends.items():
            if name in self.pieces and (place := text.strip()) in self.places:
                self._add(("goal", name), Want(place, self.places[place], (name,)))
            elif name not in self.pieces and is_count(text):
                self._read_counts(name, text)
            else:
                self.others[name] = text
        return self.faults

    def _read_counts(self, place: str, text: str) -> None:
        """Read the number and the names of the pieces for a place or a single space."""
        keys = ("goal", place)
        spaces = self.places.get(place, (place,))
        if spaces == (place,) and place not in self.plan.spaces:
            self.fault(keys, f"unknown place {place!r}", suggest(place, [*self.places, *self.plan.spaces]))
            return
        if spaces == (place,) and place in self.plan.no_stop:
            self.fault(keys, f"nothing may stand on {place}, only pass it", "choose another space (see no_stop in the layout)")
        for part in text.split(","):
            found = COUNT.fullmatch(part.strip())
            assert found is not None
            self._add(keys, Want(place, spaces, tuple(found[2].split()), int(found[1])))

    def _add(self, keys: KeyPath, want: Want) -> None:
        """Store a want, or collect its faults."""
        before = len(self.faults)
        for name in want.pieces:
            if name not in self.pieces:
                self.fault(keys, f"unknown piece {name!r} at the start", suggest(name, self.pieces))
        if len(set(want.pieces)) < len(want.pieces):
            self.fault(keys, f"{want.text!r} names a piece twice", "name each piece once")
        if len({name in self.model.start.locomotives for name in want.pieces}) > 1:
            self.fault(keys, f"{want.text!r} mixes locomotives and cars", "write a count for each, with a comma between them")
        if not 1 <= want.count <= len(want.pieces):
            what = f"{want.text!r} asks for {counted(want.count, 'pieces')} of {len(want.pieces)}"
            self.fault(keys, what, f"a number from 1 to {len(want.pieces)}")
        for group in self.model.options.interchangeable:
            missing = " ".join(name for name in group if name not in want.pieces)
            if missing and not set(group).isdisjoint(want.pieces) and not set(group).issuperset(want.pieces):
                what = f"{want.text!r} names some pieces of an interchangeable group, and others"
                self.fault(keys, what, f"add {missing}, which may stand for them, or write a count for each")
        is_space = want.spaces == (want.place,)
        if set(want.spaces) <= self.access.broken:
            what = f"{want.place} is a broken track" if is_space else f"all spaces of {want.place} are broken tracks"
            self.fault(keys, what, "choose another place, or take a space off start.broken")
        else:
            kept_out = [name for name in want.pieces if not any(self.access.may_be(name, space) for space in want.spaces)]
            if len(want.pieces) - len(kept_out) < want.count:
                whole = f"{want.place} is" if is_space else f"all spaces of {want.place} are"
                self.fault(
                    keys, f"{whole} closed to {' '.join(kept_out)}", "choose another place, or open a space of it (see closed)"
                )
        if len(self.faults) == before:
            self.wants.append(want)

    def faults_together(self, goal: Goal) -> Iterator[Fault]:
        """Yield the reason why the parts of a goal cannot be met together, although each alone is valid."""
        errands = goal.errands(self.access.roster)
        where: KeyPath = ("goal",)
        if not matching([errand.pieces for errand in errands]):
            yield self.document.fault(
                where, "this goal asks for more pieces than there are", "name a piece in one line of the goal only"
            )
            return
        open_to = [
            [space for space in errand.spaces if any(self.access.may_be(name, space) for name in errand.pieces)]
            for errand in errands
        ]
        if not matching(open_to):
            what = "the places of this goal have fewer spaces than pieces that must end there"
            yield self.document.fault(where, what, "ask for fewer pieces, or add spaces to a place")
            return
        different = dict.fromkeys(errands)
        for errand in different:
            pieces, spaces = set(errand.pieces), set(errand.spaces)
            near = [other for other in different if not pieces.isdisjoint(other.pieces) and not spaces.isdisjoint(other.spaces)]
            if len(near) > MOST_OVERLAPPING:
                what = f"this goal sends the same pieces to {len(near)} places that have spaces in common"
                yield self.document.fault(where, what, f"name at most {MOST_OVERLAPPING} that overlap")
                return
