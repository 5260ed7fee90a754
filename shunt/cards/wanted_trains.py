"""Goals by train in card files: pieces in a row, in a place or along a run, and all faults in such goals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from shunt.cards.models import WantedTrainTable
from shunt.cards.parts import CardPart
from shunt.errors import Fault, InputError, counted, suggest
from shunt.files.document import KeyPath
from shunt.rules.train_rows import ANY, WantedTrain, smooth_rows
from shunt.track.plan import End

ONCE = "each piece is used once"
MOST_TRAINS = 50


@dataclass
class WantedTrains(CardPart):
    """The trains of a goal; `read` fills `trains`. `named` are the pieces that other entries of the goal name individually."""

    named: Sequence[str]
    trains: list[WantedTrain] = field(init=False, default_factory=list)

    def read(self) -> list[Fault]:
        """Read every train; return the faults. Raise `InputError` if there are too many trains, or rows on which one may be."""
        if len(self.model.trains) > MOST_TRAINS:
            raise InputError("", f"this goal has {len(self.model.trains)} trains", f"name at most {MOST_TRAINS}")
        for number, table in enumerate(self.model.trains):
            keys: KeyPath = ("goal", "trains", number)
            names = tuple(table.pieces.split())
            before = len(self.faults)
            self._check_pieces(keys, names)
            self._check_place(keys, table, len(names))
            if len(self.faults) == before:
                spaces = self.places[table.place] if table.place else tuple((table.along or "").split())
                self.trains.append(WantedTrain(names, table.place or "", table.along is not None, spaces))
                self._check_room(keys, self.trains[-1])
        wanted = [name for table in self.model.trains for name in table.pieces.split()]
        if self.model.trains and not self.faults and len(wanted) + len(self.named) > len(self.pieces):
            what = f"this goal asks for {counted(len(wanted) + len(self.named), 'pieces')}, but there are {len(self.pieces)}"
            self.fault(("goal", "trains"), what, ONCE)
        return self.faults

    def _may_stand(self, train: WantedTrain, row: tuple[str, ...]) -> bool:
        """Return whether every space of a row is open to its piece of a train, or to an interchangeable one."""
        return all(
            name == ANY or any(self.access.may_be(other, space) for other in self.access.roster.alike(name))
            for name, space in zip(train.pieces, row, strict=True)
        )

    def _check_pieces(self, keys: KeyPath, names: tuple[str, ...]) -> None:
        """Note faults of the pieces of a train: unknown pieces, and pieces that the goal has named before."""
        earlier = [name for table in self.model.trains[: int(keys[-1])] for name in table.pieces.split()]
        for number, name in enumerate(names):
            if name == ANY:
                continue
            if name not in self.pieces:
                self.fault((*keys, "pieces"), f"unknown piece {name!r} at the start", suggest(name, self.pieces))
            elif name in names[:number] or name in earlier:
                self.fault((*keys, "pieces"), f"{name} is in a train twice", ONCE)
            elif name in self.named:
                self.fault(
                    (*keys, "pieces"), f"{name} is in a train, and has a place of its own", f"{ONCE}: leave out one of the two"
                )
        if not set(names) - {ANY}:
            self.fault((*keys, "pieces"), "the train names no piece", 'name at least one, such as pieces = "x ? y"')

    def _check_place(self, keys: KeyPath, table: WantedTrainTable, length: int) -> None:
        """Note faults of the place of a train."""
        if table.place is None:
            if table.along is not None:
                self._check_run((*keys, "along"), table.along.split(), length)
        elif table.along is not None:
            self.fault(keys, "a place and a run are both given", "write place or along")
        elif table.place not in self.places:
            remedy = suggest(table.place, self.places) if self.places else "name its spaces under [places]"
            self.fault((*keys, "place"), f"unknown place {table.place!r}", remedy)
        elif length > len(self.places[table.place]):
            holds = counted(len(self.places[table.place]), "spaces")
            what = f"a train of {counted(length, 'pieces')} is longer than {table.place}, which has {holds}"
            self.fault((*keys, "pieces"), what, "take pieces out, or choose a longer place")

    def _check_run(self, keys: KeyPath, run: Sequence[str], length: int) -> None:
        """Note faults of a run: unknown or repeated spaces, spaces that are not joined, or too few spaces."""
        spaces = self.plan.spaces
        unknown = [space for space in dict.fromkeys(run) if space not in spaces]
        for space in unknown:
            self.fault(keys, f"unknown space {space!r}", suggest(space, spaces))
        if unknown:
            return
        if len(set(run)) < len(run):
            self.fault(keys, "the run names a space twice", "name each space of the run once, in order")
            return
        if length > len(run):
            what = f"a train of {counted(length, 'pieces')} is longer than the run, which has {counted(len(run), 'spaces')}"
            self.fault(keys, what, "take pieces out, or name a longer run")
        for one, other in pairwise(run):
            if not any(joined.space == other for end in (0, 1) for joined in self.plan.all_joins.get(End(one, end), ())):
                self.fault(keys, f"{one} and {other} are not joined", "name spaces that follow each other")
                return

        if len(run) > 1 and tuple(run) not in smooth_rows(self.plan, self.plan.all_joins, run, len(run)):
            self.fault(
                keys, "no piece can run along this run without turning back", "name the spaces of one track in their order"
            )

    def _check_room(self, keys: KeyPath, train: WantedTrain) -> None:
        """Note the fault of a train for which there is no row of spaces at any turntable positions."""
        plan, stopping = self.plan, set(self.access.stopping)
        spaces = [space for space in train.spaces or plan.spaces if space in stopping]
        rows = (row for row in smooth_rows(plan, self.plan.all_joins, spaces, len(train.pieces)) if self._may_stand(train, row))
        runs = [train.spaces[first : first + len(train.pieces)] for first in range(len(train.spaces))]
        if not any(not train.along or row in runs for row in rows):
            where = train.where if train.spaces else "on this layout"
            what = f"no row of {counted(len(train.pieces), 'spaces')} {where} can hold {train}"
            self.fault((*keys, "pieces"), what, "choose one track along which the train's pieces may be and stop")
