"""Runs of the forge: shard after shard until there are enough cards, on any workers, always the same cards."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import count as numbers
from typing import Any

from shunt.cards.tiers import TIERS
from shunt.errors import Fault, InputError, ShuntError, suggest
from shunt.generator.forge.shard import Forged, Tally, UnderWay, forge_shard
from shunt.generator.forge.spec import EFFORT, CardSpec, Effort, Range
from shunt.generator.workers import Crew, map_shards
from shunt.search.core.limits import Progress, no_progress
from shunt.track.layout import Layout, SidingsLayout, load_any_layout

ROUND = 8  # shards after which the cards are counted
SPARE = 4  # cards more than needed before a round may end early: some may be known already
Count = int | Range
"""A number, or the least and the most."""


class NoSuchCardError(ShuntError):
    """No card was found, or none exists; the message says what the nearest was."""


@dataclass(frozen=True)
class Haul:
    """The cards of a run, in the order of their shards, and the tally of its candidates.

    `is_interrupted`: an interrupt ended the run before it was through.
    """

    cards: tuple[Forged, ...]
    tally: Tally
    shards: int
    is_interrupted: bool = False


def forge(
    spec: CardSpec,
    count: int,
    seed: str,
    shards: int = 64,
    workers: Executor | Crew | None = None,
    effort: Effort = EFFORT,
    progress: Progress = no_progress,
) -> Haul:
    """Return at most `count` different cards that meet the spec, from at most `shards` shards.

    At an interrupt the cards found so far are returned; without any it is raised, with words for the nearest candidate. Raises
    `InputError` for constraints that contradict each other, and `NoSuchCardError` if not one card is found.
    """
    spec.check()
    work = partial(forge_shard, spec, seed, effort=effort)
    cards: dict[str, Forged] = {}
    tally = Tally()
    done = 0
    interrupt: KeyboardInterrupt | None = None
    while done < shards and len(cards) < count and interrupt is None:
        shards_now = range(done, min(shards, done + ROUND))
        found: dict[int, tuple[list[Forged], Tally]] = {}
        try:
            _round(work, shards_now, workers, count - len(cards), partial(_report, progress, done, shards, len(cards)), found)
        except KeyboardInterrupt as raised:
            interrupt = raised
        for made, met in (found[shard] for shard in sorted(found)):
            tally.add(met)
            for forged in made:
                cards.setdefault(forged.id, forged)
        done += ROUND if interrupt is None else len(found)
    if interrupt is not None and not cards:
        if tally.rejected:
            interrupt.args = (f"interrupted: nothing was written; {explained(spec, tally, done)}",)
        raise interrupt
    if not cards:
        raise NoSuchCardError(explained(spec, tally, min(done, shards)))
    return Haul(tuple(cards.values())[:count], tally, min(done, shards), interrupt is not None and len(cards) < count)


def _report(progress: Progress, before: int, shards: int, known: int, done: int, found: int) -> None:
    progress(f"searches, {known + found:,} cards", before + done, shards)


def _round(
    work: Callable[..., tuple[list[Forged], Tally]],
    shards: range,
    workers: Executor | Crew | None,
    missing: int,
    progress: Callable[[int, int], None],
    found: dict[int, tuple[list[Forged], Tally]],
) -> None:
    """Write the results of the shards to `found`; without workers, stop as soon as there are enough cards.

    Of a shard that is interrupted what it has found by then is written, unless workers have it.
    """

    def take(shard: int, result: tuple[list[Forged], Tally]) -> None:
        found[shard] = result
        progress(len(found), sum(len(made) for made, _ in found.values()))

    if workers is not None:
        map_shards(workers, work, shards, take)
    else:
        for shard in shards:
            under_way = UnderWay()
            try:
                made, met = work(shard, under_way=under_way)
            except KeyboardInterrupt:
                found[shard] = list(under_way.found.values()), under_way.tally
                raise
            take(shard, (made, met))
            if len({forged.id for made, _ in found.values() for forged in made}) >= missing + SPARE:
                break


def explained(spec: CardSpec, tally: Tally, shards: int) -> str:
    """Explain why no card meets the spec, and describe the nearest."""
    met = ", ".join(f"{why} ({count})" for why, count in sorted(tally.rejected.items(), key=lambda item: (-item[1], item[0]))[:4])
    nearest = f"; the nearest was {tally.nearest}" if tally.nearest else ""
    return (
        f"no such card was found on {spec.layout.name} in {shards} search{'es' * (shards != 1)}{nearest}. "
        "Candidates were rejected because: "
        f"{met or 'nothing could be tried'}"
    )


# --------------------------------------------------------------------------------------------------------------------
# Cards for programs


def generate(layout: Layout | SidingsLayout | str, *, seed: int | str = 1, tries: int = 64, **constraints: Any) -> Any:
    """Return one new card on a layout (or a shipped one by name): rated, proven by two searches, nothing superfluous on it.

    `constraints`: as in `generate_many`. The same arguments give the same card, which is the first that `shunt make cards`
    writes for that seed: a `SidingsCard` on a layout of sidings, else a `RouteCard`. Raises `NoSuchCardError` where none is found
    within `tries` searches.

    >>> card = generate("fan-10", cars=1, optimum=(2, 4), seed=7)
    >>> 2 <= card.proof["optimum"] <= 4, card.rating["tier"]
    (True, 'blue')
    """
    known = set(inspect.signature(generate_many).parameters) - {"count"}
    if unknown := [name for name in constraints if name not in known]:
        raise InputError([Fault(name, "unknown parameter", suggest(name, known)) for name in unknown])
    return next(generate_many(layout, 1, seed=seed, tries=tries, **constraints))


def generate_many(
    layout: Layout | SidingsLayout | str,
    count: int | None = None,
    *,
    seed: int | str = 1,
    tries: int = 64,
    tier: str | None = None,
    optimum: Count | None = None,
    cars: Count = (2, 3),
    locomotives: Count = 1,
    broken: Count = 0,
    turntable: bool | None = None,
    goal: str | None = None,
    unique: bool = False,
    look: float = 0.0,
    ruleset: str = "switcher",
    metric: str = "",
) -> Iterator[Any]:
    """Yield different cards on a layout, at most `count` (None: without end), always the same ones in the same order.

    Numbers are exact, or a pair of the least and the most. The other constraints are those of `CardSpec`. The iterator ends
    after `tries` searches in a row without a new card; if there was no card at all it raises `NoSuchCardError`, which
    describes the nearest. Contradicting constraints raise `InputError` at once.

    >>> cards = generate_many("fan-10", 2, cars=1, optimum=(2, 4), seed=7)
    >>> [card.plan.name for card in cards]
    ['fan-10', 'fan-10']
    """
    given = {"locomotives": locomotives, "cars": cars, "broken": broken}
    pairs = _pairs(given if optimum is None else given | {"optimum": optimum})
    if tier is not None and tier not in TIERS:
        raise InputError(Fault("tier", f"unknown tier {tier!r}", "one of " + ", ".join(TIERS)))
    spec = CardSpec(
        layout if isinstance(layout, Layout | SidingsLayout) else load_any_layout(layout),
        ruleset,
        pairs["locomotives"],
        pairs["cars"],
        pairs["broken"],
        tier,
        pairs.get("optimum"),
        turntable,
        goal,
        unique,
        look,
        metric=metric,
    )
    spec.check()
    if count is not None and count < 1:
        raise InputError(Fault("count", f"{count} cards", "at least 1"))
    return _generated(spec, count, str(seed), tries)


def _generated(spec: CardSpec, count: int | None, seed: str, tries: int) -> Iterator[Any]:
    known: set[str] = set()
    tally, last = Tally(), -1
    for shard in numbers():
        if shard - last > tries:
            break
        made, met = forge_shard(spec, seed, shard)
        tally.add(met)
        for forged in made:
            if forged.id not in known:
                known.add(forged.id)
                last = shard
                yield forged.card
                if len(known) == count:
                    return
    if not known:
        raise NoSuchCardError(explained(spec, tally, tries))


def _pairs(counts: Mapping[str, Any]) -> dict[str, Range]:
    """Return every count as the least and the most; raise `InputError` for anything but a number or a pair of them."""
    faults, pairs = [], {}
    for name, count in counts.items():
        pair = (count, count) if isinstance(count, int) else tuple(count) if isinstance(count, tuple | list) else ()
        if len(pair) != 2 or not all(isinstance(number, int) and not isinstance(number, bool) for number in pair):
            faults.append(Fault(name, f"{count!r} is not a number of them", "a whole number, or a pair such as (2, 3)"))
        else:
            pairs[name] = (int(pair[0]), int(pair[1]))
    if faults:
        raise InputError(faults)
    return pairs
