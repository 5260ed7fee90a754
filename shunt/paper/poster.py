"""Posters: a board as large as a sheet of any size allows, turned to fill it, under its title, with a legend."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from shunt.cards.card import Card, RouteCard
from shunt.paper.front import lettered_board
from shunt.paper.order import Order
from shunt.paper.pdf import Printed, print_scenes
from shunt.paper.sheets import Size
from shunt.render import fonts
from shunt.render.appearance import CardPieces, card_liveries, card_pieces
from shunt.render.cards import position_scene
from shunt.render.colours import EDGE, FAINT, INK
from shunt.render.geometry import Spot
from shunt.render.marks import mark_items
from shunt.render.pieces import Brush
from shunt.render.scene import Item, Line, Rect, Scene, Text, ground, moved
from shunt.render.words import board_title, credits_of, targets, turntable_words
from shunt.track.space_marks import SPACE_MARKS

LETTERS = 46.0  # text of a legend is the shorter side of the paper divided by this
MARGIN = 2.4  # of a poster, and the height of its head, in sizes of the text of its legend
HEAD = 4.2
PITCH = 2.1  # from a line of a legend to the next
SYMBOL = 3.2  # length of a space in a legend


def print_poster(order: Order) -> Printed:
    """Return a poster of each board; a card that is the only one on its board is shown with its pieces and goals."""
    boards: dict[str, list[Card]] = {}
    for card in order.cards:
        boards.setdefault(card.board_name, []).append(card)
    page = order.settings.page
    scenes = [
        poster(card, page, has_pieces=not others and bool(card.inventory.cars or targets(card)))
        for card, *others in boards.values()
    ]
    return print_scenes(scenes, order.title or scenes[0].title, order.author)


def poster(card: Card, page: Size, has_pieces: bool) -> Scene:
    """Draw a poster of a card, or of its empty board, upright or sideways as the board is larger."""
    size = min(page) / LETTERS
    title = card.title if has_pieces else board_title(card)
    pieces, position = (card_pieces(card), card.start) if has_pieces else (CardPieces((), ()), None)
    draw = partial(position_scene, card, position, None, None)
    found = []
    for width, height in ((max(page), min(page)), (min(page), max(page))):
        entries = list(_legend(card, has_pieces, size, width - 2 * MARGIN * size))
        below = sum(entry.height for entry in entries)
        room = width - 2 * MARGIN * size, height - (2 * MARGIN + HEAD + 1.0) * size - below
        board = lettered_board(draw, room, pieces)
        found.append((board.scale, (width, height), room, entries, board))
    scale, (width, height), room, entries, board = max(found, key=lambda entry: entry[0])
    top = (MARGIN + HEAD) * size
    x = (width - scale * board.scene.width) / 2
    y = top + max(0.0, (room[1] - scale * board.scene.height) / 2)
    items: list[Item] = [
        ground(width, height),
        Rect(width / 2, height / 2, width - 1.2 * size, height - 1.2 * size, size, stroke=EDGE, width=0.12 * size),
        fonts.line((width / 2, MARGIN * size + 0.55 * HEAD * size), title, 0.62 * HEAD * size, room[0], INK, "middle", bold=True),
        *board.scene.placed(x, y, scale),
    ]
    y = height - MARGIN * size - sum(entry.height for entry in entries)
    for entry in entries:
        items += entry.placed(MARGIN * size, y)
        y += entry.height
    return Scene(width, height, tuple(items), title)


def _legend(card: Card, has_pieces: bool, size: float, width: float) -> Iterator[Scene]:
    """Yield lines of a legend: goals, rules of the board, symbols, and who made it."""
    lines = card.board_lines()
    if has_pieces:
        goals = ["goal: " + "; ".join(target.text for target in targets(card))]
        lines = [*goals, *card.option_lines(), *(line for line in lines if not line.startswith("turntable "))]
        if isinstance(card, RouteCard):
            lines += [turntable_words(card, index) for index in range(len(card.plan.turntables))]
    yield Scene(width, 0.8 * size, (Line(0, 0, width, 0, EDGE, 0.08 * size),))
    yield from _symbols(card, has_pieces, size, width)
    for words in lines:
        for line in fonts.wrapped((words[:1].upper() + words[1:]).split(), size, width):
            yield Scene(width, 1.4 * size, (Text(0, size, line, size, INK, "start"),))
    if credit := credits_of(card):
        yield Scene(width, 1.4 * size, (Text(0, size, credit, size, FAINT, "start"),))


def _symbols(card: Card, has_pieces: bool, size: float, width: float) -> Iterator[Scene]:
    """Yield rows with the symbols that are on the poster, each with its meaning."""
    unit, pieces = SYMBOL * size, card_pieces(card)
    spot = Spot(unit / 2, PITCH * size / 2)
    brush = Brush(unit, card_liveries(card), dict.fromkeys(pieces.every, ""))
    found: list[tuple[list[Item], str]] = [(brush.slot(spot, ""), "a space, which holds one car or locomotive")]
    for space, mark in [(space, mark) for space, mark in card.layout.marks.items() if mark.shape or mark.colour][:1]:
        found.append((mark_items(mark, space, spot.x, spot.y, 0.5 * unit), "the mark of the space that it is nearest to"))
    if has_pieces:
        heading = 1 if getattr(card.start, "headings", ()) else None
        found += [(brush.locomotive(spot, name, heading), "a locomotive, which faces its tip") for name in pieces.locomotives[:1]]
        for name in pieces.cars[:1]:
            found.append((brush.car(spot, name), "a car"))
            found.append((brush.ghost(spot, name, card_liveries(card)[name].colour, None, True), "where a piece must go"))
        if getattr(card, "broken", ()):
            found.append((brush.broken(spot), "broken track"))
        for whom in sorted({*card.closed_spaces.values()}):
            found.append((brush.closed(spot, whom), SPACE_MARKS["closed"].legend(whom)))
    for key, marked in sorted(getattr(card.layout, "signs", {}).items()):
        found += [(brush.sign(spot, key), SPACE_MARKS[key].legend(value)) for value in sorted({*marked.values()})]
    x, items = 0.0, list[Item]()
    for drawn, words in found:
        wide = unit + 0.6 * size + fonts.width(words, size)
        if x and x + wide > width:
            yield Scene(width, PITCH * size, tuple(items))
            x, items = 0.0, []
        items += [moved(item, x, 0.0) for item in drawn]
        items.append(Text(x + unit + 0.3 * size, PITCH * size / 2 + 0.365 * size, words, size, INK, "start"))
        x += wide + 1.5 * size
    yield Scene(width, PITCH * size, tuple(items))
