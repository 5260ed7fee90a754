"""Bots that know the game of Hump Yard.

`TableReader` builds at random and bids by its exact tables. `Planner` bids like a table reader and builds where the tables of
short trains improve most. Each is seeded and plays a whole match.
"""

from __future__ import annotations

from typing import Any

from shunt.errors import InputError, counted
from shunt.games.bots import SeededBot
from shunt.games.protocol import AnyGame
from shunt.hump.adviser import best_advice
from shunt.hump.game.advice import LOOK, advised, best_build, bid_advice
from shunt.hump.game.game import HumpGame
from shunt.hump.game.state import REVEALED, HumpAction, HumpState
from shunt.hump.tiles import distinct_turns

REACH = 3
"""The longest train whose tables a bot reads, by default: each further car makes a table about ten times larger."""


class TableReader(SeededBot):
    """Bids what wins most cards by its exact tables and those of its rivals (`advice`); builds at random.

    Its bid is the break-even: one move fewer loses more by failing than it gains by an earlier attempt; one move more, the other
    way round.
    """

    def __init__(self, seed: int, reach: int = REACH) -> None:
        if reach < REVEALED:
            raise InputError("reach", counted(reach, "cars"), f"at least {REVEALED}")
        super().__init__(seed)
        self.reach = reach

    def choose(self, game: AnyGame, view: Any, player: int) -> Any:
        """Return a tile at random, or the bid with the highest expectation."""
        assert isinstance(game, HumpGame)
        if view.phase == "bid":
            return self.bid(game, view, player)
        if view.phase == "attempt":
            return HumpAction("give up" if view.typed else "optimum")
        return self.build(game, view, player)

    def build(self, game: HumpGame, view: HumpState, player: int) -> HumpAction:
        """Return a legal build at random."""
        yard = view.yards[player]
        kind, at = self.chance.choice(view.offer), self.chance.choice(yard.sites)
        return HumpAction("build", kind, at, self.chance.choice(distinct_turns(kind)))

    def bid(self, game: HumpGame, view: HumpState, player: int) -> HumpAction:
        """Return the best of all bids, passing and extending the train; of equals the lowest bid on most cars."""
        best = best_advice(bid_advice(game, view, player, self.reach))
        return HumpAction("bid", cars=len(view.train), moves=1) if best is None and view.extended else advised(best)


class Planner(TableReader):
    """Bids like a table reader, and builds the tile at the place that lowers the mean optimum of its tables most.

    Only places where a tile joins track in use are considered. They are ranked by the table of two cars; the best `look` of
    them by that of three as well. When nothing gains, a tile goes where it joins nothing, which keeps the yard quick to read.
    """

    def __init__(self, seed: int, reach: int = REACH, look: int = LOOK) -> None:
        if look < 1:
            raise InputError("look", str(look), "at least 1")
        super().__init__(seed, reach)
        self.look = look

    def build(self, game: HumpGame, view: HumpState, player: int) -> HumpAction:
        """Return the build that gains most; of equals the first."""
        return best_build(view.yards[player], view.offer, game.tables, self.look) or super().build(game, view, player)
