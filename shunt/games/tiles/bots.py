"""Bots of the train-tile game.

`MyopicBot` plays a square if it has at least as many of its own cars as of any rival's (two players) or as the rivals' mean
(more). For two players without geometry that is optimal for every goal that rises with the lead (see `optimal`): whether a
square is played changes the lead by a fixed number and nothing else, not even who draws what later. So no bot gains on it but
by the few squares that cannot be joined (0.2 to 0.8 % of draws). `RolloutBot` plays the rest of the game many times by that
rule and takes the action that wins most; that gains nothing measurable with three and four players either.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from shunt.games.bots import SeededBot, ThinkingBot
from shunt.games.protocol import settled
from shunt.games.tiles.game import Tiles
from shunt.games.tiles.squares import all_squares
from shunt.games.tiles.state import DISCARD, PLAY, TilesAction, TilesState


def gain(game: Tiles, state: TilesState) -> float:
    """Return the gain of the player who acts from playing the drawn square: this player's cars on it, less the mean of the
    rivals' cars."""
    cars = list(map(all_squares()[state.drawn].count, game.colours))
    own = cars.pop(state.player)
    return own - sum(cars) / len(cars)


def myopic_action(game: Tiles, state: TilesState, chance: random.Random) -> TilesAction:
    """Return the play or discard that is best for the lead now; of equal placements one at random."""
    actions = game.legal_actions(state)
    discard = next((action for action in actions if action.what == DISCARD), None)
    return discard if discard and gain(game, state) < 0 else chance.choice([act for act in actions if act.what == PLAY])


class MyopicBot(SeededBot):
    """Plays a square if its own cars are at least the rivals' mean."""

    def choose(self, game: Tiles, view: TilesState, player: int) -> TilesAction:
        """Return a placement or the discard."""
        return myopic_action(game, view, self.chance)


@dataclass(eq=False)
class RolloutBot(ThinkingBot):
    """Plays `playouts` games to their end after each action, by the myopic rule, and takes the action that wins most."""

    playouts: int = 40

    def choose(self, game: Tiles, view: TilesState, player: int) -> TilesAction:
        """Return the action with the largest share of wins, then the best mean lead; of equals the first."""
        actions = game.legal_actions(view)
        if len(actions) == 1:
            return actions[0]
        worth = self.worth(game, view, player)
        return max(worth, key=worth.__getitem__)

    def worth(self, game: Tiles, view: TilesState, player: int) -> dict[TilesAction, tuple[float, float]]:
        """Return the share of wins and the mean lead after each action."""
        worth, done = {action: [0.0, 0.0] for action in game.legal_actions(view)}, 0
        self.clock.start()
        for _ in self.clock.rounds(self.playouts):
            done += 1
            seed = self.chance.getrandbits(48)  # the same draws for every action, as far as they fit
            for action, sums in worth.items():
                final = finished(game, game.apply(view, action), random.Random(seed))
                sums[0] += game.returns(final)[player]
                sums[1] += game.evaluate(final, player)
        return {action: (wins / done, lead / done) for action, (wins, lead) in worth.items()}


def finished(game: Tiles, state: TilesState, chance: random.Random) -> TilesState:
    """Return the end of a game in which everybody plays by the myopic rule."""
    while not game.is_over(state := settled(game, state, chance)):
        state = game.apply(state, myopic_action(game, state, chance))
    return state
