"""The rating of a card: features, a grade from 0 to 10 computed from them, one of five tiers, and the reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np

from shunt.cards.card import Card, RouteCard
from shunt.cards.given import as_card
from shunt.cards.kinds import refused
from shunt.files.reading import StrPath
from shunt.generator.rating.features import distinct_solutions, path_features
from shunt.generator.rating.landscape import MOST_ON_PATHS, Landscape, Mean, Measured, mean_walk, wandering
from shunt.generator.rating.unrated import SCHEMA, noting, too_large
from shunt.generator.rating.weights import (
    DISTINCT,
    EXACT_STATES,
    FEATURE_OF,
    GRAPH_STATES,
    SHIPPED,
    WEIGHTS,
    Features,
    Weights,
    assumed,
    points,
)
from shunt.generator.state_graph import GoalGraph
from shunt.search.core.limits import Limits, Progress, limits_or_default
from shunt.sidings.cards.card import SidingsCard
from shunt.track.plan import LARGE_BOARD

DIGITS = 4
WANDERING_DIGITS = 3  # it is solved to far more, but not to the same last digits on every machine
ESTIMATE_MOVES, ESTIMATE_SOLUTIONS = 20_000, 16  # walked, and looked at, for an estimate
MANY_SOLUTIONS = f"more than {MOST_ON_PATHS:,} positions are on the best solutions, or they are too many to find"
AnyCard = TypeVar("AnyCard", bound=Card)


@dataclass(frozen=True)
class Reason:
    """The contribution of one feature to a grade.

    `name`: the name of the weight. `points`: its part of the grade. `why`: the meaning of the feature. `assumed`: the reason why
    the feature is not known and a typical value is used, or "" if it is known.
    """

    name: str
    points: float
    why: str
    assumed: str = ""

    def __str__(self) -> str:
        return f"{self.points:.2f} {self.name}: {self.why}" + (f" (assumed: {self.assumed})" if self.assumed else "")


@dataclass(frozen=True)
class Rating:
    """The rating of a card.

    `features` maps the names of features to their values, and `errors` maps the estimated features to their standard errors.
    `grade` is from 0 to 10. `tier` is blue, green, yellow, red or black. `unknown` maps each unknown scored feature to the
    reason; the grade assumes a typical value for it. `weights` are the weights of the grade. Figures are rounded so that they
    are the same on every platform.
    """

    features: Features = field(repr=False, hash=False)
    errors: Mapping[str, float] = field(repr=False, hash=False)
    grade: float
    tier: str
    unknown: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False)
    weights: Weights = field(default=SHIPPED, repr=False)

    @classmethod
    def from_features(cls, measured: Mapping[str, Measured], why_unknown: str, weights: Weights) -> Rating:
        """Return the rating for these features and weights. `why_unknown`: the reason why some features are unknown."""
        known = {name: one if isinstance(one, Mean) else Mean(float(one)) for name, one in measured.items() if one is not None}
        values = {name: round(one.value, WANDERING_DIGITS if name == "wandering" else DIGITS) for name, one in known.items()}
        features: dict[str, float | None] = dict.fromkeys(measured) | values
        errors = {name: round(one.error, DIGITS) for name, one in known.items() if one.error}
        grade = round(sum(points(features, weights).values()), 2)
        return cls(features, errors, grade, weights.tier(grade), dict.fromkeys(assumed(features), why_unknown), weights)

    @property
    def points(self) -> dict[str, float]:
        """Return a mapping from features to the points that they add to the grade, largest first."""
        found = points(self.features, self.weights)
        return dict(sorted(found.items(), key=lambda item: (-round(item[1], DIGITS), item[0])))

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Return the parts of the grade, largest first."""
        return tuple(
            Reason(name, round(value, 2), WEIGHTS[name].why, self.why_assumed(name) or "") for name, value in self.points.items()
        )

    @property
    def spread(self) -> float:
        """The approximate error of the grade that results from the standard errors of its features; 0 if all are exact."""
        total = 0.0
        for name, error in self.errors.items():
            value = self.features[name] or 0.0
            low = max(value - error, (1.0 + value) ** 2 / (1.0 + value + error) - 1.0)  # as far below on a logarithmic scale
            grades = [sum(points({**self.features, name: at}, self.weights).values()) for at in (low, value, value + error)]
            total += max(grades[1] - grades[0], grades[2] - grades[1]) ** 2
        return float(total**0.5)

    def why_assumed(self, name: str) -> str | None:
        """Return why the points called `name` are assumed rather than computed, or None if they are computed."""
        return self.unknown.get(FEATURE_OF.get(name, name))

    def as_section(self) -> dict[str, Any]:
        """Return the `[rating]` section of a card file as a mapping. The standard error of a feature is called `NAME-error`."""
        features = {name: _short(value) for name, value in self.features.items() if value is not None}
        features |= {f"{name}-error": _short(error) for name, error in self.errors.items()}
        return {"grade": self.grade, "tier": self.tier, "features": features, "version": self.weights.version}

    def as_json(self, card: str) -> dict[str, Any]:
        """Return the rating as a document of the schema `shunt-rating/1`."""
        return {
            "schema": SCHEMA,
            "card": card,
            "grade": self.grade,
            "tier": self.tier,
            "features": {name: value if value is None else _short(value) for name, value in self.features.items()},
            "errors": dict(self.errors),
            "points": {
                reason.name: {"points": reason.points, "why": reason.why}
                | ({"assumed": reason.assumed} if reason.assumed else {})
                for reason in self.reasons
            },
            "tiers": dict(self.weights.tiers),
            "version": self.weights.version,
        }


def rate(
    card: Card | StrPath,
    limits: Limits | None = None,
    exact_states: int = EXACT_STATES,
    graph_states: int = GRAPH_STATES,
    progress: Progress | None = None,
    weights: Weights = SHIPPED,
) -> Rating:
    """Rate a card of any ruleset; raise `UnratableError` if it has no solution or is too large.

    An interrupt is raised as `RatingInterrupted`, with the facts proven about the fewest moves.

    Up to `graph_states` reachable states, every distance is exact. Up to `exact_states`, the wandering solver is exact too.
    `read_weights` reads `weights` from a file.

    >>> from shunt.cards.files import load_card
    >>> rating = rate(load_card("first-swap"))
    >>> rating
    Rating(grade=3.96, tier='green')
    >>> print(rating.reasons[0])
    1.18 wandering: how many moves a player needs if they see only whether a move leads nearer to the goal
    """
    card, limits = as_card(card), limits_or_default(limits, progress)
    with noting(card):
        if isinstance(card, SidingsCard):
            from shunt.sidings.generator.rating import sidings_features

            features, why = sidings_features(card, limits, exact_states, graph_states)
            return Rating.from_features(features, why, weights)
        if not isinstance(card, RouteCard):
            raise refused(card, "rated")
        if len(card.plan.spaces) >= LARGE_BOARD:
            from shunt.search.methods.large.contraction import is_large

            if is_large(card):
                raise too_large(card, limits)
        landscape = Landscape.from_card(card, limits, graph_states, exact_states)
        with noting(card, landscape.optimum):
            return rate_landscape(landscape, exact_states, weights)


def rate_landscape(landscape: Landscape, exact_states: int = EXACT_STATES, weights: Weights = SHIPPED) -> Rating:
    """Rate a card whose landscape is known."""
    features: dict[str, Measured] = {"optimum": landscape.optimum, "wandering": wandering(landscape, exact_states)}
    features |= dict.fromkeys(("decomposition", "handling", "counterintuitive", "traps")) | path_features(landscape)
    paths, (distinct, complete) = landscape.paths.count, distinct_solutions(landscape)
    features |= {"paths": paths or None, "solutions": distinct or None, "solutions-complete": complete}
    features |= {"states": None, "connected": None, "dead": None}
    if isinstance(known := landscape.known, GoalGraph):
        states = len(known.graph)
        features |= {"states": states, "connected": known.graph.largest_part / states}
        features["dead"] = float(np.mean(known.distance == -1))
    return Rating.from_features(features, MANY_SOLUTIONS, weights)


def estimated_grade(landscape: Landscape, start: int, weights: Weights = SHIPPED) -> float:
    """Return an estimate of the grade of a card in a twentieth of the time of `rate`. `start` is the number of its start in the
    graph.

    There are few walks, and they are not exact. Solutions in a different order count as different.
    """
    paths, known = landscape.paths.count, landscape.known
    assert isinstance(known, GoalGraph)
    features: dict[str, Measured] = {
        "optimum": landscape.optimum,
        "wandering": mean_walk(known.wander(landscape.optimum, ESTIMATE_MOVES, start)),
        "solutions": min(paths, DISTINCT) or None,
        "connected": known.graph.largest_part / len(known.graph),
    }
    features |= path_features(landscape, ESTIMATE_SOLUTIONS)
    return Rating.from_features(features, MANY_SOLUTIONS, weights).grade


def rated(card: AnyCard, rating: Rating) -> AnyCard:
    """Return the card with its rating written on it."""
    return replace(card, rating=rating.as_section())


def _short(value: float) -> float:
    """Return a whole number as an int."""
    return int(value) if value == int(value) else value
