"""One display list: shapes and text in millimetres, x to the right, y downwards, the first drawn lowest.

Everything that is drawn becomes a `Scene` first; what writes SVG, PDF or a page need not know boards. Colours are
`#rrggbb`, an empty one means none; angles are degrees, clockwise as seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from shunt.render.colours import PAPER

XY = tuple[float, float]
Cap = Literal["butt", "round"]
Anchor = Literal["start", "middle", "end"]
Lines = tuple[tuple[XY, ...], ...]
"""Lines, each given by its points."""


@dataclass(frozen=True, slots=True)
class Path:
    """Lines that are stroked, filled or both. All of them are closed, or none. `dash` alternates drawn and omitted lengths."""

    lines: Lines
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    cap: Cap = "butt"
    opacity: float = 1.0
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A straight stroke from (x1, y1) to (x2, y2), with nothing to fill."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    width: float
    dash: tuple[float, ...] = ()
    cap: Cap = "butt"
    opacity: float = 1.0
    fill: str = ""


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle round (x, y)."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    cap: Cap = "butt"
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle centred on (x, y), `across` wide and `down` high before it is turned by `angle`; corners rounded."""

    x: float
    y: float
    across: float
    down: float
    radius: float = 0.0
    angle: float = 0.0
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    cap: Cap = "butt"


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; `y` is its base line, `size` the height of its letters' body. The family is a plain sans-serif."""

    x: float
    y: float
    text: str
    size: float
    colour: str = "#000000"
    anchor: Anchor = "middle"
    bold: bool = False
    angle: float = 0.0


Shape = Path | Line | Circle | Rect
Item = Shape | Text
LENGTHS = ("width", "radius", "across", "down", "size")  # of items, beside the lengths of dashes


@dataclass(frozen=True, slots=True)
class Scene:
    """A sheet of `width` × `height` millimetres; `title` and `description` are read to people who cannot see it."""

    width: float
    height: float
    items: tuple[Item, ...]
    title: str = ""
    description: str = ""

    def placed(self, x: float, y: float, scale: float = 1.0) -> tuple[Item, ...]:
        """Return the items scaled and then moved, to be placed in a larger scene."""
        return tuple(moved(item, x, y, scale) for item in self.items)


def moved(item: Item, x: float, y: float, scale: float = 1.0) -> Item:
    """Return the item scaled about the origin by `scale`, then moved by (x, y)."""
    changes: dict[str, Any] = {name: getattr(item, name) * scale for name in LENGTHS if hasattr(item, name)}
    if isinstance(item, Path):
        changes["lines"] = tuple(tuple((px * scale + x, py * scale + y) for px, py in line) for line in item.lines)
    else:
        ends = [(name, x) for name in ("x", "x1", "x2")] + [(name, y) for name in ("y", "y1", "y2")]
        changes |= {name: getattr(item, name) * scale + by for name, by in ends if hasattr(item, name)}
    if not isinstance(item, Text):
        changes["dash"] = tuple(length * scale for length in item.dash)
    return replace(item, **changes)


def ground(width: float, height: float) -> Rect:
    """Return the white ground of a whole sheet."""
    return Rect(width / 2, height / 2, width, height, fill=PAPER)


def polyline(points: Iterable[XY]) -> Lines:
    """Return the lines of a path that is one line through `points`."""
    return (tuple(points),)
