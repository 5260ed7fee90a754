"""The bots of Yardmaster: by rules of thumb, by planning the own turn, and by playouts of guesses at what is hidden.

All see views only. `GreedyBot` follows the quick policy of the kernels. `PlannerBot` compares all orders of actions within its
own turn. `SearchBot` deals the unseen cards at random in many ways, as far as card counting allows, and plays each promising
action out to the end of the game with the quick policy: determinised search with a policy for the rest of the game. Of other
hands it knows what was drawn in the open, and every card that was seen is counted out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from shunt.games.bots import SeededBot, ThinkingBot
from shunt.games.yardmaster.actions import YardmasterAction
from shunt.games.yardmaster.encoding import decode_action, encode, encode_action
from shunt.games.yardmaster.policy import policy_action
from shunt.games.yardmaster.rules import YardmasterRules
from shunt.games.yardmaster.state import YardmasterState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST = 8
"""Guesses below which nothing is concluded from them, where time ends a search."""
MOST_TURNS = 60
"""Turns of each player after which a playout is decided by the points; games between bots take some 15."""


class YardmasterGreedyBot(SeededBot):
    """A bot that follows the quick policy; it leaves nothing to chance, so its seed does not matter."""

    def choose(self, game: YardmasterRules, view: YardmasterState, player: int) -> YardmasterAction:
        """Return the action of the quick policy."""
        return policy_action(game, view)


class PlannerBot(SeededBot):
    """A bot that takes the first action of the best plan for its turn, and plans again after every card that is turned up."""

    def choose(self, game: YardmasterRules, view: YardmasterState, player: int) -> YardmasterAction:
        """Return the first action of the best plan."""
        from shunt.games.yardmaster.engine.plan_kernels import plan

        return decode_action(int(plan(encode(game, view))), view.tokens[player])


@dataclass(eq=False)
class SearchBot(ThinkingBot):
    """A bot that plays actions out with guesses at the hidden cards. It departs from the planner's action only if another one is
    clearly better.

    Every candidate and the action of the planner are played out in the same `worlds` guesses. Those that win less often by more
    than a standard error drop out, and at most half of them remain for the next round, which makes twice as many guesses. After
    `rounds` rounds the best replaces the action of the planner if it wins more often by at least `margin` standard errors:
    differences between good actions are small, and the best of many noisy means is seldom the best action. With `think`
    guesses are made one by one as long as there is time; fewer than `FEWEST` are not judged.
    """

    worlds: int = 16
    rounds: int = 4
    margin: float = 2.0

    def choose(self, game: YardmasterRules, view: YardmasterState, player: int) -> YardmasterAction:
        """Return the action of the planner, or one that was found to win more often."""
        import numpy as np

        self.clock.start()
        candidates = _candidates(game, view, PlannerBot(0).choose(game, view, player))
        numbers = np.array([encode_action(action, view.tokens[player]) for action in candidates], dtype=np.int64)
        remaining, best = np.arange(1, len(candidates)), 0
        gained = np.empty((0, len(remaining)))  # a row for each guess, a column for each of `remaining`
        for number in range(self.rounds):
            if not len(remaining) or number and self.clock.is_up:
                break
            wins = self._trials(game, view, player, self.worlds << number, numbers[[0, *remaining]])
            gained = np.concatenate([gained, wins[:, 1:] - wins[:, :1]])
            means, errors = gained.mean(axis=0), gained.std(axis=0) / len(gained) ** 0.5
            most = max(1, (len(remaining) + 1) // 2)
            kept = [place for place in np.argsort(-means, kind="stable") if means[place] + errors[place] > 0][:most]
            best = int(remaining[kept[0]]) if kept and means[kept[0]] > self.margin * errors[kept[0]] else 0
            remaining, gained = remaining[kept], gained[:, kept]
        enough = len(gained) >= FEWEST or self.clock.seconds == inf
        return candidates[best if enough else 0]

    def _trials(
        self, game: YardmasterRules, view: YardmasterState, player: int, worlds: int, tried: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Return the shares of the win of the actions that are tried, in a row for each guess."""
        import numpy as np

        from shunt.games.yardmaster.engine.playout_kernels import trials

        batch = worlds if self.clock.seconds == inf else 1
        found = []
        for _ in self.clock.rounds(worlds // batch):
            guesses = encode(game, *(game.determinize(view, player, self.chance) for _ in range(batch)))
            found.append(trials(guesses, tried, self.chance.getrandbits(31), MOST_TURNS * game.players))
        return np.concatenate(found)


def _candidates(game: YardmasterRules, view: YardmasterState, usual: YardmasterAction) -> list[YardmasterAction]:
    """Return `usual` and the other legal actions, of purchases that differ only in the order of discarding the first."""
    found: dict[object, YardmasterAction] = {}
    for action in (usual, *game.legal_actions(view)):
        found.setdefault((action.what, action.item, tuple(sorted(action.cards))), action)
    return list(found.values())
