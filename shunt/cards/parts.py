"""What the parts of a card of trains share while they are read from its file."""

from __future__ import annotations

from dataclasses import dataclass, field

from shunt.cards.models import TrainCardFile
from shunt.errors import Fault
from shunt.files.document import Document, KeyPath
from shunt.rules.access import Access
from shunt.track.layout import Layout
from shunt.track.plan import Plan


@dataclass
class CardPart:
    """A part of a card: the file, the layout with the spaces where pieces may be, and the faults found so far."""

    model: TrainCardFile
    layout: Layout
    access: Access
    document: Document
    faults: list[Fault] = field(init=False, default_factory=list)

    @property
    def plan(self) -> Plan:
        """The board."""
        return self.layout.plan

    @property
    def pieces(self) -> list[str]:
        """The pieces at the start."""
        return [*self.model.start.locomotives, *self.model.start.cars]

    @property
    def places(self) -> dict[str, tuple[str, ...]]:
        """A mapping from the places of the layout and the card to their spaces."""
        return {name: tuple(spaces) for name, spaces in [*self.layout.places.items(), *self.model.places.items()]}

    def fault(self, keys: KeyPath, what: str, remedy: str) -> None:
        """Note a fault at a key of the file."""
        self.faults.append(self.document.fault(keys, what, remedy))
