"""Inglenooks: random starts and trains, the goal of all cars in order, and the number of starts for each number of moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from shunt.errors import InputError, counted
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.notation import in_order
from shunt.sidings.rules.referee import Cars, Sidings, SidingsGoal, SidingsPosition

if TYPE_CHECKING:  # puzzles are drawn, and refused, without the engine
    from shunt.render.scene import Scene
    from shunt.search.core.limits import Limits
    from shunt.sidings.search.graph import SidingsProblem
    from shunt.sidings.search.table import DistanceTable

NUMBERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MANY_STATES = 5_000_000
"""The number of states from which the cost of a table is announced."""
SLOWER = 2.0
"""How much longer a state of a large table takes than a state of a small table, which fits into the cache (measured: 1.4 to
2.5)."""


def usual_cars(capacities: Sequence[int]) -> Cars:
    """Return the cars 1, 2, … for all sidings except the last."""
    count = sum(capacities[:-1]) or capacities[0]
    if count > len(NUMBERS):
        raise InputError("cars", f"{counted(count, 'cars')} have no names of one letter each", 'name them, such as "a1 a2 …"')
    return tuple(NUMBERS[:count])


def set_out(cars: Cars, capacities: Sequence[int], seed: int | None = None) -> SidingsPosition:
    """Return the start with the cars set out siding by siding, in their order or shuffled by a random seed."""
    if len(cars) > (room := sum(capacities)):
        raise InputError("cars", f"{counted(len(cars), 'cars')}, but the sidings hold {room}", "fewer cars, or larger sidings")
    placed = list(cars)
    if seed is not None:
        Random(seed).shuffle(placed)
    return SidingsPosition((), _filled(tuple(placed), capacities))


def _filled(cars: Cars, capacities: Sequence[int]) -> tuple[Cars, ...]:
    ends = [sum(capacities[:number]) for number in range(len(capacities) + 1)]
    return tuple(cars[first:last] for first, last in pairwise(ends))


def random_train(rules: Sidings, seed: int | None) -> SidingsGoal:
    """Return the goal of a random train that fills the longest siding, or of all cars if there are fewer."""
    length = min(max(rules.capacities.values()), len(rules.cars))
    return SidingsGoal(train=tuple(Random(f"train {seed}").sample(rules.cars, length)))


def sorted_goal(rules: Sidings) -> SidingsGoal:
    """Return the goal of all cars in order, siding by siding."""
    capacities = list(rules.capacities.values())
    if len(rules.cars) > (room := sum(capacities)):
        what = f"{counted(len(rules.cars), 'cars')} cannot be set out in order: the sidings hold {room}"
        raise InputError("goal", what, "give another goal, or larger sidings")
    return SidingsGoal(dict(zip(rules.capacities, _filled(in_order(rules.cars), capacities), strict=True)))


# --------------------------------------------------------------------------------------------------------------------
# All starts


@dataclass(frozen=True)
class StartCounts:
    """The number of starts of a card's cars, set out as in its start, for each number of moves, from the whole table of
    distances."""

    card: SidingsCard
    table: DistanceTable

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The number of starts by their fewest moves."""
        return self.table.starts((0, *(len(cars) for cars in self.card.start.sidings)))

    @property
    def solvable(self) -> int:
        """The number of starts that can be solved."""
        return sum(self.starts)

    @property
    def unsolvable(self) -> int:
        """The number of starts that cannot be solved."""
        return self.table.problem.permutations - self.solvable

    @property
    def mean(self) -> float | None:
        """The mean of the fewest moves, or None if no start can be solved."""
        return sum(moves * count for moves, count in enumerate(self.starts)) / self.solvable if self.solvable else None

    @property
    def title(self) -> str:
        """The yard in words."""
        rules = self.card.rules
        return f"Inglenook {'-'.join(map(str, rules.capacities.values()))}, headshunt {rules.headshunt or 'without limit'}"

    def as_json(self) -> dict[str, Any]:
        """Return the counts as a `shunt-sidings-table/1` document."""
        table = self.table
        return {
            "schema": "shunt-sidings-table/1",
            "metric": self.card.rules.metric,
            "states": table.problem.states,
            "levels": list(table.levels),
            "unreachable": table.problem.states - sum(table.levels),
            "starts": {str(moves): count for moves, count in enumerate(self.starts) if count},
            "unsolvable_starts": self.unsolvable,
            "mean": None if self.mean is None else round(self.mean, 6),
            "most": len(self.starts) - 1 if self.solvable else None,
            "exhausted": table.exhausted,
            "seconds": round(table.seconds, 6),
        }

    def long_enough(self, limits: Limits | None = None) -> int | None:
        """Return the smallest length of a longer headshunt with which all starts can be solved.

        Return None if there is none, or if its table is not small or exceeds the limits.
        """
        from shunt.search.core.limits import LimitReached
        from shunt.sidings.search.graph import sidings_problem
        from shunt.sidings.search.table import build_table

        rules = self.card.rules
        for length in range(rules.headshunt + 1, len(rules.cars) + 1) if rules.headshunt else ():
            problem = sidings_problem(replace(rules, headshunt=length), self.card.goal)
            if problem.states > MANY_STATES:
                return None
            try:
                table = build_table(problem, limits)
            except LimitReached:
                return None
            if table.exhausted and not StartCounts(self.card, table).unsolvable:
                return length
        return None

    def histogram(self) -> Scene:
        """Draw bars, with the fewest moves on the horizontal axis and the number of starts on the vertical axis."""
        from shunt.render.counts import bar_scene

        metric = self.card.rules.metric
        return bar_scene(self.starts, f"{self.title}: starts by fewest {metric}", f"fewest {metric}")


def expected_cost(problem: SidingsProblem) -> str:
    """Return the cost of a table in words: its states, its memory, and its time at the rate of a small table that is built for
    comparison."""
    from shunt.sidings.search.graph import sidings_problem
    from shunt.sidings.search.table import build_table

    rules = Sidings(3, {"1": 4, "2": 3, "3": 3}, tuple("abcdefg"))
    small = build_table(sidings_problem(rules, SidingsGoal({"1": tuple("abcd"), "2": tuple("efg")})))
    seconds = SLOWER * problem.states * small.seconds / small.problem.states
    time = f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} minutes"
    orders = f"{problem.permutations:,} orders of the cars, on {len(problem.graph.occupancies)} choices of places"
    return f"{orders}: {problem.states:,} states, about {megabytes(problem)} of memory, and {time} at the rate measured now"


def megabytes(problem: SidingsProblem) -> str:
    """Return the memory that the table of a problem needs."""
    from shunt.sidings.search.table import table_bytes

    size = table_bytes(problem) / 1e6
    return f"{size:,.0f} MB" if size < 10_000 else f"{size / 1000:,.0f} GB"
