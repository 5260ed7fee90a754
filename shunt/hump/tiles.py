"""What is in the box of Hump Yard: tiles, their segments and how turning changes them; and the deck of car cards.

Source: Hump Yard rules v1.3 (Bryce Summers, 2015). A tile number has six bits, 0 = segment present, the most significant
first: NE SE NW SW NS WE. A segment joins two edges of its tile; rows count up towards north, and the source
is in the west. The tile `end` has no number: a stub from its south edge to a buffer stop.
"""

from __future__ import annotations

import re
from functools import cache

from shunt.errors import Fault, InputError, nearest

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

_OPPOSITE_CURVES = ({"NE", "SW"}, {"SE", "NW"})
_NAME = {frozenset(segment): segment for segment in SEGMENTS} | {frozenset(edge): edge for edge in EDGES}


def across(cell: tuple[int, int], edge: str) -> tuple[tuple[int, int], str]:
    """Return the cell across an edge of a cell, and the edge of it that touches."""
    dx, dy = EDGES[edge]
    return (cell[0] + dx, cell[1] + dy), FACING[edge]


@cache
def kind_segments(kind: str, turn: int = 0) -> tuple[str, ...]:
    """Return the segments of a kind of tile after `turn` clockwise quarter turns, in the order of `SEGMENTS`.

    A segment is there where the tile's number has a 0; the stub `end` has the single edge `S`.
    """
    if turn:
        before = kind_segments(kind, turn - 1)
        result = [_NAME[frozenset(_TURNED[edge] for edge in segment)] for segment in before]
        return tuple(sorted(result, key=(*SEGMENTS, *EDGES).index))
    if kind == "end":
        return ("S",)
    return tuple(segment for bit, segment in enumerate(SEGMENTS) if not int(kind) >> (5 - bit) & 1)


def kinds_of(tracks: str) -> list[tuple[str, int]]:
    """Return the kinds of tile, each with its smallest turn, that have just these tracks, such as `NE SW`; raise `InputError`.

    >>> kinds_of("NE SW"), kinds_of("EN")
    ([('39', 1)], [('55', 1)])
    """
    words = re.split(r"[\s,+]+", tracks.strip().upper())
    if wrong := [word for word in words if frozenset(word) not in _NAME]:
        known = ", ".join((*SEGMENTS, *EDGES))
        raise InputError([Fault("tracks", f"{word!r} is not a track of a tile", f"one of {known}") for word in wrong])
    wanted = {_NAME[frozenset(word)] for word in words}
    return [(kind, turn) for kind in KINDS for turn in distinct_turns(kind) if set(kind_segments(kind, turn)) == wanted]


def tile_meant(text: str, turn: int = 0) -> tuple[str, int]:
    """Return the kind and the turn of a tile given by its kind, or by its tracks as it lies; raise `InputError` for neither.

    >>> tile_meant("62", 1), tile_meant("NE+SW")
    (('62', 1), ('39', 1))
    """
    if text in KINDS or not text[:1].isalpha():
        return text, turn
    if nearest(text, ["end"]):
        raise InputError("tile", f'"{text}" is not valid here', "did you mean end?")
    found = kinds_of(text)
    if not found:
        raise InputError("tile", f"no tile has the tracks {text}", "`shunt yard tiles` draws all kinds")
    if turn:
        what = f"{turn} for the tracks {text}, which are those of the unturned tile"
        raise InputError("turn", what, "leave the turn out")
    return found[0]


def distinct_turns(kind: str) -> tuple[int, ...]:
    """Return the quarter turns (0–3) of a kind that give different tracks, the smallest of each."""
    tracks = [kind_segments(kind, turn) for turn in range(4)]
    return tuple(sorted(map(tracks.index, set(tracks))))


def may_share(a: str, b: str) -> bool:
    """Return whether cars may occupy both segments of one tile: only two opposite curves."""
    return {a, b} in _OPPOSITE_CURVES
