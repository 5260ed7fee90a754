"""Bots that play every game: one at random, and one that looks one action ahead.

Each is seeded, is given views only, and plays a whole match. Bots that search deeper are in `planning`; bots of one game alone
are in that game's folder. `registry.make_bot` makes them by name.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

from shunt.errors import Fault, raise_faults
from shunt.games.protocol import AnyGame, settled
from shunt.games.thinking import ENDLESS, ThinkingClock, summed_values


@dataclass(eq=False)
class SeededBot:
    """What bots share: random numbers of their own. Their options are fields."""

    seed: int

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)


@dataclass(eq=False)
class ThinkingBot(SeededBot):
    """A bot that thinks in rounds, for a limited time at each move.

    Each count among its options must be at least 1, or at least 0 if its default is 0.
    """

    think: str = field(default=ENDLESS, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        raise_faults(self.faults())
        self.clock = ThinkingClock(self.think)

    def faults(self) -> list[Fault]:
        """Return the faults of all options except the time."""
        counts = {one.name: min(1, one.default) for one in fields(self) if type(one.default) is int}
        values = {name: getattr(self, name) for name in counts}
        return [Fault(name, str(values[name]), f"at least {least}") for name, least in counts.items() if values[name] < least]


class RandomBot(SeededBot):
    """A bot that takes each legal action with the same chance."""

    def choose(self, game: AnyGame, view: Any, player: int) -> Any:
        """Return a legal action at random."""
        return self.chance.choice(game.legal_actions(view))


@dataclass(eq=False)
class GreedyBot(ThinkingBot):
    """A bot that takes the action after which `TableGame.evaluate` is highest; equals at random.

    What the player cannot see, and what chance does next, is filled in at random, `samples` times, the same for every action.
    """

    samples: int = 1

    def choose(self, game: AnyGame, view: Any, player: int) -> Any:
        """Return the best action one ply deep."""
        actions = game.legal_actions(view)

        def begin() -> Callable[[Any], float]:
            state, seed = game.determinize(view, player, self.chance), self.chance.getrandbits(48)
            return lambda action: game.evaluate(settled(game, game.apply(state, action), random.Random(seed)), player)

        worth, _ = summed_values(self.clock, self.samples if len(actions) > 1 else 0, actions, begin)
        best = max(worth)
        return self.chance.choice([action for action, value in zip(actions, worth, strict=True) if value == best])
