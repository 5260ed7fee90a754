"""The cache of optimum tables: yards that differ only in tiles that no car can reach share one table.

`evaluation.py` keeps worths instead of tables, by a key that also identifies yards of the same shape; some of its worths are
only bounds, so it cannot use this cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from shunt.hump.bids import BidTable, bid_table
from shunt.hump.engine.search import OrderSearch
from shunt.hump.rules import RULEBOOK, Hump, MoveRules
from shunt.hump.tiles import across
from shunt.hump.yard import Cell, Yard
from shunt.search.core.limits import Limits, limits_or_default
from shunt.track.graphs import breadth_first

KEPT = 50_000
AT_ONCE = 4  # cars up to which the table of all orders is worked out if one order is asked for; longer trains order by order

Track = frozenset[tuple[Cell, str]]


@lru_cache(KEPT)
def track_in_use(yard: Yard) -> Track:
    """Return the segments, by cell, that joins connect with the source, whatever the direction of travel.

    No car is ever on another segment, so two yards with the same track in use have the same optima. The number of headings is
    also determined, because all of them are in use and nothing can be built where the next one would be.
    """
    tiles = {tile.at: tile.segments for tile in yard.all_tiles}

    def ahead(place: tuple[Cell, str]) -> list[tuple[Cell, str]]:
        """Return the edges to which the track at this edge of a cell leads, each as an edge of this cell and of the next one."""
        ends = [(place[0], edge) for segment in tiles.get(place[0], ()) if place[1] in segment for edge in segment]
        return ends + [across(*end) for end in ends]

    entered: dict[tuple[Cell, str], tuple[Cell, str] | None] = {((0, 0), "W"): None}
    reached = set(breadth_first(entered, ahead))
    return frozenset((cell, segment) for cell in tiles for segment in tiles[cell] if (cell, segment[0]) in reached)


@dataclass(frozen=True)
class _SameTrack:
    """A yard as a key: equal to all yards with the same track in use."""

    track: Track
    yard: Yard = field(compare=False)


class TableStore:
    """Tables and single answers under one set of rules, the latest `KEPT` of each; called, it gives a table (`adviser.Tables`).

    Without `limits` answers do not depend on the machine; at one `LimitReached` is raised, and what is complete stays.
    """

    def __init__(self, rules: MoveRules = RULEBOOK, limits: Limits | None = None) -> None:
        self.rules, self.limits = rules, limits
        self._table, self._searched = lru_cache(KEPT)(self._make_table), lru_cache(KEPT)(self._search)

    def __call__(self, yard: Yard, cars: int) -> BidTable:
        """Return the table of a train of `cars`; yards with the same track in use share one."""
        return self._table(_SameTrack(track_in_use(yard), yard), cars)

    def coloured(self, yard: Yard, train: Sequence[str]) -> BidTable:
        """Return the table of a train by the names of its cars."""
        return replace(self(yard, len(train)), train=tuple(train))

    def optimum(self, yard: Yard, train: Sequence[str], order: Sequence[str], most: int) -> int | None:
        """Return the optimum of one order, or None if it is more than `most`. Cars with the same name are interchangeable."""
        if len(train) <= AT_ONCE:
            found = self.coloured(yard, train).by_order.get(tuple(order))
        else:
            found = self._searched(_SameTrack(track_in_use(yard), yard), tuple(train), tuple(order), most)
        return found if found is not None and found <= most else None

    def _make_table(self, same: _SameTrack, cars: int) -> BidTable:
        return bid_table(same.yard, cars=cars, rules=self.rules, limits=self.limits)

    def _search(self, same: _SameTrack, train: tuple[str, ...], order: tuple[str, ...], most: int) -> int | None:
        search = OrderSearch(Hump.on(same.yard, train, *self.rules), order, limits_or_default(self.limits), most=most)
        search.run()
        return None if search.path is None else len(search.path)


@cache
def shared_store(rules: MoveRules) -> TableStore:
    """Return the one store of this process for a set of rules: tables are facts, the same for every caller."""
    return TableStore(rules)
