"""The states on all shortest paths of a finished search from both ends, traced back from the states where the sides have met."""

from __future__ import annotations

from shunt.search.core.arrays import States, shared, sorted_once
from shunt.search.core.table import joined
from shunt.search.methods.levels import LevelSearch, Side

MOST_ACROSS = 100_000  # states of a frontier from which one more move is made only to choose among solutions


def states_on_paths(search: LevelSearch, met: States, across: int, most: int) -> list[States] | None:
    """Return the states on all shortest paths through `met`, level by level. Return None if there are none, or more than `most`.

    `across`: the side whose last level is one move before `met`, or −1 if both sides contain these states.
    """
    if not len(met):
        return None
    met = sorted_once(met)
    parts = [_on_paths(search, side, number == across, met, most) for number, side in enumerate(search.sides)]
    before, after = [*parts, []][:2]
    if before is None or after is None or len(met) + sum(map(len, [*before, *after])) > most:
        return None
    return [*reversed(before), met, *after]


def met_by_one_move_more(search: LevelSearch, moves: int) -> tuple[States, int]:
    """Return the states of one side's frontier that are one move away from the other side's, and the number of that other side.

    The sides have not met, but a path is known that is one move longer than their levels. Return no states if there is no such
    path or both frontiers are large.
    """
    across = min(range(len(search.sides)), key=lambda number: len(search.sides[number].frontier))
    side, nothing = search.sides[across], search.sides[0].frontier[:0]
    if len(search.sides) < 2 or moves != search.depth + 1 or len(side.frontier) > MOST_ACROSS:
        return nothing, across
    found = [nothing]
    for batch in search.neighbours.of(side.frontier, side.forwards):
        found.append(search.sides[1 - across].reached.common(batch))
        search.limits.allow_states(0)
    return joined(found, search.limits), across


def _on_paths(search: LevelSearch, side: Side, is_across: bool, states: States, most: int) -> list[States] | None:
    """Return the states of every level of a side that are on a path to `states`, nearest first.

    `states` are in its last level or, with `is_across`, one move beyond it.
    """
    found, count = list[States](), len(states)
    for level in reversed(side.levels if is_across else side.levels[:-1]):
        if count > most:
            return None
        batches = [side.reached.common(batch) for batch in search.neighbours.of(states, forwards=not side.forwards)]
        states = shared(level, joined(batches, search.limits))
        found.append(states)
        count += len(states)
        search.limits.allow_states(0)
    return found
