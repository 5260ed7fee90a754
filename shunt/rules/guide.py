"""The Yard Guide: what a written move can mean, and the shortest move that means one outcome and no other.

Every way a train may take is a walk over a finite graph, whose nodes are the trains under way and whose labels are the
spaces where the head is. A list of via-spaces selects the walks on which these labels occur in this order; the shortest
list that leaves only one outcome is found level by level, over sets of nodes. Source: `docs/rules-route-cards.md`, "A card".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import overload

from shunt.rules.motion import Motion, Ready, Run, Train
from shunt.rules.moves import Direction, Move, TrainMove, TurntableStep
from shunt.rules.position import Position

LONGEST_VIA = 3

Node = tuple[Train, bool]
"""A train under way, and whether it has just rolled: at contact it may not stop."""


def resolve(rules: Motion, position: Position, move: TrainMove, pushes: tuple[str, ...] = ()) -> list[Run]:
    """Return every run that `move` can mean here, one (a shortest) for each different outcome.

    With `pushes`, only runs that push these pieces before any others.
    """
    found: dict[Position, Run] = {}
    for ready in rules.trains(position):
        locomotive, direction, _ = ready
        if locomotive != move.locomotive or rules.coupled(ready) != move.couples or move.direction not in (None, direction):
            continue
        if position.places[rules.roster.pieces.index(locomotive)] != move.start:
            continue
        for run in rules.runs(position, ready, move.via, move.whole_path, move.to):
            if run.pushes[: len(pushes)] == pushes:
                outcome = rules.roster.canonical(run.after)
                if outcome not in found or run.distance < found[outcome].distance:
                    found[outcome] = run
    return list(found.values())


@overload
def describe(rules: Motion, position: Position, run: Run) -> TrainMove: ...


@overload
def describe(rules: Motion, position: Position, run: Run | str) -> Move: ...


def describe(rules: Motion, position: Position, run: Run | str) -> Move:
    """Return the shortest move that leads to the outcome of `run` and to no other; a text is the name of a turntable turned.

    Tried in this order: lists of 0, 1, 2, 3 via-spaces (those that `run` passes before any others), then the same with the
    direction written, and at last the whole path of the head, which leaves nothing open.
    """
    if isinstance(run, str):
        return TurntableStep(run)
    plain = TrainMove(run.locomotive, run.path[0], run.path[-1], run.couples)
    for direction in (None, run.direction):
        via = _Ways(rules, position, [*_ready_for(rules, position, plain, direction)], run).shortest_via()
        if via is not None:
            return replace(plain, direction=direction, via=via)
    return replace(plain, direction=run.direction, via=run.passes, whole_path=True)


@overload
def describe_route(rules: Motion, position: Position, run: Run) -> TrainMove: ...


@overload
def describe_route(rules: Motion, position: Position, run: Run | str) -> Move: ...


def describe_route(rules: Motion, position: Position, run: Run | str) -> Move:
    """Return the shortest move that is replayed as `run` itself: to its outcome, by its own route."""
    if isinstance(run, str):
        return TurntableStep(run)
    whole = TrainMove(run.locomotive, run.path[0], run.path[-1], run.couples, None, run.passes, True)
    own = next(twin for twin in resolve(rules, position, whole) if (twin.path, twin.pushes) == (run.path, run.pushes))
    short = describe(rules, position, own)
    read = resolve(rules, position, short)
    if len(read) == 1 and (read[0].path, read[0].passes, read[0].pushes) == (own.path, own.passes, own.pushes):
        return short
    return replace(whole, direction=own.direction)


def _ready_for(rules: Motion, position: Position, move: TrainMove, direction: Direction | None) -> Iterator[Ready]:
    for ready in rules.trains(position):
        if ready[0] == move.locomotive and direction in (None, ready[1]) and rules.coupled(ready) == move.couples:
            yield ready


@dataclass(frozen=True)
class _Ways:
    """All ways of the trains that stand `ready`, of which those that end like `run` are wanted.

    Sets of nodes are bit sets.
    """

    rules: Motion
    position: Position
    ready: list[Ready]
    run: Run

    def shortest_via(self) -> tuple[str, ...] | None:
        """Return the shortest list of at most `LONGEST_VIA` spaces that selects the wanted outcome alone; None without one."""
        nodes, follow = self._graph()
        ahead = _closure(follow)
        wanted, others = self._stops(nodes)
        labels = dict.fromkeys((*self.run.passes, *self.rules.plan.spaces), 0)
        for index, (train, _) in enumerate(nodes[len(self.ready) :], len(self.ready)):
            labels[train.spaces[-1]] |= 1 << index
        # Where the head may be once it has passed the whole list (the trains that stand ready have passed nothing).
        level: dict[int, tuple[str, ...]] = {(1 << len(self.ready)) - 1: ()}
        seen = set(level)
        for _ in range(LONGEST_VIA + 1):
            longer: dict[int, tuple[str, ...]] = {}
            for here, via in level.items():
                after = _union(ahead, here)
                if not (here | after) & others:
                    return via
                for space, labelled in labels.items():
                    there = after & labelled
                    if there not in seen and (there | _union(ahead, there)) & wanted:
                        seen.add(there)
                        longer[there] = (*via, space)
            level = longer
        return None

    def _graph(self) -> tuple[list[Node], list[int]]:
        """Return every node, those that are ready first, and the bit set of the nodes that follow each."""
        nodes: list[Node] = [(train, False) for _, _, train in self.ready]
        number = {node: index for index, node in enumerate(nodes)}
        follow: list[int] = []
        for train, _ in nodes:  # the list grows on the way
            after = 0
            for node in self.rules.steps(self.position, train):
                if node not in number:
                    number[node] = len(nodes)
                    nodes.append(node)
                after |= 1 << number[node]
            follow.append(after)
        return nodes, follow

    def _stops(self, nodes: list[Node]) -> tuple[int, int]:
        """Return the nodes where the locomotive may stop at its destination: with the wanted outcome, and with any other."""
        rules, wanted = self.rules, self.rules.roster.canonical(self.run.after)
        found = [0, 0]
        for index, (train, rolled) in enumerate(nodes):
            at_destination = train.spaces[train.pieces.index(self.run.locomotive)] == self.run.path[-1]
            if rolled and at_destination and not rules.plan.no_stop.intersection(train.spaces):
                found[rules.roster.canonical(rules.after(self.position, train)) != wanted] |= 1 << index
        return found[0], found[1]


def _members(nodes: int) -> Iterator[int]:
    while nodes:
        lowest = nodes & -nodes
        yield lowest.bit_length() - 1
        nodes ^= lowest


def _union(sets: list[int], nodes: int) -> int:
    """Return the union of the sets of `nodes`."""
    found = 0
    for index in _members(nodes):
        found |= sets[index]
    return found


def _closure(follow: list[int]) -> list[int]:
    """Return for every node the nodes that one or more steps lead to."""
    ahead = list(follow)
    grows = True
    while grows:
        grows = False
        for index in reversed(range(len(ahead))):
            found = follow[index] | _union(ahead, follow[index])
            if found != ahead[index]:
                ahead[index], grows = found, True
    return ahead
