"""The search of `solve` by levels: `levels.py`, and the work between two of them.

When f levels have been searched from the start and b from the goal, no solution has f + b moves or fewer unless the two sets
share a state. Between two levels, beams look for solutions (`anytime.py`). If a known solution is only one move longer than the
number that is excluded next, the next level is the last one. It is compared with the other side and not kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from shunt.cards.evidence import End, Evidence, LevelsApart
from shunt.search.anytime import AnytimeSearch
from shunt.search.methods.levels import LevelSearch, Perimeter, Side
from shunt.search.task import Method
from shunt.search.trains.domain import TrainDomain

if TYPE_CHECKING:
    from shunt.search.core.arrays import States
    from shunt.search.methods.task import MovesTask

BRANCHING = 4  # states of a level, about, for each state of the level before it
SEARCHED = 300_000  # states after which a search is long enough to ask for its budget


@dataclass
class PathSearch(LevelSearch):
    """A search for a shortest path in a domain, from `start` to any state of `goals`, level by level.

    `method`: "bidirectional", or "forward" to search from the start alone. `budget_of` returns a limit on states for this search
    alone, when `SEARCHED` states are reached. `anytime` looks for solutions at the same time, and the search ends when one of
    them is proven to be the best.
    """

    method: str = "bidirectional"
    anytime: AnytimeSearch | None = None
    budget_of: Callable[[], int | None] = lambda: None
    _met: States | None = None

    def _search(self) -> None:
        """Search until the sides meet, one side has no more states, or the best known path is proven to be the best."""
        for met in self.until_met(is_forward=self.method == "forward"):
            if len(met):
                self._meet(met)
                return
            self._note(self._apart())
            if self.has_ended:
                break
            if self._is_over():
                return
            if len(self.sides) == 2 and self._has_known_last_level():
                return
        self._end()

    def _from_goal(self) -> Side | None:
        side = super()._from_goal()
        if side is not None and self.anytime is not None and self.anytime.shares_states:
            self.anytime.perimeter = Perimeter(side, self.domain, self.neighbours)
        return side

    def _meet(self, met: States) -> None:
        """Store a path through one of the states in which the sides have met."""
        self._met, self.path = met, self._path(met)

    def _apart(self, compared: Side | None = None, ended: End | None = None) -> LevelsApart:
        """Return the fact that the sides have not met, either with the stored levels or with one more level of a side."""
        depths = [side.depth + (side is compared) for side in self.sides]
        name = None if compared is None else compared.name
        return LevelsApart(depths[0], sum(depths[1:]), name, ended, self._under)

    def _note(self, evidence: Evidence) -> None:
        """Store evidence that proves more than the known evidence."""
        if evidence.at_least is None or evidence.at_least > self.lower_bound:
            self._evidence = evidence

    @property
    def _under(self) -> int | None:
        """Return the number of moves below which no state of a solution was left out, or None if nothing was left out."""
        return None

    def _is_over(self) -> bool:
        """Return whether the best known path is proven to be the best."""
        expected = self.states + BRANCHING * len(self.smaller.frontier)  # a beam may make the next level the last one
        if self.anytime is None or not self.anytime.keep_up(expected, self.lower_bound):
            return False
        self.path = self.anytime.path
        return True

    def _has_known_last_level(self) -> bool:
        """If the best known path is as long as a path through the next level would be, compare that level with the other side;
        return whether this was done."""
        side = self.smaller
        if len(side.frontier) < self.limits.sizes.large_level or self.anytime is None or not self.anytime.attains(self.depth + 2):
            return False
        if not self._meets_next(side):
            self.path = self.anytime.path
        return True

    def _meets_next(self, side: Side) -> bool:
        """Compare the next level of a side with the other side; return whether they meet."""
        other = self.other(side)
        assert other is not None
        met = self.compare(side, other)
        if len(met):
            self._meet(met)
        else:
            self._note(self._apart(compared=side))
        return len(met) > 0

    def _end(self) -> None:
        """Note that no solution is better than the best known one or, if no states were left out for it, that there is no
        solution."""
        ended = next((side for side in self.sides if not len(side.frontier)), self.sides[0])
        evidence = self._apart(ended=ended.name)
        if evidence.at_least is None:
            self.exhausted = True
        elif self.anytime is not None and self.anytime.attains(evidence.at_least):
            self.path = self.anytime.path
        self._note(evidence)

    @cached_property
    def _budget(self) -> int | None:
        return self.budget_of()

    def _watch(self, side: Side) -> None:
        """Check the limits and run due beams while a side is expanded."""
        self.limits.allow_states(self.states)
        if self.states > SEARCHED:
            self.limits.allow_budget(self.states, self._budget)
        if self.anytime is not None:
            self.anytime.keep_up(self.states, self.lower_bound)
        self.limits.progress(f"from the {side.name}", self.lower_bound, self.states)

    def shortest_levels(self, most: int) -> list[States] | None:
        """Return the states on all shortest paths.

        Return None also if the anytime search found the path and the frontiers are too large.
        """
        if self.path is None:
            return None
        met, across = (self._met, self.across) if self._met is not None else self._one_move_more(len(self.path) - 1)
        return self._on_paths(met, across, most)


# --------------------------------------------------------------------------------------------------------------------
# The methods of `solve`

# Set by `benchmarks/searches.py` (A* against search from both ends).
WORTH = 40  # states that both ends reach while a row of a database is built (two cores: 2.8 a µs, and 10 to 38 µs a row)
LEAST_BUDGET = 2_000_000
EARLY_BUDGET = 300_000  # where the databases are on disk already


class Bidirectional(Method):
    """Levels from both ends. This method comes first, with a budget of about the cost of the databases of A*.

    It is not known in advance whether this search or A* is faster on a card, but the cost of preparing A* is known exactly: it is
    the number of rows in the databases. The search from both ends therefore gets a budget of states that takes about as long as
    building them, and they are built only after that. The total time is thus never much more than twice that of the better
    method.
    """

    task: MovesTask
    why = "levels from both ends, before databases are built"
    method = "bidirectional"

    def begin(self, is_asked: bool) -> PathSearch:
        """Return the search. The cost of the databases, and whether they are on disk, is determined only when the search has
        become long."""
        task = self.task
        given = TrainDomain(task.codec), task.start, task.goals, task.limits, self.method
        return PathSearch(*given, anytime=task.anytime, budget_of=lambda: None if is_asked else self._states_before_databases())

    def _states_before_databases(self) -> int | None:
        """Return the number of states that a search without databases may reach before A* builds or reads its own, or None if A*
        has none."""
        from shunt.search.methods.database_plan import affordable_cars, all_rows

        codec, goal = self.task.codec, self.task.card.goal
        cars = affordable_cars(codec, goal)
        if not cars:
            return None
        return EARLY_BUDGET if self._are_on_disk(cars) else max(LEAST_BUDGET, WORTH * all_rows(codec, goal, cars))

    def _are_on_disk(self, cars: int) -> bool:
        """Return whether all databases that A* would build are on disk."""
        from shunt.search.tablebase.database_store import DatabaseStore, databases_folder

        folder = databases_folder(self.task.options.databases)
        if folder is None or not os.path.isdir(folder):
            return False
        from shunt.search.methods.pattern_databases import patterns_of

        card, store = self.task.card, DatabaseStore(folder)
        return all(store.holds(one.key) for one in patterns_of(self.task.codec, card.goal, card.start.turntables, cars))


class Forward(Bidirectional):
    """Levels from the start alone, used only if it is requested."""

    method = "forward"

    def fits(self) -> bool:
        """Return False: levels from both ends are never slower."""
        return False
