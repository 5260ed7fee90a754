"""All shortest solutions of a card: counted exactly, listed in a fixed order, or chosen at random.

They are counted in the graph of shortest paths (`path_graph.py`) in two ways. A *path* is a sequence of states. A *solution* is a
list of moves as the Yard Guide writes them. Two moves differ if locomotive, start, destination, couplings (in their order) or
outcome differ; different routes to the same outcome are one move. There may be several moves from one state to the next, for
example if a car can be pushed or coupled. A path therefore corresponds to one or more solutions. States are counted up to
interchangeable pieces. Cards of `sidings` are counted in pulls or legs (`sidings/search/shortest_solutions.py`), and train cards
in other metrics by the referee (`metrics/solutions.py`).

The rank of a solution is that of its path. Paths are ordered by their states (as packed, level by level), and then by their
moves.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from shunt.cards.card import Card, RouteCard
from shunt.pictures import Pictured
from shunt.rules.guide import describe
from shunt.rules.moves import Move
from shunt.rules.position import Position
from shunt.rules.ruleset import replay
from shunt.rules.switcher import Run
from shunt.search.core.arrays import BATCH_ROWS, Ints, States, keys_of, numbers_of, places_among, room_for
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.core.search import Search
from shunt.search.methods.levels import PathSearch
from shunt.search.methods.path_graph import PathGraph, Steps
from shunt.search.methods.shortest_solution_kernels import _named_successors
from shunt.search.tablebase.lookup import find
from shunt.search.tablebase.reader import TableSearch
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.scratch import make_work


@dataclass(repr=False)
class Solutions(Pictured, PathGraph):
    """All shortest solutions of a card: the paths of a graph.

    `replayed` converts a solution to moves that the referee has replayed. Its argument gives, for each move, the state after
    it and the number of the move among the moves that lead to this state.
    """

    drawn_by = "shunt.render.counts:solutions_scene", "shunt.render.counts:solutions_picture"

    card: Card
    replayed: Callable[[Iterable[tuple[Any, int]]], tuple[Any, ...]] = field(repr=False)

    @property
    def optimum(self) -> int | None:
        """The number of moves of each solution, or None if there is no solution."""
        return len(self.levels) - 1 if self else None

    @property
    def totals(self) -> tuple[int, ...]:
        """The cost of the solutions in each term of the card's objective. It is empty if there is no solution."""
        if self.optimum is None:
            return ()
        if self.card.metric.counts_moves and len(self.card.metric) == 1:
            return (self.optimum,)
        made = replay(self.card.rules, self.card.start, self.solution(0))
        return self.card.metric.totals(self.card.rules.counts(self.card.start, made))

    @property
    def states(self) -> int:
        """Return the number of states on shortest solutions."""
        return sum(map(len, self.levels))

    def __repr__(self) -> str:
        found = f"{self.count:,} of {self.card.metric.words(self.totals)}" if self else "none"
        return f"<Solutions of {self.card.name}: {found}>"

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self.all()

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return bool(self.levels)

    def solution(self, rank: int) -> tuple[Any, ...]:
        """Return the moves of the solution with this `rank`; raise `IndexError` if there is no such rank."""
        if not 0 <= rank < self.count:
            raise IndexError(f"there are {self.count:,} solutions, and no number {rank:,}")
        walk = enumerate(self.walk(rank), start=1)
        return self.replayed((self.levels[level][place], which) for level, (place, which) in walk)

    def all(self, limit: int | None = None) -> Iterator[tuple[Any, ...]]:
        """Yield at most `limit` solutions in rank order."""
        for rank in range(self.count if limit is None else min(limit, self.count)):
            yield self.solution(rank)

    def ranks(self, draws: int, seed: int) -> Iterator[int]:
        """Yield `draws` random ranks. Every draw is uniform, so a rank may occur twice."""
        chance = random.Random(seed)
        for _ in range(draws if self.count else 0):
            yield chance.randrange(self.count)

    def sample(self, draws: int, seed: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """Yield `draws` random solutions with their ranks (see `ranks`)."""
        for rank in self.ranks(draws, seed):
            yield rank, self.solution(rank)

    def as_json(self, listed: Iterable[tuple[int, tuple[Any, ...]]], seconds: float) -> dict[str, Any]:
        """Return what `shunt solutions --json` prints, with the solutions `listed` by rank.

        "solutions" counts lists of moves, "paths" counts sequences of positions, and "states" counts the positions on all
        solutions.
        """
        fields: dict[str, Any] = {"schema": "shunt-solutions/1", "card": self.card.name}
        totals = self.totals
        fields |= {"status": "optimal" if self else "unsolvable", "metric": list(self.card.metric)}
        fields["moves"] = (list(totals) if len(totals) > 1 else totals[0]) if totals else None
        fields |= {"solutions": self.count, "paths": self.paths, "states": self.states, "seconds": round(seconds, 6)}
        return fields | {"listed": [{"rank": rank, "moves": [str(move) for move in moves]} for rank, moves in listed]}


# --------------------------------------------------------------------------------------------------------------------
# The search for all shortest solutions


def train_solutions(card: RouteCard, limits: Limits, tablebases: str | None = None) -> Solutions:
    """Return all shortest solutions of a train card whose metric is moves."""
    codec = Codec.for_rules(card.rules)
    table, _ = find(card, tablebases)
    search: Search = TableSearch(table, card.start, limits) if table is not None else PathSearch(TrainDomain(card, codec), limits)
    search.run()
    if search.stopped is not None:
        raise LimitReached(search.stopped)
    levels = search.shortest_levels(sys.maxsize) or []
    limits.allow_states(sum(map(len, levels)))
    steps = [_steps(codec, level, following, limits) for level, following in pairwise(levels)]
    rules = card.rules

    @lru_cache(maxsize=1 << 14)
    def moves_between(position: Position, wanted: Position) -> list[Move]:
        """List the different moves from a position (which may name alike pieces in its own way) to a canonical one, in order."""
        found: dict[tuple[Any, ...], Run | str] = {}
        for how in sorted(rules.runs_to(position, wanted), key=_length):
            found.setdefault((how,) if isinstance(how, str) else (how.locomotive, how.couples, how.path[-1]), how)
        return [describe(rules, position, found[key]) for key in sorted(found)]

    def replayed(walk: Iterable[tuple[Any, int]]) -> tuple[Move, ...]:
        """Return the moves of a solution, replayed by the referee, from the states that it passes."""
        moves, position = list[Move](), card.start
        for state, which in walk:
            moves.append(moves_between(position, codec.unpack(numbers_of(state[None])[0]))[which])
            position = next(replay(rules, position, [moves[-1]])).position
        if not card.is_solved(position):
            raise AssertionError(f"a solution of {card.name} does not meet its goal")
        return tuple(moves)

    return Solutions(levels, steps, card, replayed)


def _length(how: Run | str) -> tuple[int, tuple[str, ...]]:
    return (0, ()) if isinstance(how, str) else (how.distance, (how.direction, *how.head_path))


def _steps(codec: Codec, level: States, following: States, limits: Limits) -> Steps:
    """Return the steps from the states of one level to those of the next."""
    room, size, at = 1, BATCH_ROWS, 0
    work = make_work(codec.tables)
    grouped = bool(codec.rules.roster.interchangeable)
    found: list[Ints] = []
    keys = keys_of(following)
    while at < len(level):
        sources, names, out = np.empty(size, np.int64), np.empty(size, np.int64), room_for(size, codec.words)
        at, end, status = _named_successors(codec.tables, work, level, at, len(level), grouped, sources, out, names)
        if end:
            places, kept = places_among(keys, out[:end])
            rows = np.stack([sources[:end][kept], places[kept], names[:end][kept]])
            rows = rows[:, np.lexsort(rows[::-1])].T
            found.append(rows[np.any(np.diff(rows, axis=0, prepend=np.iinfo(np.int64).min), axis=1)])
        elif status < 0:
            room *= 4
            limits.allow_bytes(room * 100_000)
            work = make_work(codec.tables, room)
        else:
            size *= 2
        limits.allow_states(0)
    rows = np.concatenate(found)
    begins = np.flatnonzero(np.any(np.diff(rows[:, :2], axis=0, prepend=-1), axis=1))
    steps = list(zip(rows[begins, 1].tolist(), np.diff(begins, append=len(rows)).tolist(), strict=True))
    first = np.searchsorted(rows[begins, 0], np.arange(len(level) + 1))
    return [steps[begin:end] for begin, end in pairwise(first.tolist())]
