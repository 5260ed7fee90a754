"""The board as text: every space with its name and its piece, and the track between them, for any kind of terminal.

Labels are placed first, at the smallest scale at which none touches another; track is drawn around them, in the eight dots
of a Braille character where the terminal knows these and in strokes of ASCII otherwise. A picture carries its colours
beside its characters, so that the same one can be printed plain.

Large boards are drawn with each long row of plain spaces shortened to its ends, with one label for all between them: thousands of
labels would be wider than any terminal and take longer to draw than all else on a card.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from math import atan2, pi
from typing import Any

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import refused
from shunt.render.characters import Part, Picture
from shunt.render.colours import brightness, ink
from shunt.render.geometry import Spot, TrackShape, around, track_shape
from shunt.render.terminal_labels import Label, place_labels
from shunt.render.terminal_pens import BROKEN, FAINT, Pen, car_style
from shunt.rules.plain_runs import plain_runs, shortened
from shunt.rules.position import Position
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.render.terminal import draw_sidings
from shunt.track.layout import Layout, Mark
from shunt.track.plan import LARGE_BOARD, End, Plan

WIDTH = 100  # columns, if the number is unknown
LONGEST_NAME = 10  # of a piece, as it stands on the board; the lines below it have the whole name

# Arrows anticlockwise from the right, by eighths of a turn.
_ARROWS = ("→", "↗", "↑", "↖", "←", "↙", "↓", "↘")
_PLAIN_ARROWS = (">", ">", "^", "<", "<", "<", "v", ">")


# --------------------------------------------------------------------------------------------------------------------
# What stands where


def draw_layout(layout: Layout, *, width: int = WIDTH, unicode: bool = True) -> Picture:
    """Draw the empty board, its turntables at setting 0, in at most `width` columns if its labels allow that.

    The long rows of a large board are shortened (`schematic`).
    """
    layout = schematic(layout)
    return _drawn(layout, track_shape(layout), {}, (), layout.plan.closed, width, unicode)


def draw(card: Card, position: Any = None, *, width: int = WIDTH, unicode: bool = True) -> Picture:
    """Draw a card with its pieces at `position` (default: the start); long rows of a large board are shortened."""
    if isinstance(card, SidingsCard):
        return draw_sidings(card, position, unicode=unicode)
    if not isinstance(card, RouteCard):
        raise refused(card, "drawn")
    position = position or card.start
    layout = schematic(card.layout, {*position.places, *card.goal.spaces, *card.broken, *card.closed_spaces})
    shape = track_shape(layout, position.turntables)
    pieces = {space: _piece(card, position, seat, shape, unicode) for seat, space in enumerate(position.places)}
    return _drawn(layout, shape, pieces, card.broken, card.closed_spaces, width, unicode)


def _label(layout: Layout, spot: Spot, space: str, piece: Sequence[Part], broken: bool, unicode: bool, closed: str) -> Label:
    mark = layout.marks.get(space, Mark())
    colour = ink(mark.colour) if mark.colour else ""
    is_readable = colour and 60 < brightness(colour) < 230  # on dark and light backgrounds; otherwise use the terminal's colour
    parts: tuple[Part, ...] = ((space, f"bold {colour}" if is_readable else "bold"), *piece)
    if broken:
        cross = "✗" if unicode else "x"
        parts = ((cross, BROKEN), (space, f"{BROKEN} strike"), (cross, BROKEN))
    elif space in layout.plan.on_bridges:
        parts = (("(", "bold cyan"), *parts, (")", "bold cyan"))
    elif space in layout.plan.no_stop:
        parts = (("{", FAINT), *parts, ("}", FAINT))
    if closed:
        parts = (*parts, *_sign(closed, unicode))
    return Label(space, parts, spot.x, spot.y)


def _sign(whom: str, unicode: bool) -> tuple[Part, ...]:
    """Return the sign of a space that is closed to some pieces: `⊘car`, `⊘loco`, or names of pieces."""
    short = {"cars": "car", "locomotives": "loco"}
    return (("⊘" if unicode else "!", BROKEN), (",".join(short.get(word, word) for word in whom.split()), FAINT))


def _piece(card: RouteCard, position: Position, seat: int, shape: TrackShape, unicode: bool) -> tuple[Part, ...]:
    """Return a car as `[red]`, a locomotive as `[A→]`, with an arrow in the direction it faces."""
    name = card.roster.pieces[seat]
    shown = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + ("…" if unicode else "~")
    arrow = ""
    if seat < len(position.headings):
        x, y = shape.spots[position.places[seat]].out(position.headings[seat])
        arrow = (_ARROWS if unicode else _PLAIN_ARROWS)[round(atan2(-y, x) / (pi / 4)) % 8]
    return ((f"[{shown}{arrow}]", "bold reverse" if seat < len(card.roster.locomotives) else car_style(name)),)


# --------------------------------------------------------------------------------------------------------------------
# Drawing


def _drawn(
    layout: Layout,
    shape: TrackShape,
    pieces: Mapping[str, Sequence[Part]],
    broken: Container[str],
    closed: Mapping[str, str],
    width: int,
    unicode: bool,
) -> Picture:
    """Draw a board with the pieces on it, by space, its broken tracks, and whom spaces are closed to."""
    labels = [
        _label(layout, shape.spots[space], space, pieces.get(space, ()), space in broken, unicode, closed.get(space, ""))
        for space in layout.plan.spaces
    ]
    drawn = [(label.x, label.y) for label in labels] + [end for curve in shape.curves for end in (curve.start, curve.end)]
    drawn += [(pit.x + side * pit.radius, pit.y) for pit in shape.pits for side in (-1, 1)]
    places = place_labels(labels, drawn, width)
    picture = Picture()
    pen = Pen(picture, places, unicode)
    for pit in shape.pits:
        rim = around(pit.x, pit.y, pit.radius, 40)
        pen.dots([*rim, rim[0]], "cyan")
    for curve in shape.curves:
        pen.line(curve)
    for bridge in shape.bridges:
        pen.line(bridge, "bold cyan")
    for label, (column, row) in zip(labels, places.at, strict=True):
        picture.write(row, column, label.parts)
    left, top = (min(place[axis] for place in picture.cells) for axis in (1, 0))
    return Picture({(row - top, column - left): cell for (row, column), cell in picture.cells.items()})


ROOM = 3  # spaces of a row that is shortened: its first, one for those between, and its last


def schematic(layout: Layout, special: Iterable[str] = ()) -> Layout:
    """Return a layout of more than `LARGE_BOARD` spaces with its long rows of plain spaces shortened, any other as it is.

    Spaces that are left out are replaced by one space named after the first and the last of them, `m11..m59`. No space of
    `special`, or with a mark, is left out.
    """
    plan = layout.plan
    if len(plan.spaces) <= LARGE_BOARD:
        return layout
    special = {*special, *layout.marks}.union(*layout.signs.values())
    runs = [run for run in plain_runs(plan, special) if len(run) > ROOM + 1]
    names = {run[1].space: f"{run[1].space}..{run[-2].space}" for run in runs}
    return replace(layout, plan=_renamed(shortened(plan, runs, ROOM), names), at={}, angles={})


def schematic_lines(plan: Plan | None) -> list[str]:
    """Return what to say under a picture of a board whose rows are shortened; nothing if they are not, or it has no tracks."""
    if plan is None or len(plan.spaces) <= LARGE_BOARD:
        return []
    return [f"rows of plain spaces are shortened: A..B stands for A, B and all between them, of {len(plan.spaces):,} spaces"]


def _renamed(plan: Plan, names: dict[str, str]) -> Plan:
    """Return a plan with other names of spaces that are in plain rows."""

    def end(old: End) -> End:
        return End(names.get(old.space, old.space), old.end)

    fixed = {end(one): tuple(map(end, others)) for one, others in plan.fixed.items()}
    spaces = tuple(names.get(space, space) for space in plan.spaces)
    tracks = tuple(tuple(names.get(space, space) for space in track) for track in plan.tracks)
    return replace(plan, fixed=fixed, spaces=spaces, tracks=tracks)
