"""The back of a printed card: its Yard Guide, one best solution move by move, and the code of the card's id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from shunt.cards.card import Card
from shunt.errors import IllegalMoveError, NotationError
from shunt.paper import fonts
from shunt.paper.front import PITCH, Face
from shunt.paper.sheets import SAFE, Size
from shunt.render.cards.words import label_of, standing, title_of
from shunt.render.scene import XY, Item, Line, Path, Rect, Scene, Text, strokes
from shunt.render.style import EDGE, FAINT, INK, PAPER
from shunt.rules.moves import TrainMove

SIZES = (3.4, 3.1, 2.8, 2.6, 2.4, 2.25, fonts.LEAST)  # of the text of moves, in millimetres, the largest that fits
COLUMNS = (1, 2, 3)
GAP = 3.0  # between columns
CODE = 9.6  # side of the code, in millimetres


def back(card: Card, size: Size, number: int | None = None, is_sideways: bool = True) -> Face:
    """Draw the back of a card of `size`, sideways or upright as its front is."""
    width, height = (max(size), min(size)) if is_sideways else (min(size), max(size))
    items: list[Item] = [Rect(width / 2, height / 2, width + 20, height + 20, fill=PAPER)]
    rows, remarks = guide_rows(card)
    code = _code(str(card.about.get("id", "")), width - SAFE - CODE, SAFE)
    items += code
    inner = width - 2 * SAFE
    room = inner - (CODE + 2 if code else 0)
    head = title_of(card) if number is None else f"{number}. {title_of(card)}"
    title, letter = fonts.fitted(head, 3.4, room, bold=True)
    base = SAFE + 3.4
    items.append(Text(SAFE, base, title, letter, INK, "start", bold=True))
    for line in fonts.wrapped(_note(card, len(rows)).split(), fonts.LEAST * 1.05, room):
        base += PITCH * fonts.LEAST * 1.05
        items.append(Text(SAFE, base, line, fonts.LEAST * 1.05, FAINT, "start"))
    top = max(base + 1.6, SAFE + CODE + 1.2 if code else 0.0)
    items.append(Line(SAFE, top, width - SAFE, top, EDGE, 0.25))
    table = fitted_table(rows, inner, height - SAFE - top - 1.0)
    items += table.items(SAFE, top + 1.0)
    if table.missing:
        remarks.append(f"the last {table.missing} of {len(rows)} moves do not fit on the back; use a larger card")
    return Face(Scene(width, height, tuple(items), f"{title_of(card)}: Yard Guide"), tuple(remarks))


def _note(card: Card, moves: int) -> str:
    """Return the line above the moves: how many they are, and whether fewer are possible."""
    if not moves:
        return f"No Yard Guide. {standing(card)}"
    if not standing(card):
        counted = f"{moves} move{'s' * (moves != 1)}"
        if card.metric != ("moves",) and card.proof.get("optimum") is not None:
            counted += f", {card.proof['optimum']} {card.metric[0]}"
        note = f"Yard Guide: {counted}, proven fewest."
    else:
        note = f"Yard Guide: {standing(card)}"
    return note + (" 1-3 pulls 3 cars from siding 1, 2+3 drops 3 cars on siding 2." if card.ruleset == "sidings" else "")


def guide_rows(card: Card) -> tuple[list[list[str]], list[str]]:
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


def _words(card: Card, move: object) -> list[str]:
    """Return what is printed of a move: locomotive, start and destination space, couplings, and the path if needed."""
    if not isinstance(move, TrainMove):
        return [str(move)]
    words = [f"{move.locomotive}:", f"{label_of(card, move.start)} > {label_of(card, move.to)}"]
    words += [f"+{piece}" for piece in move.couples]
    words += [move.direction] if move.direction else []
    if move.via:
        via = [label_of(card, space) for space in move.via]
        how = "path" if move.whole_path else "via"
        words += [f"{how} {via[0]}{',' if via[1:] else ''}", *(f"{space}," for space in via[1:-1]), *via[1:][-1:]]
    return words


# --------------------------------------------------------------------------------------------------------------------
# The table of moves


@dataclass(frozen=True)
class Table:
    """Moves in columns: for each column its rows, each with a number and lines; `missing` moves did not fit."""

    size: float
    width: float
    columns: tuple[tuple[tuple[int, tuple[str, ...]], ...], ...]
    missing: int

    def items(self, x: float, y: float) -> list[Item]:
        """Draw it with its upper left corner at (x, y)."""
        found: list[Item] = []
        indent = _indent(self.size)
        for index, rows in enumerate(self.columns):
            left, base = x + index * (self.width + GAP), y + self.size
            for number, lines in rows:
                found.append(Text(left + indent - 0.4 * self.size, base, f"{number}", self.size, FAINT, "end", bold=True))
                for line in lines:
                    found.append(Text(left + indent, base, line, self.size, INK, "start"))
                    base += PITCH * self.size
        return found


def fitted_table(rows: Sequence[Sequence[str]], width: float, height: float) -> Table:
    """Set the moves as large as they fit, in as few columns as that takes; at the smallest size the last may be left out."""
    tables = [_table(rows, size, columns, width, height) for size in SIZES for columns in COLUMNS]
    whole = [table for table in tables if not table.missing]
    return whole[0] if whole else min(tables, key=lambda table: table.missing)


def _table(rows: Sequence[Sequence[str]], size: float, columns: int, width: float, height: float) -> Table:
    across = (width - (columns - 1) * GAP) / columns
    room = across - _indent(size)
    capacity = max(0, int((height - size) / (PITCH * size) + 1.02))
    filled: list[list[tuple[int, tuple[str, ...]]]] = [[]]
    used = 0
    for number, words in enumerate(rows, 1):
        lines = tuple(fonts.wrapped(words, size, room))
        if used + len(lines) > capacity:
            if len(filled) == columns or len(lines) > capacity:
                return Table(size, across, tuple(map(tuple, filled)), len(rows) - number + 1)
            filled.append([])
            used = 0
        filled[-1].append((number, lines))
        used += len(lines)
    return Table(size, across, tuple(map(tuple, filled)), 0)


def _indent(size: float) -> float:
    return fonts.width("000", size, bold=True) + 0.4 * size


# --------------------------------------------------------------------------------------------------------------------
# The code


def _code(text: str, x: float, y: float) -> list[Item]:
    """Draw the QR code of a text with its upper left corner at (x, y); nothing for an empty text."""
    if not text:
        return []
    from reportlab.graphics.barcode.qr import QrCodeWidget

    widget = QrCodeWidget(text, barLevel="M")
    widget.qr.make()
    modules = widget.qr.modules
    side = CODE / len(modules)
    runs: list[tuple[XY, XY]] = []
    for row, line in enumerate(modules):
        middle, column = y + (row + 0.5) * side, 0
        for is_dark, run in groupby(map(bool, line)):
            left = x + column * side
            column += len(list(run))
            if is_dark:
                runs.append(((left, middle), (x + column * side, middle)))
    return [Path(strokes(runs), stroke="#000000", width=1.01 * side)]
