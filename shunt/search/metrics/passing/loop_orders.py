"""Trains that pass each other by way of a loop: the fewest reversals, whatever the length of the line.

Loyd's Switch problem and Dudeney's Railway muddle are of this kind. As in `line_orders.py` a state is the order of the pieces
only: those left and right of the loop, each from it outwards, and those on the two roads, of `room` places each, from left to
right. The two roads are alike and exchanged at will. While a locomotive runs in one direction, pieces pass from line to
road and from road to line one by one; each passage is allowed wherever some gaps between the pieces allow it, so the count is a
lower bound for all lengths and gaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple


class LoopOrders(NamedTuple):
    """Left of the loop (from it outwards), both roads (left to right, the lesser first), right of it (from it outwards)."""

    left: str
    road: str
    other: str
    right: str

    @property
    def normal(self) -> LoopOrders:
        """Return the same orders with the roads sorted."""
        return self if self.road <= self.other else self._replace(road=self.other, other=self.road)

    @property
    def mirrored(self) -> LoopOrders:
        """Return the same orders seen from the other side of the line."""
        return LoopOrders(self.right, self.road[::-1], self.other[::-1], self.left)


class Passage(NamedTuple):
    """One piece more has passed: the orders after it, and every piece that had to move with the locomotive (itself too)."""

    after: LoopOrders
    moved: str


@dataclass(frozen=True)
class FewestByLoop:
    """The fewest reversals; None if the goal cannot be reached. `path`: the orders from start to goal."""

    count: int | None
    states: int
    path: tuple[LoopOrders, ...]


State = tuple[LoopOrders, tuple[bool, ...]]
"""Orders, and whether each locomotive runs to the right."""


@dataclass(frozen=True)
class LoopLine:
    """A line with a loop. The `locomotives` couple at both ends; everything else goes as it is moved.

    Readings that the published texts leave open, both off as under the ruleset: `apart` – no locomotive moves another one;
    `carried` – a locomotive that another one moves is reversed by that as well.
    """

    locomotives: str
    room: int
    apart: bool = False
    carried: bool = False

    def rightwards(self, orders: LoopOrders, locomotive: str) -> Iterator[Passage]:
        """Yield what may pass next while `locomotive` runs to the right."""
        for road, other in ((orders.road, orders.other), (orders.other, orders.road)):
            yield from self._onto(orders.left, road, other, orders.right, locomotive)
            # Off the road: drawn by the locomotive beyond it, or pushed by the one on it, or the locomotive itself.
            if road and locomotive in road + orders.right:
                moved = _from(road, locomotive) if locomotive in road else _up_to(orders.right, locomotive) + road[-1]
                yield Passage(LoopOrders(orders.left, road[:-1], other, road[-1] + orders.right), moved)

    def _onto(self, left: str, road: str, other: str, right: str, locomotive: str) -> Iterator[Passage]:
        """Yield passages onto the road: pushed by the locomotive behind, or drawn by the one ahead."""
        if not left:
            return
        nearer = _up_to(left, locomotive) if locomotive in left else left[0]
        if len(road) < self.room:
            if locomotive in left + road:
                after = LoopOrders(left[1:], left[0] + road, other, right)
                yield Passage(after, nearer + (_up_to(road, locomotive) if locomotive in road else ""))
        elif locomotive in left + road + right:  # a train from line to line fills the road: one comes, one goes
            after = LoopOrders(left[1:], left[0] + road[:-1], other, road[-1] + right)
            yield Passage(after, nearer + road + (_up_to(right, locomotive) if locomotive in right else ""))

    def fewest(self, start: LoopOrders, goal: LoopOrders, most: int | None = None) -> FewestByLoop:
        """Search level by level: everything that costs no further reversal, then one reversal.

        With `most`, orders from which more reversals than that are needed (`least`) are left out, and a count of None says
        that no solution has so few: that refutes them for trains far too long to be searched without it.
        """
        begin = [(start.normal, senses) for senses in product((True, False), repeat=len(self.locomotives))]
        level = [state for state in begin if most is None or self.least(*state, goal) <= most]
        parent: dict[State, State | None] = dict.fromkeys(level)
        count = 0
        while level:
            for current in level:  # grows while it is read
                if current[0] == goal.normal:
                    return FewestByLoop(count, len(parent), _path(parent, current))
                for passed in self.passages(*current):
                    after = (passed, current[1])
                    if after not in parent and (most is None or count + self.least(*after, goal) <= most):
                        parent[after] = current
                        level.append(after)
            count += 1
            turned = [((current[0], senses), current) for current in level for senses in turnings(current[1])]
            level = []
            for after, current in turned:
                if after not in parent and (most is None or count + self.least(*after, goal) <= most):
                    parent[after] = current
                    level.append(after)
        return FewestByLoop(None, len(parent), ())

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
            elif set(_from(seen.right, locomotive)) - set(wanted.road + wanted.other + wanted.right):
                needed += 1 + towards
        return needed

    def passages(self, orders: LoopOrders, senses: tuple[bool, ...]) -> Iterator[LoopOrders]:
        """Yield every passage that reverses no locomotive."""
        for locomotive, right in zip(self.locomotives, senses, strict=True):
            for after, moved in self.rightwards(orders if right else orders.mirrored, locomotive):
                both = set(self.locomotives) <= set(moved) and len(self.locomotives) > 1
                if not (both and (self.apart or (self.carried and len(set(senses)) > 1))):
                    yield (after if right else after.mirrored).normal


def _up_to(line: str, locomotive: str) -> str:
    return line[: line.index(locomotive) + 1]


def _from(line: str, locomotive: str) -> str:
    return line[line.index(locomotive) :]


def turnings(senses: tuple[bool, ...]) -> Iterator[tuple[bool, ...]]:
    """Yield the senses after one locomotive has reversed."""
    for seat in range(len(senses)):
        yield (*senses[:seat], not senses[seat], *senses[seat + 1 :])


def _path(parent: dict[State, State | None], last: State) -> tuple[LoopOrders, ...]:
    path: list[LoopOrders] = []
    current: State | None = last
    while current is not None:
        path.append(current[0])
        current = parent[current]
    return tuple(path[::-1])
