"""Goals as packed states: a test for one state, and the whole set if it is not too large.

A goal that leaves pieces, headings or turntables free is met by many states, and a search from the goal begins at all of them.
The same is true if errands may be done on several spaces or by several pieces. The states that meet a goal are determined by
Hall's theorem: errands can be given to different pieces if, for every set of errands, at least as many pieces are where they do
one of the set. Errands that have no piece and space in common can be treated separately, so there is one condition for each
errand, unless places overlap.

A goal with trains is met if one of its readings for the turntable setting is met. Readings are goals without trains
(`rules/goal.py`). Only the parts that all readings share are conditions. A state that meets the conditions is looked up in a
table of the rows where each train may be. If that does not decide (any piece, or pieces that are alike), the rules are asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, combinations_with_replacement, islice, product
from math import comb, factorial, perm, prod

import numpy as np

from shunt.cards.card import Goal
from shunt.rules.train_rows import ANY, Row, WantedTrain
from shunt.search.core.arrays import BATCH, Mask, Slots, States, blocks, keys_of, numbers_of, sorted_once, with_slots
from shunt.search.trains.codec import Codec
from shunt.track.turntable import reachable_settings

MOST_COUNTED = 500
"""The maximum number of readings of a goal with trains whose states are counted one by one."""

SeatsAndSlots = tuple[tuple[int, ...], tuple[int, ...]]
Given = dict[tuple[int, tuple[int, ...] | None], list[int]]
"""A choice of pieces: (number of a group, slots) → the seats of the group that end in these slots, or anywhere for None."""

Condition = tuple[int, dict[int, frozenset[int]]]
"""The number of pieces that must be in slots that count, and the slots of each seat that do."""


@dataclass(frozen=True)
class GoalSet:
    """The states that meet a goal.

    `wants`: for every errand, the seats that may do it (one seat, or those of one or more groups), and the slots in which it is
    done.
    """

    codec: Codec
    wants: tuple[SeatsAndSlots, ...]
    settings: tuple[int, ...]
    trains: TrainRows | None = None

    @classmethod
    def of(cls, codec: Codec, goal: Goal, turntables: tuple[int, ...] = ()) -> GoalSet:
        """Return the goal in packed form. Only positions that moves reach from these of the `turntables` are used (by
        default, the first of each)."""
        reachable = reachable_settings(codec.rules.plan.turntables, turntables or codec.settings.positions[0])
        settings = tuple(sorted(codec.settings.number[setting] for setting in reachable))
        wants = _wants(codec, goal)
        trains = TrainRows(codec, goal, settings) if goal.trains else None
        return cls(codec, wants + (trains.wants if trains else ()), settings, trains)

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions that together are equivalent to meeting the goal."""
        counts, found = Counter(self.wants), list[Condition]()
        for together in _overlapping(list(counts)):
            for chosen in chain.from_iterable(combinations(together, size) for size in range(1, len(together) + 1)):
                seats = sorted({seat for seats, _ in chosen for seat in seats})
                slots = {seat: frozenset(slot for seats, own in chosen if seat in seats for slot in own) for seat in seats}
                found.append((sum(counts[want] for want in chosen), slots))
        return tuple(found)

    def met_by(self, states: States) -> Mask:
        """Return a mask of those of `states` that meet the goal."""
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
        return met if self.trains is None else self.trains.met_by(states, met)

    @property
    def most(self) -> int:
        """Return an upper bound on the number of states that meet the goal. It is fast to compute, and decides whether they may
        be listed."""
        if self.trains is not None:
            return self.trains.most
        rules = self.codec.rules
        spaces = len(rules.plan.spaces) - len(rules.access.wholly) - len(self.wants)
        free = len(rules.roster.pieces) - len(self.wants)
        total = 0
        for given in self._given():
            count = len(self.settings) * perm(max(0, spaces), free) if free <= spaces else 0
            for (_, slots), seats in given.items():
                if slots is not None:
                    count *= comb(len(slots), len(seats))
                else:
                    count = count * (1 + self.codec.has_heading(seats[0])) ** len(seats) // factorial(len(seats))
            total += count
        return total

    def states(self) -> States:
        """Return every state that meets the goal, sorted."""
        if self.trains is not None:
            parts = [GoalSet.of_reading(self.codec, *reading).states() for reading in self.trains.readings()]
            return sorted_once(np.concatenate([self.codec.states([]), *parts]))
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

    @classmethod
    def of_reading(cls, codec: Codec, goal: Goal, setting: int) -> GoalSet:
        """Return a goal without trains that must be met in one setting."""
        return cls(codec, _wants(codec, goal), (setting,))

    def _given(self) -> Iterator[Given]:
        """Yield every assignment of the errands to pieces. Named seats come first, because they prune most."""
        shares, groups = [], self.codec.rules.roster.seats
        for (seats, slots), count in Counter(self.wants).items():
            numbers = [number for number, group in enumerate(groups) if group[0] in seats]
            shares.append([[(number, slots) for number in share] for share in combinations_with_replacement(numbers, count)])
        for chosen in product(*shares):
            free, given = [iter(group) for group in groups], Given()
            for number, slots in chain.from_iterable(chosen):
                given.setdefault((number, slots), []).extend(islice(free[number], 1))
            if sum(map(len, given.values())) == len(self.wants):
                given |= {(number, None): loose for number, rest in enumerate(free) if (loose := list(rest))}
                yield given

    def _choices(self, given: Given) -> Iterator[tuple[int, Slots, int | None]]:
        """Yield every seat with its possible slots, and the previous seat if it has the same kind of piece and the same slots."""
        access, spaces = self.codec.rules.access, self.codec.rules.plan.spaces
        for (_, slots), seats in given.items():
            for before, seat in zip([None, *seats], seats, strict=False):
                piece, is_long = access.roster.pieces[seat], self.codec.has_heading(seat)
                if slots is None:
                    options = self.codec.slots_on(seat, access.stops(piece))
                else:
                    options = tuple(slot for slot in slots if access.may_be(piece, spaces[slot >> is_long]))
                yield seat, np.array(options, np.int64), before

    def _canonical(self, states: States) -> States:
        """Return the states with the members of every group in rising order of slot."""
        for seats in self.codec.rules.roster.seats_alike:
            ordered = np.sort(np.stack([self.codec.slots(states, seat) for seat in seats]), axis=0)
            for seat, slots in zip(seats, ordered, strict=True):
                states = with_slots(states, self.codec.shift[seat], self.codec.width[seat], slots)
        return states

    def _may_stand(self, states: States, slots: Slots, seat: int, placed: list[int]) -> Mask:
        """Return a mask of `slots` that put the piece of `seat` neither on an occupied space nor on one that an occupied space
        excludes."""
        plan = self.codec.rules.plan
        clashes = [(plan.numbers[a], plan.numbers[b]) for group in plan.exclusive for a in group for b in group if a != b]
        own = slots >> self.codec.has_heading(seat)
        fine = np.ones(len(states), np.bool_)
        for other_seat in placed:
            other = self.codec.spaces(states, other_seat)
            fine &= own != other
            for a, b in clashes:
                fine &= (own != a) | (other != b)
        return fine


@dataclass(frozen=True)
class TrainRows:
    """The trains of a goal, and the rows where each may be in each of the `settings`."""

    codec: Codec
    goal: Goal
    settings: tuple[int, ...]

    def rows(self, train: WantedTrain, setting: int) -> list[Row]:
        """Return the rows where a train may be in a setting, without those that put a piece on a space that is closed to it."""
        rules = self.codec.rules
        return [
            row
            for row in train.rows(rules.plan, self.codec.settings.positions[setting])
            if rules.access.wholly.isdisjoint(row)
            and all(
                name not in self._single or rules.access.may_be(name, space)
                for name, space in zip(train.pieces, row, strict=True)
            )
        ]

    def readings(self) -> Iterator[tuple[Goal, int]]:
        """Yield every goal without trains that meets the goal in a setting, with that setting."""
        rules = self.codec.rules
        for setting in self.settings:
            for reading in self.goal.readings(rules.roster, rules.plan, self.codec.settings.positions[setting]):
                single = [want for want in reading.wants if want.spaces == (want.place,)]
                if all(any(rules.access.may_be(name, want.place) for name in want.pieces) for want in single):
                    yield reading, setting

    @property
    def most(self) -> int:
        """Return an upper bound on the number of states that meet the goal. If there are many readings, the first one that can be
        met is used for all of them, if it is among the first few.

        All readings have the same number of named pieces and spaces; any piece may be any of them, in either direction.
        """
        counts = (GoalSet.of_reading(self.codec, *reading).most for reading in self.readings())
        wildcards = sum(train.pieces.count(ANY) for train in self.goal.trains)
        rows = sum(prod(len(self.rows(train, setting)) for train in self.goal.trains) for setting in self.settings)
        if rows << wildcards <= MOST_COUNTED:
            return sum(counts)
        first = next(filter(None, islice(counts, MOST_COUNTED)), 0)
        return int(first * rows * (4 * len(self.codec.rules.roster.pieces)) ** wildcards)

    @cached_property
    def _single(self) -> set[str]:
        """The names of pieces that are not interchangeable. In a train, each of them stands for one piece only."""
        roster = self.codec.rules.roster
        return {name for name in roster.pieces if roster.alike(name) == (name,)}

    @cached_property
    def wants(self) -> tuple[SeatsAndSlots, ...]:
        """The part that all readings share: the seat of each piece that is not interchangeable, with its slots on all rows."""
        pieces, found = self.codec.rules.roster.pieces, list[SeatsAndSlots]()
        for train in self.goal.trains:
            rows = [row for setting in self.settings for row in self.rows(train, setting)]
            for name, spaces in zip(train.pieces, zip(*rows, strict=True), strict=False):
                if name in self._single:
                    seat = pieces.index(name)
                    found.append(((seat,), tuple(sorted(self.codec.slots_on(seat, set(spaces))))))
        return tuple(found)

    @cached_property
    def _patterns(self) -> list[tuple[States, States]]:
        """A list with two entries for each train: the bits of a state that hold the setting and the spaces of the train's single
        pieces, and the values of these bits on the rows of the train."""
        codec, pieces, found = self.codec, self.codec.rules.roster.pieces, []
        for train in self.goal.trains:
            seats = {place: pieces.index(name) for place, name in enumerate(train.pieces) if name in self._single}
            bits = (1 << codec.setting_width) - 1 << codec.setting_shift
            bits += sum((1 << codec.width[seat]) - 1 - codec.has_heading(seat) << codec.shift[seat] for seat in seats.values())
            values = [
                (setting << codec.setting_shift)
                + sum(codec.slots_on(seat, [row[place]])[0] << codec.shift[seat] for place, seat in seats.items())
                for setting in self.settings
                for row in self.rows(train, setting)
            ]
            found.append((codec.states([bits]), codec.states(values)))
        return found

    @cached_property
    def _decides(self) -> bool:
        """Whether the patterns decide: every piece of a train is like no other."""
        elsewhere = {name for want in self.goal.wants for name in want.pieces}
        return all(self._single.issuperset(train.pieces) and elsewhere.isdisjoint(train.pieces) for train in self.goal.trains)

    def met_by(self, states: States, may: Mask) -> Mask:
        """Return a mask of the states that meet the goal, among those that `may` meet it."""
        left = np.flatnonzero(may)
        for bits, values in self._patterns:
            left = left[np.isin(keys_of(states[left] & bits), keys_of(values))]
        met = np.zeros(len(states), np.bool_)
        if self._decides:
            met[left] = True
            return met
        position = self.codec.bits.mask  # a state may have a memory beside its position
        for place, state in zip(left.tolist(), numbers_of(states[left]), strict=True):
            met[place] = self.codec.rules.is_met(self.goal, self.codec.unpack(state & position))
        return met


def _wants(codec: Codec, goal: Goal) -> tuple[SeatsAndSlots, ...]:
    """Return the errands of a goal, except for those of its trains."""
    roster, rules = codec.rules.roster, codec.rules
    closed = rules.access.wholly | rules.plan.no_stop
    wants = []
    for pieces, spaces, heading in goal.errands(roster):
        seats = tuple(sorted(roster.pieces.index(name) for name in pieces))
        allowed = [space for space in spaces if len(spaces) == 1 or space not in closed]
        headings = (0, 1) if heading is None else (heading,)
        wants.append((seats, codec.slots_on(roster.pieces.index(pieces[0]), allowed, headings)))
    return tuple(wants)


def _overlapping(wants: list[SeatsAndSlots]) -> list[list[SeatsAndSlots]]:
    """Return the wants in sets, such that wants in different sets have no seat and slot in common."""
    sets: list[list[SeatsAndSlots]] = []
    for want in wants:
        near = [one for one in sets if any(set(want[0]) & set(seats) and set(want[1]) & set(slots) for seats, slots in one)]
        sets = [one for one in sets if one not in near] + [[*chain.from_iterable(near), want]]
    return sets
