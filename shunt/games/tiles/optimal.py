"""Best play of two players, proved by dynamic programming over everything that matters but geometry.

What matters of a pile is how many squares of each net value it has: a square's net value is the cars of the player to move less
the cars of the rival. A state is these numbers with the engines and cabooses left, and the value is a vector over all leads. The
player to move takes the better of playing and discarding, each element of the vector on its own, so one pass gives best play for
every lead. The proof of the rule "play if and only if the net value is not negative" is that the vector of playing is nowhere
below that of discarding for such squares, and nowhere above for the others (`best_play` checks both).

Squares that cannot be joined (0.2 to 0.8 % of draws with the default set) are not modelled.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from shunt.errors import InputError
from shunt.games.tiles.squares import COLOURS, square_set

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]

Objective = Literal["margin", "win"]
Rule = Literal["best", "always"]
TOLERANCE = 1e-12


@dataclass(frozen=True)
class BestPlay:
    """The value of the start for the first player, and whether the simple rule is best in every state.

    `value` is the expected lead, or P(win) - P(loss); `states` counts the states of the table.
    """

    objective: Objective
    value: float
    rule_is_best: bool
    states: int


def best_play(objective: Objective = "margin", rival: Rule = "best") -> BestPlay:
    """Solve the game of two players with the colours R and B; raise `InputError` for an unknown objective or rule.

    `rival` "always" is a rival who plays every square, for comparison.
    """
    if objective not in ("margin", "win"):
        raise InputError("objective", repr(objective), "margin or win")
    if rival not in ("best", "always"):
        raise InputError("rival", repr(rival), "best or always")
    table = _NetTable(objective)
    # Values are those of the player to move, so each player has a table, unless both follow the same rule.
    value = table.solve(("best",) if rival == "best" else ("best", rival))
    return BestPlay(objective, value, table.rule_is_best, len(table.stages) * len(table.counts))


class _NetTable:
    """The table by net values; arrays have an axis for every net value and a last one for the lead.

    `stages`: the kind that the train has, and how many of it are left; `mirrored`: the rows of `counts` as the rival sees them.
    """

    def __init__(self, objective: Objective) -> None:
        own, other = COLOURS[0], COLOURS[1]
        squares = square_set()
        nets = sorted((square.count(own) - square.count(other), square.kind) for square in squares)
        cars = Counter(net for net, kind in nets if kind == "car")
        self.nets = range(-max(cars), max(cars) + 1)
        self.shape = tuple(cars[net] + 1 for net in self.nets)
        assert self.shape == self.shape[::-1], "the set treats both colours alike"
        self.counts = np.indices(self.shape).reshape(len(self.shape), -1).T
        self.mirrored = np.ravel_multi_index(tuple(self.counts[:, ::-1].T), self.shape)
        self.ends = {end: [net for net, kind in nets if kind == end] for end in ("engine", "caboose")}
        stages = [(kind, number) for kind, ends in self.ends.items() for number in range(len(ends))]
        self.stages = {stage: number for number, stage in enumerate([*stages, ("none", 0)])}
        reach = max(sum(square.count(colour) for square in squares) for colour in (own, other))
        self.leads = np.arange(-reach, reach + 1)
        self.goal = self.leads.astype(float) if objective == "margin" else np.sign(self.leads).astype(float)
        self.rule_is_best = True

    def solve(self, rules: tuple[Rule, ...]) -> float:
        """Fill the tables in order of the cars left, and return the first player's value at the start."""
        left = self.counts.sum(axis=1)
        values = np.zeros((len(rules), len(self.stages), len(self.counts), len(self.leads)))
        for total in range(int(left.max()) + 1):
            rows = np.flatnonzero(left == total)
            for stage, number in self.stages.items():
                for player, rule in enumerate(rules):
                    values[player, number, rows] = self._level(values[(player + 1) % len(rules)], stage, rows, rule)
        return float(values[0, -1, -1, len(self.leads) // 2])

    def _level(self, rival: Values, stage: tuple[str, int], here: NDArray[np.intp], rule: Rule) -> Values:
        """Return the values of states with the same number of cars left: the mean over all squares that may be drawn."""
        counts, (has, surplus), seen = self.counts[here], stage, self.mirrored[here]
        waiting = [kind for kind in self.ends if kind != has]
        pile = counts.sum(axis=1) + sum(len(self.ends[kind]) for kind in waiting) + surplus
        total = np.zeros((len(counts), len(self.leads)))
        for axis, net in enumerate(self.nets):
            rows, stride = np.flatnonzero(counts[:, axis]), int(np.prod(self.shape[axis + 1 :], dtype=int))
            if len(rows):
                after = rival[self.stages[stage], self.mirrored[here[rows] - stride]]
                total[rows] += counts[rows, axis, None] * self._choice(after, net, rule)
        if surplus:
            total += surplus * -rival[self.stages[has, surplus - 1], seen][:, ::-1]
        for kind in waiting:
            for net in self.ends[kind]:
                if has != "none":  # the train is complete
                    total += _shifted(self.goal[None, :], net)
                else:
                    total += _shifted(-rival[self.stages[kind, len(self.ends[kind]) - 1], seen][:, ::-1], net)
        return np.asarray(total / np.maximum(pile, 1)[:, None])

    def _choice(self, after: Values, net: int, rule: Rule) -> Values:
        """Return the better of playing a square (the lead grows by `net`) and discarding it; `after` is the rival's value."""
        discarded = -after[:, ::-1]
        played = _shifted(discarded, net)
        if rule == "always":
            return played
        better, worse = (played, discarded) if net >= 0 else (discarded, played)
        self.rule_is_best &= bool((better >= worse - TOLERANCE).all())
        return np.maximum(played, discarded)


def _shifted(values: Values, by: int) -> Values:
    """Return values by lead after the lead has grown by `by`; leads beyond the ends cannot occur and keep the end's value."""
    width = values.shape[1]
    return values[:, np.clip(np.arange(width) + by, 0, width - 1)]
