"""A second referee of locomotive moves, written from the text of the rules alone and without a look at the first.

It is deliberately naive: a train is the whole list of its pieces, each with the space it stands in and the end that leads;
one function says what the train may become in one step, and a search over whole trains collects everywhere it may stop.
Nothing is shared with `shunt.rules.switcher` but the plan and the plain data types.
Source: the rules of Track Switcher ("A move", "The board") and, for `railway`, of the field's classics.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shunt.rules.position import Position, Roster
from shunt.track.plan import End, Plan


class Rolling(NamedTuple):
    """One piece of a train under way: `leading` is the end of its space that it leaves by.

    `faces_travel` tells for a locomotive whether it faces the way the train goes; it never changes under way.
    """

    piece: str
    space: str
    leading: int
    faces_travel: bool


Train = tuple[Rolling, ...]  # from its head to its tail


class Board(NamedTuple):
    """What stays as it is for the length of one move."""

    plan: Plan
    broken: frozenset[str]
    joins: dict[End, tuple[End, ...]]
    standing: dict[str, str]  # space → piece, before the move
    facing: dict[str, int]  # locomotive → the end it faces; empty where there are no headings


def one_move_away(
    plan: Plan, roster: Roster, broken: frozenset[str], railway: bool, position: Position, drags: bool = False
) -> set[Position]:
    """Every position that one legal move makes of `position`, in canonical form."""
    board = Board(
        plan,
        broken,
        dict(plan.joins(position.turntables)),
        dict(zip(position.places, roster.pieces, strict=True)),
        dict(zip(roster.locomotives, position.headings, strict=False)),
    )
    found = set()
    for locomotive in roster.locomotives:
        for leading in (0, 1):
            for train in stops(board, locomotive, leading, railway, drags):
                found.add(roster.canonical(_after(plan, roster, position, train)))
    for index, table in enumerate(plan.turntables):
        if table.rotation == "manual":
            found.add(roster.canonical(Position(position.places, position.headings, _turned(plan, position.turntables, index))))
    return found


def stops(board: Board, locomotive: str, leading: int, railway: bool, drags: bool = False) -> set[Train]:
    """Every way in which a train driven by `locomotive`, leaving its space by the end `leading`, may come to a stop."""
    space = next(space for space, piece in board.standing.items() if piece == locomotive)
    alone = Rolling(locomotive, space, leading, board.facing.get(locomotive, leading) == leading)
    forward = alone.faces_travel or railway
    seen: set[Train] = set()
    todo: list[Train] = list(cuts(board, (alone,))) if forward or drags else [(alone,)]
    if not forward:
        todo = [train for train in todo if all(is_coupled(board, train, joint) for joint in range(len(train) - 1))]
    while todo:
        for train in one_step(board, todo.pop()):
            if train not in seen:
                seen.add(train)
                todo.append(train)
    return {train for train in seen if not any(rolling.space in board.plan.no_stop for rolling in train)}


def cuts(board: Board, train: Train) -> Iterator[Train]:
    """The train itself, and with any further chain that stands behind its tail coupled to it."""
    yield train
    tail = train[-1]
    for end in board.joins.get(End(tail.space, 1 - tail.leading), ()):
        piece = board.standing.get(end.space)
        if piece is not None and piece not in {rolling.piece for rolling in train}:
            yield from cuts(board, (*train, Rolling(piece, end.space, end.end, board.facing.get(piece) == end.end)))


def is_coupled(board: Board, train: Train, joint: int) -> bool:
    """Whether some locomotive of the train has coupled it up to and with this joint, the one behind piece number `joint`."""
    return any(
        rolling.piece in board.facing and (number <= joint if rolling.faces_travel else number > joint)
        for number, rolling in enumerate(train)
    )


def one_step(board: Board, train: Train) -> Iterator[Train]:
    """Every train that one more space makes of `train`; it may be longer, by pieces that it meets and pushes."""
    head, tail = train[0], train[-1]
    own = {rolling.piece for rolling in train}
    held = {rolling.space for rolling in train}
    others = {space for space, piece in board.standing.items() if piece not in own}
    for end in board.joins.get(End(head.space, head.leading), ()):
        entered, leading = end.space, 1 - end.end
        if entered in board.broken:
            continue
        if entered in others:  # contact: what stands there is the head now, and it is for the head to find a way on
            piece = board.standing[entered]
            yield from one_step(board, (Rolling(piece, entered, leading, board.facing.get(piece) == leading), *train))
        elif not ({entered} | board.plan.partners(entered)) & (others | held - {tail.space}):
            seats = [(entered, leading)] + [(rolling.space, rolling.leading) for rolling in train[:-1]]
            yield tuple(rolling._replace(space=space, leading=end) for rolling, (space, end) in zip(train, seats, strict=True))


def _after(plan: Plan, roster: Roster, position: Position, train: Train) -> Position:
    moved = {rolling.piece: rolling for rolling in train}
    places = [moved[p].space if p in moved else place for p, place in zip(roster.pieces, position.places, strict=True)]
    headings = list(position.headings)
    for seat, locomotive in enumerate(roster.locomotives[: len(headings)]):
        if locomotive in moved:
            rolling = moved[locomotive]
            headings[seat] = rolling.leading if rolling.faces_travel else 1 - rolling.leading
    return Position(tuple(places), tuple(headings), _turned(plan, position.turntables))


def _turned(plan: Plan, positions: tuple[int, ...], by_hand: int = -1) -> tuple[int, ...]:
    turned = []
    for index, table in enumerate(plan.turntables):
        turns = table.rotation == "each-move" or index == by_hand
        turned.append((positions[index] + turns) % len(table.positions))
    return tuple(turned)
