"""Hump Yard: tables of all orders on ten-tile yards, single orders of eight cars on twenty tiles, and how fast yards are judged.

Each table and each yard's orders are worked out in a process of their own, so that memory is measured too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks.measuring import Figure, Plan, benchmark, in_child
from shunt.hump.bids import bid_table
from shunt.hump.engine.search import OrderSearch, warm_up
from shunt.hump.rules import STOPS, Hump, MoveRules
from shunt.hump.yard_file import find_yard
from shunt.search.core.limits import Limits

HEADINGS, LOOPS = "two-storeys", "loops-and-wye"  # ten tiles each
FULL = ("four-storeys", "full-set")  # twenty tiles each
BARS = {5: 5.0, 6: 60.0}
LIMIT, MEMORY, GAP = 60.0, 4 << 30, 2
RECORDS = ("record-3", "record-6", "record-12")


@benchmark("hump", "Hump Yard: tables, single orders and evaluated yards")
def hump(plan: Plan) -> Iterator[Figure]:
    """The bars are for `farthest` on five headings with two straights above each; the yard with loops and both rules are told."""
    for cars in (5,) if plan.quick else (5, 6):
        for name in (HEADINGS, LOOPS):
            for stop in STOPS:
                yield from _tables(plan, name, cars, stop)
    for name in FULL[: 1 if plan.quick else 2]:
        yield from _orders(plan, name, 3 if plan.quick else 20)
    yield from _judged(1 if plan.quick else 5)


def _tables(plan: Plan, name: str, cars: int, stop: str) -> Iterator[Figure]:
    """One table as `shunt bid table` makes it."""
    told = in_child("benchmarks.hump:table", name, cars, stop)
    barred = name == HEADINGS and stop == "farthest"
    title = f"{name}, {stop}, {cars} cars: all {told['orders']} orders"
    yield Figure(
        f"hump/table/{name}/{stop}/{cars}",
        title,
        told["seconds"],
        "s",
        bar=f"≤ {BARS[cars]:g} s" if barred else "",
        holds=told["seconds"] <= BARS[cars] if barred else None,
        note=f"{told['states']:,} states from both ends",
    )
    yield Figure(f"hump/memory/{name}/{stop}/{cars}", f"{title}: memory", told["peak_bytes"] / 1e6, "MB")
    plan.say(f"{title}: {told['seconds']:.2f} s, {told['peak_bytes'] / 1e6:.0f} MB")


def table(name: str, cars: int, stop: Any, *, warm: bool) -> dict[str, Any]:
    """In a process of its own: a table as bids are answered by it."""
    found = bid_table(find_yard(name), [str(car) for car in range(2 if warm else cars)], rules=MoveRules(stop))
    optima = sum(moves for moves in found.by_order.values())
    return {"orders": found.orders, "states": found.states, "seconds": found.seconds, "optima": optima}


# --------------------------------------------------------------------------------------------------------- single orders


def _orders(plan: Plan, name: str, count: int) -> Iterator[Figure]:
    """Random orders of eight cars on a yard of twenty tiles."""
    rows = []
    for order in _shuffled(8, count):
        rows.append(in_child("benchmarks.hump:order", name, order))
        row = rows[-1]
        told = f"{row['status']}, {row['moves']} moves, at least {row['bound']}"
        plan.say(f"{name}, {order}: {told}, {row['seconds']:.1f} s, {row['peak_bytes'] / 1e6:.0f} MB")
    seconds = tuple(row["seconds"] for row in rows)
    title = f"{name}, farthest, {count} random orders of 8 cars"
    kept = sum(row["seconds"] <= LIMIT * 1.05 and row["peak_bytes"] <= MEMORY and _answered(row) for row in rows)
    optimal = sum(row["status"] == "optimal" for row in rows)
    bar = f"{count}: solved, or a gap of at most {GAP}, in {LIMIT:g} s and {MEMORY >> 30} GB each"
    note = f"{optimal} proven optimal"
    yield Figure(f"hump/orders/{name}", f"{title}: answered", kept, "orders", "higher", bar, kept == count, note)
    yield Figure(f"hump/orders/{name}/median", f"{title}: median", median(seconds), "s", samples=seconds)
    yield Figure(f"hump/orders/{name}/slowest", f"{title}: slowest", max(seconds), "s")
    yield Figure(f"hump/orders/{name}/memory", f"{title}: most memory", max(row["peak_bytes"] for row in rows) / 1e6, "MB")


def _shuffled(cars: int, count: int) -> list[str]:
    chance = random.Random(20)
    return ["".join(chance.sample("01234567"[:cars], cars)) for _ in range(count)]


def _answered(row: dict[str, Any]) -> bool:
    """Whether an order is solved or proven impossible, or the bounds are near."""
    return row["status"] != "unknown" or row["moves"] is not None and row["moves"] - row["bound"] <= GAP


def order(name: str, order: str, *, warm: bool) -> dict[str, Any]:
    """In a process of its own: one order within the limits."""
    if warm:
        warm_up()
        return {}
    limits = Limits(memory=MEMORY, time=LIMIT)
    search = OrderSearch(Hump.on(find_yard(name), sorted(order)), order, limits)
    search.run()
    status = "optimal" if search.path is not None else "unsolvable" if search.exhausted else "unknown"
    moves = None if search.best is None else len(search.best)
    return {"status": status, "moves": moves, "bound": search.lower_bound, "seconds": search.seconds}


# ---------------------------------------------------------------------------------------------------------- yards judged


def _judged(rounds: int) -> Iterator[Figure]:
    """How long a designer needs for the table of one yard, five cars."""
    for name in RECORDS:
        yard = find_yard(name)
        bid_table(yard, cars=3)
        samples = tuple(bid_table(yard, cars=5).seconds for _ in range(rounds))
        title = f"{name}: a yard of {len(yard.tiles)} tiles judged by 5 cars"
        yield Figure(f"hump/judged/{name}", title, median(samples), "s", samples=samples)
