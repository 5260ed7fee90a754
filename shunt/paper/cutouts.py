"""What is cut out for play: the locomotives, cars, broken tracks and turntables of cards, in the scale of a board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.paper import fonts
from shunt.paper.painter import readable
from shunt.paper.sheets import MARGIN, PAPERS, Size
from shunt.paper.trim import INK, RULER, ruler
from shunt.render.board import UNIT, board_scene, deck_items
from shunt.render.geometry import RIM, Spot
from shunt.render.looks.liveries import LOCOMOTIVE, Livery, card_liveries
from shunt.render.pieces import SLOT, Brush
from shunt.render.scene import Circle, Item, Rect, Scene, Text, moved
from shunt.render.sidings import UNIT as SIDINGS_UNIT
from shunt.render.sidings import sidings_scene
from shunt.track.layout import Layout
from shunt.track.turntable import Turntable

GAP = 4.0  # millimetres between pieces
SPARE = 1  # broken tracks beyond the most that a card has
EDGE = "#9a9a9a"
HEAD = 9.0


class Pieces(NamedTuple):
    """The pieces of a card: names of locomotives and of cars, whether locomotives have a heading, and the turntables."""

    locomotives: tuple[str, ...]
    cars: tuple[str, ...]
    has_headings: bool
    turntables: tuple[Turntable, ...]


def _of_trains(card: RouteCard) -> Pieces:
    return Pieces(card.roster.locomotives, card.roster.cars, card.rules.has_headings, card.plan.turntables)


def _of_sidings(card: SidingsCard) -> Pieces:
    return Pieces((LOCOMOTIVE,), card.rules.cars, False, ())


PIECES: Mapping[str, Callable[..., Pieces]] = {"switcher": _of_trains, "railway": _of_trains, "sidings": _of_sidings}
"""Ruleset → the pieces of its cards."""


def _track_board(card: RouteCard) -> tuple[Scene, float]:
    return board_scene(card.board or Layout(card.plan)), UNIT


def _sidings_board(card: SidingsCard) -> tuple[Scene, float]:
    return sidings_scene(card.rules, title=card.board_name), SIDINGS_UNIT


BOARDS: Mapping[str, Callable[..., tuple[Scene, float]]] = {
    "switcher": _track_board,
    "railway": _track_board,
    "sidings": _sidings_board,
}
"""Ruleset → the board of a card without pieces, and the millimetres of a space."""


def drawn_board(card: Card) -> tuple[Scene, float]:
    """Return the board of a card without pieces, and the length of one of its spaces in millimetres."""
    return BOARDS[card.ruleset](card)


def cutout_pages(cards: Sequence[Card], title: str, paper: str, space: float) -> Iterator[Scene]:
    """Yield pages with every piece that the cards need, `space` millimetres a space, inside outlines to cut along.

    A piece is as large as the slot of a space, so that it fits on the board printed in the same scale.
    """
    name = f"{title or 'Pieces'}: pieces for a board of {space:g} mm a space"
    yield from _pages(list(_pieces(cards, space)), PAPERS[paper], name)


def _pieces(cards: Sequence[Card], space: float) -> Iterator[Scene]:
    """Yield locomotives and cars by name and livery, broken tracks, and the bridges of turntables, each once."""
    across, down = (share * space for share in SLOT)
    middle = Spot(across / 2, down / 2, (1.0, 0.0))
    blank = Rect(across / 2, down / 2, across, down, fill="#ffffff")
    locomotives: dict[tuple[str, Livery], None] = {}
    cars: dict[tuple[str, Livery], None] = {}
    headless: set[str] = set()
    tables: dict[int, Turntable] = {}
    for card in cards:
        pieces, colours = PIECES[card.ruleset](card), card_liveries(card)
        for name in pieces.locomotives:
            locomotives[name, colours[name]] = None
            if not pieces.has_headings:
                headless.add(name)
        cars |= {(name, colours[name]): None for name in pieces.cars}
        tables |= {len(table.bridge): table for table in pieces.turntables}
    for name, livery in locomotives:
        drawn = Brush(space, {name: livery}).locomotive(middle, name, 0, None if name in headless else 1)
        yield Scene(across, down, (blank, *drawn), name)
    for name, livery in cars:
        yield Scene(across, down, (blank, *Brush(space, {name: livery}).car(middle, name)), name)
    most = max((card.inventory.broken for card in cards), default=0)
    for _ in range(most + SPARE if most else 0):
        yield Scene(across, down, tuple(Brush(space).broken(middle)), "broken track")
    for length in sorted(tables):
        side = 2 * (length / 2 + RIM) * space
        yield Scene(side, side, tuple(_disc(length, space)), "turntable")


def _disc(length: int, space: float) -> list[Item]:
    """Draw a turntable to be laid on the pit of the board; a pin through its middle holds it."""
    radius = (length / 2 + RIM) * space
    disc = Circle(radius, radius, radius, "#ece5d5")
    bridge = deck_items([(0.0, radius), (2 * radius, radius)], space)
    return [disc, *bridge, Circle(radius, radius, 0.5, "", INK, 0.2)]


def _pages(pieces: Sequence[Scene], page: Size, name: str) -> Iterator[Scene]:
    """Set the pieces in rows, one page after the other."""
    width, height = page
    margin = MARGIN + GAP
    items: list[Item] = []
    x, y, row = margin, margin + HEAD, 0.0
    for piece in pieces:
        if x + piece.width > width - margin and x > margin:
            x, y, row = margin, y + row + GAP, 0.0
        if y + piece.height > height - margin - HEAD and items:
            yield _page(items, page, name)
            items, x, y, row = [], margin, margin + HEAD, 0.0
        outline = Rect(
            x + piece.width / 2, y + piece.height / 2, piece.width + 1.0, piece.height + 1.0, 0.6, 0, "", EDGE, 0.15, (1.0, 1.0)
        )
        items += [readable(moved(item, x, y)) for item in piece.items]
        items.append(outline)
        x, row = x + piece.width + GAP, max(row, piece.height)
    yield _page(items, page, name)


def _page(items: Sequence[Item], page: Size, name: str) -> Scene:
    text, size = fonts.fitted(f"{name}. Print at 100 %, on card; cut along the dashes.", 3.0, page[0] - 2 * MARGIN - 2 * GAP)
    head = Text(MARGIN + GAP, MARGIN + GAP + 3.0, text, size, INK, "start")
    return Scene(*page, (head, *items, *ruler(page[0] - MARGIN - GAP - RULER - 10, page[1] - MARGIN - GAP)), name)
