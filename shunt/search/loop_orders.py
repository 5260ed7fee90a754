"""A train that one locomotive works past another one by way of a loop: the fewest reversals, whatever the length of the line.

Loyd's Switch problem is of this kind. As in `line_orders.py` a state is the order of the pieces only: those left and right of
the loop, each from it outwards, and those on the two roads, of `room` places each, from left to right. The two roads are alike
and exchanged at will. While the locomotive goes one way, pieces pass from line to road and from road to line one by one; each
passage is allowed wherever some gaps between the pieces allow it, so the count is a lower bound for all lengths and gaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


class LoopOrders(NamedTuple):
    """Left of the loop (from it outwards), both roads (left to right, the lesser first), right of it (from it outwards)."""

    left: str
    road: str
    other: str
    right: str

    @property
    def normal(self) -> LoopOrders:
        """The same with the roads in order."""
        return self if self.road <= self.other else self._replace(road=self.other, other=self.road)

    @property
    def mirrored(self) -> LoopOrders:
        """The same seen from the other side of the line."""
        return LoopOrders(self.right, self.road[::-1], self.other[::-1], self.left)


@dataclass(frozen=True)
class FewestByLoop:
    """The fewest reversals; None if the goal cannot be reached. `path`: the orders from start to goal."""

    count: int | None
    states: int
    path: tuple[LoopOrders, ...]


@dataclass(frozen=True)
class LoopLine:
    """A line with a loop; the `locomotive` couples at both ends, everything else goes as it is moved."""

    locomotive: str
    room: int

    def rightwards(self, orders: LoopOrders) -> Iterator[LoopOrders]:
        """The orders after one more piece has passed, while the locomotive goes to the right."""
        for road, other in ((orders.road, orders.other), (orders.other, orders.road)):
            yield from self._onto(orders.left, road, other, orders.right)
            # Off the road: drawn by the locomotive beyond it, or pushed by the one on it, or the locomotive itself.
            if road and self.locomotive in road + orders.right:
                yield LoopOrders(orders.left, road[:-1], other, road[-1] + orders.right)

    def _onto(self, left: str, road: str, other: str, right: str) -> Iterator[LoopOrders]:
        """Onto the road: pushed by the locomotive behind, or drawn by the one ahead."""
        if not left:
            return
        if len(road) < self.room:
            if self.locomotive in left + road:
                yield LoopOrders(left[1:], left[0] + road, other, right)
        elif self.locomotive in left + road + right:  # a train from line to line fills the road: one comes, one goes
            yield LoopOrders(left[1:], left[0] + road[:-1], other, road[-1] + right)

    def fewest(self, start: LoopOrders, goal: LoopOrders) -> FewestByLoop:
        """Search level by level: everything within one run, then a reversal."""
        goal = goal.normal
        level = [(start.normal, True), (start.normal, False)]
        parent: dict[tuple[LoopOrders, bool], tuple[LoopOrders, bool] | None] = dict.fromkeys(level)
        count = 0
        while level:
            for here in level:  # grows while it is read
                if here[0] == goal:
                    return FewestByLoop(count, len(parent), _path(parent, here))
                for after in self._passages(*here):
                    if (after, here[1]) not in parent:
                        parent[after, here[1]] = here
                        level.append((after, here[1]))
            turned = [((orders, not right), (orders, right)) for orders, right in level]
            level = [after for after, _ in turned if after not in parent]
            parent |= {after: before for after, before in turned if after not in parent}
            count += 1
        return FewestByLoop(None, len(parent), ())

    def _passages(self, orders: LoopOrders, right: bool) -> Iterator[LoopOrders]:
        for after in self.rightwards(orders if right else orders.mirrored):
            yield (after if right else after.mirrored).normal


def _path(
    parent: dict[tuple[LoopOrders, bool], tuple[LoopOrders, bool] | None], last: tuple[LoopOrders, bool]
) -> tuple[LoopOrders, ...]:
    path: list[LoopOrders] = []
    here: tuple[LoopOrders, bool] | None = last
    while here is not None:
        path.append(here[0])
        here = parent[here]
    return tuple(path[::-1])
