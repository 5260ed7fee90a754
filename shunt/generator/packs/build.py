"""The building of packs. Cards are made in rounds of shards until every tier is filled and the cards can be put in order.

A round has a fixed number of shards, and every shard has a fixed result. The cards therefore depend only on the plan of the pack:
the same seed gives the same puzzles and titles with any workers. The names of the cards contain the pack's name.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from shunt.cards.stop import Stop, StopKind
from shunt.errors import Fault, ShuntError, counted, raise_faults
from shunt.files.version import program_version
from shunt.generator.forge.proof import with_shown_guide
from shunt.generator.forge.shard import ProvenCard, ShardSearch
from shunt.generator.packs.kept import KeptSearches
from shunt.generator.packs.recipes import BoxRecipes, Recipes
from shunt.generator.packs.selection import choose, completed, filled, introduced_together
from shunt.generator.packs.titles import slug_of, titles_from_words, titles_of
from shunt.generator.rating.weights import SHIPPED, Weights
from shunt.generator.spec import check_on_boards, known_mechanics
from shunt.search.core.limits import Progress, no_progress, stop_of
from shunt.search.core.shards import WorkerPool, map_shards
from shunt.track.layout import AnyLayout, SidingsLayout, with_tracks
from shunt.track.layout_table import layout_table

MOST_ROUNDS = 25
PATIENCE = 3  # rounds after which cards under constraints may introduce together what none introduces alone
UNMARKED = ("wye-18", "turntable-19")  # boards that had no marks when First Forty was made


class NotEnoughCardsError(ShuntError):
    """The boards do not have enough cards of some tier, or such cards are too rare to be found, or the search was stopped.

    `cards`: the pack with its missing cards replaced by the nearest ones, named and titled. `stop`: the limit or the interrupt
    that ended the search early.
    """

    def __init__(self, text: str, cards: Sequence[ProvenCard] = (), stop: Stop | None = None) -> None:
        super().__init__(text)
        self.cards = list(cards)
        self.stop = stop


@dataclass(frozen=True)
class PackPlan:
    """Everything that determines the contents of a pack: its name and title, the cards of each tier, the boards (the first gets
    half of the cards), and the seed.

    `deck`: "box" has the pieces of a box on one board, "tour" has several boards, and "first-forty" is a tour whose titles are
    pairs of words. `constraints`: the constraints on every card, by the fields of `CardSpec`. `about`: the notes written
    on every card, such as its author.
    """

    name: str
    title: str
    tiers: tuple[int, ...]
    boards: tuple[AnyLayout, ...]
    seed: str
    deck: Literal["box", "tour", "first-forty"] = "tour"
    constraints: Mapping[str, Any] = field(default_factory=dict, hash=False)
    about: Mapping[str, str] = field(default_factory=dict, hash=False)

    def check(self) -> None:
        """Raise `InputError` if the plan cannot be a pack."""
        faults = []
        if self.deck == "box" and len(self.boards) > 1:
            faults.append(Fault("boards", f"{len(self.boards)} boards, but a box has one", "name one board, or ask for a tour"))
        if self.deck != "tour":
            what = "is a fan of sidings, and a layout of tracks is needed here"
            fans = [board for board in self.boards if isinstance(board, SidingsLayout)]
            faults += [Fault("boards", f"{board.name} {what}", "ask for a tour") for board in fans]
        names = sorted(Counter(board.name for board in self.boards).items())
        faults += [Fault("boards", f"two boards are called {name}", "name each once") for name, count in names if count > 1]
        raise_faults(faults)
        check_on_boards(self.constraints, self.boards)

    @property
    def weights(self) -> Weights:
        """The weights of the ratings."""
        weights: Weights = self.constraints.get("weights", SHIPPED)
        return weights

    @property
    def recipes(self) -> Recipes:
        """Return the recipes of the shards."""
        boards = self.boards
        if self.deck == "first-forty":
            boards = tuple(replace(board, marks={}) if board.name in UNMARKED else board for board in map(with_tracks, boards))
        kind = BoxRecipes if self.deck == "box" else Recipes
        return kind(boards, self.tiers, self.seed, self.constraints)

    @property
    def key(self) -> str:
        """Return everything that determines the cards of a search, as text. Two plans with the same key share their searches."""
        decides = {
            "boards": [{"name": board.name} | layout_table(board) for board in self.boards],
            "deck": self.deck,
            "tiers": self.tiers,
            "seed": self.seed,
            "constraints": dict(self.constraints) | {"weights": asdict(self.weights)},
            "version": program_version(),
        }
        return json.dumps(decides, sort_keys=True, ensure_ascii=False)


def make_pack(
    plan: PackPlan,
    workers: Executor | WorkerPool | None = None,
    progress: Progress = no_progress,
    kept: KeptSearches | None = None,
) -> list[ProvenCard]:
    """Make the cards of a pack, in order, named and titled. Without `workers`, this process does the work.

    Searches that are `kept` are not repeated. An interrupt, or the limit of a command, ends the searches. The contents of such a
    pack depend on the machine. Raise `InputError` if the plan is invalid, and `NotEnoughCardsError` with the nearest cards if a
    tier cannot be filled. An interrupt before the first card is raised unchanged.
    """
    plan.check()
    recipes, pool = plan.recipes, dict[str, ProvenCard]()
    stop: Stop | None = None

    def search(shards: range) -> None:
        """Add the cards of a round to the pool, in the order of its shards, even if an interrupt is raised."""
        stored = ((shard, kept.cards_of(shard)) for shard in shards if kept is not None)
        found = {shard: cards for shard, cards in stored if cards is not None}
        unfinished: ShardSearch | None = None

        def take(shard: int, cards: list[ProvenCard]) -> None:
            if kept is not None:
                kept.keep(shard, cards)
            found[shard] = cards
            known = len(pool) + sum(map(len, found.values()))
            progress(f"searches, {counted(known, 'cards')}", shards.start + len(found), shards.stop)

        todo = [shard for shard in shards if shard not in found]
        try:
            if workers is not None:
                map_shards(workers, recipes.forge, todo, take)
            else:
                for shard in todo:
                    unfinished = recipes.search(shard)
                    take(shard, list(unfinished.cards()))
        finally:
            cards_of_round = [forged for shard in sorted(found) for forged in found[shard]]
            for forged in [*cards_of_round, *(unfinished.found.values() if unfinished else ())]:
                pool.setdefault(forged.id, forged)

    for number in range(MOST_ROUNDS):
        try:
            search(range(number * recipes.round, (number + 1) * recipes.round))
        except KeyboardInterrupt as interrupt:
            if not pool:
                raise
            stop = stop_of(interrupt)
        known = known_mechanics(plan.constraints)
        if number + 1 >= PATIENCE and plan.constraints:
            known |= introduced_together(pool, known)
        chosen, missing = choose(pool, plan.tiers, recipes.preference, known, plan.weights)
        if plan.deck == "box":
            chosen, missing = completed(pool, chosen, missing)
        if stop is not None:
            break
        if not missing and not recipes.lacking(chosen):
            return titled(chosen, plan)
    raise _not_enough(plan, pool, chosen, missing, (number + 1) * recipes.round, stop)


def _not_enough(
    plan: PackPlan,
    pool: dict[str, ProvenCard],
    chosen: list[ProvenCard],
    missing: dict[str, int],
    searches: int,
    stop: Stop | None,
) -> NotEnoughCardsError:
    """Return the error for a pack that is not complete, with the nearest cards and their descriptions."""
    everything, nearest = filled(pool, chosen, missing, plan.weights)
    cards = titled(everything, plan)
    boards = ", ".join(board.name for board in plan.boards)
    lacking = [f"{count} {tier} ({_reason(pool, tier)})" for tier, count in missing.items()] or plan.recipes.lacking(chosen)
    number = {forged.id: number for number, forged in enumerate(cards, 1)}
    shown = [
        f"{number[forged.id]} for {tier} ({forged.tier}, grade {forged.grade:.2f})"
        for tier, cards_of_tier in nearest.items()
        for forged in cards_of_tier
    ]
    begin = f"{searches} searches" if stop is None else f"{STOPPED.get(stop.kind, f'stopped at the limit of {stop}')}: searches"
    advice = "" if stop is None else "let it run longer, "
    text = f"{begin} on {boards} found {len(pool)} different cards, "
    if lacking:
        text += (
            f"and a pack of {sum(plan.tiers)} that rises in grade with no two too alike still lacks {' and '.join(lacking)}: "
            f"{advice}ask for fewer of those tiers, or use more boards"
        )
    else:
        text += f"enough for a pack of {sum(plan.tiers)}; the searches that are left may find better ones"
    if shown:
        text += "; the nearest cards are in their places: " + ", ".join(shown)
    return NotEnoughCardsError(text, cards, stop)


def _reason(pool: Mapping[str, ProvenCard], tier: str) -> str:
    """Return why a tier is not full."""
    count = sum(forged.tier == tier for forged in pool.values())
    if not count:
        return "none was found"
    return f"{count} {'was' if count == 1 else 'were'} found; those left are too alike, or introduce several mechanics at once"


STOPPED = {StopKind.TIME: "the time is up", StopKind.INTERRUPTED: "interrupted"}


def titled(cards: Sequence[ProvenCard], plan: PackPlan) -> list[ProvenCard]:
    """Give the cards their names and titles, which do not depend on the name of the pack, and the Yard Guides that are shown."""
    titles = titles_from_words(len(cards), plan.seed) if plan.deck == "first-forty" else titles_of(cards)
    named, names = [], list[str]()
    for forged, title in zip(cards, titles, strict=True):
        names.append(slug_of(title, names))
        about = {**forged.card.about, "title": title, **plan.about}
        named.append(replace(forged, card=with_shown_guide(replace(forged.card, name=names[-1], about=about))))
    return named
