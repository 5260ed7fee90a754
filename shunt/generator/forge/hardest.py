"""The hardest cards of a board and its pieces, exactly: every goal against every start, if all states can be held."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import perm

import numpy as np

from shunt.cards.card import Goal, RouteCard
from shunt.errors import ShuntError
from shunt.generator.canonical import canonical_id
from shunt.generator.forge.appearance import look
from shunt.generator.forge.mechanics import mechanics
from shunt.generator.forge.proof import minimal, proven, renamed, search_limits
from shunt.generator.forge.shard import Family, Forged
from shunt.generator.forge.spec import CardSpec
from shunt.generator.rating.rate import rate, rated
from shunt.rules.position import Position, Roster
from shunt.search.core.arrays import numbers_of, slots_of
from shunt.search.core.limits import LimitReached, Progress, no_progress
from shunt.search.methods.state_graph import StateGraph
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet

MOST_STATES = 3_000_000
MOST_NUMBERS = 1 << 62
KEPT = 12  # of the starts at the farthest distance, those that are rated


class SpaceTooLargeError(ShuntError):
    """The whole space of a board and its pieces cannot be held."""


@dataclass(frozen=True)
class Hardest:
    """The farthest optimum of a board and its pieces, and the best card that has it.

    `states`: placements in the whole space; `goals`: goals tried, which are all; `optimum`: no card of these pieces that names
    every car takes more moves; `ties`: pairs of a goal and a start that have it; `reached`: the largest optimum of every goal.
    """

    optimum: int
    states: int
    goals: int
    ties: int
    card: Forged | None
    histogram: tuple[int, ...]


def hardest(
    spec: CardSpec, broken: frozenset[str] = frozenset(), most: int = MOST_STATES, progress: Progress = no_progress
) -> Hardest:
    """Return the hardest card on a board with exactly the spec's largest numbers of locomotives and cars.

    Goals name every car and leave the locomotives free (with `goal="all"` they name these too). Raises `SpaceTooLargeError`.
    """
    spec.check()
    family = _family(spec, broken)
    codec = Codec.for_rules(family.rules)
    everything = GoalSet.of(codec, Goal({}))
    if everything.most > 2 * most:
        ways = f"with headings and turntables some {everything.most:,} positions; at most {most:,} can be held"
        raise SpaceTooLargeError(f"{_described(family)} have {ways}")
    try:
        graph = StateGraph.reach(codec, everything.states(), search_limits(most), progress)
    except LimitReached:
        raise SpaceTooLargeError(f"{_described(family)} have more than {most:,} states: more than can be held") from None
    keys = _goal_keys(codec, graph, spec.goal == "all")
    order = np.argsort(keys, kind="stable")
    borders = np.flatnonzero(np.diff(keys[order], prepend=-1))
    best, ties = -1, 0
    kept: list[tuple[int, int]] = []
    reached: list[int] = []
    for number, (low, high) in enumerate(zip(borders, [*borders[1:], len(order)], strict=True)):
        goals = np.sort(order[low:high])
        distances = graph.distances_to(goals)
        far = int(distances.max())
        reached.append(far)
        if far > best:
            best, ties, kept = far, 0, []
        if far == best:
            starts = np.flatnonzero(distances == far)
            ties += len(starts)
            kept += [(int(goals[0]), int(start)) for start in starts[: max(1, KEPT - len(kept))]]
        if number % 16 == 0:
            progress("goals", number, len(graph))
    card = _best(family, codec, graph, spec.goal == "all", kept[:KEPT], best)
    return Hardest(best, len(graph), len(borders), ties, card, tuple(np.bincount(reached).tolist()))


def _family(spec: CardSpec, broken: frozenset[str]) -> Family:
    roster = Roster(spec.locomotive_names[: spec.locomotives[1]], spec.car_names[: spec.cars[1]])
    return Family(spec, broken, Position((), (), tuple(0 for _ in spec.board.plan.turntables)), roster)


def _described(family: Family) -> str:
    pieces, plan = family.roster, family.spec.board.plan
    spaces = len(plan.spaces) - len(family.broken)
    ways = perm(spaces, len(pieces.pieces)) if len(pieces.pieces) <= spaces else 0
    locomotives, cars = len(pieces.locomotives), len(pieces.cars)
    counted = f"{locomotives} locomotive{'s' * (locomotives > 1)} and {cars} car{'s' * (cars != 1)}"
    return f"{counted} on {plan.name} ({ways:,} ways to place them)"


def _goal_keys(codec: Codec, graph: StateGraph, with_locomotives: bool) -> np.ndarray:
    """Return for every state the spaces that a goal would name, as one number."""
    roster = codec.rules.roster
    keys, numbers, spaces = np.zeros(len(graph), np.int64), 1, len(codec.rules.plan.spaces)
    for seat, (shift, width) in enumerate(zip(codec.shift, codec.width, strict=True)):
        headed = codec.rules.has_headings and seat < len(roster.locomotives)
        if seat < len(roster.locomotives) and not with_locomotives:
            continue
        slot = slots_of(graph.states, shift, width)
        if numbers > MOST_NUMBERS // spaces:  # too many for 64 bits: only those numbers count that occur
            occurring, keys = np.unique(keys, return_inverse=True)
            numbers = len(occurring)
        keys = keys * spaces + (slot >> 1 if headed else slot)
        numbers *= spaces
    return keys


def _best(
    family: Family, codec: Codec, graph: StateGraph, with_locomotives: bool, kept: list[tuple[int, int]], optimum: int
) -> Forged | None:
    """Return, of the farthest cards kept, the one with the highest grade, then the best look."""
    made: list[Forged] = []
    for goal_state, start in kept:
        solved = codec.unpack(_number(graph, goal_state))
        names = family.roster.pieces if with_locomotives else family.roster.cars
        places = dict(zip(family.roster.pieces, solved.places, strict=True))
        card = family.card(codec.unpack(_number(graph, start)), Goal({name: places[name] for name in names}))
        forged = _finished(card, optimum, family.spec)
        if forged is not None:
            made.append(forged)
    return max(made, key=lambda forged: (forged.grade, forged.look, forged.id), default=None)


def _number(graph: StateGraph, state: int) -> int:
    return numbers_of(graph.states[state : state + 1])[0]


def _finished(card: RouteCard, optimum: int, spec: CardSpec) -> Forged | None:
    if optimum < 1:
        return None
    card = renamed(card, spec.locomotive_names, spec.car_names)
    card = renamed(minimal(card, optimum), spec.locomotive_names, spec.car_names)
    done = proven(rated(card, rate(card, search_limits(), weights=spec.weights)))
    if done is None:
        return None
    name = canonical_id(card)
    shown = replace(done[0], name=f"{card.plan.name or 'card'}-{name[:8]}")
    return Forged(shown, name, look(card), mechanics(card, done[1].moves))
