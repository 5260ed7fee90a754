"""A card as a scene: its number, title and tier, the board at the start with the goal dashed, and what is printed below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import Literal

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.cards.tiers import TIER_COLOURS
from shunt.render.board import UNIT, board_scene
from shunt.render.cards.words import board_title, card_lines, targets, title_of
from shunt.render.looks.letters import text_width
from shunt.render.looks.liveries import card_liveries
from shunt.render.scene import Item, Rect, Scene, Text
from shunt.render.sidings import sidings_scene
from shunt.render.style import EDGE, FAINT, INK, MARGIN, PAPER
from shunt.track.layout import Layout

LINE = 6.4
SIZE = 4.0  # of the text below the board
LEAST_WIDTH = 110.0
HEAD = 17.0
INDENT = 17.0  # from the labels to the words
SIDINGS_UNIT = 15.0


def card_scene(card: Card, number: int | None = None, unit: float | None = None) -> Scene:
    """Draw the front of a card; `number` is its number in its pack, `unit` the length of a space in millimetres."""
    board = BOARDS[card.ruleset](card, unit)
    width = max(board.width, LEAST_WIDTH) + 2 * MARGIN
    legend = _legend(card, width)
    height = HEAD + board.height + 4 + legend.height + MARGIN
    items: list[Item] = [
        Rect(width / 2, height / 2, width - 0.6, height - 0.6, 4, fill=PAPER, stroke=EDGE, width=0.5),
        *_head(card, number, width),
        *board.placed((width - board.width) / 2, HEAD),
        *legend.placed(0, HEAD + board.height + 4),
    ]
    return Scene(round(width, 2), round(height, 2), tuple(items), title_of(card), board.description)


def number_in_pack(card: Card) -> int | None:
    """Return the number that a card has in the pack whose folder its file is in (`cards/07.toml`); None if it is in none."""
    path = FilePath(card.path)
    if not path.stem.isdecimal() or path.parent.name != "cards":
        return None
    try:
        return int(path.stem[-9:]) if (path.parent.parent / "manifest.toml").is_file() else None
    except (OSError, ValueError):
        return None


def _train_board(card: RouteCard, unit: float | None) -> Scene:
    layout = card.board or Layout(card.plan)
    colours = card_liveries(card)
    return board_scene(layout, card.start, card.roster, card.broken, card.goal, unit or UNIT, colours=colours)


def _sidings_board(card: SidingsCard, unit: float | None) -> Scene:
    return sidings_scene(card.rules, card.start, unit=unit or SIDINGS_UNIT, colours=card_liveries(card))


BOARDS: Mapping[str, Callable[..., Scene]] = {"switcher": _train_board, "railway": _train_board, "sidings": _sidings_board}
"""Ruleset → the board of a card at its start."""


def _head(card: Card, number: int | None, width: float) -> Iterator[Item]:
    """Draw the number in the colour of the tier, the title, the tier, and the title of the board."""
    tier = str(card.rating.get("tier", ""))
    left, right = MARGIN + 1, width - MARGIN - 1
    if number is not None:
        colour, ink = TIER_COLOURS.get(tier, INK), "#ffffff" if tier != "yellow" else INK
        wide = max(9.0, text_width(str(number), 5.4, bold=True) + 4.0)
        yield Rect(left + wide / 2, 9.6, wide, 8.0, 1.6, fill=colour)
        yield Text(left + wide / 2, 11.55, str(number), 5.4, ink, bold=True)
        left += wide + 3
    board = _fitted(right, 12, board_title(card), SIZE, 0.34 * width, FAINT, "end")
    yield board
    right -= text_width(board.text, board.size) + (4 if board.text else 0)
    if tier in TIER_COLOURS:
        wide = text_width(tier, SIZE, bold=True)
        dark = TIER_COLOURS[tier] if tier != "yellow" else "#8a6800"
        yield Text(right, 12, tier, SIZE, dark, "end", bold=True)
        right -= wide + 4
    yield _fitted(left, 12, title_of(card), 7, right - left, INK, bold=True)


def _fitted(
    x: float,
    y: float,
    text: str,
    size: float,
    room: float,
    colour: str,
    anchor: Literal["start", "end"] = "start",
    bold: bool = False,
) -> Text:
    """Return a line of text that fits in `room`: smaller first, at half its size shortened."""
    needed = max(0.1, text_width(text, size, bold))
    size = max(size / 2, min(size, size * room / needed))
    if text_width(text, size, bold) > room:
        while text and text_width(text + "…", size, bold) > room:
            text = text[:-1].rstrip()
        text += "…"
    return Text(x, y, text, size, colour, anchor, bold=bold)


def _legend(card: Card, width: float) -> Scene:
    """Write the goal of every piece, then the lines of the card, broken where they are too long."""
    items, y = _goal_items(card, width)
    for label, words in card_lines(card):
        if label:
            items.append(Text(MARGIN + 1, y, label, SIZE, FAINT, "start"))
        for line in _wrapped(words, width - 2 * MARGIN - INDENT - 2):
            items.append(_fitted(MARGIN + INDENT, y, line, SIZE, width - 2 * MARGIN - INDENT - 1, INK))
            y += LINE
    return Scene(width, y - LINE + 1.6, tuple(items))


def _goal_items(card: Card, width: float) -> tuple[list[Item], float]:
    """Write the goals, each after the colour of its piece; return them with the base line of the line below."""
    colours = card_liveries(card)
    left = MARGIN + INDENT
    x, y = left, LINE - 1.6
    items: list[Item] = [Text(MARGIN + 1, y, "Goal", SIZE, FAINT, "start")]
    goals = targets(card)
    if not goals:
        items.append(Text(x, y, "any position", SIZE, INK, "start"))
    for target in goals:
        words = target.words + (" (there now)" if target.is_met else "")
        chip = 5.0 if target.name in colours else 0.0
        room = width - MARGIN - 1 - left - chip
        text = _fitted(0, 0, words, SIZE, room, INK)
        needed = chip + text_width(text.text, text.size)
        if x + needed > width - MARGIN - 1 and x > left:
            x, y = left, y + LINE
        if chip:
            colour = colours[target.name].colour
            items.append(Rect(x + 1.8, y - 1.45, 3.6, 2.8, 0.5, fill=colour, stroke="#1d1b18", width=0.25))
        items.append(Text(x + chip, y, text.text, text.size, INK, "start"))
        x += needed + 5.5
    return items, y + LINE


def _wrapped(words: Sequence[str], room: float) -> list[str]:
    """Break words into lines of at most `room`."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, SIZE) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
