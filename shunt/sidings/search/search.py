"""Searches of one `sidings` puzzle: the general search from both ends, and the estimates that rank the general beams."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from shunt.search.anytime import AnytimeSearch
from shunt.search.core.arrays import Ints, States
from shunt.search.core.limits import Limits, Sizes
from shunt.search.methods.ceilings import CeilingSearch
from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsPosition
from shunt.sidings.search.domain import SidingsDomain
from shunt.sidings.search.graph import sidings_problem


def both_ends(
    domain: SidingsDomain,
    limits: Limits,
    anytime: AnytimeSearch | None = None,
    is_whole: bool = False,
) -> CeilingSearch:
    """Return the search of a puzzle from both ends. With `is_whole`, it completes the level in which they meet."""
    given = domain, domain.start, domain.goals, limits
    return CeilingSearch(*given, anytime=anytime, is_whole=is_whole)


@lru_cache(maxsize=1)
def warm_up() -> None:
    """Compile (or load) all kernels of these searches, so that measured times do not include compilation."""
    problem = sidings_problem(Sidings(2, {"1": 2, "2": 2}, ("a", "b")), SidingsGoal({"2": ("b", "a")}))
    domain = SidingsDomain(problem, SidingsPosition((), (("a", "b"), ())))
    for sizes in (Sizes(), Sizes(without_ceiling=0)):
        both_ends(domain, Limits(sizes=sizes)).run()


@dataclass(frozen=True)
class SidingsEstimates:
    """Estimates for beams: the lower bound of a state, which is the number of missing pairs of neighbours."""

    domain: SidingsDomain

    def of(self, states: States) -> Ints:
        """Return an estimate for each of `states`."""
        return self.domain.bounds(states, True)
