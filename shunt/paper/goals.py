"""Goals, ranks and rules of a card as cells to be set in rows: pictures of pieces and marks, badges, lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from shunt.cards.card import Card
from shunt.render import fonts
from shunt.render.appearance import LOCOMOTIVE, card_liveries, card_pieces
from shunt.render.colours import FAINT, INK
from shunt.render.geometry import Spot
from shunt.render.letters import middle_of
from shunt.render.marks import Lettering, extent, mark_items
from shunt.render.pieces import CAR, Brush
from shunt.render.scene import Item, Path, Rect, Text, polyline
from shunt.render.words import Target, label_of, targets
from shunt.sidings.rules.referee import ANY
from shunt.track.layout import Mark

PITCH = 1.28  # from one line of text to the next, in sizes
PIECE = 2.9  # length of a space of pictured pieces, in sizes of text
MARK = 1.5  # size of a pictured mark, in sizes of text
BETWEEN_CARS = 0.05  # of a space: between pieces in a row
MOST_ROWS = 3  # of pieces, beyond which goals are words
ARROW = 1.3  # room for an arrow
ROW = 1.75  # height of a row with pictures
BADGES = (("yard_master", "Yard Master", "#e3b23c"), ("conductor", "Conductor", "#c3c9cf"), ("brakeman", "Brakeman", "#c98d5a"))
"""The ranks with the metal of their badges: gold, silver, bronze."""


class Cell(NamedTuple):
    """A part of a row: its items from its upper left corner."""

    width: float
    height: float
    items: tuple[Item, ...]
    is_broken: bool = False  # a word of it is over two lines


def goal_cells(card: Card, size: float, width: float, names: Mapping[str, str], has_words: bool) -> list[Cell]:
    """Draw each goal: its piece, an arrow, the mark of its space, and its words, of which `size` is the height.

    `names` are the letters that pieces are called by on the board; without any their pictures bear numbers alone. Without words
    (`has_words`) the pictures alone say what they can.
    """
    cells, words = [], list[str]()
    has_rows = sum(len(target.row) > 0 for target in targets(card)) <= MOST_ROWS
    for target in targets(card):
        if target.space:
            cells.append(_pictured(card, target, size, names, width, has_words))
        elif has_rows and target.row and (row := _row(card, target, size, names)) and row.width <= width:
            cells.append(row)
        else:
            words += [*([";"] if words else []), *target.text.split()]
    if words or not cells:
        cells += text_cells([("Goal", " ".join(words).replace(" ;", ";").split() or ["any", "position"])], size, width)
    return cells


def _pictured(card: Card, target: Target, size: float, names: Mapping[str, str], width: float, has_words: bool) -> Cell:
    """Draw one goal; words that are too long for the `width` continue below."""
    unit, middle = PIECE * size, ROW * size / 2
    items = _pieces(card, [target.name], size, names)
    x = CAR[0] * unit + 0.9
    end = x + ARROW * size
    tip = polyline([(end, middle), (end - 0.9, middle - 0.55), (end - 0.9, middle + 0.55)])
    items += [Path(polyline([(x, middle), (end - 0.8, middle)]), stroke=FAINT, width=0.3), Path(tip, FAINT, closed=True)]
    x = end + 0.4
    words, mark = target.text, card.layout.marks.get(target.space, Mark())
    if mark.shape or mark.colour or not has_words:
        half, _ = extent(mark, target.space, Lettering(MARK * size, fonts.LEAST))
        items += mark_items(mark, target.space, x + half, middle, MARK * size, fonts.LEAST)
        x += 2 * half
        plain = f"{target.name} to {label_of(card, target.space)}"
        words = words if has_words else words.removeprefix(plain).strip()
    lines: list[str] = []
    is_broken = any(fonts.width(word, size) > width - x - 0.7 for word in words.split())
    if words:
        x += 0.7
        lines = fonts.wrapped(words.split(), size, max(width - x, 1.0))
        base = middle + middle_of("H") * size
        items += [Text(x, base + line * PITCH * size, text, size, INK, "start") for line, text in enumerate(lines)]
        x += max(fonts.width(text, size) for text in lines)
    return Cell(x, (ROW + PITCH * max(0, len(lines) - 1)) * size, tuple(items), is_broken)


def _pieces(card: Card, row: Sequence[str], size: float, names: Mapping[str, str]) -> list[Item]:
    """Draw pieces in a row; `?` is any car."""
    unit, pieces = PIECE * size, card_pieces(card)
    short = {name: _short(names.get(name, name), size) for name in pieces.every}
    brush = Brush(unit, card_liveries(card), short | {ANY: "?", LOCOMOTIVE: ""}, fonts.LEAST)
    items: list[Item] = []
    for number, name in enumerate(row):
        spot = Spot((number + 0.5) * CAR[0] * unit + number * BETWEEN_CARS * unit + 0.25, ROW * size / 2)
        if name in pieces.locomotives:
            items += brush.locomotive(spot, name, 1 if getattr(card.start, "headings", (1,)) else None)
        elif name == ANY:
            items += brush.ghost(spot, name, FAINT, None, True)
        else:
            items += brush.car(spot, name)
    return items


def _short(name: str, size: float) -> str:
    """Return a name if it fits on a pictured piece."""
    return name if fonts.width(name, fonts.LEAST, bold=True) <= 0.94 * CAR[0] * PIECE * size else ""


def _row(card: Card, target: Target, size: float, names: Mapping[str, str]) -> Cell | None:
    """Draw pieces that are to be in a row, and the words where; None if their names do not fit on them."""
    if not all(_short(names.get(name, name), size) for name in target.row if name != LOCOMOTIVE):
        return None
    unit = PIECE * size
    x = len(target.row) * (CAR[0] + BETWEEN_CARS) * unit + 0.9
    base = ROW * size / 2 + middle_of("H") * size
    words = f"{target.aside} (there now)" if target.is_met else target.aside
    items = (*_pieces(card, target.row, size, names), Text(x, base, words, size, INK, "start"))
    return Cell(x + fonts.width(words, size), ROW * size, items)


def rank_cells(card: Card, size: float) -> list[Cell]:
    """Draw a badge with its moves for each rank, and the moves allowed."""
    if card.ranks is None:
        return []
    cells, height = [], 1.6 * size
    for key, word, metal in BADGES:
        moves = str(getattr(card.ranks, key))
        wide = max(1.4 * size, fonts.width(moves, size, bold=True) + 0.6 * size)
        badge = Rect(wide / 2, height / 2, wide, 1.4 * size, 0.7 * size, fill=metal, stroke=INK, width=0.15)
        base = height / 2 + middle_of("H") * size
        items = (badge, Text(wide / 2, base, moves, size, INK, bold=True), Text(wide + 0.6, base, word, size, INK, "start"))
        cells.append(Cell(wide + 0.6 + fonts.width(word, size), height, items))
    if card.limit is not None:
        words = f"limit {card.limit}"
        text = Text(0, height / 2 + middle_of("H") * size, words, size, FAINT, "start")
        cells.append(Cell(fonts.width(words, size), height, (text,)))
    return cells


def text_cells(lines: Iterable[tuple[str, Sequence[str]]], size: float, width: float) -> list[Cell]:
    """Set lines of words below each other, each after its label if it has one."""
    rows = (row for label, words in lines for row in fonts.labelled(label, words, size, width, 0.85, FAINT))
    return [Cell(width, PITCH * size, tuple(row)) for row in rows]
