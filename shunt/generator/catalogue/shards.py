"""Runs of a generator into a catalogue: shard by shard, on any workers, stopped and resumed at any time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import count
from math import ceil
from typing import Any

from shunt.generator.catalogue.rows import CardRow, card_row
from shunt.generator.catalogue.store import Catalogue
from shunt.generator.forge.spec import EFFORT, CardSpec, Effort
from shunt.generator.workers import Crew, map_shards
from shunt.track.layout import SidingsLayout, layout_table, sidings_layout_table

ShardWork = Callable[[int], Sequence[CardRow]]

FIRST_SHARDS = 16  # the estimate for a run that has given no card yet
LATER = ("headings", "mechanics", "without", "locomotive_names", "car_names", "weights", "metric", "busy")
"""Constraints that are part of a run's key only if they are set."""
DRY = 64  # shards in a row without a new card after which a run ends


@dataclass(frozen=True)
class RunState:
    """The progress of a run: `done` of `total` shards, `skipped` of these in earlier sessions; cards `made`, `new` of these.

    `seconds` and the figures computed from them are of this session only.
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
    def remaining(self) -> float | None:
        """Seconds remaining at this rate; None before the first shard."""
        finished = self.done - self.skipped
        return (self.total - self.done) * self.seconds / finished if finished else None


def run_key(spec: Mapping[str, Any], version: str, seed: str | int) -> str:
    """Return the key of a run: everything that decides the cards of a shard, and nothing else (such as the number of shards)."""
    return json.dumps({"wishes": spec, "version": version, "seed": str(seed)}, sort_keys=True, ensure_ascii=False)


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
    """Do the missing shards of a run; write the cards of each in the transaction that marks it as done.

    `work(shard)` must always return the same rows: they may depend on the number of the shard and on `key`, on nothing else.
    Then the catalogue holds the same cards for any workers and any interruptions. `workers` as in `map_shards`; `progress` is
    called after every shard. More shards may be added later.
    """
    run = catalogue.run(key, version, str(seed))
    asked = sorted(set(shards))
    done = catalogue.done(run)
    todo = [shard for shard in asked if shard not in done]
    state = RunState(len(asked), len(asked) - len(todo), len(asked) - len(todo))
    progress(state)
    began = time.perf_counter()

    def write(shard: int, rows: Sequence[CardRow]) -> None:
        """Add the rows of a shard that has ended."""
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
    """Do as many shards as the run needs to give the catalogue `cards` cards; otherwise like `generate_into`.

    Shards are written in order, and the last is the first with which there are enough cards: later ones are dropped, so that
    the cards do not depend on the workers. A run that is stopped loses the shards that were running or waited to be written.
    It ends with fewer cards if `DRY` shards and half of all gave nothing new. Equal runs of several programs at once give the
    cards of one: all write the same shards in the same order, and each shard is written once.
    """
    run = catalogue.run(key, version, str(seed))
    done = catalogue.done(run)
    made, last = catalogue.made_by(run)
    place = _next(0, done)
    state = RunState(len(done), len(done), len(done))
    waiting: dict[int, Sequence[CardRow]] = {}
    began = time.perf_counter()

    def is_enough() -> bool:
        return made >= cards or place - last > max(DRY, place // 2)

    def take(shard: int, rows: Sequence[CardRow]) -> None:
        """Add the rows of shards in the order of their numbers, as soon as all before them have ended."""
        nonlocal made, last, place, state
        waiting[shard] = rows
        while place in waiting:
            rows = waiting.pop(place)
            added = catalogue.add_shard(run, place, rows)
            if added.was_done:  # by the same run of another program, whose cards count as well
                made, last = catalogue.made_by(run)
            else:
                made, last = made + added.new, place if added.new else last
            place = _next(place + 1, done)
            counts = (state.skipped, state.made + len(rows), state.new + added.new, time.perf_counter() - began)
            finished = state.done + 1
            total = finished if is_enough() else max(finished + 1, ceil(finished * cards / made) if made else FIRST_SHARDS)
            state = RunState(total, finished, *counts)
            progress(state)
            if is_enough():
                raise _Enough

    progress(state)
    if not is_enough():
        with suppress(_Enough):
            map_shards(workers, work, (shard for shard in count(place) if shard not in done), take)
    return state


class _Enough(Exception):
    """Raised to end a run that has enough cards."""


def _next(place: int, done: Container[int]) -> int:
    """Return the first shard from `place` on that is not done."""
    return next(shard for shard in count(place) if shard not in done)


# --------------------------------------------------------------------------------------------------------------------
# The forge as work


@dataclass(frozen=True)
class ForgeWork:
    """The forge as work on a shard. It is sent to the workers, so it holds plain values."""

    spec: CardSpec
    seed: str
    effort: Effort = EFFORT

    def __call__(self, shard: int) -> Sequence[CardRow]:
        """Return the rows of the cards of one shard."""
        from shunt.generator.forge.shard import forge_shard

        forged, _ = forge_shard(self.spec, self.seed, shard, self.effort)
        return [card_row(made.card, card_id=made.id) for made in forged]

    def key(self, version: str) -> str:
        """Return the key of the run of this work: everything that decides its cards."""
        asked = {name: getattr(self.spec, name) for name in self.spec.__dataclass_fields__ if name != "layout"}
        effort = asdict(self.effort)
        for values, defaults in ((asked, CardSpec), (effort, Effort)):  # keys of runs from before these constraints existed
            for name in LATER:
                if name in values and values[name] == getattr(defaults, name):
                    del values[name]
        if "weights" in asked:
            asked["weights"] = asdict(self.spec.weights)
        layout = self.spec.layout
        table = sidings_layout_table(layout) if isinstance(layout, SidingsLayout) else layout_table(layout)
        board = {"name": layout.name} | table
        return run_key({"board": board, "wishes": asked, "effort": effort}, version, self.seed)
