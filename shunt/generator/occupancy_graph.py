"""The graph of states of a small card without kernels: moves by the referee for every occupancy, arrangements by NumPy.

Which moves are possible depends on which spaces cars stand on and not on which car is where. So the referee is asked once for an
*occupancy*: where locomotives are and how they face, which spaces cars stand on, and how turntables are turned. A move leads to
another occupancy and brings the cars there in some order, whatever their *arrangement* is. While the graph is made, a state is
numbered as occupancy × arrangement.

Rows are in the order in which kernels write them (`search/trains/move_kernels.py`), as simulated walks depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import comb, perm
from typing import NamedTuple

import numpy as np

from shunt.generator.state_graph import Ints, Rows, SortedStates, StateGraph
from shunt.rules.motion import Ready, Train
from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import Limits
from shunt.search.trains.codec import Codec
from shunt.search.trains.tables import settings_from
from shunt.track.turntable import after_move

MOST_OCCUPANCIES = 50_000  # of as many as there may be; those that are reached take the referee 6 s at most, less than compiling
MOST_ARRANGEMENTS = 1_000


# --------------------------------------------------------------------------------------------------------------------
# Moves in the order of the kernels


def ordered_outcomes(rules: Switcher, position: Position) -> Iterator[Position]:
    """Yield the position after every outcome of one move in the order of the kernels; some come twice."""
    number = {space: index for index, space in enumerate(rules.plan.spaces)}

    def nearest_first(ready: Ready) -> tuple[int, list[int]]:
        """Return what sorts the trains of one locomotive and direction: few pieces first, then by what is coupled nearest."""
        return len(ready[2].pieces), [2 * number[end.space] + end.end for end in reversed(ready[2].ends)]

    todo: list[list[Train]] = []
    for _, trains in groupby(rules.trains(position), key=lambda ready: ready[:2]):
        todo += [[ready[2]] for ready in sorted(trains, key=nearest_first)]
    for seeds in todo:
        stops, contacts = _rolled(rules, position, seeds)
        todo += contacts
        yield from (rules.after(position, stop) for stop in stops)
    tables = rules.plan.turntables
    for index, table in enumerate(tables):
        if table.rotation == "manual":
            yield Position(position.places, position.headings, after_move(tables, position.turntables, index))


def _rolled(rules: Switcher, position: Position, seeds: list[Train]) -> tuple[list[Train], list[list[Train]]]:
    """Roll a train from where it stands, or from the places where it became as long as it is: breadth first.

    Return where it may stop, and the longer trains that begin at a contact, those with the same new head together.
    """
    visited, stops = set[Train](), list[Train]()
    contacts: dict[tuple[str, bool], list[Train]] = {}
    todo = list(dict.fromkeys(seeds))
    begun = set(todo)
    for train in todo:
        for step, rolled in rules.steps(position, train):
            if not rolled:
                contacts.setdefault((step.pieces[-1], step.ahead[-1]), []).append(step)
            elif step not in visited:
                visited.add(step)
                if rules.plan.no_stop.isdisjoint(step.spaces):
                    stops.append(step)
                if step not in begun:
                    todo.append(step)
    return stops, list(contacts.values())


# --------------------------------------------------------------------------------------------------------------------
# Occupancies and the moves between them


class PlacesTaken(NamedTuple):
    """Where locomotives are and how they face, the numbers of the spaces that cars stand on, rising, and the turntables."""

    places: tuple[str, ...]
    headings: tuple[int, ...]
    spaces: tuple[int, ...]
    turntables: tuple[int, ...]


Moves = list[tuple[int, tuple[int, ...]]]
"""The moves of an occupancy: the one that each leads to, and the new place of each car, places counted along `spaces`."""


def may_be_occupied(rules: Switcher, start: Position) -> int:
    """Return how many occupancies there are at most."""
    engines, cars = len(rules.roster.locomotives), len(rules.roster.cars)
    spaces = len(set(rules.plan.spaces) - rules.broken - rules.plan.no_stop)
    facing = 2**engines if rules.has_headings else 1
    return perm(spaces, engines) * facing * comb(spaces - engines, cars) * len(settings_from(rules, start.turntables).positions)


def occupancy_moves(rules: Switcher, start: Position, limits: Limits) -> tuple[list[PlacesTaken], list[Moves]]:
    """Return every occupancy that can be reached, the start's first, and its moves."""
    number = {space: index for index, space in enumerate(rules.plan.spaces)}
    engines = len(rules.roster.locomotives)

    def occupancy_of(position: Position) -> PlacesTaken:
        spaces = sorted(number[space] for space in position.places[engines:])
        return PlacesTaken(position.places[:engines], position.headings, tuple(spaces), position.turntables)

    found = {occupancy_of(start): 0}
    moves = list[Moves]()
    for occupancy in (todo := list(found)):
        cars = tuple(rules.plan.spaces[space] for space in occupancy.spaces)
        of_one: dict[tuple[int, tuple[int, ...]], None] = {}
        for after in ordered_outcomes(rules, Position(occupancy.places + cars, occupancy.headings, occupancy.turntables)):
            there = occupancy_of(after)
            if there not in found:
                found[there] = len(found)
                todo.append(there)
            of_one[found[there], tuple(there.spaces.index(number[space]) for space in after.places[engines:])] = None
        of_one.pop((len(moves), tuple(range(len(cars)))), None)  # a lap that changes nothing
        moves.append(list(of_one))
        limits.allow_states(0)
        limits.progress("graph", len(moves), len(found))
    return todo, moves


# --------------------------------------------------------------------------------------------------------------------
# Arrangements


class CarOrders:
    """Every order of the cars, as seats along the spaces of an occupancy; the members of a group always in rising order."""

    def __init__(self, roster: Roster) -> None:
        seats = range(len(roster.locomotives), len(roster.pieces))
        self.kinds = {seat: seat for seat in seats}
        for group in roster.interchangeable:
            members = sorted(roster.pieces.index(name) for name in group)
            self.kinds.update(dict.fromkeys(members, members[0]))
        self.orders: list[tuple[int, ...]] = [()]
        for _ in seats:
            self.orders = [(*order, seat) for order in self.orders for seat in self._next(order)]
            if len(self.orders) > MOST_ARRANGEMENTS:
                break
        self._number = {self._kinds_of(order): number for number, order in enumerate(self.orders)}

    def __len__(self) -> int:
        return len(self.orders)

    def _next(self, order: tuple[int, ...]) -> list[int]:
        """Return the seats that may follow: of each kind the first that is left."""
        free = [seat for seat in self.kinds if seat not in order]
        return sorted({self.kinds[seat]: seat for seat in reversed(free)}.values())

    def _kinds_of(self, order: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.kinds[seat] for seat in order)

    def number_of(self, order: Iterable[int]) -> int:
        """Return the number of an order, in which the members of a group may be in any order."""
        return self._number[self._kinds_of(tuple(order))]

    def relabelled(self, labels: tuple[int, ...]) -> list[int]:
        """Return what becomes of each arrangement when the car at place i comes to place labels[i]."""
        came_from = [labels.index(place) for place in range(len(labels))]
        return [self.number_of(order[place] for place in came_from) for order in self.orders]


# --------------------------------------------------------------------------------------------------------------------
# The graph


def graph_by_occupancies(codec: Codec, start: Position, limits: Limits) -> StateGraph | None:
    """Return the graph of everything that can be reached from `start`, which is state 0; raise `LimitReached` at a limit.

    None where there are too many occupancies or arrangements, states have two words, or locomotives are interchangeable.
    """
    roster, arrangements = codec.rules.roster, CarOrders(codec.rules.roster)
    grouped = {name for group in roster.interchangeable for name in group}
    if codec.words > 1 or grouped.intersection(roster.locomotives):
        return None
    if len(arrangements) > MOST_ARRANGEMENTS or may_be_occupied(codec.rules, start) > MOST_OCCUPANCIES:
        return None
    occupancies, moves = occupancy_moves(codec.rules, start, limits)
    table = _MoveTable.of(moves, arrangements)
    engines, number = len(roster.locomotives), {space: index for index, space in enumerate(codec.rules.plan.spaces)}
    rank = sorted(range(engines, len(roster.pieces)), key=lambda seat: number[start.places[seat]])
    codes, first, to = table.reached(arrangements.number_of(rank), limits)
    if len(set(arrangements.kinds.values())) < len(arrangements.kinds):
        first, to = _each_once(first, to)
    states = _packed(codec, occupancies, arrangements, codes)
    return StateGraph(states, first, to, 1, SortedStates(states))


class _MoveTable(NamedTuple):
    """Moves as arrays: those of occupancy o are first[o] … first[o + 1] − 1.

    Move m leads to occupancy `target[m]` and makes arrangement a to `relabelled[labels[m], a]`.
    """

    first: Ints
    target: Ints
    labels: Ints
    relabelled: Ints

    @classmethod
    def of(cls, moves: list[Moves], arrangements: CarOrders) -> _MoveTable:
        """Return the table of the moves of each occupancy."""
        every = [move for of_one in moves for move in of_one]
        labels = {labels: number for number, labels in enumerate(dict.fromkeys(labels for _, labels in every))}
        relabelled = np.array([arrangements.relabelled(one) for one in labels], np.int64).reshape(-1, len(arrangements))
        target = np.array([to for to, _ in every], np.int64)
        return cls(np.cumsum([0, *map(len, moves)]), target, np.array([labels[one] for _, one in every], np.int64), relabelled)

    def after(self, codes: Ints) -> tuple[Ints, Ints]:
        """Return where the rows of successors of states end, and the successors, row by row."""
        occupancy, arrangement = np.divmod(codes, self.relabelled.shape[1])
        begin, degree = self.first[occupancy], np.diff(self.first)[occupancy]
        ends = np.cumsum(degree)
        moves = np.arange(ends[-1]) + np.repeat(begin - ends + degree, degree)
        return ends, self.target[moves] * self.relabelled.shape[1] + self.relabelled[
            self.labels[moves], np.repeat(arrangement, degree)
        ]

    def reached(self, start: int, limits: Limits) -> tuple[Ints, Ints, Rows]:
        """Return the states that can be reached from `start`, with the rows of the graph as in `StateGraph`."""
        number = np.full((len(self.first) - 1) * self.relabelled.shape[1], -1, np.int32)
        number[start], count = 0, 1
        level, codes, ends, rows = np.array([start]), list[Ints](), [np.zeros(1, np.int64)], list[Ints]()
        while len(level):
            end, row = self.after(level)
            codes.append(level)
            ends.append(ends[-1][-1] + end)
            rows.append(row)
            level = np.unique(row[number[row] < 0])
            number[level] = np.arange(count, count + len(level))
            count += len(level)
            limits.allow_states(count)
        return np.concatenate(codes), np.concatenate(ends), number[np.concatenate(rows)]


def _each_once(first: Ints, to: Rows) -> tuple[Ints, Rows]:
    """Return rows in which no state comes twice, and none is in its own: what is left is in the same order."""
    count = len(first) - 1
    source = np.repeat(np.arange(count), np.diff(first))
    kept = np.sort(np.unique(source * count + to, return_index=True)[1])
    kept = kept[to[kept] != source[kept]]
    return np.concatenate([[0], np.cumsum(np.bincount(source[kept], minlength=count))]), to[kept]


def _packed(codec: Codec, occupancies: list[PlacesTaken], arrangements: CarOrders, codes: Ints) -> Ints:
    """Return the packed form of states."""
    number = {space: index for index, space in enumerate(codec.rules.plan.spaces)}
    bases = []
    for occupancy in occupancies:
        slots = [number[space] for space in occupancy.places]
        for seat, heading in enumerate(occupancy.headings):
            slots[seat] = 2 * slots[seat] + heading
        engines = sum(slot << shift for slot, shift in zip(slots, codec.shift, strict=False))
        bases.append(engines | codec.settings.number[occupancy.turntables] << codec.setting_shift)
    spaces = np.array([occupancy.spaces for occupancy in occupancies], np.int64)
    shifts = np.array([[codec.shift[seat] for seat in order] for order in arrangements.orders], np.int64)
    at, arrangement = np.divmod(codes, len(arrangements))
    packed: Ints = np.array(bases, np.int64)[at] + (spaces[at] << shifts[arrangement]).sum(axis=1)
    return packed
