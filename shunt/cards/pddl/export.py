"""A card as a planning problem: which ruleset is written by whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shunt.cards.card import Card
from shunt.cards.pddl.model import Pddl
from shunt.cards.pddl.sidings import sidings_to_pddl
from shunt.cards.pddl.trains import trains_to_pddl

WRITERS: dict[str, Callable[[Any], Pddl]] = {
    "switcher": trains_to_pddl,
    "railway": trains_to_pddl,
    "sidings": sidings_to_pddl,
}


def to_pddl(card: Card) -> Pddl:
    """Return the card as PDDL. Its optimal plans cost what the card takes in moves (for `sidings`: in the card's own metric).

    A card of locomotives that counts something else than moves is written all the same; the plan's cost is its moves.
    """
    return WRITERS[card.ruleset](card)
