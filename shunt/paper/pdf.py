"""PDF files of scenes: one a page, on sheets with crop marks, or folded to a booklet. The same scenes give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from shunt.paper.painter import MM, clip, paint_items
from shunt.paper.sheets import PaperSheet, Size, sheet_for
from shunt.render import fonts
from shunt.render.scene import Item, Line, Rect, Scene, Text

CUT = 1.0  # millimetres from a card, or its bleed, to its crop marks
RULER = 50.0
MARKS = "#000000"  # colour of crop marks and rulers


@dataclass(frozen=True)
class Printed:
    """A PDF file, its number of pages, and what does not fit, a line each."""

    content: bytes
    pages: int
    remarks: tuple[str, ...]


class Pages:
    """A PDF file in the making; `canvas` paints on its present page, `end_page` begins the next."""

    def __init__(self, size: Size, title: str, author: str = "") -> None:
        from reportlab.pdfgen.canvas import Canvas

        self._output = io.BytesIO()
        self.count = 0
        self._missing: dict[str, dict[str, None]] = {}  # title of a scene → the characters that no typeface has
        points = (size[0] * MM, size[1] * MM)
        self.canvas: Any = Canvas(
            self._output, pagesize=points, invariant=1, pageCompression=1, initialFontName=fonts.family(False)
        )
        self.canvas.setTitle(title)
        if author:
            self.canvas.setAuthor(author)
        self.canvas.setCreator("shunt")
        self.canvas.setSubject("Shunting puzzles")

    def end_page(self) -> None:
        """Finish a page."""
        self.canvas.showPage()
        self.count += 1

    def add(self, scene: Scene) -> None:
        """Add a page of a scene's size, with the scene on it."""
        self._check(scene)
        self.canvas.setPageSize((scene.width * MM, scene.height * MM))
        paint_items(self.canvas, scene.items, scene.height)
        self.end_page()

    def paint(self, scene: Scene, x: float, y: float, slot: Size, turn: int = 0, bleed: float = 0.0) -> None:
        """Paint a scene in the middle of a place, turned anticlockwise; nothing is painted beyond the place and its bleed.

        (x, y) is the lower left corner of the place in millimetres.
        """
        self._check(scene)
        self.canvas.saveState()
        clip(self.canvas, x - bleed, y - bleed, slot[0] + 2 * bleed, slot[1] + 2 * bleed)
        self.canvas.translate((x + slot[0] / 2) * MM, (y + slot[1] / 2) * MM)
        if turn:
            self.canvas.rotate(turn)
        self.canvas.translate(-scene.width / 2 * MM, -scene.height / 2 * MM)
        paint_items(self.canvas, scene.items, scene.height)
        self.canvas.restoreState()

    def _check(self, scene: Scene) -> None:
        """Note the characters of a scene that no typeface has."""
        if lacking := fonts.lacking(scene.items, scene.title):
            self._missing.setdefault(scene.title, {}).update(lacking)

    def printed(self) -> Printed:
        """Return the file, with plain compressed streams; reportlab's default encodes them as text, a quarter longer."""
        from reportlab import rl_config

        before = rl_config.useA85
        rl_config.useA85 = 0
        try:
            self.canvas.save()
        finally:
            rl_config.useA85 = before
        remarks = (fonts.remark(title, letters) for title, letters in self._missing.items())
        return Printed(self._output.getvalue(), self.count, tuple(remarks))


def print_scenes(scenes: Sequence[Scene], title: str, author: str = "") -> Printed:
    """Return a file with one page a scene, each of its scene's size."""
    pages = Pages((scenes[0].width, scenes[0].height), title, author)
    for scene in scenes:
        pages.add(scene)
    return pages.printed()


def print_imposed(leaves: Sequence[Scene], paper: Size, title: str, author: str = "") -> Printed:
    """Return a file that is printed on both sides, turned on the short edge, and folded once to a booklet of `leaves`.

    Two leaves are side by side on each side of the landscape paper; blank leaves fill the last sheet, before the last leaf.
    """
    width, height = max(paper), min(paper)
    pages = Pages((width, height), title, author)
    count = -(-len(leaves) // 4) * 4
    held: list[Scene | None] = [*leaves[:-1], *[None] * (count - len(leaves)), leaves[-1]]
    half = (width / 2, height)
    for first in range(0, count // 2, 2):
        for left, right in ((count - 1 - first, first), (first + 1, count - 2 - first)):
            for leaf, x in ((held[left], 0.0), (held[right], width / 2)):
                if leaf is not None:
                    pages.paint(leaf, x, 0.0, half)
            pages.end_page()
    return pages.printed()


def print_sheets(
    faces: Iterable[Sequence[Scene]],
    count: int,
    sheet: PaperSheet,
    title: str,
    name: str = "",
    offset: Size = (0.0, 0.0),
    author: str = "",
) -> Printed:
    """Return a file of `count` faces, each a front or a front and a back, on sheets with crop marks or with one card per page.

    `name` is printed on the sheets (default: the title of the file). Backs are moved to the right and up by `offset`. They are on
    separate pages or, if the sheet is folded, on the pages of their fronts.
    """
    pages = Pages(sheet.page, title, author)
    each, remaining = len(sheet.fronts), iter(faces)
    for number in range(-(-count // each)):
        held = list(islice(remaining, each))
        for place, sides in zip(sheet.fronts, held, strict=False):
            pages.paint(sides[0], *place, sheet.slot, sheet.turns(sides[0])[0], sheet.bleed)
        (width, height), bleed = sheet.page, sheet.bleed
        if sheet.is_single:
            pages.canvas.setTrimBox((bleed * MM, bleed * MM, (width - bleed) * MM, (height - bleed) * MM))
            pages.canvas.setBleedBox((0, 0, width * MM, height * MM))
        else:
            marks = trim_marks(sheet, f"{name or title}, sheet {number + 1} of {-(-count // each)}")
            paint_items(pages.canvas, marks, height)
        if sheet.backs and not sheet.is_folded:
            pages.end_page()
        for (x, y), sides in zip(sheet.backs, held, strict=False):
            pages.paint(sides[1], x + offset[0], y + offset[1], sheet.slot, sheet.turns(sides[1])[1], bleed)
        pages.end_page()
    return pages.printed()


def print_cutouts(scenes: Sequence[Scene], size: Size, paper: str, title: str, author: str = "") -> Printed:
    """Return a file of sheets with scenes of one size, printed on one side."""
    return print_sheets([(scene,) for scene in scenes], len(scenes), sheet_for(paper, size, "none"), title, author=author)


# --------------------------------------------------------------------------------------------------------------------
# Round the cards of a sheet


def trim_marks(sheet: PaperSheet, name: str) -> tuple[Item, ...]:
    """Draw crop marks from near the cards to the edge of the sheet, the folds, a ruler, how to print, and the sheet's name."""
    width, height = sheet.page
    columns = sheet.edges(0)
    rows = [height - y for y in reversed(sheet.edges(1))]  # downwards, as in scenes
    folds = {round(height - y, 4) for _, y in sheet.fronts} if sheet.is_folded else set()
    near = CUT + sheet.bleed
    items: list[Item] = []
    for x in columns:
        items += [Line(x, a, x, b, MARKS, 0.1) for a, b in ((0.0, rows[0] - near), (rows[-1] + near, height))]
    for y in rows:
        dash = (1.0, 1.0) if round(y, 4) in folds else ()
        items += [Line(a, y, b, y, MARKS, 0.1, dash) for a, b in ((0.0, columns[0] - near), (columns[-1] + near, width))]
    top, below = rows[0] - sheet.bleed - 1.6, rows[-1] + sheet.bleed + 1.2
    items += _words(columns, columns[0], top, name)
    after = columns[0] + RULER + 9  # the ruler's end and its label
    beside = [x for x in columns[1:-1] if x >= after]
    items += _words(columns, beside[0] if beside else after + 3, below + 2.4, sheet.advice)
    items += ruler(columns[0] + 2, below)
    return tuple(items)


def _words(columns: Sequence[float], x: float, y: float, words: str) -> list[Item]:
    """Write words between two crop marks; over some of them, on a white ground, if the cards are too narrow for the words."""
    room = columns[1] - columns[0] - 4
    if fonts.width(words, fonts.LEAST) <= room:
        return [fonts.line((x + 2, y), words, 2.4, room, MARKS)]
    line = fonts.line((x + 2, y), words, 2.4, max(room, columns[-1] - x - 4), MARKS)
    wide = fonts.width(line.text, line.size) + 2
    return [Rect(x + 1 + wide / 2, y - 0.35 * line.size, wide, 1.3 * line.size, fill="#ffffff"), line]


def ruler(x: float, y: float) -> list[Item]:
    """Draw a ruler of 50 mm with its label at its right end, (x, y) its upper left corner."""
    items: list[Item] = [Line(x, y, x + RULER, y, MARKS, 0.15)]
    for millimetres in range(0, int(RULER) + 1, 5):
        items.append(Line(x + millimetres, y, x + millimetres, y + (1.6 if millimetres % 10 == 0 else 0.9), MARKS, 0.15))
    return [*items, Text(x + RULER + 0.8, y + 2.0, "50 mm", fonts.LEAST, MARKS, "start")]
