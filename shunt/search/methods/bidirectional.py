"""Breadth-first search from the start, from the goal, or from both until they meet.

Levels are finished before they are compared, so the first meeting is a shortest solution: with f levels exhausted from the
start and b from the goal, no solution has f + b moves or fewer unless the two sets share a state. A turntable's position is
part of a state, so the sides can only meet where it is the same.

Small levels are made state by state. Large ones are made on all cores (`trains/sharing.py`). Where a solution is known that is
only one move longer than what is excluded next, the next level is compared with the other side and not kept: it is the last one.

A large search that knows a solution of U moves builds databases for both ends (`index/end_bounds.py`), and leaves out the states
of its frontiers that are on no solution of fewer than U moves. Whether they are in the sets of what is reached does not matter:
sides that meet in such a state would have met in a path of U moves or more, and the search has ended before.

Where the domain itself has bounds (sidings), a large search begins again with a ceiling on the number of moves: first the bound
proven so far, then one more each time. A state is left out where the moves made and the bound on those to come pass the ceiling.
A ceiling under which the sides do not meet is a refuted number of moves; if nothing was left out, the puzzle is exhausted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from shunt.cards.stop import StopKind
from shunt.errors import TooLargeError
from shunt.search.core.arrays import holds, places_of, shared, sorted_once, words_of
from shunt.search.core.domain import Domain, Goals, walk_back
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.core.search import Search
from shunt.search.core.table import StateSet
from shunt.search.methods.anytime import AnytimeSearch
from shunt.search.task import Method
from shunt.search.trains.domain import TrainDomain
from shunt.search.trains.successors import States, joined

if TYPE_CHECKING:
    from shunt.search.index.end_bounds import EndBounds
    from shunt.search.methods.database_plan import PlannedBounds
    from shunt.search.methods.task import MovesTask
    from shunt.search.trains.sharing import SharedNeighbours, SplitSet

# Set by `benchmarks/searches.py`.
MANY = 20_000  # states of a level that are worth the threads
FEW_GOALS = 50_000  # a goal set this small is always searched from
SEARCHED = 300_000  # states after which a search is long enough to ask for its budget
MOST_GOALS = 20_000_000  # one larger than this is never listed
GROWTH = 5  # states of the next level, for each of a frontier (measured: 4 to 5)
LEAST_GAIN = 2  # databases are built if at least this many times their cost in states is still to be searched
MOST_ACROSS = 100_000  # states of a frontier from which one more move is made only to choose among solutions


@dataclass
class SearchSide:
    """One side of the search: its levels, the last being the frontier, and the set of all its states.

    `by_occupancy`: the depth of the level sorted last. `pruned`: the depth of the level pruned last, and what for.
    """

    forwards: bool
    levels: list[States]
    reached: StateSet | SplitSet
    by_occupancy: int = -1
    pruned: tuple[int, ...] = ()

    @property
    def depth(self) -> int:
        """Return how many moves the frontier is away from where this side began."""
        return len(self.levels) - 1

    @property
    def frontier(self) -> States:
        """Return the states of the last level."""
        return self.levels[-1]

    @classmethod
    def begin(cls, states: States, limits: Limits, forwards: bool) -> SearchSide:
        """Return a side that begins at `states`."""
        reached = StateSet(limits, max(1 << 12, 2 * len(states)), words_of(states))
        return cls(forwards, [reached.add(states)], reached)

    def split(self, limits: Limits) -> SplitSet:
        """Return the set of all its states, split into parts that threads can fill."""
        from shunt.search.trains.sharing import SplitSet

        if isinstance(self.reached, StateSet):
            self.reached = SplitSet.of(self.reached, self.levels, limits)
        return self.reached


@dataclass
class PathSearch(Search):
    """A search for a shortest path in a domain, from `start` to any state of `goals`, level by level.

    `method`: "bidirectional", or "forward" to search from the start alone. `budget`: a limit on states of this search alone;
    `budget_of` returns a budget when `SEARCHED` states are reached. `anytime` looks for solutions on the way;
    a path of its that is proven best ends the search. `end_bounds_planned` returns databases of
    both ends, the least first. `whole_levels`: the level in which the sides meet is finished, so that all meetings are known.
    `plain_states`: states after which a search whose domain has bounds begins again under a ceiling; None is never.
    """

    domain: Domain
    start: int
    goals: Goals
    limits: Limits
    method: str = "bidirectional"
    sides: list[SearchSide] = field(default_factory=list)
    excluded: int = -1
    budget: int | None = None
    anytime: AnytimeSearch | None = None
    budget_of: Callable[[], int | None] | None = None
    end_bounds_planned: Callable[[], list[PlannedBounds]] = list
    whole_levels: bool = True
    plain_states: int | None = None
    passes: int = 1
    _ceiling: int | None = None
    _pruned: bool = False  # whether states were left out under the ceiling
    _earlier: int = 0  # states of earlier passes
    _beyond: int = 0  # states that were reached in the same batch as the meeting, and after it
    _end_bounds: EndBounds | None = None
    _least: int = 0  # states of the smaller frontier
    _meeting: States | None = None
    _across: int = -1  # the side whose last level is one move before the meeting; −1 if both sides hold the meeting

    @property
    def lower_bound(self) -> int:
        """No solution has fewer moves."""
        return self.excluded + 1

    @property
    def states(self) -> int:
        """Return how many states were reached, both sides together."""
        return self._earlier + sum(len(side.reached) for side in self.sides) - self._beyond

    @property
    def variant(self) -> str:
        """Return whether the search had to begin again under a ceiling."""
        return "under a ceiling" if self.passes > 1 else ""

    @property
    def proof(self) -> dict[str, Any]:
        """Return the states of every level that was searched whole, on either side, or what passes under a ceiling refuted."""
        if self.passes > 1:
            levels = {"start": self._counts(True), "goal": self._counts(False)}
            shown: dict[str, Any] = {"passes": self.passes, "levels of the last pass, under its ceiling": levels}
            if self.path is not None:
                fewer = f"the search for {len(self.path) - 2} or fewer"
                shown["argument"] = f"{fewer} ended and found none; it left out only positions excluded by a lower bound"
            return shown
        return {f"levels from the {name}": self._counts(forwards) for name, forwards in (("start", True), ("goal", False))}

    def _counts(self, forwards: bool) -> list[int]:
        return [len(level) for side in self.sides if side.forwards == forwards for level in side.levels]

    def _search(self) -> None:
        self._neighbours = self.domain.neighbours(self.limits)
        while not self._pass():
            self._earlier = self.states
            self.sides.clear()
            self._ceiling, self.passes, self._pruned = self.lower_bound, self.passes + 1, False

    def _pass(self) -> bool:
        """Search until the sides meet, or one is exhausted; return False to begin again under the next ceiling."""
        forward = SearchSide.begin(self.domain.states([self.start]), self.limits, forwards=True)
        self.sides.append(forward)
        backward: SearchSide | None = None
        meeting = forward.frontier[self.goals.met_by(forward.frontier)]
        while not len(meeting):
            self.excluded = max(self.excluded, forward.depth + (backward.depth if backward else 0))
            if self._is_refuted():
                return False
            if not all(len(side.frontier) for side in self.sides):
                self._end_without_meeting()
                return True
            self._least = min(len(side.frontier) for side in self.sides)
            if self.anytime is not None and self.anytime.keep_up(self.states, self.lower_bound, self._least):
                self.path = self.anytime.path
                return True
            if backward is None and self.method == "bidirectional" and self._goals_are_few(forward):
                self.limits.allow_bytes(60 * self.domain.words * self.goals.most)
                backward = SearchSide.begin(self.goals.states(), self.limits, forwards=False)
                self.sides.append(backward)
                continue
            self._prune()
            side = min(self.sides, key=lambda side: len(side.frontier))
            if backward is None:
                self._expand(side)
                meeting = forward.frontier[self.goals.met_by(forward.frontier)]
                continue
            other = backward if side is forward else forward
            following = side.depth + other.depth + 1
            attained = following == self.lower_bound and len(side.frontier) >= MANY and self._attains(following + 1)
            if attained or following == self._ceiling:
                meeting, self._across = self._meetings(side, other), self.sides.index(side)
                if not len(meeting):
                    self.excluded = following
                    self.path = self.anytime.path if attained and self.anytime is not None else None
                    return attained
            elif self.whole_levels:
                self._expand(side)
                meeting = other.reached.common(side.frontier)
            else:
                meeting = self._expand(side, other)
        self._meeting = meeting
        self.path = self._path(self.domain.first(meeting), forward, backward)
        return True

    def _attains(self, moves: int) -> bool:
        """Return whether a solution of at most this number of moves is known."""
        return self.anytime is not None and self.anytime.attains(moves)

    def _is_refuted(self) -> bool:
        """Return whether this pass is over: no path is as short as its ceiling, or, without one, it has become large."""
        if self._ceiling is None:
            return self.plain_states is not None and self.states > self.plain_states
        if self._pruned and not all(len(side.frontier) for side in self.sides):
            self.excluded = self._ceiling
        return self.excluded >= self._ceiling

    def _end_without_meeting(self) -> None:
        """Note that no solution is better than the anytime search's, or, where nothing was left out for it, that none exists."""
        if self._end_bounds is None or self.anytime is None or self.anytime.path is None:
            self.exhausted = True
        else:
            self.path = self.anytime.path
            self.excluded = len(self.path) - 2

    def _prune(self) -> None:
        """Leave out the states of large frontiers that are on no path shorter than the best known."""
        known = self.anytime.upper_bound if self.anytime is not None else None
        if known is None or len(self.sides) < 2:
            return
        expected = self.states + GROWTH * self._least
        worth = min(expected, self._states_to_come(known) // LEAST_GAIN)
        while self._planned and self._planned[0].states <= worth:
            self._build(self._planned.pop(0))
        if self._end_bounds is None:
            return
        for side in self.sides:
            purpose = side.depth, known, len(self._planned)
            if side.pruned != purpose and len(side.frontier) >= MANY:
                self._sort(side)
                given = side.frontier, side.forwards, known - 1 - side.depth
                side.levels[-1] = self._end_bounds.within(*given, lambda: self.limits.allow_states(self.states))
                side.pruned = purpose

    @cached_property
    def _planned(self) -> list[PlannedBounds]:
        """The databases that were not built yet."""
        return self.end_bounds_planned()

    def _states_to_come(self, known: int) -> int:
        """Return about how many states it takes to exclude all paths of fewer than `known` moves, as the search is."""
        sizes, states = [len(side.frontier) for side in self.sides], 0
        for _ in range(self.excluded + 1, known):
            sizes.sort()
            sizes[0] *= GROWTH
            states += sizes[0]
        return states

    def _build(self, planned: PlannedBounds) -> None:
        """Build databases of both ends, where they fit into memory and their distances into a byte.

        With them no other method does better, so the search has no budget then.
        """
        try:
            self._end_bounds, self.budget, self.budget_of = planned.build(), None, None
        except TooLargeError:
            return
        except LimitReached as limit:
            if limit.stop.kind is not StopKind.MEMORY:
                raise

    def shortest_levels(self, most: int) -> list[States] | None:
        """Return the states on all shortest paths.

        None too where the anytime search found the path, and frontiers are too large or states were left out as no better.
        """
        if self.path is None or not self.sides:
            return None
        met, across = self._meeting, self._across
        if met is None and self._end_bounds is not None:
            return None
        if met is None:
            met, across = self._met_by_one_move_more()
        if not len(met):
            return None
        met = sorted_once(met)
        parts = [self._on_paths(side, number == across, met, most) for number, side in enumerate(self.sides)]
        before, after = [*parts, []][:2]
        if before is None or after is None or len(met) + sum(map(len, [*before, *after])) > most:
            return None
        return [*reversed(before), met, *after]

    def _met_by_one_move_more(self) -> tuple[States, int]:
        """Return the states of one side's frontier that are a move away from the other's, and the number of that other side.

        The sides have not met, but the anytime search knows a path that is one move longer than their levels; none where that is
        not so, or where both frontiers are large.
        """
        across = min(range(len(self.sides)), key=lambda number: len(self.sides[number].frontier))
        side, nothing = self.sides[across], self.sides[0].frontier[:0]
        is_next = len(self.sides) == 2 and len(self.path or ()) == sum(side.depth for side in self.sides) + 2
        if not is_next or len(side.frontier) > MOST_ACROSS:
            return nothing, across
        found = [nothing]
        for batch in self._neighbours.of(side.frontier, side.forwards):
            found.append(self.sides[1 - across].reached.common(batch))
            self.limits.allow_states(0)
        return joined(found, self.limits), across

    def _on_paths(self, side: SearchSide, is_across: bool, states: States, most: int) -> list[States] | None:
        """Return the states of every level of a side that are on a path to `states`, nearest first.

        `states` are in its last level, or, with `is_across`, one move beyond it.
        """
        found, count = list[States](), len(states)
        for level in reversed(side.levels if is_across else side.levels[:-1]):
            if count > most:
                return None
            batches = [side.reached.common(batch) for batch in self._neighbours.of(states, forwards=not side.forwards)]
            states = shared(level, joined(batches, self.limits))
            found.append(states)
            count += len(states)
            self.limits.allow_states(0)
        return found

    def _goals_are_few(self, forward: SearchSide) -> bool:
        """Return whether it pays to begin from the goal: a large goal set waits until the other side is as large."""
        return self.goals.most <= max(FEW_GOALS, min(MOST_GOALS, len(forward.reached)))

    def _expand(self, side: SearchSide, other: SearchSide | None = None) -> States:
        """Add the next level to a side.

        With another side it ends at the first states in that side's set, which are returned; the level is then not added.
        """
        if len(side.frontier) >= MANY and self._shared is not None:
            reached = side.split(self.limits)
            self._sort(side)
            level = self._shared.next_level(side.frontier, reached, side.forwards, lambda: self._watch(side))
        else:
            fresh = [side.frontier[:0]]
            for batch in self._near(side):
                fresh.append(side.reached.add(batch))
                if other is not None and len(met := other.reached.common(fresh[-1])):
                    self._across = self.sides.index(side)
                    self._beyond = len(fresh[-1]) - 1 - int(places_of(fresh[-1], met[:1])[0])
                    return met
                self._watch(side)
            level = joined(fresh, self.limits)
        self.expanded += len(side.frontier)
        side.levels.append(level)
        return level[:0]

    def _near(self, side: SearchSide) -> Iterator[States]:
        """Yield the neighbours of a side's frontier, without those that are on no path as short as the ceiling."""
        for batch in self._neighbours.of(side.frontier, side.forwards):
            if self._ceiling is None:
                yield batch
                continue
            bounds = self.domain.bounds(batch, side.forwards)
            near = batch if bounds is None else batch[bounds < self._ceiling - side.depth]
            self._pruned = self._pruned or len(near) < len(batch)
            yield near

    def _meetings(self, side: SearchSide, other: SearchSide) -> States:
        """Return the states of the next level of a side that the other one has reached, without keeping that level."""
        if self._shared is not None:
            reached = other.split(self.limits)
            self._sort(side)
            met = self._shared.meetings(side.frontier, reached, side.forwards, lambda: self._watch(side))
        else:
            found = [side.frontier[:0]]
            for batch in self._near(side):
                found.append(other.reached.common(batch))
                self._watch(side)
                if len(found[-1]) and not self.whole_levels:
                    break
            met = joined(found, self.limits)
        self.expanded += len(side.frontier)
        return met

    def _sort(self, side: SearchSide) -> None:
        """Sort the frontier of a side by occupancy, once."""
        if side.by_occupancy != side.depth and self._shared is not None:
            side.levels[-1] = self._shared.by_occupancy(side.frontier)
            side.by_occupancy = side.depth

    @cached_property
    def _shared(self) -> SharedNeighbours | None:
        """Return what makes large levels."""
        return self.domain.shared(self.limits)

    def _watch(self, side: SearchSide) -> None:
        """Check the limits and run due beams while a side is expanded."""
        self.limits.allow_states(self.states)
        if self.budget_of is not None and self.states > SEARCHED:
            self.budget, self.budget_of = self.budget_of(), None
        self.limits.allow_budget(self.states, self.budget)
        if self.anytime is not None:
            self.anytime.keep_up(self.states, self.lower_bound, self._least)
        self.limits.progress("from the start" if side.forwards else "from the goal", self.lower_bound, self.states)

    def _path(self, meeting: int, forward: SearchSide, backward: SearchSide | None) -> list[int]:
        """Walk from the meeting state down the levels of both sides."""
        path = list(self._walk(meeting, forward))[::-1]
        return path + (list(self._walk(meeting, backward))[1:] if backward else [])

    def _walk(self, state: int, side: SearchSide) -> Iterator[int]:
        """Yield the state, then one of each level before it, down to where the side began (see `Domain.first`).

        A state of no level is of the one that was not kept.
        """
        yield state
        depth = next((depth for depth, level in enumerate(side.levels) if holds(level, state)), len(side.levels))
        yield from walk_back(self.domain, self._neighbours, side.levels[:depth], state, side.forwards)


# --------------------------------------------------------------------------------------------------------------------
# The methods of `solve`


class Bidirectional(Method):
    """Levels from both ends; it comes first, with a budget of about what the databases of A* cost."""

    task: MovesTask
    why = "levels from both ends, before databases are built"

    def begin(self, is_asked: bool) -> PathSearch:
        """Return the search; what databases cost, and whether they are on disk, is looked up when it has become long."""
        task = self.task

        def budget_of() -> int | None:
            from shunt.search.methods.database_plan import states_before_databases

            return states_before_databases(task)

        def end_bounds_planned() -> list[PlannedBounds]:
            from shunt.search.methods.database_plan import planned_bounds

            return planned_bounds(task)

        given = TrainDomain(task.codec), task.start, task.goals, task.limits
        ask = None if is_asked else budget_of
        return PathSearch(*given, anytime=task.anytime, budget_of=ask, end_bounds_planned=end_bounds_planned)


class Forward(Method):
    """Levels from the start alone, only where that is asked for."""

    task: MovesTask

    def fits(self) -> bool:
        """Return False: levels from both ends are never slower."""
        return False

    def begin(self, is_asked: bool) -> PathSearch:
        """Return the search."""
        task = self.task
        return PathSearch(TrainDomain(task.codec), task.start, task.goals, task.limits, "forward", anytime=task.anytime)
