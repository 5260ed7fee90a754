"""Two workers against one on the same shards of the forge. Prints one JSON object; only a machine that is otherwise idle tells.

`python benchmarks/workers.py [--board NAME] [--shards N]`. Starting the workers and compiling are not timed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.commands import command
from benchmarks.measuring import Figure, Plan, benchmark, in_turns, ratio_of, seconds_of
from shunt.generator.catalogue.rows import CardRow
from shunt.generator.catalogue.shards import ForgeWork
from shunt.generator.spec import CardSpec
from shunt.search.core.shards import local_pool, map_shards
from shunt.track.layout_file import load_layout


def seconds(work: ForgeWork, workers: int, shards: int) -> tuple[float, int]:
    """How long the shards take, from the first result on, and how many cards there are."""
    stamps: list[float] = []
    cards = 0

    def take(shard: int, rows: Sequence[CardRow]) -> None:
        nonlocal cards
        stamps.append(time.perf_counter())
        cards += len(rows)

    # The first shards of every worker load its kernels; they come before the clock starts.
    map_shards(local_pool(workers), work, range(-2 * workers, shards), take)
    return stamps[-1] - stamps[2 * workers - 1], cards


@benchmark("workers", "Two workers, and a new pack")
def two_workers(plan: Plan) -> Iterator[Figure]:
    """The same shards of the forge on one worker and on two; forty cards from nothing by the command, kernels warm."""
    shards = 12 if plan.quick else 40
    work = ForgeWork(CardSpec(load_layout("balloon-12")), "benchmark")
    work(0)
    counted: list[int] = []

    def timed(workers: int) -> float:
        took, cards = seconds(work, workers, shards)
        counted.append(cards)
        return took

    samples = in_turns({"one": lambda: timed(1), "two": lambda: timed(2)}, 1 if plan.quick else 3, plan.say)
    yield Figure("workers/forging", "balloon-12, one worker", median(counted) / median(samples["one"]), "cards/s", "higher")
    ratio = ratio_of(samples["one"], samples["two"])
    yield Figure("workers/two", f"two workers against one, {shards} shards", ratio, "×", "higher", "≥ 1.7 ×", ratio >= 1.7)
    if plan.quick:
        return
    with tempfile.TemporaryDirectory() as folder:
        made = [
            seconds_of(partial(command, "make", "pack", "--seed", seed, "--workers", "2", "--output", Path(folder, seed)))
            for seed in ("bench-1", "bench-2", "bench-3")
        ]
    took = median(made)
    title = "a pack of forty cards from nothing, two workers, three seeds"
    yield Figure("workers/pack", title, took, "s", bar="≤ 60 s", holds=max(made) <= 60, samples=tuple(made))


def main() -> None:
    """Read the options, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="balloon-12")
    parser.add_argument("--shards", type=int, default=40)
    wishes = parser.parse_args()
    work = ForgeWork(CardSpec(load_layout(wishes.board)), "benchmark")
    work(0)
    told: dict[str, object] = {"schema": "shunt-benchmark-workers/1", "board": wishes.board, "shards": wishes.shards}
    times = {workers: seconds(work, workers, wishes.shards)[0] for workers in (1, 2)}
    told |= {f"seconds_{workers}": round(took, 2) for workers, took in times.items()}
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    print(json.dumps(told | {"ratio": round(times[1] / times[2], 2), "cores": os.cpu_count(), "load": load}, indent=2))


if __name__ == "__main__":
    main()
