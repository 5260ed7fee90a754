"""Hump Yard: tables of seven and eight cars. Each is worked out in a process of its own, and kept when it is finished.

    python benchmarks/long_trains.py [--cars N …] [--yards NAME …] [--memory SIZE] [--time S]

Without arguments: seven cars on all record yards from six tiles on. Yards that are the same to cars are worked out once. A table
that a limit stops is kept with what it knows. The tables are in `benchmarks/long_trains.json`; the same command resumes a run
that was stopped, and replaces the section of `RESULTS.md`. `run.py` reports what is in that file too.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # run as a script: what is measured is this checkout

from benchmarks.measuring import BENCHMARKS, CannotRunError, Figure, Plan, benchmark, in_child  # noqa: E402
from benchmarks.sections import measured_on, put_section  # noqa: E402
from shunt.files.atomic import write_text_atomically  # noqa: E402
from shunt.hump.bids import bid_table  # noqa: E402
from shunt.hump.engine.long_meeting import warm_up  # noqa: E402
from shunt.hump.evaluation import Key, yard_key  # noqa: E402
from shunt.hump.yard_file import find_yard  # noqa: E402
from shunt.search.core.limits import Limits  # noqa: E402

TABLES = ROOT / "benchmarks" / "long_trains.json"
RECORDS = tuple(f"record-{tiles}" for tiles in range(6, 21))
MEMORY = "8G"


@benchmark("long-trains", "Hump Yard: tables of seven and eight cars")
def long_trains(plan: Plan) -> Iterator[Figure]:
    """What `python benchmarks/long_trains.py` has found and measured."""
    if not TABLES.exists():
        raise CannotRunError("no tables: run python benchmarks/long_trains.py")
    for row in json.loads(TABLES.read_text()):
        title = f"{_named(row['yards'])}, {row['cars']} cars"
        if row["known_up_to"] is None:
            known = f"all {row['orders']:,} orders"
        else:
            known = f"the {sum(row['optima'].values()):,} orders of up to {row['known_up_to']} moves"
        key = f"long-trains/{row['yards'][0]}/{row['cars']}"
        yield Figure(f"{key}/seconds", f"{title}: {known}", row["processor_seconds"], "s", note="of processor time")
        yield Figure(f"{key}/memory", f"{title}: memory", row["peak_bytes"] / 1e6, "MB")
        if row["known_up_to"] is None:
            moves = sum(int(moves) * number for moves, number in row["optima"].items())
            note = f"at most {max(map(int, row['optima']))} an order, {row['impossible']:,} orders impossible"
            yield Figure(f"{key}/moves", f"{title}: moves of all orders together", moves, "moves", note=note)


def _named(yards: Sequence[str]) -> str:
    """Name the yards that are the same to cars: `record-6, 7, 9`."""
    return ", ".join([yards[0], *(name.rpartition("-")[2] for name in yards[1:])])


def main(arguments: list[str] | None = None) -> int:
    """Work out the tables that are not there yet."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cars", type=int, nargs="+", default=[7], metavar="N")
    parser.add_argument("--yards", nargs="+", default=list(RECORDS), metavar="NAME")
    parser.add_argument("--memory", default=MEMORY, metavar="SIZE", help="of each process")
    parser.add_argument("--time", type=float, metavar="S", help="for each table")
    asked = parser.parse_args(arguments)
    rows: list[dict[str, Any]] = json.loads(TABLES.read_text()) if TABLES.exists() else []
    for cars in asked.cars:
        for yards in alike(asked.yards):
            if any(yards[0] in row["yards"] and row["cars"] == cars and row["known_up_to"] is None for row in rows):
                continue
            found = in_child("benchmarks.long_trains:table", yards[0], cars, asked.memory, asked.time)
            row = {"yards": yards, "cars": cars} | {key: value for key, value in found.items() if key != "warm_bytes"}
            rows = sorted([*(old for old in rows if old["yards"][0] != yards[0] or old["cars"] != cars), row], key=_place)
            write_text_atomically(TABLES, json.dumps(rows, indent=1) + "\n")
            print(json.dumps(row), flush=True)
    said = measured_on("python benchmarks/long_trains.py") + "; each table in a process of its own"
    put_section(TABLES.with_name("RESULTS.md"), BENCHMARKS["long-trains"][0], said, list(long_trains(Plan())))
    return 0


def _place(row: dict[str, Any]) -> tuple[int, int, str]:
    """Sort by cars, then by tiles."""
    return row["cars"], len(find_yard(row["yards"][0]).tiles), row["yards"][0]


def alike(names: Sequence[str]) -> list[list[str]]:
    """Return the yards in groups that are the same to cars."""
    groups: dict[Key, list[str]] = {}
    for name in names:
        groups.setdefault(yard_key(find_yard(name)), []).append(name)
    return list(groups.values())


def table(name: str, cars: int, memory: str, seconds: float | None, *, warm: bool) -> dict[str, Any]:
    """In a process of its own: a table under `farthest`, or what is known of it at a limit."""
    if warm:
        warm_up(cars)
        return {}
    began = time.process_time()
    found = bid_table(name, cars=cars, limits=Limits(memory=memory, time=seconds), partly=True)
    optima = Counter(found.by_rank)
    unknown = optima.pop(0, 0)
    return {
        "orders": found.orders,
        "optima": {str(moves): number for moves, number in sorted(optima.items())},
        "impossible": unknown if found.upto is None else None,
        "known_up_to": found.upto,
        "stopped": str(found.stopped_by) if found.stopped_by else None,
        "states": found.states,
        "seconds": round(found.seconds, 1),
        "processor_seconds": round(time.process_time() - began, 1),
    }


if __name__ == "__main__":
    sys.exit(main())
