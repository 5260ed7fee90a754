"""Text, tables and pictures that flow over pages; a page is a scene, so it is placed on a sheet as a card is.

A block is broken into strips that are never divided: a line of text, a row of a table, a picture with its caption. Strips
fill one page after the other. A strip begins the next page if what it needs below it, such as what follows a heading, has no
room on this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from shunt.paper.painter import readable
from shunt.paper.sheets import Size
from shunt.render import fonts
from shunt.render.colours import EDGE, FAINT, INK
from shunt.render.scene import Item, Line, Rect, Scene, Text, ground, moved

BODY = 3.1  # size of text, in millimetres
PITCH = 1.36  # from one line to the next, in sizes
FOOT = 7.0  # height of the foot of a page, with its number
RULE = 1.2  # from a line between columns to the words at its right, in millimetres


class Strip(NamedTuple):
    """A piece of a page: its items from its upper left corner.

    `needs`: the height that what follows needs on the same page; `fills`: it is repeated to the end of the page.
    """

    height: float
    items: tuple[Item, ...]
    needs: float = 0.0
    fills: bool = False


@dataclass(frozen=True)
class HeadingBlock:
    """A title of the text; `size` in millimetres; `needs`: the height that what follows needs on the same page, infinite for the
    first of a page."""

    text: str
    size: float = 4.6
    needs: float = 6 * BODY

    def strips(self, width: float) -> Iterator[Strip]:
        """Yield the heading with some room above."""
        text = fonts.line((0, 0), self.text, self.size, width, bold=True)
        yield Strip(1.9 * text.size, (moved(text, 0, 1.35 * text.size),), self.needs)


@dataclass(frozen=True)
class Paragraph:
    """Lines of text, after a bold `label` if there is one; `needs`: the height that what follows needs on the same page."""

    text: str
    label: str = ""
    size: float = BODY
    needs: float = 0.0

    def strips(self, width: float) -> Iterator[Strip]:
        """Yield a strip for each line, and room below the last."""
        lines = fonts.labelled(self.label, self.text.split(), self.size, width)
        heights = [PITCH * self.size] * (len(lines) - 1) + [(PITCH + 0.5) * self.size]
        for number, items in enumerate(lines):
            below = heights[number + 1 :] if self.needs else heights[1:2] if not number else []
            yield Strip(heights[number], tuple(items), sum(below) + self.needs)


@dataclass(frozen=True)
class TableBlock:
    """Rows of words in columns; `shares` are the widths of the columns. The first row is the head if `has_head`.

    A colour instead of words (`#rrggbb`) is drawn as a chip, `[]` as an empty box to tick. `below`: room under the table.
    `height`: the least of a row; `is_ruled`: there are lines between the columns; `fills`: the last row is repeated to the end of
    the page.
    """

    rows: Sequence[Sequence[str]]
    shares: Sequence[float]
    has_head: bool = True
    size: float = BODY
    below: float = 0.0
    height: float = 0.0
    is_ruled: bool = False
    fills: bool = False

    def strips(self, width: float) -> Iterator[Strip]:
        """Yield a strip for each row; words that are too long are broken into lines."""
        whole = sum(self.shares)
        wide = [width * share / whole for share in self.shares]
        rows = [self._row(row, wide, self.has_head and not number) for number, row in enumerate(self.rows)]
        if self.has_head:
            rows[0] = rows[0]._replace(needs=sum(row.height for row in rows[1:2]))
        yield from rows[:-1]
        yield rows[-1]._replace(fills=self.fills)
        if self.below:
            yield Strip(self.below, ())

    def _row(self, row: Sequence[str], wide: Sequence[float], is_head: bool) -> Strip:
        size, x, most = self.size, 0.0, 1
        items: list[Item] = []
        for words, across in zip(row, wide, strict=True):
            if len(words) == 7 and words.startswith("#"):
                items.append(
                    Rect(x + size * 0.7, 0.72 * size, 1.4 * size, 0.9 * size, 0.15 * size, fill=words, stroke=INK, width=0.12)
                )
            elif words == "[]":
                items.append(Rect(x + size * 0.5, 0.72 * size, 0.95 * size, 0.95 * size, stroke=INK, width=0.2))
            else:
                lines = fonts.wrapped(words.split(), size, across - (2 if self.is_ruled else 1) * RULE)
                most = max(most, len(lines))
                colour = FAINT if is_head else INK
                items += [Text(x, (1 + PITCH * at) * size, line, size, colour, "start", is_head) for at, line in enumerate(lines)]
            x += across
        natural = (1.5 + PITCH * (most - 1)) * size
        height = max(natural, self.height)
        base = height - 0.16 * size
        items = [moved(item, 0.0, (height - natural) / 2) for item in items]
        items.append(Line(0, base, sum(wide), base, EDGE, 0.15))
        if self.is_ruled:
            edges = [sum(wide[:column]) - RULE for column in range(1, len(wide))]
            items += [Line(x, base - height, x, base, EDGE, 0.15) for x in edges]
        return Strip(height, tuple(items))


@dataclass(frozen=True)
class Figure:
    """A picture in the middle of the page with a caption; at most `height` millimetres high."""

    scene: Scene
    caption: str = ""
    height: float = 70.0

    def strips(self, width: float) -> Iterator[Strip]:
        """Yield the picture and its caption as one strip; no text of the picture is smaller than 6 points."""
        scale = min(width / self.scene.width, self.height / self.scene.height)
        high = scale * self.scene.height
        items = [readable(item) for item in self.scene.placed((width - scale * self.scene.width) / 2, 1.0, scale)]
        if self.caption:
            caption = fonts.line((width / 2, high + 2.0), self.caption, 0.9 * BODY, width, FAINT, "middle")
            items.append(moved(caption, 0, caption.size))
            high += PITCH * caption.size + 1.0
        yield Strip(high + 3.0, tuple(items))


Block = HeadingBlock | Paragraph | TableBlock | Figure


def flowed(blocks: Iterable[Block], size: Size, margin: float = 11.0, title: str = "", is_numbered: bool = True) -> list[Scene]:
    """Return the pages of blocks, each with its number at the foot."""
    width, room = size[0] - 2 * margin, size[1] - 2 * margin - (FOOT if is_numbered else 0.0)
    pages: list[list[Item]] = [[]]
    used = 0.0
    for strip in chain.from_iterable(block.strips(width) for block in blocks):
        if used and used + strip.height + strip.needs > room:
            pages.append([])
            used = 0.0
        for _ in range(int((room - used) // strip.height) if strip.fills else 1):
            pages[-1] += [moved(item, 0.0, used) for item in strip.items]
            used += strip.height
    scenes = []
    for number, items in enumerate(pages, 1):
        foot = [Text(size[0] / 2, size[1] - margin, str(number), BODY, FAINT)] if is_numbered else []
        scenes.append(Scene(*size, (ground(*size), *(moved(item, margin, margin) for item in items), *foot), title))
    return scenes
