"""The evidence of an answer in words: what was done, and the lower bound that follows; for `--explain` how the search went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shunt.cards.evidence import (
    BoundsReached,
    CostsSettled,
    CountedInMoves,
    DistanceStored,
    Evidence,
    LevelsApart,
    OnShortenedRuns,
    OrdersSearched,
)
from shunt.cards.stop import Stop, StopKind
from shunt.cli.output import counted
from shunt.rules.objective import Objective

EVERY = {
    "start": "every position that can be reached from the start was searched",
    "goal": "every position from which the goal can be reached was searched",
}


def reason(evidence: Evidence, metric: Objective) -> str:
    """Return a sentence with what was done, and the lower bound in the first of `metric` that follows from it."""
    least = evidence.at_least
    follows = "no solution exists" if least is None else f"every solution has at least {metric.least(least)}"
    return f"{_fact(evidence, metric)}, so {follows}"


def _fact(evidence: Evidence, metric: Objective) -> str:
    """Return what was done, in words."""
    match evidence:
        case LevelsApart():
            return _levels(evidence, metric)
        case BoundsReached(under=None):
            return f"{EVERY['start']}, except those that a lower bound shows to be dead ends"
        case BoundsReached(under=under):
            return f"every position was searched that a lower bound allows on a solution of fewer than {metric.least(under)}"
        case CostsSettled(under=None):
            return EVERY["start"]
        case CostsSettled(under=tuple(under)):
            return f"every position that takes less than {_counts(under, metric)} was searched, and none meets the goal"
        case DistanceStored(file=file, distance=None):
            return f"in the tablebase {file}, the start does not lead to the goal"
        case DistanceStored(file=file, distance=distance):
            return f"in the tablebase {file}, the start is {metric.least(distance)} from the goal"
        case OrdersSearched():
            return _orders(evidence, metric)
        case CountedInMoves(moves=moves, unit=unit, couplings=couplings):
            fact = reason(moves, Objective(unit))
            return fact if couplings is None else f"{fact} with at least {Objective('couplings').least(couplings)}"
        case OnShortenedRuns(small=small, most=most):
            same = "the same solutions" if most is None else f"the same solutions of at most {metric.least(most)}"
            return f"on a board with shortened runs, which has {same}, {_fact(small, metric)}"
        case _:
            return "nothing was searched"


def _levels(evidence: LevelsApart, metric: Objective) -> str:
    """Return how far apart the levels from both ends are."""
    aside = ""
    if evidence.under is not None:
        aside = f" (without those that lower bounds exclude from every solution of fewer than {metric.least(evidence.under)})"
    if evidence.ended is not None:
        return EVERY[evidence.ended] + aside
    if not evidence.goal:
        return f"no position within {metric.least(evidence.start)} of the start meets the goal{aside}"
    if not evidence.start:
        return f"the start is not within {metric.least(evidence.goal)} of the goal{aside}"
    return f"no position within {metric.least(evidence.start)} of the start is within {evidence.goal} of the goal{aside}"


def _orders(evidence: OrdersSearched, metric: Objective) -> str:
    """Return how many orders of the pieces were searched, and for what."""
    searched = f"{counted(evidence.orders, 'orders')} of the pieces were searched, on a line of any length"
    if evidence.under is None:
        on_line = "every position was searched, except those whose orders lead nowhere"
        return f"{searched}; {on_line if evidence.positions else 'none leads to the goal'}"
    than = metric.least(evidence.under)
    if evidence.positions:
        return f"{searched}; on this line, every position was searched whose orders allow a solution of fewer than {than}"
    return f"{searched}; none leads to the goal in fewer than {than}"


def _counts(counts: Sequence[int], metric: Objective) -> str:
    """Return counts in several metrics."""
    words = metric.with_moves().words(counts)
    return words if len(counts) == 1 else f"{words} (compared in this order)"


def evidence_lines(evidence: Evidence, metric: Objective, proof: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the lower bound follows from, and how the search went, a line each."""
    yield f"evidence: {reason(evidence, metric)}"
    if isinstance(evidence, LevelsApart) and evidence.compared is not None:
        yield f"the last level from the {evidence.compared} was compared with the other end, and not kept"
    for key, value in proof.items():
        if key == "attempts":
            yield from map(_attempt_line, value)
        elif key == "race":
            yield "bounds over time:"
            for standing in value:
                found = "" if standing["upper_bound"] is None else f", found {standing['upper_bound']}"
                by = f" ({standing['method']})" if standing["method"] else ""
                yield f"  {standing['seconds']:8.2f} s  at least {standing['lower_bound']}{found}{by}"
        elif key == "beams":
            for beam in value:
                found = "no path" if beam["moves"] is None else f"a path of {counted(beam['moves'], 'moves')}"
                yield f"beam of {beam['width']:,}: {found}, {beam['seconds']:.2f} s"
        else:
            yield f"{key}: {_plain(value)}"


def _attempt_line(attempt: Mapping[str, Any]) -> str:
    """Return a line with a method that was tried: why, what it cost, and how it ended."""
    line = f"tried {attempt['method']} ({attempt['why']}): {attempt['seconds']:.2f} s"
    if "states" in attempt:
        line += f", {counted(attempt['states'], 'states')} reached, {attempt['expanded']:,} expanded"
    stopped: Stop | None = attempt.get("stopped")
    if stopped is None:
        return line
    is_limit = stopped.kind not in (StopKind.INTERRUPTED, StopKind.REFUSED)
    return f"{line}; {f'stopped at its {stopped}' if is_limit else stopped}"


def _plain(value: Any) -> str:
    """Return evidence of any shape in a line."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_plain(inside)}" for key, inside in value.items())
    if isinstance(value, list | tuple):
        apart = "" if all(isinstance(item, int) for item in value) else ","
        return f"{apart} ".join(map(_plain, value))
    return f"{value:,}" if isinstance(value, int) else str(value)
