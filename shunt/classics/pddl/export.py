"""Cards of every ruleset as planning problems, and plans of planners as moves."""

from __future__ import annotations

from typing import Any

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import refused
from shunt.classics.pddl.model import Pddl
from shunt.classics.pddl.plans import read_plan, train_moves
from shunt.classics.pddl.trains import trains_to_pddl
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.classics import SidingsPddl, sidings_moves


def to_pddl(card: Card, costs: bool = True) -> Pddl:
    """Return the card as PDDL. An optimal plan costs as much as an optimal solution in moves, or for sidings in the card's own
    metric. Without `costs` the problem has no action costs, which some planners do not support.
    """
    if isinstance(card, RouteCard):
        return trains_to_pddl(card, costs)
    if isinstance(card, SidingsCard):
        return SidingsPddl(card).written(costs)
    raise refused(card, "exported as planning problems")


def counted_metric(card: Card) -> str:
    """Return the metric that is the cost of a plan: moves for trains, and the card's own metric for sidings."""
    return "moves" if "moves" in card.rules.metrics else card.metric[0]


def plan_moves(card: Card, text: str) -> list[Any]:
    """Convert `text`, a planner's plan for the exported card, to moves. It may be Fast Downward's `sas_plan` or any list of
    actions.

    Raise `NotationError` if `text` is not a plan for this card, and `IllegalMoveError` if the rules forbid a move.

    >>> import shunt
    >>> card = shunt.load("first-swap")
    >>> plan = "(start-forward p-a s-a1 e-a1-0)\\n(roll-alone p-a e-a1-0 e-a2-1 s-a1 s-a2)\\n(settle-1 e-a2-1 s-a2)\\n; cost = 1"
    >>> [str(move) for move in plan_moves(card, plan)]
    ['A A1>A2']
    """
    actions = read_plan(text)
    if isinstance(card, RouteCard):
        return train_moves(card, actions)
    if isinstance(card, SidingsCard):
        return sidings_moves(card, actions)
    raise refused(card, "played by the plan of a planner")
