"""Faults that cards of any ruleset can have: in groups of interchangeable pieces, the metric, and the ranks, and ranks or limits
that contradict an optimum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from shunt.errors import Fault, counted, suggest
from shunt.files.document import Document, KeyPath

if TYPE_CHECKING:
    from shunt.cards.card import Card
    from shunt.cards.models import SidingsCardFile, TrainCardFile
    from shunt.rules.objective import Metric


def option_faults(
    model: TrainCardFile | SidingsCardFile, kinds: Iterable[list[str]], metrics: Mapping[str, Metric], document: Document
) -> Iterator[Fault]:
    """Yield faults of the options that every card has. Pieces of different `kinds` cannot be interchangeable."""
    options, limit = model.options, model.options.limit
    kind_of = {name: number for number, names in enumerate(kinds) for name in names}
    seen: set[str] = set()
    for index, group in enumerate(options.interchangeable):
        keys: KeyPath = ("options", "interchangeable", index)
        for place, name in enumerate(group):
            if name not in kind_of:
                yield document.fault((*keys, place), f"unknown piece {name!r}", suggest(name, kind_of))
            elif name in seen:
                yield document.fault(
                    (*keys, place), f"{name} is in two groups, or twice in one", "list each piece once, in one group"
                )
            seen.add(name)
        if len(group) < 2:
            yield document.fault(keys, "a group of fewer than two pieces", "name the pieces that may replace each other")
        if len({kind_of[name] for name in group if name in kind_of}) > 1:
            yield document.fault(
                keys, "this group mixes locomotives and cars", "a locomotive can replace only locomotives, and a car only cars"
            )
    for number, what, remedy in options.objective.faults(metrics, model.ruleset):
        term = () if number is None or isinstance(options.metric, str) else (number,)
        yield document.fault(("options", "metric", *term), what, remedy)
    counts: dict[str, int] = dict(options.ranks or ())
    for better, worse in pairwise(counts):
        if counts[worse] <= counts[better]:
            what = f"{worse} = {counts[worse]} is not more than {better} = {counts[better]}"
            yield document.fault(("options", "ranks", worse), what, "they must rise from yard_master to conductor to brakeman")
    if limit is not None and limit < (most := max(counts.values(), default=limit)):
        yield document.fault(
            ("options", "limit"), f"the limit of {limit} is below a rank's {most}", f"at least {most}, or lower ranks"
        )


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
