"""Bots that know Yardmaster Express: one that takes the highest value now, and one that looks to the end of the game."""

from __future__ import annotations

import random
from typing import Any

from shunt.games.express.advice import SAMPLES, advise
from shunt.games.express.game import Act, Express
from shunt.games.express.options import Options
from shunt.games.express.state import ExpressState
from shunt.games.express.trains import Car, train_value


class GreedyBot:
    """A bot that adds the card of the highest value; of equals one face up, at random."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, game: Express, view: ExpressState, player: int) -> Act:
        """Return an action of the highest value."""
        options: Options = game.options
        worth = {act: (train_value([Car(act.name, not act.down)], options), not act.down) for act in game.legal_actions(view)}
        best = max(worth.values())
        return self.chance.choice([act for act, value in worth.items() if value == best])


class SamplingBot:
    """A bot that takes the action of the best mean lead (`aim=lead`) or the best chance to win (`aim=win`); see `advice`."""

    def __init__(self, seed: int, samples: int = SAMPLES, aim: str = "lead") -> None:
        from shunt.errors import Fault, InputError

        if samples < 1 or aim not in ("lead", "win"):
            raise InputError(Fault("bots", f"samples={samples}, aim={aim}", "samples of at least 1, aim lead or win"))
        self.chance, self.samples, self.aim = random.Random(seed), samples, aim

    def choose(self, game: Any, view: ExpressState, player: int) -> Act:
        """Return the best action by sampling, or exactly near the end."""
        if len(legal := game.legal_actions(view)) == 1:
            only: Act = legal[0]
            return only
        advices = advise(game, view, player, self.chance, self.samples)
        if self.aim == "win":
            return max(advices, key=lambda advice: (advice.win, advice.lead)).action
        return advices[0].action
