"""Moves taken back: all positions from which one move leads to a given one, computed with the referee's own trains.

A train rolls back rigidly, space by space. The pieces that it pushes may have been met at any point of the path, because a push
does not show where it began. The pieces that it pulls were coupled from the start. Predecessors are therefore not the moves of a
reversed rule: a pull cannot undo a push. They are defined by a property that is tested: t ∈ successors(s) ⇔ s ∈ predecessors(t).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from shunt.rules.motion import Motion, Placed, Ready, Train
from shunt.rules.position import Position
from shunt.track.turntable import Turntable

Left = tuple[Placed, ...]
"""The pieces that a train has left behind on its way back."""


def predecessors(rules: Motion, position: Position, watch: Callable[[], None] = lambda: None) -> set[Position]:
    """Return every position from which one move leads to `position` (canonical under interchangeable pieces).

    With a long train, there may be millions of them. `watch` is called after each one, and may raise an exception.
    """
    tables = rules.plan.turntables
    found = {
        replace(position, turntables=_before(tables, position.turntables, number))
        for number, table in enumerate(tables)
        if table.rotation == "manual"
    }
    at_end = replace(position, turntables=_before(tables, position.turntables))  # the turntables step after the train has stopped
    for ready in rules.trains(at_end):
        for train in _pushing(rules, at_end, ready[2]):
            for before in _taken_back(rules, at_end, ready, train):
                found.add(before)
                watch()
    return set(map(rules.roster.canonical, found))


def _before(tables: tuple[Turntable, ...], settings: tuple[int, ...], by_hand: int | None = None) -> tuple[int, ...]:
    """Return the turntable positions from which a move, or a step by hand, leads to `settings` (see `after_move`)."""
    return tuple(
        (setting - 1) % len(table.positions) if table.rotation == "each-move" or number == by_hand else setting
        for number, (table, setting) in enumerate(zip(tables, settings, strict=True))
    )


def _pushing(rules: Motion, position: Position, train: Train) -> Iterator[Train]:
    """Yield the train with 0, 1, 2 … of the pieces in front of its head, along every branch that has pieces."""
    yield train
    for longer, rolled in rules.steps(position, train):
        if not rolled:
            yield from _pushing(rules, position, longer)


def _taken_back(rules: Motion, at_end: Position, ready: Ready, train: Train) -> Iterator[Position]:
    """Yield the positions from which the locomotive can have begun a move that ends with this `train`."""
    seen: set[tuple[Train, Left]] = set()
    todo: list[tuple[Train, Left]] = [(back, ()) for back in _one_space_back(rules, at_end, train, ())]
    while todo:
        here = todo.pop()
        if here in seen:
            continue
        seen.add(here)
        train, left = here
        if train.pieces[-1] == ready[0]:
            moved = (*zip(train.pieces, train.ends, train.ahead, strict=True), *left)
            start = rules.placed(at_end, moved, at_end.turntables)
            places = set(start.places)
            if not places & rules.plan.no_stop and all(len(places.intersection(group)) <= 1 for group in rules.plan.exclusive):
                yield start
        else:  # the head may have been met here
            head = (train.pieces[-1], train.ends[-1], train.ahead[-1])
            shorter = Train(train.pieces[:-1], train.ends[:-1], train.ahead[:-1], train.leader, train.distance)
            todo.append((shorter, (*left, head)))
        todo += [(back, left) for back in _one_space_back(rules, at_end, train, left)]


def _one_space_back(rules: Motion, at_end: Position, train: Train, left: Left) -> Iterator[Train]:
    """Yield the trains that become `train` when they roll one space forward."""
    standing = {end.space for _, end, _ in left}
    standing |= {
        space
        for piece, space in rules.roster.at(at_end).items()
        if piece not in train.pieces and all(piece != other for other, _, _ in left)
    }
    staying = set(train.spaces[:-1])  # held before the step and after it
    if rules.plan.partners(train.spaces[-1]) & (staying | standing):
        return
    for tail in rules.access.joins(at_end.turntables).get(train.ends[0].opposite, ()):
        if tail.space not in staying | standing and (len(train.pieces) > 1 or tail.space != train.spaces[-1]):
            ends = (tail, *train.ends[:-1])
            before = Train(train.pieces, ends, train.ahead, train.leader, train.distance + rules.per_space)
            if rules.is_allowed(before):
                yield before
