"""The check of the puzzle in the header of a tablebase, before anything is computed from it.

A digest shows that a file is unchanged, not that this program wrote it. Kernels use the numbers of spaces, ends and pieces to
read arrays without bounds checks. The whole header is therefore first compared with what a plan, a roster and a goal may contain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from itertools import chain
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field

from shunt.files.container import canonical
from shunt.files.shapes import Name, Shape
from shunt.rules.train_rows import ANY
from shunt.rules.train_rules import OPTIONS, TrainRules
from shunt.track.turntable import Rotation

LONGEST = 200  # characters of a name
MOST_SPACES, MOST_PIECES, MOST_TURNTABLES = 1_000, 100, 50


def _require(holds: bool) -> None:
    if not holds:
        raise ValueError("not a puzzle")


def _different(names: tuple[str, ...]) -> tuple[str, ...]:
    _require(len({*names}) == len(names))
    return names


ShortName = Annotated[Name, Field(max_length=LONGEST)]
Names = Annotated[tuple[ShortName, ...], Field(max_length=MOST_SPACES), AfterValidator(_different)]
Spaces = Annotated[Names, Field(min_length=1)]
Pieces = Annotated[Names, Field(max_length=MOST_PIECES)]
TrainPieces = Annotated[tuple[ShortName | Literal["?"], ...], Field(max_length=MOST_PIECES)]
WhichEnd = Literal[0, 1]


class TurntableShape(Shape):
    """A `Turntable`."""

    name: ShortName
    bridge: Spaces
    positions: Annotated[tuple[tuple[str, str], ...], Field(min_length=1)]
    rotation: Rotation


class GoalShape(Shape):
    """A goal. `wants`: the fields of each `Want`. `trains`: the fields of each `WantedTrain`."""

    places: dict[str, str]
    headings: dict[str, WhichEnd]
    wants: tuple[tuple[ShortName, Spaces, Pieces, Annotated[int, Field(ge=1)]], ...] = ()
    trains: tuple[tuple[TrainPieces, ShortName | Literal[""], bool, Names], ...] = ()


class PuzzleShape(Shape):
    """The board, pieces and goal of a puzzle. The other keys are rules."""

    model_config = ConfigDict(extra="ignore")

    spaces: Names
    joins: tuple[tuple[str, WhichEnd, str, WhichEnd], ...]
    turntables: Annotated[tuple[TurntableShape, ...], Field(max_length=MOST_TURNTABLES)]
    no_stop: frozenset[str]
    exclusive: tuple[frozenset[str], ...]
    broken: frozenset[str]
    closed: dict[str, Names] = Field({})
    locomotives: Annotated[Pieces, Field(min_length=1)]
    cars: Pieces
    interchangeable: tuple[Pieces, ...]
    goal: GoalShape


def checked_puzzle(puzzle: Mapping[str, Any]) -> PuzzleShape:
    """Return a puzzle whose names, ends and rules are valid; raise a `ValueError` for any other."""
    shape = PuzzleShape.model_validate_json(canonical(puzzle))
    joins, tables, goal = {*shape.joins}, shape.turntables, shape.goal
    _require(len(joins) == len(shape.joins))
    _require(all((other, other_end, space, end) in joins for space, end, other, other_end in joins))
    _different(tuple(table.name for table in tables))
    bridges = {*_different(tuple(chain(*(table.bridge for table in tables))))}
    outside = {space for table in tables for space in chain(*table.positions)} - {""}
    spaces = {*(space for space, *_ in joins), *goal.places.values(), *shape.closed}.union(
        bridges, outside, shape.no_stop, shape.broken
    )
    spaces = spaces.union(*shape.exclusive, *(among for _, among, _, _ in goal.wants), *(row for *_, row in goal.trains))
    _require(bridges.isdisjoint(outside) and spaces <= {*shape.spaces})
    locomotives, cars = {*shape.locomotives}, {*shape.cars}
    _different(tuple(chain(*shape.interchangeable)))
    for group in (*shape.interchangeable, *(pieces for _, _, pieces, _ in goal.wants)):
        _require(locomotives.issuperset(group) or cars.issuperset(group))
    _require(all(count <= len(pieces) for _, _, pieces, count in goal.wants))
    named = [_different(tuple(name for name in pieces if name != ANY)) for pieces, *_ in goal.trains]
    _require(all(named) and bool(goal.places or goal.wants or named) and not locomotives & cars)
    _require({*goal.places, *chain(*named, *shape.closed.values())} <= locomotives | cars)
    _require(goal.headings.keys() <= goal.places.keys() & locomotives and (puzzle["has_headings"] is True or not goal.headings))
    _require(all(type(puzzle.get(rule.name, rule.default)) is type(rule.default) for rule in fields(TrainRules)))
    _require(all(puzzle[name] in one.settings for name, one in OPTIONS.items() if name in puzzle))
    return shape
