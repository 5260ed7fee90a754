"""The graph of states of a small card without kernels: the moves of its occupancies, and every arrangement of the cars in each.

A move of an occupancy (`occupancy_moves.py`) brings the cars there in some order, whatever their *arrangement* is: which car is
where. While the graph is made, a state is numbered as occupancy × arrangement.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np

from shunt.generator.occupancy_moves import MOST_SPACES, CardOccupancies
from shunt.generator.state_graph import Ints, Rows, SortedStates, StateGraph, Walks, Wandering, walks
from shunt.rules.position import Position, Roster
from shunt.search.core.arrays import States, slots_of, sorted_once
from shunt.search.core.limits import Limits
from shunt.search.trains.codec import Codec

MOST_OCCUPANCIES = 600_000  # their moves take less time than compiling
BYTES = 500  # that the moves of an occupancy take
AT_ONCE = 1 << 17  # states whose predecessors are made at once
MOST_ARRANGEMENTS = 1_000


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
        self.is_distinct = len(set(self.kinds.values())) == len(self.kinds)

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
# The states


@dataclass
class SmallCard:
    """The states of a card, numbered as occupancy × arrangement, and their moves.

    The moves of occupancy o are first[o] … first[o + 1] − 1. Move m leads to occupancy `target[m]`, and makes arrangement a to
    `relabelled[labels[m], a]`.
    """

    codec: Codec
    occupancies: CardOccupancies
    arrangements: CarOrders
    first: Ints
    target: Ints
    labels: Ints
    relabelled: Ints

    @classmethod
    def from_start(cls, codec: Codec, start: Position, limits: Limits) -> SmallCard | None:
        """Return the states of a card.

        None where there are too many occupancies or arrangements, states have two words, or locomotives are interchangeable.
        """
        roster, arrangements = codec.rules.roster, CarOrders(codec.rules.roster)
        grouped = {name for group in roster.interchangeable for name in group}
        if (
            codec.rules.access.partly
            or codec.words > 1
            or grouped.intersection(roster.locomotives)
            or len(codec.rules.plan.spaces) > MOST_SPACES
        ):
            return None
        occupancies = CardOccupancies(codec.rules, start)
        if len(arrangements) > MOST_ARRANGEMENTS or len(occupancies) > MOST_OCCUPANCIES:
            return None
        limits.allow_bytes(BYTES * len(occupancies))
        moves = occupancies.moves(limits)
        first = np.concatenate([[0], np.cumsum(np.bincount(moves.occupancy, minlength=len(occupancies)))])
        orders = np.flatnonzero(np.bincount(moves.ranks))
        ranks = orders[:, None] // occupancies.digits % occupancies.cars if occupancies.cars else orders[:, None][:, :0]
        relabelled = np.array([arrangements.relabelled(tuple(one)) for one in ranks.tolist()], np.int64)
        relabelled = relabelled.reshape(len(orders), len(arrangements))
        return cls(codec, occupancies, arrangements, first, moves.target, np.searchsorted(orders, moves.ranks), relabelled)

    def __len__(self) -> int:
        return len(self.occupancies) * len(self.arrangements)

    def numbers_of(self, states: States) -> Ints:
        """Return the numbers of packed states."""
        codec, engines = self.codec, self.occupancies.engines
        slots = np.column_stack([slots_of(states, *field) for field in zip(codec.shift, codec.width, strict=True)])
        headings = slots[:, :engines] & 1
        if codec.rules.has_headings:
            slots[:, :engines] >>= 1
        settings = np.full(len(codec.settings.positions), -1)
        settings[self._settings] = np.arange(len(self._settings))
        setting = settings[slots_of(states, codec.setting_shift, codec.setting_width)]
        occupancy, ranks = self.occupancies.numbers_of(slots, headings, setting)
        return occupancy * len(self.arrangements) + self._arrangement[ranks]

    def states_of(self, numbers: Ints) -> States:
        """Return the packed form of states."""
        codec, engines = self.codec, self.occupancies.engines
        occupancy, arrangement = np.divmod(numbers, len(self.arrangements))
        spaces, headings, setting = self.occupancies.unpacked(occupancy)
        slots = 2 * spaces[:, :engines] + headings if codec.rules.has_headings else spaces[:, :engines]
        standing = self._settings[setting] << codec.setting_shift
        shifts = np.array([[codec.shift[seat] for seat in order] for order in self.arrangements.orders], np.int64)
        cars = (spaces[:, engines:] << shifts[arrangement]).sum(axis=1)
        packed: Ints = standing + (slots << np.array(codec.shift[:engines], np.int64)).sum(axis=1) + cars
        return packed

    @cached_property
    def _settings(self) -> Ints:
        """Return the number that the packed form gives to each setting."""
        return np.array([self.codec.settings.number[position] for position in self.occupancies.settings.positions])

    @cached_property
    def _arrangement(self) -> Ints:
        """Return the number of an arrangement by the ranks of the cars' spaces."""
        engines, cars = self.occupancies.engines, self.occupancies.cars
        found = np.zeros(max(1, cars**cars), np.int64)
        for order in permutations(range(cars)):
            ranks = np.argsort(order) @ self.occupancies.digits if cars else 0
            found[ranks] = self.arrangements.number_of(engines + car for car in order)
        return found

    def after(self, numbers: Ints) -> tuple[Ints, Ints]:
        """Return where the rows of successors of states end, and the successors, row by row."""
        occupancy, arrangement = np.divmod(numbers, len(self.arrangements))
        ends, moves, degree = _rows(self.first, occupancy)
        changed = self.relabelled[self.labels[moves], np.repeat(arrangement, degree)]
        return ends, self.target[moves] * len(self.arrangements) + changed

    def graph(self, start: int, limits: Limits) -> StateGraph:
        """Return the graph of everything that can be reached from a packed state, which is state 0."""
        level = self.numbers_of(self.codec.states([start]))
        number = np.full(len(self), -1, np.int32)
        number[level], count = 0, 1
        found, ends, rows = list[Ints](), [np.zeros(1, np.int64)], list[Ints]()
        while len(level):
            end, row = self.after(level)
            found.append(level)
            ends.append(ends[-1][-1] + end)
            rows.append(row)
            level = np.unique(row[number[row] < 0])
            number[level] = np.arange(count, count + len(level))
            count += len(level)
            limits.allow_states(count)
        first, to = np.concatenate(ends), number[np.concatenate(rows)]
        if not self.arrangements.is_distinct:
            first, to = _each_once(first, to)
        states = self.states_of(np.concatenate(found))
        return StateGraph(states, first, to, SortedStates(states))

    def map_to(self, goals: States, limits: Limits) -> SmallMap:
        """Return the distances of all states to the nearest of `goals`."""
        order = self.target.argsort(kind="stable")
        first = np.concatenate([[0], np.cumsum(np.bincount(self.target, minlength=len(self.occupancies)))])
        source = np.repeat(np.arange(len(self.occupancies)), np.diff(self.first))[order]
        labels, before = self.labels[order], self.relabelled.argsort(axis=1)
        distance, moves = np.full(len(self), -1, np.int32), 0
        level = self.numbers_of(goals)
        count = len(level)
        while len(level):
            distance[level] = moves
            for part in range(0, len(level), AT_ONCE):
                occupancy, arrangement = np.divmod(level[part : part + AT_ONCE], len(self.arrangements))
                _, made, degree = _rows(first, occupancy)
                reached = source[made] * len(self.arrangements) + before[labels[made], np.repeat(arrangement, degree)]
                distance[reached[distance[reached] < 0]] = moves + 1
                limits.allow_states(count)
            moves += 1
            level = np.flatnonzero(distance == moves)
            count += len(level)
            limits.progress("from the goal", moves, count)
        return SmallMap(self, distance, moves - 1)


@dataclass
class SmallMap:
    """The distances of all states of a small card to a goal, −1 where it cannot be reached; `radius` is the largest."""

    card: SmallCard
    distance: Rows
    radius: int
    complete = True

    def of(self, states: States) -> Ints:
        """Return the distances of packed states."""
        return self.distance[self.card.numbers_of(states)].astype(np.int64)

    def successors(self, states: States) -> list[States]:
        """Return for every packed state its successors, sorted, each once, without the state itself."""
        ends, row = self.card.after(self.card.numbers_of(states))
        found = np.split(self.card.states_of(row), ends[:-1])
        return [near[near != state] for near, state in zip(map(sorted_once, found), states, strict=True)]

    def wander(self, start: int, how: Wandering) -> Walks:
        """Simulate the wandering solver from a packed state, with the walks that kernels make."""

        def row(number: int) -> list[int]:
            near = dict.fromkeys(self.card.after(np.array([number]))[1].tolist())
            near.pop(number, None)
            return list(near)

        return walks(row, self.distance.data, int(self.card.numbers_of(self.card.codec.states([start]))[0]), how)


def _rows(first: Ints, numbers: Ints) -> tuple[Ints, Ints, Ints]:
    """Return where rows end if they are put together, the places of their entries, and how many each has."""
    begin, degree = first[numbers], first[numbers + 1] - first[numbers]
    ends = np.cumsum(degree)
    return ends, np.arange(ends[-1]) + np.repeat(begin - ends + degree, degree), degree


def _each_once(first: Ints, to: Rows) -> tuple[Ints, Rows]:
    """Return rows in which no state comes twice, and none is in its own: what is left is in the same order."""
    count = len(first) - 1
    source = np.repeat(np.arange(count), np.diff(first))
    kept = np.sort(np.unique(source * count + to, return_index=True)[1])
    kept = kept[to[kept] != source[kept]]
    return np.concatenate([[0], np.cumsum(np.bincount(source[kept], minlength=count))]), to[kept]
