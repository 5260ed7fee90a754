"""What is to be printed and how: `Order` and `Settings`, checked before anything is drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from shunt.cards.card import Card
from shunt.errors import Fault, InputError, faults_into, raise_faults
from shunt.generator.spec import empty_card
from shunt.paper.sheets import BACKS, CARDS, Backs, PaperSheet, Size, paper_size, sheet_for
from shunt.paper.styles import STYLES
from shunt.search.core.limits import Progress, no_progress
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsPosition
from shunt.track.layout import AnyLayout, Layout

FAR = 20.0  # the largest offset of backs and the widest bleed
BLEED = 3.0  # of single cards, unless given


class SettingOptions(TypedDict, total=False):
    """The keywords of `Settings`."""

    paper: str
    card: str
    backs: Backs
    single: bool
    bleed: float | None
    back_offset: tuple[float, float]
    style: str
    url: str
    font: str


@dataclass(frozen=True)
class Settings:
    """How cards are printed.

    `paper`: a name or a size (`paper_size`); `card`: the name of a size; `backs`: how the sheet is turned for its back, folded,
    or without backs; `single`: one card a page, for card printers; `bleed`: print beyond the cut, in millimetres (None: 3 for
    single cards, else none); `back_offset`: how far backs are moved to the right and up, in millimetres; `style`: one of
    `STYLES`; `url`: where a site of these cards is, to which the codes on their backs lead; `font`: the file of a typeface for
    characters that the built-in ones lack.
    """

    paper: str = "a4"
    card: str = "poker"
    backs: Backs = "long-edge"
    single: bool = False
    bleed: float | None = None
    back_offset: tuple[float, float] = (0.0, 0.0)
    style: str = next(iter(STYLES))
    url: str = ""
    font: str = ""

    def __post_init__(self) -> None:
        faults = [
            Fault(where, f"unknown {where} {value!r}", "one of " + ", ".join(known))
            for where, value, known in (
                ("card", self.card, CARDS),
                ("backs", self.backs, BACKS),
                ("style", self.style, STYLES),
            )
            if value not in known
        ]
        with faults_into(faults):
            paper_size(self.paper)
        for where, value in (("bleed", self.bleed or 0.0), *(("back_offset", length) for length in self.back_offset)):
            if not math.isfinite(value) or abs(value) > FAR or (where == "bleed" and value < 0):
                least = "0" if where == "bleed" else f"-{FAR:g}"
                faults.append(Fault(where, f"{value:g} mm is not possible", f"a length from {least} to {FAR:g}"))
        if self.single and self.backs == "fold":
            faults.append(Fault("backs", "single-card pages cannot be folded", "use sheets, or another kind of backs"))
        if self.backs == "fold" and self.bleed:
            faults.append(Fault("bleed", "cards that are folded have no bleed", "use another kind of backs, or no bleed"))
        raise_faults(faults)

    @property
    def page(self) -> Size:
        """The size of the paper."""
        return paper_size(self.paper)

    @property
    def size(self) -> Size:
        """The size of a card."""
        return CARDS[self.card]

    def sheet(self) -> PaperSheet:
        """Return the sheet; raise `InputError` if the paper is too small."""
        if self.single:  # each page is one card, flipped on the long edge for its back
            (width, height), bleed = self.size, BLEED if self.bleed is None else self.bleed
            page, turning = (width + 2 * bleed, height + 2 * bleed), self.backs if self.backs == "none" else "long-edge"
            return PaperSheet(page, self.size, [(bleed, bleed)], turning, bleed, is_single=True)
        return sheet_for(self.paper, self.size, self.backs, self.bleed or 0.0)


def card_of_board(layout: AnyLayout) -> Card:
    """Return a layout as a card without cars and without a goal: its empty board can be printed."""
    if isinstance(layout, Layout):
        return empty_card(layout, name=layout.name)
    rules = Sidings(layout.headshunt, layout.sidings, ())
    return SidingsCard(layout.name, rules, SidingsPosition((), ((),) * len(layout.sidings)), SidingsGoal(), layout=layout)


@dataclass(frozen=True)
class Order:
    """What is printed: cards with the title of their pack, settings, the length of a space on boards (None: what fits well).

    `is_numbered`: cards have their number; `progress` is called with the cards drawn and the number of all.
    """

    cards: Sequence[Card]
    settings: Settings = field(default_factory=Settings)
    title: str = ""
    is_numbered: bool = False
    space: float | None = None
    progress: Progress = no_progress

    def __post_init__(self) -> None:
        if not self.cards:
            raise InputError("cards", "no card is given", "give at least one card")

    @property
    def author(self) -> str:
        """The authors that the cards name, for the file."""
        return ", ".join(dict.fromkeys(str(card.about["author"]) for card in self.cards if card.about.get("author")))
