"""Bots that know Yardmaster Express: one that takes the highest value now, and one that looks to the end of the game."""

from __future__ import annotations

from dataclasses import dataclass

from shunt.errors import Fault
from shunt.games.bots import SeededBot, ThinkingBot
from shunt.games.express.advice import SAMPLES, advise
from shunt.games.express.game import Express, ExpressAction
from shunt.games.express.state import ExpressState
from shunt.games.express.trains import Car, train_value


class ExpressGreedyBot(SeededBot):
    """A bot that adds the card of the highest value; of equals one face up, at random."""

    def choose(self, game: Express, view: ExpressState, player: int) -> ExpressAction:
        """Return an action of the highest value."""
        cars = {act: Car(act.name, not act.down) for act in game.legal_actions(view)}
        worth = {act: (train_value([car], game.options), car.up) for act, car in cars.items()}
        best = max(worth.values())
        return self.chance.choice([act for act, value in worth.items() if value == best])


@dataclass(eq=False)
class SamplingBot(ThinkingBot):
    """A bot that takes the action of the best mean lead (`aim=lead`) or the best chance to win (`aim=win`); see `advice`.

    Two players win as often by either: in a known deck the action of the best lead wins if any does, so the aims differ only in
    how they average over samples. With more players the aims are different questions.
    """

    samples: int = SAMPLES
    aim: str = "lead"

    def faults(self) -> list[Fault]:
        """Return a fault for options that are invalid."""
        invalid = self.samples < 1 or self.aim not in ("lead", "win")
        return [Fault("bots", f"samples={self.samples}, aim={self.aim}", "samples of at least 1, aim lead or win")] * invalid

    def choose(self, game: Express, view: ExpressState, player: int) -> ExpressAction:
        """Return the best action by sampling, or exactly near the end."""
        if len(legal := game.legal_actions(view)) == 1:
            return legal[0]
        self.clock.start()
        advices = advise(game, view, player, self.chance, self.samples, self.clock)
        if self.aim == "win":
            return max(advices, key=lambda advice: (advice.win, advice.lead)).action
        return advices[0].action
