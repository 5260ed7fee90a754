"""Faults that cards of any ruleset can have: in groups of interchangeable pieces, the metric, and the ranks, and ranks or limits
that contradict an optimum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from shunt.errors import Fault, counted, suggest
from shunt.files.document import Document, KeyPath

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cards.models import CardOptions, RanksTable
    from shunt.rules.objective import Metric


def option_faults(
    options: CardOptions, kinds: Iterable[list[str]], metrics: Mapping[str, Metric], ruleset: str, document: Document
) -> list[Fault]:
    """Return faults of the options that every card has. Pieces of different `kinds` cannot be interchangeable."""
    groups = group_faults(options.interchangeable, kinds, document)
    return groups + metric_faults(options, metrics, ruleset, document) + rank_faults(options.ranks, options.limit, document)


def group_faults(groups: Iterable[list[str]], kinds: Iterable[list[str]], document: Document) -> list[Fault]:
    """Return faults of `options.interchangeable`. Pieces of different `kinds` cannot be interchangeable."""
    kind_of = {name: number for number, names in enumerate(kinds) for name in names}
    seen: set[str] = set()
    faults = []
    for index, group in enumerate(groups):
        keys: KeyPath = ("options", "interchangeable", index)
        for place, name in enumerate(group):
            if name not in kind_of:
                faults.append(document.fault((*keys, place), f"unknown piece {name!r}", suggest(name, kind_of)))
            elif name in seen:
                what = f"{name} is in two groups, or twice in one"
                faults.append(document.fault((*keys, place), what, "list each piece once, in one group"))
            seen.add(name)
        if len(group) < 2:
            what = "a group of fewer than two pieces"
            faults.append(document.fault(keys, what, "name the pieces that may replace each other"))
        if len({kind_of[name] for name in group if name in kind_of}) > 1:
            what = "this group mixes locomotives and cars"
            faults.append(document.fault(keys, what, "a locomotive can replace only locomotives, and a car only cars"))
    return faults


def metric_faults(options: CardOptions, known: Mapping[str, Metric], ruleset: str, document: Document) -> list[Fault]:
    """Return faults of `options.metric`: metrics that the ruleset does not have, malformed sums, an empty list, or a repeated
    term."""
    keys: KeyPath = ("options", "metric")
    return [
        document.fault(keys if number is None or isinstance(options.metric, str) else (*keys, number), what, remedy)
        for number, what, remedy in options.objective.faults(known, ruleset)
    ]


def rank_faults(ranks: RanksTable | None, limit: int | None, document: Document) -> list[Fault]:
    """Return faults of `options.ranks` and `options.limit`."""
    if ranks is None:
        return []
    faults = []
    counts = dict(ranks)
    for better, worse in pairwise(counts):
        if counts[worse] <= counts[better]:
            what = f"{worse} = {counts[worse]} is not more than {better} = {counts[better]}"
            remedy = "they must rise from yard_master to conductor to brakeman"
            faults.append(document.fault(("options", "ranks", worse), what, remedy))
    if limit is not None and limit < max(counts.values()):
        what = f"the limit of {limit} is below a rank's {max(counts.values())}"
        faults.append(document.fault(("options", "limit"), what, f"at least {max(counts.values())}, or lower ranks"))
    return faults


# --------------------------------------------------------------------------------------------------------------------
# What the limit and the ranks say beside an optimum, proven or claimed


def least_moves(card: Card, optimum: Any) -> int | None:
    """Return the number of moves in an optimum, given in the card's metric or metrics. Return None if moves are not the first
    metric."""
    first = optimum[0] if isinstance(optimum, list | tuple) and optimum else optimum
    return first if card.metric.counts_moves and isinstance(first, int) else None


def limit_fault(card: Card, optimum: Any) -> Fault | None:
    """Return the fault of a limit below the optimum, which makes the card unsolvable, or None if the limit is high enough."""
    least = least_moves(card, optimum)
    if card.limit is None or least is None or card.limit >= least:
        return None
    return Fault("options.limit", f"the limit of {card.limit} is below the optimum of {least}", f"at least {least}, or no limit")


def optimum_faults(card: Card, optimum: Any) -> list[Fault]:
    """Return how a card's limit and ranks contradict an optimum, which is proven or stored on the card."""
    faults = [] if (fault := limit_fault(card, optimum)) is None else [fault]
    least = least_moves(card, optimum)
    if card.ranks is not None and least is not None and card.ranks.yard_master != least:
        what = f"the rank of {counted(card.ranks.yard_master, 'moves')} is not the optimum of {least}"
        faults.append(Fault("options.ranks.yard_master", what, f"write {least}"))
    return faults
