"""Pictures in characters: rows of characters with a style each. They are printed plain or in colour, and folded if they are too
wide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING

from shunt.files.printable import printable

if TYPE_CHECKING:
    from rich.text import Text

Part = tuple[str, str]
"""A text and its style, as rich writes styles; an empty one is plain."""

BRAILLE = "\u2800"
# Braille characters count their dots column by column, but for the last row, which was added later.
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


@dataclass
class Picture:
    """Rows of characters with a style each; columns and rows are counted from the upper left corner.

    A picture that is too wide is folded (`folded`) after `margin` columns, which every part has, and a multiple of `step`.
    """

    cells: dict[tuple[int, int], Part] = field(default_factory=dict)
    margin: int = 0
    step: int = 1

    def write(self, row: int, column: int, parts: Iterable[Part]) -> None:
        """Write texts from left to right over what is there."""
        for text, style in parts:
            for char in printable(text):
                self.cells[row, column] = char, style
                column += 1

    def translated(self, table: Mapping[int, int]) -> Picture:
        """Return the picture in other characters."""
        return replace(self, cells={place: (char.translate(table), style) for place, (char, style) in self.cells.items()})

    def dot(self, across: int, down: int, style: str) -> None:
        """Add a dot of a Braille character, counted from the upper left corner: two dots a column, and four a row."""
        place = down // 4, across // 2
        known = self.cells.get(place, (BRAILLE, ""))[0]
        self.cells[place] = chr(ord(known) | DOTS[down % 4][across % 2]), style

    def folded(self, width: int) -> list[Picture]:
        """Return the picture in parts of at most `width` columns, from left to right; itself if it is not wider."""
        across = 1 + max((column for _, column in self.cells), default=0)
        room = max(self.step, (width - self.margin) // self.step * self.step)
        if across <= width:
            return [self]
        parts = []
        first = self.margin
        while first < across:
            last = self._cut(first, first + room)
            head = {place: cell for place, cell in self.cells.items() if place[1] < self.margin}
            part = {
                (row, column - first + self.margin): cell for (row, column), cell in self.cells.items() if first <= column < last
            }
            parts.append(Picture(head | part, self.margin, self.step))
            first = last
        return parts

    def _cut(self, first: int, last: int) -> int:
        """Return the last column up to `last` before which a cut goes through no name; `last` if there is none near."""
        if self.step > 1:
            return last
        names = {place for place, (char, _) in self.cells.items() if char.isalnum() or char in "[](){}_-.→←✗"}
        height = 1 + max((row for row, _ in self.cells), default=0)
        for column in range(last, max(first, last - 16), -1):
            if not any((row, column - 1) in names and (row, column) in names for row in range(height)):
                return column
        return last

    @property
    def rows(self) -> list[list[Part]]:
        """Every row from its first column, without blanks at its end."""
        last: dict[int, int] = {}
        for row, column in self.cells:
            last[row] = max(column, last.get(row, 0))
        height = max(last, default=-1) + 1
        return [[self.cells.get((row, column), (" ", "")) for column in range(last.get(row, -1) + 1)] for row in range(height)]

    def plain(self) -> str:
        """Return the picture without colours, a line a row."""
        return "".join("".join(char for char, _ in row).rstrip() + "\n" for row in self.rows)

    def styled(self) -> Text:
        """Return the picture for a rich console."""
        from rich.text import Text

        text = Text(no_wrap=True, overflow="ignore")
        for row in self.rows:
            for style, cells in groupby(row, key=lambda cell: cell[1]):
                text.append("".join(char for char, _ in cells), style or None)
            text.append("\n")
        return text
