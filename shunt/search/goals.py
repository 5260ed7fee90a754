"""Goals as packed states: a test for one state, and the whole set where that is not too large.

A goal that leaves pieces, headings or turntables free is met by many states; a search from the goal begins at all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import Goal
from shunt.rules.switcher import Switcher
from shunt.search.codec import Codec
from shunt.search.states import States
from shunt.track.turntable import after_move

Slots = NDArray[np.int64]


@dataclass(frozen=True)
class GoalSet:
    """The states that meet a goal.

    `wants`: for every named place the seats that may fill it (one seat, or those of a group), and the slots that do.
    """

    codec: Codec
    wants: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    phases: tuple[int, ...]

    @classmethod
    def of(cls, codec: Codec, goal: Goal, start_phase: int = 0) -> GoalSet:
        """The goal in packed form; only turntable positions that moves reach from `start_phase` count."""
        roster, rules = codec.rules.roster, codec.rules
        wants = []
        for name, space in goal.places.items():
            group = next((group for group in roster.interchangeable if name in group), (name,))
            seats = tuple(sorted(roster.pieces.index(member) for member in group))
            number = rules.plan.spaces.index(space)
            headed = rules.has_headings and name in roster.locomotives
            headings = (goal.headings[name],) if name in goal.headings else (0, 1)
            wants.append((seats, tuple(2 * number + heading for heading in headings) if headed else (number,)))
        return cls(codec, tuple(wants), _reachable_phases(codec, start_phase))

    def met_by(self, states: States) -> NDArray[np.bool_]:
        """Which of `states` meet the goal."""
        met = np.ones(len(states), np.bool_)
        for seats, slots in self.wants:
            here = np.zeros(len(states), np.bool_)
            for seat in seats:
                slot = states >> self.codec.shift[seat] & (1 << self.codec.width[seat]) - 1
                for wanted in slots:
                    here |= slot == wanted
            met &= here
        return met

    @property
    def most(self) -> int:
        """No fewer states than meet the goal: a quick bound that decides whether they may be listed."""
        rules = self.codec.rules
        named = prod(len(slots) for _, slots in self.wants)
        free = len(rules.roster.pieces) - len(self.wants)
        spaces = len(rules.plan.spaces) - len(rules.broken) - len(self.wants)
        headed = len(rules.roster.locomotives) if rules.has_headings else 0
        headed -= sum(1 for seats, _ in self.wants if seats[0] < headed)
        ways = prod(range(max(0, spaces - free) + 1, spaces + 1)) * 2**headed * named * len(self.phases)
        for group in rules.roster.interchangeable:
            loose = len(group) - sum(1 for seats, _ in self.wants if rules.roster.pieces.index(group[0]) in seats)
            ways //= prod(range(1, loose + 1))
        return int(ways)

    def states(self) -> States:
        """Every state that meets the goal, sorted."""
        slots = self._placed()
        states = np.zeros(len(slots), np.int64)
        for seat, shift in enumerate(self.codec.shift):
            states |= slots[:, seat] << shift
        return np.unique(np.concatenate([states | phase << self.codec.phase_shift for phase in self.phases]))

    def _placed(self) -> Slots:
        """Slots of every piece, a row for each way to fill them; members of a group in rising order."""
        rules = self.codec.rules
        pieces = len(rules.roster.pieces)
        choices: list[Slots | None] = [None] * pieces
        for (seats, slots), seat in zip(self.wants, self._seats(), strict=True):
            assert seat in seats
            choices[seat] = np.array(slots, np.int64)
        rows = np.zeros((1, 0), np.int64)
        order = sorted(range(pieces), key=lambda seat: choices[seat] is None)  # the named ones first: they prune most
        placed: list[int] = []
        for seat in order:
            named = choices[seat]
            options = self._free_slots(seat) if named is None else named
            rows = np.hstack([np.repeat(rows, len(options), axis=0), np.tile(options, len(rows))[:, None]])
            rows = rows[self._may_stand(rows, [*placed, seat])]
            placed.append(seat)
        rows = rows[:, np.argsort(order)]
        for group in rules.roster.interchangeable:
            columns = sorted(rules.roster.pieces.index(name) for name in group)
            rows[:, columns] = np.sort(rows[:, columns], axis=1)
        return np.unique(rows, axis=0)

    def _seats(self) -> Iterator[int]:
        """A seat for every wanted place: within a group the first that is not taken."""
        taken: set[int] = set()
        for seats, _ in self.wants:
            seat = next(seat for seat in seats if seat not in taken)
            taken.add(seat)
            yield seat

    def _spaces_of(self, seat: int, slots: Slots) -> Slots:
        return slots >> 1 if self._headed(seat) else slots

    def _headed(self, seat: int) -> bool:
        return self.codec.rules.has_headings and seat < len(self.codec.rules.roster.locomotives)

    def _free_slots(self, seat: int) -> Slots:
        """Every slot in which a piece may stand."""
        rules = self.codec.rules
        legal = [n for n, s in enumerate(rules.plan.spaces) if s not in rules.broken and s not in rules.plan.no_stop]
        return np.array([2 * n + e for n in legal for e in (0, 1)] if self._headed(seat) else legal, np.int64)

    def _may_stand(self, rows: Slots, seats: list[int]) -> NDArray[np.bool_]:
        """Which rows put the last piece neither on a taken space nor on one that a taken space excludes."""
        count = len(self.codec.rules.plan.spaces)
        clash = np.eye(count, dtype=np.bool_)
        spaces = self.codec.rules.plan.spaces
        for a, space in enumerate(spaces):
            for other in self.codec.rules.plan.partners(space):
                clash[a, spaces.index(other)] = True
        last = self._spaces_of(seats[-1], rows[:, -1])
        fine = np.ones(len(rows), np.bool_)
        for column, seat in enumerate(seats[:-1]):
            fine &= ~clash[last, self._spaces_of(seat, rows[:, column])]
        return fine


def _reachable_phases(codec: Codec, start: int) -> tuple[int, ...]:
    """The phases that any number of moves leads to."""
    rules: Switcher = codec.rules
    tables = rules.plan.turntables
    manual = [index for index, table in enumerate(tables) if table.rotation == "manual"]
    seen, todo = {start}, [start]
    while todo:
        positions = codec.phases.positions[todo.pop()]
        for by_hand in (None, *manual):
            phase = codec.phases.number[after_move(tables, positions, by_hand)]
            if phase not in seen:
                seen.add(phase)
                todo.append(phase)
    return tuple(sorted(seen))
