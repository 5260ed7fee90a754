"""How long Hump Yard tables and single orders take: one JSON object on stdout.

python benchmarks/hump.py [--long]
"""

from __future__ import annotations

import json
import random
import resource
import sys

from shunt.rules.hump import STOPS, Hump
from shunt.search.hump_search import OrderSearch
from shunt.search.hump_table import order_table
from shunt.search.limits import Limits
from shunt.track.yard_file import find_yard


def tables(most: int) -> list[dict[str, object]]:
    """The tables of both ten-tile yards, both stop rules; the first one warms the kernels up."""
    rows = []
    for name in ("two-storeys", "loops-and-wye"):
        for cars in range(4, most + 1):
            for stop in STOPS:
                table = order_table(find_yard(name), cars, stop)
                row = {"yard": name, "cars": cars, "stop": stop, "states": table.states}
                rows.append(row | {"seconds": round(table.seconds, 2)})
                print(rows[-1], file=sys.stderr)
    return rows


def orders(name: str, cars: int, count: int) -> list[dict[str, object]]:
    """Random orders of one train, each within 60 s and 4 GB."""
    chance, rows = random.Random(20), []
    train = [str(car) for car in range(cars)]
    for _ in range(count):
        order = chance.sample(train, cars)
        proof = OrderSearch(Hump.on(find_yard(name), train), order, Limits(max_memory=4 << 30, time_limit=60)).run()
        row = {"yard": name, "order": "".join(order), "status": proof.status, "moves": proof.moves, "bound": proof.lower_bound}
        rows.append(row | {"states": proof.states, "seconds": round(proof.seconds, 2)})
        print(rows[-1], file=sys.stderr)
    return rows


def main() -> None:
    """Measure and print."""
    told = {"tables": tables(6 if "--long" in sys.argv else 5)}
    told["orders"] = [row for name in ("four-storeys", "full-set") for row in orders(name, 8, 20)]
    told["peak_mb"] = [{"peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}]
    print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
