"""The recipes of decks: the board, the numbers of pieces and the moves that each shard tries, for each tier in turn; and daily
cards.

A tour uses several boards. A box deck uses one board, and the pieces of a box (`box.py`). The card of a date is also made from
the pieces of a box. It is the same on every machine, and nothing is stored: the date alone determines the tier (blue on Monday,
harder through the week, black on Sunday) and the searches, which depend on neither time nor machine.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, ClassVar

from shunt.cards.tiers import TIERS
from shunt.generator.constraints import Range
from shunt.generator.forge.proof import with_shown_guide
from shunt.generator.forge.shard import ProvenCard, ShardSearch
from shunt.generator.packs.box import BOARD, COLOURS, LOCOMOTIVES, is_box, use_faults
from shunt.generator.spec import CardSpec, SearchBudget, room
from shunt.track.layout import AnyLayout, Layout, SidingsLayout
from shunt.track.layout_file import shipped_layout

BOARDS = ("alphabet-26", "wye-18", "turntable-19", "loop-12", "balloon-12", "roundhouse-14", "fan-10")
"""The boards of packs and daily cards; the first one is used most. They are listed here so that the card of a date never
changes."""


# --------------------------------------------------------------------------------------------------------------------
# Tours

BUDGET = SearchBudget(spaces=6, goals=2, starts=2, held=70_000, near=0)
PERSISTENT = SearchBudget(spaces=40, goals=4, starts=3, held=70_000, near=0)
"""The budget of persistent shards, which continue until they have a card of their tier."""
BOARD_WEIGHT = 1.0  # of an even use of the boards, against the grade, as in `selection.py`
SMALL, MEDIUM = 15, 20  # spaces up to which a board is small, or of medium size

CARS: Mapping[str, Mapping[str, Range]] = {
    "small": {"blue": (1, 2), "green": (1, 3), "yellow": (2, 3), "red": (3, 4), "black": (3, 4)},
    "medium": {"blue": (1, 2), "green": (1, 2), "yellow": (2, 3), "red": (2, 3), "black": (3, 3)},
    "large": {"blue": (1, 1), "green": (1, 2), "yellow": (1, 2), "red": (2, 3), "black": (3, 4)},
}
"""The number of cars by the size of the board and the tier."""

BROKEN: Mapping[str, Sequence[Range]] = {
    "small": ((0, 0), (0, 1), (0, 0), (1, 1)),
    "medium": ((0, 0), (1, 2), (0, 1), (0, 0)),
    "large": ((0, 0), (1, 2), (2, 3), (0, 1)),
}
"""The number of broken tracks by the size of the board, as ranges that are used in turn."""

MOVES: Mapping[str, Sequence[Range]] = {
    "blue": ((2, 3), (3, 5), (2, 2), (3, 4)),
    "green": ((3, 9), (3, 6)),
    "yellow": ((6, 14), (5, 9)),
    "red": ((8, 18), (7, 13)),
    "black": ((11, 30), (10, 22)),
}
"""The number of moves by the tier, as ranges that are used in turn, because a tier has short cards and long ones."""


SIDINGS: Mapping[str, Range] = {"blue": (2, 4), "green": (3, 5), "yellow": (4, 6), "red": (5, 7), "black": (6, 8)}
"""The number of cars in a fan of sidings by the tier. There are at most as many as leave one siding free."""


def size_of(board: Layout) -> str:
    """Return whether a board is small, medium or large."""
    count = len(board.plan.spaces)
    return "small" if count <= SMALL else "medium" if count <= MEDIUM else "large"


@dataclass(frozen=True)
class Recipes:
    """The numbered shards of a tour. The same number always means the same shard. The first board has every other shard.

    `boards`: the main board, which is used most, comes first. `tiers`: the cards of each tier. `constraints`: the constraints on
    all cards, by the fields of `CardSpec`. With constraints, every second turn of the tiers tries longer to find cards of its
    tier, because such cards may be rare.
    """

    boards: tuple[AnyLayout, ...]
    tiers: tuple[int, ...]
    seed: str
    constraints: Mapping[str, Any] = field(default_factory=dict, hash=False)
    name: ClassVar = "pack"  # the first part of each seed
    cycles: ClassVar = 4  # the number of times that a round goes through the turns

    @property
    def wanted_tiers(self) -> list[str]:
        """The tiers of which cards are needed."""
        return [tier for tier, count in zip(TIERS, self.tiers, strict=True) if count]

    @property
    def turns(self) -> Sequence[str]:
        """The tiers for which successive shards search, in a cycle."""
        return self.wanted_tiers

    @property
    def round(self) -> int:
        """The number of shards in a round. A pack is tried after each round."""
        return self.cycles * len(self.turns)

    def forge(self, shard: int) -> list[ProvenCard]:
        """Return the cards of a shard. They may be of any tier, unless the shard is persistent."""
        return list(self.search(shard).cards())

    def search(self, shard: int) -> ShardSearch:
        """Return the search of a shard, which has not begun."""
        spec = self.spec(shard)
        return ShardSearch(spec, f"{self.name}/{self.seed}", shard, self.budget(spec, self.is_persistent(shard)))

    def spec(self, shard: int) -> CardSpec:
        """Return the spec of a shard."""
        spec = self.free_spec(shard).with_constraints(self.constraints)
        return replace(spec, tier=self.turns[shard % len(self.turns)]) if self.is_persistent(shard) else spec

    def is_persistent(self, shard: int) -> bool:
        """Return whether a shard tries longer to find a card of its tier."""
        return bool(self.constraints) and shard // len(self.turns) % 2 == 1

    def free_spec(self, shard: int) -> CardSpec:
        """Return the spec of a shard without constraints, on the board whose turn it is."""
        turn, others = shard // len(self.turns), self.boards[1:]
        board = self.boards[0] if turn % 2 == 0 or not others else others[(turn // 2 + shard) % len(others)]
        return recipe(board, self.turns[shard % len(self.turns)], turn, shard)

    def budget(self, spec: CardSpec, is_persistent: bool) -> SearchBudget:
        """Return the budget of a shard."""
        return PERSISTENT if is_persistent else BUDGET

    def preference(self, card: ProvenCard, chosen: Sequence[ProvenCard]) -> float:
        """Return the penalty for a card that would follow the chosen ones: its board may have more than its share.

        If there are several boards, half of the cards are on the main board.
        """
        main, *others = (board.name for board in self.boards)
        shares = {main: 0.5} | dict.fromkeys(others, 0.5 / len(others)) if others else {main: 1.0}
        used = sum(one.card.board_name == card.card.board_name for one in chosen)
        ahead = used + 1 - shares.get(card.card.board_name, 0.0) * (len(chosen) + 1)
        return float(BOARD_WEIGHT * max(0.0, ahead) / max(4.0, sum(self.tiers) ** 0.5))

    def lacking(self, chosen: Sequence[ProvenCard]) -> list[str]:
        """Return what the deck should use and does not."""
        return []


def recipe(board: AnyLayout, tier: str, turn: int, shard: int) -> CardSpec:
    """Return the spec that a shard for a tier tries on a board."""
    moves = MOVES[tier][turn // 2 % len(MOVES[tier])]
    if isinstance(board, SidingsLayout):
        least, most = (max(1, min(count, room(board))) for count in SIDINGS[tier])
        return CardSpec(board, cars=(least, most), optimum=moves)
    size = size_of(board)
    least, most = CARS[size][tier]
    broken = BROKEN[size][(turn // 2 + shard) % 4]
    if (turn + shard) % 5 == 3:  # every fifth with two locomotives, and one car less
        return CardSpec(board, locomotives=(2, 2), cars=(1, max(1, most - 1)), broken=broken, optimum=moves)
    if size == "large" and most > 2:  # the states of three cars or more are held only if broken tracks make the board smaller
        broken = (2, 4)
    return CardSpec(board, cars=(least, most), broken=broken, optimum=moves)


# --------------------------------------------------------------------------------------------------------------------
# The deck of a box

EASY = SearchBudget(spaces=4, goals=8, starts=3, held=260_000, near=0)
"""The budget for blue cards, of which many are alike: more cards from each state space."""
HELD = SearchBudget(spaces=4, goals=3, starts=2, held=260_000, near=0)
"""The budget for other state spaces whose positions on the main board fit into memory: at most two pieces move besides a
locomotive."""
NEAR = SearchBudget(spaces=2, goals=2, starts=2, held=0, near=500_000, busy=True)
"""The budget for larger state spaces, which are searched back from the goal."""

Kind = tuple[int, Range, Range]
"""Numbers of locomotives, cars, and moves."""


def _kinds(text: str) -> tuple[Kind, ...]:
    """Return kinds written as `1+2-3:4-5`: one locomotive, two or three cars, four or five moves."""
    found = []
    for kind in text.split():
        locomotives, *ranges = re.split("[+:]", kind)
        cars, moves = ((int(one.split("-")[0]), int(one.split("-")[-1])) for one in ranges)
        found.append((int(locomotives), cars, moves))
    return tuple(found)


PIECES: Mapping[str, Sequence[Kind]] = {
    "blue": _kinds("1+1:2 1+1:2-3 1+1:3-4 1+1:1-2 1+1:3-5 1+1:2-3 1+2:3-4 1+1:2-4"),
    "green": _kinds("1+1:4-6 1+2:4-6 2+1:4-6 1+1:6-9 1+1:5-8 2+1:5-7 1+2:4-7 1+1:7-10"),
    "yellow": _kinds("1+2:6-9 2+1:7-10 1+3:6-8 1+2:8-11 1+2:7-10 1+3:7-10"),
    "red": _kinds("1+2:10-14 1+3:8-12 1+2:11-15 2+1:10-15 1+2:12-16 1+3-4:8-13"),
    "black": _kinds("1+2:14-30 1+3:11-30 1+2:15-30 2+1:13-30 1+2:16-30 1+3-4:10-30 1+2:17-30 1+3-5:9-30"),
}
"""The kinds that the shards of a tier try in turn."""

BROKEN_TURNS: Sequence[Range] = ((0, 0), (0, 1), (1, 2), (0, 2), (2, 2), (1, 1), (0, 2))
EASY_MOVES = 5  # at most, of cards that are blue
PERSISTENCE = 4  # times the state spaces of other shards
MANY_PIECES = 3  # pieces beside the first locomotive from which a state space is searched back from the goal
FEW_CARS, MANY_CARS = 1.0, 3.5  # cars aimed at, at the begin and at the end of the deck
PAIRS = 0.25  # share of cards with two locomotives that is aimed at
CARS_WEIGHT, PAIR_WEIGHT = 0.25, 0.6  # against the grade, as in `selection.py`


@dataclass(frozen=True)
class BoxRecipes(Recipes):
    """The shards of a box deck, one for every kind of every tier. `kinds`: the kinds that the shards of each tier try."""

    kinds: Mapping[str, Sequence[Kind]] = field(default_factory=lambda: PIECES, hash=False)
    name: ClassVar = "box"
    cycles: ClassVar = 1

    @property
    def turns(self) -> Sequence[str]:
        """The tiers of the kinds."""
        return [tier for tier in self.wanted_tiers for _ in self.kinds[tier]]

    def free_spec(self, shard: int) -> CardSpec:
        """Return the spec of a shard without constraints; each card has some of the five colours of cars, at random."""
        kinds = [kind for tier in self.wanted_tiers for kind in self.kinds[tier]]
        locomotives, cars, moves = kinds[shard % len(kinds)]
        broken = BROKEN_TURNS[(shard + shard // len(kinds)) % len(BROKEN_TURNS)]
        colours = tuple(random.Random(f"{self.seed}/{shard}").sample(COLOURS, len(COLOURS)))
        pieces: dict[str, Any] = {"locomotives": (locomotives, locomotives), "cars": cars, "broken": broken}
        return CardSpec(self.boards[0], **pieces, optimum=moves, goal="all", headings=True, car_names=colours)

    def budget(self, spec: CardSpec, is_persistent: bool) -> SearchBudget:
        """Return the budget of a shard, by the number of pieces besides the first locomotive and the moves."""
        others = spec.locomotives[1] - 1 + spec.cars[1]
        easy = (spec.optimum or (0, 0))[1] <= EASY_MOVES
        budget = NEAR if others >= MANY_PIECES else EASY if easy else HELD
        return replace(budget, spaces=PERSISTENCE * budget.spaces) if is_persistent else budget

    def preference(self, card: ProvenCard, chosen: Sequence[ProvenCard]) -> float:
        """Return the penalty for a card with too few or too many cars or locomotives."""
        progress = len(chosen) / max(1, sum(self.tiers) - 1)
        aim = FEW_CARS + (MANY_CARS - FEW_CARS) * progress
        pairs = [len(one.card.roster.locomotives) == LOCOMOTIVES for one in (*chosen, card)]
        ahead = sum(pairs) - PAIRS * len(pairs) - 1
        crowded = PAIR_WEIGHT * max(0.0, ahead) if pairs[-1] else 0.0
        return CARS_WEIGHT * abs(len(card.card.roster.cars) - aim) + crowded

    def lacking(self, chosen: Sequence[ProvenCard]) -> list[str]:
        """Return the pieces of the box that a whole deck never uses. For a smaller pack or with constraints, nothing is
        required."""
        is_whole = is_box(self.tiers, self.constraints)
        return [fault.what for fault in use_faults([one.card for one in chosen])] if is_whole else []


# --------------------------------------------------------------------------------------------------------------------
# Daily cards

WEEK = ("blue", "green", "yellow", "green", "yellow", "red", "black")  # from Monday
MOST_SHARDS = 400  # of a daily card


def tier_of_day(day: date) -> str:
    """Return the tier of a date."""
    return WEEK[day.weekday()]


def daily_card(day: date) -> ProvenCard:
    """Make the card of a date, and name it after the date."""
    tier = tier_of_day(day)
    quick = tuple(kind for kind in PIECES[tier] if kind[0] - 1 + kind[1][1] < MANY_PIECES)
    tiers = tuple(int(name == tier) for name in TIERS)
    recipes = BoxRecipes((shipped_layout(BOARD),), tiers, f"daily/{day.isoformat()}", kinds={tier: quick})
    for shard in range(MOST_SHARDS):
        found = [one for one in recipes.forge(shard) if one.tier == tier]
        if found:
            best = max(found, key=lambda one: (one.look, one.id))
            about = {"title": f"Card of {day.isoformat()}", "mechanics": list(best.mechanics), "id": best.id}
            return replace(best, card=with_shown_guide(replace(best.card, name=f"daily-{day.isoformat()}", about=about)))
    raise AssertionError(f"no {tier} card for {day.isoformat()}")
