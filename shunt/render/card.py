"""A route card as a scene: its title, the board at the start with the goal dashed, and the ranks."""

from __future__ import annotations

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
    height = 17 + board.height + 4 + legend.height + MARGIN
    items: list[Item] = [
        Rect(width / 2, height / 2, width - 0.6, height - 0.6, 4, fill=PAPER, stroke=EDGE, width=0.5),
        Text(MARGIN + 1, 12, title, 7, INK, "start", bold=True),
        Text(width - MARGIN - 1, 12, str(layout.about.get("title") or layout.name), 4, FAINT, "end"),
        *board.placed((width - board.width) / 2, 17),
        *legend.placed(0, 17 + board.height + 4),
    ]
    return Scene(round(width, 2), round(height, 2), tuple(items), title, board.description)


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
    return Scene(width, y - LINE + 1.6, tuple(items))


def _place(card: RouteCard, space: str) -> str:
    """Return the printed letter of a space, or its name."""
    mark = card.board.marks.get(space) if card.board else None
    return mark.letter if mark and mark.letter else space


def _faced(card: RouteCard, space: str, heading: int) -> str:
    text = heading_text(card.plan, End(space, heading))
    return f"away from {text.partition('<')[2]}" if "<" in text else text.partition(">")[2]
