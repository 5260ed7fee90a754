"""The board as text: every space with its name and what stands on it, the track between them, for a terminal of any kind.

Labels are placed first, at the smallest scale at which none touches another; track is drawn around them, in the eight dots
of a Braille character where the terminal knows these and in strokes of ASCII otherwise. A picture carries its colours
beside its characters, so that the same one can be printed plain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from math import floor, hypot
from typing import Any

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.render.colours import INKS, ink
from shunt.render.geometry import Curve, TrackShape, around, evenly, track_shape
from shunt.render.output.characters import Part, Picture
from shunt.rules.position import Position
from shunt.rules.sidings import SidingsPosition
from shunt.track.layout import Layout

WIDTH = 100  # columns, where nobody says how many there are
MOST_ROWS = 48
LONGEST_NAME = 10  # of a piece, as it stands on the board; the lines below it have the whole name
COMFORTABLE = 9.0  # columns a space length, where the width allows: tracks can be distinguished
CROWDED = 40  # spaces of a board from which on a picture may be wider than it should be
GAP = 2  # columns between two labels in one row
ASPECT = 0.5  # a row is twice as high as a column is wide
TRACK, FAINT, BROKEN = "grey62", "grey42", "bold red"

# Colours that even a terminal of eight colours has, by the names that pieces have.
_EVERYWHERE = {name: name for name in ("red", "green", "yellow", "blue", "magenta", "cyan", "white", "black")}
_EVERYWHERE |= {"purple": "magenta", "violet": "magenta", "grey": "bright_black", "gray": "bright_black"}
_LIGHT = ("green", "yellow", "cyan", "white")

# Braille characters count their dots column by column, but for the last row, which was added later.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_ARROWS = ("→", "↗", "↑", "↖", "←", "↙", "↓", "↘")
_PLAIN_ARROWS = (">", ">", "^", "<", "<", "<", "v", ">")


# --------------------------------------------------------------------------------------------------------------------
# What stands where


@dataclass(frozen=True)
class Label:
    """The label of a space: `parts` in a row, the middle of it at (x, y), in space lengths with y downwards."""

    space: str
    parts: tuple[Part, ...]
    x: float
    y: float

    @property
    def width(self) -> int:
        """Columns."""
        return sum(len(text) for text, _ in self.parts)


def draw_layout(layout: Layout, *, width: int = WIDTH, unicode: bool = True) -> Picture:
    """Draw the empty board, its turntables at setting 0, in at most `width` columns if its labels allow that."""
    shape = track_shape(layout)
    labels = [_label(layout, shape, space, (), False, unicode) for space in layout.plan.spaces]
    return _drawn(shape, labels, width, unicode)


def draw_card(card: RouteCard, position: Position | None = None, *, width: int = WIDTH, unicode: bool = True) -> Picture:
    """Draw a card's board with its pieces at `position` (default: the start)."""
    position = position or card.start
    layout = card.board or Layout(card.plan)
    shape = track_shape(layout, position.turntables)
    on = {space: seat for seat, space in enumerate(position.places)}
    labels = []
    for space in card.plan.spaces:
        piece = _piece(card, position, on[space], shape, unicode) if space in on else ()
        labels.append(_label(layout, shape, space, piece, space in card.broken, unicode))
    return _drawn(shape, labels, width, unicode)


def _label(layout: Layout, shape: TrackShape, space: str, piece: Sequence[Part], broken: bool, unicode: bool) -> Label:
    mark = layout.marks.get(space)
    style = f"bold {_readable(ink(mark.colour))}" if mark and mark.colour else "bold"
    parts: tuple[Part, ...] = ((space, style), *piece)
    if broken:
        cross = "✗" if unicode else "x"
        parts = ((cross, BROKEN), (space, f"{BROKEN} strike"), (cross, BROKEN))
    elif any(space in table.bridge for table in layout.plan.turntables):
        parts = (("(", "bold cyan"), *parts, (")", "bold cyan"))
    elif space in layout.plan.no_stop:
        parts = (("{", FAINT), *parts, ("}", FAINT))
    spot = shape.spots[space]
    return Label(space, parts, spot.x, spot.y)


def _piece(card: RouteCard, position: Position, seat: int, shape: TrackShape, unicode: bool) -> tuple[Part, ...]:
    """Return a car as `[red]`, a locomotive as `[A→]`, with an arrow in the direction it faces."""
    name = card.roster.pieces[seat]
    shown = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + ("…" if unicode else "~")
    if seat >= len(card.roster.locomotives):
        return ((f"[{shown}]", piece_style(card, name)),)
    arrow = ""
    if seat < len(position.headings):
        x, y = shape.spots[position.places[seat]].out(position.headings[seat])
        arrow = _arrow(x, -y, unicode)
    return ((f"[{shown}{arrow}]", piece_style(card, name)),)


def piece_style(card: RouteCard, name: str) -> str:
    """Return the style of a piece: dark or light writing on the colour of its name; locomotives are reversed."""
    return "bold reverse" if name in card.roster.locomotives else _car_style(name)


def _car_style(name: str) -> str:
    plain = _EVERYWHERE.get(name.lower())
    if plain is None:
        return f"bold {_on(ink(name))} on {ink(name)}"
    return f"bold {'black' if plain in _LIGHT else 'bright_white'} on {plain}"


def _brightness(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _on(colour: str) -> str:
    return "black" if _brightness(colour) > 150 else "white"


def _readable(colour: str) -> str:
    """Return a colour that can be read on a dark and a light ground, or "" for nearly black or white: the terminal's own."""
    return colour if 60 < _brightness(colour) < 230 else ""


def _arrow(x: float, y: float, unicode: bool) -> str:
    """Return the arrow that points along (x, y), y upwards."""
    from math import atan2, pi

    eighth = round(atan2(y, x) / (pi / 4)) % 8
    return (_ARROWS if unicode else _PLAIN_ARROWS)[eighth]


# --------------------------------------------------------------------------------------------------------------------
# Placing labels


@dataclass
class _Places:
    """The places of labels: their first columns and rows, and the columns of a space length."""

    scale: float
    at: list[tuple[int, int]]
    left: float = 0.0
    top: float = 0.0

    def cell(self, x: float, y: float) -> tuple[float, float]:
        """Return column and row of a point."""
        return (x - self.left) * self.scale, (y - self.top) * self.scale * ASPECT


def _spread(values: Iterable[float]) -> float:
    """Return how far the largest value is from the smallest."""
    known = list(values)
    return max(known) - min(known)


def _place(labels: Sequence[Label], drawn: Sequence[tuple[float, float]], width: int) -> _Places:
    """Return the smallest scale at which labels do not touch; if there is none, some are moved aside.

    `drawn`: points between which all track lies.
    """
    widest = max(label.width for label in labels)
    most = min(
        (width - 2) / max(_spread(x for x, _ in drawn), 0.5),
        max(width - widest - 1, 1) / max(_spread(label.x for label in labels), 0.5),
        MOST_ROWS / ASPECT / max(_spread(label.y for label in labels), 0.5),
    )
    scale = min(COMFORTABLE, most)
    while scale <= most:
        places = _at_scale(labels, scale)
        if _all_free(labels, places.at):
            return places
        scale += 0.25
    if len(labels) > CROWDED:  # rather a wide picture, which is folded, than one that cannot be read
        for scale in (6.0, 7.0, COMFORTABLE, 10.0, 12.0, 14.0, 17.0, 20.0):
            places = _at_scale(labels, scale)
            if _all_free(labels, places.at):
                return places
    return _moved_aside(labels, _at_scale(labels, most))


def _all_free(labels: Sequence[Label], at: Sequence[tuple[int, int]]) -> bool:
    """Return whether no label touches another."""
    order = sorted((row, column, label.width) for label, (column, row) in zip(labels, at, strict=True))
    return all(
        row != below or column + width + GAP <= following for (row, column, width), (below, following, _) in pairwise(order)
    )


def _at_scale(labels: Sequence[Label], scale: float) -> _Places:
    # Leave room for the halves of labels that stand to the left of their points.
    left = min(label.x - label.width / 2 / scale for label in labels)
    places = _Places(scale, [], left, min(label.y for label in labels))
    for label in labels:
        column, row = places.cell(label.x, label.y)
        places.at.append((max(0, round(column - label.width / 2)), round(row)))
    return places


def _is_free(labels: Sequence[Label], at: Sequence[tuple[int, int]], index: int, place: tuple[int, int], gap: int = GAP) -> bool:
    """Return whether a label at `place` is clear of those before it in the list: beside them, or in another row."""
    column, row = place
    end = column + labels[index].width
    return all(
        row != at[other][1] or end + gap <= at[other][0] or at[other][0] + labels[other].width + gap <= column
        for other in range(index)
    )


def _moved_aside(labels: Sequence[Label], places: _Places) -> _Places:
    """Give each label the free place that is nearest to its own."""
    for index, (column, row) in enumerate(places.at):
        if not _is_free(labels, places.at, index, (column, row)):
            places.at[index] = next(
                place
                for reach in count(1)
                for place in _around(column, row, reach)
                if _is_free(labels, places.at, index, place, 1)
            )
    return places


def _around(column: int, row: int, reach: int) -> list[tuple[int, int]]:
    """Yield places about as far away as `reach` rows, the nearest first; never above or left of the picture."""
    found = [
        (column + across, row + down)
        for down in range(-reach, reach + 1)
        for across in range(-2 * reach, 2 * reach + 1)
        if max(abs(down), abs(across) / 2) > reach - 1 and column + across >= 0 and row + down >= 0
    ]
    return sorted(found, key=lambda place: (hypot(place[0] - column, 2 * (place[1] - row)), place))


# --------------------------------------------------------------------------------------------------------------------
# Drawing


def _drawn(shape: TrackShape, labels: Sequence[Label], width: int, unicode: bool) -> Picture:
    drawn = [(label.x, label.y) for label in labels] + [end for curve in shape.curves for end in (curve.start, curve.end)]
    drawn += [(pit.x + side * pit.radius, pit.y) for pit in shape.pits for side in (-1, 1)]
    places = _place(labels, drawn, width)
    picture = Picture()
    pen = _Pen(picture, places, unicode)
    for pit in shape.pits:
        rim = around(pit.x, pit.y, pit.radius, 40)
        pen.dots([*rim, rim[0]], "cyan")
    for curve in shape.curves:
        pen.line(curve)
    for bridge in shape.bridges:
        pen.line(bridge, "bold cyan")
    pen.finish()
    for label, (column, row) in zip(labels, places.at, strict=True):
        picture.write(row, column, label.parts)
    return _framed(picture)


def _framed(picture: Picture) -> Picture:
    """Return the picture moved so that nothing is left of its first column or above its first row."""
    left = min(column for _, column in picture.cells)
    top = min(row for row, _ in picture.cells)
    return Picture({(row - top, column - left): cell for (row, column), cell in picture.cells.items()})


@dataclass
class _Pen:
    """A pen for track: Braille dots (gathered until `finish`) or ASCII strokes."""

    picture: Picture
    places: _Places
    unicode: bool
    gathered: dict[tuple[int, int], tuple[int, str]] = field(default_factory=dict)

    def line(self, curve: Curve, style: str = TRACK) -> None:
        """Draw the track of one join, with a buffer stop if it ends at one."""
        points = curve.points()
        self._trace(points, style, 0.25)
        if curve.buffer:
            (x, y), (before_x, before_y) = points[-1], points[-2]
            length = hypot(x - before_x, y - before_y) or 1.0
            across_x, across_y = (y - before_y) / length * 0.12, (before_x - x) / length * 0.12
            if self.unicode:
                self._trace([(x - across_x, y - across_y), (x + across_x, y + across_y)], style, 0.25)
            else:
                column, row = self.places.cell(x, y)
                self.picture.write(round(row), round(column), [("#", style)])

    def dots(self, points: Sequence[tuple[float, float]], style: str) -> None:
        """Draw a dotted line: the rim of a turntable's pit."""
        if self.unicode:
            self._trace(points, style, 1.6)
            return
        for (x, y), _ in evenly(points, 2.0 / self.places.scale):
            column, row = self.places.cell(x, y)
            self.picture.write(round(row), round(column), [(".", style)])

    def _trace(self, points: Sequence[tuple[float, float]], style: str, spacing: float) -> None:
        """Draw points `spacing` columns apart along a polyline; in ASCII one stroke a column, or a row where it is steep."""
        before = (-1, -1)
        for (x, y), (along_x, along_y) in evenly(points, spacing / self.places.scale):
            column, row = self.places.cell(x, y)
            if self.unicode:
                self._dot(column, row, style)
                continue
            here = round(row), round(column)
            steep = abs(along_y) * ASPECT > abs(along_x)
            if here[not steep] != before[not steep]:
                self.picture.write(*here, [(_stroke(along_x, along_y), style)])
                before = here

    def _dot(self, column: float, row: float, style: str) -> None:
        # The middle of a cell is between its second and third dot; level track takes the third in spite of rounding errors.
        across, down = round(column * 2), floor(row * 4 + 2 + 1e-6)
        place = down // 4, across // 2
        dots, _ = self.gathered.get(place, (0, ""))
        self.gathered[place] = dots | _DOTS[down % 4][across % 2], style

    def finish(self) -> None:
        """Write the dots gathered."""
        for (row, column), (dots, style) in self.gathered.items():
            self.picture.write(row, column, [(chr(0x2800 + dots), style)])


def _stroke(x: float, y: float) -> str:
    """Return the ASCII stroke nearest to a direction, y downwards."""
    if abs(y) <= 0.4 * abs(x):
        return "-"
    if abs(x) <= 0.4 * abs(y):
        return "|"
    return "\\" if x * y > 0 else "/"


# --------------------------------------------------------------------------------------------------------------------
# Sidings


def draw_sidings(
    card: SidingsCard, position: SidingsPosition | None = None, *, width: int = WIDTH, unicode: bool = True
) -> Picture:
    """Draw the headshunt from the locomotive to the points, and each siding from the points to its buffer stop."""
    position = position or card.start
    rules = card.rules
    at_home = position.locomotive not in rules.capacities
    straight, tee, fork, last, stop = ("──", "┬", "├", "└", "┤") if unicode else ("--", "+", "+", "+", "|")
    engine: list[Part] = [("[loco]", "bold reverse")]
    head: list[Part] = [*(engine if at_home else []), *_row_of(position.headshunt)]
    picture = Picture()
    picture.write(0, 0, [*head, (straight, TRACK)])
    fan = sum(len(text) for text, _ in head) + len(straight)
    widest = max(len(name) for name in rules.capacities)
    for row, ((name, capacity), cars) in enumerate(zip(rules.capacities.items(), position.sidings, strict=True)):
        joint = tee if row == 0 else last if row == len(rules.capacities) - 1 else fork
        joint = straight[0] if len(rules.capacities) == 1 else joint
        standing: list[Part] = [*(engine if position.locomotive == name else []), *_row_of(cars)]
        free: list[Part] = [(" · " if unicode else " . ", FAINT)] * max(0, capacity - len(cars))
        parts: list[Part] = [(joint + straight, TRACK), (f" {name:<{widest}} ", "bold"), *standing, *free, (stop, TRACK)]
        picture.write(row, fan, parts)
    return picture


def _row_of(cars: Sequence[str]) -> list[Part]:
    return [(f"[{car}]", _car_style(car) if car.lower() in INKS else "bold black on white") for car in cars]


# --------------------------------------------------------------------------------------------------------------------
# Cards of any ruleset

PICTURES: dict[str, Callable[..., Picture]] = {"switcher": draw_card, "railway": draw_card, "sidings": draw_sidings}
"""Ruleset → what draws its cards."""


def draw(card: Card, position: Any = None, *, width: int = WIDTH, unicode: bool = True) -> Picture:
    """Draw a card of any ruleset with its pieces at `position` (default: the start)."""
    return PICTURES[card.ruleset](card, position, width=width, unicode=unicode)
