"""Runs of a generator into a catalogue: shard by shard, on any workers, to be stopped and gone on with at any time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import ceil
from typing import Any

from shunt.generate.catalogue import Catalogue
from shunt.generate.catalogue_rows import CardRow
from shunt.generate.executors import Crew, map_shards

ShardWork = Callable[[int], Sequence[CardRow]]

FIRST_SHARDS = 16  # of a run that is to make a number of cards; how many more are needed follows from what they gave
MOST_GROWTH = 4  # how many times as many shards are asked for next
DRY = 64  # so many shards in a row without a new card: there are none left, or too few to go on


@dataclass(frozen=True)
class RunState:
    """How far a run is. `done` of `total` shards, `skipped` of these in earlier sessions; cards `made` and, of these, `new`.

    `seconds` and what follows from them count this session alone.
    """

    total: int
    done: int = 0
    skipped: int = 0
    made: int = 0
    new: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Cards a second, 0 before the first shard."""
        return self.made / self.seconds if self.seconds else 0.0

    @property
    def left(self) -> float | None:
        """Seconds to go at this rate; None before the first shard."""
        here = self.done - self.skipped
        return (self.total - self.done) * self.seconds / here if here else None


def run_key(wishes: Mapping[str, Any], version: str, seed: str | int) -> str:
    """The key of a run: everything that decides what a shard holds, and nothing that does not (such as how many shards)."""
    return json.dumps({"wishes": wishes, "version": version, "seed": str(seed)}, sort_keys=True, ensure_ascii=False)


def generate_into(
    catalogue: Catalogue,
    work: ShardWork,
    shards: Iterable[int],
    workers: Executor | Crew,
    *,
    key: str,
    version: str,
    seed: str | int,
    progress: Callable[[RunState], None] = lambda state: None,
) -> RunState:
    """Do the shards of a run that are not done, and write the cards of each in the transaction that says so.

    `work(shard)` gives the rows of one shard, and always the same ones: they may depend on the shard's number and on what
    is in `key`, on nothing else. Then the catalogue holds the same cards whatever the workers, and whatever stopped the run
    on its way. `workers` as in `map_shards`; `progress` is told of every shard. More shards may be asked for later.
    """
    run = catalogue.run(key, version, str(seed))
    asked = sorted(set(shards))
    done = catalogue.done(run)
    todo = [shard for shard in asked if shard not in done]
    state = RunState(len(asked), len(asked) - len(todo), len(asked) - len(todo))
    progress(state)
    began = time.perf_counter()

    def write(shard: int, rows: Sequence[CardRow]) -> None:
        nonlocal state
        added = catalogue.add_shard(run, shard, rows)
        state = RunState(
            state.total, state.done + 1, state.skipped, state.made + len(rows), state.new + added.new, time.perf_counter() - began
        )
        progress(state)

    if todo:
        map_shards(workers, work, todo, write)
    return state


def generate_cards(
    catalogue: Catalogue,
    work: ShardWork,
    cards: int,
    workers: Executor | Crew,
    *,
    key: str,
    version: str,
    seed: str | int,
    progress: Callable[[RunState], None] = lambda state: None,
) -> RunState:
    """As `generate_into`, with as many shards as it takes until the run has given the catalogue `cards` cards, or a few more.

    How many shards are asked for follows from the cards that those before gave, once all of these are done: so it does not
    depend on the workers either. It ends with fewer cards where `DRY` shards and half of all so far gave nothing new.
    """
    shards = FIRST_SHARDS
    while True:
        state = generate_into(catalogue, work, range(shards), workers, key=key, version=version, seed=seed, progress=progress)
        run = catalogue.run(key, version, str(seed))
        made, last = catalogue.made_by(run)
        if made >= cards or shards - last > max(DRY, shards // 2):
            return state
        wanted = shards * cards / made * 1.05 if made else shards * MOST_GROWTH
        shards = min(shards * MOST_GROWTH, max(shards + FIRST_SHARDS, ceil(wanted)))
