"""The search for a good yard of n tiles: a beam over tiles added one by one, then tiles exchanged as long as that helps.

A yard is judged by the mean optimum of its table (`adviser.mean_moves`). The set has four tiles of each kind. Where there
are more candidates than `sample`, a seeded choice of them is tried, so a search is repeatable; it finds good yards, and does
not prove that there is none better.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from shunt.errors import Fault, InputError, LayoutError
from shunt.humpyard.adviser import Tables, candidate_yards, mean_moves
from shunt.humpyard.store import Track, track_in_use
from shunt.rules.hump import MAX_CARS
from shunt.search.limits import LimitReached, Limits
from shunt.track.tiles import COPIES, KINDS
from shunt.track.yard import MAX_TILES, Yard

Progress = Callable[[str, int, int], None]
SCREENED = (12, 60)  # yards judged by the whole train, and by one car less


@dataclass(frozen=True)
class Design:
    """The best yard found, its mean optimum, how many yards were judged, and whether a limit cut the search short."""

    yard: Yard
    cars: int
    mean: Fraction
    impossible: int
    judged: int
    stopped_by: str = ""


@dataclass
class _Search:
    """What a search has found so far."""

    cars: int
    tables: Tables
    random: random.Random
    sample: int
    limits: Limits | None
    judged: int = 0

    def mean(self, yard: Yard, cars: int) -> Fraction:
        self.judged += 1
        if self.limits:
            self.limits.allow_states(self.judged)
        return mean_moves(self.tables(yard, cars))

    def best(self, yards: Iterable[Yard], width: int) -> list[tuple[Fraction, Yard]]:
        """The best `width` of a seeded choice among yards whose track in use differs.

        Where that spares work, tables of fewer cars choose who is judged by the whole train: each car more makes a table some
        ten times larger, and what sorts a short train badly sorts no long one well.
        """
        by_track: dict[tuple[Track, int], tuple[str, Yard]] = {}
        for text, yard in sorted({str(yard): yard for yard in yards}.items()):
            by_track.setdefault((track_in_use(yard), yard.headings), (text, yard))
        different = list(by_track.values())
        if len(different) > self.sample:
            different = self.random.sample(different, self.sample)
        for cars in range(3, self.cars):
            keep = max(width, SCREENED[min(self.cars - cars, len(SCREENED)) - 1])
            if len(different) > keep:
                screened = sorted((self.mean(yard, cars), text, yard) for text, yard in different)
                different = [(text, yard) for _, text, yard in screened[:keep]]
        ranked = sorted((self.mean(yard, self.cars), text, yard) for text, yard in different)
        return [(mean, yard) for mean, _, yard in ranked[:width]]


def design(
    start: Yard,
    tiles: int,
    cars: int,
    tables: Tables,
    *,
    beam: int = 3,
    sample: int = 400,
    seed: int = 0,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Design:
    """Build on to `start` until it has `tiles` tiles, for trains of `cars`; raises `InputError` with every fault."""
    faults = []
    if not len(start.tiles) <= tiles <= min(MAX_TILES, COPIES * len(KINDS)):
        faults.append(Fault("tiles", f"{tiles} tiles", f"{len(start.tiles)} to {min(MAX_TILES, COPIES * len(KINDS))}"))
    if not 1 <= cars <= MAX_CARS:
        faults.append(Fault("cars", f"{cars} cars", f"1 to {MAX_CARS}"))
    faults += [Fault(name, str(value), "at least 1") for name, value in (("beam", beam), ("sample", sample)) if value < 1]
    if faults:
        raise InputError(faults)
    search = _Search(cars, tables, random.Random(seed), sample, limits)
    found = [(search.mean(start, cars), start)]
    stopped = ""
    try:
        for number in range(len(start.tiles), tiles):
            grown = [built for _, yard in found for *_, built in candidate_yards(yard, _left(yard))]
            found = search.best(grown, beam)
            if progress:
                progress("tiles", number + 1, search.judged)
        found = [_exchanged(search, found[0], len(start.tiles), progress)]
    except LimitReached as reached:
        stopped = reached.which
    mean, yard = found[0]
    return Design(yard, cars, mean, tables(yard, cars).impossible, search.judged, stopped)


def _left(yard: Yard) -> list[str]:
    """The kinds of which the set still has a tile."""
    used = Counter(tile.kind for tile in yard.tiles)
    return [kind for kind in KINDS if used[kind] < COPIES]


def _exchanged(search: _Search, best: tuple[Fraction, Yard], least: int, progress: Progress | None) -> tuple[Fraction, Yard]:
    """Take away one tile and build another as long as the best such exchange found is an improvement."""
    while len(best[1].tiles) > least:
        others = [built for without in _without_one(best[1]) for *_, built in candidate_yards(without, _left(without))]
        better = search.best(others, 1)
        if not better or better[0][0] >= best[0]:
            return best
        best = better[0]
        if progress:
            progress("exchanges", len(best[1].tiles), search.judged)
    return best


def _without_one(yard: Yard) -> list[Yard]:
    """The yards that are left when one tile goes, as far as they hang together."""
    result = []
    for index in range(len(yard.tiles)):
        try:
            result.append(replace(yard, tiles=yard.tiles[:index] + yard.tiles[index + 1 :], name=""))
        except LayoutError:
            continue
    return result
