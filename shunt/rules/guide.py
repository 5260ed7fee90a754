"""The Yard Guide: the possible meanings of a written move, and the shortest move text that has one outcome only.

All paths that a train may take are walks on a finite graph. A node is the train at one point of its path, and its label is the
space where the head is. A list of via-spaces selects the walks on which these labels occur in this order. The shortest list that
leaves only one outcome is found level by level, over sets of nodes. Source: `docs/rules/route-cards.md`, "A card".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import chain

from shunt.rules.motion import Motion, Ready, Run, Train, open_courses
from shunt.rules.moves import Direction, Move, TrainMove, TurntableStep
from shunt.rules.position import Position

LONGEST_VIA = 3

Node = tuple[Train, bool]
"""A moving train, and whether it has just rolled. At a contact it may not stop."""


def resolve(rules: Motion, position: Position, move: TrainMove, pushes: tuple[str, ...] = ()) -> list[Run]:
    """Return the possible runs for `move` in this position: a shortest run for each different outcome.

    With `pushes`, return only runs that push these pieces before any others.
    """
    found: dict[Position, Run] = {}
    for ready in _ready_for(rules, position, move.locomotive, move.couples, move.direction):
        if ready[2].ends[-1].space != move.start:
            continue
        for run in rules.runs(position, ready, move.via, move.whole_path, move.to):
            if run.pushes[: len(pushes)] == pushes:
                outcome = rules.roster.canonical(run.after)
                if outcome not in found or run.distance < found[outcome].distance:
                    found[outcome] = run
    return list(found.values())


def describe(rules: Motion, position: Position, run: Run | str) -> Move:
    """Return the shortest move that leads to the outcome of `run` and to no other. If `run` is a string, it is the name of a
    turntable that was turned.

    These forms are tried in order: lists of 0, 1, 2 and 3 via-spaces (with spaces on the path of `run` before any others), then
    the same lists with the direction, and finally the whole path of the head, which is never ambiguous.
    """
    return next(describe_all(rules, position, [run]))


def describe_all(rules: Motion, position: Position, runs: Iterable[Run | str]) -> Iterator[Move]:
    """Yield the result of `describe` for each run or name of a turntable. Paths shared by several runs are followed only once."""
    runs = list(runs)
    ends = frozenset(run.path[-1] for run in runs if isinstance(run, Run))

    @cache
    def graph(locomotive: str, couples: tuple[str, ...], direction: Direction | None) -> _ViaGraph:
        return _ViaGraph(rules, position, [*_ready_for(rules, position, locomotive, couples, direction)], ends)

    for run in runs:
        if isinstance(run, str):
            yield TurntableStep(run)
            continue
        for direction in (None, run.direction):
            via = graph(run.locomotive, run.couples, direction).shortest_via(run)
            if via is not None:
                yield TrainMove(run.locomotive, run.path[0], run.path[-1], run.couples, direction, via)
                break
        else:
            yield replace(_whole(run), direction=run.direction)


def describe_route(rules: Motion, position: Position, run: Run | str) -> Move:
    """Return the shortest move that is replayed as exactly this `run`, with its outcome and its route."""
    if isinstance(run, str):
        return TurntableStep(run)
    own = run_with_ends(rules, position, run)
    short = describe(rules, position, own)
    assert isinstance(short, TrainMove)
    read = resolve(rules, position, short)
    if len(read) == 1 and (read[0].path, read[0].passes, read[0].pushes) == (own.path, own.passes, own.pushes):
        return short
    return replace(_whole(own), direction=own.direction)


def run_with_ends(rules: Motion, position: Position, run: Run) -> Run:
    """Return the same run under rules that may distinguish the two ends of locomotives. It starts from `position`, with a heading
    for each locomotive."""
    for twin in resolve(rules, position, _whole(run)):
        if (twin.path, twin.pushes) == (run.path, run.pushes):
            return twin
    raise ValueError(f"the referee knows no run {_whole(run)} from {position}")


def _whole(run: Run) -> TrainMove:
    """Return the move that names the whole path of a run."""
    return TrainMove(run.locomotive, run.path[0], run.path[-1], run.couples, None, run.passes, True)


def run_between(rules: Motion, position: Position, after: Position, *, shortest: bool = False) -> Run | str:
    """Return the move that leads from `position` to `after` (up to interchangeable pieces): a run, or the turntable to step.

    If there are several, return the one that couples least, and of those the one that rolls least; with `shortest`, these two
    criteria are swapped. Raise `ValueError` if there is none: then a fast search and the referee disagree.
    """
    found = list(rules.runs_to(position, rules.roster.canonical(after)))
    if not found:
        raise ValueError(f"the referee knows no move from {position} to {after}")

    def effort(how: Run | str) -> tuple[int, int, tuple[str, ...]]:
        if isinstance(how, str):
            return 0, 0, (how,)
        first, second = (how.distance, len(how.couples)) if shortest else (len(how.couples), how.distance)
        return first, second, (how.locomotive, how.direction, *how.head_path)

    return min(found, key=effort)


def _ready_for(
    rules: Motion, position: Position, locomotive: str, couples: tuple[str, ...], direction: Direction | None
) -> Iterator[Ready]:
    """Yield the trains of a locomotive with these coupled pieces, in either direction or in the given one."""
    for ready in rules.trains(position):
        if ready[0] == locomotive and direction in (None, ready[1]) and rules.coupled(ready) == couples:
            yield ready


class _ViaGraph:
    """All paths of the trains in `ready`, which have the same locomotive, to given spaces. The graph is shared by all runs that
    begin with these trains.

    Sets of nodes are bit sets. `ahead` lists for each node the nodes that one or more steps lead to. `labels` maps each space to
    the nodes at which the head has just reached it. `stops` maps each space of the locomotive to the nodes where the train may
    stop. `after` returns the nodes that one or more steps lead to from any of some nodes.
    """

    def __init__(self, rules: Motion, position: Position, ready: list[Ready], ends: frozenset[str]) -> None:
        self.rules, self.position, self.ready = rules, position, len(ready)
        is_open = open_courses(rules.plan.joins(position.turntables), {locomotive: ends for locomotive, _, _ in ready})
        self.nodes: list[Node] = [(train, False) for _, _, train in ready]
        number = {node: index for index, node in enumerate(self.nodes)}
        follow: list[int] = []
        for train, _ in self.nodes:  # the list grows on the way
            after = 0
            for node in rules.steps(position, train):
                if node not in number:
                    if not is_open(node[0]):
                        continue
                    number[node] = len(self.nodes)
                    self.nodes.append(node)
                after |= 1 << number[node]
            follow.append(after)
        self.ahead = _closure(follow)
        self.after = cache(partial(_union, self.ahead))
        self.labels = dict.fromkeys(rules.plan.spaces, 0)
        self.stops: dict[str, list[int]] = {}
        for index, (train, rolled) in enumerate(self.nodes):
            if index >= len(ready):
                self.labels[train.ends[-1].space] |= 1 << index
            if rolled and rules.may_stop(train):
                self.stops.setdefault(train.ends[train.leader].space, []).append(index)

    def shortest_via(self, run: Run) -> tuple[str, ...] | None:
        """Return the shortest list of at most `LONGEST_VIA` spaces that selects only the outcome of `run`, or None if there is no
        such list."""
        # The nodes where the locomotive may stop at its destination: those with the wanted outcome, and those with any other.
        canonical, found = self.rules.roster.canonical, [0, 0]
        outcome = canonical(run.after)
        for index in self.stops.get(run.path[-1], ()):
            found[canonical(self.rules.after(self.position, self.nodes[index][0])) != outcome] |= 1 << index
        wanted, others = found
        # Where the head may be once it has passed the whole list (the trains that stand ready have passed nothing).
        begin = (1 << self.ready) - 1
        if not (begin | self.after(begin)) & others:
            return ()
        wanted, others = self._leading_to(wanted), self._leading_to(others)
        useful = [
            (space, label) for space in dict.fromkeys(chain(run.passes, self.labels)) if (label := self.labels[space]) & wanted
        ]
        level: dict[int, tuple[str, ...]] = {begin: ()}
        seen = set(level)
        for _ in range(LONGEST_VIA):
            longer: dict[int, tuple[str, ...]] = {}
            for here, via in level.items():
                after = self.after(here)
                for space, label in useful:
                    there = after & label
                    if there in seen or not there & wanted:
                        continue
                    if not there & others:
                        return (*via, space)
                    seen.add(there)
                    longer[there] = (*via, space)
            level = longer
        return None

    def _leading_to(self, nodes: int) -> int:
        """Return `nodes` and all nodes from which steps lead to one of them."""
        return nodes | sum(1 << index for index, ahead in enumerate(self.ahead) if ahead & nodes)


def _union(sets: list[int], nodes: int) -> int:
    """Return the union of the sets of `nodes`."""
    found = 0
    while nodes:
        lowest = nodes & -nodes
        found |= sets[lowest.bit_length() - 1]
        nodes ^= lowest
    return found


def _closure(follow: list[int]) -> list[int]:
    """Return for each node the nodes that one or more steps lead to."""
    ahead = list(follow)
    grows = True
    while grows:
        grows = False
        for index in reversed(range(len(ahead))):
            found = follow[index] | _union(ahead, follow[index])
            if found != ahead[index]:
                ahead[index], grows = found, True
    return ahead
