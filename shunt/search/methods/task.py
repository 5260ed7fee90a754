"""The search task for cards of the train rules: the packed start and goals, and the meaning of the paths of a search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from shunt.cards.card import RouteCard
from shunt.rules.guide import describe, run_between
from shunt.rules.moves import TrainMove
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade
from shunt.rules.switcher import TrainMade
from shunt.search.core.limits import LimitReached
from shunt.search.core.search import Search
from shunt.search.task import Task, check_solved

if TYPE_CHECKING:
    from shunt.search.methods.estimating.approach import Approach
    from shunt.search.methods.estimating.pair_estimates import PairEstimates
    from shunt.search.trains.codec import Codec
    from shunt.search.trains.domain import TrainDomain

PATIENCE = 20  # levels of a beam; set by `benchmarks/anytime.py`


@dataclass
class TrainTask(Task):
    """A card of the train rules (`switcher`, `railway`)."""

    card: RouteCard

    @cached_property
    def codec(self) -> Codec:
        """Return the packed form of positions."""
        from shunt.search.trains.codec import Codec

        return Codec.for_rules(self.card.rules)

    @cached_property
    def domain(self) -> TrainDomain:
        """Return the card as searches see it."""
        from shunt.search.trains.domain import TrainDomain

        return TrainDomain(self.card, self.codec)

    @cached_property
    def beamed(self) -> TrainDomain:
        """Return the card as beams see it."""
        return self.domain

    @cached_property
    def _estimates(self) -> PairEstimates | Approach | None:
        """The estimates of the distance from a position to the goal, or None if the goal names nothing to estimate."""
        from shunt.search.methods.estimating.approach import Approach
        from shunt.search.methods.estimating.pair_estimates import PairEstimates

        return PairEstimates.for_goal(self.beamed, self.limits) or Approach.for_goal(self.beamed, self.limits)

    def beam(self, width: int, longest: int) -> Search | None:
        """Make the next beam, for paths of at most `longest` moves."""
        from shunt.search.methods.beam import BeamSearch

        if self._estimates is None:
            return None
        goals = self.anytime.perimeter or self.beamed.goals
        return BeamSearch(self.beamed, goals, self._estimates, width, self.limits, longest, patience=PATIENCE)

    def positions(self, path: Sequence[Any]) -> list[Position]:
        """Return the positions on a path, which may be packed."""
        return [place if isinstance(place, Position) else self.codec.unpack(place) for place in path]

    def moves_along(self, path: Sequence[Any]) -> tuple[MoveMade, ...]:
        """Return the moves along a path, replayed by the rules."""
        return replayed(self.card, self.positions(path))


@dataclass
class MovesTask(TrainTask):
    """The search task for a train card whose metric is moves."""

    methods: ClassVar[dict[str, str]] = {
        "tablebase": "shunt.search.tablebase.lookup:TableLookup",
        "referee": "shunt.search.methods.referee:Referee",
        "bidirectional": "shunt.search.methods.bidirectional:Bidirectional",
        "astar": "shunt.search.methods.astar:AStar",
        "forward": "shunt.search.methods.bidirectional:Forward",
    }

    def moves_of(self, search: Search) -> tuple[MoveMade, ...]:
        """Return the moves of the solution that is shown (see `guides.py`), replayed by the rules."""
        from shunt.search.shown import most_states

        path: Sequence[Any] = search.path or ()
        with suppress(LimitReached, MemoryError):  # the path that was found is as short
            levels = None if self.options.as_found else search.shortest_levels(most_states(self.card.rules))
            if levels:
                from shunt.search.methods.guides import least_coupling

                path = least_coupling(self.card.rules, self.codec, levels, self.limits)
        return replayed(self.card, self.positions(path), shortest=self.options.as_found)


def replayed(
    card: RouteCard, positions: Iterable[Position], shortest: bool = False, small: RouteCard | None = None
) -> tuple[MoveMade, ...]:
    """Return the moves that lead through `positions`, in notation. The last position must meet the goal. For `shortest`, see
    `run_between`.

    `small` is the same card with plain runs shortened, none of which has a piece on it in any of the positions. The notation of a
    move is computed there, because all paths are the same. If every space of the path must be written, it is computed on the
    whole board, where the move is then made.
    """
    rules, made = card.rules, list[TrainMade]()
    boards: list[Any] = [small.rules, rules] if small is not None else [rules]
    position = card.start
    for successor in list(positions)[1:]:
        for board in boards:
            move = describe(board, position, run_between(board, position, successor, shortest=shortest))
            if not (isinstance(move, TrainMove) and move.whole_path):
                break
        made.append(rules.make(position, move, len(made) + 1, made[-1] if made else None))
        position = made[-1].position
    return check_solved(card, made)
