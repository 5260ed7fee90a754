"""The box deck: forty cards on one board with the pieces of a box, and the check of a pack that claims to be one.

A box holds one board, two locomotives, two broken tracks and five cars (TS-01, TS-04 to TS-06 of `docs/rules-route-cards.md`).
Every card of its deck names all its pieces in the goal (TS-08), and what a locomotive faces if the card is shorter without it;
the moves allowed are on every card.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from shunt.cards.card import Card, RouteCard
from shunt.cards.tiers import TIERS
from shunt.errors import Fault
from shunt.generator.forge.shard import Forged, forge_shard
from shunt.generator.forge.spec import CardSpec, Effort, Range
from shunt.generator.packs.constraints import NO_CONSTRAINTS, Constraints
from shunt.generator.packs.kinds import PACK_KINDS
from shunt.track.layout import Layout

BOARD = "alphabet-26"
CARDS = 40
LOCOMOTIVES, BROKEN = 2, 2
COLOURS = ("red", "green", "yellow", "blue", "black")

EASY = Effort(families=4, goals=8, starts=3, held=260_000, near=0)
"""For blue cards, of which many are alike: more of each family."""
HELD = Effort(families=4, goals=3, starts=2, held=260_000, near=0)
"""For other families whose positions can be held on the main board: at most two pieces that move beside a locomotive."""
NEAR = Effort(families=2, goals=2, starts=2, held=0, near=500_000, busy=True)
"""For larger families, which are searched back from the goal."""

Kind = tuple[int, Range, Range]
"""Locomotives, cars, and moves."""

KINDS: Mapping[str, Sequence[Kind]] = {
    "blue": (
        (1, (1, 1), (2, 2)), (1, (1, 1), (2, 3)), (1, (1, 1), (3, 4)), (1, (1, 1), (1, 2)),
        (1, (1, 1), (3, 5)), (1, (1, 1), (2, 3)), (1, (2, 2), (3, 4)), (1, (1, 1), (2, 4)),
    ),
    "green": (
        (1, (1, 1), (4, 6)), (1, (2, 2), (4, 6)), (2, (1, 1), (4, 6)), (1, (1, 1), (6, 9)),
        (1, (1, 1), (5, 8)), (2, (1, 1), (5, 7)), (1, (2, 2), (4, 7)), (1, (1, 1), (7, 10)),
    ),
    "yellow": (
        (1, (2, 2), (6, 9)), (2, (1, 1), (7, 10)), (1, (3, 3), (6, 8)), (1, (2, 2), (8, 11)),
        (1, (2, 2), (7, 10)), (1, (3, 3), (7, 10)),
    ),
    "red": (
        (1, (2, 2), (10, 14)), (1, (3, 3), (8, 12)), (1, (2, 2), (11, 15)), (2, (1, 1), (10, 15)),
        (1, (2, 2), (12, 16)), (1, (3, 4), (8, 13)),
    ),
    "black": (
        (1, (2, 2), (14, 30)), (1, (3, 3), (11, 30)), (1, (2, 2), (15, 30)), (2, (1, 1), (13, 30)),
        (1, (2, 2), (16, 30)), (1, (3, 4), (10, 30)), (1, (2, 2), (17, 30)), (1, (3, 5), (9, 30)),
    ),
}  # fmt: skip
"""What the shards of a tier try in turn."""

BROKEN_TURNS: Sequence[Range] = ((0, 0), (0, 1), (1, 2), (0, 2), (2, 2), (1, 1), (0, 2))
EASY_MOVES = 5  # at most, of cards that are blue
PERSISTENCE = 4  # times the families of other shards
LARGE = 3  # pieces beside the first locomotive from which a family is searched back from the goal
FEW_CARS, MANY_CARS = 1.0, 3.5  # cars aimed at, at the begin and at the end of the deck
PAIRS = 0.25  # share of cards with two locomotives that is aimed at
CARS_WEIGHT, PAIR_WEIGHT = 0.25, 0.6  # against the grade, as in `selection.py`


@dataclass(frozen=True)
class BoxRecipes:
    """The shards of a box deck, by their number. The same number always means the same shard."""

    board: Layout
    tiers: tuple[int, ...]
    seed: str
    constraints: Constraints = NO_CONSTRAINTS
    kinds: Mapping[str, Sequence[Kind]] = field(default_factory=lambda: KINDS, hash=False)

    @property
    def round(self) -> int:
        """The number of shards in a round: every kind of every tier once."""
        return sum(len(self.kinds[tier]) for tier in self._tiers)

    @property
    def _tiers(self) -> list[str]:
        return [tier for tier, count in zip(TIERS, self.tiers, strict=True) if count]

    def spec(self, shard: int) -> CardSpec:
        """Return the spec of a shard. Of the five colours of cars each card has some, at random by the seed."""
        kinds = [(tier, kind) for tier in self._tiers for kind in self.kinds[tier]]
        tier, (locomotives, cars, moves) = kinds[shard % len(kinds)]
        colours = random.Random(f"{self.seed}/{shard}").sample(COLOURS, len(COLOURS))
        spec = CardSpec(
            self.board,
            locomotives=(locomotives, locomotives),
            cars=cars,
            broken=BROKEN_TURNS[(shard + shard // len(kinds)) % len(BROKEN_TURNS)],
            optimum=moves,
            goal="all",
            headings=True,
            car_names=tuple(colours),
        )
        spec = self.constraints.applied(spec)
        return replace(spec, tier=tier) if self.is_persistent(shard) else spec

    def is_persistent(self, shard: int) -> bool:
        """Return whether a shard tries longer, for a card of its tier: those of every other round under constraints."""
        return not self.constraints.is_empty and shard // self.round % 2 == 1

    def forge(self, shard: int) -> list[Forged]:
        """Return the cards of a shard, whatever their tier unless it is persistent."""
        spec = self.spec(shard)
        others = spec.locomotives[1] - 1 + spec.cars[1]
        easy = (spec.optimum or (0, 0))[1] <= EASY_MOVES
        effort = NEAR if others >= LARGE else EASY if easy else HELD
        if self.is_persistent(shard):
            effort = replace(effort, families=PERSISTENCE * effort.families)
        return forge_shard(spec, f"box/{self.seed}", shard, effort)[0]

    def preference(self, forged: Forged, chosen: Sequence[Forged]) -> float:
        """Return what counts against a card that is to follow those chosen: too few or too many cars or locomotives."""
        progress = len(chosen) / max(1, sum(self.tiers) - 1)
        aim = FEW_CARS + (MANY_CARS - FEW_CARS) * progress
        pairs = [len(one.card.roster.locomotives) == LOCOMOTIVES for one in (*chosen, forged)]
        ahead = sum(pairs) - PAIRS * len(pairs) - 1
        crowded = PAIR_WEIGHT * max(0.0, ahead) if pairs[-1] else 0.0
        return CARS_WEIGHT * abs(len(forged.card.roster.cars) - aim) + crowded

    def lacking(self, chosen: Sequence[Forged]) -> list[str]:
        """Return the pieces of the box that a whole deck never uses; nothing is asked of a smaller pack or under constraints."""
        if not is_box(self.tiers, self.constraints):
            return []
        return [fault.what for fault in use_faults([forged.card for forged in chosen])]


def is_box(tiers: Sequence[int], constraints: Constraints = NO_CONSTRAINTS) -> bool:
    """Return whether a pack of that many cards a tier may claim to be a box deck."""
    unconstrained = Constraints(author=constraints.author, licence=constraints.licence, weights=constraints.weights)
    return tuple(tiers) == (CARDS // len(TIERS),) * len(TIERS) and constraints == unconstrained


# --------------------------------------------------------------------------------------------------------------------
# The check of a claim


def box_faults(cards: Sequence[Card]) -> list[Fault]:
    """Return what a pack that claims to be a box deck has beyond the contents of a box, or lacks."""
    routes = [cast(RouteCard, card) for card in cards if PACK_KINDS[card.ruleset].has_tracks]
    faults = [
        Fault(card.name, f"it is a card of {card.ruleset}, and those of a box are route cards", "take it out")
        for card in cards
        if not PACK_KINDS[card.ruleset].has_tracks
    ]
    faults += [fault for card in routes for fault in _card_faults(card)]
    boards = sorted({card.plan.name for card in routes})
    if len(boards) > 1:
        faults.append(Fault("boards", f"{len(boards)} boards ({', '.join(boards)}), and a box has one", "use one board"))
    if len(cards) != CARDS:
        faults.append(Fault("order", f"{len(cards)} cards, and a box has {CARDS}", f"make {CARDS} cards"))
    tiers = [str(card.rating.get("tier", "")) for card in cards]
    uneven = {tier: tiers.count(tier) for tier in TIERS if tiers.count(tier) != CARDS // len(TIERS)}
    if uneven:
        counted = ", ".join(f"{count} {tier}" for tier, count in uneven.items())
        faults.append(
            Fault("tiers", f"{counted} cards, and a box has {CARDS // len(TIERS)} of each tier", "fill the tiers evenly")
        )
    return faults + use_faults(routes)


def use_faults(cards: Sequence[RouteCard]) -> list[Fault]:
    """Return a fault for everything in the box that no card uses."""
    remedy = "add a card that uses it"
    used = {name for card in cards for name in card.roster.cars}
    faults = [Fault("cards", f"no card uses the {colour} car", remedy) for colour in COLOURS if colour not in used]
    if max((len(card.roster.locomotives) for card in cards), default=0) < LOCOMOTIVES:
        faults.append(Fault("cards", "no card uses the second locomotive", remedy))
    return faults


def _card_faults(card: RouteCard) -> list[Fault]:
    """Return what one card has beyond the contents of a box, or lacks."""
    faults = []
    if len(card.roster.locomotives) > LOCOMOTIVES:
        what = f"{len(card.roster.locomotives)} locomotives, and a box has {LOCOMOTIVES}"
        faults.append(Fault(card.name, what, "take locomotives away"))
    if len(card.broken) > BROKEN:
        faults.append(Fault(card.name, f"{len(card.broken)} broken tracks, and a box has {BROKEN}", "take broken tracks away"))
    if foreign := [name for name in card.roster.cars if name not in COLOURS]:
        what = f"{', '.join(foreign)}: a box has the cars {', '.join(COLOURS)}"
        faults.append(Fault(card.name, what, "use these names"))
    if free := [name for name in card.roster.pieces if name not in card.goal.places]:
        what = f"the goal does not name {', '.join(free)}, and on a card of a box it names every piece"
        faults.append(Fault(card.name, what, "give each a space in the goal"))
    if not card.rules.has_headings:
        faults.append(Fault(card.name, "its locomotives have no heading, and in a box they have", 'write ruleset = "switcher"'))
    if card.limit is None:
        faults.append(Fault(card.name, "it has no limit, and the moves allowed are on every card of a box", "give it a limit"))
    if card.ranks is None:
        faults.append(Fault(card.name, "it has no ranks", "give it ranks"))
    if not card.guide:
        faults.append(Fault(card.name, "it has no Yard Guide", "solve it and save the guide"))
    marks = card.board.marks if card.board else {}
    if bare := [space for space in card.plan.spaces if space not in marks or not all(_parts(marks[space]))]:
        what = f"{len(bare)} spaces have no letter, colour and shape ({' '.join(bare[:6])}{' …' if len(bare) > 6 else ''})"
        faults.append(Fault(card.name, what, "add marks to the board"))
    return faults


def _parts(mark: object) -> tuple[str, str, str]:
    return getattr(mark, "letter", ""), getattr(mark, "colour", ""), getattr(mark, "shape", "")
