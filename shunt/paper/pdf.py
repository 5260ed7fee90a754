"""PDF files: opened, painted with scenes and closed so that the same scenes give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from shunt.paper import fonts
from shunt.paper.painter import MM, paint, paint_items
from shunt.paper.sheets import Sheet, Size
from shunt.paper.trim import trim_marks
from shunt.render.scene import Scene


@dataclass(frozen=True)
class Printed:
    """A PDF file, its number of pages, and what does not fit, a line each."""

    content: bytes
    pages: int
    remarks: tuple[str, ...] = ()


class Pages:
    """A PDF file in the making; `canvas` paints on its present page, `end_page` begins the next."""

    def __init__(self, size: Size, title: str) -> None:
        from reportlab.pdfgen.canvas import Canvas

        self._output = io.BytesIO()
        self.count = 0
        points = (size[0] * MM, size[1] * MM)
        self.canvas: Any = Canvas(
            self._output, pagesize=points, invariant=1, pageCompression=1, initialFontName=fonts.family(False)
        )
        self.canvas.setTitle(fonts.printable_text(title))
        self.canvas.setCreator("shunt")
        self.canvas.setSubject("Shunting puzzles")

    def end_page(self) -> None:
        """Finish a page."""
        self.canvas.showPage()
        self.count += 1

    def add(self, scene: Scene) -> None:
        """Add a page of a scene's size, with the scene on it."""
        self.canvas.setPageSize((scene.width * MM, scene.height * MM))
        paint_items(self.canvas, scene.items, scene.height)
        self.end_page()

    def content(self) -> bytes:
        """Return the file, with plain compressed streams; reportlab's default encodes them as text, a quarter longer."""
        from reportlab import rl_config

        before = rl_config.useA85
        rl_config.useA85 = 0
        try:
            self.canvas.save()
        finally:
            rl_config.useA85 = before
        return self._output.getvalue()


def print_scenes(scenes: Iterable[Scene], title: str, remarks: Sequence[str] = ()) -> Printed:
    """Return a file with one page a scene, each of its scene's size; raise `ValueError` without scenes."""
    pages: Pages | None = None
    for scene in scenes:
        pages = pages or Pages((scene.width, scene.height), title)
        pages.add(scene)
    if pages is None:
        raise ValueError("no scene")
    return Printed(pages.content(), pages.count, tuple(remarks))


def print_imposed(leaves: Sequence[Scene], paper: Size, title: str, remarks: Sequence[str] = ()) -> Printed:
    """Return a file that is printed on both sides, turned on the short edge, and folded once to a booklet of `leaves`.

    Two leaves are side by side on each side of the landscape paper; blank leaves fill the last sheet, before the last leaf.
    """
    width, height = max(paper), min(paper)
    pages = Pages((width, height), title)
    count = -(-len(leaves) // 4) * 4
    held: list[Scene | None] = [*leaves[:-1], *[None] * (count - len(leaves)), leaves[-1]]
    half = (width / 2, height)
    for first in range(0, count // 2, 2):
        for left, right in ((count - 1 - first, first), (first + 1, count - 2 - first)):
            for leaf, x in ((held[left], 0.0), (held[right], width / 2)):
                if leaf is not None:
                    paint(pages.canvas, leaf, x, 0.0, half)
            pages.end_page()
    return Printed(pages.content(), pages.count, tuple(remarks))


def print_grid(scenes: Sequence[Scene], sheet: Sheet, title: str) -> Printed:
    """Return sheets of scenes that all have the size of the sheet's places, with crop marks, printed on one side."""
    pages = Pages(sheet.page, title)
    count = len(sheet.fronts)
    for first in range(0, len(scenes), count):
        for place, scene in zip(sheet.fronts, scenes[first : first + count], strict=False):
            turn = 0 if (scene.width > scene.height) == (sheet.slot[0] > sheet.slot[1]) else 90
            paint(pages.canvas, scene, *place, sheet.slot, turn, sheet.bleed)
        name = f"{title}, sheet {first // count + 1} of {-(-len(scenes) // count)}"
        paint_items(pages.canvas, trim_marks(sheet, "Print at 100 %, on one side.", name), sheet.page[1])
        pages.end_page()
    return Printed(pages.content(), pages.count)
