"""Goals as packed states: a test for one state, and the whole set where that is not too large.

A goal that leaves pieces, headings or turntables free is met by many states; a search from the goal begins at all of them. So is
one whose errands may be done on several spaces, or by several pieces. Which states meet it follows from Hall's theorem: errands
can be given to different pieces if, for every set of them, at least as many pieces are where they do one of the set. Errands that
no piece and space have in common need no set in common, so there is one condition for each, unless places overlap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, islice, product
from math import comb, perm, prod

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import Goal
from shunt.search.core.arrays import BATCH, Slots, States, blocks, sorted_once, with_slots
from shunt.search.trains.codec import Codec, legal_spaces
from shunt.track.turntable import reachable_settings

SeatsAndSlots = tuple[tuple[int, ...], tuple[int, ...]]
Given = dict[tuple[int, tuple[int, ...]], list[int]]
"""Who ends where: (number of a group, slots) → the seats of the group that end in these slots."""

Condition = tuple[int, dict[int, frozenset[int]]]
"""How many pieces must be in slots that count, and which of each seat's slots do."""


@dataclass(frozen=True)
class GoalSet:
    """The states that meet a goal.

    `wants`: for every errand the seats that may do it (one seat, or those of a group or several), and the slots in which it is
    done.
    """

    codec: Codec
    wants: tuple[SeatsAndSlots, ...]
    settings: tuple[int, ...]

    @classmethod
    def of(cls, codec: Codec, goal: Goal, start_setting: int = 0) -> GoalSet:
        """Return the goal in packed form; only turntable positions that moves reach from `start_setting` count."""
        roster, rules = codec.rules.roster, codec.rules
        closed = rules.access.wholly | rules.plan.no_stop
        wants = []
        for pieces, spaces, heading in goal.errands(roster):
            seats = tuple(sorted(roster.pieces.index(name) for name in pieces))
            numbers = [rules.plan.spaces.index(space) for space in spaces if len(spaces) == 1 or space not in closed]
            headed = rules.has_headings and pieces[0] in roster.locomotives
            headings = (0, 1) if heading is None else (heading,)
            slots = tuple(2 * number + end for number in numbers for end in headings) if headed else tuple(numbers)
            wants.append((seats, slots))
        settings = reachable_settings(rules.plan.turntables, codec.settings.positions[start_setting])
        return cls(codec, tuple(wants), tuple(sorted(codec.settings.number[setting] for setting in settings)))

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions that hold in exactly the states that meet the goal."""
        counts, found = Counter(self.wants), list[Condition]()
        for together in _overlapping(list(counts)):
            for chosen in chain.from_iterable(combinations(together, size) for size in range(1, len(together) + 1)):
                seats = sorted({seat for seats, _ in chosen for seat in seats})
                slots = {seat: frozenset(slot for seats, own in chosen if seat in seats for slot in own) for seat in seats}
                found.append((sum(counts[want] for want in chosen), slots))
        return tuple(found)

    def met_by(self, states: States) -> NDArray[np.bool_]:
        """Return which of `states` meet the goal."""
        if len(states) > BATCH:
            return np.concatenate([self.met_by(part) for part in blocks(states)])
        met = np.ones(len(states), np.bool_)
        for needed, slots in self.conditions:
            done = np.zeros(len(states), np.int64)
            for seat, counting in slots.items():
                counts = np.zeros(1 << self.codec.width[seat], np.bool_)
                counts[list(counting)] = True
                done += counts[self.codec.slots(states, seat)]
            met &= done >= needed
        return met

    @property
    def most(self) -> int:
        """Return an upper bound on how many states meet the goal, quick to work out; decides whether they may be listed."""
        rules = self.codec.rules
        spaces = len(rules.plan.spaces) - len(rules.access.wholly) - len(self.wants)
        free = len(rules.roster.pieces) - len(self.wants)
        total = 0
        for given in self._given():
            count = len(self.settings) * perm(max(0, spaces), free) if free <= spaces else 0
            for (_, slots), seats in given.items():
                count *= comb(len(slots), len(seats))
            named = {seat for seats in given.values() for seat in seats}
            for group in self._groups:
                loose = [seat for seat in group if seat not in named]
                count *= 2 ** len(loose) if self.codec.has_heading(group[0]) else 1
                count //= prod(range(1, len(loose) + 1))
            total += count
        return total

    def states(self) -> States:
        """Return every state that meets the goal, sorted."""
        found = [self.codec.states([])]
        for given in self._given():
            states, placed = self.codec.states([0]), list[int]()
            for seat, options, before in self._choices(given):
                slots, states = np.tile(options, len(states)), np.repeat(states, len(options), axis=0)
                fine = self._may_stand(states, slots, seat, placed)
                if before is not None:  # members of a group in one order, not in all
                    fine &= slots > self.codec.slots(states, before)
                states = with_slots(states[fine], self.codec.shift[seat], self.codec.width[seat], slots[fine])
                placed.append(seat)
            found.append(self._canonical(states))
        place = self.codec.setting_shift, self.codec.setting_width
        states = np.concatenate(found)
        return sorted_once(np.concatenate([with_slots(states, *place, setting) for setting in self.settings]))

    def _given(self) -> Iterator[Given]:
        """Yield every way to give the errands to pieces."""
        shares = []
        for (seats, slots), count in Counter(self.wants).items():
            numbers = [number for number, group in enumerate(self._groups) if group[0] in seats]
            shares.append([[(number, slots, own) for number, own in share] for share in _shares(numbers, count)])
        for chosen in product(*shares):
            free, given = [iter(group) for group in self._groups], Given()
            for number, slots, own in chain.from_iterable(chosen):
                given.setdefault((number, slots), []).extend(islice(free[number], own))
            if sum(map(len, given.values())) == len(self.wants):
                yield {key: seats for key, seats in given.items() if seats}

    @cached_property
    def _groups(self) -> list[list[int]]:
        """The seats of every interchangeable group, and of every other piece alone."""
        roster = self.codec.rules.roster
        alike = {name: group for group in roster.interchangeable for name in group}
        groups = dict.fromkeys(tuple(sorted(map(roster.pieces.index, alike.get(name, (name,))))) for name in roster.pieces)
        return [list(group) for group in groups]

    def _choices(self, given: Given) -> Iterator[tuple[int, Slots, int | None]]:
        """Yield every seat with the slots that it may have, and the seat before it that is like it in both; the named ones first,
        as they prune most."""
        for (_, slots), seats in given.items():
            for before, seat in zip([None, *seats], seats, strict=False):
                yield seat, self._open_to(seat, np.array(slots, np.int64)), before
        named = {seat for seats in given.values() for seat in seats}
        for group in self._groups:
            loose = [seat for seat in group if seat not in named]
            for before, seat in zip([None, *loose], loose, strict=False):
                yield seat, self._free_slots(seat), before

    def _canonical(self, states: States) -> States:
        """Return the states with the members of every group in rising order of slot."""
        for group in self.codec.rules.roster.interchangeable:
            seats = sorted(self.codec.rules.roster.pieces.index(name) for name in group)
            ordered = np.sort(np.stack([self.codec.slots(states, seat) for seat in seats]), axis=0)
            for seat, slots in zip(seats, ordered, strict=True):
                states = with_slots(states, self.codec.shift[seat], self.codec.width[seat], slots)
        return states

    def _free_slots(self, seat: int) -> Slots:
        """Return every slot in which a piece may stand."""
        legal = legal_spaces(self.codec.rules)
        slots = [2 * space + end for space in legal for end in (0, 1)] if self.codec.has_heading(seat) else legal
        return self._open_to(seat, np.array(slots, np.int64))

    def _open_to(self, seat: int, slots: Slots) -> Slots:
        """Return those of `slots` on spaces that are not closed to the piece of `seat`."""
        access, spaces = self.codec.rules.access, self.codec.rules.plan.spaces
        if not access.partly:
            return slots
        piece = access.roster.pieces[seat]
        return slots[[access.may_be(piece, spaces[slot >> self.codec.has_heading(seat)]) for slot in slots]]

    def _may_stand(self, states: States, slots: Slots, seat: int, placed: list[int]) -> NDArray[np.bool_]:
        """Return where `slots` put the piece of `seat` neither on a taken space nor on one that a taken space excludes."""
        plan = self.codec.rules.plan
        clashes = [
            (plan.spaces.index(a), plan.spaces.index(b)) for group in plan.exclusive for a in group for b in group if a != b
        ]
        own = slots >> self.codec.has_heading(seat)
        fine = np.ones(len(states), np.bool_)
        for other_seat in placed:
            other = self.codec.spaces(states, other_seat)
            fine &= own != other
            for a, b in clashes:
                fine &= (own != a) | (other != b)
        return fine


def _shares(numbers: list[int], count: int) -> Iterator[list[tuple[int, int]]]:
    """Yield every way to divide `count` among some groups, as pairs of a group and its share."""
    for bars in combinations(range(count + len(numbers) - 1), len(numbers) - 1):
        edges = [-1, *bars, count + len(numbers) - 1]
        yield [(number, after - before - 1) for number, before, after in zip(numbers, edges, edges[1:], strict=False)]


def _overlapping(wants: list[SeatsAndSlots]) -> list[list[SeatsAndSlots]]:
    """Return the wants in sets such that those of different sets have no seat and slot in common."""
    sets: list[list[SeatsAndSlots]] = []
    for want in wants:
        near = [one for one in sets if any(set(want[0]) & set(seats) and set(want[1]) & set(slots) for seats, slots in one)]
        sets = [one for one in sets if one not in near] + [[*chain.from_iterable(near), want]]
    return sets
