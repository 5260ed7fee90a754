"""Everything that can be printed, by kind: cards, booklets, boards with their pieces, lists for the layout room, Hump Yard."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shunt.cards.build import as_card
from shunt.cards.card import Card
from shunt.errors import Fault, InputError
from shunt.files.atomic import write_bytes_atomically
from shunt.generator.packs.reading import load_pack, pack_folder
from shunt.paper.booklet import print_booklet, print_guide
from shunt.paper.calibration import print_calibration
from shunt.paper.document import Settings, print_cards
from shunt.paper.pdf import Printed
from shunt.paper.poster import print_board
from shunt.paper.switch_lists import print_switch_lists, print_tickets
from shunt.paper.yard_set import print_car_cards, print_cars, print_tiles
from shunt.search.core.limits import Progress, no_progress


@dataclass(frozen=True)
class Order:
    """What is printed: cards with the title of their pack, settings, the length of a space on boards (None: what fits well)."""

    cards: Sequence[Card]
    settings: Settings
    title: str = ""
    is_numbered: bool = False
    space: float | None = None
    progress: Progress = no_progress


def _cards(order: Order) -> Printed:
    return print_cards(order.cards, order.settings, order.title, order.is_numbered, order.progress)


def _booklet(order: Order) -> Printed:
    return print_booklet(order.cards, order.title, order.settings.paper, order.settings.single)


def _board(order: Order) -> Printed:
    return print_board(order.cards, order.title, order.settings.paper, order.space)


PRODUCTS: Mapping[str, Callable[[Order], Printed]] = {
    "cards": _cards,
    "booklet": _booklet,
    "board": _board,
    "switch-lists": lambda order: print_switch_lists(order.cards, order.settings.paper),
    "car-cards": lambda order: print_tickets(order.cards, order.settings.paper),
}
"""Kind → how it is printed from cards."""

PARTS: Mapping[str, Callable[[Settings], Printed]] = {
    "guide": print_guide,
    "hump-tiles": lambda settings: print_tiles(settings.paper),
    "hump-cars": lambda settings: print_cars(settings.paper),
    "hump-car-cards": lambda settings: print_car_cards(settings.paper),
    "calibration": print_calibration,
}
"""Kind → how it is printed without cards."""

KINDS = (*PRODUCTS, *PARTS)


def pdf(
    what: Card | str | os.PathLike[str] | Iterable[Card] = (),
    path: str | os.PathLike[str] | None = None,
    *,
    kind: str = "cards",
    title: str = "",
    space: float | None = None,
    **settings: Any,
) -> bytes:
    """Return a PDF file of a card, of cards or of a pack (its folder or its shipped name); with `path` also write it.

    `kind` is one of `shunt.paper.products.KINDS`; "guide", "calibration" and those of Hump Yard take no cards. `settings` are
    those of `shunt.paper.document.Settings`: `paper`, `card`, `backs`, `single`, `bleed`, `back_offset`. The same cards and
    settings give the same bytes. Raise `InputError` for an unknown kind or setting.

    >>> pdf("first-swap", card="tarot")[:5]
    b'%PDF-'
    """
    if kind not in KINDS:
        raise InputError(Fault("kind", f"unknown kind {kind!r}", "one of " + ", ".join(KINDS)))
    known = Settings.__dataclass_fields__
    if unknown := sorted(settings.keys() - known):
        raise InputError([Fault(name, "unknown parameter", "one of " + ", ".join(known)) for name in unknown])
    chosen = Settings(**settings)
    if kind in PARTS:
        content = PARTS[kind](chosen).content
    else:
        cards, pack_title = _read(what)
        content = PRODUCTS[kind](Order(cards, chosen, title or pack_title, bool(pack_title), space)).content
    if path is not None:
        write_bytes_atomically(path, content)
    return content


def _read(what: Card | str | os.PathLike[str] | Iterable[Card]) -> tuple[list[Card], str]:
    """Return the cards, and the title of their pack if they are one."""
    if isinstance(what, str | os.PathLike):
        folder = pack_folder(what)
        if folder is not None:
            manifest, cards = load_pack(folder)
            return cards, manifest.title
    if isinstance(what, Card | str | os.PathLike):
        return [as_card(what)], ""
    return [as_card(card) for card in what], ""
