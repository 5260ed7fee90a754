"""Tables of all orders of a train: how they are requested, and what they contain."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import factorial

import numpy as np

from shunt.cards.stop import Stop as SearchStop
from shunt.errors import TooLargeError, counted
from shunt.hump.engine.long_meeting import LongMeeting
from shunt.hump.engine.meeting import SetMeeting, composition, ranks_of
from shunt.hump.engine.words import Ints
from shunt.hump.rules import Hump, Stop
from shunt.hump.yard import Yard
from shunt.search.core.limits import LimitReached, Limits, limits_or_default, stop_of

LONGEST_TABLE = LongMeeting.longest
"""Longest train of which there are tables."""


@dataclass(frozen=True)
class OrderTable:
    """The optimum of every order of n distinct cars.

    `optima[rank]` is the fewest moves for the order with that lexicographic rank (cars numbered 0 … n-1 from the lead car
    of the queue; the order as it leaves, lead car first), 0 where it is impossible. `states`: states reached. A table that was
    stopped (`stopped_by`) knows the orders of up to `upto` moves; to all others, impossible or not, it gives 0.
    """

    cars: int
    optima: Ints
    states: int
    seconds: float
    upto: int | None = None
    stopped_by: SearchStop | None = None

    @property
    def by_order(self) -> dict[tuple[int, ...], int]:
        """Order → optimum, impossible orders absent."""
        pairs = zip(permutations(range(self.cars)), self.optima.tolist(), strict=True)
        return {order: optimum for order, optimum in pairs if optimum}

    @property
    def impossible(self) -> int:
        """Return how many orders no moves bring about."""
        return int((self.optima == 0).sum())


def order_table(
    yard: Yard, cars: int, stop: Stop = "farthest", returns: bool = False, limits: Limits | None = None, partly: bool = False
) -> OrderTable:
    """Return the optima of all orders.

    Raise `InputError` if the train is invalid, `TooLargeError` if it is too long for a table, and `LimitReached` if a limit on
    time, states or memory is reached. With `partly`, return what has been proven when a limit is reached or Ctrl-C is pressed.
    """
    rules = Hump.on(yard, [str(car) for car in range(cars)], stop, returns)
    if cars > LONGEST_TABLE:
        orders = f"a table of {counted(cars, 'cars')} has {factorial(cars)} orders"
        raise TooLargeError("cars", orders, f"tables go up to {LONGEST_TABLE} cars")
    warm_up(cars)
    limits = limits_or_default(limits)
    began = limits.seconds
    search = search_from_both_ends(rules, limits)
    reported = 0

    def report(_: Ints, moves: int) -> bool:
        nonlocal reported
        reported = moves
        limits.progress("orders", moves, search.states)
        return False

    try:
        search.run(report)
    except (LimitReached, KeyboardInterrupt) as stopped:
        if not partly:
            raise
        proven = np.where(search.optima <= reported, search.optima, 0)  # of orders of more moves it may know only some
        return OrderTable(cars, proven, search.states, limits.seconds - began, reported, stop_of(stopped))
    return OrderTable(cars, search.optima, search.states, limits.seconds - began)


def search_from_both_ends(rules: Hump, limits: Limits | None = None) -> SetMeeting | LongMeeting:
    """Return the search that suits the length of the train; raise `TooLargeError` if that is too long."""
    return (SetMeeting if len(rules.train) <= SetMeeting.longest else LongMeeting)(rules, limits)


@cache
def warm_up(cars: int) -> None:
    """Compile the kernels, or load them from the cache, and make the tables of ranks, before the clock runs."""
    if cars > SetMeeting.longest:
        ranks_of(cars)
        LongMeeting(Hump.on(Yard(), ["0", "1"])).run()
        return
    composition(cars)
    for yard in (Yard((), 1), Yard()):
        SetMeeting(Hump.on(yard, ["0", "1"])).run()
