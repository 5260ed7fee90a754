"""Readings of puzzles of passing trains that the published texts leave open, searched by the orders of the pieces alone.

In all of them `apart` means that no locomotive moves another one, and `carried` that a locomotive which another one moves is
reversed by that as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from shunt.classics.passing.line import Fewest, Memory, Metric, Orders, OrdersChange, StubLine
from shunt.classics.passing.loop import LoopLine, LoopOrders, LoopSearch, State, turnings
from shunt.search.core.arrays import Ints, States, numbers_of, slots_of


@dataclass(frozen=True)
class StubChange(OrdersChange):
    """A change with every piece that moves with the locomotive, which is one of them."""

    moved: str


@dataclass(frozen=True)
class StubReading(StubLine):
    """A line with a stub; `no_front`: nothing is ever coupled to the front of a locomotive, not even in a train that another one
    draws."""

    no_front: bool = False
    apart: bool = False
    carried: bool = False

    def changes(self, orders: Orders) -> Iterator[OrdersChange]:
        """Yield every move that changes the orders."""
        for source, target, direction in self.passages:
            own, other = getattr(orders, source), getattr(orders, target)
            room = self.room - len(other) if target == "stub" else len(own)
            for locomotive in self.locomotives:
                for over, moved in self._passing(own, other, locomotive, direction):
                    if over <= room and not (self.apart and set(self.locomotives) & set(moved) - {locomotive}):
                        yield StubChange(locomotive, direction, orders.passed(source, target, over), moved)

    def cost(self, change: OrdersChange, senses: Memory, metric: Metric) -> tuple[int, Memory]:
        """Return the cost of a change, and the directions after it."""
        if not self.carried or metric == "runs" or not isinstance(change, StubChange):
            return super().cost(change, senses, metric)
        after = tuple(
            change.direction if name in change.moved else sense for name, sense in zip(self.locomotives, senses, strict=True)
        )
        return sum(one not in (None, other) for one, other in zip(senses, after, strict=True)), after

    def _passing(self, source: str, target: str, locomotive: str, direction: str) -> Iterator[tuple[int, str]]:
        """Yield how many pieces may pass, in rising order, with all pieces that move."""
        if locomotive in source:
            place = source.index(locomotive)
            drawn = self._couples(source[place + 1 :], direction) if self.pulls(locomotive, direction) else 0
            for over in range(1, place + 2 + drawn):
                yield over, source[: max(over, place + 1)]
        elif locomotive in target and self.pulls(locomotive, direction):
            inner = target[: target.index(locomotive)]
            for over in range(1, 1 + self._couples(inner[::-1] + source, direction) - len(inner)):
                yield over, source[:over] + inner + locomotive

    def _couples(self, chain: str, direction: str) -> int:
        """Return how many of `chain`, nearest first, can be pulled in `direction`."""
        for place, piece in enumerate(chain if self.no_front else ""):
            if piece in self.locomotives:
                return place if self.facing[piece] == direction else place + 1
        return len(chain)


@dataclass(frozen=True)
class LoopReading(LoopLine):
    """A line with a loop, and what moves together on it."""

    apart: bool = False
    carried: bool = False

    def passages(self, orders: LoopOrders, senses: tuple[bool, ...]) -> Iterator[LoopOrders]:
        """Yield every passage in which no locomotive reverses."""
        for locomotive, right in zip(self.locomotives, senses, strict=True):
            for after, moved in self._moving(orders if right else orders.mirrored, locomotive):
                both = len(self.locomotives) > 1 and set(self.locomotives) <= set(moved)
                if not (both and (self.apart or self.carried and len(set(senses)) > 1)):
                    yield (after if right else after.mirrored).normal

    def _moving(self, orders: LoopOrders, locomotive: str) -> Iterator[tuple[LoopOrders, str]]:
        """Yield passages of `LoopLine` to the right, each with every piece that has to move, the locomotive included."""
        left, right = orders.left, orders.right
        nearer = _up_to(left, locomotive) or left[:1]
        for road, other in ((orders.road, orders.other), (orders.other, orders.road)):
            if left and len(road) < self.room:
                if locomotive in left + road:
                    yield LoopOrders(left[1:], left[0] + road, other, right), nearer + _up_to(road, locomotive)
            elif left and locomotive in left + road + right:
                after = LoopOrders(left[1:], left[0] + road[:-1], other, road[-1] + right)
                yield after, nearer + road + _up_to(right, locomotive)
            if road and locomotive in road + right:
                moved = road[road.index(locomotive) :] if locomotive in road else _up_to(right, locomotive) + road[-1]
                yield LoopOrders(left, road[:-1], other, road[-1] + right), moved

    def fewest(self, start: LoopOrders, goal: LoopOrders, most: int | None = None) -> Fewest:
        """Search level by level: everything that costs no further reversal, then one reversal.

        With `most`, orders from which more reversals than that are needed (`least`) are left out, and a count of None says
        that no solution has so few: that refutes them for trains far too long to be searched without it.
        """
        begin = [(start.normal, senses) for senses in product((True, False), repeat=len(self.locomotives))]
        level = [state for state in begin if most is None or self.least(*state, goal) <= most]
        seen, count = set(level), 0

        def enter(after: State) -> None:
            if after not in seen and (most is None or count + self.least(*after, goal) <= most):
                seen.add(after)
                level.append(after)

        while level:
            for orders, senses in level:  # grows while it is read
                if orders == goal.normal:
                    return Fewest(count, len(seen), ())
                for passed in self.passages(orders, senses):
                    enter((passed, senses))
            turned = [(orders, after) for orders, senses in level for after in turnings(senses)]
            level, count = [], count + 1
            for state in turned:
                enter(state)
        return Fewest(None, len(seen), ())

    def least(self, orders: LoopOrders, senses: tuple[bool, ...], goal: LoopOrders) -> int:
        """Return reversals that are certainly needed; 0 where a locomotive may be moved by another one free of charge.

        A locomotive that is not yet on its line at the goal has to run towards it. One that is on it, with a piece beyond it
        that belongs to the other line, has to leave the line and come back.
        """
        if len(self.locomotives) > 1 and not (self.apart or self.carried):
            return 0
        needed = 0
        for locomotive, right in zip(self.locomotives, senses, strict=True):
            seen, wanted, towards = (
                (orders, goal, right) if locomotive in goal.right else (orders.mirrored, goal.mirrored, not right)
            )
            if locomotive not in wanted.right:
                continue
            if locomotive not in seen.right:
                needed += not towards
            elif set(seen.right[seen.right.index(locomotive) :]) - set(wanted.road + wanted.other + wanted.right):
                needed += 1 + towards
        return needed


class ApartSearch(LoopSearch):
    """The A* of `LoopSearch` over solutions in which no locomotive moves another one."""

    @classmethod
    def from_search(cls, found: LoopSearch) -> ApartSearch:
        """Return the search of the same card."""
        line = LoopReading(found.line.locomotives, found.line.room, apart=True)
        names = "plan", "start", "goals", "limits", "card", "letters", "rows"
        return cls(line=line, **{name: getattr(found, name) for name in names})

    def _successors(self, states: States, g: int) -> Iterator[tuple[States, Ints]]:
        codec = self.plan.codec
        for state in numbers_of(states):
            for after, costs in super()._successors(codec.states([state]), g):
                moved = np.zeros(len(after), np.int64)
                for seat in range(len(self.line.locomotives)):
                    shift, width = codec.shift[seat] + 1, codec.width[seat] - 1
                    moved += slots_of(after, shift, width) != slots_of(codec.states([state]), shift, width)
                yield after[moved < 2], costs[moved < 2]


def _up_to(line: str, locomotive: str) -> str:
    """Return the pieces up to a locomotive; none if it is not among them."""
    return line[: line.index(locomotive) + 1] if locomotive in line else ""
