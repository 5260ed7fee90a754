"""The time that a bot has for a move: `think=1s`, `think=250ms`, or `none`.

Work is counted in rounds (guesses, playouts), so that a seed gives the same play on every machine. A time only leaves out the
rounds that would end too late, and what a first round that takes too long has not reached.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import inf
from time import perf_counter
from typing import Any

from shunt.errors import InputError

ENDLESS = "none"
_TIME = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)(ms|s)")


class OutOfTime(Exception):
    """The time for a move is up."""


def seconds_of(think: str) -> float:
    """Return a time in seconds; raise `InputError` for a text that is not one, or none at all.

    >>> seconds_of("250ms"), seconds_of("none")
    (0.25, inf)
    """
    if think == ENDLESS:
        return inf
    found = _TIME.fullmatch(think)
    seconds = float(found[1]) / (1000 if found[2] == "ms" else 1) if found else 0.0
    if not seconds:
        raise InputError("think", f"{think!r} is not a time", f"such as 1s or 250ms, or {ENDLESS}")
    return seconds


class ThinkingClock:
    """A clock that a bot starts for every move."""

    def __init__(self, think: str = ENDLESS) -> None:
        """Raise `InputError` for a text that is not a time."""
        self.seconds = seconds_of(think)
        self.start()

    def start(self) -> None:
        """Begin a move."""
        self.end = perf_counter() + self.seconds

    def rounds(self, number: int) -> Iterator[int]:
        """Count rounds of work: the first one, and those that will end in time by the mean of those before."""
        began = perf_counter()
        for done in range(number):
            now = perf_counter()
            if done and now + (now - began) / done > self.end:
                return
            yield done

    @property
    def is_up(self) -> bool:
        """Return whether the time is up."""
        return perf_counter() > self.end

    def check(self) -> None:
        """Raise `OutOfTime` if the time is up."""
        if self.is_up:
            raise OutOfTime


def summed_values(
    clock: ThinkingClock, rounds: int, actions: Sequence[Any], begin: Callable[[], Callable[[Any], float]]
) -> tuple[list[float], int]:
    """Think about a move: return the sum of each action's values over rounds, and the number of rounds.

    `begin` begins a round and returns the function that values an action in it. A round in which the time is up is left out; of a
    first one the actions that were not reached are worth −∞.
    """
    clock.start()
    sums, done = [0.0] * len(actions), 0
    for _ in clock.rounds(rounds):
        value = begin()
        found: list[float] = []
        try:
            for action in actions:
                if found:
                    clock.check()
                found.append(value(action))
        except OutOfTime:
            if done:
                break
            found += [-inf] * (len(actions) - len(found))
        sums = [before + more for before, more in zip(sums, found, strict=True)]
        done += 1
    return sums, done
