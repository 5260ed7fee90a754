"""Cards that are not rated: the error that says so, and what is proven of their fewest moves."""

from __future__ import annotations

from dataclasses import replace

from shunt.cards.card import Card
from shunt.cards.solution import Solution
from shunt.cards.stop import Stop, StopKind
from shunt.errors import ShuntError
from shunt.search.core.limits import Limits

WITHOUT_LIMIT = 10.0  # seconds for the solution of a card that is too large in any case
SHARE = 0.6  # of the time that measuring may take: the rest is for a solution, if the card turns out to be too large


class UnratableError(ShuntError):
    """A card whose rating is not known: it has no solution (`unsolvable`), or is too large for the limits given."""

    def __init__(self, why: str, unsolvable: bool) -> None:
        self.unsolvable = unsolvable
        super().__init__(why)


def while_measuring(limits: Limits) -> Limits:
    """Return the limits with less time, so that some is left for bounds."""
    return limits if limits.time is None else replace(limits, time=SHARE * limits.time)


def too_large(card: Card, limits: Limits) -> UnratableError:
    """Return the error for a card whose board has too many spaces to be measured; a solution is looked for before."""
    time = WITHOUT_LIMIT if limits.time is None else limits.time
    found = bounds(card, replace(limits, time=time))
    return UnratableError(f"{card.name} is not rated, its board is too large to be measured; {in_words(found)}", False)


def stopped(card: Card, limits: Limits, stop: Stop) -> UnratableError:
    """Return the error for a card whose measuring was stopped: it says what a search finds and proves in the rest of the time."""
    if stop.kind is StopKind.TIME and limits.time is not None:
        stop = Stop(StopKind.TIME, limits.time)
    found = bounds(card, limits)
    if found.status == "unsolvable":
        return UnratableError(f"{card.name} has no solution, so there is nothing to rate", True)
    return UnratableError(f"{card.name} is not rated, stopped at the limit of {stop}; {in_words(found)}", False)


def bounds(card: Card, limits: Limits) -> Solution:
    """Solve a card, which counts moves (pulls, legs), in the time that is left; raises an interrupt with what is proven."""
    from shunt.search.solve import solve

    found = solve(card, limits=limits.rest())
    if found.stopped is not None and found.stopped.is_interrupt:
        raise KeyboardInterrupt(f"interrupted: {card.name} is not rated; {in_words(found)}")
    return found


def in_words(found: Solution) -> str:
    """Return what is proven of the fewest moves, and the best solution found."""
    counted = found.metric[0] if found.metric[0] != "moves" else "move"
    if found.optimum is not None:
        return f"its fewest {counted.removesuffix('s')}s are {found.optimum}, proven"
    least = f"no solution has fewer than {_plural(found.lower_bound, counted)}"
    if found.upper_bound is None:
        return f"proven so far: {least}"
    return f"solved in {_plural(found.upper_bound, counted)}, not proven best: {least}"


def _plural(count: int, counted: str) -> str:
    return f"{count} {counted.removesuffix('s')}{'s' * (count != 1)}"
