"""Variants of a card: with fewer of its goals, a broken track repaired, a piece removed, or a longer headshunt.

The variants that can be solved show why the card cannot (`reasons.py`). Each kind of card has its own `Variants`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from shunt.cards.card import Card, RouteCard
from shunt.rules.goal import Goal
from shunt.rules.objective import MOVES
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.track.graphs import breadth_first


@dataclass(frozen=True)
class Change:
    """One part of a card that is removed or enlarged.

    `kind`: "broken track", "closed space", "car", "locomotive", "headshunt" or "siding", or "broken tracks", "closed spaces" or
    "cars" for several at once. `name`: the changed parts. `words`: the change in words, such as "without the broken track B2".
    `card`: the changed card. Of several changes with the same kind and name, each makes the card easier than the one before it.
    """

    kind: str
    name: str
    words: str
    card: Card = field(repr=False)


@dataclass(frozen=True)
class LocomotiveTurning:
    """Whether a locomotive can turn. Each value is None if it is not known, as when the board is too large to follow the
    locomotive everywhere.

    `alone`: when it is alone on the board. `unbroken`: when it is alone and there are no broken tracks. `in_place`: with all
    pieces on the board, it can return to its start facing the other end.
    """

    locomotive: str
    alone: bool | None
    unbroken: bool | None
    in_place: bool | None = None


@dataclass(frozen=True)
class Variants:
    """The variants for one kind of card.

    `goals`: each goal by name, in words. `with_goals`: the card with only some of its goals. `changes`: the cards that differ in
    one part. `turning`: whether each locomotive can turn alone, and the card whose only goal is that the locomotive is turned at
    its start; it is empty if headings do not matter.
    """

    goals: Callable[[Any], dict[str, str]]
    with_goals: Callable[[Any, Iterable[str]], Card]
    changes: Callable[[Any], Iterator[Change]]
    turning: Callable[[Any], Iterator[tuple[LocomotiveTurning, Card]]]


# --------------------------------------------------------------------------------------------------------------------
# Trains


def train_goals(card: RouteCard) -> dict[str, str]:
    """Return a mapping from each key of the goal to its description: `red on B1`, `2 of h1 h2 h3 on dock`."""
    names = card.goal.as_names(card.plan).items()
    trains = {str(train): f"{train} {train.where}" for train in card.goal.trains}
    words = {name: f"{name} on {place}" if name in card.roster.pieces else f"{place} on {name}" for name, place in names}
    return words | trains


def with_train_goals(card: RouteCard, names: Iterable[str]) -> RouteCard:
    """Return the card with only these keys of its goal, and with the metric moves, which every engine decides fastest."""
    return replace(card, goal=card.goal.only(set(names)), metric=MOVES, guide=())


def train_changes(card: RouteCard) -> Iterator[Change]:
    """Yield the card with each of its broken tracks repaired, with each closed space open, without each car and spare locomotive,
    and then with several such changes."""
    card = replace(card, metric=MOVES, guide=())

    def mended(*spaces: str) -> Change:
        kind, every = "broken tracks" if len(spaces) > 1 else "broken track", " ".join(spaces)
        return Change(kind, every, f"without the {kind} {every}", replace(card, broken=card.broken.difference(spaces)))

    def opened(*spaces: str) -> Change:
        kind, every = "closed spaces" if len(spaces) > 1 else "closed space", " ".join(spaces)
        return Change(kind, every, f"if {every} were open to every piece", card.with_open(*spaces))

    obstacles = (mended, card.broken_spaces), (opened, card.closed_spaces)
    for change, spaces in obstacles:
        yield from map(change, spaces)
    spare = card.roster.locomotives if len(card.roster.locomotives) > 1 else ()
    for kind, names in (("car", card.roster.cars), ("locomotive", spare)):
        for name in names:
            smaller = card.without(name)
            if not smaller.goal.is_empty:
                too = " and its goal" if name in card.goal.pieces else ""
                yield Change(kind, name, f"without the {kind} {name}{too}", smaller)
    yield from (change(*spaces) for change, spaces in obstacles if len(spaces) > 1)
    free = [name for name in card.roster.cars if name not in card.goal.pieces]
    if len(free) > 1:
        every = " ".join(free)
        yield Change(
            "cars", every, f"without the cars {every} that the goal does not name", reduce(RouteCard.without, free, card)
        )


def train_turning(card: RouteCard) -> Iterator[tuple[LocomotiveTurning, Card]]:
    """Yield for every locomotive whether it can turn. Yield nothing under `railway`, where locomotives have no heading."""
    for name, space, facing in zip(card.roster.locomotives, card.start.places, card.start.headings, strict=False):
        lone = reduce(RouteCard.without, (other for other in card.roster.pieces if other != name), card)
        alone = can_turn(lone.rules, lone.start)
        unbroken = can_turn(replace(lone, broken=frozenset()).rules, lone.start) if card.broken and not alone else alone
        turned = replace(card, goal=Goal({name: space}, {name: 1 - facing}), metric=MOVES, guide=())
        yield LocomotiveTurning(name, alone, unbroken), turned


# --------------------------------------------------------------------------------------------------------------------
# Whether a locomotive can turn round: followed wherever it can go alone

MOST_POSITIONS = 20_000  # of a lone locomotive and its turntables; a board of 26 spaces has 52, times their settings


def can_turn(rules: Switcher, start: Position, most: int = MOST_POSITIONS) -> bool | None:
    """Return whether the only locomotive of `rules` can reach some space facing either end, or None if there are more than `most`
    positions.

    >>> from shunt.rules.position import Roster
    >>> from shunt.track.plan import Plan
    >>> start = Position(("A",), (1,))
    >>> can_turn(Switcher(Plan.from_tracks("stub", ["A B C"]), Roster(("L",))), start)
    False
    >>> balloon = Plan.from_tracks("balloon", ["A B L1 L2 L3 B A"])
    >>> can_turn(Switcher(balloon, Roster(("L",))), start)
    True
    """
    faced = set[tuple[str, int]]()
    reached = breadth_first(dict.fromkeys([start]), lambda position: sorted(rules.successors(position), key=str))
    for number, position in enumerate(reached):
        space, heading = position.places[0], position.headings[0]
        if (space, 1 - heading) in faced:
            return True
        if number >= most:
            return None
        faced.add((space, heading))
    return False


TRAINS = Variants(train_goals, with_train_goals, train_changes, train_turning)
