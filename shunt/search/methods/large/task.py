"""The search task for cards on boards of hundreds of spaces. Solutions are looked for on the small board, and paths are rows of
positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade
from shunt.search.core.search import Search
from shunt.search.methods.anytime import AnytimeSearch
from shunt.search.methods.estimating.approach import Approach
from shunt.search.methods.large.contraction import Contraction, is_large, shortest
from shunt.search.methods.large.search import ContractedSearch, RestoredBeam, SmallBoard
from shunt.search.methods.task import MovesTask, replayed
from shunt.search.task import Method
from shunt.search.trains.domain import TrainDomain

__all__ = ["Contracted", "LargeTask", "is_large"]

SLOWER = 8
"""The number of moves from a position of a large board, and thus the cost of keeping it in a beam, relative to a small board."""
CROWDED, FEW_MOVES = 400_000, 10
"""On a large board: the number of new states that is enough for a level of a beam, and the maximum path length in moves at
first."""


@dataclass
class LargeTask(MovesTask):
    """The search task for a train card on a large board, with the metric moves."""

    methods: ClassVar[dict[str, str]] = {
        "tablebase": MovesTask.methods["tablebase"],
        "contracted": "shunt.search.methods.large.task:Contracted",
        **{name: place for name, place in MovesTask.methods.items() if name != "referee"},
    }

    @cached_property
    def _board(self) -> SmallBoard:
        """Return the small board on which solutions are looked for."""
        return SmallBoard.of(shortest(self.card))

    @cached_property
    def _estimates(self) -> Approach | None:
        return Approach.for_goal(self._board.codec, self.card.goal, self.limits)

    @cached_property
    def anytime(self) -> AnytimeSearch:
        """Return the search for solutions on the small board."""
        return AnytimeSearch(self._beam, self.limits, self.options, base=self.spent, _longest=FEW_MOVES)

    def _beam(self, width: int, longest: int) -> Search | None:
        """Make a beam, or return None if the goal names nothing to estimate."""
        board = self._board
        if self._estimates is None:
            return None
        domain = TrainDomain(board.codec, is_long=True)
        given = domain, board.start, board.goals, self._estimates, max(1, width // SLOWER), self.limits, longest
        return RestoredBeam(*given, crowded=CROWDED, board=board)

    def moves_of(self, search: Search) -> tuple[MoveMade, ...]:
        """Return the moves of the solution found, replayed. On a large board, comparing solutions by the rules would take
        long."""
        return self.moves_along(search.path or ())

    def moves_along(self, path: Sequence[Any]) -> tuple[MoveMade, ...]:
        """Return the moves along a path, replayed by the rules on the whole board."""
        positions = [place if isinstance(place, Position) else self.codec.unpack(place) for place in path]
        used = {space for position in positions for space in position.places}
        return replayed(self.card, positions, small=Contraction.of(self.card, 0, keep=used).small)


class Contracted(Method):
    """Solutions and proofs on boards whose long plain tracks are shortened."""

    task: LargeTask
    why = "long plain tracks are shortened"

    def begin(self, is_asked: bool) -> Search:
        """Return the search."""
        return ContractedSearch(self.task.anytime, self.task.card, self.task.limits)
