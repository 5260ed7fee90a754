"""All shortest solutions of a card of any ruleset: the front door of counting."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from shunt.cards.build import as_card
from shunt.cards.card import Card
from shunt.search.core.limits import Limits, Progress, no_progress
from shunt.search.methods.shortest_solutions import Solutions, train_solutions


def solutions(
    card: Card | str | os.PathLike[str],
    limits: Limits | None = None,
    progress: Progress = no_progress,
    tablebases: str | None = None,
) -> Solutions:
    """Return all shortest solutions of a card, from its tablebase if there is one (see `tablebase.reader.find`).

    Raises `LimitReached` at a limit, `InputError` for a train card in another metric than moves.
    """
    card = as_card(card)
    return FINDERS[card.ruleset](card, limits, progress, tablebases)


def _sidings_solutions(card: Any, limits: Limits | None, progress: Progress, tablebases: str | None) -> Solutions:
    from shunt.search.sidings.shortest_solutions import sidings_solutions

    return sidings_solutions(card, limits, progress)


FINDERS: dict[str, Callable[..., Solutions]] = {
    "switcher": train_solutions,
    "railway": train_solutions,
    "sidings": _sidings_solutions,
}
"""Ruleset → what finds the shortest solutions of its cards."""
