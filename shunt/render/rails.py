"""Track as it is drawn: beds, sleepers and rails along lines, buffer stops, and the bridges of turntables.

Lengths of lines are in lengths of a space, which is `unit` millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from shunt.render.colours import BED, DECK, GAUGE, PIT_EDGE, RAIL, SLEEPER
from shunt.render.geometry import beside, evenly
from shunt.render.scene import XY, Circle, Item, Path, polyline

Place = Callable[[XY], XY]
"""From a point in lengths of a space to one in millimetres."""


class TrackForm(NamedTuple):
    """How track is drawn, in lengths of a space: the widths of beds, sleepers and rails, half the length of sleepers and how far
    they are apart, half the gauge, and half the length and the widths of the beam of a buffer stop."""

    bed: float = 0.44
    sleeper: float = 0.05
    rail: float = 0.036
    reach: float = 0.145
    apart: float = 0.125
    gauge: float = GAUGE
    beam: float = 0.19
    beams: tuple[float, float] = (0.085, 0.035)


BOARD = TrackForm()
TILE = TrackForm(0.27, 0.035, 0.026, 0.1, 0.1, 0.75 * GAUGE, 0.14, (0.065, 0.027))


def track_items(
    lines: Sequence[tuple[Sequence[XY], Literal["butt", "round"]]], place: Place, unit: float, form: TrackForm = BOARD
) -> list[Item]:
    """Draw track along lines, each with the form of its ends: beds first, then sleepers, then rails, so that nothing covers
    the rails of a crossing."""
    beds = [Path(polyline(map(place, line)), stroke=BED, width=form.bed * unit, cap=cap) for line, cap in lines]
    ties = [_across(tie, form.reach, place) for line, _ in lines for tie in evenly(line, form.apart, form.apart / 2)]
    sides = (-form.gauge, form.gauge)
    rails = [tuple(map(place, beside(line, side))) for line, _ in lines for side in sides]
    return [
        *beds,
        Path(tuple(ties), stroke=SLEEPER, width=form.sleeper * unit),
        Path(tuple(rails), stroke=RAIL, width=form.rail * unit),
    ]


def buffer_items(ends: Iterable[tuple[XY, XY]], place: Place, unit: float, form: TrackForm = BOARD) -> list[Item]:
    """Draw buffer stops, a beam across each end of track; an end is a point and the unit vector along the track."""
    beams = tuple(_across(end, form.beam, place) for end in ends)
    colours = zip(("#3a3733", "#c9352b"), form.beams, strict=True)
    return [Path(beams, stroke=colour, width=width * unit) for colour, width in colours]


def _across(end: tuple[XY, XY], half: float, place: Place) -> tuple[XY, XY]:
    """Return the ends of a beam across track at a point, given with the unit vector along the track."""
    (x, y), (dx, dy) = end
    return place((x - half * dy, y + half * dx)), place((x + half * dy, y - half * dx))


def deck_items(line: Sequence[XY], unit: float) -> list[Item]:
    """Draw the bridge of a turntable along a line of millimetres: a deck, its track, and a dot at the first end."""
    beams = ((PIT_EDGE, 0.54), (DECK, 0.49))
    items: list[Item] = [Path(polyline(line), stroke=colour, width=width * unit) for colour, width in beams]
    items += [Path(polyline(beside(line, side * unit)), stroke=RAIL, width=0.036 * unit) for side in (-GAUGE, GAUGE)]
    (x, y), (dx, dy) = evenly(line, 9 * unit, 0.07 * unit)[0]
    return [*items, Circle(x + 0.17 * unit * dy, y - 0.17 * unit * dx, 0.045 * unit, "#3a3733")]
