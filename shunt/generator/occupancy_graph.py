"""The graph of states of a small card without kernels: the moves of its occupancies, and every arrangement of the cars in each.

A move of an occupancy (`occupancy_moves.py`) brings the cars there in some order, whatever their *arrangement* is: which car is
where. While the graph is made, a state is numbered as occupancy × arrangement.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from shunt.generator.occupancy_moves import MOST_SPACES, Occupancies
from shunt.generator.state_graph import Ints, Rows, SortedStates, StateGraph
from shunt.rules.position import Position, Roster
from shunt.search.core.limits import Limits
from shunt.search.core.warm import is_compiled
from shunt.search.trains.codec import Codec

REACHING = "shunt.generator.state_graph_kernels", "_link"  # the last kernel that makes a graph of states
MOST_OCCUPANCIES = 300_000  # their moves take less time than compiling
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


def graph_from(codec: Codec, start: Position, limits: Limits) -> StateGraph:
    """Return the graph of everything that can be reached from `start`, which is state 0; raise `LimitReached` at a limit.

    It needs no kernels where they are not compiled and the card is small enough.
    """
    graph = None if is_compiled(*REACHING) else graph_by_occupancies(codec, start, limits)
    if graph is None:
        from shunt.generator.reached_graph import reached_graph

        graph = reached_graph(codec, codec.states([codec.pack(start)]), limits)
    return graph


def graph_by_occupancies(codec: Codec, start: Position, limits: Limits) -> StateGraph | None:
    """Return the graph without kernels.

    None where there are too many occupancies or arrangements, states have two words, or locomotives are interchangeable.
    """
    roster, arrangements = codec.rules.roster, CarOrders(codec.rules.roster)
    grouped = {name for group in roster.interchangeable for name in group}
    if codec.words > 1 or grouped.intersection(roster.locomotives) or len(codec.rules.plan.spaces) > MOST_SPACES:
        return None
    occupancies = Occupancies(codec.rules, start)
    if len(arrangements) > MOST_ARRANGEMENTS or len(occupancies) > MOST_OCCUPANCIES:
        return None
    table = MoveTable.of(occupancies, arrangements, limits)
    engines, place = len(roster.locomotives), {space: number for number, space in enumerate(codec.rules.plan.spaces)}
    spaces = np.array([[place[space] for space in start.places]])
    headings = np.array([start.headings or (0,) * engines])
    number, _ = occupancies.numbers_of(spaces, headings, start.turntables)
    order = sorted(range(engines, len(roster.pieces)), key=lambda seat: place[start.places[seat]])
    codes, first, to = table.reached(int(number[0]) * len(arrangements) + arrangements.number_of(order), limits)
    if len(set(arrangements.kinds.values())) < len(arrangements.kinds):
        first, to = _each_once(first, to)
    states = _packed(codec, occupancies, arrangements, codes)
    return StateGraph(states, first, to, 1, SortedStates(states))


class MoveTable(NamedTuple):
    """Moves as arrays: those of occupancy o are first[o] … first[o + 1] − 1.

    Move m leads to occupancy `target[m]` and makes arrangement a to `relabelled[labels[m], a]`.
    """

    first: Ints
    target: Ints
    labels: Ints
    relabelled: Ints

    @classmethod
    def of(cls, occupancies: Occupancies, arrangements: CarOrders, limits: Limits) -> MoveTable:
        """Return the table of the moves of every occupancy."""
        moves = occupancies.moves(limits)
        first = np.concatenate([[0], np.cumsum(np.bincount(moves.occupancy, minlength=len(occupancies)))])
        orders = np.flatnonzero(np.bincount(moves.ranks))
        ranks = orders[:, None] // occupancies.digits % occupancies.cars if occupancies.cars else orders[:, None][:, :0]
        relabelled = np.array([arrangements.relabelled(tuple(one)) for one in ranks.tolist()], np.int64)
        relabelled = relabelled.reshape(len(orders), len(arrangements))
        return cls(first, moves.target, np.searchsorted(orders, moves.ranks), relabelled)

    def after(self, codes: Ints) -> tuple[Ints, Ints]:
        """Return where the rows of successors of states end, and the successors, row by row."""
        occupancy, arrangement = np.divmod(codes, self.relabelled.shape[1])
        begin, degree = self.first[occupancy], self.first[occupancy + 1] - self.first[occupancy]
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


def _packed(codec: Codec, occupancies: Occupancies, arrangements: CarOrders, codes: Ints) -> Ints:
    """Return the packed form of states."""
    number, arrangement = np.divmod(codes, len(arrangements))
    spaces, headings, setting = occupancies.unpacked(number)
    setting = np.array([codec.settings.number[one] for one in occupancies.settings.positions])[setting]
    engines = occupancies.engines
    slots = 2 * spaces[:, :engines] + headings if codec.rules.has_headings else spaces[:, :engines]
    standing = (setting << codec.setting_shift) + (slots << np.array(codec.shift[:engines], np.int64)).sum(axis=1)
    shifts = np.array([[codec.shift[seat] for seat in order] for order in arrangements.orders], np.int64)
    packed: Ints = standing + (spaces[:, engines:] << shifts[arrangement]).sum(axis=1)
    return packed
