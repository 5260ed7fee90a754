"""Cards that cannot be rated: the error, and the facts proven about their fewest moves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from shunt.cards.card import Card
from shunt.cards.solution import Solution, Status
from shunt.cards.stop import INTERRUPTED, Stop, StopKind
from shunt.errors import ShuntError
from shunt.rules.objective import MOVES, Objective
from shunt.search.core.limits import Limits

SCHEMA = "shunt-rating/1"
WITHOUT_LIMIT = 10.0  # seconds for the solution of a card that is too large in any case
SHARE = 0.6  # of the time that measuring may take: the rest is for a solution, if the card turns out to be too large


class UnratableError(ShuntError):
    """A card that cannot be rated, because it has no solution (`unsolvable`) or is too large for the limits.

    `found` is what a search has proven about its fewest moves, or None without a search.
    """

    def __init__(self, why: str, unsolvable: bool, found: Solution | None = None) -> None:
        self.unsolvable, self.found = unsolvable, found
        super().__init__(why)

    def as_json(self, card: Card) -> dict[str, Any]:
        """Return a `shunt-rating/1` document that contains the proven facts but no grade."""
        return _without_grade(str(self), self.found or _known(card, "unsolvable" if self.unsolvable else "unknown"))


class RatingInterrupted(KeyboardInterrupt):
    """An interrupt of a rating, with a document of the schema `shunt-rating/1` that contains the facts proven so far."""

    def __init__(self, why: str, found: Solution, *words: str) -> None:
        self.document = _without_grade(why, found)
        super().__init__(*words)


def _known(card: Card, status: Status, optimum: int | None = None, stop: Stop | None = None) -> Solution:
    """Return what is proven about a card without a search."""
    optima = () if optimum is None else (optimum,)
    return Solution(card.name, status, optimum or 0, counted_in(card), "", 0, 0.0, optima, stopped=stop)


def _without_grade(why: str, found: Solution) -> dict[str, Any]:
    """Return the document of a card that is not rated. Its other keys are those of `shunt solve --json`."""
    answer = found.as_json()
    keys = ("status", "moves", "lower_bound", "metric", "upper_bound", "gap", "stopped")
    proven = {key: answer[key] for key in keys if key in answer}
    return {"schema": SCHEMA, "card": found.card, "grade": None, "tier": None, **proven, "why": why}


def while_measuring(limits: Limits) -> Limits:
    """Return the limits with less time, so that some time remains for bounds."""
    return limits if limits.time is None else replace(limits, time=SHARE * limits.time)


def too_large(card: Card, limits: Limits) -> UnratableError:
    """Return the error for a card whose board has too many spaces to be measured. A solution is looked for first."""
    time = WITHOUT_LIMIT if limits.time is None else limits.time
    found = bounds(card, replace(limits, time=time))
    return not_rated(card, f"{card.name} is not rated, because its board is too large to be measured", found, found.stopped)


def unsolvable(card: Card) -> UnratableError:
    """Return the error for a card that has no solution."""
    return UnratableError(f"{card.name} has no solution, so there is nothing to rate", True)


def stopped(card: Card, limits: Limits, stop: Stop) -> UnratableError:
    """Return the error for a card whose measurement was stopped. It includes what a search finds and proves in the remaining
    time."""
    if stop.kind is StopKind.TIME and limits.time is not None:
        stop = Stop(StopKind.TIME, limits.time)
    return not_rated(card, f"{card.name} is not rated: the search stopped at the limit of {stop}", bounds(card, limits), stop)


def not_rated(card: Card, why: str, found: Solution, stop: Stop | None) -> UnratableError:
    """Return the error for a card that is not rated, with what a search has proven about it."""
    if found.status == "unsolvable":
        return unsolvable(card)
    return UnratableError(f"{why}; {in_words(found)}", False, replace(found, stopped=stop))


@contextmanager
def noting(card: Card, optimum: int | None = None) -> Iterator[None]:
    """If the block is interrupted, add what is proven about the card's fewest moves. The innermost block takes precedence."""
    try:
        yield
    except RatingInterrupted:
        raise
    except KeyboardInterrupt:
        metric = counted_in(card)[0]
        proven = f"its fewest {metric} are {optimum}, proven" if optimum is not None else f"its fewest {metric} are not known"
        words = f"{card.name} is not rated; {proven}"
        found = _known(card, "unknown" if optimum is None else "optimal", optimum, INTERRUPTED)
        interrupted = RatingInterrupted(words, found)
        interrupted.add_note(words)
        raise interrupted from None


def counted_in(card: Card) -> Objective:
    """Return the metric on which the rating of a card is based: moves, or for sidings pulls or legs."""
    return Objective(card.metric[:1]) if card.metric.counts_moves else MOVES


def bounds(card: Card, limits: Limits) -> Solution:
    """Solve a card in its metric (moves, pulls or legs) in the remaining time. If interrupted, raise the interrupt with what is
    proven."""
    from shunt.search.solve import solve

    found = solve(card, limits=limits.rest())
    if found.stopped is not None and found.stopped.is_interrupt:
        words = f"{card.name} is not rated; {in_words(found)}"
        raise RatingInterrupted(words, found, words)
    return found


def in_words(found: Solution) -> str:
    """Return what is proven about the fewest moves, and the best solution found."""
    if found.optimum is not None:
        return f"its fewest {found.metric[0]} are {found.optimum}, proven"
    least = f"no solution has fewer than {found.metric.least(found.lower_bound)}"
    if found.upper_bound is None:
        return f"proven so far: {least}"
    return f"solved in {found.metric.least(found.upper_bound)}, not proven best: {least}"
