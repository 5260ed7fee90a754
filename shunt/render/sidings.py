"""Cards of `sidings` as scenes: the headshunt with the locomotive, the points, and the sidings with their cars."""

from __future__ import annotations

from collections.abc import Sequence

from shunt.cards.card import SidingsCard
from shunt.render.board import BED, EDGE, GROUND, RAIL, UNIT
from shunt.render.geometry import Spot
from shunt.render.pieces import Brush
from shunt.render.scene import Item, Path, Rect, Scene, Text, polyline, strokes
from shunt.rules.sidings import SidingsPosition

ROW = 1.1
"""Distance between two sidings, in lengths of a car."""
FAN = 1.6
"""Length of the points, in lengths of a car."""
LEVEL = (1.0, 0.0)


def sidings_scene(card: SidingsCard, position: SidingsPosition | None = None, unit: float = UNIT) -> Scene:
    """Draw the sidings at `position` (default: the start); `unit` is the length of a car in millimetres.

    The headshunt is at the left with the locomotive at its far end, and every siding runs from the points to its buffer stop.
    """
    position = position or card.start
    rules = card.rules
    room = max(rules.headshunt or len(rules.cars), len(position.headshunt)) + 1
    rows = len(rules.capacities)
    longest = max(max(rules.capacities.values()), max(map(len, position.sidings), default=0)) + 1
    width = unit * (room + FAN + longest + 1.6)
    height = unit * (ROW * rows + 1.0)
    main = height / 2
    points = unit * (0.6 + room)
    items: list[Item] = [Rect(width / 2, height / 2, width - 0.6, height - 0.6, 0.2 * unit, fill=GROUND, stroke=EDGE, width=0.5)]
    levels = [height / 2 + (row - (rows - 1) / 2) * ROW * unit for row in range(rows)]
    first = points + FAN * unit
    ends = [first + capacity * unit for capacity in rules.capacities.values()]
    lines = [
        [(points, main), (points + 0.4 * unit, main), (first - 0.3 * unit, level), (end, level)]
        for level, end in zip(levels, ends, strict=True)
    ]
    lines.append([(0.5 * unit, main), (points + 0.4 * unit, main)])
    items += [Path(polyline(line), stroke=BED, width=0.4 * unit) for line in lines]
    items += [Path(polyline(line), stroke=RAIL, width=0.05 * unit, cap="round") for line in lines]
    stops = [((end, level - 0.2 * unit), (end, level + 0.2 * unit)) for level, end in zip(levels, ends, strict=True)]
    items += [Path(strokes(stops), stroke="#3a3733", width=0.1 * unit), Path(strokes(stops), stroke="#c9352b", width=0.04 * unit)]
    brush = Brush(unit)
    at_home = position.locomotive not in rules.capacities
    for place in range(rules.headshunt):
        items += brush.slot(Spot((2.1 + place) * unit, main, LEVEL), "")
    items += _cars(brush, position.headshunt, (0.6 + 0.5 + (1 if at_home else 0)) * unit, main)
    if at_home:
        items += brush.locomotive(Spot(1.1 * unit, main, LEVEL), "loco", 0, 1)
    for (name, capacity), level, cars in zip(rules.capacities.items(), levels, position.sidings, strict=True):
        stands = position.locomotive == name
        start = first + 0.5 * unit
        for place in range(capacity):
            items += brush.slot(Spot(start + place * unit, level, LEVEL), "")
        if stands:
            items += brush.locomotive(Spot(start, level, LEVEL), "loco", 0, 1)
        items += _cars(brush, cars, start + (unit if stands else 0), level)
        items.append(Text(first - 0.28 * unit, level - 0.3 * unit, name, 0.24 * unit, "#6b5f47", bold=True))
    title = str(card.about.get("title") or card.name)
    return Scene(round(width, 2), round(height, 2), tuple(items), title, rules.describe_position(position))


def _cars(brush: Brush, cars: Sequence[str], x: float, y: float) -> list[Item]:
    return [item for place, car in enumerate(cars) for item in brush.car(Spot(x + place * brush.unit, y, LEVEL), car)]
