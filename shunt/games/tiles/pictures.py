"""The train of the train-tile game as a scene: squares on the grid, their track, and their cars in colour."""

from __future__ import annotations

from shunt.games.tiles.squares import COLOUR_WORDS, all_squares
from shunt.games.tiles.train import STEPS, PlacedSquare, TilesTrain
from shunt.render.colours import ink, paled
from shunt.render.scene import XY, Circle, Item, Path, Rect, Scene, Text, polyline

SIDE = 22.0
"""Side of a square in millimetres."""


def train_scene(train: TilesTrain, title: str = "Train") -> Scene:
    """Draw the train; open ends are numbered 1 and 2. Rows of cells count upwards."""
    ends = {number: end.cell for number, end in enumerate(train.ends, start=1) if end is not None}
    (left, right), (low, top) = _extent(train)
    width, height = (right - left + 1.4) * SIDE, (top - low + 1.4) * SIDE
    items: list[Item] = [Rect(width / 2, height / 2, width, height, fill="#f5f0e3")]
    for placed in train.placed:
        items += placed_items(placed, middle_of(train, placed.cell))
    for number, cell in ends.items():
        x, y = middle_of(train, cell)
        items.append(Rect(x, y, 0.9 * SIDE, 0.9 * SIDE, 2, fill="", stroke="#85795f", width=0.3, dash=(1.4, 1.0)))
        items.append(Text(x, y + 2, str(number), 6, "#85795f"))
    squares = ", ".join(placed.square for placed in train.placed) or "no square yet"
    return Scene(round(width, 2), round(height, 2), tuple(items), title, squares)


def _extent(train: TilesTrain) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the first and last column and row of the squares and of the cells at open ends."""
    cells = [placed.cell for placed in train.placed] + [end.cell for end in train.ends if end is not None] or [(0, 0)]
    columns, rows = zip(*cells, strict=True)
    return (min(columns), max(columns)), (min(rows), max(rows))


def middle_of(train: TilesTrain, cell: tuple[int, int]) -> XY:
    """Return where the middle of a cell is in the drawing of a train."""
    (left, _), (_, top) = _extent(train)
    return (cell[0] - left + 0.7) * SIDE, (top - cell[1] + 0.7) * SIDE


def placed_items(placed: PlacedSquare, middle: XY) -> list[Item]:
    """Return a square with its track and cars."""
    square, (x, y) = all_squares()[placed.square], middle
    items: list[Item] = [Rect(x, y, 0.97 * SIDE, 0.97 * SIDE, 2, fill="#fdfbf5", stroke="#6f675a", width=0.4)]
    edges = [_edge(middle, direction) for direction in (placed.entry, placed.exit) if direction >= 0]
    track = polyline([edges[0], middle, *edges[1:]])
    items += [Path(track, stroke="#94795a", width=4.4), Path(track, stroke="#fdfbf5", width=3.0)]
    cars = [colour for colour, number in square.cars.items() for _ in range(number)]
    for number, colour in enumerate(cars):
        along = (number - (len(cars) - 1) / 2) * 4.6
        fill = ink(COLOUR_WORDS[colour])
        shape: Item = Rect(x + along, y, 4.0, 6.0, 0.8, fill=fill, stroke="#1d1b18", width=0.3)
        items += [shape, Text(x + along, y + 1.1, colour, 3.2, paled(fill, 0.85), bold=True)]
    if square.kind != "car":
        items += [Circle(x, y - 6.2, 2.4, ink("black")), Text(x, y - 5.0, square.kind[0].upper(), 3.4, "#ffffff", bold=True)]
    return [*items, Text(x - 0.42 * SIDE, y + 0.44 * SIDE, square.id, 2.8, "#6b5f47", "start")]


def _edge(middle: XY, direction: int) -> XY:
    dx, dy = STEPS[direction]
    return middle[0] + 0.485 * SIDE * dx, middle[1] - 0.485 * SIDE * dy
