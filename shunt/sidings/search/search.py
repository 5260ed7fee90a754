"""What the general searches need for a `sidings` puzzle: compiled kernels, and the estimates that rank the states of a beam."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from shunt.search.core.arrays import Ints, States
from shunt.search.core.limits import Limits, Sizes
from shunt.search.methods.ceilings import CeilingSearch
from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsPosition
from shunt.sidings.search.domain import SidingsDomain
from shunt.sidings.search.graph import sidings_problem


@lru_cache(maxsize=1)
def warm_up() -> None:
    """Compile (or load) all kernels of these searches, so that measured times do not include compilation."""
    problem = sidings_problem(Sidings(2, {"1": 2, "2": 2}, ("a", "b")), SidingsGoal({"2": ("b", "a")}))
    domain = SidingsDomain(problem, SidingsPosition((), (("a", "b"), ())))
    for sizes in (Sizes(), Sizes(without_ceiling=0)):
        CeilingSearch(domain, Limits(sizes=sizes)).run()


@dataclass(frozen=True)
class SidingsEstimates:
    """Estimates for beams: the lower bound of a state, which is the number of missing pairs of neighbours."""

    domain: SidingsDomain

    def of(self, states: States) -> Ints:
        """Return an estimate for each of `states`."""
        return self.domain.bounds(states, True)
