"""Weights fitted to simulated players: known weights are found again, and cards that the fit did not see are ordered better."""

import random
from collections import defaultdict
from functools import cache
from math import exp

import numpy as np
import pytest

from shunt.generator.rating.attempts import PlayedCard, PlayRecord, first_solves, simulate
from shunt.generator.rating.fit import CONNECTED_NAME, NAMES, Fit, fit_weights, regression
from shunt.generator.rating.weights import MOST, SHIPPED, points
from shunt.generator.rating.weights_file import fitted_weights

TRUTH = {
    "wandering": 0.3,
    "decomposition": 1.5,
    "handling": 0.6,
    "counterintuitive": 1.2,
    "traps": 0.0,
    "length": 0.8,
    "narrowness": 0.9,
    CONNECTED_NAME: 0.4,
}


@cache
def cards(count: int, seed: int = 1) -> tuple[PlayedCard, ...]:
    """Cards with features at random, each independent of the others."""
    chance = random.Random(seed)
    found = []
    for number in range(count):
        features = {
            "optimum": float(chance.randint(3, 16)),
            "wandering": exp(chance.uniform(0.7, 6.9)),
            "decomposition": chance.uniform(0, 6),
            "handling": chance.uniform(0, 10),
            "counterintuitive": chance.uniform(0, 0.5),
            "traps": chance.uniform(0, 0.5),
            "solutions": 2 ** chance.uniform(0, 8),
            "connected": float(chance.random() < 0.5),
        }
        found.append(PlayedCard(f"{number:020x}", f"card-{number}", features))
    return tuple(found)


@cache
def fitted() -> Fit:
    played = cards(60)
    attempts = simulate(played, 20, 3, TRUTH)
    return fit_weights(first_solves(attempts), {one.id: one.features for one in played})


@pytest.mark.slow
def test_known_weights_and_spreads_are_found_within_their_stated_errors():
    fit = fitted()
    away = {name: (fit.effects[name] - TRUTH[name]) / fit.errors[name] for name in NAMES}
    assert max(map(abs, away.values())) < 3.0, away
    assert (sum(one * one for one in away.values()) / len(away)) ** 0.5 < 1.5
    assert max(fit.errors.values()) < 0.25  # of effects that differ by more than one
    assert min(fit.effects.values()) >= 0.0
    assert fit.found.skill_spread == pytest.approx(0.5, abs=0.2)
    assert fit.found.noise == pytest.approx(0.5, abs=0.05)
    assert fit.found.unsaid == pytest.approx(0.2, abs=0.06)
    assert fit.agreement > max(0.85, fit.shipped_agreement + 0.1)  # on cards that the fit did not see


def test_the_fitted_file_orders_new_cards_as_the_simulated_players_find_them():
    from scipy.stats import spearmanr

    weights = fitted_weights(fitted())
    new = cards(200, seed=9)
    truth = [difficulty(one) for one in new]
    by_fit = spearmanr([sum(points(one.features, weights).values()) for one in new], truth).statistic
    shipped = spearmanr([sum(points(one.features).values()) for one in new], truth).statistic
    assert by_fit > 0.95 > shipped + 0.1


def difficulty(card: PlayedCard) -> float:
    """What the features of a card add to the logarithm of the seconds, by the formula of `docs/how-it-works/rating.md`."""
    of = {name: (value / SHIPPED.of(card.features)[name]) for name, value in points(card.features).items()}
    length = TRUTH[CONNECTED_NAME] if card.features["connected"] else TRUTH["length"]
    return sum(TRUTH[name] * value for name, value in of.items() if name != "length") + length * of["length"]


def test_giving_up_is_not_mistaken_for_ease():
    """Three cards of the same difficulty; on one of them most players give up early."""
    chance, attempts = random.Random(4), []
    for player in range(60):
        for card, patience in (("a", 1e6), ("b", 40.0), ("c", 1e6)):
            seconds = exp(chance.gauss(4.5, 0.5))
            attempts.append(played(card, player, min(seconds, patience), seconds <= patience))
    values = difficulties(attempts)
    assert values["b" * 20] == pytest.approx(values["a" * 20], abs=0.3)
    spent = [sum(one.seconds for one in attempts if one.card == card) for card in "ab"]
    assert spent[1] < 0.6 * spent[0]


def difficulties(attempts: list[PlayRecord]) -> dict[str, float]:
    """Difficulties of cards of which no features are known."""
    found = regression(first_solves(attempts), defaultdict(lambda: np.zeros(len(NAMES))))
    return dict(zip(found.cards, found.difficulties, strict=True))


def played(card: str, player: int, seconds: float, solved: bool = True) -> PlayRecord:
    values = {"id": card * 20, "card": card, "player": f"p{player}", "at": "2026-01-01T00:00:00Z", "seconds": seconds}
    return PlayRecord(schema_="shunt-attempt/1", **values, moves=5, undos=0, hints=0, solved=solved)


def test_grades_by_fitted_weights_are_from_0_to_10_and_fill_the_tiers():
    fit = fitted()
    weights = fitted_weights(fit)
    most = {"optimum": 99, "wandering": 1e9, "decomposition": 99, "handling": 99}
    most |= {"counterintuitive": 1, "traps": 1, "solutions": 1}
    grades = [sum(points(most | {"connected": share}, weights).values()) for share in (0.0, 1.0)]
    assert max(grades) == pytest.approx(MOST)
    assert sum(points({"optimum": 0.0}, weights).values()) == 0.0
    for name in ("blue", "green", "yellow", "red", "black"):
        old, new = (
            sum(by.tier(sum(points(one.features, by).values())) == name for one in cards(80)) for by in (SHIPPED, weights)
        )
        assert abs(old - new) <= 2
