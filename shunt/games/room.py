"""The room that a screen has for a table, and the arrangement of its panels that makes everything as large as possible.

The width of the drawing in millimetres is chosen: the narrower it is, the larger is everything on the screen. The narrowest
width is taken in which all panels have room below or beside one another, and what is left of the height is shared out. On a
small screen things keep a size that a finger can touch, and the table is higher than the screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from shunt.games.panels import GAP, MARGIN, Drawn, Panel
from shunt.render.colours import EDGE, GROUND
from shunt.render.scene import Rect

NARROWEST = 96.0  # millimetres
SMALLEST = 2.8  # pixels a millimetre, so that words can be read and a card of 11 mm can be touched
CLOSE = 1.02  # the width is found to this factor
MUCH = 1.1  # an arrangement that makes things larger by less than this is not worth a change of places
Row = list[list[Panel]]
"""Stacks of panels side by side."""


@dataclass(frozen=True)
class Room:
    """The width and height that a page has for a table, in pixels."""

    across: float
    down: float

    @classmethod
    def from_json(cls, found: Any) -> Room:
        """Read what a page sends; anything else is a usual screen."""
        if isinstance(found, list) and len(found) == 2 and all(type(side) is int and 100 <= side <= 10_000 for side in found):
            return cls(*map(float, found))
        return SCREEN


SCREEN = Room(1000.0, 680.0)


def arranged(others: Sequence[Panel], centre: Panel, own: Panel, room: Room) -> Drawn:
    """Draw panels in the arrangement and the width that make them largest in a room."""
    others = [panel for panel in others if panel.blocks]
    panels = others, [centre] if centre.blocks else [], [own] if own.blocks else []
    width = widest = max(NARROWEST, room.across / SMALLEST)
    best: list[Row] | None = None
    for rows in _ways(*panels):
        limit = width / MUCH if best else widest
        if limit >= NARROWEST and _fits(rows, limit, room):
            width, best = _narrowest(rows, limit, room), rows
    # If nothing fits, the table is scrolled: it is low, things are large, and it begins with what is touched.
    if best is None:
        best = min(_ways_to_scroll(*panels), key=lambda rows: _shrinks(rows, widest) ** 2 * _height(rows, widest))
    return _drawn(best, width, room)


def _rows(*found: Row) -> list[Row]:
    """Return rows without stacks and rows of nothing."""
    return [stacks for row in found if (stacks := [stack for stack in row if stack])]


def _ways(others: list[Panel], centre: list[Panel], own: list[Panel]) -> Iterator[list[Row]]:
    """Yield arrangements as rows of stacks of panels: players above, beside and below the middle."""
    yield _rows([[other] for other in others], [centre], [own])
    yield _rows([others], [centre], [own])
    if len(others) > 1:
        yield _rows([[others[0]], [*others[1:-1], *centre], [others[-1]]], [own])
    yield _rows([others, centre], [own])
    yield _rows([[*others, *own], centre])
    yield _rows([[*others, *centre], own])


def _ways_to_scroll(others: list[Panel], centre: list[Panel], own: list[Panel]) -> Iterator[list[Row]]:
    """Yield arrangements in which the other players are below the screen."""
    yield _rows([centre], [own], [[other] for other in others])
    yield _rows([centre], [own], [others])
    yield _rows([centre, own], [[other] for other in others])
    yield _rows([centre, own], [others])


def _fits(rows: list[Row], width: float, room: Room) -> bool:
    return _shrinks(rows, width) == 1.0 and _height(rows, width) <= width * room.down / room.across


def _narrowest(rows: list[Row], high: float, room: Room) -> float:
    """Return about the least width in which an arrangement fits into the room, as it does in the width `high`."""
    low = NARROWEST
    while high > CLOSE * low:
        middle = (low * high) ** 0.5
        low, high = (low, middle) if _fits(rows, middle, room) else (middle, high)
    return high


def _column(row: Row, width: float) -> float:
    return (width - 2 * MARGIN - GAP * (len(row) - 1)) / len(row)


def _shrinks(rows: list[Row], width: float) -> float:
    """Return by how much something has to be drawn smaller in this width, 1 if nothing has to."""
    return max([1.0, *(panel.narrowest / _column(row, width) for row in rows for stack in row for panel in stack)])


def _stack_height(stack: list[Panel], width: float) -> float:
    return sum(panel.height(width) + GAP for panel in stack) - GAP


def _row_height(row: Row, width: float) -> float:
    return max(_stack_height(stack, _column(row, width)) for stack in row)


def _height(rows: list[Row], width: float) -> float:
    return sum(_row_height(row, width) + GAP for row in rows) - GAP + 2 * MARGIN


def _drawn(rows: list[Row], width: float, room: Room) -> Drawn:
    """Draw an arrangement on a table.

    What is left of the height is shared between its rows, or between the panels of its only row.
    """
    height = max(_height(rows, width), width * room.down / room.across)
    spare = height - _height(rows, width)
    drawn = Drawn(round(width, 2), round(height, 2))
    across, down = drawn.width, drawn.height
    drawn.items.append(Rect(across / 2, down / 2, across - 0.6, down - 0.6, 3.0, fill=GROUND, stroke=EDGE, width=0.5))
    y = MARGIN
    for row in rows:
        column, down = _column(row, width), _row_height(row, width) + (spare if len(rows) == 1 else 0.0)
        for number, stack in enumerate(row):
            gap = (down - _stack_height(stack, column)) / (len(stack) + 1)
            top = y + gap
            for panel in stack:
                panel.draw(drawn, MARGIN + number * (column + GAP), top, column)
                top += panel.height(column) + GAP + gap
        y += down + GAP + (spare / (len(rows) - 1) if len(rows) > 1 else 0.0)
    return drawn
