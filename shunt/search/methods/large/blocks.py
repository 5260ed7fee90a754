"""Searches on cards with short trains that represent long ones (`trains.py`): solutions without a proof."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from shunt.cards.card import RouteCard
from shunt.cards.stop import Stop, StopKind
from shunt.search.anytime import AnytimeSearch
from shunt.search.core.arrays import States
from shunt.search.core.domain import NextStates
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.core.search import Search
from shunt.search.methods.bidirectional import PathSearch
from shunt.search.methods.large.trains import ShortTrains, shorter_cards
from shunt.search.methods.referee import Referee
from shunt.search.methods.task import MovesTask
from shunt.search.plain import PlainSearch
from shunt.search.task import Method
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.successors import Neighbours
from shunt.track.plain_tracks import plain_tracks

MOST_STATES = 3_000_000  # of the search on one card with short trains
FEW_LEVELS = 2  # positions that the referee expands for a lower bound: with so many pieces each takes seconds


@dataclass(frozen=True)
class FittingDomain(TrainDomain):
    """The positions of a card with short trains in which the blocks on each track are no longer than the track."""

    short: ShortTrains | None = None

    def neighbours(self, limits: Limits) -> NextStates:
        """Return the object that computes successors and predecessors."""
        assert self.short is not None
        return FittingNeighbours(self.codec, self.short, limits)

    def shared(self, limits: Limits) -> None:
        """Return None, because levels are small."""


class FittingNeighbours(Neighbours):
    """The successors and predecessors of states in which the blocks on each track are no longer than the track."""

    def __init__(self, codec: Codec, short: ShortTrains, limits: Limits) -> None:
        super().__init__(codec, limits)
        rows = plain_tracks(short.card.plan)
        track = {space: number for number, row in enumerate(rows, 1) for space in row}
        self._track = np.array([track.get(space, 0) for space in short.small.plan.spaces])
        self._capacity = np.array([len(short.card.plan.spaces), *map(len, rows)])
        lengths = {name: len(short.blocks.get(name, (name,))) for name in short.small.roster.pieces}
        for group in short.small.roster.interchangeable:  # states do not say which of them is where
            lengths |= dict.fromkeys(group, min(lengths[name] for name in group))
        self._lengths = list(lengths.values())

    def rows(self, states: States, forwards: bool = True) -> tuple[States, NDArray[np.int64]]:
        """Return those neighbours of `states` that fit, and the end of each state's part."""
        batch, ends = super().rows(states, forwards)
        held = np.zeros((len(batch), len(self._capacity)), np.int64)
        for seat, length in enumerate(self._lengths):
            held[np.arange(len(batch)), self._track[self._codec.spaces(batch, seat)]] += length
        fits = (held <= self._capacity).all(axis=1)
        return batch[fits], np.append(0, np.cumsum(fits))[ends]


@dataclass
class LongTrainsTask(MovesTask):
    """The search for a train card with long trains, with the metric moves. Paths consist of positions."""

    methods: ClassVar[dict[str, str]] = {
        "blocks": "shunt.search.methods.large.blocks:Blocks",
        "referee": "shunt.search.methods.large.blocks:FewLevels",
    }

    def _beam(self, width: int, longest: int) -> None:
        """Return None: there are no beams for states of this size."""


class FewLevels(Referee):
    """A few levels by the referee, for a lower bound. More levels are searched only if time or states are limited."""

    task: LongTrainsTask
    why = "a lower bound for long trains"

    def begin(self, is_asked: bool) -> PlainSearch:
        """Return the search."""
        search = self.search()
        search.budget = None if is_asked or self.task.limits.is_bounded else FEW_LEVELS
        return search


class Blocks(Method):
    """Solutions of cards with short trains, extended to the long trains."""

    task: LongTrainsTask
    why = "long trains are searched as a few blocks of cars"

    def begin(self, is_asked: bool) -> Search:
        """Return the search."""
        return BlocksSearch(self.task.card, self.task.limits, self.task.anytime)


@dataclass
class BlocksSearch(Search):
    """A search for solutions with more and more blocks. Each solution is shorter than the one before.

    `states`: the number of states reached with short trains.
    """

    card: RouteCard
    limits: Limits
    anytime: AnytimeSearch
    states: int = 0
    tried: list[dict[str, int | None]] = field(default_factory=list)

    @property
    def proof(self) -> dict[str, object]:
        """Return each smaller card that was tried, the number of moves in its solution, and whether the solution could be
        extended."""
        return {"short trains": self.tried}

    def _search(self) -> None:
        for short in shorter_cards(self.card):
            self._try(short)
            self.anytime.keep_up(0)
        raise LimitReached(Stop(StopKind.INCOMPLETE))

    def _try(self, short: ShortTrains) -> None:
        """Solve a card with short trains, and extend its solution if it would then be the shortest."""
        states = MOST_STATES if self.limits.states is None else min(MOST_STATES, self.limits.states)
        task = MovesTask(short.small, replace(self.limits, states=states))
        search = PathSearch(FittingDomain(task.codec, short=short), task.start, task.goals, task.limits)
        search.run()
        self.states += search.states
        self.limits.allow_states(self.states)
        known, path = self.anytime.upper_bound, search.path
        moves = len(path) - 1 if path else None
        entry = {"pieces": len(short.small.roster.pieces), "spaces": len(short.small.plan.spaces), "moves": moves, "drawn out": 0}
        self.tried.append(entry)
        if path and (known is None or len(path) - 1 < known):
            drawn = short.drawn_out(task.moves_along(path), self.limits)
            if drawn is not None:
                entry["drawn out"] = 1
                self.anytime.improve([self.card.roster.canonical(position) for position in drawn])
