"""Cards of every ruleset as planning problems, and plans of planners as moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shunt.cards.card import Card
from shunt.cards.pddl.model import Pddl
from shunt.cards.pddl.plans import Steps, read_plan, sidings_moves, train_moves
from shunt.cards.pddl.sidings import sidings_to_pddl
from shunt.cards.pddl.trains import trains_to_pddl

WRITERS: dict[str, Callable[[Any, bool], Pddl]] = {
    "switcher": trains_to_pddl,
    "railway": trains_to_pddl,
    "sidings": sidings_to_pddl,
}
"""Ruleset → what writes its cards."""

READERS: dict[str, Callable[[Any, Steps], list[Any]]] = {
    "switcher": train_moves,
    "railway": train_moves,
    "sidings": sidings_moves,
}
"""Ruleset → what reads plans for its cards."""


def to_pddl(card: Card, costs: bool = True) -> Pddl:
    """Return the card as PDDL. Its optimal plans cost what the card takes in the metric `counted_metric`.

    Without `costs` the problem has no action costs, for planners that do not know them; any plan is then as good as any other.
    """
    return WRITERS[card.ruleset](card, costs)


def counted_metric(card: Card) -> str:
    """Return what the cost of a plan counts: moves for trains, whatever the card counts, and a sidings card's own metric."""
    return "moves" if "moves" in card.rules.metrics else card.metric[0]


def plan_moves(card: Card, text: str) -> list[Any]:
    """Return the moves of a planner's plan for the exported card (`sas_plan` of Fast Downward, or any list of actions).

    Raises `NotationError` for what is not a plan of this card, and `IllegalMoveError` for a move that the rules forbid.

    >>> import shunt
    >>> card = shunt.load("first-swap")
    >>> plan = "(start-forward p-a s-a1 e-a1-0)\\n(roll-alone p-a e-a1-0 e-a2-1 s-a1 s-a2)\\n(settle-1 e-a2-1 s-a2)\\n; cost = 1"
    >>> [str(move) for move in plan_moves(card, plan)]
    ['A A1>A2']
    """
    return READERS[card.ruleset](card, read_plan(text))
