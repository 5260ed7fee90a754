"""How commands show a card and its board to a person."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any

from shunt.cards.card import Card
from shunt.cli import output

if TYPE_CHECKING:
    from shunt.render.output.characters import Picture


def on_terminal() -> bool:
    """Whether a person reads stdout."""
    return sys.stdout is not None and sys.stdout.isatty()


def columns() -> int:
    """How wide a picture may be: the terminal's width, within reason, and 100 where there is none."""
    return max(40, min(shutil.get_terminal_size((100, 40)).columns, 140)) if on_terminal() else 100


def show_picture(picture: Picture) -> None:
    """Print a picture, in colour on a terminal that can, and folded where the terminal is too narrow for it."""
    if not on_terminal():
        output.say(picture.plain(), end="")
        return
    from rich.console import Console

    for part in picture.folded(columns()):
        Console(soft_wrap=True, highlight=False).print(part.styled(), end="")


def say_wrapped(text: str) -> None:
    """Print prose; on a terminal its lines are broken between words and continued below their text.

    The text of a line begins after its indent or, in a line of two columns, where the second begins.
    """
    for line in text.split("\n"):
        output.say(wrapped(line, columns()) if on_terminal() else line)


def note_wrapped(text: str) -> None:
    """Print a remark for the user on stderr, broken between words on a terminal."""
    output.note(wrapped(text, columns() - len("shunt: ")) if on_terminal() else text)


def wrapped(line: str, width: int) -> str:
    """Return a line broken between words into lines of at most `width` columns."""
    import re
    import textwrap

    if len(line) <= width:
        return line
    first = re.match(r"\s*(\S+(?: \S+)*\s{2,}(?=\S))?", line)
    indent = first.end() if first and first.end() < width // 2 else 0
    body = textwrap.wrap(line[indent:], width - indent, break_long_words=False, break_on_hyphens=False)
    return line[:indent] + ("\n" + " " * indent).join(body)


def card_picture(card: Card, position: Any = None) -> Picture:
    """Return the board of a card with its pieces."""
    from shunt.render.terminal.boards import draw

    return draw(card, position, width=columns(), unicode=output.knows_unicode())


def heading_line(card: Card) -> str:
    """The card's name and title, and what it is played on."""
    title = str(card.about.get("title", ""))
    board = card.layout or (card.board.name if card.board else "")
    words = f"{card.name}: {title}" if title and title != card.name else card.name
    on = f" on {board}" if board and board != card.name else ""
    return f"{words} ({card.ruleset}{on})"


def puzzle_lines(card: Card, position: Any = None) -> list[str]:
    """Return lines with the places of all pieces, the goal, what is broken, and what is printed on the card."""
    lines = ["start  " + card.rules.describe_position(card.start)]
    if position is not None and position != card.start:
        lines.append("now    " + card.rules.describe_position(position))
    lines.append("goal   " + card.rules.describe_goal(card.goal))
    if card.broken_spaces:
        lines.append("broken " + " ".join(card.broken_spaces))
    lines += [line for line in (_ranks_line(card), _optimum_line(card)) if line]
    return lines + card.board_lines()


def _ranks_line(card: Card) -> str:
    if card.ranks is None:
        return f"limit  {output.counted(card.limit, 'moves')}" if card.limit is not None else ""
    ranks = card.ranks
    words = f"ranks  Yard Master {ranks.yard_master} · Conductor {ranks.conductor} · Brakeman {ranks.brakeman}"
    return words + (f" · limit {card.limit}" if card.limit is not None else "")


def _optimum_line(card: Card) -> str:
    if card.proof.get("status") == "unsolvable":
        return "proven unsolvable"
    optimum = card.proof.get("optimum")
    if optimum is None:
        return ""
    counts = [optimum] if isinstance(optimum, int) else optimum
    words = "proven optimum" if card.proof.get("status") == "optimal" else "best known, not proven:"
    return f"{words} " + ", ".join(output.counted(*pair) for pair in zip(counts, card.metric, strict=False))
