"""The train of the train-tile game as a scene: squares on the grid, their track, and their cars seen from above."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, cos, degrees, pi, sin

from shunt.games.tiles.squares import COLOUR_WORDS, all_squares
from shunt.games.tiles.train import STEPS, Cell, PlacedSquare, TilesTrain
from shunt.render.colours import ink, paled
from shunt.render.scene import XY, Circle, Item, Path, Rect, Scene, Text, polyline

SIDE = 22.0
"""Side of a square in millimetres."""
HALF = 0.485 * SIDE
CAR, WIDE = 3.7, 5.6  # of a car, along the track and across it
EDGE = "#85795f"


def train_scene(train: TilesTrain, title: str = "Train") -> Scene:
    """Draw the train; open ends are numbered 1 and 2. Rows of cells count upwards."""
    board = board_scene(train, title)
    squares = [item for placed in train.placed for item in placed_items(placed, middle_of(train, placed.cell))]
    return Scene(board.width, board.height, (*board.items, *squares), title, board.description)


def board_scene(train: TilesTrain, title: str = "Train") -> Scene:
    """Draw the cells at the ends of the train; before the first square that is the cell in which the train begins."""
    (left, right), (low, top) = _extent(train)
    width, height = (right - left + 1.2) * SIDE, (top - low + 1.2) * SIDE
    items: list[Item] = []
    for number, cell in open_cells(train).items():
        x, y = middle_of(train, cell)
        items.append(Rect(x, y, 0.94 * SIDE, 0.94 * SIDE, 2, stroke=EDGE, width=0.3, dash=(1.4, 1.0)))
        if train.placed:
            items.append(Text(x, y + 2, str(number + 1), 6, EDGE))
    squares = ", ".join(placed.square for placed in train.placed) or "no square yet"
    return Scene(round(width, 2), round(height, 2), tuple(items), title, squares)


def open_cells(train: TilesTrain) -> dict[int, Cell]:
    """Return the cells in which the next square may be laid, by the end of the train."""
    if not train.placed:
        return {0: (0, 0)}
    return {number: end.cell for number, end in enumerate(train.ends) if end is not None}


def _extent(train: TilesTrain) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the first and last column and row of the squares and of the cells at open ends."""
    columns, rows = zip(*(*(placed.cell for placed in train.placed), *open_cells(train).values()), strict=True)
    return (min(columns), max(columns)), (min(rows), max(rows))


def middle_of(train: TilesTrain, cell: Cell) -> XY:
    """Return where the middle of a cell is in the drawing of a train."""
    (left, _), (_, top) = _extent(train)
    return (cell[0] - left + 0.6) * SIDE, (top - cell[1] + 0.6) * SIDE


def placed_items(placed: PlacedSquare, middle: XY) -> list[Item]:
    """Return a square with its track, and its engine, caboose or cars on the track."""
    square, (x, y) = all_squares()[placed.square], middle
    track, length = _track(placed)
    points = polyline([(x + dx, y + dy) for dx, dy, _ in (track(step / 12 * length) for step in range(13))])
    items: list[Item] = [
        Rect(x, y, 0.97 * SIDE, 0.97 * SIDE, 2, fill="#fdfbf5", stroke="#6f675a", width=0.4),
        Path(points, stroke="#94795a", width=4.4),
        Path(points, stroke="#fdfbf5", width=3.0),
    ]
    cars = [colour for colour, number in square.cars.items() for _ in range(number)]
    for number, colour in enumerate(cars):
        dx, dy, angle = track(length / 2 + (number - (len(cars) - 1) / 2) * (CAR + 0.6))
        items += {"engine": _engine, "caboose": _caboose, "car": car_items}[square.kind](x + dx, y + dy, colour, angle)
    return items


def _track(placed: PlacedSquare) -> tuple[Callable[[float], tuple[float, float, float]], float]:
    """Return the point and the angle of the track at a distance from its entry, from the middle of the square; and its length."""
    (ex, ey), length = STEPS[placed.entry], 2 * HALF
    angle = degrees(atan2(ey, -ex))
    if placed.exit < 0:
        return lambda at: (ex * (HALF - at), -ey * (HALF - at), angle), 1.7 * HALF
    if (placed.exit - placed.entry) % 2 == 0:
        return lambda at: (ex * (HALF - at), -ey * (HALF - at), angle), length
    ox, oy = STEPS[placed.exit]  # a quarter of a circle round the corner between the two edges

    def curve(at: float) -> tuple[float, float, float]:
        turned = at / HALF
        along, across = HALF * (1 - sin(turned)), HALF * (1 - cos(turned))
        dx, dy = -ex * cos(turned) + ox * sin(turned), -ey * cos(turned) + oy * sin(turned)
        return ex * along + ox * across, -(ey * along + oy * across), degrees(atan2(-dy, dx))

    return curve, HALF * pi / 2


def car_items(x: float, y: float, colour: str, angle: float = 0.0) -> list[Item]:
    """Return a car from above, with the mark of its colour: a disc (red), a bar (blue), a ring (green), a cross (yellow)."""
    fill = ink(COLOUR_WORDS[colour])
    mark = paled(fill, 0.85)
    marks: dict[str, list[Item]] = {
        "R": [Circle(x, y, 1.1, mark)],
        "B": [Rect(x, y, 1.0, 3.4, angle=angle, fill=mark)],
        "G": [Circle(x, y, 1.1, stroke=mark, width=0.6)],
        "Y": [Rect(x, y, 0.8, 2.6, angle=angle + turn, fill="#1d1b18") for turn in (45.0, -45.0)],
    }
    return [Rect(x, y, CAR, WIDE, 0.7, angle, fill, "#1d1b18", 0.3), *marks[colour]]


def _engine(x: float, y: float, colour: str, angle: float) -> list[Item]:
    """Return an engine from above: boiler, chimney and cab, which heads away from the train."""
    dx, dy = cos(angle * pi / 180), sin(angle * pi / 180)
    return [
        Rect(x + 1.6 * dx, y + 1.6 * dy, 9.4, 4.4, 2.0, angle, ink("black"), "#1d1b18", 0.3),
        Rect(x - 3.4 * dx, y - 3.4 * dy, 4.0, 6.6, 0.6, angle, ink(COLOUR_WORDS[colour]), "#1d1b18", 0.3),
        Circle(x + 3.8 * dx, y + 3.8 * dy, 1.3, "#8d8a84", "#1d1b18", 0.3),
        Circle(x + 0.6 * dx, y + 0.6 * dy, 1.0, "#d9b44a"),
    ]


def _caboose(x: float, y: float, colour: str, angle: float) -> list[Item]:
    """Return a caboose from above: a roof with platforms at both ends and the cupola in the middle."""
    fill = ink(COLOUR_WORDS[colour])
    return [
        Rect(x, y, 12.0, 3.6, 0.4, angle, "#8d8a84", "#1d1b18", 0.3),
        Rect(x, y, 9.0, 6.2, 0.8, angle, fill, "#1d1b18", 0.3),
        Rect(x, y, 3.6, 4.4, 0.5, angle, paled(fill, 0.55), "#1d1b18", 0.3),
    ]
