"""All numbers of the rating: constants of the models, weights of the features, and borders of the tiers.

No metric has been validated for shunting, so the result is a grade and not a measurement. The features are stored on every card.
`fit.py` fits weights to play records, and `weights_file.py` reads and writes them. The choice of features and their sources are
explained in `docs/how-it-works/rating.md`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log2

from shunt.cards.tiers import TIER_BORDERS, tier_of

Features = Mapping[str, float | None]
"""The measured features of a card by name; None for those that could not be measured."""

VERSION = "1"  # of the weights; goes into the version of every rating

# Limits of what is held
EXACT_STATES = 60_000  # the wandering solver is exact up to this number of reachable states
GRAPH_STATES = 500_000  # distances are exact up to this number of reachable states; beyond, only near the goal
MAP_STATES = 3_000_000  # states near the goal that are held then
WALK_MOVES = 200_000  # moves simulated where the wandering solver is not solved exactly
TRAP_MOVES = 100  # moves on best solutions that are tried for traps where distances are not known
SOLUTIONS = 64  # optimal solutions in the averages: all of them if there are no more
DISTINCT = 1024  # limit of the count of optimal solutions modulo reordering

# Models
FAR = 4  # a move is a trap if the goal is this much farther after it, or out of reach

MOST_WANDERING = 1023.0  # moves of the wandering solver at the end of the scale
MOST_OF = {"decomposition": 6.0, "handling": 10.0, "counterintuitive": 0.5, "traps": 0.5}  # at the ends of their scales
CONNECTED = 0.9  # share of mutually reachable states from which length counts as in a puzzle whose moves can be undone


@dataclass(frozen=True)
class Weight:
    """The weight of one feature: points = weight · min(1, scaled value). `why` explains it to people."""

    weight: float
    why: str


@dataclass(frozen=True)
class Weights:
    """The weights of a rating, shipped or read from a file written by `shunt rate --fit`.

    `version`: written with every rating. `weights`: the weights by name, as in `WEIGHTS`. `connected_length`: the weight of
    length if states are mutually reachable. `tiers`: the grade at which each tier begins. `fitted`: whether all cards use the
    same unit, so that their order is that of the sum. The shipped weights reach the highest grade with either weight of length.
    """

    version: str
    weights: Mapping[str, float] = field(hash=False)
    connected_length: float
    tiers: Mapping[str, float] = field(default_factory=lambda: TIER_BORDERS, hash=False)
    fitted: bool = True

    def of(self, features: Features) -> dict[str, float]:
        """Return the points that one unit of each scaled feature adds to the grade of a card with these features."""
        weights = dict(self.weights)
        if is_connected(features):
            weights["length"] = self.connected_length
        most = sum(weights.values())
        if self.fitted:
            most = sum(self.weights.values()) + max(0.0, self.connected_length - self.weights["length"])
        return {name: MOST / most * weight for name, weight in weights.items()}

    def tier(self, grade: float) -> str:
        """Return the tier of a grade."""
        return tier_of(grade, self.tiers)


WEIGHTS: dict[str, Weight] = {
    "wandering": Weight(2.4, "how many moves a player needs if they see only whether a move leads nearer to the goal"),
    "decomposition": Weight(1.6, "how often a solution switches between two groups of pieces"),
    "handling": Weight(1.4, "how many moves switch to different pieces"),
    "counterintuitive": Weight(1.0, "how many moves seem to lead away from the goal"),
    "traps": Weight(0.8, "how many moves lead to a position from which the goal is far or out of reach"),
    "length": Weight(2.0, "how many moves a shortest solution has"),
    "narrowness": Weight(0.8, "how few shortest solutions there are"),
}
CONNECTED_LENGTH = 2.8  # the weight of length where states are mutually reachable; the others make up for it in proportion
CONNECTED_NAME = "connected-length"  # of that weight, in files
MOST = 10.0  # the grade where every feature is at its most

SHIPPED = Weights(VERSION, {name: one.weight for name, one in WEIGHTS.items()}, CONNECTED_LENGTH, fitted=False)


def is_connected(features: Features) -> bool:
    """Return whether states are mutually reachable, so that length has the same weight as in a puzzle whose moves can be
    undone."""
    return (features.get("connected") or 0.0) >= CONNECTED


def assumed(features: Features) -> dict[str, float]:
    """Return a typical value, depending on the length of the card, for every scored feature that is not known.

    The values are medians of the ten thousand cards described in `docs/how-it-works/generator.md`, from 3 to 30 moves.
    """
    optimum = features.get("optimum") or 0.0
    if not optimum:
        return {}
    middle = {
        "wandering": optimum * (1.0 + optimum / 2.0),
        "decomposition": 0.28 * optimum,
        "handling": 0.65 * optimum,
        "counterintuitive": 0.3,
        "traps": 0.0,
        "solutions": 2.0 ** min(max(optimum - 1.5, 0.0), 9.0),
    }
    return {name: value for name, value in middle.items() if features.get(name) is None}


def scaled(features: Features) -> dict[str, float]:
    """Return every weighted feature on a scale from 0 to 1 (its maximum), from the features as they are stored or assumed."""
    optimum = features.get("optimum") or 0.0
    known = {**features, **assumed(features)}
    values = {
        "wandering": log2(1.0 + (known.get("wandering") or 0.0)) / log2(1.0 + MOST_WANDERING),
        **{name: (known.get(name) or 0.0) / most for name, most in MOST_OF.items()},
        "length": optimum / 16.0,
        "narrowness": 1.0 / (1.0 + log2(max(1.0, known.get("solutions") or 1.0))) if optimum > 2 else 0.0,
    }
    return {name: min(1.0, max(0.0, value)) for name, value in values.items()}


def separated(features: Features) -> dict[str, float]:
    """Return the scaled features, with the length under a different name if states are mutually reachable."""
    values = scaled(features) | {CONNECTED_NAME: 0.0}
    if is_connected(features):
        values |= {"length": 0.0, CONNECTED_NAME: values["length"]}
    return values


def points(features: Features, weights: Weights = SHIPPED) -> dict[str, float]:
    """Return the points that each feature adds to the grade. The sum is the grade, from 0 to 10."""
    units = weights.of(features)
    return {name: units[name] * value for name, value in scaled(features).items()}


FEATURE_OF = {"length": "optimum", "narrowness": "solutions"}
"""The feature for a weight, if its name differs."""

MEANINGS: dict[str, str] = {
    "optimum": "moves of a shortest solution",
    "wandering": "mean moves of a player who sees only whether a move leads nearer to the goal",
    "decomposition": "switches between two groups of pieces, grouped so that there are fewest",
    "handling": "moves that switch to different pieces",
    "counterintuitive": "share of moves that leave a target or lead away from what comes next",
    "traps": f"share of moves after which the goal is out of reach, or {FAR} or more moves farther away",
    "paths": "shortest solutions, as sequences of positions",
    "solutions": "shortest solutions, where the same moves in another order count once",
    "solutions-complete": "1 if all shortest solutions were counted, otherwise 0",
    "states": "reachable positions (not scored)",
    "connected": "largest share of positions that can all be reached from each other",
    "dead": "share of positions from which the goal is out of reach (not scored)",
}
"""The meaning of every feature, for people."""
