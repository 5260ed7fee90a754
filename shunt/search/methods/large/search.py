"""Searches on small boards that represent large ones (`contraction.py`): first solutions, then the proof.

Solutions are looked for on a small board, and paths consist of positions of the large one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from shunt.cards.card import RouteCard
from shunt.cards.evidence import BoundsReached, Evidence, OnShortenedRuns
from shunt.cards.stop import Stop, StopKind
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade
from shunt.search.anytime import AnytimeSearch
from shunt.search.core.arrays import States
from shunt.search.core.domain import walk_back
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.core.search import Search
from shunt.search.methods.astar import BoundedSearch
from shunt.search.methods.estimating.approach import Approach
from shunt.search.methods.large.contraction import Contraction, room_for_moves, shortest
from shunt.search.methods.levels import PathSearch
from shunt.search.methods.task import MovesTask, replayed
from shunt.search.task import Method
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.tables import settings_from

FIRST_BEAMS = (40_000, 160_000, 320_000)  # states that the beams before the proof may keep, until one finds a solution
UNKNOWN = 4  # the number of moves that is excluded first if no solution is known
MOST_BOUNDED = 2_000  # spaces of a board for which bounds are worked out: they take memory by their square
SLOWER = 8
"""The number of moves from a position of a large board, and thus the cost of keeping it in a beam, relative to a small board."""
FEW_MOVES = 10  # the maximum path length on a large board at first


def compiled(small: RouteCard) -> TrainDomain:
    """Return a card with shortened runs as searches see it. Only those turntable settings are listed that moves lead to."""
    settings = settings_from(small.rules, small.start.turntables)
    return TrainDomain(small, Codec.for_rules(small.rules, settings=settings), is_long=True)


@dataclass
class ForwardBounded(BoundedSearch):
    """A search with bounds that stores the states it expands by their number of moves, and finds its path forwards."""

    levels: dict[int, list[States]] = field(default_factory=dict)

    def _expand(self, states: States, g: int) -> None:
        self.levels.setdefault(g, []).append(states)
        super()._expand(states, g)

    def _walk(self, state: int, g: int) -> list[int]:
        levels = [np.concatenate(self.levels[moves]) for moves in range(g)]
        return [state, *walk_back(self.domain, self._neighbours, levels, state)][::-1]


@dataclass
class ContractedSearch(Search):
    """A search for a shortest solution of a card on a large board: first beams, then a proof that no solution is shorter.

    The proof excludes one number of moves after the other, on a board whose runs are long enough for that. If a solution of U
    moves is known, it excludes those below U. Its path consists of positions.
    """

    anytime: AnytimeSearch
    card: Any
    limits: Limits
    ended: int = 0
    small: list[int] = field(default_factory=list)
    _proof: BoundedSearch | PathSearch | None = None
    _most: int | None = None

    @property
    def evidence(self) -> Evidence:
        """Return the fact about a board with shortened runs that proves most."""
        return self._with(self._proof.evidence) if self._proof is not None else self._evidence

    def _with(self, small: Evidence) -> Evidence:
        """Return the known fact, or what a fact about the small board proves if that is more."""
        facts = self._evidence, OnShortenedRuns(small, self._most)
        return max(facts, key=lambda fact: sys.maxsize if fact.at_least is None else fact.at_least)

    @property
    def states(self) -> int:
        """Return the number of states reached in proofs."""
        return self.ended + (self._proof.states if self._proof is not None else 0)

    @property
    def proof(self) -> dict[str, Any]:
        """Return the number of spaces of each small board, and the number of states of every level on the last one."""
        return {"spaces of the boards with shortened runs": self.small, **(self._proof.proof if self._proof is not None else {})}

    def _search(self) -> None:
        if self.card.is_solved(self.card.start):
            self.path = [self.card.start]
            return
        for most in FIRST_BEAMS:
            if self.anytime.path is None:
                self.anytime.widen(most)
        self.anytime.keep_up(0)
        most = UNKNOWN
        while self.path is None and not self.exhausted:
            if self.anytime.upper_bound is not None:
                most = max(1, self.anytime.upper_bound - 1)
            self._exclude(most)
            most *= 2

    def _exclude(self, most: int) -> None:
        """Search for a solution of at most `most` moves on a small board: with bounds, or by levels if bounds need too much room.

        Raise `LimitReached` if a limit is reached.
        """
        contraction = Contraction.of(self.card, room_for_moves(self.card, most))
        whole, domain = contraction.exact_to is None, compiled(contraction.small)
        self.small.append(len(contraction.small.plan.spaces))
        self.ended, self._evidence = self.states, self.evidence
        self._proof, self._most = None, None if whole else most
        bounds = Approach.for_goal(domain, self.limits, is_bound=True) if self.small[-1] <= MOST_BOUNDED else None
        search: BoundedSearch | PathSearch
        if bounds is not None:
            self._evidence = self._with(BoundsReached(int(bounds.of(domain.states([domain.start]))[0])))
            search = ForwardBounded(domain, lambda proven: bounds, self.limits, anytime=self.anytime)
        else:
            search = PathSearch(domain, self.limits, "forward", self.anytime)
        self._proof = search
        search.run()
        self.expanded += search.expanded
        if search.stopped is not None:
            raise LimitReached(search.stopped)
        if search.path is not None and isinstance(search.path[0], Position):
            self.path = search.path
        elif search.path is not None and (restored := contraction.restored([*map(domain.codec.unpack, search.path)])) is not None:
            self.anytime.improve(restored)
            if whole or len(restored) - 1 <= most:
                self.path = restored
        elif search.exhausted and whole:
            self.exhausted = True
        elif search.exhausted:
            raise LimitReached(Stop(StopKind.INCOMPLETE))


@dataclass
class LargeTask(MovesTask):
    """The search task for a train card on a large board, with the metric moves."""

    methods: ClassVar[dict[str, str]] = {
        "tablebase": MovesTask.methods["tablebase"],
        "contracted": "shunt.search.methods.large.search:Contracted",
        **{name: place for name, place in MovesTask.methods.items() if name != "referee"},
    }
    longest: ClassVar[int] = FEW_MOVES
    shares_states: ClassVar[bool] = False  # beams run on the small board

    @cached_property
    def _contraction(self) -> Contraction:
        """Return the small board on which solutions are looked for."""
        return shortest(self.card)

    @cached_property
    def beamed(self) -> TrainDomain:
        """Return the small board, on which solutions are looked for."""
        return compiled(self._contraction.small)

    def beam(self, width: int, longest: int) -> Search | None:
        """Make a beam on the small board, or return None if the goal names nothing to estimate."""
        return super().beam(max(1, width // SLOWER), longest)

    def restored(self, path: list[Any]) -> list[Any] | None:
        """Return the positions of a beam's path on the large board, or None if they do not fit."""
        return self._contraction.restored([*map(self.beamed.codec.unpack, path)])

    def moves_of(self, search: Search) -> tuple[MoveMade, ...]:
        """Return the moves of the solution found, replayed. On a large board, comparing solutions by the rules would take
        long."""
        return self.moves_along(search.path or ())

    def moves_along(self, path: Sequence[Any]) -> tuple[MoveMade, ...]:
        """Return the moves along a path, replayed by the rules on the whole board."""
        positions = self.positions(path)
        used = {space for position in positions for space in position.places}
        return replayed(self.card, positions, small=Contraction.of(self.card, 0, keep=used).small)


class Contracted(Method):
    """Solutions and proofs on boards whose long plain tracks are shortened."""

    task: LargeTask
    why = "long plain tracks are shortened"

    def begin(self, is_asked: bool) -> Search:
        """Return the search."""
        return ContractedSearch(self.task.anytime, self.task.card, self.task.limits)
