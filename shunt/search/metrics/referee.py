"""Cards in other metrics, solved by the referee alone: the search of `dijkstra.py` without kernels, with the same answers.

The memory of the moves so far is a `Tally` of `rules/metrics.py`, reduced to what the card's metrics need.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from shunt.cards.card import RouteCard
from shunt.cards.evidence import CostsSettled, Evidence
from shunt.rules.metrics import Tally
from shunt.rules.objective import JOINTS, METRICS, ON_A_RUN, POINTS, SENSES, Objective
from shunt.rules.position import Position
from shunt.rules.ruleset import MoveMade
from shunt.search.core.limits import Limits
from shunt.search.methods.referee import order_of
from shunt.search.metrics.paths import cheapest_moves, seen
from shunt.search.plain import PlainMethod, PlainSearch
from shunt.track.plan import LARGE_BOARD

if TYPE_CHECKING:
    from shunt.search.metrics.task import MetricTask

Total = tuple[int, ...]


def own_budget(limits: Limits) -> int | None:
    """Return the budget of a search that no faster one can replace, or None if the caller limits it."""
    return None if limits.is_bounded else limits.sizes.tallies


@dataclass
class MetricReferee(PlainSearch):
    """A search for a cheapest path by tallies. `order`: the metrics, the most important first.

    `total`: the optimum, in that order. `settled`: it is proven that every smaller total is not enough. `levels`: the number of
    tallies settled at each count of the first metric. `solved`: the tallies that meet the goal at the optimum.
    """

    card: RouteCard
    order: Objective = field(kw_only=True)
    total: Total | None = None
    settled: Total = ()
    levels: list[int] = field(default_factory=list)
    solved: frozenset[Tally] = frozenset()
    _reached: dict[Tally, Total] = field(default_factory=dict)
    _links: dict[Tally, dict[Tally, Total]] = field(default_factory=dict)

    @property
    def lower_bound(self) -> int:
        """Return the proven lower bound in the first metric."""
        return self.settled[0] if self.settled else 0

    @property
    def states(self) -> int:
        """Return the number of tallies reached."""
        return len(self._reached)

    @property
    def evidence(self) -> Evidence:
        """Return the counts below which every tally was searched."""
        return CostsSettled(None if self.exhausted else self.settled or (0,) * len(self.order))

    @property
    def proof(self) -> dict[str, list[int]]:
        """Return the number of tallies settled at each count of the first metric."""
        return {"states settled at each count": list(self.levels)}

    @property
    def moves(self) -> tuple[MoveMade, ...] | None:
        """Return the moves along the path, counted by the rules."""
        return None if self.path is None or self.total is None else cheapest_moves(self.card, self.order, self.path, self.total)

    @property
    def begun(self) -> Tally:
        """Return the tally at the start."""
        return self.reduced(Tally.begin(self.card.rules, self.card.start, self.order.needs))

    def before(self) -> dict[Tally, list[Tally]]:
        """Return a mapping from each tally reached to the tallies from which the last move of a cheapest path to it begins."""
        found = defaultdict[Tally, list[Tally]](list)
        for tally, links in self._links.items():
            for after, cost in links.items():
                if self.is_cheapest(tally, cost, after):
                    found[after].append(tally)
        return found

    def is_cheapest(self, tally: Tally, cost: Total, after: Tally) -> bool:
        """Return whether a move with the cost `cost` is the last of a cheapest path to `after`."""
        total = self._reached.get(tally)
        return total is not None and _plus(total, cost) == self._reached.get(after)

    def _search(self) -> None:
        begun = self.begun
        nothing = (0,) * len(self.order)
        self._reached[begun] = nothing
        buckets = {nothing: {begun: None}}
        while buckets:
            total = min(buckets)
            self.settled = total
            tallies = [tally for tally in buckets.pop(total) if self._reached[tally] == total]
            if not tallies:
                continue
            self.levels += [0] * (total[0] + 1 - len(self.levels))
            self.levels[total[0]] += len(tallies)
            solved = [tally for tally in tallies if self.card.is_solved(seen(self.card.rules, tally.position))]
            if solved:
                self.solved = frozenset(solved)
                self.total, self.path = total, self._path()
                return
            for tally in tallies:
                self._allow(1)
                self.expanded += 1
                links = self._links[tally] = self._next_to(tally)
                for after, cost in links.items():
                    there = _plus(total, cost)
                    if after not in self._reached or there < self._reached[after]:
                        self._reached[after] = there
                        buckets.setdefault(there, {})[after] = None
                self.limits.allow_states(self.states)
                self.limits.progress("from the start", total[0], self.states)
        self.exhausted = True

    def _next_to(self, tally: Tally) -> dict[Tally, Total]:
        """Return the tallies after one move, each with the minimum cost of such a move."""
        found: dict[Tally, Total] = {}
        for _, after in tally.outcomes():
            cost = self.order.totals(after.counted)
            kept = self.reduced(after)
            if kept not in found or cost < found[kept]:
                found[kept] = cost
        return found

    def _path(self) -> list[Position]:
        """Return the places of the cheapest path that is shown. It is chosen from the goal back, as in `MetricSearch`."""
        rules, order, before = self.card.rules, order_of(self.card.rules), self.before()
        path, ends = list[Position](), set(self.solved)
        while ends:
            path.append(min((seen(rules, tally.position) for tally in ends), key=order))
            ends = {other for tally in ends if seen(rules, tally.position) == path[-1] for other in before[tally]}
        return path[::-1]

    def reduced(self, tally: Tally) -> Tally:
        """Return the part of a tally that the metrics remember, without the counts. It is equal for tallies that they do not
        distinguish.

        If the rules have no headings, a locomotive's front is the end towards which it last ran.
        """
        position, senses, needs = tally.position, tally.senses, self.order.needs
        last = tally.last if ON_A_RUN in needs else None
        joints = tally.joints if JOINTS in needs else frozenset()
        if SENSES not in needs:
            running = [locomotive == last for locomotive in self.card.roster.locomotives]
            senses = tuple(sense if is_on else None for sense, is_on in zip(senses, running, strict=True))
        if not self.card.rules.has_headings:
            ends = zip(position.headings, senses, strict=True)
            fronts = [0 if sense is None else heading ^ (sense != "forward") for heading, sense in ends]
            position = replace(position, headings=tuple(fronts))
            senses = tuple(sense and "forward" for sense in senses)
        kept = replace(tally, position=position, senses=senses, last=last, joints=joints, counts=(0,) * len(METRICS))
        return _sorted(kept) if self.card.roster.interchangeable else kept


def _plus(total: Total, cost: Total) -> Total:
    return tuple(had + more for had, more in zip(total, cost, strict=True))


def _sorted(tally: Tally) -> Tally:
    """Return a tally with the members of every interchangeable group in order of place, each with its own memory."""
    roster, position = tally.rules.roster, tally.position
    order = list(range(len(roster.pieces)))
    for seats in roster.seats_alike:
        for seat, other in zip(seats, sorted(seats, key=lambda seat: position.places[seat]), strict=True):
            order[seat] = other
    names = {roster.pieces[other]: name for name, other in zip(roster.pieces, order, strict=True)}
    engines = order[: len(roster.locomotives)]
    return replace(
        tally,
        position=replace(
            position,
            places=tuple(position.places[seat] for seat in order),
            headings=tuple(position.headings[seat] for seat in engines),
        ),
        senses=tuple(tally.senses[seat] for seat in engines),
        last=tally.last and names[tally.last],
        joints=frozenset(frozenset((names[piece], end) for piece, end in joint) for joint in tally.joints),
    )


class RefereeInMetrics(PlainMethod):
    """The search of every position in order of cost, with the referee's own moves."""

    task: MetricTask
    kernel = "shunt.search.metrics.kernels", "_with_position_in"
    first_budget = 200

    def fits(self) -> bool:
        """Return False on large boards, unless there is no other method."""
        return self._is_only or len(self.task.card.plan.spaces) < LARGE_BOARD

    @property
    def _is_only(self) -> bool:
        """Whether no other method supports the card's metrics. (Kernels do not distinguish paths over different points.)"""
        return POINTS in self.task.card.metric.needs

    def begin(self, is_asked: bool) -> PlainSearch:
        """Return the search. It has no budget if it is requested by name, and a large one if it is the only method."""
        search = super().begin(is_asked or self._is_only)
        if not is_asked and self._is_only:
            search.budget = own_budget(self.task.limits)
        return search

    def search(self) -> MetricReferee:
        """Return the search."""
        return MetricReferee(self.task.card, self.task.limits, order=self.task.card.metric.with_moves())
