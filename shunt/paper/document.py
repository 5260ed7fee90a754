"""PDF files of cards: sheets of fronts and backs with crop marks, or one card a page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from shunt.cards.card import Card
from shunt.errors import Fault, InputError
from shunt.paper.back import back
from shunt.paper.front import Face, front
from shunt.paper.painter import MM, paint, paint_items
from shunt.paper.pdf import Pages, Printed
from shunt.paper.sheets import BACKS, CARDS, PAPERS, Backs, Sheet, Size, sheet_for, single_sheet
from shunt.paper.trim import trim_marks
from shunt.search.core.limits import Progress, no_progress

FAR = 20.0  # the largest offset of backs and the widest bleed
BLEED = 3.0  # of single cards, unless given

"""Called with the number of cards drawn and of all."""


@dataclass(frozen=True)
class Settings:
    """How cards are printed.

    `paper`, `card`: names of sizes; `backs`: how the sheet is turned for its back, folded, or without backs; `single`: one card
    a page, for card printers; `bleed`: print beyond the cut, in millimetres (None: 3 for single cards, else none);
    `back_offset`: how far backs are moved to the right and up, in millimetres.
    """

    paper: str = "a4"
    card: str = "poker"
    backs: Backs = "long-edge"
    single: bool = False
    bleed: float | None = None
    back_offset: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        faults = [
            Fault(where, f"unknown {where} {value!r}", "one of " + ", ".join(known))
            for where, value, known in (("paper", self.paper, PAPERS), ("card", self.card, CARDS), ("backs", self.backs, BACKS))
            if value not in known
        ]
        for where, value in (("bleed", self.bleed or 0.0), *(("back_offset", length) for length in self.back_offset)):
            if not math.isfinite(value) or abs(value) > FAR or (where == "bleed" and value < 0):
                least = "0" if where == "bleed" else f"-{FAR:g}"
                faults.append(Fault(where, f"{value:g} mm is not possible", f"a length from {least} to {FAR:g}"))
        if self.single and self.backs == "fold":
            faults.append(Fault("backs", "one card a page cannot be folded", "use sheets, or another kind of backs"))
        if self.backs == "fold" and self.bleed:
            faults.append(Fault("bleed", "cards that are folded have no bleed", "use another kind of backs, or no bleed"))
        if faults:
            raise InputError(faults)

    def sheet(self) -> Sheet:
        """Return the sheet; raise `InputError` if the paper is too small."""
        if self.single:
            return single_sheet(self.card, BLEED if self.bleed is None else self.bleed, self.backs != "none")
        return sheet_for(self.paper, CARDS[self.card], self.backs, self.bleed or 0.0)


def print_cards(
    cards: Sequence[Card],
    settings: Settings | None = None,
    title: str = "",
    is_numbered: bool = False,
    progress: Progress = no_progress,
) -> Printed:
    """Return a PDF file of the fronts and backs of cards; the same cards and settings give the same bytes."""
    settings = settings or Settings()
    if not cards:
        raise InputError(Fault("cards", "no card is given", "give at least one card"))
    sheet = settings.sheet()
    size = CARDS[settings.card]
    count = len(sheet.fronts)
    remarks: list[str] = []
    pages = Pages(sheet.page, title or ", ".join(card.name for card in cards[:3]))
    for first in range(0, len(cards), count):
        faces: list[tuple[Face, Face]] = []
        for index, card in enumerate(cards[first : first + count], first + 1):
            progress("drawing cards", index - 1, len(cards))
            ahead, behind = _faces(card, size, index if is_numbered else None)
            faces.append((ahead, behind))
            said = (*ahead.remarks, *(behind.remarks if sheet.backs else ()))
            remarks += [f"{card.name}: {remark}" for remark in dict.fromkeys(said)]
        _paint(pages, sheet, faces, settings, f"{title or 'Cards'}, sheet {first // count + 1} of {-(-len(cards) // count)}")
    progress("drawing cards", len(cards), len(cards))
    return Printed(pages.content(), pages.count, tuple(remarks))


def print_faces(faces: Sequence[tuple[Face, Face]], settings: Settings, title: str) -> Printed:
    """Return a PDF file of fronts and backs that are drawn already."""
    sheet = settings.sheet()
    count = len(sheet.fronts)
    pages = Pages(sheet.page, title)
    for first in range(0, len(faces), count):
        name = f"{title}, sheet {first // count + 1} of {-(-len(faces) // count)}"
        _paint(pages, sheet, faces[first : first + count], settings, name)
    return Printed(pages.content(), pages.count)


def _faces(card: Card, size: Size, number: int | None) -> tuple[Face, Face]:
    ahead = front(card, size, number)
    return ahead, back(card, size, number, ahead.scene.width > ahead.scene.height)


# --------------------------------------------------------------------------------------------------------------------
# Pages


def _paint(pages: Pages, sheet: Sheet, faces: Sequence[tuple[Face, Face]], settings: Settings, name: str) -> None:
    if settings.single:
        _single_pages(pages, sheet, faces[0], settings)
    else:
        _sheet_pages(pages, sheet, faces, settings, name)


def _single_pages(pages: Pages, sheet: Sheet, faces: tuple[Face, Face], settings: Settings) -> None:
    """Paint one card: its front and then its back, each with TrimBox and BleedBox."""
    bleed, canvas = sheet.bleed, pages.canvas
    width, height = sheet.page
    shown = faces if sheet.backs else faces[:1]
    for face, place, turn, offset in zip(
        shown, (sheet.fronts[0], *sheet.backs), sheet.turns(_size(faces[0])), ((0.0, 0.0), settings.back_offset), strict=False
    ):
        canvas.setTrimBox((bleed * MM, bleed * MM, (width - bleed) * MM, (height - bleed) * MM))
        canvas.setBleedBox((0, 0, width * MM, height * MM))
        paint(canvas, face.scene, place[0] + offset[0], place[1] + offset[1], sheet.slot, turn, bleed)
        pages.end_page()


def _sheet_pages(pages: Pages, sheet: Sheet, held: Sequence[tuple[Face, Face]], settings: Settings, name: str) -> None:
    """Paint a sheet: fronts with crop marks, then the backs on a page of their own, or on the same one if it is folded."""
    dx, dy = settings.back_offset
    if sheet.is_folded or not sheet.backs:
        advice = "Print at 100 %. Fold at the dashes, then cut." if sheet.is_folded else "Print at 100 %, on one side."
    else:
        advice = f"Print at 100 %, flip on {settings.backs.replace('-', ' ')}."
    for place, (face, _) in zip(sheet.fronts, held, strict=False):
        paint(pages.canvas, face.scene, *place, sheet.slot, sheet.turns(_size(face))[0], sheet.bleed)
    paint_items(pages.canvas, trim_marks(sheet, advice, name), sheet.page[1])
    if sheet.backs and not sheet.is_folded:
        pages.end_page()
    for place, (_, face) in zip(sheet.backs, held, strict=False):
        paint(pages.canvas, face.scene, place[0] + dx, place[1] + dy, sheet.slot, sheet.turns(_size(face))[1], sheet.bleed)
    pages.end_page()


def _size(face: Face) -> tuple[float, float]:
    return face.scene.width, face.scene.height
