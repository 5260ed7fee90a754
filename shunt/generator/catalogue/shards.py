"""Runs that add generated cards to a catalogue, shard by shard, with any workers. They can be stopped and resumed at any time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Container, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import count
from math import ceil

from shunt.generator.catalogue.rows import CardRow, card_row
from shunt.generator.catalogue.store import Catalogue
from shunt.generator.constraints import constraints_of
from shunt.generator.spec import BUDGET, CardSpec
from shunt.search.core.shards import WorkerPool, map_shards
from shunt.track.layout_table import layout_table

ShardWork = Callable[[int], Sequence[CardRow]]

FIRST_SHARDS = 16  # the estimate for a run that has given no card yet
DRY = 64  # shards in a row without a new card after which a run ends


@dataclass(frozen=True)
class RunState:
    """The progress of a run: `done` of `total` shards, of which `skipped` were done in earlier sessions, and the number of cards
    `made`.

    `seconds` and the values computed from it are for this session only.
    """

    total: int
    done: int = 0
    skipped: int = 0
    made: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """The number of cards per second, or 0 before the first shard."""
        return self.made / self.seconds if self.seconds else 0.0

    @property
    def remaining(self) -> float | None:
        """The estimated remaining time in seconds, or None before the first shard."""
        finished = self.done - self.skipped
        return (self.total - self.done) * self.seconds / finished if finished else None


def generate_cards(
    catalogue: Catalogue,
    run: int,
    work: ShardWork,
    cards: int | None,
    workers: Executor | WorkerPool,
    progress: Callable[[RunState], None] = lambda state: None,
    shards: int | None = None,
) -> RunState:
    """Do as many shards as the run needs to give the catalogue `cards` cards, or (if `cards` is None) all with numbers below
    `shards`.

    The cards of a shard are written in the transaction that marks it as done. `work(shard)` must always return the same rows,
    which may depend only on the number of the shard and the key of the run. The catalogue then contains the same cards for any
    workers and any interruptions. `workers` are as in `map_shards`, and `progress` is called after every shard.

    For a number of shards, each is written at once. For a number of cards, they are written in order, and the run ends with the
    first shard after which there are enough cards. Later ones are dropped, so that the cards do not depend on the workers. A run
    that is stopped loses the shards that were running or had not been written yet. It ends with fewer cards if `DRY` shards and
    half of all shards gave nothing new. If several programs do the same run at once, the result is that of one program: all write
    the same shards in the same order, and each shard is written once.
    """
    done = catalogue.done(run)
    skipped = len(done if shards is None else done.intersection(range(shards)))
    made, last = catalogue.made_by(run)
    place = _next(0, done)
    state = RunState(skipped if shards is None else shards, skipped, skipped)
    waiting: dict[int, Sequence[CardRow]] = {}
    began = time.perf_counter()

    def is_enough() -> bool:
        return cards is not None and (made >= cards or place - last > max(DRY, place // 2))

    def take(shard: int, rows: Sequence[CardRow]) -> None:
        """Add the rows of a shard or, for a number of cards, those of shards in order, as soon as all earlier ones have ended."""
        nonlocal made, last, place, state
        waiting[shard] = rows
        while (number := shard if cards is None else place) in waiting:
            rows = waiting.pop(number)
            added = catalogue.add_shard(run, number, rows)
            if added.was_done:  # by the same run of another program, whose cards count as well
                made, last = catalogue.made_by(run)
            else:
                made, last = made + added.new, place if added.new else last
            place = _next(place + 1, done)
            finished = state.done + 1
            total = state.total
            if cards is not None:
                total = finished if is_enough() else max(finished + 1, ceil(finished * cards / made) if made else FIRST_SHARDS)
            state = RunState(total, finished, skipped, state.made + len(rows), time.perf_counter() - began)
            progress(state)
            if is_enough():
                raise _Enough

    progress(state)
    if not is_enough():
        with suppress(_Enough):
            numbers = count() if shards is None else range(shards)
            map_shards(workers, work, (shard for shard in numbers if shard not in done), take)
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
    """The work of making the cards of a shard. It is sent to the workers, so it contains only values that can be pickled."""

    spec: CardSpec
    seed: str

    def __call__(self, shard: int) -> Sequence[CardRow]:
        """Return the rows of the cards of one shard."""
        from shunt.generator.forge.shard import forge_shard

        forged, _ = forge_shard(self.spec, self.seed, shard)
        return [card_row(made.card, card_id=made.id) for made in forged]

    def key(self, version: str) -> str:
        """Return the key of this run: everything that determines the cards of a shard, and nothing else."""
        spec = {name: getattr(self.spec, name) for name in constraints_of(self.spec)}
        decides = {
            "board": {"name": self.spec.layout.name} | layout_table(self.spec.layout),
            "constraints": spec | {"weights": asdict(self.spec.weights)},
            "budget": asdict(BUDGET),
            "version": version,
            "seed": self.seed,
        }
        return json.dumps(decides, sort_keys=True, ensure_ascii=False)
