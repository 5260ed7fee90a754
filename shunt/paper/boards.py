"""Boards to play on, over as many sheets as they take, to be glued together; and the pieces to cut out, in the same scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from shunt.cards.card import Card, RouteCard
from shunt.errors import Fault, InputError
from shunt.paper.order import Order
from shunt.paper.painter import MM, clip, paint_items, readable
from shunt.paper.pdf import MARKS, RULER, Pages, Printed, ruler
from shunt.paper.sheets import MARGIN, Size, paper_size
from shunt.render import fonts
from shunt.render.appearance import Livery, card_liveries, card_pieces
from shunt.render.board import UNIT
from shunt.render.cards import position_scene
from shunt.render.colours import EDGE
from shunt.render.geometry import RIM, Spot
from shunt.render.pieces import SLOT, Brush
from shunt.render.rails import deck_items
from shunt.render.scene import Circle, Item, Line, Rect, Scene, moved
from shunt.track.turntable import Turntable

EDGE_OF_PAPER = 8.0  # millimetres that most printers leave white
STRIP = 8.0  # of each sheet, below and at its right, that is covered by the next sheet
_FOOT = 6.0  # room for the name of a sheet; kept free across too, so that both ways of the paper have the same room
MOST_SHEETS = 100
LEAST_SPACE, MOST_SPACE = 5.0, 200.0
USUAL_SPACES = (30.0, 29.0, 28.0, 27.0, 26.0, 25.0)
GAP = 4.0  # millimetres between pieces
SPARE = 1  # broken tracks beyond the most that a card has
OUTLINE = "#9a9a9a"
HEAD = 9.0


def print_board(order: Order) -> Printed:
    """Return the boards of cards as sheets to play on, each once, and then the pieces to cut out in the same scale.

    A space is as long as the order says, or from 25 to 30 mm: as large as the fewest sheets allow. Raise `InputError` if a board
    takes more than `MOST_SHEETS`.
    """
    boards = {card.board_name: position_scene(card, None, unit=UNIT) for card in order.cards}
    space, page = order.space, order.settings.page
    if space is not None and not LEAST_SPACE <= space <= MOST_SPACE:
        raise InputError(Fault("space", f"{space:g} mm is not possible", f"a length from {LEAST_SPACE:g} to {MOST_SPACE:g}"))
    space = space or min(
        USUAL_SPACES, key=lambda length: (sum(_sheets(board, length / UNIT, page) for board in boards.values()), -length)
    )
    pages = Pages(page, order.title or next(iter(boards)), order.author)
    for name, board in boards.items():
        _paint_board(pages, _scaled(board, space / UNIT), board.title or name, order.settings.paper)
    for leaf in cutout_pages(order, space):
        pages.add(leaf)
    return Printed(pages.content(), pages.count, pages.remarks)


def _scaled(scene: Scene, scale: float) -> Scene:
    return Scene(scene.width * scale, scene.height * scale, scene.placed(0.0, 0.0, scale), scene.title)


def _sheets(board: Scene, scale: float, paper: Size) -> int:
    _, columns, rows = _arrangement((board.width * scale, board.height * scale), paper)
    return columns * rows


def _paint_board(pages: Pages, board: Scene, title: str, paper: str) -> None:
    """Paint the sheets of a board that is drawn in its final size, from the upper left, row by row.

    A board that fits on one sheet is in its middle. Otherwise each sheet repeats a strip of the sheets at its right and below it:
    cut a sheet at its upper and left lines and glue it on the strip of the one before.
    """
    page, columns, rows = _arrangement((board.width, board.height), paper_size(paper))
    if columns * rows > MOST_SHEETS:
        what = f"the board takes {columns * rows} sheets of {paper} paper, more than {MOST_SHEETS}"
        raise InputError(Fault("space", what, "make the spaces smaller"))
    for row in range(rows):
        for column in range(columns):
            _paint_sheet(pages, board, page, (column, row), (columns, rows), title)


def _arrangement(board: Size, paper: Size) -> tuple[Size, int, int]:
    """Return the page, upright or sideways, whichever takes fewer sheets, with the number of columns and rows."""
    found = []
    for page in (paper, paper[::-1]):
        counts = []
        for length, whole in zip(board, page, strict=True):
            room = whole - 2 * EDGE_OF_PAPER - _FOOT
            counts.append(1 if length <= room else ceil((length - STRIP) / (room - STRIP)))
        found.append((counts[0] * counts[1], page, counts[0], counts[1]))
    _, page, columns, rows = min(found, key=lambda entry: entry[0])
    return page, columns, rows


def _paint_sheet(pages: Pages, board: Scene, page: Size, at: tuple[int, int], counts: tuple[int, int], title: str) -> None:
    """Paint one sheet: its part of the board, the lines to cut and to glue along, its name and a ruler."""
    width, height = page
    room = (width - 2 * EDGE_OF_PAPER - _FOOT, height - 2 * EDGE_OF_PAPER - _FOOT)
    is_single = counts == (1, 1)
    across, down = (board.width, board.height) if is_single else room
    left, top = ((width - across) / 2, (height - down) / 2) if is_single else (EDGE_OF_PAPER, EDGE_OF_PAPER)
    canvas = pages.canvas
    canvas.setPageSize((width * MM, height * MM))
    canvas.saveState()
    clip(canvas, left, height - top - down, across, down)
    x, y = left - at[0] * (across - STRIP), top - at[1] * (down - STRIP)
    paint_items(canvas, tuple(readable(moved(item, x, y)) for item in board.items), height)
    canvas.restoreState()
    paint_items(canvas, tuple(_lines(left, top, across, down, at, counts)), height)
    name = title if is_single else f"{title}: row {at[1] + 1} of {counts[1]}, column {at[0] + 1} of {counts[0]}"
    beside = width - 2 * EDGE_OF_PAPER - RULER - 16  # the ruler
    foot = fonts.line((EDGE_OF_PAPER, height - EDGE_OF_PAPER), f"{name}. Print at 100 %.", 2.6, beside, MARKS)
    paint_items(canvas, (foot, *ruler(width - EDGE_OF_PAPER - RULER - 10, height - EDGE_OF_PAPER - 2.4)), height)
    pages.end_page()


def _lines(left: float, top: float, across: float, down: float, at: tuple[int, int], counts: tuple[int, int]) -> Iterator[Item]:
    """Yield the frame of a sheet's part, and dashes where the next sheets are glued on."""
    yield Rect(left + across / 2, top + down / 2, across, down, stroke=EDGE, width=0.2)
    if at[0] + 1 < counts[0]:
        x = left + across - STRIP
        yield Line(x, top, x, top + down, MARKS, 0.15, (2.0, 2.0))
    if at[1] + 1 < counts[1]:
        y = top + down - STRIP
        yield Line(left, y, left + across, y, MARKS, 0.15, (2.0, 2.0))


# --------------------------------------------------------------------------------------------------------------------
# The pieces to cut out


def _on_tracks(card: Card) -> tuple[bool, tuple[Turntable, ...], list[str]]:
    """Return whether the locomotives of a card have a front, the turntables of its board, and whom the card closes spaces to."""
    if isinstance(card, RouteCard):
        signs = [whom for space, whom in card.closed_spaces.items() if space in card.closed]
        return card.rules.has_headings, card.plan.turntables, signs
    return False, (), []


def cutout_pages(order: Order, space: float) -> Iterator[Scene]:
    """Yield pages with every piece that the cards need, `space` millimetres a space, inside outlines to cut along.

    A piece is as large as the slot of a space, so that it fits on the board printed in the same scale.
    """
    name = f"{order.title or 'Pieces'}: pieces for a board of {space:g} mm a space"
    yield from _pages(list(_pieces(order.cards, space)), order.settings.page, name)


def _pieces(cards: Sequence[Card], space: float) -> Iterator[Scene]:
    """Yield locomotives and cars by name and livery, broken tracks, signs of spaces that cards close, and the bridges of
    turntables, each once."""
    across, down = (share * space for share in SLOT)
    middle = Spot(across / 2, down / 2, (1.0, 0.0))
    blank = Rect(across / 2, down / 2, across, down, fill="#ffffff")
    locomotives: dict[tuple[str, Livery], None] = {}
    cars: dict[tuple[str, Livery], None] = {}
    headless, signs = set[str](), set[str]()
    tables: dict[int, Turntable] = {}
    for card in cards:
        pieces, colours = card_pieces(card), card_liveries(card)
        have_fronts, turntables, closed = _on_tracks(card)
        signs.update(closed)
        locomotives |= {(name, colours[name]): None for name in pieces.locomotives}
        headless |= set() if have_fronts else set(pieces.locomotives)
        cars |= {(name, colours[name]): None for name in pieces.cars}
        tables |= {len(table.bridge): table for table in turntables}
    for name, livery in locomotives:
        drawn = Brush(space, {name: livery}).locomotive(middle, name, 0, None if name in headless else 1)
        yield Scene(across, down, (blank, *drawn), name)
    for name, livery in cars:
        yield Scene(across, down, (blank, *Brush(space, {name: livery}).car(middle, name)), name)
    most = max((card.inventory.broken for card in cards), default=0)
    for _ in range(most + SPARE if most else 0):
        yield Scene(across, down, tuple(Brush(space).broken(middle)), "broken track")
    for whom in sorted(signs):
        yield Scene(across, down, (blank, *Brush(space).closed(middle, whom)), f"closed to {whom}")
    for length in sorted(tables):
        side = 2 * (length / 2 + RIM) * space
        yield Scene(side, side, tuple(_disc(length, space)), "turntable")


def _disc(length: int, space: float) -> list[Item]:
    """Draw a turntable to be laid on the pit of the board; a pin through its middle holds it."""
    radius = (length / 2 + RIM) * space
    disc = Circle(radius, radius, radius, "#ece5d5")
    bridge = deck_items([(0.0, radius), (2 * radius, radius)], space)
    return [disc, *bridge, Circle(radius, radius, 0.5, "", MARKS, 0.2)]


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
        middle = (x + piece.width / 2, y + piece.height / 2)
        outline = Rect(*middle, piece.width + 1.0, piece.height + 1.0, 0.6, stroke=OUTLINE, width=0.15, dash=(1.0, 1.0))
        items += [readable(moved(item, x, y)) for item in piece.items]
        items.append(outline)
        x, row = x + piece.width + GAP, max(row, piece.height)
    yield _page(items, page, name)


def _page(items: Sequence[Item], page: Size, name: str) -> Scene:
    words = f"{name}. Print at 100 %, on card; cut along the dashes."
    head = fonts.line((MARGIN + GAP, MARGIN + GAP + 3.0), words, 3.0, page[0] - 2 * MARGIN - 2 * GAP, MARKS)
    return Scene(*page, (head, *items, *ruler(page[0] - MARGIN - GAP - RULER - 10, page[1] - MARGIN - GAP)), name)
