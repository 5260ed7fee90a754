"""Readings of puzzles with a loop that the published texts leave open, searched by the orders of the pieces alone."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from shunt.classics.passing.line import Fewest
from shunt.classics.passing.loop import LoopLine, LoopOrders, State, turnings
from shunt.track.graphs import path_to


@dataclass(frozen=True)
class LoopReading(LoopLine):
    """A line with a loop; `carried`: a locomotive that another one moves is reversed by that as well."""

    carried: bool = False

    def may_move(self, moved: str, senses: tuple[bool, ...]) -> bool:
        """Return whether these pieces may move together."""
        both = len(self.locomotives) > 1 and set(self.locomotives) <= set(moved)
        return super().may_move(moved, senses) and not (both and self.carried and len(set(senses)) > 1)

    def fewest(self, start: LoopOrders, goal: LoopOrders, most: int | None = None) -> Fewest:
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
                    return Fewest(count, len(parent), tuple(orders for orders, _ in path_to(parent, current)))
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
        return Fewest(None, len(parent), ())

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
