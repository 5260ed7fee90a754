"""The check of the puzzle in the header of a tablebase, before anything is computed from it.

A digest shows that a file is unchanged, not that this program wrote it. Kernels use the numbers of spaces, ends and pieces to
read arrays without bounds checks. The whole header is therefore first compared with what a plan, a roster and a goal may contain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from itertools import chain
from typing import Any

from shunt.files.names import is_name
from shunt.rules.switcher import Switcher
from shunt.rules.train_rows import ANY
from shunt.rules.train_rules import OPTIONS, TrainRules
from shunt.search.index.perfect import can_index, occupancies_of, permutations_of
from shunt.search.trains.codec import Codec
from shunt.track.turntable import ROTATIONS

MOST_SPACES = 1_000
MOST_PIECES = 100
MOST_TURNTABLES = 50
LONGEST = 200  # characters of a name


def check_puzzle(puzzle: Mapping[str, Any]) -> None:
    """Raise a Python error (`ValueError`, `KeyError`, …) unless every name, end and setting in a puzzle is valid."""
    spaces = _names(puzzle["spaces"], MOST_SPACES)
    _check_joins(puzzle["joins"], spaces)
    _check_turntables(puzzle["turntables"], spaces)
    _require({*puzzle["no_stop"], *puzzle["broken"], *chain(*puzzle["exclusive"])} <= spaces)
    locomotives = _names(puzzle["locomotives"], MOST_PIECES)
    cars = _names(puzzle["cars"], MOST_PIECES)
    _require(bool(locomotives) and not locomotives & cars)
    for group in puzzle["interchangeable"]:
        members = _names(group, MOST_PIECES)
        _require(members <= locomotives or members <= cars)
    groups = list(chain(*puzzle["interchangeable"]))
    _require(len(groups) == len(set(groups)))
    places, headings = puzzle["goal"]["places"], puzzle["goal"]["headings"]
    wants = puzzle["goal"].get("wants", [])
    trains = puzzle["goal"].get("trains", [])
    _require(isinstance(wants, list) and isinstance(trains, list) and bool(places or wants or trains))
    for place, among, pieces, count in wants:
        _names([place], 1)
        _require(bool(among) and _names(among, MOST_SPACES) <= spaces)
        members = _names(pieces, MOST_PIECES)
        _require(members <= locomotives or members <= cars)
        _require(type(count) is int and 1 <= count <= len(members))
    for pieces, place, along, row in trains:
        _require(isinstance(pieces, list) and len(pieces) <= MOST_PIECES and isinstance(along, bool))
        named = _names([name for name in pieces if name != ANY], MOST_PIECES)
        _require(bool(named) and named <= locomotives | cars and _names(row, MOST_SPACES) <= spaces)
        _names([place] if place else [], 1)
    _require(places.keys() <= locomotives | cars and {*places.values()} <= spaces)
    for piece, end in headings.items():
        _require(piece in places and piece in locomotives and puzzle["has_headings"] is True)
        _require(type(end) is int and end in (0, 1))
    _require(all(type(puzzle.get(rule.name, rule.default)) is type(rule.default) for rule in fields(TrainRules)))
    _require(all(puzzle[name] in one.settings for name, one in OPTIONS.items() if name in puzzle))
    for space, pieces in puzzle.get("closed", {}).items():
        _require(space in spaces and _names(pieces, MOST_PIECES) <= locomotives | cars)


def check_slots(codec: Codec, slots: int) -> None:
    """Raise `ValueError` unless a puzzle has this number of arrangements and they can be numbered."""
    _require(can_index(codec) and occupancies_of(codec) * permutations_of(codec) == slots)


def check_places(rules: Switcher) -> None:
    """Raise `ValueError` if there are more pieces than spaces for them."""
    _require(len(rules.roster.pieces) <= len(rules.access.stopping))


def _require(holds: bool) -> None:
    if not holds:
        raise ValueError("not a puzzle")


def _names(values: Any, most: int) -> frozenset[str]:
    """Return names; they must be different."""
    _require(isinstance(values, list) and len(values) <= most)
    _require(all(isinstance(name, str) and len(name) <= LONGEST and is_name(name) for name in values))
    _require(len(set(values)) == len(values))
    return frozenset(values)


def _check_joins(joins: Any, spaces: frozenset[str]) -> None:
    """Check that every join is listed from both of its ends, and that each is end 0 or 1 of a space."""
    _require(isinstance(joins, list))
    seen = set()
    for join in joins:
        space, end, other, other_end = join
        _require({space, other} <= spaces and type(end) is type(other_end) is int and {end, other_end} <= {0, 1})
        seen.add((space, end, other, other_end))
    _require(len(seen) == len(joins))
    _require(all((other, other_end, space, end) in seen for space, end, other, other_end in seen))


def _check_turntables(tables: Any, spaces: frozenset[str]) -> None:
    _require(isinstance(tables, list))
    _names([table["name"] for table in tables], MOST_TURNTABLES)
    bridges = [space for table in tables for space in table["bridge"]]
    _require(len(bridges) == len(set(bridges)))
    for table in tables:
        _require(isinstance(table["bridge"], list) and bool(table["bridge"]) and table["rotation"] in ROTATIONS)
        _require(isinstance(table["positions"], list) and bool(table["positions"]))
        _require({*table["bridge"]} <= spaces)
        for first, last in table["positions"]:
            _require({first, last} - {""} <= spaces - {*bridges})
