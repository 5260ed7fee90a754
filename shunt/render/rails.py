"""Track as it is drawn: beds, sleepers and rails along lines, buffer stops, and the bridges of turntables.

Lengths of lines are in lengths of a space, which is `unit` millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from shunt.render.colours import BED, DECK, GAUGE, PIT_EDGE, RAIL, SLEEPER
from shunt.render.geometry import beside, evenly
from shunt.render.scene import XY, Circle, Item, Path, polyline, strokes

Place = Callable[[XY], XY]
"""From a point in lengths of a space to one in millimetres."""


def track_items(lines: Sequence[tuple[Sequence[XY], Literal["butt", "round"]]], place: Place, unit: float) -> list[Item]:
    """Draw track along lines, each with the form of its ends: beds first, then sleepers, then rails, so that nothing covers
    the rails of a crossing."""
    beds = [Path(polyline(map(place, line)), stroke=BED, width=0.44 * unit, cap=cap) for line, cap in lines]
    ties = [
        (place((x - 0.145 * dy, y + 0.145 * dx)), place((x + 0.145 * dy, y - 0.145 * dx)))
        for line, _ in lines
        for (x, y), (dx, dy) in evenly(line, 0.125, 0.0625)
    ]
    rails = [step for line, _ in lines for side in (-GAUGE, GAUGE) for step in polyline(map(place, beside(line, side)))]
    return [
        *beds,
        Path(strokes(ties), stroke=SLEEPER, width=0.05 * unit),
        Path(tuple(rails), stroke=RAIL, width=0.036 * unit),
    ]


def buffer_items(ends: Iterable[tuple[XY, XY]], place: Place, unit: float) -> list[Item]:
    """Draw buffer stops, a beam across each end of track; an end is a point and the unit vector along the track."""
    beams = strokes([(place((x - 0.19 * dy, y + 0.19 * dx)), place((x + 0.19 * dy, y - 0.19 * dx))) for (x, y), (dx, dy) in ends])
    return [Path(beams, stroke=colour, width=width * unit) for colour, width in (("#3a3733", 0.085), ("#c9352b", 0.035))]


def deck_items(line: Sequence[XY], unit: float) -> list[Item]:
    """Draw the bridge of a turntable along a line of millimetres: a deck, its track, and a dot at the first end."""
    beams = ((PIT_EDGE, 0.54), (DECK, 0.49))
    items: list[Item] = [Path(polyline(line), stroke=colour, width=width * unit) for colour, width in beams]
    items += [Path(polyline(beside(line, side * unit)), stroke=RAIL, width=0.036 * unit) for side in (-GAUGE, GAUGE)]
    (x, y), (dx, dy) = evenly(line, 9 * unit, 0.07 * unit)[0]
    return [*items, Circle(x + 0.17 * unit * dy, y - 0.17 * unit * dx, 0.045 * unit, "#3a3733")]
