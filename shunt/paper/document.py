"""PDF files of cards: sheets of fronts and backs with crop marks, one card a page, and the calibration page."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from shunt.cards.card import Card
from shunt.errors import Fault, InputError
from shunt.paper import fonts
from shunt.paper.back import back
from shunt.paper.front import Face, front
from shunt.paper.painter import MM, paint, paint_items
from shunt.paper.sheets import BACKS, CARDS, PAPERS, Backs, Sheet, sheet_for, single_sheet
from shunt.render.scene import Item, Line, Scene, Text

CUT = 1.0  # millimetres from a card to its crop marks
FAR = 20.0  # the largest offset of backs and the widest bleed
RULER = 50.0
INK = "#000000"

Progress = Callable[[int, int], None]
"""Called with the number of cards drawn and of all."""


@dataclass(frozen=True)
class Settings:
    """How cards are printed.

    `paper`, `card`: names of sizes; `backs`: how the sheet is turned for its back, folded, or without backs; `single`: one card
    a page with `bleed`, for card printers; `back_offset`: how far backs are moved to the right and up, in millimetres.
    """

    paper: str = "a4"
    card: str = "poker"
    backs: Backs = "long-edge"
    single: bool = False
    bleed: float = 3.0
    back_offset: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        faults = [
            Fault(where, f"unknown {where} {value!r}", "one of " + ", ".join(known))
            for where, value, known in (("paper", self.paper, PAPERS), ("card", self.card, CARDS), ("backs", self.backs, BACKS))
            if value not in known
        ]
        for where, value in (("bleed", self.bleed), *(("back_offset", length) for length in self.back_offset)):
            if not math.isfinite(value) or abs(value) > FAR or (where == "bleed" and value < 0):
                least = "0" if where == "bleed" else f"-{FAR:g}"
                faults.append(Fault(where, f"{value:g} mm is not possible", f"a length from {least} to {FAR:g}"))
        if self.single and self.backs == "fold":
            faults.append(Fault("backs", "one card a page cannot be folded", "use sheets, or another kind of backs"))
        if faults:
            raise InputError(faults)

    def sheet(self) -> Sheet:
        """Return the sheet; raise `InputError` if the paper is too small."""
        if self.single:
            return single_sheet(self.card, self.bleed, self.backs != "none")
        return sheet_for(self.paper, self.card, self.backs)


@dataclass(frozen=True)
class Printed:
    """A PDF file, its number of pages, and what does not fit on a card, a line each."""

    content: bytes
    pages: int
    remarks: tuple[str, ...]


def print_cards(
    cards: Sequence[Card],
    settings: Settings | None = None,
    title: str = "",
    is_numbered: bool = False,
    progress: Progress = lambda done, total: None,
) -> Printed:
    """Return a PDF file of the fronts and backs of cards; the same cards and settings give the same bytes."""
    settings = settings or Settings()
    if not cards:
        raise InputError(Fault("cards", "no card is given", "give at least one card"))
    sheet = settings.sheet()
    size = CARDS[settings.card]
    faces: list[tuple[Face, Face]] = []
    remarks: list[str] = []
    for index, card in enumerate(cards, 1):
        progress(index - 1, len(cards))
        number = index if is_numbered else None
        here = front(card, size, number)
        behind = back(card, size, number, here.scene.width > here.scene.height)
        faces.append((here, behind))
        said = (*here.remarks, *(behind.remarks if sheet.backs else ()))
        remarks += [f"{card.name}: {remark}" for remark in dict.fromkeys(said)]
    count = len(sheet.fronts)
    pages = 0
    output = io.BytesIO()
    canvas = _canvas(output, sheet, title or ", ".join(card.name for card in cards[:3]))
    sheets = [faces[at : at + count] for at in range(0, len(faces), count)]
    for index, held in enumerate(sheets, 1):
        if settings.single:
            pages += _single_pages(canvas, sheet, held[0], settings)
        else:
            pages += _sheet_pages(canvas, sheet, held, settings, f"{title or 'Cards'}, sheet {index} of {len(sheets)}")
    _save(canvas)
    progress(len(cards), len(cards))
    return Printed(output.getvalue(), pages, tuple(remarks))


def print_calibration(settings: Settings) -> Printed:
    """Return a PDF file of two pages, front and back, that show how far a printer moves backs."""
    if settings.backs not in ("long-edge", "short-edge"):
        raise InputError(Fault("backs", f"{settings.backs} has no back page to measure", "one of long-edge, short-edge"))
    width, height = PAPERS[settings.paper]
    x, y = width / 2, height / 2
    edge = settings.backs.replace("-", " ")
    ahead: list[Item] = [Line(x - 25, y, x + 25, y, INK, 0.15), Line(x, y - 25, x, y + 25, INK, 0.15)]
    ahead += _words(
        x,
        y - 62,
        [f"Print both pages at 100 %, turned on the {edge}.", "Hold the sheet against the light, its back towards you."],
    )
    dx, dy = settings.back_offset
    behind = [_moved_line(line, dx, -dy) for line in _scale(x, y)]
    behind += _words(
        x + dx,
        y - 62 - dy,
        [
            "Read where the cross of the front meets these scales, in millimetres.",
            "Add this to the present offset: right and up are positive.",
            f"Present offset of backs: {dx:g},{dy:g}",
        ],
    )
    output = io.BytesIO()
    canvas = _canvas(output, Sheet((width, height), (width, height), ()), "Calibration")
    for items in (ahead, behind):
        paint_items(canvas, (*items, *_ruler(x - RULER / 2, height - 40)), height)
        canvas.showPage()
    _save(canvas)
    return Printed(output.getvalue(), 2, ())


# --------------------------------------------------------------------------------------------------------------------
# Pages


def _canvas(output: io.BytesIO, sheet: Sheet, title: str) -> Any:
    from reportlab.pdfgen.canvas import Canvas

    size = (sheet.page[0] * MM, sheet.page[1] * MM)
    canvas = Canvas(output, pagesize=size, invariant=1, pageCompression=1, initialFontName=fonts.family(False))
    canvas.setTitle(fonts.printable_text(title))
    canvas.setCreator("shunt")
    canvas.setSubject("Shunting puzzles")
    return canvas


def _save(canvas: Any) -> None:
    """Write the file with plain compressed streams; reportlab's default encodes them as text, a quarter longer."""
    from reportlab import rl_config

    before = rl_config.useA85
    rl_config.useA85 = 0
    try:
        canvas.save()
    finally:
        rl_config.useA85 = before


def _single_pages(canvas: Any, sheet: Sheet, faces: tuple[Face, Face], settings: Settings) -> int:
    """Paint one card: its front and then its back, each with TrimBox and BleedBox."""
    bleed = sheet.bleed
    width, height = sheet.page
    shown = faces if sheet.backs else faces[:1]
    for face, place, turn, offset in zip(
        shown, (sheet.fronts[0], *sheet.backs), sheet.turns(_size(faces[0])), ((0.0, 0.0), settings.back_offset), strict=False
    ):
        canvas.setTrimBox((bleed * MM, bleed * MM, (width - bleed) * MM, (height - bleed) * MM))
        canvas.setBleedBox((0, 0, width * MM, height * MM))
        paint(canvas, face.scene, place[0] + offset[0], place[1] + offset[1], sheet.slot, turn, bleed)
        canvas.showPage()
    return len(shown)


def _sheet_pages(canvas: Any, sheet: Sheet, held: Sequence[tuple[Face, Face]], settings: Settings, name: str) -> int:
    """Paint a sheet: fronts with crop marks, then the backs on a page of their own, or on the same one if it is folded."""
    dx, dy = settings.back_offset
    if sheet.is_folded or not sheet.backs:
        advice = "Print at 100 %. Fold at the dashes, then cut." if sheet.is_folded else "Print at 100 %, on one side."
    else:
        advice = f"Print at 100 %, flip on {settings.backs.replace('-', ' ')}."
    pages = 1
    for place, (face, _) in zip(sheet.fronts, held, strict=False):
        paint(canvas, face.scene, *place, sheet.slot, sheet.turns(_size(face))[0])
    if sheet.backs and not sheet.is_folded:
        _marks(canvas, sheet, advice, name)
        canvas.showPage()
        pages = 2
    for place, (_, face) in zip(sheet.backs, held, strict=False):
        paint(canvas, face.scene, place[0] + dx, place[1] + dy, sheet.slot, sheet.turns(_size(face))[1])
    if pages == 1:
        _marks(canvas, sheet, advice, name)
    canvas.showPage()
    return pages


def _size(face: Face) -> tuple[float, float]:
    return face.scene.width, face.scene.height


def _marks(canvas: Any, sheet: Sheet, advice: str, name: str) -> None:
    """Paint crop marks from near the cards to the edge of the sheet, the folds, a ruler and the advice."""
    width, height = sheet.page
    columns, rows = sheet.edges()
    rows = [height - y for y in reversed(rows)]  # downwards, as in scenes
    folds = {round(height - y, 4) for _, y in sheet.fronts} if sheet.is_folded else set()
    items: list[Item] = []
    for x in columns:
        for ends in ((0.0, rows[0] - CUT), (rows[-1] + CUT, height)):
            items.append(Line(x, ends[0], x, ends[1], INK, 0.1))
    for y in rows:
        dash = (1.0, 1.0) if round(y, 4) in folds else ()
        for ends in ((0.0, columns[0] - CUT), (columns[-1] + CUT, width)):
            items.append(Line(ends[0], y, ends[1], y, INK, 0.1, dash))
    room = sheet.slot[0] - 4
    top, below = rows[0] - 1.6, rows[-1] + 1.2
    text, size = fonts.fitted(name, 2.4, room)
    items.append(Text(columns[0] + 2, top, text, size, INK, "start"))
    text, size = fonts.fitted(advice, 2.4, room)
    at = columns[1] + 2 if len(columns) > 2 else columns[0] + RULER + 14
    items.append(Text(at, below + 2.4, text, size, INK, "start"))
    items += _ruler(columns[0] + 2, below)
    paint_items(canvas, tuple(items), height)


def _ruler(x: float, y: float) -> list[Item]:
    """Draw a ruler of 50 mm with its label at its right end, (x, y) its upper left corner."""
    items: list[Item] = [Line(x, y, x + RULER, y, INK, 0.15)]
    for millimetres in range(0, int(RULER) + 1, 5):
        items.append(Line(x + millimetres, y, x + millimetres, y + (1.6 if millimetres % 10 == 0 else 0.9), INK, 0.15))
    return [*items, Text(x + RULER + 0.8, y + 2.0, "50 mm", fonts.LEAST, INK, "start")]


def _scale(x: float, y: float) -> list[Item]:
    """Draw two crossed scales from -10 to 10 mm."""
    items: list[Item] = [Line(x - 10, y, x + 10, y, INK, 0.1), Line(x, y - 10, x, y + 10, INK, 0.1)]
    for at in range(-10, 11):
        half = 1.6 if at % 5 == 0 else 0.8
        items += [Line(x + at, y - half, x + at, y + half, INK, 0.1), Line(x - half, y + at, x + half, y + at, INK, 0.1)]
        if at % 5 == 0 and at:
            items += [Text(x + at, y + 4.4, f"{at}", 2.4, INK), Text(x + 4.6, y - at + 0.9, f"{at}", 2.4, INK)]
    return items


def _words(x: float, y: float, lines: Sequence[str]) -> list[Item]:
    return [Text(x, y + 6 * index, line, 4.0, INK) for index, line in enumerate(lines)]


def _moved_line(item: Item, x: float, y: float) -> Item:
    return Scene(0, 0, (item,)).placed(x, y)[0]
