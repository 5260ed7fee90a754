"""Weights of the rating, fitted to play records by one regression.

The logarithm of a player's effort for a card (seconds, or moves including undone ones) is modelled as a constant, plus the
weighted sum of the card's scaled features, plus a remainder for the card, minus the player's skill, plus chance. Weights are
never negative. They are pulled towards the shipped ones in proportion, so with few records they keep the shipped ratios. Skills
and remainders are pulled towards 0. All of this is one bounded least-squares problem for scipy.

If a player gave up or took hints, the effort is only a lower bound. It enters the regression with the value that the previous
regression expects, and this is repeated (Schmee and Hahn, Technometrics 21, 1979). Giving up is thus not mistaken for an easy
card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from shunt.errors import Fault, InputError, counted, raise_faults
from shunt.generator.rating.attempts import FirstSolve
from shunt.generator.rating.weights import CONNECTED_LENGTH, CONNECTED_NAME, MOST, SHIPPED, WEIGHTS, Features, points, separated

Array = NDArray[np.float64]

MEASURES = ("seconds", "moves")
NAMES = (*WEIGHTS, CONNECTED_NAME)
"""The fitted weights. The last one is the weight of length on cards whose states are mutually reachable."""
PRIOR = np.array([*(one.weight for one in WEIGHTS.values()), CONNECTED_LENGTH])
LEAST_CARDS, LEAST_PLAYERS = 12, 3
FOLDS = 5
ROUNDS = 30  # of the estimate of the efforts that were given up
PULL, SKILL_PULL, CARD_PULL = 0.5, 1.0, 2.5
"""How strongly weights are pulled towards the shipped ones, and cards and skills towards 0: the spread of chance divided by their
own spread, as among simulated players."""


@dataclass(frozen=True)
class Regression:
    """The result of a regression, in the logarithm of the measure.

    `difficulties`: the difficulties of `cards`, including their remainders. `skill_spread`, `noise` and `unsaid`: the standard
    deviations of skills, of chance, and of remainders.
    """

    cards: tuple[str, ...]
    players: tuple[str, ...]
    constant: float
    effects: Array = field(repr=False)
    errors: Array = field(repr=False)
    difficulties: Array = field(repr=False)
    skill_spread: float
    noise: float
    unsaid: float


@dataclass(frozen=True)
class Fit:
    """Fitted weights, with their errors and the quality of their predictions.

    `effects`: the maximum contribution of a feature to the logarithm of the measure, with standard errors in `errors`.
    `agreement` and `shipped_agreement`: Spearman's rank correlation of grades with measured difficulties on held-out cards, for
    the fitted weights and for the shipped ones.
    """

    effects: Mapping[str, float]
    errors: Mapping[str, float]
    found: Regression = field(repr=False)
    features: Mapping[str, Features] = field(repr=False)
    measure: str
    attempts: int
    agreement: float
    shipped_agreement: float


def fit_weights(efforts: Sequence[FirstSolve], features: Mapping[str, Features], measure: str = "seconds") -> Fit:
    """Fit weights to efforts at cards with these features (by canonical id). Raise `InputError` if there are too few."""
    from scipy.stats import spearmanr

    if measure not in MEASURES:
        raise InputError("measure", f"unknown measure {measure!r}", "one of " + ", ".join(MEASURES))
    used = [one for one in efforts if one.id in features]
    raise_faults(_shortages(used))
    table = {card: np.array([separated(features[card])[name] for name in NAMES]) for card in {one.id for one in used}}
    found = regression(used, table, measure)
    shipped = [sum(points(features[card], SHIPPED).values()) for card in found.cards]
    # Cross-validation with fixed folds: the difficulty of each card is predicted from the efforts at other cards.
    fold = dict(zip(found.cards, np.random.default_rng(0).permutation(len(found.cards)) % FOLDS, strict=True))
    fits = [regression([one for one in used if fold[one.id] != number], table, measure) for number in range(FOLDS)]
    predicted = [float(fits[fold[card]].constant + table[card] @ fits[fold[card]].effects) for card in found.cards]
    return Fit(
        dict(zip(NAMES, map(float, found.effects), strict=True)),
        dict(zip(NAMES, map(float, found.errors), strict=True)),
        found,
        {card: features[card] for card in found.cards},
        measure,
        len(used),
        float(spearmanr(predicted, found.difficulties).statistic),
        float(spearmanr(shipped, found.difficulties).statistic),
    )


def _shortages(efforts: Sequence[FirstSolve]) -> Iterator[Fault]:
    """Yield a fault for each kind of record that there are too few of."""
    solved = [one for one in efforts if one.complete]
    cards, players = {one.id for one in solved}, {one.player for one in solved}
    if len(cards) < LEAST_CARDS:
        what = f"{len(cards)} known cards were solved without a hint, too few to fit {len(NAMES)} weights"
        yield Fault("records", what, f"record at least {LEAST_CARDS} cards")
    if len(players) < LEAST_PLAYERS:
        what = f"{counted(len(players), 'players')} solved a known card without a hint"
        yield Fault("records", what, f"record at least {LEAST_PLAYERS} players")


def regression(efforts: Sequence[FirstSolve], table: Mapping[str, Array], measure: str = "seconds") -> Regression:
    """Fit a constant, weights, skills and cards to efforts. `table` has a row of scaled features for every card."""
    from scipy.optimize import lsq_linear
    from scipy.stats import norm

    cards, players = sorted({one.id for one in efforts}), sorted({one.player for one in efforts})
    rows = np.array([table[card] for card in cards])
    matrix, pulls = _problem(efforts, cards, players, rows)
    logs = np.log([getattr(one, measure) for one in efforts])
    done = np.array([one.complete for one in efforts])
    first_card, first_player = 2 + len(NAMES), 2 + len(NAMES) + len(cards)
    across, whole = np.linalg.qr(np.vstack([matrix, pulls]))  # once, for every round
    lower = np.full(matrix.shape[1], -np.inf)
    lower[1:first_card] = 0.0
    inverse = np.linalg.pinv(whole.T @ whole)
    freedom = max(1.0, len(efforts) - float(np.trace(inverse @ (matrix.T @ matrix))))
    filled, squares, noise = logs, np.zeros(len(logs)), 0.0
    for _ in range(ROUNDS):
        theta: Array = lsq_linear(whole, across[: len(logs)].T @ filled, (lower, np.inf), method="bvls").x
        predicted, before = matrix @ theta, noise
        noise = float(np.sqrt(np.sum(np.where(done, (logs - predicted) ** 2, squares)) / freedom))
        z = (logs - predicted) / noise
        hazard = np.exp(norm.logpdf(z) - norm.logsf(z))
        filled, squares = np.where(done, logs, predicted + noise * hazard), noise**2 * (1.0 + z * hazard)
        if abs(noise - before) < 1e-3 * noise:
            break
    variance = noise**2 * np.diag(inverse)
    squared = theta**2 + variance  # the expected square is that of the estimate plus that of its error
    return Regression(
        tuple(cards),
        tuple(players),
        float(theta[0]),
        theta[2:first_card],
        np.sqrt(variance[2:first_card]),
        theta[0] + rows @ theta[2:first_card] + theta[first_card:first_player],
        float(np.sqrt(np.mean(squared[first_player:]))),
        noise,
        float(np.sqrt(np.mean(squared[first_card:first_player]))),
    )


def _problem(efforts: Sequence[FirstSolve], cards: list[str], players: list[str], rows: Array) -> tuple[Array, Array]:
    """Return a row for each effort and for each pull. The columns are: constant, scale of shipped weights, weights, cards,
    players."""
    card = [cards.index(one.id) for one in efforts]
    player = [players.index(one.player) for one in efforts]
    scales = np.tile([1.0, 0.0], (len(efforts), 1))
    matrix = np.hstack([scales, rows[card], np.eye(len(cards))[card], -np.eye(len(players))[player]])
    strengths = np.repeat([PULL, CARD_PULL, SKILL_PULL], [len(NAMES), len(cards), len(players)])
    pulls = np.column_stack([np.zeros((len(strengths), 2)), np.diag(strengths)])
    pulls[: len(NAMES), 1] = -PULL * PRIOR
    return matrix, pulls


def normalised(effects: Mapping[str, float]) -> dict[str, float]:
    """Return effects as weights that add up to the highest grade, with the larger weight of length."""
    unit = unit_of(effects)
    return {name: unit * value for name, value in effects.items()}


def unit_of(effects: Mapping[str, float]) -> float:
    """Return the factor that turns effects into weights."""
    most = sum(effects.values()) - min(effects["length"], effects[CONNECTED_NAME])
    return MOST / most if most else 0.0
