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
from shunt.search.core.arrays import BATCH, Slots, blocks, slots_of, sorted_once, with_slots
from shunt.search.trains.codec import Codec
from shunt.search.trains.successors import States
from shunt.track.turntable import after_move


@dataclass(frozen=True)
class GoalSet:
    """The states that meet a goal.

    `wants`: for every named place the seats that may fill it (one seat, or those of a group), and the slots that do.
    """

    codec: Codec
    wants: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    settings: tuple[int, ...]

    @classmethod
    def of(cls, codec: Codec, goal: Goal, start_setting: int = 0) -> GoalSet:
        """Return the goal in packed form; only turntable positions that moves reach from `start_setting` count."""
        roster, rules = codec.rules.roster, codec.rules
        wants = []
        for name, space in goal.places.items():
            group = next((group for group in roster.interchangeable if name in group), (name,))
            seats = tuple(sorted(roster.pieces.index(member) for member in group))
            number = rules.plan.spaces.index(space)
            headed = rules.has_headings and name in roster.locomotives
            headings = (goal.headings[name],) if name in goal.headings else (0, 1)
            wants.append((seats, tuple(2 * number + heading for heading in headings) if headed else (number,)))
        return cls(codec, tuple(wants), _reachable_settings(codec, start_setting))

    def met_by(self, states: States) -> NDArray[np.bool_]:
        """Which of `states` meet the goal."""
        if len(states) > BATCH:
            return np.concatenate([self.met_by(part) for part in blocks(states)])
        met = np.ones(len(states), np.bool_)
        for seats, slots in self.wants:
            matches = np.zeros(len(states), np.bool_)
            for seat in seats:
                slot = self._slots_of(states, seat)
                for wanted in slots:
                    matches |= slot == wanted
            met &= matches
        return met

    @property
    def most(self) -> int:
        """Return an upper bound on how many states meet the goal, quick to work out; decides whether they may be listed."""
        rules = self.codec.rules
        named = prod(len(slots) for _, slots in self.wants)
        free = len(rules.roster.pieces) - len(self.wants)
        spaces = len(rules.plan.spaces) - len(rules.broken) - len(self.wants)
        headed = len(rules.roster.locomotives) if rules.has_headings else 0
        headed -= sum(1 for seats, _ in self.wants if seats[0] < headed)
        count = prod(range(max(0, spaces - free) + 1, spaces + 1)) * 2**headed * named * len(self.settings)
        for group in rules.roster.interchangeable:
            loose = len(group) - sum(1 for seats, _ in self.wants if rules.roster.pieces.index(group[0]) in seats)
            count //= prod(range(1, loose + 1))
        return int(count)

    def states(self) -> States:
        """Return every state that meets the goal, sorted."""
        states, placed = self.codec.states([0]), list[int]()
        for seat, options in self._choices():
            slots, states = np.tile(options, len(states)), np.repeat(states, len(options), axis=0)
            fine = self._may_stand(states, slots, seat, placed)
            if (other := self._loose_before(seat, placed)) is not None:  # members of a group in one order, not in all
                fine &= slots > self._slots_of(states, other)
            states = with_slots(states[fine], self.codec.shift[seat], self.codec.width[seat], slots[fine])
            placed.append(seat)
        states = self._canonical(states)
        place = self.codec.setting_shift, self.codec.setting_width
        return sorted_once(np.concatenate([with_slots(states, *place, setting) for setting in self.settings]))

    def _choices(self) -> Iterator[tuple[int, Slots]]:
        """Yield every seat with the slots that it may have, the named ones first, as they prune most."""
        named = dict(zip(self._seats(), (slots for _, slots in self.wants), strict=True))
        yield from ((seat, np.array(slots, np.int64)) for seat, slots in named.items())
        yield from ((seat, self._free_slots(seat)) for seat in range(len(self.codec.shift)) if seat not in named)

    def _loose_before(self, seat: int, placed: list[int]) -> int | None:
        """Return the seat placed last that is free within its group, if `seat` is of that group and free too."""
        pieces = self.codec.rules.roster.pieces
        named = set(self._seats())
        for group in self.codec.rules.roster.interchangeable:
            if pieces[seat] in group and seat not in named:
                return max((other for other in placed if pieces[other] in group and other not in named), default=None)
        return None

    def _canonical(self, states: States) -> States:
        """Return the states with the members of every group in rising order of slot."""
        for group in self.codec.rules.roster.interchangeable:
            seats = sorted(self.codec.rules.roster.pieces.index(name) for name in group)
            ordered = np.sort(np.stack([self._slots_of(states, seat) for seat in seats]), axis=0)
            for seat, slots in zip(seats, ordered, strict=True):
                states = with_slots(states, self.codec.shift[seat], self.codec.width[seat], slots)
        return states

    def _seats(self) -> Iterator[int]:
        """Yield a seat for every wanted place: within a group the first that is not taken."""
        taken: set[int] = set()
        for seats, _ in self.wants:
            seat = next(seat for seat in seats if seat not in taken)
            taken.add(seat)
            yield seat

    def _slots_of(self, states: States, seat: int) -> Slots:
        return slots_of(states, self.codec.shift[seat], self.codec.width[seat])

    def _spaces_of(self, seat: int, slots: Slots) -> Slots:
        return slots >> 1 if self._headed(seat) else slots

    def _headed(self, seat: int) -> bool:
        return self.codec.rules.has_headings and seat < len(self.codec.rules.roster.locomotives)

    def _free_slots(self, seat: int) -> Slots:
        """Return every slot in which a piece may stand."""
        rules = self.codec.rules
        legal = [n for n, s in enumerate(rules.plan.spaces) if s not in rules.broken and s not in rules.plan.no_stop]
        return np.array([2 * n + e for n in legal for e in (0, 1)] if self._headed(seat) else legal, np.int64)

    def _may_stand(self, states: States, slots: Slots, seat: int, placed: list[int]) -> NDArray[np.bool_]:
        """Return where `slots` put the piece of `seat` neither on a taken space nor on one that a taken space excludes."""
        plan = self.codec.rules.plan
        clashes = [
            (plan.spaces.index(a), plan.spaces.index(b)) for group in plan.exclusive for a in group for b in group if a != b
        ]
        own = self._spaces_of(seat, slots)
        fine = np.ones(len(states), np.bool_)
        for other_seat in placed:
            other = self._spaces_of(other_seat, self._slots_of(states, other_seat))
            fine &= own != other
            for a, b in clashes:
                fine &= (own != a) | (other != b)
        return fine


def _reachable_settings(codec: Codec, start: int) -> tuple[int, ...]:
    """Return the settings that any number of moves leads to."""
    rules: Switcher = codec.rules
    tables = rules.plan.turntables
    manual = [index for index, table in enumerate(tables) if table.rotation == "manual"]
    seen, todo = {start}, [start]
    while todo:
        positions = codec.settings.positions[todo.pop()]
        for by_hand in (None, *manual):
            setting = codec.settings.number[after_move(tables, positions, by_hand)]
            if setting not in seen:
                seen.add(setting)
                todo.append(setting)
    return tuple(sorted(seen))
