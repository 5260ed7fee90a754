"""Bots that know the game of Hump Yard.

`TableReader` builds at random and bids by its exact tables. `Planner` bids like a table reader and builds where the tables of
short trains improve most. Each is seeded and plays a whole match.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from shunt.errors import Fault, InputError
from shunt.games.hump_yard.game import HumpYard
from shunt.games.hump_yard.state import REVEALED, Act, HumpState
from shunt.games.protocol import Game
from shunt.humpyard.adviser import Opponent, bid_values, mean_moves
from shunt.humpyard.car_cards import COLOURS
from shunt.humpyard.table_cache import TableStore, shared_store
from shunt.track.tiles import EDGES, FACING, distinct_turns, kind_segments, turned
from shunt.track.yard import Yard

REACH = 3
"""The longest train whose tables a bot reads, by default: each further car makes a table about ten times larger."""


class TableReader:
    """Bids what wins most cards by its exact tables and those of its rivals; builds at random.

    Its bid is the break-even: one move fewer loses more by failing than it gains by an earlier attempt; one move more, the other
    way round. Bids already made are taken as true; a rival still to bid is expected to bid, on its own train, the fewest moves
    that are at least as likely to hold as not in its yard.
    """

    def __init__(self, seed: int, reach: int = REACH) -> None:
        if reach < REVEALED:
            raise InputError(Fault("reach", f"{reach} cars", f"at least {REVEALED}"))
        self.chance, self.reach = random.Random(seed), reach

    def choose(self, game: Game[Any, Any], view: Any, player: int) -> Any:
        """Return a tile at random, or the bid with the highest expectation."""
        assert isinstance(game, HumpYard)
        if view.phase == "bid":
            return self.bid(game, view, player, shared_store(game.stop))
        if view.phase == "attempt":
            return Act("optimum")
        return self.build(game, view, player)

    def build(self, game: HumpYard, view: HumpState, player: int) -> Act:
        """Return a legal build at random."""
        yard = view.yards[player]
        kind, at = self.chance.choice(view.offer), self.chance.choice(yard.sites)
        return Act("build", kind, at, self.chance.choice(distinct_turns(kind)))

    def bid(self, game: HumpYard, view: HumpState, player: int, tables: TableStore) -> Act:
        """Return the best of all bids, passing and extending the train; of equals the lowest bid on most cars."""
        yard, rivals = view.yards[player], _rivals(game, view, player)
        longest = min(self.reach, len(view.train))
        lengths = [len(view.train)] if view.extended else range(longest, REVEALED - 1, -1)
        worth, best = Fraction(0), Act("pass")
        if view.extended:
            best = Act("bid", cars=len(view.train), moves=1)
        for cars in lengths:
            for value in bid_values(yard, view.train[:cars], rivals, tables, view.train)[:1] if cars <= self.reach else ():
                if value.expected > worth:
                    worth, best = value.expected, Act("bid", cars=cars, moves=value.bid)
        may_extend = len(view.train) < min(self.reach, game.longest) and sum(view.deck) > 0
        if may_extend and _extended(view, yard, rivals, tables) > worth:
            return Act("extend")
        return best


class Planner(TableReader):
    """Bids like a table reader, and builds the tile at the place that lowers the mean optimum of its tables most.

    Only places where a tile joins track in use are considered. They are ranked by the table of two cars; the best `look` of
    them by that of three as well. When nothing gains, a tile goes where it joins nothing, which keeps the yard quick to read.
    """

    def __init__(self, seed: int, reach: int = REACH, look: int = 8) -> None:
        super().__init__(seed, reach)
        self.look = look

    def build(self, game: HumpYard, view: HumpState, player: int) -> Act:
        """Return the build that gains most; of equals the first."""
        yard, tables = view.yards[player], shared_store(game.stop)
        joining = joining_builds(yard, view.offer, tables)
        by_two = sorted((_badness(tables, built, 2), act) for act, built in joining)
        known = dict(joining)
        by_three = sorted((_badness(tables, known[act], 3), two, act) for two, act in by_two[: self.look])
        if by_three and by_three[0][:2] < (_badness(tables, yard, 3), _badness(tables, yard, 2)):
            return by_three[0][2]
        taken = {act for act, _ in joining}
        idle = [
            act
            for kind in view.offer
            for at in yard.sites
            for turn in distinct_turns(kind)
            if (act := Act("build", kind, at, turn)) not in taken
            and tables.track(yard) == tables.track(yard.build(kind, at, turn))
        ]
        return min(idle) if idle else by_three[0][2] if by_three else super().build(game, view, player)


def joining_builds(yard: Yard, kinds: Sequence[str], tables: TableStore) -> list[tuple[Act, Yard]]:
    """Return every build that joins track in use, with the yard it makes; of those with the same track the first."""
    used = tables.track(yard)
    open_edges = {
        ((cell[0] + EDGES[edge][0], cell[1] + EDGES[edge][1]), FACING[edge]) for cell, segment in used for edge in segment
    }
    found, seen = [], {used}
    for kind in sorted(set(kinds)):
        for at in yard.sites:
            facing = {edge for cell, edge in open_edges if cell == at}
            for turn in distinct_turns(kind) if facing else ():
                if facing & set("".join(turned(kind_segments(kind), turn))):
                    built = yard.build(kind, at, turn)
                    if tables.track(built) not in seen:
                        seen.add(tables.track(built))
                        found.append((Act("build", kind, at, turn), built))
    return found


def _badness(tables: TableStore, yard: Yard, cars: int) -> Fraction:
    return mean_moves(tables(yard, cars))


def _rivals(game: HumpYard, view: HumpState, player: int) -> list[Opponent]:
    """Return the other players: with their bids, as having passed, or (still waiting) to be modelled."""
    bids = {bidder: (cars, moves) for bidder, cars, moves in view.bids}
    order = [(view.start + step) % game.players for step in range(game.players)]
    return [
        Opponent(
            view.yards[rival],
            bids.get(rival),
            passed=rival not in bids and rival not in view.waiting,
            wins_ties=order.index(rival) < order.index(player),
        )
        for rival in range(game.players)
        if rival != player
    ]


def _extended(view: HumpState, yard: Yard, rivals: Sequence[Opponent], tables: TableStore) -> Fraction:
    """Return the cards expected after one more car: the mean over the deck of the best bid on the longer train."""
    expected = Fraction(0)
    for colour, left in zip(COLOURS, view.deck, strict=True):
        if left:
            train = (*view.train, colour)
            best = bid_values(yard, train, rivals, tables, train)[:1]
            expected += Fraction(left, sum(view.deck)) * (best[0].expected if best else 0)
    return expected
