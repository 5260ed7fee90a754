"""How far a position seems to be from the goal: the sum, over the pieces, of the moves that each would need alone.

For every car that the goal names there is a table of exact distances in the puzzle of one locomotive and this car on the
otherwise empty board; a car counts the distance from the nearest locomotive, a locomotive that the goal names its own. The sum
is no bound, in either direction: one move may serve several cars, and cars are in each other's way. It orders the states of a
search that need not be optimal (`beam.py`). What the names of locomotives are makes no difference, so a table depends on the
goal's space alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import Goal
from shunt.rules.goal import Want
from shunt.rules.position import Roster
from shunt.search.core.limits import Limits
from shunt.search.index.distances import UNREACHED, distances_to
from shunt.search.index.perfect import Arrangements
from shunt.search.methods.estimating.car_kernels import _estimates
from shunt.search.methods.estimating.reversals import FAR, Reversals
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import States

MOST_ENTRIES = 1 << 22  # of one table: what larger boards have instead takes no tables (`reversals.py`)

Table = NDArray[np.uint8]


@dataclass(frozen=True)
class Estimates:
    """Estimates for one goal. For V wanted places of cars, P settings, N spaces and S slots of a locomotive:

    `cars` (V, P, N, S): moves of a locomotive in a slot to bring a car from a space to the wanted place (most moves leave the
    cars where they are, so what is looked up of neighbours is close together); `seats` (V, M): the
    seats of the cars that may fill the place, −1 beyond the last; `locomotives` (L, P, S): moves of each locomotive to its own
    goal, 0 without one.
    """

    codec: Codec
    cars: Table
    seats: NDArray[np.int64]
    locomotives: Table

    @classmethod
    def for_goal(cls, codec: Codec, goal: Goal, setting: int, limits: Limits) -> Estimates | Reversals | None:
        """Build the tables, or what is used where they would be too large; None if the goal names no piece."""
        roster = codec.rules.roster
        slots = (2 if codec.rules.has_headings else 1) * len(codec.rules.plan.spaces)
        settings = len(codec.settings.positions)
        ends = goal.settled(roster)
        named = [name for name in roster.cars if name in ends]
        if not ends:
            return None
        if settings * slots * len(codec.rules.plan.spaces) > MOST_ENTRIES:
            return Reversals.for_goal(codec, goal)
        tables = {spaces: _car_table(codec, spaces, setting, limits) for spaces in dict.fromkeys(ends[name] for name in named)}
        cars = np.array([tables[ends[name]] for name in named], np.uint8).reshape(
            len(named), settings, len(codec.rules.plan.spaces), slots
        )
        return cls(codec, cars, _seats(roster, named), locomotive_tables(codec, goal, setting, limits))

    def of(self, states: States) -> NDArray[np.int64]:
        """Return the estimate of each state."""
        found = np.empty(len(states), np.int64)
        codec = self.codec
        _estimates(
            self.cars,
            self.seats,
            self.locomotives,
            np.array(codec.shift, np.int64),
            np.array(codec.width, np.int64),
            codec.setting_shift,
            states,
            found,
        )
        return found


def _seats(roster: Roster, named: list[str]) -> NDArray[np.int64]:
    """Return for each wanted place the seats of the cars that may fill it."""
    groups = {name: group for group in roster.interchangeable for name in group}
    rows = [[roster.pieces.index(member) for member in groups.get(name, (name,))] for name in named]
    most = max((len(row) for row in rows), default=1)
    return np.array([row + [-1] * (most - len(row)) for row in rows], np.int64).reshape(len(rows), most)


def _car_table(codec: Codec, goals: tuple[str, ...], setting: int, limits: Limits) -> Table:
    """Return the moves of one locomotive that bring a lone car to one of `goals`: an array (settings, spaces, slots)."""
    locomotive, car = codec.rules.roster.locomotives[0], codec.rules.roster.cars[0]
    small = small_codec(codec, (locomotive,), (car,))
    distances, legal = _distances(small, Goal({}, {}, (Want("", goals, (car,)),)), setting, limits)
    spaces, sides = len(codec.rules.plan.spaces), 2 if codec.rules.has_headings else 1
    table = np.full((len(codec.settings.positions), spaces, sides * spaces), FAR, np.uint8)
    count = len(legal)
    grid = distances.reshape(len(codec.settings.positions), count, sides, count - 1)
    for number, standing in enumerate(legal):
        others = np.delete(legal, number)
        for side in range(sides):
            table[:, others, sides * standing + side] = grid[:, number, side, :]
    return table


def locomotive_tables(codec: Codec, goal: Goal, setting: int, limits: Limits, forwards: bool = False) -> Table:
    """Return the moves of each locomotive to its goal (or from it) on an empty board: an array (locomotives, settings, slots)."""
    names = codec.rules.roster.locomotives
    return np.array([_locomotive_table(codec, goal, name, setting, limits, forwards) for name in names])


def _locomotive_table(codec: Codec, goal: Goal, name: str, setting: int, limits: Limits, forwards: bool) -> Table:
    """Return the moves of a locomotive to its goal on an empty board: an array (settings, slots), all 0 without a goal."""
    spaces, sides = len(codec.rules.plan.spaces), 2 if codec.rules.has_headings else 1
    table = np.zeros((len(codec.settings.positions), sides * spaces), np.uint8)
    own = goal.among({name: name})
    if own.is_empty:
        return table
    small = small_codec(codec, (name,), ())
    distances, legal = _distances(small, own, setting, limits, forwards)
    table[:] = FAR
    grid = distances.reshape(len(codec.settings.positions), len(legal), sides)
    for number, standing in enumerate(legal):
        table[:, sides * standing : sides * standing + sides] = grid[:, number, :]
    return table


def small_codec(codec: Codec, locomotives: tuple[str, ...], cars: tuple[str, ...]) -> Codec:
    """Return the packed form of the puzzle of some of the pieces."""
    return Codec.for_rules(replace(codec.rules, roster=Roster(locomotives, cars, ())))


def _distances(small: Codec, goal: Goal, setting: int, limits: Limits, forwards: bool = False) -> tuple[Table, NDArray[np.int64]]:
    """Return the distances of all arrangements of a small puzzle, in the order of their numbers, and the spaces numbered."""
    arrangements = Arrangements.of(small)
    goals = GoalSet.of(small, goal, setting).states()
    numbers = [arrangements.number(small.unpack(state)) for state in goals.tolist()]
    found = distances_to(arrangements, numbers, limits, threads=1, forwards=forwards)
    return np.minimum(found, FAR).astype(np.uint8), arrangements.index.space


assert FAR < UNREACHED
