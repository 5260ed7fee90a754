"""Boards to play on, over as many sheets as they take, to be glued together; and the pieces to cut out, in the same scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil
from typing import NamedTuple

from shunt.cards.card import Card, RouteCard
from shunt.errors import InputError
from shunt.paper.order import Order
from shunt.paper.painter import MM, clip, paint_items, readable
from shunt.paper.pdf import MARKS, RULER, Pages, Printed, ruler
from shunt.paper.sheets import Size
from shunt.render import fonts
from shunt.render.appearance import Livery, card_liveries, card_pieces
from shunt.render.board import UNIT
from shunt.render.cards import position_scene
from shunt.render.colours import EDGE
from shunt.render.geometry import RIM, Spot
from shunt.render.pieces import SLOT, Brush
from shunt.render.rails import deck_items
from shunt.render.scene import Circle, Item, Line, Rect, Scene
from shunt.render.words import board_title
from shunt.track.space_marks import SPACE_MARKS

EDGE_OF_PAPER = 8.0  # millimetres that most printers leave white
STRIP = 8.0  # the width at the bottom and the right of each sheet that the next sheet covers
_FOOT = 6.0  # room for the name of a sheet; also kept free on sideways paper, so that both have the same room
MOST_SHEETS = 100
LEAST_SPACE, MOST_SPACE = 5.0, 200.0
USUAL_SPACES = tuple(float(length) for length in range(30, 17, -1))  # the longest first
GAP = 4.0  # millimetres between pieces
SPARE = 1  # broken tracks beyond the most that a card has
OUTLINE = "#9a9a9a"
CAPTION = 4.5  # height of the title below a board


def print_board(order: Order) -> Printed:
    """Return the boards of cards as sheets to play on, each once, and the pieces to cut out in the same scale.

    A space is as long as the order says, or from 18 to 30 mm: as large as the fewest sheets allow. Boards that take less than a
    sheet share it with others and with the pieces. Raise `InputError` if a board takes more than `MOST_SHEETS`.
    """
    boards = {card.board_name: replace(position_scene(card, None, unit=UNIT), title=board_title(card)) for card in order.cards}
    space, page = order.space, order.settings.page
    if space is not None and not LEAST_SPACE <= space <= MOST_SPACE:
        raise InputError("space", f"{space:g} mm is not possible", f"a length from {LEAST_SPACE:g} to {MOST_SPACE:g}")
    name = order.title or next(iter(boards.values())).title
    plans = (_plan(order, boards.values(), length, name) for length in ((space,) if space else USUAL_SPACES))
    plan = min(plans, key=lambda plan: plan.sheets)  # `min` returns the first such plan, with the longest spaces
    pages = Pages(page, name, order.author)
    for board, arrangement in plan.large:
        _paint_board(pages, board, arrangement)
    for leaf in plan.leaves:
        pages.add(leaf)
    return pages.printed()


@dataclass
class _Row:
    """A row of pieces on a sheet: where the next one would be, and how high it is."""

    x: float
    y: float
    height: float = 0.0


class _Arrangement(NamedTuple):
    """The sheets of a board: upright or sideways, in columns and rows."""

    page: Size
    columns: int
    rows: int

    def sheets(self) -> int:
        """Return how many sheets there are."""
        return self.columns * self.rows


class _Plan(NamedTuple):
    """The sheets for a length of a space: their number, boards that take several, and the sheets that boards and pieces share."""

    sheets: int
    large: Sequence[tuple[Scene, _Arrangement]]
    leaves: Sequence[Scene]


def _plan(order: Order, boards: Iterable[Scene], space: float, name: str) -> _Plan:
    paper, large, whole = order.settings.page, list[tuple[Scene, _Arrangement]](), list[Scene]()
    scale = space / UNIT
    for scene in boards:
        width, height = scene.width * scale, scene.height * scale
        scaled = Scene(width, height, scene.placed(0.0, 0.0, scale), scene.title)
        caption = fonts.line((1.0, height + 3.2), scene.title, 2.6, width - 2.0, MARKS)
        captioned = Scene(width, height + CAPTION, tuple(map(readable, (*scaled.items, caption))), scene.title)
        if any(_set_out([captioned], page)[0] for page in (paper, paper[::-1])):
            whole.append(captioned)
        else:
            large.append((scaled, min((_arranged(scaled, page) for page in (paper, paper[::-1])), key=_Arrangement.sheets)))
    whole.sort(key=lambda board: -board.width)  # those of about the same size share a sheet
    leaves = list(_leaves([*whole, *_pieces(order.cards, space)], paper, f"{name}: {space:g} mm a space"))
    return _Plan(sum(arrangement.sheets() for _, arrangement in large) + len(leaves), large, leaves)


def _arranged(board: Scene, page: Size) -> _Arrangement:
    """Return in how many columns and rows of pages a board is."""
    rooms = zip((board.width, board.height), _part(page), strict=True)
    return _Arrangement(page, *(1 if length <= room else ceil((length - STRIP) / (room - STRIP)) for length, room in rooms))


def _part(page: Size) -> Size:
    """Return the width and height of the part of a board that is on a page."""
    return page[0] - 2 * EDGE_OF_PAPER - _FOOT, page[1] - 2 * EDGE_OF_PAPER - _FOOT


def _paint_board(pages: Pages, board: Scene, arrangement: _Arrangement) -> None:
    """Paint the sheets of a board that is drawn in its final size, from the upper left, row by row.

    Each sheet repeats a strip of the sheets at its right and below it: cut a sheet at its upper and left lines and glue it on the
    strip of the one before. It has lines to cut and to glue along, its name and a ruler.
    """
    page, columns, rows = arrangement
    if arrangement.sheets() > MOST_SHEETS:
        what = f"the board takes {arrangement.sheets()} sheets of paper, more than {MOST_SHEETS}"
        raise InputError("space", what, "make the spaces smaller")
    (width, height), (across, down), left, canvas = page, _part(page), EDGE_OF_PAPER, pages.canvas
    right, below = left + across - STRIP, left + down - STRIP
    for row, column in product(range(rows), range(columns)):
        canvas.setPageSize((width * MM, height * MM))
        canvas.saveState()
        clip(canvas, left, height - left - down, across, down)
        x, y = left - column * (across - STRIP), left - row * (down - STRIP)
        paint_items(canvas, tuple(map(readable, board.placed(x, y))), height)
        canvas.restoreState()
        lines: list[Item] = [Rect(left + across / 2, left + down / 2, across, down, stroke=EDGE, width=0.2)]
        if column + 1 < columns:
            lines.append(Line(right, left, right, left + down, MARKS, 0.15, (2.0, 2.0)))
        if row + 1 < rows:
            lines.append(Line(left, below, left + across, below, MARKS, 0.15, (2.0, 2.0)))
        name = f"{board.title}: row {row + 1} of {rows}, column {column + 1} of {columns}"
        paint_items(canvas, (*lines, *_foot(f"{name}. Print at 100 %.", page)), height)
        pages.end_page()


def _foot(words: str, page: Size) -> Iterator[Item]:
    """Yield the words at the foot of a sheet, and a ruler beside them."""
    width, height = page
    beside = width - 2 * EDGE_OF_PAPER - RULER - 16
    yield fonts.line((EDGE_OF_PAPER, height - EDGE_OF_PAPER), words, 2.6, beside, MARKS)
    yield from ruler(width - EDGE_OF_PAPER - RULER - 10, height - EDGE_OF_PAPER - 2.4)


# --------------------------------------------------------------------------------------------------------------------
# The pieces to cut out


def _pieces(cards: Sequence[Card], space: float) -> Iterator[Scene]:
    """Yield every piece that the cards need: locomotives and cars by name and livery, broken tracks, signs of spaces that cards
    close, and the bridges of turntables, each once.

    A piece is as large as the slot of a space, so that it fits on the board printed in the same scale.
    """
    across, down = (share * space for share in SLOT)
    middle = Spot(across / 2, down / 2)
    blank = Rect(across / 2, down / 2, across, down, fill="#ffffff")
    routes = [card for card in cards if isinstance(card, RouteCard)]
    every: dict[tuple[bool, str, Livery], None] = {}
    headless = set[str]()
    for card in cards:
        pieces, colours = card_pieces(card), card_liveries(card)
        every |= {(name in pieces.cars, name, colours[name]): None for name in pieces.every}
        if not isinstance(card, RouteCard) or not card.rules.has_headings:
            headless.update(pieces.locomotives)
    for is_car, name, livery in sorted(every, key=lambda piece: piece[0]):
        brush = Brush(space, {name: livery})
        drawn = brush.car(middle, name) if is_car else brush.locomotive(middle, name, None if name in headless else 1)
        yield Scene(across, down, (blank, *drawn), name)
    most = max((card.inventory.broken for card in cards), default=0)
    for _ in range(most + SPARE if most else 0):
        yield Scene(across, down, tuple(Brush(space).broken(middle)), "broken track")
    for whom in sorted({whom for card in routes for space, whom in card.closed_spaces.items() if space in card.closed}):
        yield Scene(across, down, (blank, *Brush(space).closed(middle, whom)), SPACE_MARKS["closed"].legend(whom))
    for length in sorted({len(table.bridge) for card in routes for table in card.plan.turntables}):
        radius = (length / 2 + RIM) * space  # a disc to be laid on the pit; a pin through its middle holds it
        disc, pin = Circle(radius, radius, radius, "#ece5d5"), Circle(radius, radius, 0.5, "", MARKS, 0.2)
        bridge = deck_items([(0.0, radius), (2 * radius, radius)], space)
        yield Scene(2 * radius, 2 * radius, (disc, *bridge, pin), "turntable")


def _leaves(pieces: Sequence[Scene], paper: Size, name: str) -> Iterator[Scene]:
    """Set the pieces in rows, one sheet after the other, each upright or sideways as it takes more of them."""
    while pieces:
        found = [(page, *_set_out(pieces, page)) for page in (paper, paper[::-1])]
        if not any(items for _, items, _ in found):
            what = f"a piece of {pieces[0].width:.0f} × {pieces[0].height:.0f} mm is larger than the paper"
            raise InputError("space", what, "make the spaces smaller")
        page, items, pieces = min(found, key=lambda entry: len(entry[2]))
        foot = _foot(f"{name}. Print at 100 %, on card; cut along the dashes.", page)
        yield Scene(*page, (*items, *foot), name)


def _set_out(pieces: Sequence[Scene], page: Size) -> tuple[list[Item], Sequence[Scene]]:
    """Set pieces in rows on a sheet, over its foot, inside outlines to cut along.

    Each is put into the first row that has room for it. Return their items, and the pieces for which there is no room.
    """
    right, bottom = page[0] - EDGE_OF_PAPER, page[1] - EDGE_OF_PAPER - _FOOT
    items: list[Item] = []
    rows: list[_Row] = []
    others: list[Scene] = []
    for piece in pieces:
        new = _Row(EDGE_OF_PAPER, rows[-1].y + rows[-1].height + GAP if rows else EDGE_OF_PAPER)
        for row in (*rows, new):
            room = bottom - row.y if row is new or row is rows[-1] else row.height  # the last row may become higher
            if row.x + piece.width <= right and piece.height <= room:
                break
        else:
            others.append(piece)
            continue
        if row is new:
            rows.append(new)
        middle = (row.x + piece.width / 2, row.y + piece.height / 2)
        outline = Rect(*middle, piece.width + 1.0, piece.height + 1.0, 0.6, stroke=OUTLINE, width=0.15, dash=(1.0, 1.0))
        items += [*map(readable, piece.placed(row.x, row.y)), outline]
        row.x, row.height = row.x + piece.width + GAP, max(row.height, piece.height)
    return items, others
