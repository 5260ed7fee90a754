"""Names and colours of pieces, chosen by the user: the same puzzle with other engines and cars.

Colours are kept under `[about]`, where the pictures read them, so a card with other colours has the same proof and identity.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

from shunt.cards.card import Card, RouteCard, SidingsCard
from shunt.errors import Fault, InputError, suggest
from shunt.files.printable import printable
from shunt.render.colours import base_name
from shunt.render.looks.liveries import LOCOMOTIVE, PIECES
from shunt.rules.moves import TrainMove, parse_move
from shunt.rules.notation import NAME, NAME_RULE
from shunt.rules.position import Goal, Roster
from shunt.rules.sidings import ANY, SidingsGoal, SidingsPosition

C = TypeVar("C", bound=Card)
Rename = Callable[[str], str]


def pieces_of(card: Card) -> tuple[str, ...]:
    """Return the names of all pieces of a card; the locomotive of a sidings card is `locomotive`."""
    pieces = PIECES[card.ruleset](card)
    return pieces.locomotives + pieces.cars


def with_colours(card: C, colours: Mapping[str, str]) -> C:
    """Return the card with colours for some of its pieces (`{"A": "black", "red": "#d9699b"}`), beside those in its file.

    A name without its number applies to all pieces of that name with one. Raise `InputError` for an unknown piece; what the
    pictures do not know as a colour is reported when they are drawn.
    """
    known = pieces_of(card)
    bases = set(map(base_name, known))
    faults = [
        Fault("colours", f"unknown piece {printable(name)!r}", suggest(name, known), card.path)
        for name in colours
        if name not in known and name not in bases
    ]
    if faults:
        raise InputError(faults)
    before = card.about.get("colours")
    about = {**card.about, "colours": {**(before if isinstance(before, Mapping) else {}), **colours}}
    return replace(card, about=about)


def renamed(card: C, names: Mapping[str, str]) -> C:
    """Return the same puzzle with other names for some pieces (`{"A": "Duchess", "red": "milk"}`), in its Yard Guide too.

    Raise `InputError` if a piece is unknown, if a new name is not a name, or if two pieces would have the same name.
    """
    known = [name for name in pieces_of(card) if card.ruleset != "sidings" or name != LOCOMOTIVE]
    faults = [
        Fault("names", f"unknown piece {printable(name)!r}", suggest(name, known), card.path)
        for name in names
        if name not in known
    ]
    for new in names.values():
        if not re.fullmatch(NAME, new):
            faults.append(Fault("names", f"{printable(new)!r} is not a name", NAME_RULE, card.path))
    after = [names.get(name, name) for name in known]
    for new in dict.fromkeys(name for name in after if after.count(name) > 1):
        faults.append(Fault("names", f"two pieces would be called {printable(new)!r}", "choose different names", card.path))
    if faults:
        raise InputError(faults)

    def rename(name: str) -> str:
        return names.get(name, name)

    given = card.about.get("colours")
    colours = {"colours": {rename(name): colour for name, colour in given.items()}} if isinstance(given, Mapping) else {}
    card = replace(card, about={**card.about, **colours})
    return cast("C", RENAMED[card.ruleset](card, rename))


def _renamed_trains(card: RouteCard, rename: Rename) -> RouteCard:
    roster, spaces = card.roster, card.plan.spaces
    alike = tuple(tuple(map(rename, group)) for group in roster.interchangeable)
    goal = Goal(
        {rename(name): space for name, space in card.goal.places.items()},
        {rename(name): end for name, end in card.goal.headings.items()},
    )
    guide = tuple(_renamed_move(text, spaces, rename) for text in card.guide)
    pieces = Roster(tuple(map(rename, roster.locomotives)), tuple(map(rename, roster.cars)), alike)
    return replace(card, roster=pieces, goal=goal, guide=guide)


def _renamed_move(text: str, spaces: tuple[str, ...], rename: Rename) -> str:
    """Return a move of the Yard Guide with other names; one that cannot be read stays, and is reported when it is printed."""
    try:
        move = parse_move(text, spaces)
    except InputError:
        return text
    if not isinstance(move, TrainMove):
        return text
    return str(replace(move, locomotive=rename(move.locomotive), couples=tuple(map(rename, move.couples))))


def _renamed_cars(card: SidingsCard, rename: Rename) -> SidingsCard:
    rules, start, goal = card.rules, card.start, card.goal
    changed = partial(_each, rename=rename)
    wanted = SidingsGoal(
        {name: changed(cars) for name, cars in goal.sidings.items()}, changed(goal.headshunt), changed(goal.train)
    )
    position = SidingsPosition(changed(start.headshunt), tuple(map(changed, start.sidings)))
    alike = tuple(map(changed, rules.interchangeable))
    return replace(card, rules=replace(rules, cars=changed(rules.cars), interchangeable=alike), start=position, goal=wanted)


def _each(names: tuple[str, ...], rename: Rename) -> tuple[str, ...]:
    return tuple(name if name == ANY else rename(name) for name in names)


RENAMED: Mapping[str, Callable[[Any, Rename], Card]] = {
    "switcher": _renamed_trains,
    "railway": _renamed_trains,
    "sidings": _renamed_cars,
}
"""Ruleset → how the pieces of its cards are renamed."""
