"""Runs of the forge: shard after shard until there are enough cards, with any workers, and always with the same cards."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, overload

from shunt.errors import InputError, ShuntError, counted
from shunt.generator.forge.proof import with_shown_guide
from shunt.generator.forge.shard import ProvenCard, Rejections, ShardResult, ShardSearch, forge_shard
from shunt.generator.spec import BUDGET, CardSpec, SearchBudget
from shunt.search.core.limits import Progress, no_progress
from shunt.track.layout import AnyLayout

if TYPE_CHECKING:
    from typing import Unpack

    from shunt.cards.card import Card, RouteCard
    from shunt.generator.spec import CardConstraints
    from shunt.search.core.shards import WorkerPool
    from shunt.sidings.cards.card import SidingsCard
    from shunt.track.layout import Layout, SidingsLayout

    class Options(CardConstraints, total=False):
        """The keywords of `generate` and `generate_many`."""

        seed: int | str
        tries: int


CROWDED = (
    "some of its cars changed nothing",
    "too many states",
    "too many positions meet the goal",
    "no room for the pieces",
    "nothing can move",
)
"""The reasons for rejecting candidates that having fewer cars would avoid."""
ROUND = 8  # shards for workers, after which the cards are counted


class NoSuchCardError(ShuntError):
    """No card was found, or none exists. The message describes the nearest one."""


@dataclass
class ForgeRun:
    """The result of a run: its cards, the candidates that were rejected, and the number of shards that were searched.

    `is_interrupted`: an interrupt ended the run early. `found`: the cards by id, in the order of their shards, before they get
    the Yard Guides that are shown.
    """

    cards: tuple[ProvenCard, ...] = ()
    found: dict[str, ProvenCard] = field(default_factory=dict)
    rejections: Rejections = field(default_factory=Rejections)
    done: int = 0
    is_interrupted: bool = False

    def search(self, spec: CardSpec, seed: str, budget: SearchBudget) -> Iterator[ProvenCard]:
        """Search the next shard; yield its new cards."""
        search = ShardSearch(spec, seed, self.done, budget, self.found, self.rejections)
        self.done += 1
        return search.cards()

    def add(self, result: ShardResult) -> None:
        """Add the result of a shard that a worker has searched."""
        self.done += 1
        self.rejections.add(result[1])
        for one in result[0]:
            self.found.setdefault(one.id, one)


def forge(
    spec: CardSpec,
    count: int,
    seed: str,
    shards: int = 64,
    workers: Executor | WorkerPool | None = None,
    budget: SearchBudget = BUDGET,
    progress: Progress = no_progress,
) -> ForgeRun:
    """Return a run with at most `count` different cards that meet the spec, from at most `shards` shards.

    After an interrupt, return the cards found so far; if there are none, raise it with a description of the nearest candidate.
    Raise `InputError` if constraints contradict each other, and `NoSuchCardError` if no card is found.
    """
    spec.check()
    run = ForgeRun()

    def report(done: int, cards: int) -> None:
        """Report the number of cards, and whether fewer cars might help."""
        is_crowded = not cards and _is_crowded(spec, run.rejections)
        hint = f" ({counted(spec.cars[1], 'cars')} may be too many here)" if is_crowded else ""
        progress(f"searches, {counted(cards, 'cards')}{hint}", done, shards)

    def search_round(workers: Executor | WorkerPool) -> None:
        """Have the workers search a round of shards. After an interrupt, the results that have arrived are kept."""
        from shunt.search.core.shards import map_shards

        results: dict[int, ShardResult] = {}

        def take(shard: int, result: ShardResult) -> None:
            results[shard] = result
            report(run.done + len(results), len(run.found) + sum(len(made) for made, _ in results.values()))

        numbers = range(run.done, min(run.done + ROUND, shards))
        try:
            map_shards(workers, partial(forge_shard, spec, seed, budget=budget), numbers, take)
        finally:
            for shard in sorted(results):
                run.add(results[shard])

    try:
        while run.done < shards and len(run.found) < count and not _is_hopeless(spec, run):
            if workers is not None:
                search_round(workers)
                continue
            for _ in run.search(spec, seed, budget):
                if len(run.found) == count:
                    break
            report(run.done, len(run.found))
    except KeyboardInterrupt as interrupt:
        if not run.found:
            if run.rejections.rejected:
                interrupt.args = (f"nothing was written; {explained(spec, run.rejections, run.done)}",)
            raise
        run.is_interrupted = len(run.found) < count
    if not run.found:
        raise NoSuchCardError(explained(spec, run.rejections, run.done))
    run.cards = tuple(replace(one, card=with_shown_guide(one.card)) for one in islice(run.found.values(), count))
    return run


def _is_hopeless(spec: CardSpec, run: ForgeRun) -> bool:
    """Return whether two rounds have found nothing, mostly for a reason that having fewer cars would avoid."""
    return run.done == 2 * ROUND and not run.found and _is_crowded(spec, run.rejections)


def _is_crowded(spec: CardSpec, rejections: Rejections) -> bool:
    """Return whether most candidates were rejected for a reason that having fewer cars would avoid."""
    rejected = rejections.rejected
    return spec.cars[0] > 1 and bool(rejected) and min(rejected, key=lambda why: (-rejected[why], why)) in CROWDED


def explained(spec: CardSpec, rejections: Rejections, shards: int) -> str:
    """Explain why no card meets the spec, and describe the nearest one."""
    most_frequent = sorted(rejections.rejected.items(), key=lambda item: (-item[1], item[0]))[:4]
    why = ", ".join(f"{why} ({count})" for why, count in most_frequent) or "nothing could be tried"
    nearest = f"; the nearest was {rejections.nearest}" if rejections.nearest else ""
    searches = f"{shards} search{'es' * (shards != 1)}"
    if _is_crowded(spec, rejections):
        why += f". {counted(spec.cars[1], 'cars')} are too many here: ask for fewer"
    return f"no such card was found on {spec.layout.name} in {searches}{nearest}. Candidates were rejected because: {why}"


# --------------------------------------------------------------------------------------------------------------------
# Cards for programs


@overload
def generate(layout: Layout, **options: Unpack[Options]) -> RouteCard: ...
@overload
def generate(layout: SidingsLayout, **options: Unpack[Options]) -> SidingsCard: ...
@overload
def generate(layout: AnyLayout | str, **options: Unpack[Options]) -> Card: ...
def generate(layout: AnyLayout | str, *, seed: int | str = 1, tries: int = 64, **constraints: Unpack[CardConstraints]) -> Card:
    """Return one new card on `layout`, a layout or the name of one. The card is rated, two searches prove its optimum, and it has
    no superfluous pieces.

    It is a `SidingsCard` on a sidings layout and a `RouteCard` otherwise. The `constraints` are those of `generate_many`. The
    same arguments always give the same card, namely the first one that `shunt make cards` writes for this seed. Raise
    `NoSuchCardError` if no card is found within `tries` searches.

    >>> card = generate("fan-10", cars=1, optimum=(2, 4), seed=7)
    >>> 2 <= card.proof["optimum"] <= 4, card.tier
    (True, 'blue')
    """
    return next(generate_many(layout, 1, seed=seed, tries=tries, **constraints))


@overload
def generate_many(layout: Layout, count: int | None = ..., **options: Unpack[Options]) -> Iterator[RouteCard]: ...
@overload
def generate_many(
    layout: SidingsLayout,
    count: int | None = ...,
    **options: Unpack[Options],
) -> Iterator[SidingsCard]: ...
@overload
def generate_many(
    layout: AnyLayout | str,
    count: int | None = ...,
    **options: Unpack[Options],
) -> Iterator[Card]: ...
def generate_many(
    layout: AnyLayout | str,
    count: int | None = None,
    *,
    seed: int | str = 1,
    tries: int = 64,
    **constraints: Unpack[CardConstraints],
) -> Iterator[Card]:
    """Yield at most `count` different cards on `layout`, always the same ones in the same order. If `count` is None, there is
    no end.

    `constraints` are the fields of `CardSpec`, which are the options of `shunt make cards`: `tier`, `optimum`, `cars`,
    `locomotives`, `broken`, `closed`, `turntable`, `goal`, `metric`, `unique`, `look`, `ruleset`, `headings`, `mechanics`,
    `without`, `locomotive_names`, `car_names` and `weights`. A number is exact, and a pair gives the minimum and the
    maximum. The iterator ends after `tries` searches in a row without a new card. If there was no card at all, it raises
    `NoSuchCardError`, which describes the nearest one. Constraints that contradict each other raise `InputError` at once.

    >>> cards = generate_many("fan-10", 2, cars=1, optimum=(2, 4), seed=7)
    >>> [card.plan.name for card in cards]
    ['fan-10', 'fan-10']
    """
    spec = CardSpec.from_constraints(layout, constraints)
    if count is not None and count < 1:
        raise InputError("count", counted(count, "cards"), "at least 1")
    return _generated(spec, count, str(seed), tries)


def _generated(spec: CardSpec, count: int | None, seed: str, tries: int) -> Iterator[Any]:
    run, last = ForgeRun(), 0
    while run.done - last <= tries:
        for one in run.search(spec, seed, BUDGET):
            last = run.done
            yield with_shown_guide(one.card)
            if len(run.found) == count:
                return
    if not run.found:
        raise NoSuchCardError(explained(spec, run.rejections, tries))
