"""All cheapest solutions of a train card in metrics other than moves: those with the smallest total, and of these the shortest.

The referee's search has reached every tally on a cheapest path. A list of moves may lead to several tallies, because the moves
can be made in different ways, which leave different pieces coupled or the points set differently. Lists of moves are therefore
counted in a graph of sets of tallies (a deterministic automaton), in which each list is one path.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from shunt.cards.card import RouteCard
from shunt.rules.metrics import Tally
from shunt.rules.motion import Run
from shunt.rules.position import Position
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.methods.path_graph import PathGraph, Steps
from shunt.search.methods.referee import order_of
from shunt.search.methods.shortest_solutions import Solutions
from shunt.search.metrics.paths import replayed, seen
from shunt.search.metrics.referee import MetricReferee, Total, own_budget
from shunt.track.graphs import breadth_first

Tallies = frozenset[Tally]
Name = tuple[str, tuple[str, ...], str, str]
"""A move as solutions distinguish it: locomotive (or turntable), coupled pieces, destination, and the position after it."""


@dataclass(repr=False)
class CheapestSolutions(Solutions):
    """All cheapest solutions. The states of the graph are sets of tallies. `paths` counts sequences of positions, and `states`
    counts positions."""

    totals: Total = ()
    paths: int = 0
    states: int = 0


def metric_solutions(card: RouteCard, limits: Limits) -> CheapestSolutions:
    """Return all cheapest solutions of a card in its own metric; raise `LimitReached` if a limit is reached (see
    `own_budget`)."""
    search = MetricReferee(card, limits, own_budget(limits), order=card.metric.with_moves())
    search.run()
    if search.stopped is not None:
        raise LimitReached(search.stopped)
    moves = CheapestMoves(search)
    if search.total is None:
        return CheapestSolutions([], [], card, moves.replayed)
    by_place, totals = moves.graph(moves.by_place), search.total[: len(card.metric)]
    positions = sum(len({moves.place(next(iter(tallies))) for tallies in level}) for level in by_place.levels)
    named = moves.graph(moves.by_name)
    return CheapestSolutions(named.levels, named.steps, card, moves.replayed, totals, by_place.count, positions)


@dataclass
class CheapestMoves:
    """The moves on cheapest paths of a finished search."""

    search: MetricReferee

    @cached_property
    def _next(self) -> dict[Tally, set[Tally]]:
        """Each tally on a cheapest path, with the next tallies on such paths."""
        before = self.search.before()
        following: dict[Tally, set[Tally]] = {tally: set() for tally in self.search.solved}
        for after in breadth_first(dict.fromkeys(self.search.solved), before.__getitem__):
            for tally in before[after]:
                following.setdefault(tally, set()).add(after)
        return following

    def place(self, tally: Tally) -> Position:
        """Return the position of a tally."""
        return seen(self.search.card.rules, tally.position)

    def _moves(self, tally: Tally) -> Iterator[tuple[Name, Run | str, Tally]]:
        """Yield the moves from a tally along a cheapest path, by name, with the tally after each.

        The tally may have its own names for alike pieces, and its own counts.
        """
        search = self.search
        for how, after in tally.outcomes():
            kept = search.reduced(after)
            added = search.order.totals({name: count - tally.counted[name] for name, count in after.counted.items()})
            if kept in self._next and search.is_cheapest(search.reduced(tally), added, kept):
                place = str(self.place(after))
                name = (how, (), "", place) if isinstance(how, str) else (how.locomotive, how.couples, how.path[-1], place)
                yield name, how, after

    def by_name(self, tallies: Tallies) -> Iterator[tuple[Name, Tally]]:
        """Yield the moves from a set of tallies by name, with the tally after each."""
        for tally in tallies:
            yield from ((name, self.search.reduced(after)) for name, _, after in self._moves(tally))

    def by_place(self, tallies: Tallies) -> Iterator[tuple[str, Tally]]:
        """Yield the tallies after moves from a set of tallies, with their positions."""
        for after in set[Tally]().union(*(self._next[tally] for tally in tallies)):
            yield str(self.place(after)), after

    def graph(self, moves: Callable[[Tallies], Iterator[tuple[Any, Tally]]]) -> PathGraph:
        """Return the sets of tallies by the number of moves to them, and the number of moves from each to the next.

        Moves of the same name count as one. Each set holds every tally that such a move leads to.
        """
        levels, steps = [[frozenset({self.search.begun})]], list[Steps]()
        while not any(self.search.solved & tallies for tallies in levels[-1]):
            rows = list[Counter[Tallies]]()
            for tallies in levels[-1]:
                found = defaultdict[Any, set[Tally]](set)
                for name, after in moves(tallies):
                    found[name].add(after)
                rows.append(Counter(frozenset(found[name]) for name in sorted(found)))
                self.search.limits.allow_states(0)
            order = order_of(self.search.card.rules)
            following = list(dict.fromkeys(after for row in rows for after in row))
            following.sort(key=lambda tallies: order(self.place(next(iter(tallies)))))
            number = {tallies: place for place, tallies in enumerate(following)}
            steps.append([sorted((number[after], count) for after, count in row.items()) for row in rows])
            levels.append(following)
        return PathGraph(levels, steps)

    def replayed(self, walk: Iterable[tuple[Any, int]]) -> tuple[Any, ...]:
        """Return the moves of a solution. `walk` gives, for each move, the set of tallies after it and which of the moves to this
        set it is."""
        card, order = self.search.card, self.search.order
        reached: dict[Tally, list[Run | str]] = {Tally.begin(card.rules, card.start, order.needs): []}
        for wanted, which in walk:
            by_name = defaultdict[Name, dict[Tally, list[Run | str]]](dict)
            for tally, runs in reached.items():
                for name, how, after in self._moves(tally):
                    by_name[name].setdefault(after, [*runs, how])
            names = [name for name in sorted(by_name) if set(map(self.search.reduced, by_name[name])) == wanted]
            reached = by_name[names[which]]
        ends = {tally: runs for tally, runs in reached.items() if order.totals(tally.counted) == self.search.total}
        made = replayed(card, order, min(ends.values(), key=str), self.search.total or ())
        return tuple(one.move for one in made)
