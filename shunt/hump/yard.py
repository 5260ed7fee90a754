"""Hump yards: tiles on the grid, checked and compiled to spaces, ends and joins.

Source: Hump Yard rules v1.3. A yard is the row of headings plus the tiles built onto it. `Yard.compile(n)` makes a
`HumpPlan` for a train of n cars: one space for every segment of every tile (named `column.row.segment`, such as `2.1.NS`)
and the queue `q0 … q(n-1)` at the source. The compact text of a yard reads `5u_62r1@2,1_end@3,1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from shunt.errors import Fault, InputError, LayoutError, counted, faults_into, raise_faults
from shunt.files.numbers import DIGITS
from shunt.hump.tiles import EDGES, HEADING, KINDS, across, distinct_turns, kind_segments, may_share, tile_meant
from shunt.pictures import Pictured
from shunt.track.graphs import breadth_first
from shunt.track.plan import End, Plan

MAX_HEADINGS = 9
MAX_TILES = 60
TRACKS = "[NESW]{1,2}(?:[+][NESW]{1,2})*"  # of a tile that is given by them
_TILE = re.compile(rf"(?P<kind>{DIGITS}|end|{TRACKS})(?:r(?P<turn>{DIGITS}))?@(?P<column>-?{DIGITS}),(?P<row>-?{DIGITS})")
_BASE = re.compile(rf"(?P<headings>{DIGITS})(?P<branches>[ud])")

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True, order=True)
class PlacedTile:
    """A tile at a cell (column, row) with a number of clockwise quarter turns from 0 to 3. `kind` is a name in `KINDS`."""

    at: Cell
    kind: str
    turn: int = 0

    @property
    def segments(self) -> tuple[str, ...]:
        """The segments of the turned tile."""
        return kind_segments(self.kind, self.turn)

    def __str__(self) -> str:
        return f"{self.kind}{f'r{self.turn}' if self.turn else ''}@{self.at[0]},{self.at[1]}"


@dataclass(frozen=True, repr=False)
class Yard(Pictured):
    """A Hump Yard layout: the heading tiles in row 0, each with its branch up or down, and the tiles built onto them.

    Two yards are equal if they have the same tiles in the same cells, turned in the same way. Invalid yards raise a
    `LayoutError`, which lists every fault.
    """

    drawn_by = "shunt.hump.pictures.yard:yard_scene", "shunt.hump.pictures.terminal:draw_yard"

    tiles: tuple[PlacedTile, ...] = ()
    headings: int = 5
    branches: str = "up"
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))
        raise_faults(yard_faults(self.tiles, self.headings, self.branches), LayoutError)

    @classmethod
    def parse(cls, text: str) -> Yard:
        """Parse the compact text that `str` writes; raise `LayoutError`, which lists every fault."""
        base, *parts = text.strip().split("_")
        match, tiles, faults = _BASE.fullmatch(base), [], []
        if match is None:
            remedy = "write headings and branches first, such as 5u or 5d"
            faults.append(Fault("yard", f"{base!r} is not the beginning of a yard", remedy))
        for part in parts:
            if found := _TILE.fullmatch(part):
                with faults_into(faults):
                    kind, turn = tile_meant(found["kind"], int(found["turn"] or 0))
                    tiles.append(PlacedTile((int(found["column"]), int(found["row"])), kind, turn))
            else:
                remedy = "write KIND, its turn and its cell, such as 62r1@2,1 or end@3,1"
                faults.append(Fault("yard", f"{part!r} is not a tile", remedy))
        if match is None or faults:
            raise LayoutError(faults)
        return cls(tuple(tiles), int(match["headings"]), "up" if match["branches"] == "u" else "down")

    def __str__(self) -> str:
        return "_".join([f"{self.headings}{self.branches[0]}", *map(str, self.tiles)])

    def __repr__(self) -> str:
        size = f"{counted(self.headings, 'headings')}, {counted(len(self.tiles), 'tiles')}"
        return f"<Yard {self.name}: {size}>" if self.name else f"<Yard: {size}>"

    @property
    def all_tiles(self) -> tuple[PlacedTile, ...]:
        """The heading tiles and the built tiles, in cell order."""
        headings = (PlacedTile((column, 0), HEADING, 0 if self.branches == "up" else 2) for column in range(self.headings))
        return tuple(sorted((*headings, *self.tiles)))

    @property
    def reserved(self) -> dict[Cell, str]:
        """A mapping from the cells where nothing may be built to what is there: the source or the sink."""
        return {(-1, 0): "the source", (self.headings, 0): "the sink"}

    @property
    def sites(self) -> tuple[Cell, ...]:
        """The cells where the next tile may be built, in order. They are free and share an edge with the yard."""
        taken = {tile.at for tile in self.all_tiles}
        beside = {neighbour for cell in taken for neighbour in _beside(cell)}
        return tuple(sorted(beside - taken - set(self.reserved)))

    def as_json(self) -> dict[str, Any]:
        """Return a JSON object with the yard's string, its tiles, and the cells where the next tile may be built."""
        tiles = [
            {"at": list(tile.at), "tile": tile.kind if tile.kind == "end" else int(tile.kind), "turn": tile.turn}
            for tile in self.tiles
        ]
        base = {"yard": str(self), "headings": self.headings, "branches": self.branches}
        return base | {"tiles": tiles, "sites": [list(site) for site in self.sites]}

    def placements(self, kinds: Iterable[str]) -> Iterator[PlacedTile]:
        """Yield every distinct position and rotation of one more tile, trying `kinds` in the order given."""
        for kind in dict.fromkeys(kinds):
            for at in self.sites:
                for turn in distinct_turns(kind):
                    yield PlacedTile(at, kind, turn)

    def built(self, tile: PlacedTile) -> Yard:
        """Return the yard with `tile` added; raise `LayoutError` if it may not be built there."""
        return replace(self, tiles=(*self.tiles, tile), name="")

    def build(self, kind: str, at: Cell, turn: int = 0) -> Yard:
        """Return the yard with a new tile in the cell `at`; raise `LayoutError` if it may not be built there."""
        return self.built(PlacedTile(at, kind, turn))

    def compile(self, cars: int) -> HumpPlan:
        """Compile the spaces, their joins and partners for a train of `cars` (at least 1) in the queue."""
        if cars < 1:
            raise InputError("cars", f"a train of {counted(cars, 'cars')}", "at least one car")
        partners: dict[str, frozenset[str]] = {}
        # What touches each edge of each cell: a segment's end 0 is at the edge that its name begins with.
        touching: dict[tuple[Cell, str], list[End]] = {((-1, 0), "E"): [End("q0", 1)]}
        for tile in self.all_tiles:
            names = {segment: f"{tile.at[0]}.{tile.at[1]}.{segment}" for segment in tile.segments}
            for segment, space in names.items():
                clashing = (other for other in names if other != segment and not may_share(segment, other))
                partners[space] = frozenset(names[other] for other in clashing)
                for number, edge in enumerate(segment):
                    touching.setdefault((tile.at, edge), []).append(End(space, number))
        joins: dict[End, list[End]] = {}
        for (cell, edge), ends in touching.items():
            if others := touching.get(across(cell, edge)):
                joins |= {end: list(others) for end in ends}
        queue = tuple(f"q{number}" for number in range(cars))
        for ahead, behind in pairwise(queue):
            joins[End(behind, 1)] = [End(ahead, 0)]
            joins[End(ahead, 0)] = [End(behind, 1)]
        fixed = {end: tuple(sorted(others)) for end, others in sorted(joins.items())}
        plan = Plan(self.name or str(self), (*partners, *queue), fixed)
        partners |= dict.fromkeys(queue, frozenset())
        return HumpPlan(self, plan, queue, frozenset(touching.get(((self.headings - 1, 0), "E"), [])), partners)


@dataclass(frozen=True)
class HumpPlan:
    """A yard compiled for a train of n cars.

    `plan` holds spaces (the yard's first, then the queue's) and joins. `queue` is q0 … q(n-1); in a queue space, end 1 is
    towards the yard and end 0 away from it. `exits` are the ends that lead to the sink. `partners` maps each space to those that
    may not be occupied together with it.
    """

    yard: Yard
    plan: Plan
    queue: tuple[str, ...]
    exits: frozenset[End]
    partners: dict[str, frozenset[str]] = field(compare=False)


def looks_like_yard(text: str) -> bool:
    """Return whether a text begins like the compact text of a yard."""
    return _BASE.fullmatch(text.strip().split("_")[0]) is not None


def yard_faults(tiles: Iterable[PlacedTile], headings: int = 5, branches: str = "up") -> list[Fault]:
    """Return every fault of a yard: unknown kinds and turns, overlaps, reserved cells, unconnected tiles."""
    tiles = list(tiles)
    faults = []
    if not 1 <= headings <= MAX_HEADINGS:
        faults.append(Fault("headings", f"{headings} headings", f"1 to {MAX_HEADINGS}; the game has 5"))
        return faults
    if branches not in ("up", "down"):
        faults.append(Fault("branches", f"{branches!r} is not a side", '"up" or "down"'))
    if len(tiles) > MAX_TILES:
        faults.append(Fault("tiles", counted(len(tiles), "tiles"), f"at most {MAX_TILES}"))
    reserved = {(-1, 0): "the source", (headings, 0): "the sink"}
    row = {(column, 0) for column in range(headings)}
    owner: dict[Cell, PlacedTile] = {}
    for index, tile in enumerate(tiles):
        where = f"tiles[{index}]"
        if tile.kind not in KINDS:
            faults.append(Fault(f"{where}.tile", f"unknown tile {tile.kind}", "one of " + " ".join(KINDS)))
        if tile.turn not in range(4):
            faults.append(Fault(f"{where}.turn", f"{tile.turn} is not a turn", "0 to 3 clockwise quarter turns"))
        if tile.at in reserved:
            faults.append(Fault(f"{where}.at", f"{list(tile.at)} is {reserved[tile.at]}", "build elsewhere"))
        elif tile.at in row:
            what = f"tile {tile.kind} overlaps the heading at {list(tile.at)}"
            faults.append(Fault(f"{where}.at", what, "headings cannot be built over"))
        elif tile.at in owner:
            what = f"tile {tile.kind} overlaps tile {owner[tile.at].kind} at {list(tile.at)}"
            faults.append(Fault(f"{where}.at", what, "put one tile in each cell"))
        owner.setdefault(tile.at, tile)
    cells = set(owner) - set(reserved)
    reached = set(breadth_first(dict.fromkeys(row), lambda cell: cells.intersection(_beside(cell))))
    return faults + [
        Fault(f"tiles[{index}].at", f"tile {tile.kind} at {list(tile.at)} is not connected", "share an edge with the yard")
        for index, tile in enumerate(tiles)
        if tile.at in cells - reached
    ]


def _beside(cell: Cell) -> list[Cell]:
    return [across(cell, edge)[0] for edge in EDGES]
