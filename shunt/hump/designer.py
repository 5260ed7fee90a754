"""The search for a good yard of n tiles, and for the best by trying every one (`EveryYard`).

The search for a good yard is threshold accepting with exchanges of a tile. The seed and the number of a step determine each step.

A yard is judged by the total number of moves over all orders (`evaluation.Judge`). First, tiles are added, each the best of a
sample. Then one tile at a time is exchanged: it is removed, and one from the set is built in its place or elsewhere. The new yard
is kept if it is less than `slack` worse than the current one; slack is random, with a mean of `heat` moves at first and of one at
the end. After `patience` steps without improvement, the search returns to its best yard. Most exchanges are bad, which is known
as soon as the orders with few moves have been found. Exchanges for long trains must first do about as well as the current yard
with one car fewer. A search finds good yards and proves nothing, unless it reaches the lower bound for all yards.
"""

from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from shunt.cards.stop import Stop as SearchStop
from shunt.errors import Fault, LayoutError, counted, raise_faults
from shunt.hump.evaluation import Judge
from shunt.hump.rules import RULEBOOK, MoveRules
from shunt.hump.table_cache import track_in_use
from shunt.hump.tiles import COPIES, KINDS, distinct_turns
from shunt.hump.yard import MAX_TILES, PlacedTile, Yard
from shunt.search.core.limits import LimitReached, Limits

MOST_TILES = min(MAX_TILES, COPIES * len(KINDS))
LONGEST = 7  # cars: a table of eight takes minutes
SCREENED = 5  # trains longer than that are tried with a car less first
SAME_KIND, SAME_PLACE = 0.2, 0.5  # chances that an exchange turns or moves a tile, and that it builds where it took away


@dataclass(frozen=True)
class DesignTask:
    """The task of a search: a yard of `tiles` tiles from the set for trains of `cars` cars. The search begins with `start`, and
    takes `steps` steps after all tiles are built."""

    start: Yard
    tiles: int
    cars: int
    rules: MoveRules = RULEBOOK
    steps: int = 1000
    seed: int = 0
    sample: int = 60
    heat: float = 4.0
    patience: int = 300

    def __post_init__(self) -> None:
        """Raise `InputError`, which lists every fault."""
        faults = [
            Fault(name, counted(value, name), f"{least} to {most}")
            for name, value, least, most in (
                ("tiles", self.tiles, len(self.start.tiles), MOST_TILES),
                ("cars", self.cars, 1, LONGEST),
            )
            if not least <= value <= most
        ]
        if over := [kind for kind, number in Counter(tile.kind for tile in self.start.tiles).items() if number > COPIES]:
            faults.append(Fault("yard", f"more than {COPIES} tiles {', '.join(over)}", f"the set has {COPIES} of each kind"))
        faults += [
            Fault(name, str(value), f"at least {least}")
            for name, value, least in (("steps", self.steps, 0), ("sample", self.sample, 1), ("patience", self.patience, 1))
            if value < least
        ]
        if not 1 <= self.heat <= 1000:
            faults.append(Fault("heat", f"{self.heat:g}", "1 to 1000"))
        raise_faults(faults)


@dataclass(frozen=True)
class Trail:
    """The state of a search: the number of steps taken, the current yard, the best yard with all its tiles, and the step of its
    last improvement.

    `best_total` is 0 until there is a best yard.
    """

    step: int
    yard: Yard
    total: int
    best: Yard
    best_total: int = 0
    improved: int = 0


@dataclass(frozen=True)
class Design:
    """The best yard found, with its mean optimum, the number of impossible orders and the number of yards judged. `proven` is
    true if no yard with the same number of tiles is better, and `stopped_by` is the limit that ended the search early."""

    yard: Yard
    cars: int
    mean: Fraction
    impossible: int
    judged: int
    proven: bool
    stopped_by: SearchStop | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the design as a dictionary that can be written as JSON."""
        return {
            "yard": str(self.yard),
            "tiles": len(self.yard.tiles),
            "cars": self.cars,
            "mean": round(float(self.mean), 6),
            "impossible": self.impossible,
            "judged": self.judged,
            "proven": self.proven,
            "complete": not self.stopped_by,
        }


class Searcher(ABC):
    """A search by steps; `trail` is its whole state, so it can be saved and resumed."""

    def __init__(self, task: DesignTask, trail: Trail | None = None, limits: Limits | None = None) -> None:
        self.task, self.judge = task, Judge(task.cars, task.rules, limits)
        self.trail = trail or self.beginning()

    def beginning(self) -> Trail:
        """Return the state before the first step. If the start already has enough tiles, it is the best yard so far."""
        start = Trail(0, self.task.start, self.judge.total(self.task.start), self.task.start)
        return replace(start, best_total=start.total) if self.may_be_best(start.yard) else start

    @abstractmethod
    def may_be_best(self, yard: Yard) -> bool:
        """Return whether a yard has the required number of tiles."""

    @abstractmethod
    def advance(self) -> None:
        """Take one step. If it is interrupted or a limit is reached, restore the state before the step."""

    @property
    @abstractmethod
    def length(self) -> int:
        """The number of steps."""

    @property
    def proven(self) -> bool:
        """Return whether it is proven that no yard with the same number of tiles is better. Usually the lower bound for all yards
        proves it."""
        return self.at_bound

    @property
    def over(self) -> bool:
        """Return whether all steps are taken, or nothing better is possible."""
        return self.trail.step >= self.length or self.at_bound

    @property
    def at_bound(self) -> bool:
        """Return whether the best reaches the lower bound of all yards."""
        return not self.task.rules.returns and self.trail.best_total == self.judge.least

    @property
    def best(self) -> Yard:
        """The best yard so far; before it has all its tiles, the current one."""
        return self.trail.best if self.trail.best_total else self.trail.yard

    @property
    def best_total(self) -> int:
        """The total number of moves, over all orders, in the best yard."""
        return self.trail.best_total or self.trail.total


class Designer(Searcher):
    """The search for a good yard."""

    def __init__(self, task: DesignTask, trail: Trail | None = None, limits: Limits | None = None) -> None:
        super().__init__(task, trail, limits)
        self._screen = Judge(task.cars - 1, task.rules, limits) if task.cars > SCREENED else None

    def may_be_best(self, yard: Yard) -> bool:
        """Return whether all tiles are built."""
        return len(yard.tiles) == self.task.tiles

    @property
    def length(self) -> int:
        """The number of steps: one for each tile to be built, and one for each exchange."""
        return self.task.tiles - len(self.task.start.tiles) + self.task.steps

    def advance(self) -> None:
        """Build a tile, or exchange one."""
        chance = random.Random(f"{self.task.seed}/{self.trail.step}")
        trail = self._exchanged(chance) if self.may_be_best(self.trail.yard) else self._grown(chance)
        trail = replace(trail, step=self.trail.step + 1)
        if trail.best_total and trail.step - trail.improved >= self.task.patience:
            trail = replace(trail, yard=trail.best, total=trail.best_total, improved=trail.step)
        if self.may_be_best(trail.yard) and not 0 < trail.best_total < trail.total:  # the latest of equally good yards is kept
            improved = trail.improved if trail.total == trail.best_total else trail.step
            trail = replace(trail, best=trail.yard, best_total=trail.total, improved=improved)
        self.trail = trail

    def _grown(self, chance: random.Random) -> Trail:
        """Build the best of a sample of tiles and places, judged without the longest trains; of equally good ones, the first is
        used."""
        yard, judge, best = self.trail.yard, self._screen or self.judge, None
        kinds, sites = left_over(yard), yard.sites
        drawn = [(chance.choice(kinds), chance.choice(sites), chance.randrange(4)) for _ in range(self.task.sample)]
        for kind, at, turn in dict.fromkeys(drawn):
            turns = distinct_turns(kind)
            built = yard.build(kind, at, turns[turn % len(turns)])
            total = judge.worth(built, best[0] if best else None)
            if best is None or total < best[0]:
                best = total, built
        assert best is not None
        return replace(self.trail, yard=best[1], total=self.judge.total(best[1]))

    def _exchanged(self, chance: random.Random) -> Trail:
        """Exchange one tile, if the result is not too bad."""
        heat = self.task.heat ** (1 - self.trail.step / self.length)
        slack = 1 + int(-heat * math.log(1 - chance.random()))
        other = _exchange(self.trail.yard, chance)
        if other is None or other == self.trail.yard:
            return self.trail
        if self._screen and self._screen.worth(other, below := self._screen.total(self.trail.yard) + slack) >= below:
            return self.trail
        total = self.judge.worth(other, self.trail.total + slack)
        if total >= self.trail.total + slack:
            return self.trail
        return replace(self.trail, yard=other, total=total)


def design(
    *,
    tiles: int,
    cars: int = 4,
    start: Yard | None = None,
    steps: int = 1000,
    seed: int = 0,
    rules: MoveRules = RULEBOOK,
    limits: Limits | None = None,
) -> Design:
    """Search for a good yard of `tiles` tiles for trains of `cars` cars. The same arguments give the same yard.

    `start` is the yard to extend, which by default has no tiles. `steps` is the number of exchanges after all tiles are built.
    Raise an `InputError` that lists every fault if an argument is invalid.

    >>> found = design(tiles=2, cars=3, steps=5, seed=1)
    >>> len(found.yard.tiles), found.cars
    (2, 3)
    """
    return run_design(Designer(DesignTask(start or Yard(), tiles, cars, rules, steps, seed), limits=limits))


def run_design(searcher: Searcher, progress: Callable[[Searcher], None] | None = None) -> Design:
    """Take steps until the search is over or a limit is reached; `progress` is called after each."""
    stopped = None
    try:
        while not searcher.over:
            searcher.advance()
            if progress:
                progress(searcher)
    except LimitReached as reached:
        stopped = reached.stop
    return design_found(searcher, stopped)


def design_found(searcher: Searcher, stopped: SearchStop | None = None) -> Design:
    """Return the result of a search."""
    judge, table = searcher.judge, searcher.judge.optima(searcher.best)
    mean = Fraction(searcher.best_total, judge.orders)
    return Design(searcher.best, judge.cars, mean, int((table == 0).sum()), judge.judged, searcher.proven, stopped)


def left_over(yard: Yard) -> list[str]:
    """Return the kinds of tiles that are still in the set."""
    used = Counter(tile.kind for tile in yard.tiles)
    return [kind for kind in KINDS if used[kind] < COPIES]


def _exchange(yard: Yard, chance: random.Random) -> Yard | None:
    """Remove one tile and build one, often in its place and sometimes of the same kind; return None if the result is not a
    yard."""
    if not yard.tiles:
        return None
    removed = chance.choice(yard.tiles)
    rest = tuple(tile for tile in yard.tiles if tile is not removed)
    try:
        without = replace(yard, tiles=rest, name="")
    except LayoutError:  # it falls apart, and holds together only with a tile in the same place
        without = None
    same_kind, same_place = chance.random() < SAME_KIND, chance.random() < SAME_PLACE
    kind = removed.kind if same_kind else chance.choice(left_over(without or yard))
    at = removed.at if same_place or without is None else chance.choice(without.sites)
    try:
        return replace(yard, tiles=(*rest, PlacedTile(at, kind, chance.choice(distinct_turns(kind)))), name="")
    except LayoutError:
        return None


# --------------------------------------------------------------------------------------------------------------------
# Every yard


class EveryYard(Searcher):
    """A search through all yards of `task.tiles` tiles that extend `task.start`. A step tries every last tile on one yard.

    A tile whose track is not connected with the source changes nothing, so only yards without such tiles need to be considered.
    These yards are built tile by tile, each joining the existing track. (If the tiles are ordered by their distance along the
    track, the last one can be removed, and the others are still reached.) All yards of n - 1 tiles are listed, and every last
    tile is tried on each. A yard that is equivalent for cars to one tried before costs nothing, and one that cannot be better
    than the best is abandoned.
    """

    def may_be_best(self, yard: Yard) -> bool:
        """Return True, because more tiles that join nothing would not change its value."""
        return True

    @cached_property
    def bases(self) -> list[Yard]:
        """Every yard with one tile fewer whose added tiles are all in use, in the order of their texts."""
        listed = {str(self.task.start): self.task.start}
        for _ in range(len(self.task.start.tiles), self.task.tiles - 1):
            listed = {str(built): built for yard in listed.values() for built in joined(yard)}
        return [listed[text] for text in sorted(listed)]

    @property
    def length(self) -> int:
        """The number of steps: one for each yard with one tile fewer."""
        return len(self.bases) if self.task.tiles > len(self.task.start.tiles) else 0

    @property
    def proven(self) -> bool:
        """Return whether every yard was tried, or no yard can be better. Yards that are not listed were not tried."""
        is_listed = "bases" in vars(self) or self.task.tiles == len(self.task.start.tiles)
        return self.over if is_listed else self.at_bound

    def advance(self) -> None:
        """Try every last tile on the next yard."""
        trail = replace(self.trail, step=self.trail.step + 1)
        for built in joined(self.bases[self.trail.step]):
            total = self.judge.worth(built, trail.best_total)
            if total < trail.best_total:
                trail = replace(trail, yard=built, total=total, best=built, best_total=total, improved=trail.step)
        self.trail = trail


def joined(yard: Yard) -> list[Yard]:
    """Return the yards with one more tile from the set that joins the track in use."""
    tiles = [PlacedTile(at, kind, turn) for kind in left_over(yard) for turn in distinct_turns(kind) for at in yard.sites]
    yards = ((tile.at, yard.built(tile)) for tile in tiles)
    return [built for at, built in yards if any(cell == at for cell, _ in track_in_use(built))]
