"""The recipes of a pack: board, numbers of pieces and moves that each shard tries, for every tier in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from shunt.cards.tiers import TIERS
from shunt.generator.forge.shard import Forged, forge_shard
from shunt.generator.forge.spec import CardSpec, Effort, Range
from shunt.generator.packs.constraints import NO_CONSTRAINTS, Constraints
from shunt.generator.packs.selection import BoardShares
from shunt.track.layout import Layout, SidingsLayout

BOARDS = ("alphabet-26", "wye-18", "turntable-19", "loop-12", "balloon-12", "roundhouse-14", "fan-10")
"""The boards of packs and daily cards, the main one first. They are named here, so that the card of a date never changes."""

EFFORT = Effort(families=6, goals=2, starts=2, held=70_000, near=0)
PERSISTENT = Effort(families=40, goals=4, starts=3, held=70_000, near=0)
"""For every other shard under constraints, which continues until it has a card of its tier: such cards may be rare then."""
SMALL, MEDIUM = 15, 20  # spaces up to which a board is small, or of medium size

CARS: Mapping[str, Mapping[str, Range]] = {
    "small": {"blue": (1, 2), "green": (1, 3), "yellow": (2, 3), "red": (3, 4), "black": (3, 4)},
    "medium": {"blue": (1, 2), "green": (1, 2), "yellow": (2, 3), "red": (2, 3), "black": (3, 3)},
    "large": {"blue": (1, 1), "green": (1, 2), "yellow": (1, 2), "red": (2, 3), "black": (3, 4)},
}
"""Cars by the size of the board and the tier."""

BROKEN: Mapping[str, Sequence[Range]] = {
    "small": ((0, 0), (0, 1), (0, 0), (1, 1)),
    "medium": ((0, 0), (1, 2), (0, 1), (0, 0)),
    "large": ((0, 0), (1, 2), (2, 3), (0, 1)),
}
"""Broken tracks by the size of the board, one range after the other."""

MOVES: Mapping[str, Sequence[Range]] = {
    "blue": ((2, 3), (3, 5), (2, 2), (3, 4)),
    "green": ((3, 9), (3, 6)),
    "yellow": ((6, 14), (5, 9)),
    "red": ((8, 18), (7, 13)),
    "black": ((11, 30), (10, 22)),
}
"""Moves by the tier, one range after the other: a tier has short cards and long ones."""


SIDINGS: Mapping[str, Range] = {"blue": (2, 4), "green": (3, 5), "yellow": (4, 6), "red": (5, 7), "black": (6, 8)}
"""Cars in a yard of sidings by the tier, at most as many as leave one siding free."""


def size_of(board: Layout) -> str:
    """Return whether a board is small, medium or large."""
    count = len(board.plan.spaces)
    return "small" if count <= SMALL else "medium" if count <= MEDIUM else "large"


@dataclass(frozen=True)
class Recipes:
    """The shards of a pack, by their number. The same number always means the same shard.

    `boards`: the main board first; it has every other shard to itself.
    """

    boards: tuple[Layout | SidingsLayout, ...]
    tiers: tuple[int, ...]
    seed: str
    constraints: Constraints = NO_CONSTRAINTS

    @property
    def round(self) -> int:
        """The number of shards in a round; after each round the pack is tried."""
        return 4 * len(self._tiers)

    @property
    def shares(self) -> dict[str, float]:
        """The share of the cards that each board should have: half for the main board if there are others."""
        names = [board.name for board in self.boards]
        if len(names) == 1:
            return {names[0]: 1.0}
        return {name: 0.5 if index == 0 else 0.5 / (len(names) - 1) for index, name in enumerate(names)}

    @property
    def _tiers(self) -> list[str]:
        return [tier for tier, count in zip(TIERS, self.tiers, strict=True) if count]

    def preference(self, forged: Forged, chosen: Sequence[Forged]) -> float:
        """Return what counts against a card that is to follow those chosen: a board that has more than its share."""
        return BoardShares(self.shares, sum(self.tiers))(forged, chosen)

    def lacking(self, chosen: Sequence[Forged]) -> list[str]:
        """Return what such a pack should use and does not: nothing."""
        return []

    def spec(self, shard: int) -> CardSpec:
        """Return the spec of a shard."""
        spec = self.constraints.applied(self._spec(shard))
        return replace(spec, tier=self._tiers[shard % len(self._tiers)]) if self.is_persistent(shard) else spec

    def is_persistent(self, shard: int) -> bool:
        """Return whether a shard tries until it has a card of its tier: every other one under constraints."""
        return not self.constraints.is_empty and shard // len(self._tiers) % 2 == 1

    def _spec(self, shard: int) -> CardSpec:
        tiers = self._tiers
        tier, turn = tiers[shard % len(tiers)], shard // len(tiers)
        others = self.boards[1:]
        board = self.boards[0] if turn % 2 == 0 or not others else others[(turn // 2 + shard) % len(others)]
        if isinstance(board, SidingsLayout):
            room = sum(board.sidings.values()) - min(board.sidings.values())
            least, most = (max(1, min(count, room)) for count in SIDINGS[tier])
            return CardSpec(board, cars=(least, most), optimum=MOVES[tier][turn // 2 % len(MOVES[tier])])
        size = size_of(board)
        least, most = CARS[size][tier]
        broken = BROKEN[size][(turn // 2 + shard) % 4]
        moves = MOVES[tier][turn // 2 % len(MOVES[tier])]
        if (turn + shard) % 5 == 3:  # every fifth with two locomotives, and one car less
            return CardSpec(board, locomotives=(2, 2), cars=(1, max(1, most - 1)), broken=broken, optimum=moves)
        if size == "large" and most > 2:  # the states of three cars or more are held only if broken tracks make the board smaller
            broken = (2, 4)
        return CardSpec(board, cars=(least, most), broken=broken, optimum=moves)

    def forge(self, shard: int) -> list[Forged]:
        """Return the cards of a shard, whatever their tier unless it is persistent."""
        effort = PERSISTENT if self.is_persistent(shard) else EFFORT
        return forge_shard(self.spec(shard), f"pack/{self.seed}", shard, effort)[0]
