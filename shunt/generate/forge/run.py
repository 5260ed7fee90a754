"""Runs of the forge: shard after shard until there are as many cards as asked for, on any workers, always the same ones."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

from shunt.errors import ShuntError
from shunt.generate.forge.shard import Forged, Tally, forge_shard
from shunt.generate.forge.spec import EFFORT, CardSpec, Effort
from shunt.generate.workers import Crew, map_shards

ROUND = 8  # shards after which the cards are counted
SPARE = 4  # cards more than wanted before a round may end early: some may be known already
Progress = Callable[[int, int, int], None]
"""Told of every finished shard: shards done, shards there may be, cards found."""


class NoSuchCardError(ShuntError):
    """No card was found, or none exists; the message says what the nearest was."""


@dataclass(frozen=True)
class Haul:
    """What a run of the forge brought in: cards in the order of their shards, and what was met on the way."""

    cards: tuple[Forged, ...]
    tally: Tally
    shards: int


def _nothing(done: int, shards: int, cards: int) -> None:
    pass


def forge(
    spec: CardSpec,
    count: int,
    seed: str,
    shards: int = 64,
    workers: Executor | Crew | None = None,
    effort: Effort = EFFORT,
    progress: Progress = _nothing,
) -> Haul:
    """Up to `count` different cards as wished, from at most `shards` shards.

    Raises `InputError` for spec that contradict each other, and `NoSuchCardError` where not one card is found; fewer than
    asked for are returned as they are.
    """
    spec.check()
    work = partial(forge_shard, spec, seed, effort=effort)
    cards: dict[str, Forged] = {}
    tally = Tally()
    done = 0
    while done < shards and len(cards) < count:
        here = range(done, min(shards, done + ROUND))
        for made, met in _round(work, here, workers, count - len(cards), partial(_tell, progress, done, shards, len(cards))):
            tally.add(met)
            for forged in made:
                cards.setdefault(forged.id, forged)
        done += ROUND
    if not cards:
        raise NoSuchCardError(explained(spec, tally, min(done, shards)))
    return Haul(tuple(cards.values())[:count], tally, min(done, shards))


def _tell(progress: Progress, before: int, shards: int, known: int, done: int, found: int) -> None:
    progress(before + done, shards, known + found)


def _round(
    work: Callable[[int], tuple[list[Forged], Tally]],
    shards: range,
    workers: Executor | Crew | None,
    wanted: int,
    progress: Callable[[int, int], None],
) -> list[tuple[list[Forged], Tally]]:
    """What the shards give, in their order. In this process alone it ends as soon as there are enough cards."""
    found: dict[int, tuple[list[Forged], Tally]] = {}

    def take(shard: int, result: tuple[list[Forged], Tally]) -> None:
        found[shard] = result
        progress(len(found), sum(len(made) for made, _ in found.values()))

    if workers is not None:
        map_shards(workers, work, shards, take)
    else:
        for shard in shards:
            take(shard, work(shard))
            if len({forged.id for made, _ in found.values() for forged in made}) >= wanted + SPARE:
                break
    return [found[shard] for shard in sorted(found)]


def explained(spec: CardSpec, tally: Tally, shards: int) -> str:
    """Why there is no card as wished, and what the nearest was."""
    met = ", ".join(f"{why} ({count})" for why, count in sorted(tally.left.items(), key=lambda item: (-item[1], item[0]))[:4])
    nearest = f"; the nearest was {tally.nearest}" if tally.nearest else ""
    return (
        f"no such card was found on {spec.layout.name} in {shards} search{'es' * (shards != 1)}{nearest}. "
        "What stood in the way: "
        f"{met or 'nothing could be tried'}"
    )
