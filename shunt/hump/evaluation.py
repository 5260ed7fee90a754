"""The worth of a yard to a designer: the moves of all orders together, computed once for yards that are the same to cars.

Two yards are the same to cars if their spaces can be matched so that joins, exclusive spaces, source and exits agree. The key of
a yard describes all of that, spaces numbered in the order in which a walk from the source reaches them; where the walk has a
choice, it is decided by a colour that describes the track around a space. Equal keys are equal descriptions, so yards with one
key have one table. (Two yards that are the same may get different keys if colours leave a tie; then work is done twice.)
"""

from __future__ import annotations

from dataclasses import replace
from math import factorial

import numpy as np

from shunt.hump.adviser import IMPOSSIBLE
from shunt.hump.engine.long_meeting import table_search
from shunt.hump.engine.words import Ints
from shunt.hump.lower_bounds import free_optima
from shunt.hump.rules import RULEBOOK, MoveRules
from shunt.hump.table_cache import Track, track_in_use
from shunt.hump.yard import Yard
from shunt.search.core.limits import Limits
from shunt.track.graphs import breadth_first
from shunt.track.plan import End

ROUNDS = 7  # how far a space's colour looks along the track

Key = tuple[tuple[object, ...], ...]


def yard_key(yard: Yard) -> Key:
    """Return a description of all that matters to cars, the same for most yards that are the same to them."""
    track = yard.compile(1)
    fixed = track.plan.fixed
    reached: dict[str, str | None] = {track.queue[0]: None}
    spaces = breadth_first(reached, lambda space: [other.space for end in (0, 1) for other in fixed.get(End(space, end), ())])
    ends = [End(space, end) for space in spaces for end in (1, 0)]  # the first end is the source's end towards the yard
    place = {end: number for number, end in enumerate(ends)}
    joins = [[place[other] for other in fixed.get(end, ())] for end in ends]
    # A space has the number of its end with an even number; the other end follows it.
    clashes = [[place[End(other, 0)] & ~1 for other in track.partners[end.space] if End(other, 0) in place] for end in ends]
    exits = [end in track.exits for end in ends]
    colours = [hash((number, exits[number])) if number < 2 else hash(exits[number]) for number in range(len(ends))]
    for _ in range(ROUNDS):
        whole = [hash(tuple(sorted((colours[end & ~1], colours[end | 1])))) for end in range(len(ends))]
        near = [tuple(sorted([colours[other] for other in joins[end]])) for end in range(len(ends))]
        across = [tuple(sorted([whole[other] for other in clashes[end]])) for end in range(len(ends))]
        colours = [hash((colours[end], colours[end ^ 1], near[end], across[end])) for end in range(len(ends))]
    walk = [0]
    number: dict[int, int] = {}
    for end in walk:
        if end not in number:
            number[end] = len(number)
            number[end ^ 1] = len(number)
            for side in (end ^ 1, end):
                walk += sorted(joins[side], key=colours.__getitem__)
    return tuple(
        (
            tuple(sorted(number[other] for other in joins[end])),
            tuple(sorted(number[other] >> 1 for other in clashes[end])) if not number[end] & 1 else (),
            exits[end],
        )
        for end in sorted(number, key=number.__getitem__)
    )


class Judge:
    """A judge of yards by trains of `cars` distinct cars, of at most `limits.states` yards.

    Without returns to the source it also uses the lower bound of all yards.
    """

    def __init__(self, cars: int, rules: MoveRules = RULEBOOK, limits: Limits | None = None) -> None:
        self.cars, self.rules, self.limits = cars, rules, limits
        self.judged = 0
        self._least = np.ones(factorial(cars), np.int64) if rules.returns else np.array([*free_optima(cars, rules.stop).values()])
        self._known: dict[Key, tuple[int, bool]] = {}  # totals, and whether they are exact
        self._keys: dict[Track, Key] = {}

    @property
    def orders(self) -> int:
        """The number of orders."""
        return len(self._least)

    @property
    def least(self) -> int:
        """The minimum total number of moves, over all orders, in any yard."""
        return int(self._least.sum())

    def optima(self, yard: Yard) -> Ints:
        """Return the optimum of every order by its rank, 0 for an impossible one; limits do not apply."""
        return table_search(yard, self.cars, self.rules).run()

    def total(self, yard: Yard) -> int:
        """Return the total number of moves, over all orders. Limits do not apply."""
        return self._worth(yard, None, None)

    def worth(self, yard: Yard, below: int | None = None) -> int:
        """Return the total number of moves if it is less than `below`, else a number from `below` up to it; an impossible order
        counts `IMPOSSIBLE`. Raise `LimitReached`."""
        return self._worth(yard, below, self.limits)

    def _worth(self, yard: Yard, below: int | None, limits: Limits | None) -> int:
        track = track_in_use(yard)
        if track not in self._keys:
            self._keys[track] = yard_key(yard)
        key = self._keys[track]
        total, is_exact = self._known.get(key, (0, False))
        if not is_exact and (below is None or total < below):
            if limits:
                limits.allow_states(self.judged)
            search = table_search(yard, self.cars, self.rules, limits and replace(limits, states=None))
            self.judged += 1
            optima = search.run(None if below is None else lambda found, moves: self._at_least(found, moves) >= below)
            is_exact = below is None or bool(optima.all()) or self._at_least(optima, search.moves) < below
            total = self._at_least(optima, IMPOSSIBLE if is_exact else search.moves)
            self._known[key] = total, is_exact
        return total

    def _at_least(self, optima: Ints, moves: int) -> int:
        """Return a lower bound on the total number of moves, over all orders, if orders not found yet take more than `moves`.

        If `moves` is `IMPOSSIBLE`, the bound is the total itself.
        """
        unknown = np.maximum(self._least, moves + 1)
        return int(np.minimum(np.where(optima == 0, unknown, optima), IMPOSSIBLE).sum())
