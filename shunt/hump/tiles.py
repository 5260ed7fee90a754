"""What is in the box of Hump Yard: tiles, their segments and how turning and mirroring change them; and the deck of car cards.

Source: Hump Yard rules v1.3 (Bryce Summers, 2015). A tile number has six bits, 0 = segment present, the most significant
first: NE SE NW SW NS WE. A segment joins two edges of its tile; rows count up towards north, and the source
is in the west. The tile `end` has no number: a stub from its south edge to a buffer stop.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

SEGMENTS = ("NE", "SE", "NW", "SW", "NS", "WE")
"""Segments in the order of a tile number's bits, the most significant first."""

NUMBERS = (0, 3, 10, 22, 25, 26, 32, 35, 38, 39, 40, 41, 43, 44, 45, 55, 57, 60, 62)
KINDS: tuple[str, ...] = (*map(str, NUMBERS), "end")
"""The 20 kinds of tile in the set, by name."""

COPIES = 4
"""Number of tiles of each kind in the set (without the headings that every player starts with)."""

HEADING = "22"

COLOURS = ("red", "orange", "yellow", "green", "blue")
COPIES_OF_COLOUR = 8
"""The car cards: five colours, and the number of cards of each."""

EDGES = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
"""Step (columns, rows) to the cell across each edge."""

FACING = {"N": "S", "S": "N", "E": "W", "W": "E"}
_TURNED = {"N": "E", "E": "S", "S": "W", "W": "N"}
_MIRRORED = {"N": "N", "E": "W", "S": "S", "W": "E"}
_OPPOSITE_CURVES = (("NE", "SW"), ("SE", "NW"))
_NAME = {frozenset(segment): segment for segment in SEGMENTS} | {frozenset(edge): edge for edge in EDGES}


def across(cell: tuple[int, int], edge: str) -> tuple[tuple[int, int], str]:
    """Return the cell across an edge of a cell, and the edge of it that touches."""
    dx, dy = EDGES[edge]
    return (cell[0] + dx, cell[1] + dy), FACING[edge]


def segments_of(number: int) -> tuple[str, ...]:
    """Return the segments encoded by the six bits of `number` (0–63), in the order of `SEGMENTS`."""
    if not 0 <= number < 64:
        raise ValueError(f"a tile number has six bits, {number} does not")
    return tuple(segment for bit, segment in enumerate(SEGMENTS) if not number >> (5 - bit) & 1)


def number_of(segments: Iterable[str]) -> int:
    """Return the number (0–63) of a tile with these segments."""
    present = set(segments)
    return sum(1 << (5 - bit) for bit, segment in enumerate(SEGMENTS) if segment not in present)


def kind_segments(kind: str) -> tuple[str, ...]:
    """Return the segments of an unturned tile of a kind; the stub `end` has the single edge `S`."""
    return ("S",) if kind == "end" else segments_of(int(kind))


def turned(segments: Iterable[str], turn: int = 1) -> tuple[str, ...]:
    """Return the segments after `turn` clockwise quarter turns, in the order of `SEGMENTS`."""
    result = tuple(segments)
    for _ in range(turn % 4):
        result = _mapped(result, _TURNED)
    return _in_order(result)


def mirrored(segments: Iterable[str]) -> tuple[str, ...]:
    """Return the segments mirrored east to west; real tiles are never flipped."""
    return _in_order(_mapped(segments, _MIRRORED))


def rotation_class(number: int) -> int:
    """Return the smallest number among the four rotations, equal for tiles that differ by a turn only (22 classes)."""
    return min(number_of(turned(segments_of(number), turn)) for turn in range(4))


def distinct_turns(kind: str) -> tuple[int, ...]:
    """Return the quarter turns (0–3) of a kind that give different tracks, the smallest of each."""
    seen: dict[tuple[str, ...], int] = {}
    for turn in range(4):
        seen.setdefault(turned(kind_segments(kind), turn), turn)
    return tuple(seen.values())


def may_share(a: str, b: str) -> bool:
    """Return whether cars may occupy both segments of one tile: only two opposite curves."""
    return tuple(sorted((a, b))) in {tuple(sorted(pair)) for pair in _OPPOSITE_CURVES}


def exclusive_groups(segments: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the maximal sets of a tile's segments of which only one may be occupied (without sets of one)."""
    present = tuple(segments)
    curves = [[curve for curve in pair if curve in present] or [""] for pair in _OPPOSITE_CURVES]
    others = tuple(segment for segment in present if not any(segment in pair for pair in _OPPOSITE_CURVES))
    groups = [(*filter(None, choice), *others) for choice in product(*curves)]
    return [group for group in groups if len(group) > 1]


def _mapped(segments: Iterable[str], edges: dict[str, str]) -> tuple[str, ...]:
    return tuple(_NAME[frozenset(edges[edge] for edge in segment)] for segment in segments)


def _in_order(segments: Iterable[str]) -> tuple[str, ...]:
    order = (*SEGMENTS, *EDGES)
    return tuple(sorted(segments, key=order.index))
