"""Weights of the rating, fitted to records of play.

Two steps. **Skill**: the logarithm of what a card takes a player (seconds, or moves with those taken back) is the card's
difficulty, less the player's skill, plus chance, which is normally distributed. Skills are normally distributed too, and their
spread is estimated. A card that was not solved, or only with hints, took at least that long: such an effort enters with the
chance of a longer one, so giving up is not mistaken for ease. **Weights**: a card's difficulty is a constant, plus the weighted
sum of its scaled features, plus what the features do not say. Weights are never negative, and are drawn towards the shipped ones
in proportion; how strongly is chosen by predicting cards that were left out. With few records the shipped order remains.

The skill step is one convex minimisation by scipy, the weight step a bounded least-squares problem by scipy. The stated errors
are those of the weight step's posterior distribution; they contain the errors of the difficulties and their correlations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shunt.errors import Fault, InputError, counted
from shunt.generator.rating.attempts import FirstSolve
from shunt.generator.rating.weights import CONNECTED_LENGTH, CONNECTED_NAME, MOST, SHIPPED, WEIGHTS, points, separated

Array = NDArray[np.float64]

MEASURES = ("seconds", "moves")
NAMES = (*WEIGHTS, CONNECTED_NAME)
"""The fitted weights; the last one is the weight of length on cards whose states are mutually reachable."""
LEAST_CARDS, LEAST_PLAYERS = 12, 3
FOLDS = 5
STRENGTHS = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0)
"""Spreads of the weights around the shipped ones that are tried, as shares of the mean shipped weight."""
WEAK = 10.0  # spread of difficulties before any record, in the logarithm: hardly a constraint
LEAST_DOUBT = 1.0
"""Errors allow for weights at least this far from the shipped ones, in mean weights, however well these predict."""
ROUNDS = 30  # of the estimate of the spread of skills


@dataclass(frozen=True)
class Difficulties:
    """What the skill step found: cards' difficulties in the logarithm of the measure, and how sure they are.

    `covariance`: of the difficulties; `skills`: by player; `skill_spread`, `noise`: standard deviations of skills and of chance.
    """

    cards: tuple[str, ...]
    values: Array = field(repr=False)
    covariance: Array = field(repr=False)
    skills: Mapping[str, float] = field(repr=False)
    skill_spread: float
    noise: float


@dataclass(frozen=True)
class Fit:
    """Fitted weights, with their errors and how well they predict.

    `effects`: what a feature at its most adds to the logarithm of the measure, with standard errors in `errors`; `agreement`
    and `shipped_agreement`: Spearman's rank correlation of grades with measured difficulties, of cards that the fit did not
    see, by the fitted weights and by the shipped ones; `spread`: the standard deviation of what the features do not say;
    `strength`: how far the weights may be from the shipped ones (see `STRENGTHS`).
    """

    effects: Mapping[str, float]
    errors: Mapping[str, float]
    difficulties: Difficulties = field(repr=False)
    features: Mapping[str, Mapping[str, float | None]] = field(repr=False)
    measure: str
    attempts: int
    agreement: float
    shipped_agreement: float
    spread: float
    strength: float

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.difficulties.skills)


def fit_weights(
    efforts: Sequence[FirstSolve], features: Mapping[str, Mapping[str, float | None]], measure: str = "seconds"
) -> Fit:
    """Fit weights to efforts at cards with these features (by canonical id). Raises `InputError` if there are too few."""
    if measure not in MEASURES:
        raise InputError(Fault("measure", f"unknown measure {measure!r}", "one of " + ", ".join(MEASURES)))
    used = [one for one in efforts if one.id in features]
    _check_enough(used)
    found = difficulties(used, measure)
    rows = [dict(features[card]) for card in found.cards]
    table = np.array([[separated(one)[name] for name in NAMES] for one in rows])
    prior = np.array([*(one.weight for one in WEIGHTS.values()), CONNECTED_LENGTH])
    strength = _chosen_strength(table, found.values, found.covariance, prior)
    agreement, shipped = _agreements(table, found, prior, rows)
    effects, _, _, spread = _weights(table, found.values, found.covariance, prior, strength)
    whole = found.covariance + spread**2 * np.eye(len(rows))
    covariance = _solved(table, found.values, whole, prior, max(strength, LEAST_DOUBT))[2]
    return Fit(
        dict(zip(NAMES, map(float, effects), strict=True)),
        dict(zip(NAMES, map(float, np.sqrt(np.diag(covariance))), strict=True)),
        found,
        {card: features[card] for card in found.cards},
        measure,
        len(used),
        agreement,
        shipped,
        spread,
        strength,
    )


def _check_enough(efforts: Sequence[FirstSolve]) -> None:
    """Raise `InputError` if weights cannot be fitted to so little."""
    solved = [one for one in efforts if one.complete]
    cards, players = {one.id for one in solved}, {one.player for one in solved}
    faults = []
    if len(cards) < LEAST_CARDS:
        what = f"{len(cards)} known cards were solved without a hint, too few to fit {len(NAMES)} weights"
        faults.append(Fault("records", what, f"record at least {LEAST_CARDS} cards"))
    if len(players) < LEAST_PLAYERS:
        what = f"{counted(len(players), 'players')} solved a known card without a hint"
        faults.append(Fault("records", what, f"record at least {LEAST_PLAYERS} players"))
    if faults:
        raise InputError(faults)


# --------------------------------------------------------------------------------------------------------------------
# Skill


def difficulties(efforts: Sequence[FirstSolve], measure: str = "seconds") -> Difficulties:
    """Return the difficulty of every card, corrected for the skill of those who played it."""
    cards, players = sorted({one.id for one in efforts}), sorted({one.player for one in efforts})
    card = np.array([cards.index(one.id) for one in efforts])
    player = np.array([players.index(one.player) for one in efforts]) + len(cards)
    logs = np.log(np.array([getattr(one, measure) for one in efforts], dtype=float))
    done = np.array([one.complete for one in efforts])
    model = _SkillModel(card, player, logs, done, len(cards), len(players))
    theta, covariance, skill_spread, noise = model.solved()
    skills = dict(zip(players, map(float, theta[len(cards) : -1]), strict=True))
    count = len(cards)
    return Difficulties(tuple(cards), theta[:count], covariance[:count, :count], skills, skill_spread, noise)


@dataclass(frozen=True)
class _SkillModel:
    """The likelihood of the efforts, over card difficulties, player skills and the logarithm of the noise."""

    card: Any
    player: Any
    logs: Array
    done: Any
    cards: int
    players: int

    def solved(self) -> tuple[Array, Array, float, float]:
        """Return the likeliest parameters, their covariance, the spread of skills and the noise."""
        from scipy.optimize import minimize

        theta: Array = np.zeros(self.cards + self.players + 1)
        theta[: self.cards] = self.logs.mean()
        spread = 0.5
        for _ in range(ROUNDS):
            theta = minimize(self._loss, theta, args=(spread,), jac=True, hess=self._hessian, method="trust-exact").x
            covariance: Array = np.linalg.inv(self._hessian(theta, spread)).astype(np.float64)
            skills = theta[self.cards : -1]
            # The expected square of a skill is that of its estimate plus that of the estimate's error.
            new = float(np.sqrt(np.mean(skills**2 + np.diag(covariance)[self.cards : -1])))
            if abs(new - spread) < 1e-3 * spread:
                break
            spread = max(new, 1e-3)
        return theta, covariance, spread, float(np.exp(theta[-1]))

    def _residuals(self, theta: Array) -> tuple[Array, float]:
        noise = float(np.exp(theta[-1]))
        return (self.logs - theta[self.card] + theta[self.player]) / noise, noise

    def _loss(self, theta: Array, spread: float) -> tuple[float, Array]:
        """Return the negative logarithm of the likelihood, and its gradient."""
        from scipy.special import log_ndtr

        z, noise = self._residuals(theta)
        log_tail = log_ndtr(-z)
        rate = np.exp(-0.5 * z**2 - 0.5 * np.log(2 * np.pi) - log_tail)  # of the normal distribution's hazard
        loss = np.where(self.done, 0.5 * z**2 + theta[-1], -log_tail).sum()
        slope = np.where(self.done, z, rate) / noise  # of the loss, by the residual
        gradient = np.zeros_like(theta)
        np.add.at(gradient, self.card, -slope)
        np.add.at(gradient, self.player, slope)
        gradient[-1] = np.where(self.done, 1.0 - z**2, -rate * z).sum()
        start, scale = self._priors(spread)
        away = (theta - start) * scale
        return float(loss + 0.5 * away @ (theta - start)), gradient + away

    def _hessian(self, theta: Array, spread: float) -> Array:
        from scipy.special import log_ndtr

        z, noise = self._residuals(theta)
        rate = np.exp(-0.5 * z**2 - 0.5 * np.log(2 * np.pi) - log_ndtr(-z))
        bend = rate * (rate - z)
        curve = np.where(self.done, 1.0, bend) / noise**2
        cross = np.where(self.done, 2 * z, rate + bend * z) / noise
        result = np.diag(self._priors(spread)[1])
        for sign, one, other in ((1, self.card, self.card), (1, self.player, self.player), (-1, self.card, self.player)):
            np.add.at(result, (one, other), sign * curve)
            if sign < 0:
                np.add.at(result, (other, one), -curve)
        for sign, place in ((1, self.card), (-1, self.player)):
            np.add.at(result[-1], place, sign * cross)
            np.add.at(result[:, -1], place, sign * cross)
        result[-1, -1] += np.where(self.done, 2 * z**2, rate * z + bend * z**2).sum()
        return result

    def _priors(self, spread: float) -> tuple[Array, Array]:
        """Return the centre of every parameter before any record, and one by its variance."""
        start = np.concatenate([np.full(self.cards, self.logs.mean()), np.zeros(self.players), [0.0]])
        scale = np.concatenate([np.full(self.cards, WEAK**-2), np.full(self.players, spread**-2), [WEAK**-2]])
        return start, scale


# --------------------------------------------------------------------------------------------------------------------
# Weights


def _weights(table: Array, values: Array, covariance: Array, prior: Array, strength: float) -> tuple[Array, float, Array, float]:
    """Return weights in the logarithm of the measure, the constant, the weights' covariance, and what the features do not say.

    The last is a standard deviation.
    """
    spread = 0.2
    for _ in range(ROUNDS):
        whole = covariance + spread**2 * np.eye(len(values))
        effects, constant, posterior = _solved(table, values, whole, prior, strength)
        residuals = values - constant - table @ effects
        # Of the squares of the residuals, what the errors of the difficulties do not explain is the spread.
        inverse = np.linalg.inv(whole)
        freedom = max(1.0, len(values) - float(np.trace(inverse @ table @ posterior @ table.T)) - 1.0)
        new = max(spread * float(np.sqrt(residuals @ inverse @ residuals / freedom)), 1e-3)
        if abs(new - spread) < 0.01 * spread:
            break
        spread = new
    return effects, constant, posterior, spread


def _solved(table: Array, values: Array, covariance: Array, prior: Array, strength: float) -> tuple[Array, float, Array]:
    """Return the weights, the constant, and the covariance of the weights, for given errors of the values.

    Unknowns are the constant, the scale of the shipped weights, and each weight's difference from its share, which has a
    standard deviation of `strength` mean weights.
    """
    from scipy.linalg import cholesky, solve_triangular
    from scipy.optimize import lsq_linear

    whiten = cholesky(covariance, lower=True)
    count = len(prior)
    step = strength * _scale(table, values, prior) * prior.mean()
    # In the unknowns (constant, scale, weights): the weights are bounded, and pulled to scale · prior.
    data = np.column_stack([np.ones(len(values)), np.zeros(len(values)), table])
    data = solve_triangular(whiten, data, lower=True)
    pull = np.column_stack([np.zeros(count), -prior, np.eye(count)]) / step
    matrix = np.vstack([data, pull])
    target = np.concatenate([solve_triangular(whiten, values, lower=True), np.zeros(count)])
    bounds = (np.array([-np.inf, 0.0, *np.zeros(count)]), np.full(count + 2, np.inf))
    found = lsq_linear(matrix, target, bounds, method="bvls").x
    posterior = np.linalg.pinv(matrix.T @ matrix)[2:, 2:]
    return found[2:], float(found[0]), posterior


def _scale(table: Array, values: Array, prior: Array) -> float:
    """Return how much the logarithm of the measure rises with one point of the shipped weights, at least a little."""
    sums = table @ prior
    slope = float(np.cov(sums, values)[0, 1] / max(float(np.var(sums, ddof=1)), 1e-9))
    return max(slope, 0.02)


def _chosen_strength(table: Array, values: Array, covariance: Array, prior: Array) -> float:
    """Return the strength that predicts cards best that were left out."""
    whole = covariance + _weights(table, values, covariance, prior, 1.0)[3] ** 2 * np.eye(len(values))
    sure = 1.0 / np.diag(whole)

    def loss(strength: float) -> float:
        """Return the mean square of the errors of predictions with this strength."""
        predicted = np.zeros(len(values))
        for train, test in _folds(len(values)):
            effects, constant, _ = _solved(table[train], values[train], whole[np.ix_(train, train)], prior, strength)
            predicted[test] = constant + table[test] @ effects
        return round(float(np.average((values - predicted) ** 2, weights=sure)), 9)

    return min(STRENGTHS, key=lambda strength: (loss(strength), strength))


def _agreements(
    table: Array, found: Difficulties, prior: Array, rows: Sequence[Mapping[str, float | None]]
) -> tuple[float, float]:
    """Return the rank correlations of left-out predictions, and of shipped grades, with the measured difficulties.

    Also the strength is chosen without the cards that are predicted.
    """
    from scipy.stats import spearmanr

    predicted = np.zeros(len(rows))
    for train, test in _folds(len(rows)):
        values, covariance = found.values[train], found.covariance[np.ix_(train, train)]
        strength = _chosen_strength(table[train], values, covariance, prior)
        effects, constant, _, _ = _weights(table[train], values, covariance, prior, strength)
        predicted[test] = constant + table[test] @ effects
    shipped = [sum(points(one, SHIPPED).values()) for one in rows]
    return float(spearmanr(predicted, found.values).statistic), float(spearmanr(shipped, found.values).statistic)


def _folds(count: int) -> Iterator[tuple[Any, Any]]:
    """Yield which rows are fitted to and which are left out, fold by fold, always the same ones."""
    fold = np.random.default_rng(0).permutation(count) % FOLDS
    for number in range(FOLDS):
        yield fold != number, fold == number


def normalised(effects: Mapping[str, float]) -> dict[str, float]:
    """Return effects as weights that add up to the highest grade, with the larger weight of length."""
    most = sum(effects.values()) - min(effects["length"], effects[CONNECTED_NAME])
    return {name: MOST * value / most if most else 0.0 for name, value in effects.items()}
