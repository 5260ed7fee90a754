"""Track in characters: the eight dots of a Braille character, or strokes of ASCII that any printer has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor

from shunt.render.characters import Picture
from shunt.render.colours import brightness, ink
from shunt.render.geometry import Curve, Spot, evenly
from shunt.render.scene import XY
from shunt.render.terminal_labels import EPSILON, Places
from shunt.track.directions import towards

TRACK, FAINT, BROKEN = "grey62", "grey42", "bold red"

STEEP, UPRIGHT = 0.7, 3.0  # rows a column from which on track has one stroke a row, and from which on it is an upright one
LEVEL = 0.1  # rows a column up to which track is level
THIRD = 1 / 6  # of a row: level strokes are at its top, in its middle or at its foot
WAVER = 0.02  # dots by which level track may leave its row
STRONG = "-|"  # strokes that no other replaces: a main line is not broken by what branches off


@dataclass
class Pen:
    """A pen for track: Braille dots or ASCII strokes."""

    picture: Picture
    places: Places
    unicode: bool

    def line(self, curve: Curve, style: str = TRACK) -> None:
        """Draw the track of one join, with a buffer stop if it ends at one."""
        points = curve.outline()
        self._trace(points, style, 0.25)
        if curve.buffer:
            end = Spot(*points[-1], towards(points[-2], points[-1]))
            if self.unicode:
                self._trace([end.at(0, 0.12), end.at(0, -0.12)], style, 0.25)
            else:
                self._write((end.x, end.y), "#", style)

    def dots(self, points: Sequence[XY], style: str) -> None:
        """Draw a dotted line: the rim of a turntable's pit."""
        if self.unicode:
            self._trace(points, style, 1.6)
            return
        for point, _ in evenly(points, 2.0 / self.places.scale):
            self._write(point, ".", style)

    def _write(self, point: XY, character: str, style: str) -> None:
        column, row = self.places.cell(*point)
        self.picture.write(round(row), floor(column + EPSILON), [(character, style)])

    def _trace(self, points: Sequence[XY], style: str, spacing: float) -> None:
        """Draw points `spacing` columns apart along a polyline. In ASCII, draw one stroke per column, or per row where the line
        is steep."""
        cells = [self.places.cell(x, y) for (x, y), _ in evenly(points, spacing / self.places.scale)]
        if self.unicode:
            # The middle of a cell is between its second and third dot; level track takes the third in spite of rounding errors.
            for column, row in cells:
                self.picture.dot(round(column * 2), floor(row * 4 + 2 + WAVER), style)
            return
        for here, stroke in _strokes(cells):
            known = self.picture.cells.get(here, ("", ""))[0]
            if known not in STRONG or not known:
                self.picture.write(*here, [(stroke, style)])


def _strokes(cells: Sequence[tuple[float, float]]) -> list[tuple[tuple[int, int], str]]:
    """Return the characters of a line through points in columns and rows, each with its row and column.

    Level track has one in each column, at the top, in the middle or at the foot of its row; steep track has one in each row.
    """
    found: dict[tuple[int, int], str] = {}
    for (column, row), (next_column, next_row) in pairwise(cells):
        across, down = next_column - column, next_row - row
        if abs(down) < STEEP * abs(across):
            middle = floor(column + EPSILON) + 0.5
            if not min(column, next_column) <= middle <= max(column, next_column):
                middle = floor(next_column + EPSILON) + 0.5
            share = (middle - column) / across
            height = row + share * down
            if -EPSILON <= share <= 1 + EPSILON:
                found[round(height), floor(middle)] = _level_stroke(height - round(height), down / across)
        elif floor(row) != floor(next_row):
            level = max(floor(row), floor(next_row))
            slope = abs(down / across) if across else 9.0
            place = level, floor(column + (level - row) / down * across + EPSILON)
            found[place] = "|" if slope >= UPRIGHT else "\\" if across * down > 0 else "/"
    return _without_holes(list(found.items()))


def _without_holes(strokes: list[tuple[tuple[int, int], str]]) -> list[tuple[tuple[int, int], str]]:
    """Return the strokes of a line with one between any two that do not touch: there it turns from level to steep."""
    whole = strokes[:1]
    for place, stroke in strokes[1:]:
        (row, column), (next_row, next_column) = whole[-1][0], place
        down, across = next_row - row, next_column - column
        if abs(down) == 2 or (abs(across) == 2 and not down):
            whole.append(((row + down // 2, column + across // 2), tile_stroke(across / 2, down)))
        whole.append((place, stroke))
    return whole


def _level_stroke(height: float, slope: float) -> str:
    """Return the stroke of track that is `height` rows below the middle of its row."""
    if abs(slope) <= LEVEL and abs(height) < 0.35:
        return "-"
    return "'" if height < -THIRD else "." if height > THIRD else "-"


def tile_stroke(x: float, y: float) -> str:
    """Return the ASCII stroke nearest to a direction, y downwards."""
    if abs(y) <= 0.4 * abs(x):
        return "-"
    if abs(x) <= 0.4 * abs(y):
        return "|"
    return "\\" if x * y > 0 else "/"


# Colours that even a terminal of eight colours has, by the names that pieces have.
_EVERYWHERE = {name: name for name in ("red", "green", "yellow", "blue", "magenta", "cyan", "white", "black")}
_EVERYWHERE |= {"purple": "magenta", "violet": "magenta", "grey": "bright_black", "gray": "bright_black"}
_LIGHT = ("green", "yellow", "cyan", "white")


def car_style(name: str) -> str:
    """Return the style of a car's name: its colour as the ground, and ink that can be read on it."""
    if plain := _EVERYWHERE.get(name.lower()):
        return f"bold {'black' if plain in _LIGHT else 'bright_white'} on {plain}"
    return f"bold {'black' if brightness(ink(name)) > 150 else 'white'} on {ink(name)}"
