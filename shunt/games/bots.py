"""Bots that play every game: one at random, and one that looks one action ahead.

Each is seeded, is given views only, and plays a whole match. Bots that search deeper are in `planning`; bots of one game alone
are in that game's folder. `registry.make_bot` makes them by name.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from shunt.errors import Fault, raise_faults
from shunt.games.protocol import AnyGame, settled
from shunt.games.thinking import ENDLESS, ThinkingClock, summed_values


class SeededBot:
    """What bots without options share: random numbers of their own."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)


class ThinkingBot(SeededBot):
    """What bots share that work for some rounds and a time at each move."""

    def __init__(self, seed: int, think: str, *faults: Fault, **counts: tuple[int, int]) -> None:
        """Raise `InputError` for every count below the least value beside it, and for other `faults`."""
        few = [Fault(name, str(value), f"at least {least}") for name, (value, least) in counts.items() if value < least]
        raise_faults([*few, *faults])
        super().__init__(seed)
        self.clock = ThinkingClock(think)


class RandomBot(SeededBot):
    """A bot that takes each legal action with the same chance."""

    def choose(self, game: AnyGame, view: Any, player: int) -> Any:
        """Return a legal action at random."""
        return self.chance.choice(game.legal_actions(view))


class GreedyBot(ThinkingBot):
    """A bot that takes the action after which `TableGame.evaluate` is highest; equals at random.

    What the player cannot see, and what chance does next, is filled in at random, `samples` times, the same for every action.
    """

    def __init__(self, seed: int, samples: int = 1, think: str = ENDLESS) -> None:
        super().__init__(seed, think, samples=(samples, 1))
        self.samples = samples

    def choose(self, game: AnyGame, view: Any, player: int) -> Any:
        """Return the best action one ply deep."""
        actions = game.legal_actions(view)

        def begin() -> Callable[[Any], float]:
            state, seed = game.determinize(view, player, self.chance), self.chance.getrandbits(48)
            return lambda action: game.evaluate(settled(game, game.apply(state, action), random.Random(seed)), player)

        worth, _ = summed_values(self.clock, self.samples if len(actions) > 1 else 0, actions, begin)
        best = max(worth)
        return self.chance.choice([action for action, value in zip(actions, worth, strict=True) if value == best])
