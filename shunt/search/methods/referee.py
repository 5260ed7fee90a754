"""The search that needs no compiler: from both ends with the referee's own moves, for small cards and for comparison in tests.

It computes the same levels as the fast search (both use `methods/breadth_first.py`). Both therefore prove the same results with
the same numbers of states and show the same solution. `search/plain.py` limits its size. The corresponding searches are in
`sidings/search/referee.py` for sidings cards, and in `metrics/referee.py` for other metrics.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, pairwise, product
from math import perm
from typing import TYPE_CHECKING, Any

from shunt.cards.card import RouteCard
from shunt.cards.evidence import LevelsApart
from shunt.cards.stop import Stop, StopKind
from shunt.rules.goal import Goal
from shunt.rules.guide import run_between
from shunt.rules.position import Position
from shunt.rules.retraction import predecessors
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import LimitReached
from shunt.search.methods.breadth_first import Levels, SearchByLevels, from_both_ends
from shunt.search.plain import PlainMethod, PlainSearch
from shunt.search.shown import Steps, cheapest_path, most_states
from shunt.track.plan import LARGE_BOARD
from shunt.track.turntable import reachable_settings

if TYPE_CHECKING:
    from shunt.search.methods.task import MovesTask

MOST_GOALS = 3_000  # positions that meet the goal; with more a card is not small,
MOST_POSITIONS = 20_000_000  # of the pieces; with more the search will hardly end before kernels would be compiled
MOST_GOALS_UNCOMPILED = 30_000  # unless kernels would have to be compiled


@dataclass(eq=False)
class Side(Levels):
    """One end of the search, and each expanded position with its neighbours."""

    reached: set[Any]
    neighbours: Callable[[Any], Collection[Any]]
    links: dict[Position, set[Position]] = field(default_factory=dict)

    def on_paths(self, met: set[Position]) -> list[list[Position]]:
        """Return the positions of every level except the last that are on a shortest path to one of `met`, nearest first."""
        found = []
        for level in reversed(self.levels[:-1]):
            met = {position for position in level if not self.links[position].isdisjoint(met)}
            found.append(list(met))
        return found


@dataclass
class LevelsByReferee(PlainSearch, SearchByLevels):
    """A search for a shortest path, level by level from both ends, under any rules."""

    @abstractmethod
    def _ends(self) -> tuple[Side, Side]:
        """Return the sides that begin at the start and at the goal."""

    @abstractmethod
    def _expand(self, side: Side, other: Side) -> Collection[Any]:
        """Add the next level to a side; return its positions that the other side has reached."""

    @abstractmethod
    def _path(self, met: Collection[Any]) -> list[Any]:
        """Return the shortest path to show through one of the positions where the sides have met."""

    def _search(self) -> None:
        forward, backward = self._ends()
        self.sides = [forward]
        solved: Collection[Any] = forward.frontier if self.card.rules.is_met(self.card.goal, self.card.start) else []

        def expand(side: Side) -> Collection[Any]:
            """Add the next level to a side; return its positions that the other side has reached."""
            return self._expand(side, backward if side is forward else forward)

        for met in from_both_ends(self.sides, solved, lambda: backward, expand):
            if met:
                self.path = self._path(met)
                return
            depths, ended = [side.depth for side in self.sides], [side.name for side in self.sides if not side.frontier]
            self.exhausted = bool(ended)
            self._evidence = LevelsApart(depths[0], sum(depths[1:]), ended=ended[0] if ended else None)

    def _next_to(self, side: Side) -> Iterator[tuple[Any, Collection[Any]]]:
        """Yield every position of a side's last level with its neighbours.

        If the budget allows only a part of the level, nothing is expanded, because a part would prove nothing.
        """
        self._allow(len(side.levels[-1]))
        for position in side.levels[-1]:
            self._allow(1)
            yield position, side.neighbours(position)
            self.expanded += 1
            self.limits.allow_states(self.states)
            self.limits.progress(f"from the {side.name}", self.lower_bound, self.states)


@dataclass
class RefereeSearch(LevelsByReferee):
    """The search for a card of trains, which shows the same solution as `methods/guides.py`."""

    card: RouteCard

    def _ends(self) -> tuple[Side, Side]:
        rules = self.card.rules
        start = rules.roster.canonical(self.card.start)
        goals = goal_positions(rules, self.card.goal, self.card.start.turntables, self.continues)

        def before(position: Position) -> set[Position]:
            return predecessors(rules, position, lambda: self.limits.allow_states(self.states))

        backward = Side("goal", [goals], set(goals), before)
        return Side("start", [[start]], {start}, rules.successors), backward

    def _expand(self, side: Side, other: Side) -> set[Position]:
        level: set[Position] = set()
        for position, neighbours in self._next_to(side):
            side.links[position] = set(neighbours)
            level |= side.links[position] - side.reached
        side.reached |= level
        side.levels.append(sorted(level, key=order_of(self.card.rules)))
        return other.reached & level

    def _path(self, met: Collection[Position]) -> list[Position]:
        """Return the shortest path that is shown (see `shown.py`)."""
        rules, order = self.card.rules, order_of(self.card.rules)
        before, after = [*(side.on_paths(set(met)) for side in self.sides), []][:2]
        levels = [sorted(level, key=order) for level in [*reversed(before), list(met), *after]]
        if sum(map(len, levels)) > most_states(rules):
            raise LimitReached(Stop(StopKind.BUDGET, self.expanded))
        steps = Steps()
        for level, following in pairwise(levels):
            numbers = {position: number for number, position in enumerate(following)}
            steps.append({})
            for number, position in enumerate(level):
                runs = {to: run_between(rules, position, to) for to in rules.successors(position) & numbers.keys()}
                steps[-1][number] = {numbers[to]: 0 if isinstance(run, str) else len(run.couples) for to, run in runs.items()}
            self.limits.allow_states(0)
        return cheapest_path(rules, steps, levels, lambda position: position, self.limits)


def order_of(rules: Switcher) -> Callable[[Position], tuple[object, ...]]:
    """Return the key that sorts positions like their packed states: turntables first, then pieces from the last to the first."""
    numbers = rules.plan.numbers

    def key(position: Position) -> tuple[object, ...]:
        headings = (*position.headings, *(0 for _ in position.places[len(position.headings) :]))
        slots = [(numbers[space], heading) for space, heading in zip(position.places, headings, strict=True)]
        for seats in rules.roster.seats_alike:
            for seat, slot in zip(seats, sorted(slots[seat] for seat in seats), strict=True):
                slots[seat] = slot
        return (position.turntables, *reversed(slots))

    return key


# --------------------------------------------------------------------------------------------------------------------
# Goals


def goal_positions(rules: Switcher, goal: Goal, settings: tuple[int, ...], continues: Callable[[], int]) -> list[Position]:
    """Return every position that meets a goal, at the turntable positions that moves reach from `settings`.

    Raise `LimitReached`, as for a budget that is spent, if there are more than `MOST_GOALS` and the search has only its first
    budget (see `PlainSearch`), or more than `MOST_GOALS_UNCOMPILED`.
    """
    roster, found, most = rules.roster, set[Position](), MOST_GOALS
    reachable = reachable_settings(rules.plan.turntables, settings)
    facing = [(goal.headings[name],) if name in goal.headings else (0, 1) for name in roster.locomotives]
    readings: Iterable[tuple[Goal, Any]] = [(goal, reachable)]
    if goal.trains:
        readings = ((one, (at,)) for at in reachable for one in goal.readings(roster, rules.plan, at))
    choices = ((options, turned) for reading, turned in readings for options in _options(rules, reading))
    for places, turned in ((places, turned) for options, turned in choices for places in _places(rules, options)):
        for headings in product(*facing if rules.has_headings else ()):
            found |= {roster.canonical(Position(places, headings, at)) for at in turned}
        if len(found) > most:
            if most == MOST_GOALS_UNCOMPILED or not continues():
                raise LimitReached(Stop(StopKind.BUDGET, most))
            most = MOST_GOALS_UNCOMPILED
    return sorted((position for position in found if rules.is_met(goal, position)), key=order_of(rules))


def _options(rules: Switcher, goal: Goal) -> Iterator[list[tuple[str, ...]]]:
    """Yield the spaces where each piece may end, for every choice of pieces for the errands that several may do.

    If the goal does not name a piece, it may end on any space where it may stop. Of pieces that are alike, the first ones do an
    errand.
    """
    roster = rules.roster
    several = [want for want in goal.wants if not set(want.pieces).issubset(roster.alike(want.pieces[0]))]
    for chosen in product(*(combinations(want.pieces, want.count) for want in several)):
        ends = goal.settled(roster)
        for want, names in zip(several, chosen, strict=True):
            ends |= {name: tuple(space for space in ends.get(name, want.spaces) if space in want.spaces) for name in names}
        yield [
            tuple(space for space in ends.get(name, rules.plan.spaces) if rules.access.may_stop(name, space))
            for name in roster.pieces
        ]


def _places(rules: Switcher, options: list[tuple[str, ...]], before: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield every choice of one space for each piece in which no two spaces exclude each other."""
    if len(before) == len(options):
        yield before
        return
    for space in options[len(before)]:
        if space not in before and rules.plan.partners(space).isdisjoint(before):
            yield from _places(rules, options, (*before, space))


# --------------------------------------------------------------------------------------------------------------------
# The method of `solve`


class Referee(PlainMethod):
    """Levels from both ends by the referee's own moves."""

    task: MovesTask
    kernel = "shunt.search.trains.sharing_kernels", "_neighbours_of_many"
    first_budget = 700

    def fits(self) -> bool:
        """Return False if the first solution found by kernels is requested, and on large boards."""
        return not self.task.options.as_found and len(self.task.card.plan.spaces) < LARGE_BOARD

    def may_end(self) -> bool:
        """Return False if there are too many positions."""
        rules = self.task.card.rules
        return perm(len(rules.plan.spaces), len(rules.pieces)) <= MOST_POSITIONS

    def search(self) -> RefereeSearch:
        """Return the search."""
        return RefereeSearch(self.task.card, self.task.limits)
