"""All shortest solutions of a `sidings` card, for `search/methods/shortest_solutions.py`.

Cars that the goal does not distinguish are the same in a state. There is at most one move between two states.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from shunt.rules.ruleset import replay
from shunt.search.core.arrays import States, numbers_of
from shunt.search.core.limits import LimitReached, Limits, begun
from shunt.search.methods.ceilings import CeilingSearch
from shunt.search.methods.path_graph import Steps
from shunt.search.methods.shortest_solutions import Solutions
from shunt.search.task import check_solved
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import SidingsMove
from shunt.sidings.search.domain import SidingsDomain
from shunt.sidings.search.graph import sidings_problem


def sidings_solutions(card: SidingsCard, limits: Limits | None = None) -> Solutions:
    """Return all shortest solutions of a card; raise `LimitReached` if a limit is reached, and `TooLargeError` if the yard is too
    large."""
    domain = SidingsDomain(sidings_problem(card.rules, card.goal), card.start)
    limits = begun(limits)
    search = CeilingSearch(domain, limits, is_whole=True)
    search.run()
    if search.stopped is not None:
        raise LimitReached(search.stopped)
    levels = search.shortest_levels(sys.maxsize) or []
    steps = [_steps(domain, level, following, limits) for level, following in pairwise(levels)]

    def replayed(walk: Iterable[tuple[Any, int]]) -> tuple[SidingsMove, ...]:
        """Return the moves of a solution, replayed by the referee, from the states that it passes."""
        moves = domain.moves_along([domain.start, *(numbers_of(state[None])[0] for state, _ in walk)])
        made = tuple(replay(card.rules, card.start, moves))
        check_solved(card, made)
        return moves

    return Solutions(levels, steps, card, replayed)


def _steps(domain: SidingsDomain, level: States, following: States, limits: Limits) -> Steps:
    """Return the steps from the states of one level to those of the next, in order; each is one move."""
    places = {state: place for place, state in enumerate(domain.decoded(following))}
    limits.allow_states(0)
    around = (domain.problem.moves(state) for state in domain.decoded(level))
    return [sorted((places[after], 1) for _, after in moves if after in places) for moves in around]
