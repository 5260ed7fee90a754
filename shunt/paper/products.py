"""Everything that can be printed, by kind: cards, booklets, boards with their pieces, lists for the layout room, Hump Yard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from shunt.cards.card import Card
from shunt.errors import Fault, InputError
from shunt.files.atomic import write_bytes_atomically
from shunt.files.reading import StrPath
from shunt.games.registry import GAMES
from shunt.generator.packs.reading import cards_of
from shunt.paper.back import back
from shunt.paper.boards import print_board
from shunt.paper.booklet import print_booklet, print_guide
from shunt.paper.front import front
from shunt.paper.order import Order, SettingOptions, Settings, card_of_board
from shunt.paper.parts import print_calibration, print_car_cards, print_cars, print_tiles
from shunt.paper.pdf import Printed, print_sheets
from shunt.paper.poster import print_poster
from shunt.paper.sheets import DECK_SIZES
from shunt.paper.switch_lists import print_switch_lists, print_tickets
from shunt.paper.table_games import SQUARES, print_deck, print_game_rules, print_scores
from shunt.render.fonts import typeface
from shunt.render.scene import Scene
from shunt.track.layout import AnyLayout

if TYPE_CHECKING:
    from typing import Unpack


def print_cards(order: Order) -> Printed:
    """Return a PDF file of the fronts and backs of cards; the same cards and settings give the same bytes."""
    settings, sheet, remarks = order.settings, order.settings.sheet(), list[str]()

    def faces() -> Iterator[tuple[Scene, Scene]]:
        """Draw the cards; only those of a sheet are held at a time."""
        for number, card in enumerate(order.cards, 1):
            order.progress("drawing cards", number - 1, len(order.cards))
            printed = number if order.is_numbered else None
            ahead = front(card, settings.size, printed, settings.style)
            is_sideways = ahead.scene.width > ahead.scene.height
            behind = back(card, settings.size, printed, is_sideways, settings.style, settings.url)
            said = (*ahead.remarks, *(behind.remarks if sheet.backs else ()))
            remarks.extend(f"{card.name}: {remark}" for remark in dict.fromkeys(said))
            yield ahead.scene, behind.scene

    title = order.title or ", ".join(card.title for card in order.cards[:3])
    name, offset = order.title or "Cards", settings.back_offset
    made = print_sheets(faces(), len(order.cards), sheet, title, name, offset, order.author)
    order.progress("drawing cards", len(order.cards), len(order.cards))
    return replace(made, remarks=(*remarks, *made.remarks))


PRODUCTS: Mapping[str, Callable[[Order], Printed]] = {
    "cards": print_cards,
    "booklet": print_booklet,
    "board": print_board,
    "poster": print_poster,
    "switch-lists": print_switch_lists,
    "car-cards": print_tickets,
}
"""Kind → how it is printed from cards."""

MARGIN = 4.0  # between the picture of a card of a game and its edge, in millimetres
PARTS: Mapping[str, Callable[[Settings], Printed]] = {
    "guide": print_guide,
    "hump-tiles": print_tiles,
    "hump-cars": print_cars,
    "hump-car-cards": print_car_cards,
    "express-cards": partial(print_deck, "express", DECK_SIZES, MARGIN),
    "yardmaster-cards": partial(print_deck, "yardmaster", DECK_SIZES, MARGIN),
    "tiles-squares": partial(print_deck, "tiles", SQUARES, 0.0),
    **{f"{game}-rules": partial(print_game_rules, game) for game in GAMES},
    **{f"{game}-scores": partial(print_scores, game) for game in GAMES},
    "calibration": print_calibration,
}
"""Kind → how it is printed without cards."""

KINDS = (*PRODUCTS, *PARTS)
OF_BOARDS = ("board", "poster")
"""Kinds that are also printed from a layout."""


def made(kind: str, meant: Order | Settings) -> Printed:
    """Return one of `PRODUCTS` from an order, or one of `PARTS`, set in the typefaces that the settings choose."""
    settings = meant if isinstance(meant, Settings) else meant.settings
    with typeface(settings.font):
        return PRODUCTS[kind](meant) if isinstance(meant, Order) else PARTS[kind](settings)


def pdf(
    what: Card | AnyLayout | StrPath | Iterable[Card] = (),
    path: StrPath | None = None,
    *,
    kind: str = "cards",
    title: str = "",
    space: float | None = None,
    **settings: Unpack[SettingOptions],
) -> bytes:
    """Return a PDF file of one or more cards or a pack (its folder or shipped name); also write it to `path`, if given.
    "board" and "poster" also accept a layout and print its empty board.

    `kind` is one of `shunt.paper.products.KINDS`. "guide", "calibration" and the Hump Yard kinds need no cards. The
    `settings` are `paper`, `card`, `style`, `backs`, `single`, `bleed`, `back_offset`, `url` and `font` (see
    `shunt.paper.order.Settings`). The same cards and settings give the same bytes. Raise `InputError` for an unknown kind
    or setting.

    >>> pdf("first-swap", card="tarot")[:5]
    b'%PDF-'
    """
    if isinstance(what, AnyLayout) and kind not in OF_BOARDS:
        raise InputError("kind", f"a layout cannot be printed as {kind}", "one of " + ", ".join(OF_BOARDS))
    if kind not in KINDS:
        raise InputError("kind", f"unknown kind {kind!r}", "one of " + ", ".join(KINDS))
    known = Settings.__dataclass_fields__
    if unknown := sorted(settings.keys() - known):
        raise InputError([Fault(name, "unknown parameter", "one of " + ", ".join(known)) for name in unknown])
    chosen = Settings(**settings)
    if kind in PARTS:
        content = made(kind, chosen).content
    else:
        cards, deck = ([card_of_board(what)], None) if isinstance(what, AnyLayout) else cards_of(what)
        order = Order(cards, chosen, title or (deck.title if deck else ""), deck is not None, space)
        content = made(kind, order).content
    if path is not None:
        write_bytes_atomically(path, content)
    return content
