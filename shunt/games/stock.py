"""Rolling stock of the card games drawn: the engine, wheels below railcars, and a symbol for each of the five goods.

Every railcar has its goods as colour, symbol and word, so that nobody has to tell colours apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from shunt.render.characters import Part, Picture
from shunt.render.scene import XY, Circle, Item, Path, Rect, polyline

FILLS = {"coal": "#3b6fb6", "livestock": "#c0392b", "oil": "#e2b93b", "timber": "#3a7d44", "automobiles": "#7d4f9e"}
WRITING = dict.fromkeys(FILLS, "#ffffff") | {"oil": "#2b2b2b"}
FAINT = "grey50"  # in the terminal
DARK, STEEL, BRASS = "#2b2b2b", "#8d8a84", "#d9b44a"
WHEEL = 0.09  # radius of a wheel, as a share of the height of its railcar


def engine_items(x: float, y: float, across: float, down: float) -> list[Item]:
    """Return an engine whose middle is at (x, y), heading to the left, in a box of this size."""
    left, top = x - across / 2, y - down / 2

    def box(x1: float, y1: float, x2: float, y2: float, fill: str, radius: float = 0.0) -> Rect:
        width, height = (x2 - x1) * across, (y2 - y1) * down
        return Rect(left + (x1 + x2) / 2 * across, top + (y1 + y2) / 2 * down, width, height, radius * down, fill=fill)

    wheels = [
        Circle(left + part * across, top + 0.83 * down, 0.15 * down, STEEL, DARK, 0.03 * down) for part in (0.24, 0.44, 0.8)
    ]
    catcher = [(left + dx * across, top + dy * down) for dx, dy in ((0.0, 0.98), (0.12, 0.72), (0.16, 0.98))]
    return [
        Path(polyline(catcher), DARK, closed=True),
        box(0.14, 0.04, 0.22, 0.36, DARK, 0.03),  # the chimney
        box(0.12, 0.0, 0.24, 0.1, DARK, 0.03),
        box(0.4, 0.2, 0.5, 0.36, BRASS, 0.05),  # the dome
        box(0.06, 0.32, 0.7, 0.74, DARK, 0.12),  # the boiler
        box(0.62, 0.12, 0.94, 0.8, DARK, 0.04),  # the cab
        box(0.58, 0.06, 0.98, 0.16, DARK, 0.04),
        box(0.7, 0.24, 0.87, 0.46, "#f3e9cc", 0.03),
        box(0.1, 0.7, 0.96, 0.8, STEEL),  # the frame
        *wheels,
    ]


def write_engine(picture: Picture, row: int, column: int) -> None:
    """Draw an engine for the terminal, three rows high and six columns wide."""
    for step, line in enumerate(("╭────╮", "│LOCO│", "╰────╯")):
        picture.write(row + step, column, [(line, FAINT)])


def write_cars(picture: Picture, row: int, column: int, cars: Iterable[Sequence[Part]], coupling: str) -> int:
    """Draw railcars for the terminal side by side, three rows high, each with a `coupling` before it; return the next column.

    Each railcar is a box that holds its parts, two characters each, side by side. The box is faint if the first part is.
    """
    for parts in cars:
        border = FAINT if parts[0][1] == FAINT else ""
        for step, edge in ((0, "╭┬╮"), (2, "╰┴╯")):
            across = edge[1].join(["──"] * len(parts))
            picture.write(row + step, column + 1, [(edge[0] + across + edge[2], border)])
        walled = [one for part in parts for one in (part, ("│", border))]
        picture.write(row + 1, column, [(coupling, FAINT), ("│", border), *walled])
        column += 2 + 3 * len(parts)
    return column


def wheel_items(x: float, y: float, across: float, down: float) -> list[Item]:
    """Return the wheels of a railcar whose middle is at (x, y): they are drawn before it."""
    places = (-0.36, -0.22, 0.22, 0.36)
    return [Circle(x + part * across, y + down / 2, WHEEL * down, STEEL, DARK, 0.03 * down) for part in places]


def symbol_items(goods: str, x: float, y: float, size: float, colour: str) -> list[Item]:
    """Return the symbol of goods round (x, y), `size` wide and high, in one colour."""

    def ring(dx: float, dy: float, radius: float, *, filled: bool = True) -> Circle:
        centre = (x + dx * size, y + dy * size)
        return Circle(*centre, radius * size, colour) if filled else Circle(*centre, radius * size, "", colour, 0.09 * size)

    def shape(*points: XY) -> Path:
        return Path(polyline([(x + dx * size, y + dy * size) for dx, dy in points]), colour, closed=True)

    def block(dx: float, dy: float, across: float, down: float) -> Rect:
        return Rect(x + dx * size, y + dy * size, across * size, down * size, 0.08 * size, fill=colour)

    drawn: dict[str, Callable[[], list[Item]]] = {
        "coal": lambda: [
            shape((-0.5, 0.4), (-0.38, 0.06), (-0.08, 0.0), (0.04, 0.4)),
            shape((0.1, 0.4), (0.08, 0.06), (0.36, 0.04), (0.5, 0.4)),
            shape((-0.26, -0.08), (-0.14, -0.4), (0.2, -0.42), (0.32, -0.06), (0.02, -0.04)),
        ],
        "livestock": lambda: [
            shape((-0.3, -0.18), (0.3, -0.18), (0.2, 0.3), (0.1, 0.45), (-0.1, 0.45), (-0.2, 0.3)),
            shape((-0.28, -0.12), (-0.5, -0.1), (-0.44, 0.08), (-0.26, 0.04)),
            shape((0.28, -0.12), (0.5, -0.1), (0.44, 0.08), (0.26, 0.04)),
            shape((-0.3, -0.2), (-0.4, -0.45), (-0.16, -0.2)),
            shape((0.3, -0.2), (0.4, -0.45), (0.16, -0.2)),
        ],
        "oil": lambda: [ring(0.0, 0.15, 0.3), shape((-0.28, 0.06), (0.0, -0.5), (0.28, 0.06))],
        "timber": lambda: [ring(dx, dy, 0.18, filled=False) for dx, dy in ((-0.24, 0.24), (0.24, 0.24), (0.0, -0.18))],
        "automobiles": lambda: [
            block(0.0, 0.1, 1.0, 0.26),
            shape((-0.34, 0.0), (-0.2, -0.3), (0.18, -0.3), (0.34, 0.0)),
            ring(-0.28, 0.26, 0.14),
            ring(0.28, 0.26, 0.14),
        ],
    }
    return drawn[goods]()
