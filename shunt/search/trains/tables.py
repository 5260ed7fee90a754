"""Conversion of a plan and its rules to flat arrays for kernels.

The central table lists every *stretch* (a row of joined spaces with a direction of travel) up to the length of the longest
possible train, for every combination of turntable positions ("setting"). See `stretches.py`.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from shunt.errors import TooLargeError
from shunt.rules.switcher import Switcher
from shunt.rules.train_rules import SWITCHER
from shunt.search.core.arrays import Ints, Ints32
from shunt.search.trains.records import BRANCHES, ROLLS, SUFFIX, Tables
from shunt.search.trains.stretches import MOST_STRETCHES, Joins, inverted, list_stretches
from shunt.track.plan import End, Plan, turned_joins
from shunt.track.turntable import after_move, reachable_settings

if TYPE_CHECKING:
    from shunt.search.trains.codec import Codec

TrainFlags = namedtuple("TrainFlags", SWITCHER.flags)  # type: ignore[misc]
"""The rules of trains for kernels: a number for each, by its name."""


class TurntableSettings(NamedTuple):
    """The combinations of turntable positions, numbered."""

    positions: list[tuple[int, ...]]
    number: dict[tuple[int, ...], int]


def settings_of(rules: Switcher) -> TurntableSettings:
    """Number every combination of turntable positions (the last turntable varying fastest).

    Raise `TooLargeError` if there are too many to list.
    """
    count, spaces = prod(len(table.positions) for table in rules.plan.turntables), len(rules.plan.spaces)
    if 2 * spaces * count > MOST_STRETCHES:
        raise TooLargeError(
            f"{len(rules.plan.turntables)} turntables on {spaces} spaces stand in {count:,} combinations of positions: "
            "too many to list"
        )
    return _numbered(rules.plan.all_positions)


def settings_from(rules: Switcher, start: tuple[int, ...]) -> TurntableSettings:
    """Number the combinations of turntable positions that any number of moves reaches from `start`.

    Turntables that turn after every move step together, so there are few combinations, however many turntables there are.
    """
    tables, most = rules.plan.turntables, MOST_STRETCHES // (2 * len(rules.plan.spaces))
    found = reachable_settings(tables, start, most)
    if len(found) > most:
        raise TooLargeError(f"{len(tables)} turntables reach more than {most:,} combinations of positions: too many to list")
    return _numbered(sorted(found))


def _numbered(positions: list[tuple[int, ...]]) -> TurntableSettings:
    return TurntableSettings(positions, {position: index for index, position in enumerate(positions)})


def build_tables(codec: Codec) -> Tables:
    """Compile the rules of a codec for the kernels."""
    rules, settings, jokers = codec.rules, codec.settings, codec.jokers
    plan = rules.plan
    partners, first_partner = flat([sorted(plan.numbers[other] for other in plan.partners(space)) for space in plan.spaces])
    # A joker may be anywhere but on a broken track.
    closed = rules.broken if jokers else rules.access.wholly
    joins = _joins(plan, closed, settings, partners, first_partner)
    stretch, sides, branch = list_stretches(joins, len(rules.roster.pieces) + jokers)
    count = len(stretch) - 1
    owners = np.repeat(np.arange(count, dtype=np.int32), np.diff(stretch[: count + 1, BRANCHES]))
    back, first_back = inverted(branch[:, ROLLS], owners, count)
    behind, first_behind = inverted(stretch[:count, SUFFIX], np.arange(count, dtype=np.int32), count)
    setting, by_hand = _setting_steps(rules, settings)
    return Tables(
        len(plan.spaces),
        len(rules.roster.pieces),
        len(rules.roster.locomotives),
        len(rules.roster.locomotives),
        int(rules.couples_both_ways),
        int(rules.has_headings),
        TrainFlags(*map(int, rules.train_rules.flags.values())),
        int(not closed.issuperset(rules.access.kept_out) or bool(rules.train_rules.changed)),
        int(bool(rules.access.telling_cars_apart)),
        int(bool(plan.exclusive)),
        jokers,
        codec.setting_shift,
        stretch,
        sides,
        branch,
        behind,
        first_behind,
        back,
        first_back,
        setting,
        by_hand,
        partners,
        first_partner,
        np.array(codec.shift, np.int64),
        np.array(codec.width, np.int64),
        _groups(rules),
        _closed(rules),
    )


def _closed(rules: Switcher) -> Ints:
    """Return the pieces to which each space is closed, as a bit set."""
    kept_out, pieces = rules.access.kept_out, rules.roster.pieces
    sets = [sum(1 << seat for seat, name in enumerate(pieces) if name in kept_out.get(space, ())) for space in rules.plan.spaces]
    return np.array(sets, np.uint64).view(np.int64)


def _joins(
    plan: Plan,
    closed: frozenset[str],
    settings: TurntableSettings,
    partners: Ints32,
    first_partner: Ints32,
) -> Joins:
    """Return the joins in every setting. No join leads to or from a closed space."""

    def sides(end: End, others: tuple[End, ...]) -> list[int]:
        """Return the sides that a piece leaving by `end` may arrive with."""
        if end.space in closed:
            return []
        return [2 * plan.numbers[other.space] + 1 - other.end for other in others if other.space not in closed]

    fixed = [
        sides(end, tuple(sorted(plan.fixed.get(end, ())))) for end in (End(space, end) for space in plan.spaces for end in (0, 1))
    ]
    lists: list[list[int]] = []
    for positions in settings.positions:  # few of the joins differ from one to the next
        current = list(fixed)
        for end, others in turned_joins(plan, positions).items():
            current[2 * plan.numbers[end.space] + end.end] = sides(end, others)
        lists += current
    joined, first = flat(lists)
    spaces = len(plan.spaces)
    owners = np.repeat(np.arange(spaces), np.diff(first_partner))
    no_stop = np.array([space in plan.no_stop for space in plan.spaces], np.int32)
    return Joins(spaces, len(settings.positions), joined, first, owners * spaces + partners, no_stop)


def flat(lists: Sequence[Sequence[int]]) -> tuple[Ints32, Ints32]:
    """Return lists joined into one, and the beginning of each."""
    first = np.cumsum([0] + [len(entries) for entries in lists], dtype=np.int32)
    return np.array([entry for entries in lists for entry in entries], np.int32), first


def _setting_steps(rules: Switcher, settings: TurntableSettings) -> tuple[Ints, Ints]:
    tables = rules.plan.turntables
    manual = [index for index, table in enumerate(tables) if table.rotation == "manual"]
    setting = np.zeros((len(settings.positions), 2), np.int64)
    by_hand = np.zeros((len(settings.positions), 2, len(manual)), np.int64)
    for before, positions in enumerate(settings.positions):
        after = settings.number[after_move(tables, positions)]
        setting[before, 0], setting[after, 1] = after, before
        for column, index in enumerate(manual):
            after = settings.number[after_move(tables, positions, index)]
            by_hand[before, 0, column], by_hand[after, 1, column] = after, before
    return setting, by_hand


def _groups(rules: Switcher) -> Ints:
    """Return the group number of every piece, or −1 if it is in no group."""
    group = np.full(len(rules.roster.pieces), -1, np.int64)
    for index, seats in enumerate(rules.roster.seats_alike):
        group[list(seats)] = index
    return group
