"""What the limit and the ranks of a card say beside an optimum, proven or claimed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shunt.errors import Fault

if TYPE_CHECKING:
    from shunt.cards.card import Card

MOVES = ("moves", "pulls", "legs")
"""Metrics that count moves, so that limits and ranks can be compared with them."""


def least_moves(card: Card, optimum: Any) -> int | None:
    """Return the moves of an optimum, given in the card's metric or metrics; None if they do not count moves first."""
    first = optimum[0] if isinstance(optimum, list | tuple) and optimum else optimum
    return first if card.metric[0] in MOVES and isinstance(first, int) else None


def limit_fault(card: Card, optimum: Any) -> Fault | None:
    """Return the fault of a limit below the optimum, with which nobody can solve the card; None if there is none."""
    least = least_moves(card, optimum)
    if card.limit is None or least is None or card.limit >= least:
        return None
    return Fault("options.limit", f"the limit of {card.limit} is below the optimum of {least}", f"at least {least}, or no limit")


def optimum_faults(card: Card, optimum: Any) -> list[Fault]:
    """Return how a card's limit and ranks contradict an optimum, which is proven or claimed."""
    faults = [] if (fault := limit_fault(card, optimum)) is None else [fault]
    least = least_moves(card, optimum)
    if card.ranks is not None and least is not None and card.ranks.yard_master != least:
        what = f"the rank of {card.ranks.yard_master} moves is not the optimum of {least}"
        faults.append(Fault("options.ranks.yard_master", what, f"write {least}"))
    return faults
