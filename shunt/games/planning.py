"""Bots that look ahead in every game: expectimax, determinised search (PIMC) and information-set tree search (ISMCTS).

All three see views only and guess what is hidden (`TableGame.determinize`). They differ in what they do with a guess:

- `Expectimax` averages over every outcome of chance and takes the best action of every player, to a fixed depth. In a game
  without hidden information and with enough depth its value is exact.
- `Pimc` fixes everything in each guess, also what chance will do, and searches that deterministic game. It is quick and often
  strong.
- `Ismcts` builds one tree over the player's information sets, with a new guess for every iteration (Cowling, Powley and
  Whitehouse, "Information Set Monte Carlo Tree Search", 2012: the single-observer variant, UCB1 with counts of availability).
  It chooses one action for all states that the player cannot tell apart. The other two choose one for each guess (Frank and
  Basin's *strategy fusion*): they expect to know later what is hidden now, so they never pay for information nor hide any.

Work is bounded by counts, so the same seed gives the same play. With `think` a time for each move bounds it too (`thinking`);
a bot that has no time for a single value falls back on looking one action ahead.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp, inf, log, sqrt
from typing import Any

from shunt.errors import Fault
from shunt.games.bots import GreedyBot, ThinkingBot
from shunt.games.protocol import CHANCE, OVER, AnyGame, outcome_at, settled
from shunt.games.thinking import summed_values

Values = tuple[float, ...]
Objective = Callable[[AnyGame, Any], Values]
SPREAD = 4.0
"""The evaluation, in points, that multiplies the odds of a win by e where a search stops before the end of the game."""


def points(game: AnyGame, state: Any) -> Values:
    """Return what a state is worth to each player in points (`TableGame.evaluate`)."""
    return tuple(game.evaluate(state, player) for player in range(game.players))


def wins(game: AnyGame, state: Any) -> Values:
    """Return what a state is worth to each player in wins: exact at the end of the game, estimated by points before."""
    if game.is_over(state):
        return game.returns(state)
    values = points(game, state)
    shares = [exp((value - max(values)) / SPREAD) for value in values]
    return tuple(share / sum(shares) for share in shares)


OBJECTIVES: dict[str, Objective] = {"points": points, "win": wins}
"""What a bot maximises, by name."""


@dataclass(eq=False)
class _LookingAhead(ThinkingBot):
    """What the bots here share: an objective, and that a single legal action needs no thought."""

    objective: str = field(default="points", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.worth = OBJECTIVES[self.objective]

    def faults(self) -> list[Fault]:
        """Return the faults of all options except the time."""
        unknown = Fault("objective", f"unknown objective {self.objective!r}", "one of " + ", ".join(OBJECTIVES))
        return super().faults() + [unknown] * (self.objective not in OBJECTIVES)

    def choose(self, game: AnyGame, view: Any, player: int) -> Any:
        """Return the only legal action, or the best that was found."""
        actions = game.legal_actions(view)
        return actions[0] if len(actions) == 1 else self.searched(game, view, player)

    def searched(self, game: AnyGame, view: Any, player: int) -> Any:
        """Return the action of the highest value; equals at random. Differences below rounding errors count as none."""
        actions, values = game.legal_actions(view), self.values(game, view, player)
        most = max(values)
        if most == -inf:
            return GreedyBot(self.chance.getrandbits(48)).choose(game, view, player)
        near = most - 1e-9 * max(1.0, abs(most))
        return self.chance.choice([action for action, value in zip(actions, values, strict=True) if value >= near])

    def values(self, game: AnyGame, view: Any, player: int) -> list[float]:
        """Return the value of each legal action to the player, in the order of `legal_actions`."""
        raise NotImplementedError


def _best_reply(game: AnyGame, state: Any, player: int, value: Callable[[Any], Values]) -> Values:
    """Return the values of the state after the action that is best for the player."""
    return max((value(game.apply(state, action)) for action in game.legal_actions(state)), key=lambda values: values[player])


def _mean(rows: Sequence[tuple[Values, int]]) -> Values:
    """Return the weighted means of values."""
    total = sum(weight for _, weight in rows)
    return tuple(sum(weight * values[player] for values, weight in rows) / total for player in range(len(rows[0][0])))


# --------------------------------------------------------------------------------------------------------------------
# Expectimax


@dataclass(eq=False)
class Expectimax(_LookingAhead):
    """A bot that searches `depth` plies ahead, chance included, in `samples` guesses at what is hidden.

    Without hidden information one guess is enough, and only one is made.
    """

    depth: int = 3
    samples: int = 10

    def values(self, game: AnyGame, view: Any, player: int) -> list[float]:
        """Return the mean value of each legal action."""
        known: dict[Any, Values] = {}

        def begin() -> Callable[[Any], float]:
            guess = game.determinize(view, player, self.chance)
            return lambda action: self.expected(game, game.apply(guess, action), self.depth - 1, known)[player]

        hides = game.determinize(view, player, random.Random(0)) != view
        sums, done = summed_values(self.clock, self.samples if hides else 1, game.legal_actions(view), begin)
        return [value / done for value in sums]

    def expected(self, game: AnyGame, state: Any, depth: int, known: dict[Any, Values]) -> Values:
        """Return the value of a whole state to each player when each maximises its own (max^n), chance averaged exactly.

        `depth` counts plies, of players and of chance; states at depth 0 are worth what the objective says. `known` keeps values
        by state and depth between calls. Raise `OutOfTime` by the clock.
        """
        player = game.to_act(state)
        if player == OVER or depth == 0:
            return self.worth(game, state)
        self.clock.check()
        if (found := known.get((state, depth))) is not None:
            return found

        def value(after: Any) -> Values:
            return self.expected(game, after, depth - 1, known)

        if player == CHANCE:
            result = _mean([(value(game.apply(state, outcome)), weight) for outcome, weight in game.chance_outcomes(state)])
        else:
            result = _best_reply(game, state, player, value)
        known[state, depth] = result
        return result


# --------------------------------------------------------------------------------------------------------------------
# Determinised search


class World:
    """One guess in which all that chance will do is fixed: draw number n falls the same on every path.

    In a deck dealt card by card this fixes the order of the deck.
    """

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game, self._chance = game, random.Random(seed)
        self._tickets: list[float] = []

    def settled(self, state: Any, draws: int) -> tuple[Any, int]:
        """Return the state once chance has drawn all that comes before the next player, and how many draws that makes."""
        while self.game.to_act(state) == CHANCE:
            while draws >= len(self._tickets):
                self._tickets.append(self._chance.random())
            outcomes = self.game.chance_outcomes(state)
            ticket = self._tickets[draws] * sum(weight for _, weight in outcomes)
            state = self.game.apply(state, outcome_at(outcomes, ticket))
            draws += 1
        return state, draws


@dataclass(eq=False)
class Pimc(_LookingAhead):
    """A bot that solves `worlds` guesses, in which nothing is hidden and chance is fixed, and takes the best mean.

    In each, `depth` actions of players are searched; what follows is played out by `TableGame.playout_action`, `playouts` times,
    or, with 0 playouts, estimated by the objective.
    """

    worlds: int = 10
    depth: int = 2
    playouts: int = 0

    def values(self, game: AnyGame, view: Any, player: int) -> list[float]:
        """Return the sum of the values of each legal action over all worlds."""

        def begin() -> Callable[[Any], float]:
            guess = game.determinize(view, player, self.chance)
            world = World(game, self.chance.getrandbits(48))
            return lambda action: self._value(world, *world.settled(game.apply(guess, action), 0), self.depth - 1)[player]

        return summed_values(self.clock, self.worlds, game.legal_actions(view), begin)[0]

    def _value(self, world: World, state: Any, draws: int, depth: int) -> Values:
        self.clock.check()
        game = world.game
        player = game.to_act(state)
        if player == OVER or depth == 0 and not self.playouts:
            return self.worth(game, state)
        if depth == 0:
            return _mean([(self._played_out(world, state, draws), 1) for _ in range(self.playouts)])
        return _best_reply(game, state, player, lambda after: self._value(world, *world.settled(after, draws), depth - 1))

    def _played_out(self, world: World, state: Any, draws: int) -> Values:
        game = world.game
        while not game.is_over(state):
            self.clock.check()
            state, draws = world.settled(game.apply(state, game.playout_action(state, self.chance)), draws)
        return self.worth(game, state)


# --------------------------------------------------------------------------------------------------------------------
# Information-set tree search


@dataclass(slots=True)
class _Tally:
    """Counts of how often an action was taken and could have been taken, and the sum of its values to the player who took it."""

    taken: int = 0
    available: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.taken if self.taken else -inf


@dataclass(eq=False)
class Ismcts(_LookingAhead):
    """A bot that grows a tree over information sets by `iterations` playouts, each with its own guess at the hidden cards.

    A node is what the bot sees where a player acts. `exploration` weighs what is little tried.
    `depth` limits the plies of a playout (0: to the end of the game); a limited playout ends with an estimate.
    """

    iterations: int = 500
    exploration: float = 0.7
    depth: int = 0
    objective: str = field(default="win", kw_only=True)

    def searched(self, game: AnyGame, view: Any, player: int) -> Any:
        """Return the action tried most often; of equals the better one, then the first."""
        tallies = self.tallies(game, view, player)
        return max(tallies, key=tallies.__getitem__)

    def tallies(self, game: AnyGame, view: Any, player: int) -> dict[Any, tuple[int, float]]:
        """Return for each legal action how often it was tried and its mean value."""
        search = _InformationTree(game, player, self)
        self.clock.start()
        for _ in self.clock.rounds(self.iterations):
            search.iterate(game.determinize(view, player, self.chance))
        root = search.node(view, player)
        found = {action: root.get(action, _Tally()) for action in game.legal_actions(view)}
        return {action: (tally.taken, tally.mean) for action, tally in found.items()}


class _InformationTree:
    """The tree of one decision. Values are scaled by the least and most seen, so that `exploration` fits every game."""

    def __init__(self, game: AnyGame, observer: int, bot: Ismcts) -> None:
        self.game, self.observer, self.bot, self.chance = game, observer, bot, bot.chance
        self.nodes: dict[Any, dict[Any, _Tally]] = {}
        self.least, self.most = inf, -inf

    def node(self, state: Any, player: int) -> dict[Any, _Tally]:
        """Return the node where `player` acts in `state`, as the observer sees it."""
        return self.nodes.setdefault((player, self.game.view(state, self.observer)), {})

    def iterate(self, state: Any) -> None:
        """Walk down the tree from a guess, add one action to it, play out, and count the result on the path."""
        game, path, grown = self.game, [], False
        while not grown and (player := game.to_act(state := settled(game, state, self.chance))) != OVER:
            node = self.node(state, player)
            action, grown = self._selected(node, game.legal_actions(state))
            path.append((node[action], player))
            state = game.apply(state, action)
        values = self.bot.worth(game, self._played_out(state))
        self.least, self.most = min(self.least, *values), max(self.most, *values)
        for tally, player in path:
            tally.taken += 1
            tally.total += values[player]

    def _selected(self, node: dict[Any, _Tally], actions: tuple[Any, ...]) -> tuple[Any, bool]:
        """Return an untried action at random, or the one of the highest bound; and whether it was untried."""
        for action in actions:
            node.setdefault(action, _Tally()).available += 1
        if untried := [action for action in actions if not node[action].taken]:
            return self.chance.choice(untried), True

        def bound(action: Any) -> float:
            tally = node[action]
            mean = (tally.mean - self.least) / (self.most - self.least or 1.0)
            return mean + self.bot.exploration * sqrt(log(tally.available) / tally.taken)

        return max(actions, key=bound), False

    def _played_out(self, state: Any) -> Any:
        """Return the end of the game, or the state in which a player acts after as many plies as a playout has."""
        game, plies = self.game, 0
        while not game.is_over(state := settled(game, state, self.chance)) and (plies < self.bot.depth or not self.bot.depth):
            state = game.apply(state, game.playout_action(state, self.chance))
            plies += 1
        return state
