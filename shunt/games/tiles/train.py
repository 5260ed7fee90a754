"""The growing train on the grid: squares in cells, two open ends, and where the next square may go.

Every square has one track: across it, round a corner, or (engine and caboose) from one edge to a stop. A square rotates freely
and joins one open end. A placement is legal if afterwards every open end faces an empty cell, and the two open ends do not
face the same cell. The second condition is ours: it keeps every end usable, so an engine or caboose can always be added. The
option `tight_gaps` drops it, and a curve may then close the train into a ring.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from shunt.games.tiles.squares import Square, all_squares

Cell = tuple[int, int]
STEPS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""East, north, west, south: a turn to the left is the next one."""
EAST, WEST = 0, 2
TURNS = ("straight", "left", "right")


@dataclass(frozen=True, order=True)
class PlacedSquare:
    """A square in a cell. `entry` and `exit` are the directions of its track's two edges; an end square has no exit (-1)."""

    cell: Cell
    square: str
    entry: int
    exit: int = -1


@dataclass(frozen=True, order=True)
class OpenEnd:
    """An open end of the train: the cell that the next square takes, and the direction in which the track enters it."""

    cell: Cell
    direction: int


@dataclass(frozen=True)
class TilesTrain:
    """The squares played, in order, and the two ends: 0 and 1, each open or None (completed)."""

    placed: tuple[PlacedSquare, ...] = ()
    ends: tuple[OpenEnd | None, OpenEnd | None] = (None, None)

    def placements(self, square: Square, tight_gaps: bool = False) -> Iterator[tuple[int, str]]:
        """Yield every legal way to add a square as (end, turn), sorted; turn is empty for an end square and for the first."""
        if not self.placed:
            yield 0, ""
            return
        taken = {placed.cell for placed in self.placed}
        for number, end in enumerate(self.ends):
            if end is not None:
                for turn in _TURNS[square.shape]:
                    grown = self._added(number, end, square, turn)
                    if _is_legal(grown.ends, taken | {end.cell}, tight_gaps):
                        yield number, turn

    def add(self, square: Square, end: int = 0, turn: str = "") -> TilesTrain:
        """Return the train with a square added by a legal placement."""
        if not self.placed:
            return _first(square)
        here = self.ends[end]
        assert here is not None
        return self._added(end, here, square, turn)

    def _added(self, number: int, end: OpenEnd, square: Square, turn: str) -> TilesTrain:
        exit_ = -1 if square.shape == "end" else (end.direction + TURNED[turn]) % 4
        placed = PlacedSquare(end.cell, square.id, (end.direction + 2) % 4, exit_)
        grown = None if exit_ < 0 else _ahead(end.cell, exit_)
        other = self.ends[1 - number]
        if grown is not None and other is not None and other.cell == end.cell:
            dx, dy = STEPS[other.direction]
            if grown.cell == (other.cell[0] - dx, other.cell[1] - dy):  # the square joins both ends (only with tight gaps)
                grown, other = None, None
        ends = (grown, other) if number == 0 else (other, grown)
        return replace(self, placed=(*self.placed, placed), ends=ends)

    def count(self, colour: str) -> int:
        """Return the number of cars of a colour in the train."""
        return sum(all_squares()[placed.square].count(colour) for placed in self.placed)


_TURNS: dict[str, tuple[str, ...]] = {"end": ("",), "straight": ("straight",), "curve": ("left", "right")}
TURNED = {"straight": 0, "left": 1, "right": 3}
"""Quarter turns to the left."""


def _ahead(cell: Cell, direction: int) -> OpenEnd:
    dx, dy = STEPS[direction]
    return OpenEnd((cell[0] + dx, cell[1] + dy), direction)


def _first(square: Square) -> TilesTrain:
    """Return the first square in cell (0, 0): ends square open to the east, straight west to east, curve south to east."""
    entry = {"end": EAST, "straight": WEST, "curve": 3}[square.shape]
    placed = PlacedSquare((0, 0), square.id, entry, -1 if square.shape == "end" else EAST)
    ends = (None if square.shape == "end" else _ahead((0, 0), entry), _ahead((0, 0), EAST))
    return TilesTrain((placed,), ends)


def _is_legal(ends: tuple[OpenEnd | None, OpenEnd | None], taken: set[Cell], tight_gaps: bool) -> bool:
    open_ends = [end for end in ends if end is not None]
    if any(end.cell in taken for end in open_ends):
        return False
    return tight_gaps or len({end.cell for end in open_ends}) == len(open_ends)
