"""Estimates for boards too large for tables of a locomotive and a car (`car_estimates.py`): how often a piece must reverse.

A piece alone on the empty board needs one move for each stretch of track on which it runs one way. That number is worked out
from each goal over all spaces at once, with the joins of every setting of the turntables; it takes time and memory in proportion
to the spaces. Where the locomotive is that makes the moves does not count.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import Goal
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import slots_of
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import States
from shunt.track.plan import End, joins_of_all_settings

FAR = 40  # the count of a piece that cannot reach its goal alone
Ahead = list[list[int]]


@dataclass(frozen=True)
class Reversals:
    """Estimates for one goal: `moves` (V, 2N) of a piece in each slot (2 · space + heading) to each of V wanted places, and the
    `seats` that may fill the place."""

    codec: Codec
    moves: NDArray[np.int64]
    seats: tuple[tuple[int, ...], ...]

    @classmethod
    def for_goal(cls, codec: Codec, goal: Goal) -> Reversals:
        """Work out the moves to every place that the goal names."""
        wants = GoalSet.of(codec, goal).wants
        ways = both_ways(codec.rules)
        found = []
        for seats, slots in wants:
            headed = _has_heading(codec, seats[0])
            found.append(moves_to(codec.rules, ways, slots if headed else [2 * slot + end for slot in slots for end in (0, 1)]))
        return cls(codec, np.array(found, np.int64).reshape(len(found), -1), tuple(seats for seats, _ in wants))

    def of(self, states: States) -> NDArray[np.int64]:
        """Return the estimate of each state."""
        total = np.zeros(len(states), np.int64)
        for moves, seats in zip(self.moves, self.seats, strict=True):
            best = np.full(len(states), FAR, np.int64)
            for seat in seats:
                slots = slots_of(states, self.codec.shift[seat], self.codec.width[seat])
                near = moves if _has_heading(self.codec, seat) else moves.reshape(-1, 2).min(axis=1)
                np.minimum(best, near[slots], out=best)
            total += best
        return total


def _has_heading(codec: Codec, seat: int) -> bool:
    return codec.rules.has_headings and seat < len(codec.rules.roster.locomotives)


def both_ways(rules: Switcher) -> tuple[Ahead, Ahead]:
    """Return the slots one space ahead of each slot, and those one space behind it."""
    plan = rules.plan
    number = {space: index for index, space in enumerate(plan.spaces)}
    joins = joins_of_all_settings(plan)
    ahead: Ahead = [[] for _ in range(2 * len(plan.spaces))]
    for end, entered in joins.items():
        if end.space not in rules.broken:
            ahead[2 * number[end.space] + end.end] = sorted(_slots(number, rules, entered))
    behind: Ahead = [[] for _ in ahead]
    for slot, others_ahead in enumerate(ahead):
        for other in others_ahead:
            behind[other].append(slot)
    return ahead, behind


def _slots(number: dict[str, int], rules: Switcher, entered: Iterable[End]) -> Iterable[int]:
    return (2 * number[end.space] + 1 - end.end for end in entered if end.space not in rules.broken)


def moves_to(rules: Switcher, ways: tuple[Ahead, Ahead], goals: Iterable[int]) -> list[int]:
    """Return the moves of a lone piece from every slot to the nearest of `goals`; `FAR` where it cannot get there."""
    may_stop = [space not in rules.plan.no_stop for space in rules.plan.spaces for _ in (0, 1)]
    moves = [FAR] * len(may_stop)
    passed = [[False] * len(may_stop), [False] * len(may_stop)]
    level = list(goals)
    for slot in level:
        moves[slot] = 0
    made = 0
    while level and made < FAR - 1:
        made += 1
        following: list[int] = []
        for way, done in zip(ways, passed, strict=True):
            todo = deque(level)
            while todo:
                for slot in way[todo.popleft()]:
                    if not done[slot]:
                        done[slot] = True
                        todo.append(slot)
                        if may_stop[slot] and moves[slot] == FAR:
                            moves[slot] = made
                            following.append(slot)
        level = following
    return moves
