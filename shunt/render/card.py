"""A route card as a scene: its title, the board at the start with the goal dashed, and the ranks."""

from __future__ import annotations

from typing import Literal

from shunt.cards.card import RouteCard
from shunt.render.board import UNIT, board_scene
from shunt.render.pieces import piece_colour
from shunt.render.scene import Item, Rect, Scene, Text, text_width
from shunt.render.style import EDGE, FAINT, INK, MARGIN, PAPER
from shunt.rules.position import heading_text
from shunt.track.layout import Layout
from shunt.track.plan import End

LINE = 6.4


def card_scene(card: RouteCard, unit: float = UNIT) -> Scene:
    """Draw the front of a card; `unit` is the length of a space in millimetres."""
    layout = card.board or Layout(card.plan)
    board = board_scene(layout, card.start, card.roster, card.broken, card.goal, unit)
    width = max(board.width, 110.0) + 2 * MARGIN
    title = str(card.about.get("title") or card.name)
    legend = _legend(card, width)
    name = str(layout.about.get("title") or layout.name)
    room = width - 2 * MARGIN - 6 - min(0.4 * width, text_width(name, 4))
    height = 17 + board.height + 4 + legend.height + MARGIN
    items: list[Item] = [
        Rect(width / 2, height / 2, width - 0.6, height - 0.6, 4, fill=PAPER, stroke=EDGE, width=0.5),
        _fitted(MARGIN + 1, 12, title, 7, room, INK, bold=True),
        _fitted(width - MARGIN - 1, 12, name, 4, 0.4 * width, FAINT, "end"),
        *board.placed((width - board.width) / 2, 17),
        *legend.placed(0, 17 + board.height + 4),
    ]
    return Scene(round(width, 2), round(height, 2), tuple(items), title, board.description)


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
    while len(text) > 1 and text_width(text, size, bold) > room:
        text = text[:-2].rstrip() + "…"
    return Text(x, y, text, size, colour, anchor, bold=bold)


def _notes(card: RouteCard) -> list[tuple[str, str]]:
    """Return what else is printed on a card: the limit, the metric, what is not proven, how the board works, who made it."""
    notes = []
    if card.limit is not None and not (card.ranks and card.ranks.brakeman == card.limit):
        notes.append(("Limit", str(card.limit)))
    if card.metric != ("moves",):
        notes.append(("Counted", ", then ".join(card.metric)))
    status = card.proof.get("status")
    if status == "unsolvable":
        notes.append(("Proof", "this goal cannot be reached"))
    elif status is not None and status != "optimal":
        notes.append(("Proof", "the fewest moves are not proven"))
    if alike := "; ".join(" ".join(sorted(group)) for group in card.roster.interchangeable):
        notes.append(("Alike", alike))
    notes += [("Board" if not number else "", line) for number, line in enumerate(card.board_lines())]
    licence = card.about.get("licence") or card.about.get("license")
    if credit := ", ".join(str(part) for part in (card.about.get("author"), licence) if part):
        notes.append(("By", credit))
    return notes


def _legend(card: RouteCard, width: float) -> Scene:
    """Write the goal of every piece, then the moves of every rank."""
    items: list[Item] = []
    x, y = MARGIN + 1, LINE - 1.6
    items.append(Text(x, y, "Goal", 4, FAINT, "start"))
    x += 14
    for name, space in card.goal.places.items():
        heading = card.goal.headings.get(name)
        words = f"{name} to {_place(card, space)}" + (f", facing {_faced(card, space, heading)}" if heading is not None else "")
        needed = 5.5 + text_width(words, 4) + 5
        if x + needed > width - MARGIN and x > MARGIN + 15:
            x, y = MARGIN + 15, y + LINE
        items.append(Rect(x + 1.8, y - 1.45, 3.6, 2.8, 0.5, fill=piece_colour(card.roster, name), stroke="#1d1b18", width=0.25))
        items.append(Text(x + 5, y, words, 4, INK, "start"))
        x += needed
    y += LINE
    if card.ranks:
        ranks = (("Yard Master", card.ranks.yard_master), ("Conductor", card.ranks.conductor), ("Brakeman", card.ranks.brakeman))
        words = "   ·   ".join(f"{rank} {moves}" for rank, moves in ranks)
        items += [Text(MARGIN + 1, y, "Moves", 4, FAINT, "start"), Text(MARGIN + 15, y, words, 4, INK, "start")]
        y += LINE
    for label, words in _notes(card):
        items.append(Text(MARGIN + 1, y, label, 4, FAINT, "start"))
        items.append(_fitted(MARGIN + 19, y, words, 4, width - 2 * MARGIN - 20, INK))
        y += LINE
    return Scene(width, y - LINE + 1.6, tuple(items))


def _place(card: RouteCard, space: str) -> str:
    """Return the printed letter of a space, or its name."""
    mark = card.board.marks.get(space) if card.board else None
    return mark.letter if mark and mark.letter else space


def _faced(card: RouteCard, space: str, heading: int) -> str:
    text = heading_text(card.plan, End(space, heading))
    return f"away from {text.partition('<')[2]}" if "<" in text else text.partition(">")[2]
