"""What is printed round the cards of a sheet: crop marks, folds, a ruler of 50 mm, how to print, and the sheet's name."""

from __future__ import annotations

from collections.abc import Sequence

from shunt.paper import fonts
from shunt.paper.sheets import Sheet
from shunt.render.scene import Item, Line, Rect, Text

CUT = 1.0  # millimetres from a card, or its bleed, to its crop marks
RULER = 50.0
INK = "#000000"


def trim_marks(sheet: Sheet, advice: str, name: str) -> tuple[Item, ...]:
    """Draw crop marks from near the cards to the edge of the sheet, the folds, a ruler, the advice and the sheet's name."""
    width, height = sheet.page
    columns, rows = sheet.edges()
    rows = [height - y for y in reversed(rows)]  # downwards, as in scenes
    folds = {round(height - y, 4) for _, y in sheet.fronts} if sheet.is_folded else set()
    near = CUT + sheet.bleed
    items: list[Item] = []
    for x in columns:
        for ends in ((0.0, rows[0] - near), (rows[-1] + near, height)):
            items.append(Line(x, ends[0], x, ends[1], INK, 0.1))
    for y in rows:
        dash = (1.0, 1.0) if round(y, 4) in folds else ()
        for ends in ((0.0, columns[0] - near), (columns[-1] + near, width)):
            items.append(Line(ends[0], y, ends[1], y, INK, 0.1, dash))
    top, below = rows[0] - sheet.bleed - 1.6, rows[-1] + sheet.bleed + 1.2
    items += _words(columns, columns[0], top, name)
    after = columns[0] + RULER + 9  # the ruler's end and its label
    beside = [x for x in columns[1:-1] if x >= after]
    items += _words(columns, beside[0] if beside else after + 3, below + 2.4, advice)
    items += ruler(columns[0] + 2, below)
    return tuple(items)


def _words(columns: Sequence[float], x: float, y: float, words: str) -> list[Item]:
    """Write words between two crop marks; over some of them, on a white ground, if the cards are too narrow for the words."""
    room = columns[1] - columns[0] - 4
    ground: list[Item] = []
    if fonts.width(words, fonts.LEAST) > room:
        room = max(room, columns[-1] - x - 4)
        text, size = fonts.fitted(words, 2.4, room)
        wide = fonts.width(text, size) + 2
        ground = [Rect(x + 1 + wide / 2, y - 0.35 * size, wide, 1.3 * size, fill="#ffffff")]
    text, size = fonts.fitted(words, 2.4, room)
    return [*ground, Text(x + 2, y, text, size, INK, "start")]


def ruler(x: float, y: float) -> list[Item]:
    """Draw a ruler of 50 mm with its label at its right end, (x, y) its upper left corner."""
    items: list[Item] = [Line(x, y, x + RULER, y, INK, 0.15)]
    for millimetres in range(0, int(RULER) + 1, 5):
        items.append(Line(x + millimetres, y, x + millimetres, y + (1.6 if millimetres % 10 == 0 else 0.9), INK, 0.15))
    return [*items, Text(x + RULER + 0.8, y + 2.0, "50 mm", fonts.LEAST, INK, "start")]
