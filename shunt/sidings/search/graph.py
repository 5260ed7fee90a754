"""Sidings as numbers: occupancies, the moves between them, and goals as words.

The cars of a position are read as one row: the headshunt from the locomotive to the points, then each siding from the points to
the buffer stop. The numbers of cars on each track (and the place of the locomotive) are the position's *occupancy*. The order of
the cars in the row is its *permutation*. A move changes the occupancy, and swaps two neighbouring blocks of the row, [low, mid)
and [mid, high), whatever the names of the cars. Occupancies, moves and swaps are therefore listed once per yard, for all
permutations. Because each move can be undone by another, the graph is symmetric.

Cars that the goal does not name, and interchangeable cars, are of one *kind*, because no goal distinguishes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise, product
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.errors import TooLargeError
from shunt.search.core.arrays import WORD, Ints
from shunt.sidings.rules.referee import ANY, HEADSHUNT, Sidings, SidingsGoal, SidingsMove, SidingsPosition

MOST_OCCUPANCIES = 200_000

State = tuple[int, tuple[int, ...]]
"""The number of an occupancy, and the row of kinds."""
Swap = tuple[int, int, int]
"""Low, mid and high: the blocks [low, mid) and [mid, high) of a row change places."""


class Occupancy(NamedTuple):
    """`locomotive`: 0 = headshunt, i = in siding i (from 1; `legs` only). `lengths`: the numbers of cars on the headshunt and
    then on the sidings."""

    locomotive: int
    lengths: tuple[int, ...]


class Edge(NamedTuple):
    """A move between occupancies: the siding's number (from 0), a drop or pull of `cars` cars, and the blocks of the row that it
    swaps."""

    target: int
    siding: int
    drops: bool
    cars: int
    swap: Swap


@dataclass(frozen=True)
class OccupancyGraph:
    """Every occupancy of a yard, and every move between them. The `edges` of occupancy p are `first[p] : first[p+1]`."""

    occupancies: tuple[Occupancy, ...]
    first: Ints
    edges: tuple[Edge, ...]
    index: dict[Occupancy, int] = field(repr=False)

    @property
    def swaps(self) -> list[Swap]:
        """Return the distinct swaps that change anything, sorted."""
        return sorted({edge.swap for edge in self.edges if edge.swap[0] < edge.swap[1] < edge.swap[2]})


def count_permutations(kinds: Sequence[int]) -> int:
    """Return the number of permutations of a multiset."""
    return factorial(len(kinds)) // prod(factorial(kinds.count(kind)) for kind in set(kinds))


def permuted(kinds: Sequence[int], shifts: Sequence[int]) -> Ints:
    """Return all permutations of a multiset as words, in lexicographic order. `shifts`: the lowest bit of each seat."""
    names = sorted(set(kinds))
    parts = list(product(*(range(kinds.count(name) + 1) for name in names)))
    words = {parts[0]: np.zeros(1, np.int64)}
    for size in range(1, len(kinds) + 1):  # `words` has the permutations of every part of this size, on the last seats
        words = {
            counts: np.concatenate(
                [
                    words[*counts[:at], counts[at] - 1, *counts[at + 1 :]] | np.int64(name) << shifts[-size]
                    for at, name in enumerate(names)
                    if counts[at]
                ]
            )
            for counts in parts
            if sum(counts) == size
        }
    return words[parts[-1]]


def _fills(cars: int, capacities: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every distribution of `cars` over tracks of these capacities, in falling order of the number on the first track."""
    if not capacities:
        if cars == 0:
            yield ()
        return
    for first in range(min(cars, capacities[0]), max(0, cars - sum(capacities[1:])) - 1, -1):
        for rest in _fills(cars - first, capacities[1:]):
            yield (first, *rest)


def _count_fills(cars: int, capacities: tuple[int, ...]) -> int:
    counts = [1] + [0] * cars
    for capacity in capacities:
        counts = [sum(counts[max(0, total - capacity) : total + 1]) for total in range(cars + 1)]
    return counts[cars]


@lru_cache(maxsize=32)
def occupancy_graph(limit: int, capacities: tuple[int, ...], cars: int, legs: bool) -> OccupancyGraph:
    """Return the graph of a yard whose headshunt holds `limit` cars; raise `TooLargeError` beyond 200,000 occupancies."""
    tracks = [(limit, *capacities)]
    if legs:
        tracks += [(0, *capacities[:i], capacity + limit, *capacities[i + 1 :]) for i, capacity in enumerate(capacities)]
    count = sum(_count_fills(cars, track) for track in tracks)
    if count > MOST_OCCUPANCIES:
        raise TooLargeError(
            f"this yard has {count:,} occupancies, but at most {MOST_OCCUPANCIES:,} can be searched: use fewer sidings or cars"
        )
    occupancies = tuple(Occupancy(place, lengths) for place, track in enumerate(tracks) for lengths in _fills(cars, track))
    index = {occupancy: number for number, occupancy in enumerate(occupancies)}

    def edges_of(occupancy: Occupancy) -> Iterator[Edge]:
        """Yield the moves out of one occupancy, siding by siding: pulls before drops, and fewer cars before more."""
        place, (head, *lengths) = occupancy
        for siding, (length, capacity) in enumerate(zip(lengths, capacities, strict=True)):
            start = head + sum(lengths[:siding])
            if legs:
                pulls = range(max(0, length - capacity), min(length, limit) + 1) if place == siding + 1 else range(0)
                drops = range(head, head + 1) if place == 0 else range(0)
            else:
                pulls = range(1, min(length, limit - head) + 1)
                drops = range(1, min(head, capacity - length) + 1)
            for count, change in [(count, count) for count in pulls] + [(count, -count) for count in drops]:
                dropping = change < 0 or legs and place == 0
                after = (head + change, *lengths[:siding], length - change, *lengths[siding + 1 :])
                target = index[Occupancy(siding + 1 if legs and place == 0 else 0, after)]
                # A pull moves the siding's first cars in front of the cars on earlier sidings. A drop moves cars behind those.
                swap = (head - count, head, start) if dropping else (head, start, start + count)
                yield Edge(target, siding, dropping, count, swap)

    first, edges = [0], list[Edge]()
    for occupancy in occupancies:
        edges += edges_of(occupancy)
        first.append(len(edges))
    return OccupancyGraph(occupancies, np.array(first, np.int64), tuple(edges), index)


@dataclass(frozen=True)
class SidingsProblem:
    """A start, a goal and the rules, as numbers.

    `kinds[c]` is the kind of car c (in the rules' order), and kinds are 0, 1, … ; `bits` is the number of bits per car in a word,
    whose lowest bits contain the row's first car.
    """

    rules: Sidings
    goal: SidingsGoal
    graph: OccupancyGraph
    kinds: dict[str, int]
    bits: int

    @property
    def multiset(self) -> tuple[int, ...]:
        """Return the kinds of all cars, sorted. Every permutation is a permutation of it."""
        return tuple(sorted(self.kinds[car] for car in self.rules.cars))

    @property
    def permutations(self) -> int:
        """Return the number of permutations."""
        return count_permutations(self.multiset)

    @property
    def states(self) -> int:
        """Return the number of states, which is occupancies times permutations."""
        return len(self.graph.occupancies) * self.permutations

    def encode(self, position: SidingsPosition) -> State:
        """Return the state of a position."""
        place = 0 if position.locomotive == HEADSHUNT else self.rules.seats[position.locomotive] + 1
        lengths = (len(position.headshunt), *(len(cars) for cars in position.sidings))
        return self.graph.index[Occupancy(place, lengths)], tuple(self.kinds[car] for car in position.cars)

    def moves(self, state: State) -> Iterator[tuple[SidingsMove, State]]:
        """Yield the moves from a state, in the order of the rules, each with the state after it."""
        names, (occupancy, row) = list(self.rules.capacities), state
        for edge in self.graph.edges[self.graph.first[occupancy] : self.graph.first[occupancy + 1]]:
            low, mid, high = edge.swap
            after = row[:low] + row[mid:high] + row[low:mid] + row[high:]
            yield SidingsMove(names[edge.siding], edge.drops, edge.cars), (edge.target, after)

    def moves_along(self, path: Iterable[State]) -> tuple[SidingsMove, ...]:
        """Return the moves that lead through states."""
        return tuple(
            next(move for move, reached in self.moves(state) if reached == following) for state, following in pairwise(path)
        )

    def words(self, wanted: Sequence[int]) -> Ints:
        """Return all rows with the required kinds (−1 = any) as words, in lexicographic order."""
        fixed = sum(np.int64(kind) << self.bits * seat for seat, kind in enumerate(wanted) if kind >= 0)
        free = [self.bits * seat for seat, kind in enumerate(wanted) if kind < 0]
        return permuted(self.rest(wanted), free) | fixed

    def rows(self, words: Ints) -> NDArray[np.uint8]:
        """Return the rows of kinds [words, cars]."""
        rows = np.empty((len(self.rules.cars), len(words)), np.uint8)
        np.right_shift(words, self.bits * np.arange(len(rows))[:, None], out=rows, casting="unsafe")
        return (rows & np.uint8((1 << self.bits) - 1)).T

    def goal_occupancies(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield every occupancy that can meet the goal, with the required kinds along the row (−1 = any)."""
        for number, occupancy in enumerate(self.graph.occupancies):
            for wanted in self._wanted(occupancy):
                yield number, wanted

    def rest(self, wanted: Sequence[int]) -> list[int]:
        """Return the kinds, sorted, of the cars that a goal leaves free. For `wanted`, see `goal_occupancies`."""
        rest = list(self.multiset)
        for kind in wanted:
            if kind >= 0:
                rest.remove(kind)
        return rest

    def _wanted(self, occupancy: Occupancy) -> Iterator[tuple[int, ...]]:
        goal, names = self.goal, list(self.rules.capacities)
        if goal.train:
            legs = self.rules.metric == "legs"
            for seat, length in enumerate(occupancy.lengths[1:]):
                if occupancy.lengths[0] == 0 and length >= len(goal.train) and (not legs or occupancy.locomotive == seat + 1):
                    before = sum(occupancy.lengths[: seat + 1])
                    after = len(self.rules.cars) - before - len(goal.train)
                    yield (-1,) * before + self._kinds_of(goal.train) + (-1,) * after
            return
        row = self._kinds_of(goal.headshunt)
        if len(row) != occupancy.lengths[0]:
            return
        for name, length in zip(names, occupancy.lengths[1:], strict=True):
            cars = goal.sidings.get(name)
            if cars is not None and len(cars) != length:
                return
            row += (-1,) * length if cars is None else self._kinds_of(cars)
        yield row

    def _kinds_of(self, cars: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(-1 if car == ANY else self.kinds[car] for car in cars)


def goal_at(rules: Sidings, position: SidingsPosition) -> SidingsGoal:
    """Return the goal that every car is where it is in a given position."""
    return SidingsGoal(dict(zip(rules.capacities, position.sidings, strict=True)), position.headshunt)


def sidings_problem(rules: Sidings, goal: SidingsGoal) -> SidingsProblem:
    """Number the cars by kind; raise `TooLargeError` if a row does not fit into a word (16 distinct cars do)."""
    named = {rules.kind(car) for car in goal.named}
    # Kinds in the order of the cars, so that the table's order follows the card; all that the goal leaves unnamed come last.
    labels = [kind for kind in dict.fromkeys(map(rules.kind, rules.cars)) if kind in named]
    kinds = {car: labels.index(kind) if (kind := rules.kind(car)) in labels else len(labels) for car in rules.cars}
    bits = max(kinds.values(), default=0).bit_length() or 1
    if (needed := bits * len(rules.cars)) > WORD:
        held = f"{needed} bits, and a state has {WORD}: 16 distinct cars fit, or more of fewer kinds"
        raise TooLargeError(f"{len(rules.cars)} cars of {max(kinds.values()) + 1} kinds need {held}")
    graph = occupancy_graph(rules.limit, tuple(rules.capacities.values()), len(rules.cars), rules.metric == "legs")
    return SidingsProblem(rules, goal, graph, kinds, bits)
