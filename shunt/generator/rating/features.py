"""The features of a card that may make it hard for people. They are computed from its optimal solutions and its state graph.

Source of the features: `docs/how-it-works/rating.md`, which says what each predicts in similar puzzles.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import chain, pairwise
from statistics import fmean
from typing import Any

import numpy as np

from shunt.cards.card import RouteCard
from shunt.generator.rating.landscape import Landscape, Mean, mean
from shunt.generator.rating.weights import DISTINCT, FAR, SOLUTIONS, TRAP_MOVES
from shunt.generator.state_graph import GoalGraph
from shunt.search.core.arrays import States, numbers_of
from shunt.search.methods.path_graph import PathGraph
from shunt.track.plan import End

Pieces = frozenset[str]
Ints = tuple[int, ...]
MOST_TRIED = 4_000  # positions of a level that is looked through for a way back


@dataclass(frozen=True)
class SolutionStep:
    """One move of a solution: the pieces that it moves, and the space of every piece before and after."""

    moved: Pieces
    before: dict[str, str]
    after: dict[str, str]


@dataclass
class Reader:
    """A reader of packed states of one card."""

    landscape: Landscape

    @cached_property
    def distance(self) -> dict[str, dict[str, int]]:
        """The number of spaces from any space to any other along joins of any turntable setting, with free reversals and
        regardless of pieces.
        """
        # On boards of 10 to 26 spaces this takes 0.2 to 1.1 ms, and scipy's csgraph 0.5 to 1.6 ms including its matrix.
        plan, broken, found = self.card.plan, self.card.broken, dict[str, dict[str, int]]()
        near = {
            space: {*chain(*(plan.neighbours(End(space, end)) for end in (0, 1)))}.difference(broken) for space in plan.spaces
        }
        for space in plan.spaces:
            away, todo = {space: 0}, [space]
            for current in todo:
                for other in near[current] - away.keys():
                    away[other] = away[current] + 1
                    todo.append(other)
            found[space] = away
        return found

    @property
    def card(self) -> RouteCard:
        """The card."""
        return self.landscape.card

    def space(self, seat: int, slot: int) -> str:
        """Return the space of a slot."""
        return self.card.plan.spaces[slot >> self.landscape.codec.has_heading(seat)]

    def _changes(self, before: list[int], after: list[int]) -> Iterator[tuple[Ints, Ints, Ints]]:
        """Yield every piece or group that moves, as seats, with the slots that it leaves and takes."""
        for seats in self.card.roster.seats:
            old, new = {before[seat] for seat in seats}, {after[seat] for seat in seats}
            if old != new:
                yield seats, tuple(sorted(old - new)), tuple(sorted(new - old))

    def label(self, before: int, after: int) -> tuple[object, ...]:
        """Return the effect of a move at any point of a solution: for every piece or group, the slots that it leaves and takes.

        A move that changes only turntables is described by how far they turn.
        """
        codec = self.landscape.codec
        if changes := tuple(self._changes(codec.slots_in(before), codec.slots_in(after))):
            return changes
        now, then = (codec.settings.positions[state >> codec.setting_shift] for state in (before, after))
        sizes = [len(table.positions) for table in self.card.plan.turntables]
        return tuple((y - x) % size for x, y, size in zip(now, then, sizes, strict=True))

    def steps(self, path: Sequence[int]) -> list[SolutionStep]:
        """Return a solution move by move.

        States do not distinguish the members of an interchangeable group. Those that move keep their order.
        """
        pieces = self.card.roster.pieces
        codec = self.landscape.codec
        slots = codec.slots_in(path[0])
        places = {name: self.space(seat, slots[seat]) for seat, name in enumerate(pieces)}
        found = []
        for before, after in pairwise(map(codec.slots_in, path)):
            old, moved = places, set[str]()
            for seats, vacated, taken in self._changes(before, after):
                where = {slots[seat]: seat for seat in seats}
                for out, into in zip(vacated, taken, strict=True):
                    seat = where[out]
                    slots[seat] = into
                    moved.add(pieces[seat])
                    places = places | {pieces[seat]: self.space(seat, into)}
            found.append(SolutionStep(frozenset(moved), old, places))
        return found


# --------------------------------------------------------------------------------------------------------------------
# Features of one solution


def decomposition(handled: Sequence[Pieces]) -> int:
    """Return the minimum number of changes between two groups of pieces, over all ways to split the handled pieces into two
    groups.

    A move that handles pieces of both groups counts as one change, and either group may come next.
    """
    moves = [pieces for pieces in handled if pieces]
    pieces = sorted(frozenset().union(*moves)) if moves else []
    if len(pieces) < 2:
        return 0
    splits = (frozenset(p for bit, p in enumerate(pieces[1:]) if chosen >> bit & 1) for chosen in range(1, 1 << len(pieces) - 1))
    return min(_switches(moves, group) for group in splits)


def _switches(moves: Sequence[Pieces], group: Pieces) -> int:
    """Count changes between `group` and the other pieces along the moves."""
    switches, last = 0, None
    for pieces in moves:
        inside = len(pieces & group)
        if 0 < inside < len(pieces):
            switches, last = switches + 1, None
            continue
        now = inside > 0
        switches += last is not None and now != last
        last = now
    return switches


def is_counterintuitive(reader: Reader, rest: Sequence[SolutionStep]) -> bool:
    """Return whether the first of the remaining moves is counter-intuitive: it takes a piece away from its goal, or a locomotive
    farther from the piece that it must handle next."""
    step, errands = rest[0], reader.card.goal.errands(reader.card.roster)
    for name in step.moved:
        targets = {space for errand in errands if name in errand.pieces for space in errand.spaces}
        if step.before[name] in targets and step.after[name] not in targets:
            return True
    cars = set(reader.card.roster.cars)
    wanted: frozenset[str] = next((new for later in rest[1:] if (new := (later.moved & cars) - step.moved)), frozenset())
    movers = sorted(step.moved & set(reader.card.roster.locomotives))
    if not wanted or not movers:
        return False

    def away(places: dict[str, str]) -> int:
        return min(reader.distance[places[mover]].get(places[car], 1 << 20) for car in wanted for mover in movers)

    return away(step.after) > away(step.before)


# --------------------------------------------------------------------------------------------------------------------
# Features of all solutions


def path_features(landscape: Landscape, most: int = SOLUTIONS) -> dict[str, Mean]:
    """Return averages over at most `most` optimal solutions: decomposition, handling, counterintuitive (from the moves), and
    traps."""
    paths = landscape.sample(most)
    if not paths or landscape.optimum == 0:
        return {}
    complete = len(paths) == landscape.paths.count
    reader = Reader(landscape)
    solutions, roster = [reader.steps(path) for path in paths], landscape.card.roster
    counted = frozenset(roster.cars if len(roster.locomotives) == 1 else roster.pieces)  # a lone locomotive is in every move
    handled = [[step.moved & counted for step in steps] for steps in solutions]
    odd = [fmean(is_counterintuitive(reader, steps[at:]) for at in range(len(steps))) for steps in solutions]
    found = handling_features(handled, odd, complete)
    if landscape.reaches_the_start:
        shares = trap_shares(landscape, sorted({state for path in paths for state in path[:-1]}))
        found["traps"] = mean([fmean(shares[state] for state in path[:-1]) for path in paths], complete)
    else:
        found["traps"] = sampled_traps(landscape, paths)
    return found


def handling_features(handled: Sequence[Sequence[Pieces]], odd: Sequence[float], complete: bool) -> dict[str, Mean]:
    """Return averages over solutions, for each of which the pieces that its moves handle and its share of counter-intuitive moves
    are given."""
    return {
        "decomposition": mean([decomposition(moves) for moves in handled], complete),
        "handling": mean([sum(a != b for a, b in pairwise(moves)) for moves in handled], complete),
        "counterintuitive": mean(odd, complete),
    }


def trap_shares(landscape: Landscape, states: list[int]) -> dict[int, float]:
    """Return, for every state, the share of its moves after which the goal cannot be reached or is at least `FAR` moves farther
    away."""
    shares = {}
    known, packed = landscape.known, landscape.codec.states(states)
    for state, near, moves in zip(states, known.successors(packed), known.of(packed), strict=True):
        after = known.of(near)
        lost = (after == -1) | (after >= moves + FAR)
        if known.radius + 1 >= moves + FAR:
            lost |= after == -2
        shares[state] = float(lost.mean())
    return shares


def sampled_traps(landscape: Landscape, paths: Sequence[Sequence[int]]) -> Mean:
    """Return the share of traps among random moves from optimal solutions, for a start beyond the stored distances.

    A move counts as a trap unless fewer than `FAR` moves lead from it to a position that is known to be near enough to the goal:
    one on a best solution, or one with a stored distance.
    """
    near, chance = landscape.known, random.Random(20)
    assert not isinstance(near, GoalGraph)
    known = {state: landscape.optimum - number for path in paths for number, state in enumerate(path)}
    for number, level in enumerate(landscape.paths.levels):
        known |= dict.fromkeys(level, landscape.optimum - number)

    def leads_back(states: States, most: int) -> bool:
        """Return whether a position can be reached whose distance is at most `most`, less the moves to it."""
        for remaining in range(most, most - FAR, -1):
            held = near.of(states)
            if np.any((held >= 0) & (held <= remaining)):
                return True
            if any(known.get(state, remaining + 1) <= remaining for state in numbers_of(states)):
                return True
            states = near.next_to(states[:MOST_TRIED])
        return False

    lost = []
    for _ in range(TRAP_MOVES):
        path = chance.choice(paths)
        number = chance.randrange(landscape.optimum)
        (after,) = near.successors(landscape.codec.states([path[number]]))
        drawn = chance.randrange(len(after))
        lost.append(float(not leads_back(after[drawn : drawn + 1], landscape.optimum - number + FAR - 1)))
    return mean(lost, complete=False)


@lru_cache(1 << 16)
def digest(label: tuple[object, ...]) -> int:
    """Return a 64-bit hash of a label made of numbers, strings and tuples. Python's own hash is not enough: sums of hashes of
    similar tuples collide."""
    return int.from_bytes(blake2b(repr(label).encode(), digest_size=8).digest(), "big")


def distinct_paths(graph: PathGraph, label: Callable[[Any, Any], tuple[object, ...]]) -> tuple[int, bool]:
    """Count optimal solutions up to reordering; return the number, and whether it is exact.

    Solutions are the same if they make the same moves in another order. `label` describes the effect of the move between two
    states. Solutions are represented by sums of hashes of their moves, so they are counted without being listed. Above
    `DISTINCT`, only a lower bound is returned.
    """
    if not graph.levels:
        return 0, False
    sums: list[set[int]] = [{0} for _ in graph.levels[-1]]
    complete = True
    for level in range(len(graph.steps) - 1, -1, -1):
        steps, following = graph.steps[level], graph.levels[level + 1]
        before: list[set[int]] = []
        for number, state in enumerate(graph.levels[level]):
            found: set[int] = set()
            for after, _ in steps[number]:
                move = digest(label(state, following[after]))
                found.update((move + rest) % (1 << 64) for rest in sums[after])
                if len(found) > DISTINCT:
                    found, complete = set(sorted(found)[:DISTINCT]), False
                    break
            before.append(found)
        sums = before
    return len(sums[0]), complete


def distinct_solutions(landscape: Landscape) -> tuple[int, bool]:
    """Count the optimal solutions of a train card up to reordering; see `distinct_paths` and `Reader.label`."""
    return distinct_paths(landscape.paths, Reader(landscape).label)
