"""The building of packs: cards are forged in rounds of shards until every tier is filled and they can be put in order.

A round has a fixed number of shards and every shard has a fixed outcome, so the cards follow from the plan of the pack alone:
the same puzzles and titles for the same seed, on any workers; the pack's name is in its cards' names.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import pairwise

from shunt.cards.tiers import TIERS
from shunt.errors import Fault, InputError, ShuntError
from shunt.generator.forge.shard import Forged
from shunt.generator.packs.recipes import Recipes
from shunt.generator.packs.selection import choose, nearest_pair
from shunt.generator.workers import Crew, map_shards
from shunt.track.layout import Layout

MOST_ROUNDS = 25
_WORDS = (
    "Early Late Local Milk Night Branch Harbour Mountain Quarry Mill Summer Winter Morning Market Coal Timber Grain River Valley "
    "Island Copper Slate Orchard Coast",
    "Freight Shunt Siding Transfer Exchange Delivery Pick-up Turn Round Cut Switch Run Train Drop Set-out Detour Crossing Call "
    "Shift Reverse Haul Relay Trip Working",
)
FIRST, SECOND = (words.split() for words in _WORDS)

Progress = Callable[[int, int, int], None]
"""Called after every shard with the shards done, the shards of all rounds so far, and the cards found."""


class NotEnoughCardsError(ShuntError):
    """The boards do not have enough cards of some tier, or these are too rare to be found."""


@dataclass(frozen=True)
class PackPlan:
    """Everything that decides what is in a pack: its name and title, cards a tier, boards (the main one first), the seed."""

    name: str
    title: str
    tiers: tuple[int, ...]
    boards: tuple[Layout, ...]
    seed: str

    def check(self) -> None:
        """Raise `InputError` for a plan that is not a pack."""
        faults = []
        if len(self.tiers) != len(TIERS) or min(self.tiers, default=-1) < 0 or not sum(self.tiers):
            what = f"{','.join(map(str, self.tiers))} is not a number of cards for each tier"
            faults.append(Fault("tiers", what, "five numbers, for " + ", ".join(TIERS) + ": 8,8,8,8,8"))
        if not self.boards:
            faults.append(Fault("boards", "a pack needs a board", "name one, such as wye-18"))
        names = [board.name for board in self.boards]
        faults += [
            Fault("boards", f"two boards are called {name}", "name each once")
            for name in sorted(set(names))
            if names.count(name) > 1
        ]
        if faults:
            raise InputError(faults)

    @property
    def recipes(self) -> Recipes:
        """What the shards try."""
        return Recipes(self.boards, self.tiers, self.seed)


def _nothing(done: int, shards: int, cards: int) -> None:
    pass


def make_pack(plan: PackPlan, workers: Executor | Crew | None = None, progress: Progress = _nothing) -> list[Forged]:
    """Make the cards of a pack, in order, named and titled; without `workers` in this process.

    Raises `InputError` for a bad plan and `NotEnoughCardsError` if a tier cannot be filled.
    """
    plan.check()
    recipes = plan.recipes
    pool: dict[str, Forged] = {}
    missing: dict[str, int] = {}
    for number in range(MOST_ROUNDS):
        for forged in _round(recipes, number, workers, len(pool), progress):
            pool.setdefault(forged.id, forged)
        chosen, missing = choose(pool, plan.tiers, recipes.shares)
        if not missing:
            return titled(chosen, plan)
    lacking = " and ".join(f"{count} {tier}" for tier, count in missing.items())
    boards = ", ".join(board.name for board in plan.boards)
    raise NotEnoughCardsError(
        f"{MOST_ROUNDS * recipes.round} searches on {boards} found {len(pool)} different cards, and a pack of {sum(plan.tiers)} "
        f"that rises in grade with no two too alike still lacks {lacking}: ask for fewer of these, or use more boards"
    )


def _round(recipes: Recipes, number: int, workers: Executor | Crew | None, known: int, progress: Progress) -> list[Forged]:
    """Return the cards of one round, in the order of its shards."""
    shards = range(number * recipes.round, (number + 1) * recipes.round)
    found: dict[int, list[Forged]] = {}

    def done(shard: int, cards: list[Forged]) -> None:
        found[shard] = cards
        progress(number * recipes.round + len(found), (number + 1) * recipes.round, known + sum(map(len, found.values())))

    if workers is None:
        for shard in shards:
            done(shard, recipes.forge(shard))
    else:
        map_shards(workers, recipes.forge, shards, done)
    return [forged for shard in sorted(found) for forged in found[shard]]


def titled(cards: Sequence[Forged], plan: PackPlan) -> list[Forged]:
    """Give the cards their names, numbers and titles; the titles follow from the seed, not from the name of the pack."""
    pairs = [(first, second) for first in FIRST for second in SECOND]
    random.Random(f"{plan.seed}/{plan.seed}").shuffle(pairs)
    width = max(2, len(str(len(cards))))
    return [
        numbered(forged, f"{plan.name}-{number:0{width}}", " ".join(pairs[(number - 1) % len(pairs)]))
        for number, forged in enumerate(cards, 1)
    ]


def numbered(forged: Forged, name: str, title: str) -> Forged:
    """Return the card with a name, a title and its other notes."""
    about = {
        "title": str(forged.card.about.get("title", title)),
        "board": forged.card.plan.name,
        "mechanics": list(forged.mechanics),
        "look": forged.look,
        "id": forged.id,
    }
    kept = {key: value for key, value in forged.card.about.items() if key not in about}
    return replace(forged, card=replace(forged.card, name=name, about=about | kept))


def summary(cards: Sequence[Forged]) -> dict[str, float]:
    """Summarise a pack: its smallest distance, its mean look, the largest step between two grades."""
    steps = [after.grade - before.grade for before, after in pairwise(cards)]
    return {
        "cards": len(cards),
        "nearest": round(nearest_pair(cards), 4),
        "look": round(sum(forged.look for forged in cards) / len(cards), 4) if cards else 0.0,
        "largest step": round(max(steps, default=0.0), 2),
    }
