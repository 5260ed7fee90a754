"""Boards to play on: a layout in a given scale, over as many sheets as it takes, to be cut and glued together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from shunt.cards.card import Card
from shunt.errors import Fault, InputError
from shunt.paper import fonts
from shunt.paper.cutouts import cutout_pages, drawn_board
from shunt.paper.painter import MM, paint_items, readable
from shunt.paper.pdf import Pages, Printed
from shunt.paper.sheets import PAPERS, Size
from shunt.paper.trim import INK, RULER, ruler
from shunt.render.scene import Item, Line, Rect, Scene, Text, moved
from shunt.render.style import EDGE

EDGE_OF_PAPER = 8.0  # millimetres that most printers leave white
STRIP = 8.0  # of each sheet, below and at its right, that is covered by the next sheet
_FOOT = 6.0  # room for the name of a sheet; kept free across too, so that both ways of the paper have the same room
MOST_SHEETS = 100
LEAST_SPACE, MOST_SPACE = 5.0, 200.0
USUAL_SPACES = (30.0, 29.0, 28.0, 27.0, 26.0, 25.0)


def print_board(cards: Sequence[Card], title: str = "", paper: str = "a4", space: float | None = None) -> Printed:
    """Return the boards of cards as sheets to play on, each once, and then the pieces to cut out in the same scale.

    `space` is the length of a space in millimetres; None: from 25 to 30, as large as the fewest sheets allow. Raise `InputError`
    if a board takes more than `MOST_SHEETS`.
    """
    boards = {card.board_name: drawn_board(card) for card in cards}
    if not boards:
        raise InputError(Fault("cards", "no card is given", "give at least one card"))
    if space is not None and not LEAST_SPACE <= space <= MOST_SPACE:
        raise InputError(Fault("space", f"{space:g} mm is not possible", f"a length from {LEAST_SPACE:g} to {MOST_SPACE:g}"))
    space = space or min(
        USUAL_SPACES, key=lambda length: (sum(_sheets(scene, unit, length, paper) for scene, unit in boards.values()), -length)
    )
    pages = Pages(PAPERS[paper], title or next(iter(boards)))
    for name, (scene, unit) in boards.items():
        _paint_board(pages, _scaled(scene, space / unit), scene.title or name, paper)
    for leaf in cutout_pages(cards, title, paper, space):
        pages.add(leaf)
    return Printed(pages.content(), pages.count)


def _scaled(scene: Scene, scale: float) -> Scene:
    return Scene(scene.width * scale, scene.height * scale, scene.placed(0.0, 0.0, scale), scene.title)


def _sheets(scene: Scene, unit: float, space: float, paper: str) -> int:
    _, columns, rows = _arrangement(_scaled_size(scene, space / unit), PAPERS[paper])
    return columns * rows


def _scaled_size(scene: Scene, scale: float) -> Size:
    return scene.width * scale, scene.height * scale


def _paint_board(pages: Pages, board: Scene, title: str, paper: str) -> None:
    """Paint the sheets of a board that is drawn in its final size, from the upper left, row by row.

    A board that fits on one sheet is in its middle. Otherwise each sheet repeats a strip of the sheets at its right and below it:
    cut a sheet at its upper and left lines and glue it on the strip of the one before.
    """
    page, columns, rows = _arrangement((board.width, board.height), PAPERS[paper])
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
    frame = canvas.beginPath()
    frame.rect(left * MM, (height - top - down) * MM, across * MM, down * MM)
    canvas.clipPath(frame, stroke=0, fill=0)
    x, y = left - at[0] * (across - STRIP), top - at[1] * (down - STRIP)
    paint_items(canvas, tuple(readable(moved(item, x, y)) for item in board.items), height)
    canvas.restoreState()
    paint_items(canvas, tuple(_lines(left, top, across, down, at, counts)), height)
    name = title if is_single else f"{title}: row {at[1] + 1} of {counts[1]}, column {at[0] + 1} of {counts[0]}"
    text, size = fonts.fitted(f"{name}. Print at 100 %.", 2.6, width - 2 * EDGE_OF_PAPER - RULER - 16)
    foot: list[Item] = [Text(EDGE_OF_PAPER, height - EDGE_OF_PAPER, text, size, INK, "start")]
    paint_items(canvas, (*foot, *ruler(width - EDGE_OF_PAPER - RULER - 10, height - EDGE_OF_PAPER - 2.4)), height)
    pages.end_page()


def _lines(left: float, top: float, across: float, down: float, at: tuple[int, int], counts: tuple[int, int]) -> Iterator[Item]:
    """Yield the frame of a sheet's part, and dashes where the next sheets are glued on."""
    yield Rect(left + across / 2, top + down / 2, across, down, stroke=EDGE, width=0.2)
    if at[0] + 1 < counts[0]:
        x = left + across - STRIP
        yield Line(x, top, x, top + down, INK, 0.15, (2.0, 2.0))
    if at[1] + 1 < counts[1]:
        y = top + down - STRIP
        yield Line(left, y, left + across, y, INK, 0.15, (2.0, 2.0))
