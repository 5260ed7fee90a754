"""The back of a printed card: its Yard Guide, one best solution, and a code: the card's id, or its page on a site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from shunt.cards.card import Card
from shunt.errors import IllegalMoveError, NotationError, counted
from shunt.paper.front import Face
from shunt.paper.goals import PITCH
from shunt.paper.sheets import SAFE, Size
from shunt.paper.styles import STYLES
from shunt.render import fonts
from shunt.render.appearance import card_liveries
from shunt.render.colours import EDGE, FAINT, INK, writing_on
from shunt.render.marks import mark_items
from shunt.render.qr import modules_of, qr_path
from shunt.render.scene import Item, Line, Rect, Scene, Text
from shunt.render.words import label_of, standing
from shunt.rules.moves import TrainMove
from shunt.sidings.cards.card import SidingsCard
from shunt.track.layout import Mark

SIZES = (3.4, 3.1, 2.8, 2.6, 2.4, 2.25, fonts.LEAST)  # of the text of moves, in millimetres, the largest that fits
COLUMNS = (1, 2, 3)
UNBROKEN = 0.7  # a table without broken moves is preferred down to this share of the size that fits with them
GAP = 3.0  # between columns
CODE = 9.6  # side of the code of a card's id, in millimetres
PAGE_CODE = 14.0  # the same of the address of its page, which is longer
FIGURE = 0.8  # size of a mark beside its letter, in sizes of text
BLANK = 0.32  # between words, in sizes


class Word(NamedTuple):
    """A word of a move, with the mark of the space that it names, or the colour of the locomotive."""

    text: str
    mark: Mark = Mark()
    livery: str = ""

    @property
    def has_figure(self) -> bool:
        """Return whether the mark has a shape or a colour."""
        return bool(self.mark.shape or self.mark.colour)


def back(
    card: Card, size: Size, number: int | None = None, is_sideways: bool = True, style: str = "framed", url: str = ""
) -> Face:
    """Draw the back of a card of `size`, sideways or upright as its front is; its code leads to its page on the site at `url`."""
    chosen = STYLES[style]
    margin = SAFE + chosen.inset
    width, height = (max(size), min(size)) if is_sideways else (min(size), max(size))
    items = list(chosen.back_ground(card, (width, height)))
    rows, remarks = guide_rows(card)
    side = PAGE_CODE if url else CODE
    code = f"{url}cards/{card.name}.html" if url else str(card.about.get("id", ""))
    if code:
        modules = modules_of(code)
        items.append(qr_path(modules, width - margin - side, margin, side / len(modules)))
    inner = width - 2 * margin
    room = inner - (side + 2 if code else 0)
    head = card.title if number is None else f"{number}. {card.title}"
    base = margin + 3.4
    items.append(fonts.line((margin, base), head, 3.4, room, bold=True))
    small = fonts.LEAST * 1.05
    for line in fonts.wrapped(_note(card, len(rows)).split(), small, room):
        base += PITCH * small
        items.append(Text(margin, base, line, small, FAINT, "start"))
    top = max(base + 1.6, margin + side + 1.2 if code else 0.0)
    items.append(Line(margin, top, width - margin, top, EDGE, 0.25))
    table = fitted_table(rows, inner, height - margin - top - 1.0)
    items += table.items(margin, top + 1.0)
    if table.missing:
        remarks.append(f"the last {table.missing} of {len(rows)} moves do not fit on the back; use a larger card")
    return Face(Scene(width, height, tuple(items), card.title), tuple(remarks))


def _note(card: Card, moves: int) -> str:
    """Return the line above the moves: how many they are, and whether fewer are possible."""
    if not moves:
        return f"No Yard Guide. {standing(card)}"
    if not standing(card):
        count = counted(moves, "moves")
        if card.metric != ("moves",) and (optimum := card.proof.get("optimum")) is not None:
            count += f", {card.metric.words([optimum] if isinstance(optimum, int) else optimum)}"
        note = f"Yard Guide: {count}, proven fewest."
    else:
        note = f"Yard Guide: {standing(card)}"
    if isinstance(card, SidingsCard):
        note += f" {card.move_lines()[0].removeprefix('moves: ')}."
    return note


def guide_rows(card: Card) -> tuple[list[list[Word]], list[str]]:
    """Return the words of each move of the Yard Guide, and why there are none if it does not solve the card.

    The referee replays it first, so that no wrong guide is printed.
    """
    try:
        game = card.play()
        for text in card.guide:
            game.push(text)
    except (NotationError, IllegalMoveError) as error:
        return [], [f"its Yard Guide is left out: {error}"]
    if card.guide and not game.goal_is_met:
        return [], ["its Yard Guide is left out: it does not reach the goal"]
    return [_words(card, made.move) for made in game.moves], []


def _words(card: Card, move: object) -> list[Word]:
    """Return what is printed of a move: locomotive, start and destination space, couplings, and the path if needed."""
    if not isinstance(move, TrainMove):
        return [Word(str(move))]
    words = [
        Word(move.locomotive, livery=card_liveries(card)[move.locomotive].colour),
        _space(card, move.start),
        Word("→"),
        _space(card, move.to),
    ]
    words += [Word(f"+{piece}") for piece in move.couples]
    words += [Word(move.direction)] if move.direction else []
    if move.via:
        words.append(Word("path" if move.whole_path else "via"))
        words += [_space(card, space, "," if space != move.via[-1] else "") for space in move.via]
    return words


def _space(card: Card, space: str, after: str = "") -> Word:
    return Word(label_of(card, space) + after, card.layout.marks.get(space, Mark()))


# --------------------------------------------------------------------------------------------------------------------
# The table of moves


Lines = list[list[Word]]
"""A move in lines of words."""


@dataclass(frozen=True)
class MoveColumns:
    """Moves in columns: for each column its rows, each with a number and lines; `missing` moves did not fit."""

    size: float
    width: float
    columns: list[list[tuple[int, Lines]]]
    missing: int = 0

    @property
    def is_broken(self) -> bool:
        """Return whether a move takes more than one line."""
        return any(len(lines) > 1 for rows in self.columns for _, lines in rows)

    def items(self, x: float, y: float) -> list[Item]:
        """Draw it with its upper left corner at (x, y)."""
        found: list[Item] = []
        indent = _indent(self.size)
        for index, rows in enumerate(self.columns):
            left, base = x + index * (self.width + GAP), y + self.size
            for number, lines in rows:
                found.append(Text(left + indent - 0.4 * self.size, base, f"{number}", self.size, FAINT, "end", bold=True))
                for line in lines:
                    found += _line_items(line, left + indent, base, self.size)
                    base += PITCH * self.size
        return found


def _line_items(line: Sequence[Word], x: float, base: float, size: float) -> list[Item]:
    """Write a line of a move, the figure of its mark before the name of each space."""
    items: list[Item] = []
    for word in line:
        left, wide = x, _width(word, size)
        if word.livery:
            items.append(Rect(x + wide / 2, base - 0.36 * size, wide, 1.1 * size, 0.2 * size, fill=word.livery))
            left += 0.3 * size
        elif word.has_figure:
            figure = Mark(colour=word.mark.colour, shape=word.mark.shape or "circle")
            items += mark_items(figure, "", x + FIGURE * size / 2, base - 0.36 * size, FIGURE * size)
            left += (FIGURE + 0.12) * size
        colour = writing_on(word.livery) if word.livery else INK
        items.append(Text(left, base, word.text, size, colour, "start", bold=bool(word.livery)))
        x += wide + BLANK * size
    return items


def _width(word: Word, size: float) -> float:
    if word.livery:
        return fonts.width(word.text, size, bold=True) + 0.6 * size
    return fonts.width(word.text, size) + ((FIGURE + 0.12) * size if word.has_figure else 0.0)


def _lines(words: Sequence[Word], size: float, room: float) -> Lines:
    """Break a move into lines, never after an arrow or between "via" and the space that follows."""
    lines: Lines = []
    used = room
    joined: list[Word] = []
    for word in words:
        joined.append(word)
        if word.text in ("→", "via", "path") and word is not words[-1]:
            continue
        wide = sum(_width(one, size) for one in joined) + (len(joined) - 1) * BLANK * size
        if used + wide > room or not lines:
            lines.append([])
            used = 0.0
        lines[-1] += joined
        used += wide + BLANK * size
        joined = []
    return lines


def fitted_table(rows: Sequence[Sequence[Word]], width: float, height: float) -> MoveColumns:
    """Set the moves as large as they fit, in as few columns as that takes; at the smallest size the last may be left out.

    A move on one line is read faster than a larger one on two.
    """
    tables = [_table(rows, size, columns, width, height) for size in SIZES for columns in COLUMNS]
    whole = [table for table in tables if not table.missing]
    if not whole:
        return min(tables, key=lambda table: table.missing)
    unbroken = (table for table in whole if not table.is_broken and table.size >= UNBROKEN * whole[0].size)
    return next(unbroken, whole[0])


def _table(rows: Sequence[Sequence[Word]], size: float, columns: int, width: float, height: float) -> MoveColumns:
    across = (width - (columns - 1) * GAP) / columns
    room = across - _indent(size)
    capacity = max(0, int((height - size) / (PITCH * size) + 1.02))
    filled: list[list[tuple[int, Lines]]] = [[]]
    used = 0
    for number, words in enumerate(rows, 1):
        lines = _lines(words, size, room)
        if used + len(lines) > capacity:
            if len(filled) == columns or len(lines) > capacity:
                return MoveColumns(size, across, filled, len(rows) - number + 1)
            filled.append([])
            used = 0
        filled[-1].append((number, lines))
        used += len(lines)
    return MoveColumns(size, across, filled)


def _indent(size: float) -> float:
    return fonts.width("000", size, bold=True) + 0.4 * size
