"""Cards that are not rated: the error that says so, and what is proven of their fewest moves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from shunt.cards.card import Card
from shunt.cards.faults import MOVES
from shunt.cards.solution import Solution
from shunt.cards.stop import INTERRUPTED, Stop, StopKind
from shunt.errors import ShuntError, counted
from shunt.search.core.limits import Limits

SCHEMA = "shunt-rating/1"
WITHOUT_LIMIT = 10.0  # seconds for the solution of a card that is too large in any case
SHARE = 0.6  # of the time that measuring may take: the rest is for a solution, if the card turns out to be too large


@dataclass(frozen=True)
class Unrated:
    """What is proven of the fewest moves (pulls, legs) of a card that is not rated.

    `why`: in words, why it is not rated; `status`, `lower_bound`, `upper_bound`: of its `Solution`, as far as one is known;
    `stopped`: what ended the rating, if anything did.
    """

    card: str
    why: str
    metric: str
    status: str = "unknown"
    lower_bound: int = 0
    upper_bound: int | None = None
    stopped: Stop | None = None

    @classmethod
    def of(cls, found: Solution, why: str, stopped: Stop | None) -> Unrated:
        """Return what a search has proven."""
        return cls(found.card, why, found.metric[0], found.status, found.lower_bound, found.upper_bound, stopped)

    def as_json(self) -> dict[str, Any]:
        """Return a document of the schema `shunt-rating/1` without a grade; its other keys are those of `shunt solve --json`."""
        shown: dict[str, Any] = {"schema": SCHEMA, "card": self.card, "grade": None, "tier": None, "status": self.status}
        shown |= {"moves": self.upper_bound, "lower_bound": self.lower_bound, "metric": self.metric}
        if self.status == "solved" and self.upper_bound is not None:
            shown |= {"upper_bound": self.upper_bound, "gap": self.upper_bound - self.lower_bound}
        return shown | ({"stopped": str(self.stopped)} if self.stopped else {}) | {"why": self.why}


class UnratableError(ShuntError):
    """A card whose rating is not known: it has no solution (`unsolvable`), or is too large for the limits given.

    `unrated`: what is proven of it; None where no search was made.
    """

    def __init__(self, why: str, unsolvable: bool, unrated: Unrated | None = None) -> None:
        self.unsolvable = unsolvable
        self.unrated = unrated
        super().__init__(why)

    def proven(self, card: Card) -> Unrated:
        """Return what is proven of the card, which may be nothing."""
        status = "unsolvable" if self.unsolvable else "unknown"
        return self.unrated or Unrated(card.name, str(self), counted_in(card), status)


class RatingInterrupted(KeyboardInterrupt):
    """An interrupt of a rating, with what is proven by then."""

    def __init__(self, unrated: Unrated, *words: str) -> None:
        self.unrated = unrated
        super().__init__(*words)


def while_measuring(limits: Limits) -> Limits:
    """Return the limits with less time, so that some is left for bounds."""
    return limits if limits.time is None else replace(limits, time=SHARE * limits.time)


def too_large(card: Card, limits: Limits) -> UnratableError:
    """Return the error for a card whose board has too many spaces to be measured; a solution is looked for before."""
    time = WITHOUT_LIMIT if limits.time is None else limits.time
    found = bounds(card, replace(limits, time=time))
    return not_rated(f"{card.name} is not rated, its board is too large to be measured", found, found.stopped)


def stopped(card: Card, limits: Limits, stop: Stop) -> UnratableError:
    """Return the error for a card whose measuring was stopped: it says what a search finds and proves in the rest of the time."""
    if stop.kind is StopKind.TIME and limits.time is not None:
        stop = Stop(StopKind.TIME, limits.time)
    found = bounds(card, limits)
    if found.status == "unsolvable":
        return UnratableError(f"{card.name} has no solution, so there is nothing to rate", True)
    return not_rated(f"{card.name} is not rated, stopped at the limit of {stop}", found, stop)


def not_rated(why: str, found: Solution, stop: Stop | None) -> UnratableError:
    """Return the error for a card that is not rated, with what a search has proven of it."""
    words = f"{why}; {in_words(found)}"
    return UnratableError(words, False, Unrated.of(found, words, stop))


@contextmanager
def noting(card: Card, optimum: int | None = None) -> Iterator[None]:
    """Have an interrupt of the block say what is proven of the card's fewest moves. The innermost block knows best."""
    try:
        yield
    except RatingInterrupted:
        raise
    except KeyboardInterrupt:
        metric = counted_in(card)
        proven = f"its fewest {metric} are {optimum}, proven" if optimum is not None else f"its fewest {metric} are not known"
        words = f"{card.name} is not rated; {proven}"
        known = ("unknown", 0) if optimum is None else ("optimal", optimum)
        interrupted = RatingInterrupted(Unrated(card.name, words, metric, *known, optimum, INTERRUPTED))
        interrupted.add_note(words)
        raise interrupted from None


def counted_in(card: Card) -> str:
    """Return what the rating of a card counts: moves, or pulls or legs of sidings."""
    return card.metric[0] if card.metric[0] in MOVES else "moves"


def bounds(card: Card, limits: Limits) -> Solution:
    """Solve a card, which counts moves (pulls, legs), in the time that is left; raises an interrupt with what is proven."""
    from shunt.search.solve import solve

    found = solve(card, limits=limits.rest())
    if found.stopped is not None and found.stopped.is_interrupt:
        words = f"{card.name} is not rated; {in_words(found)}"
        raise RatingInterrupted(Unrated.of(found, words, INTERRUPTED), words)
    return found


def in_words(found: Solution) -> str:
    """Return what is proven of the fewest moves, and the best solution found."""
    metric = found.metric[0]
    if found.optimum is not None:
        return f"its fewest {metric} are {found.optimum}, proven"
    least = f"no solution has fewer than {counted(found.lower_bound, metric)}"
    if found.upper_bound is None:
        return f"proven so far: {least}"
    return f"solved in {counted(found.upper_bound, metric)}, not proven best: {least}"
