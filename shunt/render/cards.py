"""Cards as scenes: the board at a position, and the front with number, title, tier, goals and what is printed below the board.

On a screen (`card_scene`) the front is as large as its board; a printed card has a size, and its board is as large as the text
leaves room for (`shunt/paper/front.py`). A `FaceStyle` says what else differs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import refused
from shunt.cards.tiers import TIER_COLOURS
from shunt.files.document import read_inner_document
from shunt.render.appearance import card_liveries
from shunt.render.board import UNIT, board_scene
from shunt.render.colours import EDGE, FAINT, INK, MARGIN, PAPER
from shunt.render.letters import Measure, fitted, text_width, wrapped
from shunt.render.marks import Lettering
from shunt.render.scene import XY, Item, Rect, Scene, Text
from shunt.render.words import board_title, card_lines, targets
from shunt.rules.ruleset import MoveMade
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.render.fan import UNIT as CAR
from shunt.sidings.render.fan import Fan


def position_scene(
    card: Card,
    position: Any,
    made: MoveMade[Any, Any] | None = None,
    unit: float | None = None,
    lettering: Lettering | None = None,
) -> Scene:
    """Draw a position of a card with its goals, and mark the move that led to it; without a position, the empty board.

    `unit` is the length of a space in millimetres; `lettering`: how large its texts are.
    """
    if isinstance(card, RouteCard):
        return board_scene(card.layout, position, card, made, unit or UNIT, lettering)
    if isinstance(card, SidingsCard):
        move = made.move if made is not None else None
        title = card.board_name if position is None else str(made or "")
        return Fan(card.rules, unit or CAR).scene(title, position, move, card_liveries(card), lettering)
    raise refused(card, "drawn")


LEAST_WIDTH = 110.0
HEAD = 17.0
ONE_LINE, TWO_LINES = 0.8, 0.68  # the smallest size of a title in one line, and its size in two, as shares of the usual size
PITCH = 1.12  # from the first line of a title to the second, in sizes
PALE = "#8a6800"  # the name of the yellow tier, which yellow letters would hide


@dataclass(frozen=True)
class FaceStyle:
    """How the head of a card's face is set; lengths and sizes of letters are in millimetres.

    `margin`: left and right of the text; `top` and `height`: of the number's box, at least `width` wide, with `room` round the
    number; `number_base`, `title_base`: base lines; `gap`: between the parts of the head; `board`: share of the width that the
    board's title may take; `least`: the smallest size of a title; `is_on_colour`: the head is on the colour of the tier.
    """

    margin: float
    top: float
    height: float
    width: float
    room: float
    corner: float
    number_base: float
    title_base: float
    number: float
    title: float
    text: float
    least: float
    gap: float
    board: float = 0.0
    is_on_colour: bool = False
    measure: Measure = text_width


SCREEN = FaceStyle(
    margin=MARGIN + 1,
    top=5.6,
    height=8.0,
    width=9.0,
    room=4.0,
    corner=1.6,
    number_base=11.55,
    title_base=12.0,
    number=5.4,
    title=7.0,
    text=4.0,
    least=3.5,
    gap=3.0,
    board=0.34,
)
LEFT = SCREEN.margin + 16.0  # where the words below the board begin, after their labels
LINE = 6.4  # from one line of them to the next


def card_scene(card: Card) -> Scene:
    """Draw the front of a card, with its number if it is in a pack."""
    board = position_scene(card, card.start)
    width = max(board.width, LEAST_WIDTH) + 2 * MARGIN
    top = HEAD + board.height + 4 + LINE - 1.6  # base line of the goals
    goals, below = _goal_items(card, width, top)
    rows, end = _row_items(card, width, below)
    height = end - LINE + 1.6 + MARGIN
    items: list[Item] = [
        Rect(width / 2, height / 2, width - 0.6, height - 0.6, 4, fill=PAPER, stroke=EDGE, width=0.5),
        *head_items(card, number_in_pack(card), SCREEN, width),
        *board.placed((width - board.width) / 2, HEAD),
        *goals,
        *rows,
    ]
    return Scene(round(width, 2), round(height, 2), tuple(items), card.title, board.description)


def number_in_pack(card: Card) -> int | None:
    """Return the number that a card has in the order of the pack whose folder its file is in; None if it is in none."""
    path = FilePath(card.path)
    try:
        if path.parent.name != "cards" or not (path.parent.parent / "manifest.toml").is_file():
            return None
        order = read_inner_document(path.parent.parent / "manifest.toml").data.get("order")
    except (OSError, ValueError):
        return None
    return order.index(path.stem) + 1 if isinstance(order, list) and path.stem in order else None


def head_items(card: Card, number: int | None, style: FaceStyle, width: float) -> Iterator[Item]:
    """Draw the number in the colour of the tier, the title of the board, the tier, and the title, in two lines if it is long."""
    tier = card.tier
    left, right, measure = style.margin, width - style.margin, style.measure
    colour, writing = TIER_COLOURS.get(tier, INK), "#ffffff" if tier != "yellow" else INK
    if number is not None:
        box, ink = ("#ffffff", colour if tier != "yellow" else INK) if style.is_on_colour else (colour, writing)
        wide = max(style.width, measure(str(number), style.number, True) + style.room)
        yield Rect(left + wide / 2, style.top + style.height / 2, wide, style.height, style.corner, fill=box)
        yield Text(left + wide / 2, style.number_base, str(number), style.number, ink, bold=True)
        left += wide + style.gap
    if style.board:
        text, size = fitted(board_title(card), style.text, style.board * width, False, style.text / 2, measure)
        yield Text(right, style.title_base, text, size, FAINT, "end")
        right -= measure(text, size, False) + (4 if text else 0)
    if tier in TIER_COLOURS:
        shown = writing if style.is_on_colour else colour if tier != "yellow" else PALE
        yield Text(right, style.title_base, tier, style.text, shown, "end", bold=True)
        right -= measure(tier, style.text, True) + (4 if style.board else style.gap)
    yield from _title_items(card.title, style, (left, right), writing if style.is_on_colour else INK)


def _title_items(title: str, style: FaceStyle, sides: XY, colour: str) -> Iterator[Item]:
    """Write a title in one line, smaller if need be, or in two lines; a title that is too long for two is cut."""
    (left, right), measure = sides, style.measure
    room, small = right - left, max(style.least, TWO_LINES * style.title)
    if measure(title, max(small, ONE_LINE * style.title), True) <= room:
        title, size = fitted(title, style.title, room, True, style.least, measure)
        yield Text(left, style.title_base, title, size, colour, "start", bold=True)
        return
    first = wrapped(title.split(), small, room, lambda text, size, bold: measure(text, size, True))[:1]
    lines = [*first, " ".join(title.split())[len("".join(first)) :].strip()]
    base = style.top + style.height / 2 + 0.365 * small - PITCH * small / 2
    for number, line in enumerate(line for line in lines if line):
        text, size = fitted(line, small, room, True, style.least, measure)
        yield Text(left, base + number * PITCH * small, text, size, colour, "start", bold=True)


def _row_items(card: Card, width: float, y: float) -> tuple[list[Item], float]:
    """Return the lines below the goals, each after its label, and the base line below them. The first one is at `y`."""
    items: list[Item] = []
    for label, words in card_lines(card):
        if label:
            items.append(Text(SCREEN.margin, y, label, SCREEN.text, FAINT, "start"))
        for line in wrapped(words, SCREEN.text, width - LEFT - SCREEN.margin - 1.0):
            items.append(Text(LEFT, y, line, SCREEN.text, INK, "start"))
            y += LINE
    return items, y


def _goal_items(card: Card, width: float, y: float) -> tuple[list[Item], float]:
    """Write the goals, each after the colour of its piece, from the base line `y`; return the base line below them too."""
    colours, size = card_liveries(card), SCREEN.text
    x, right = LEFT, width - SCREEN.margin
    items: list[Item] = [Text(SCREEN.margin, y, "Goal", size, FAINT, "start")]
    goals = targets(card)
    if not goals:
        items.append(Text(x, y, "any position", size, INK, "start"))
    for target in goals:
        chip = 5.0 if target.name in colours else 0.0
        words, letter = fitted(target.text, size, right - LEFT - chip, least=size / 2)
        needed = chip + text_width(words, letter)
        if x + needed > right and x > LEFT:
            x, y = LEFT, y + LINE
        if chip:
            colour = colours[target.name].colour
            items.append(Rect(x + 1.8, y - 1.45, 3.6, 2.8, 0.5, fill=colour, stroke="#1d1b18", width=0.25))
        items.append(Text(x + chip, y, words, letter, INK, "start"))
        x += needed + 5.5
    return items, y + LINE
