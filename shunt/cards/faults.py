"""Faults that cards of any ruleset can have: in their groups of interchangeable pieces, their metric and their ranks."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from shunt.cards.models import RanksTable
from shunt.errors import Fault, suggest
from shunt.files.document import Document
from shunt.files.line_numbers import KeyPath


def metric_names(metric: str | list[str]) -> tuple[str, ...]:
    """Return a card's metric as a tuple, whether the file has one name or a list."""
    return (metric,) if isinstance(metric, str) else tuple(metric)


def group_faults(groups: Iterable[list[str]], kinds: Iterable[list[str]], document: Document) -> list[Fault]:
    """Return faults of `options.interchangeable`; pieces of different `kinds` may not stand for each other."""
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
                faults.append(document.fault((*keys, place), what, "a piece is in one group, once"))
            seen.add(name)
        if len(group) < 2:
            what = "a group of fewer than two pieces"
            faults.append(document.fault(keys, what, "name the pieces that may stand for each other"))
        if len({kind_of[name] for name in group if name in kind_of}) > 1:
            what = "this group mixes locomotives and cars"
            faults.append(document.fault(keys, what, "a locomotive can stand for a locomotive only, a car for a car"))
    return faults


def metric_faults(metric: str | list[str], known: Iterable[str], ruleset: str, document: Document) -> list[Fault]:
    """Return faults of `options.metric`: a name that its ruleset does not count, none, or one twice."""
    known = tuple(known)
    if not metric_names(metric):
        return [document.fault(("options", "metric"), "no metric", "one or more of " + ", ".join(known))]
    faults = []
    for index, name in enumerate(metric_names(metric)):
        keys: KeyPath = ("options", "metric") if isinstance(metric, str) else ("options", "metric", index)
        if name not in known:
            what = f"{name!r} is not counted under {ruleset}"
            faults.append(document.fault(keys, what, "one or more of " + ", ".join(known)))
        elif name in metric_names(metric)[:index]:
            faults.append(document.fault(keys, f"{name} is listed twice", "name each metric once"))
    return faults


def rank_faults(ranks: RanksTable | None, limit: int | None, document: Document) -> list[Fault]:
    """Return faults of `options.ranks` and `options.limit`."""
    if ranks is None:
        return []
    faults = []
    counts = {name: getattr(ranks, name) for name in ("yard_master", "conductor", "brakeman")}
    for better, worse in pairwise(counts):
        if counts[worse] <= counts[better]:
            what = f"{worse} = {counts[worse]} is not more than {better} = {counts[better]}"
            faults.append(
                document.fault(("options", "ranks", worse), what, "they rise from yard_master to conductor to brakeman")
            )
    if limit is not None and limit < max(counts.values()):
        what = f"the limit of {limit} is below a rank's {max(counts.values())}"
        faults.append(document.fault(("options", "limit"), what, f"at least {max(counts.values())}, or lower ranks"))
    return faults
