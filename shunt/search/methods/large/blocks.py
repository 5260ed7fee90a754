"""Searches on cards with short trains that represent long ones (`trains.py`): solutions without a proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from shunt.cards.card import RouteCard
from shunt.cards.stop import Stop, StopKind
from shunt.search.anytime import AnytimeSearch
from shunt.search.core.arrays import States
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.core.search import Search
from shunt.search.methods.large.trains import ShortTrains, shorter_cards
from shunt.search.methods.levels import PathSearch, Side
from shunt.search.methods.referee import Referee
from shunt.search.methods.task import MovesTask
from shunt.search.plain import PlainSearch
from shunt.search.task import Method
from shunt.search.trains.domain import TrainDomain
from shunt.track.plain_tracks import plain_tracks

MOST_STATES = 3_000_000  # of the search on one card with short trains
FEW_LEVELS = 2  # positions that the referee expands for a lower bound: with so many pieces each takes seconds


@dataclass
class FittingSearch(PathSearch):
    """A search on a card with short trains. It leaves out positions in which the blocks on a track are longer than the track."""

    domain: TrainDomain
    short: ShortTrains = field(kw_only=True)

    def __post_init__(self) -> None:
        short = self.short
        rows = plain_tracks(short.card.plan)
        track = {space: number for number, row in enumerate(rows, 1) for space in row}
        self._track = np.array([track.get(space, 0) for space in short.small.plan.spaces])
        self._capacity = np.array([len(short.card.plan.spaces), *map(len, rows)])
        lengths = {name: len(short.blocks.get(name, (name,))) for name in short.small.roster.pieces}
        for group in short.small.roster.interchangeable:  # states do not say which of them is where
            lengths |= dict.fromkeys(group, min(lengths[name] for name in group))
        self._lengths = list(lengths.values())

    @cached_property
    def _shared(self) -> None:
        """Return None, because levels are small."""

    def _near(self, side: Side) -> Iterator[States]:
        """Yield the neighbours of a side's frontier that fit."""
        for batch in super()._near(side):
            held = np.zeros((len(batch), len(self._capacity)), np.int64)
            for seat, length in enumerate(self._lengths):
                held[np.arange(len(batch)), self._track[self.domain.codec.spaces(batch, seat)]] += length
            yield batch[(held <= self._capacity).all(axis=1)]


@dataclass
class LongTrainsTask(MovesTask):
    """The search for a train card with long trains, with the metric moves. Paths consist of positions."""

    methods: ClassVar[dict[str, str]] = {
        "blocks": "shunt.search.methods.large.blocks:Blocks",
        "referee": "shunt.search.methods.large.blocks:FewLevels",
    }

    def beam(self, width: int, longest: int) -> None:
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
            # The solution of a shorter card is extended if the result would be the shortest known one.
            states = MOST_STATES if self.limits.states is None else min(MOST_STATES, self.limits.states)
            task = MovesTask(short.small, replace(self.limits, states=states))
            search = FittingSearch(task.domain, task.limits, short=short)
            search.run()
            self.states += search.states
            self.limits.allow_states(self.states)
            known, path = self.anytime.upper_bound, search.path
            entry = {
                "pieces": len(short.small.roster.pieces),
                "spaces": len(short.small.plan.spaces),
                "moves": None,
                "drawn out": 0,
            }
            self.tried.append(entry)
            if path:
                entry["moves"] = moves = len(path) - 1
                drawn = short.drawn_out(task.moves_along(path), self.limits) if known is None or moves < known else None
                if drawn is not None:
                    entry["drawn out"] = 1
                    self.anytime.improve([self.card.roster.canonical(position) for position in drawn])
            self.anytime.keep_up(0)
        raise LimitReached(Stop(StopKind.INCOMPLETE))
