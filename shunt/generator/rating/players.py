"""Simulated players: records of play whose weights are known, to test a fit with and to plan how many players are needed."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import exp, log

from shunt.generator.rating.attempts import TIME, Attempt
from shunt.generator.rating.fit import CONNECTED
from shunt.generator.rating.weights import CONNECTED_LENGTH, WEIGHTS, is_connected, scaled

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
SHIPPED_EFFECTS = {name: 0.45 * weight.weight for name, weight in WEIGHTS.items()} | {CONNECTED: 0.45 * CONNECTED_LENGTH}


@dataclass(frozen=True)
class Played:
    """What a simulation needs of a card: its canonical id, its name, and the features of its rating."""

    id: str
    name: str
    features: Mapping[str, float | None]


@dataclass(frozen=True)
class Crowd:
    """How simulated players play. Spreads are standard deviations in the logarithm of seconds.

    `effects`: what each feature at its most adds to the logarithm of the seconds (see `Fit.effects`); `easiest`: seconds that
    a player of middling skill needs for a card whose features are all 0; `skill`: spread of the players; `unsaid`: of what
    the features do not say of a card; `chance`: of one attempt; `patience`: seconds after which half of the players give up;
    `share`: of the cards that each player tries; `hinted`: chance that somebody asks for a hint.
    """

    effects: Mapping[str, float] = field(default_factory=lambda: SHIPPED_EFFECTS)
    easiest: float = 12.0
    skill: float = 0.5
    unsaid: float = 0.2
    chance: float = 0.5
    patience: float = 900.0
    share: float = 0.6
    hinted: float = 0.1


def simulate(cards: Sequence[Played], players: int, seed: int | str = 0, crowd: Crowd | None = None) -> list[Attempt]:
    """Return the attempts of simulated players at cards; the same seed gives the same attempts."""
    crowd = crowd or Crowd()
    chance = random.Random(f"players/{seed}")
    hardness = {card.id: log(crowd.easiest) + _said(card, crowd) + chance.gauss(0.0, crowd.unsaid) for card in cards}
    attempts = []
    for number in range(1, players + 1):
        skill, now = chance.gauss(0.0, crowd.skill), EPOCH + timedelta(days=chance.randrange(300))
        for card in cards:
            if chance.random() < crowd.share:
                attempt = _attempt(card, f"p{number}", now, hardness[card.id] - skill, crowd, chance)
                attempts.append(attempt)
                now += timedelta(seconds=60 + int(attempt.seconds))
    return attempts


def _said(card: Played, crowd: Crowd) -> float:
    """Return what the features of a card add to the logarithm of the seconds."""
    values = scaled(card.features)
    length = values.pop("length")
    said = sum(crowd.effects[name] * value for name, value in values.items())
    return said + length * crowd.effects[CONNECTED if is_connected(card.features) else "length"]


def _attempt(card: Played, player: str, now: datetime, hardness: float, crowd: Crowd, chance: random.Random) -> Attempt:
    seconds = exp(chance.gauss(hardness, crowd.chance))
    patience = crowd.patience * exp(chance.gauss(0.0, 0.7))
    hints = int(chance.random() < crowd.hinted) * chance.randint(1, 3)
    solved = seconds <= patience
    optimum = card.features.get("optimum") or 1.0
    tried = max(1, round(optimum * (min(seconds, patience) / crowd.easiest) ** 0.3 * exp(chance.gauss(0.0, 0.2))))
    spent = min(seconds * 0.7**hints, patience)
    moves = max(round(optimum), round(0.8 * tried)) if solved else round(0.5 * tried)
    return Attempt(
        card.id, card.name, player, now.strftime(TIME), moves, max(0, tried - moves), hints, max(0.1, round(spent, 1)), solved
    )
