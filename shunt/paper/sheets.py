"""Sheets as data: sizes of paper and of cards, the places of cards on a sheet, and which way its back is turned.

Lengths are millimetres, from the lower left corner of the page. A further size of paper or of cards is one entry of a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf
from typing import Literal

from shunt.errors import InputError
from shunt.render.scene import Scene

Size = tuple[float, float]
Backs = Literal["long-edge", "short-edge", "fold", "none"]

PAPERS: dict[str, Size] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "a2": (420.0, 594.0),
}
LEAST_PAPER, MOST_PAPER = 60.0, 2000.0  # sides of a paper of any other size
CARDS: dict[str, Size] = {"poker": (63.0, 88.0), "tarot": (70.0, 120.0), "a6": (105.0, 148.0)}
DECK_SIZES: tuple[Size, ...] = (CARDS["poker"], (57.0, 88.0))  # of the cards of games: the poker and the bridge size
BACKS: tuple[Backs, ...] = ("long-edge", "short-edge", "fold", "none")
SAFE = 3.175  # no print nearer to the cut: an eighth of an inch, which card printers ask for
MARGIN = 6.0  # between the cards and the edge of the paper: most printers leave some 5 mm white


def paper_size(paper: str) -> Size:
    """Return the size of a paper by its name, or as it is written: `500x700`; raise `InputError` for any other word."""
    if paper in PAPERS:
        return PAPERS[paper]
    sides = [float(side) for side in paper.lower().split("x") if side.replace(".", "", 1).isdecimal()]
    if len(sides) != 2 or paper.lower().count("x") != 1 or not all(LEAST_PAPER <= side <= MOST_PAPER for side in sides):
        known = f"one of {', '.join(PAPERS)}, or a width and a height in millimetres, such as 500x700"
        raise InputError("paper", f"unknown paper {paper!r}", f"{known}, from {LEAST_PAPER:g} to {MOST_PAPER:g}")
    return sides[0], sides[1]


def size_words(size: Size) -> str:
    """Return a size as it is printed: `63 × 88`."""
    return " × ".join(f"{length:g}" for length in size)


@dataclass(frozen=True)
class PaperSheet:
    """A page with places for cards.

    `page`: its size; `slot`: the size of a place; `fronts`: the lower left corner of every place. `turning`: how the sheet is
    turned over for its backs. `is_single`: a page is one card with its bleed.
    """

    page: Size
    slot: Size
    fronts: Sequence[Size]
    turning: Backs
    bleed: float
    is_single: bool = False

    @property
    def is_folded(self) -> bool:
        """Whether backs are on the page of their fronts."""
        return self.turning == "fold"

    @property
    def mirrors_x(self) -> bool:
        """Whether left and right change places when the sheet is turned over or folded; otherwise above and below do."""
        return not self.is_folded and (self.turning == "long-edge") == (self.page[0] < self.page[1])

    @property
    def backs(self) -> list[Size]:
        """The corner of the back of each card, on the back page or, if the sheet is folded, on the same page."""
        (width, height), (across, down) = self.page, self.slot
        if self.is_folded:
            return [(x, y - down - 2 * self.bleed) for x, y in self.fronts]
        places = [(width - x - across, y) if self.mirrors_x else (x, height - y - down) for x, y in self.fronts]
        return places if self.turning != "none" else []

    @property
    def advice(self) -> str:
        """Return how the sheet is printed, in words."""
        if self.is_folded:
            return "Print at 100 %. Fold at the dashes, then cut."
        flip = self.turning.replace("-", " ")
        return f"Print at 100 %, {'on one side' if self.turning == 'none' else f'flip on {flip}'}."

    def turns(self, face: Scene) -> tuple[int, int]:
        """Return by how many degrees, anticlockwise, a front and a back of this shape are turned in their places.

        The top of both is at the same edge of the card, so a card is turned over like the page of a book.
        """
        front = 0 if (face.width > face.height) == (self.slot[0] > self.slot[1]) else 90
        return front, (360 - front if self.mirrors_x else 180 - front) % 360

    def edges(self, axis: int) -> list[float]:
        """Return where cards are cut: all x (axis 0) or all y (1), each once."""
        places = [*self.fronts, *(self.backs if self.is_folded else ())]
        return sorted({round(place[axis] + end, 4) for place in places for end in (0.0, self.slot[axis])})


def sheet_for(paper: str, size: Size, backs: Backs, bleed: float = 0.0) -> PaperSheet:
    """Return the sheet that holds the most cards of a size; raise `InputError` if the paper is too small for one.

    With `bleed` there are two bleeds between neighbouring cards, and one round all.
    """
    found = list(_candidates(paper_size(paper), size, backs, bleed))
    if not found:
        held = "a front and a back" if backs == "fold" else "a card"
        what = f"paper {paper} is too small for {held} of {size_words(size)} mm with margins"
        raise InputError("paper", what, "use a larger paper, a smaller card, or one card a page")
    return max(found, key=lambda sheet: len(sheet.fronts))


def thriftiest(count: int, sizes: Sequence[Size], paper: str) -> Size:
    """Return the size of which `count` pieces take the fewest sheets of paper, printed on one side; the first of equals."""
    return min(sizes, key=lambda size: sheets_taken(count, size, paper))


def sheets_taken(count: int, size: Size, paper: str) -> float:
    """Return how many sheets of paper `count` pieces of a size take, printed on one side; infinity if none fits."""
    held = max((len(sheet.fronts) for sheet in _candidates(paper_size(paper), size, "none", 0.0)), default=0)
    return ceil(count / held) if held else inf


def _candidates(paper: Size, card: Size, backs: Backs, bleed: float) -> Iterator[PaperSheet]:
    """Yield every grid of cards that fits: paper and cards upright or sideways, those upright first."""
    for page in (paper, paper[::-1]):
        for slot in (card, card[::-1]):
            wide, high = slot[0] + 2 * bleed, slot[1] + 2 * bleed
            columns, rows = (int((page[axis] - 2 * MARGIN + 1e-6) // (wide, high)[axis]) for axis in (0, 1))
            each = 2 if backs == "fold" else 1  # every second row consists of backs
            rows -= rows % each
            if columns > 0 and rows > 0:  # centred, so that the mirror image of the page covers it; from the upper left
                left, top = (page[0] - columns * wide) / 2 + bleed, (page[1] + rows * high) / 2 + bleed
                fronts = [(left + x * wide, top - (y + 1) * high) for y in range(0, rows, each) for x in range(columns)]
                yield PaperSheet(page, slot, fronts, backs, bleed)
