"""Small settings in a line or two: tracks, pieces by name, and what a move makes of them."""

from collections.abc import Callable, Iterable
from math import inf
from typing import Any, TypeVar

from shunt.rules.moves import parse_moves
from shunt.rules.position import Position, Roster, parse_heading, position_from_names
from shunt.rules.ruleset import MoveMade, replay
from shunt.rules.switcher import Switcher
from shunt.rules.train_rules import TrainRules
from shunt.track.plan import Plan

Reached = TypeVar("Reached")
RING = ["A B C D A B"]
"""Four spaces in a ring: A's end 0 looks to B, its end 1 to D."""
STUB = ["S A B C D A S"]
"""A balloon loop: S, the stem, is joined to A, and A by its other end to both ends of B C D."""


def setting(
    tracks: list[str],
    pieces: dict[str, str],
    *,
    railway: bool = False,
    drags: bool = False,
    broken: tuple[str, ...] = (),
    alike: tuple[tuple[str, ...], ...] = (),
    at: tuple[int, ...] = (),
    **layout: Any,
) -> tuple[Switcher, Position]:
    """Rules and a position; locomotives are the pieces with capital names (`L = "A>B"`), `at` the turntables' positions."""
    plan = Plan.from_tracks("test", tracks, **layout)
    locomotives = tuple(name for name in pieces if name.isupper())
    roster = Roster(locomotives, tuple(name for name in pieces if not name.isupper()), alike)
    ends = {name: parse_heading(plan, pieces[name]) for name in locomotives if not railway}
    places = {name: ends[name].space if name in ends else text for name, text in pieces.items()}
    position = position_from_names(
        roster, places, {name: end.end for name, end in ends.items()}, at or (0,) * len(plan.turntables)
    )
    return Switcher(plan, roster, frozenset(broken), TrainRules(railway, not railway, drags)), roster.canonical(position)


def told(rules: Switcher, position: Position) -> str:
    """A position in one line: `L=A>B red=C`, and where turntables stand."""
    names = rules.roster.as_names(rules.plan, position)
    turned = "".join(f" {table.name}={at}" for table, at in zip(rules.plan.turntables, position.turntables, strict=True))
    return " ".join(f"{piece}={where}" for piece, where in names.items()) + turned


def made(rules: Switcher, position: Position, text: str) -> list[MoveMade]:
    """The moves of `text`, replayed."""
    return list(replay(rules, position, [move for _, move in parse_moves(text)]))


def after(rules: Switcher, position: Position, text: str) -> str:
    """The position after the moves of `text`, in one line."""
    return told(rules, made(rules, position, text)[-1].position)


def all_after(rules: Switcher, position: Position) -> set[str]:
    """Every position one move away, each in one line."""
    return {told(rules, other) for other in rules.successors(position)}


def distances(
    successors: Callable[[Reached], Iterable[Reached]], starts: Iterable[Reached], most: float = inf
) -> dict[Reached, int]:
    """How many moves every position takes that can be reached from some others, rising; about `most` positions of them."""
    found = dict.fromkeys(starts, 0)
    todo = list(found)
    for here in todo:
        for after in successors(here):
            if after not in found and len(found) < most:
                found[after] = found[here] + 1
                todo.append(after)
    return found
