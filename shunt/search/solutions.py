"""All shortest solutions of a card of any kind. This is the entry point for counting."""

from __future__ import annotations

from shunt.cards.card import Card, RouteCard
from shunt.cards.given import as_card
from shunt.cards.kinds import refused
from shunt.files.reading import StrPath
from shunt.search.core.limits import Limits, Progress, limits_or_default
from shunt.search.methods.shortest_solutions import Solutions, train_solutions
from shunt.sidings.cards.card import SidingsCard


def solutions(
    card: Card | StrPath,
    limits: Limits | None = None,
    progress: Progress | None = None,
    tablebases: str | None = None,
) -> Solutions:
    """Return all shortest solutions of a card, from its tablebase if there is one. `tablebases` is a folder to search for
    tablebases, in addition to the folder of the card's file.

    In metrics other than moves, only the solutions of least cost are returned, and of these only the ones with the fewest
    moves. Raise `LimitReached` when a limit is reached.
    """
    card, limits = as_card(card), limits_or_default(limits, progress)
    if isinstance(card, SidingsCard):
        from shunt.sidings.search.shortest_solutions import sidings_solutions

        return sidings_solutions(card, limits)
    if not isinstance(card, RouteCard):
        raise refused(card, "searched for all solutions")
    if card.metric != ("moves",):
        from shunt.search.metrics.solutions import metric_solutions

        return metric_solutions(card, limits)
    return train_solutions(card, limits, tablebases)
