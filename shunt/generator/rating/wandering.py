"""The wandering solver: the moves of a player who sees only whether a move leads nearer to the goal.

From state s with distance d the solver makes one of its distinct moves, each with weight d + B if it leads nearer
the goal and d otherwise. From a dead state the only step leads back to the start; the same step has a stated chance if
the solver is clearly worse off than at the start. Source: Jarušek & Pelánek, *What determines difficulty of transport
puzzles?*, FLAIRS 2011; the return from dead states is ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
import scipy.sparse
import scipy.sparse.linalg
from numpy.typing import NDArray

from shunt.generator.rating.features import Mean
from shunt.generator.rating.landscape import Landscape
from shunt.generator.rating.weights import BONUS, EXACT_STATES, RESTART, WALK_MOVES, WORSE
from shunt.search.methods.state_graph import Rows, StateGraph, wander

Vector = NDArray[np.float64]
TOLERANCE, AIM = 1e-9, 1e-11  # relative error that is accepted, and what is aimed at
MOST_RESTARTS, MOST_ITERATIONS = 5, 2000
FEWEST_WALKS = 10


class Known(Protocol):
    """A graph of states with the distance of each to the goal, the start first, and the distance of the start."""

    @property
    def graph(self) -> StateGraph | None:
        """The graph."""

    @property
    def distance(self) -> Rows | None:
        """The distances, −1 for dead states."""

    @property
    def optimum(self) -> int:
        """The distance of the start."""


def wandering(landscape: Landscape, most: int = EXACT_STATES, chance: float = RESTART) -> Mean | None:
    """Return the expected number of moves: exact up to `most` states, otherwise from walks; None if too little is known."""
    if landscape.optimum == 0:
        return Mean(0.0)
    if landscape.graph is not None and len(landscape.graph) <= most:
        return Mean(exact(landscape, chance))
    return simulated(landscape, WALK_MOVES, chance)


def chain(landscape: Known, chance: float = RESTART) -> tuple[scipy.sparse.csr_matrix, np.ndarray]:
    """Return the Markov chain on the states that are neither goals nor dead, the start first.

    The result is P (n, n), the chance to go from one to another in one move, and the chance (n) to fall into a dead state, from
    which the next move leads back to the start. What is missing from a row leads to the goal.
    """
    graph, distance = landscape.graph, landscape.distance
    assert graph is not None
    assert distance is not None
    d = distance.astype(np.float64)
    source = np.repeat(np.arange(len(graph)), np.diff(graph.first))
    nearer = (distance[graph.to] >= 0) & (distance[graph.to] < distance[source])
    live = distance > 0
    weight = np.where(live[source], d[source] + BONUS * nearer, 0.0)
    total = np.bincount(source, weight, len(graph))
    restart = np.where(live & (distance >= landscape.optimum + WORSE), chance, 0.0)
    share = weight * ((1.0 - restart) / np.maximum(total, 1.0))[source]
    number = np.cumsum(live) - 1
    count = int(live.sum())
    inner = live[source] & live[graph.to]
    rows, columns, values = number[source[inner]], number[graph.to[inner]], share[inner]
    back = np.flatnonzero(restart)
    rows, columns = np.concatenate([rows, number[back]]), np.concatenate([columns, np.zeros(len(back), np.int64)])
    matrix = scipy.sparse.csr_matrix((np.concatenate([values, restart[back]]), (rows, columns)), shape=(count, count))
    lost = live[source] & (distance[graph.to] < 0)
    return matrix, np.bincount(number[source[lost]], share[lost], count)


def exact(landscape: Known, chance: float = RESTART) -> float:
    """Return the expected number of moves to absorption, solved to a relative error of at most `TOLERANCE`.

    With A = I − P − p·e₀ᵀ (p: the chance to die, e₀: the start) the expected moves x solve A·x = 1 + p. The inverse of A has no
    negative entry, so a residual within ε·(1 + p) in every row proves that every entry is right within a factor 1 ± ε.
    """
    matrix, dying = chain(landscape, chance)
    right = 1.0 + dying

    def times(x: np.ndarray) -> np.ndarray:
        product: np.ndarray = x - matrix @ x - dying * x[0]
        return product

    x = np.full(len(right), float(landscape.optimum))
    error = np.inf
    for _ in range(MOST_RESTARTS):
        x = _improved(times, right, x)
        error = float(np.abs(times(x) / right - 1.0).max())
        if error <= AIM:
            break
    if error <= TOLERANCE:
        return float(x[0])
    whole = scipy.sparse.identity(len(right), format="lil") - matrix.tolil()
    whole[:, 0] -= scipy.sparse.csr_matrix(dying[:, None])
    return float(scipy.sparse.linalg.spsolve(whole.tocsc(), right)[0])


def _improved(times: Callable[[Vector], Vector], right: Vector, x: Vector) -> Vector:
    """Return a better solution of times(x) = right than `x`, by stabilised biconjugate gradients (van der Vorst 1992).

    Written out because the sums must be the same on every machine: those of a linear algebra library depend on its threads,
    which wait for each other if cores are busy. On a quiet core scipy's `bicgstab` takes half the time: of 8,000 states 6 ms
    instead of 11, with the same first twelve digits.
    """
    residual = right - times(x)
    shadow, direction = residual.copy(), residual.copy()
    rho = _dot(shadow, residual)
    goal = AIM / 10.0
    for _ in range(MOST_ITERATIONS):
        image = times(direction)
        along = _dot(shadow, image)
        if along == 0.0 or rho == 0.0:
            break
        step = rho / along
        half = residual - step * image
        turned = times(half)
        length = _dot(turned, turned)
        omega = _dot(turned, half) / length if length else 0.0
        x = x + step * direction + omega * half
        residual = half - omega * turned
        if np.abs(residual / right).max() <= goal or omega == 0.0:
            break
        rho, before = _dot(shadow, residual), rho
        direction = residual + rho / before * step / omega * (direction - omega * image)
    return x


def _dot(a: Vector, b: Vector) -> float:
    return float((a * b).sum())


def simulated(landscape: Landscape, moves: int = WALK_MOVES, chance: float = RESTART, seed: int = 20) -> Mean | None:
    """Return the mean length of walks of about `moves` moves in all, with its standard error.

    Walks that do not end within the budget count with the moves they made, as for a constant rate of arrival. None if
    fewer than ten walks end, or distances are not known as far out as the start.
    """
    if not landscape.reaches_the_start:
        return None
    worse = landscape.optimum + WORSE
    if landscape.graph is not None:
        assert landscape.distance is not None
        walks = landscape.graph.wander(landscape.distance, BONUS, worse, chance, moves, seed)
    else:
        assert landscape.near is not None
        walks = wander(landscape.codec, landscape.near, landscape.start, BONUS, worse, chance, moves, seed, landscape.limits)
    lengths = walks.lengths
    if len(lengths) < FEWEST_WALKS:
        return None
    return Mean(walks.made / len(lengths), float(lengths.std(ddof=1)) / len(lengths) ** 0.5)
