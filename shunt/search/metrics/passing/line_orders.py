"""Two trains that pass on a line with a stub for one piece: the fewest runs or reversals, whatever the length of the line.

Published puzzles of this kind (Loyd's Primitive Railroading, Dudeney's Railway shunting) do not say how long their lines are.
Here a state is only the *order* of the pieces: those left of the points and those right of them, each from the points
outwards, and the one in the stub. Gaps are left out: pieces that lie next to each other in the order may always be
coupled, and what lies farther out never has to be pushed. So every move on a line of any length is a move of orders, or changes
no order at all, and the fewest counted here is a lower bound on all of them; a solution of a card that counts no more is optimal
for its own lengths and for every other.

Orders are written with a letter a piece; cars that stand for each other share one. Directions are `l` and `r`.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Literal, NamedTuple

Metric = Literal["runs", "reversals"]


class Orders(NamedTuple):
    """Left of the points (from them outwards), in the stub (at most one piece), right of them (from them outwards)."""

    left: str
    stub: str
    right: str


class Change(NamedTuple):
    """A move that changes the orders: who runs, in which direction, the result, and every piece that moves with it."""

    locomotive: str
    direction: str
    after: Orders
    moved: str


@dataclass(frozen=True)
class StubLine:
    """A line with a stub, and how its trains may be worked.

    `stub_joins`: `l` where the stub is entered from the left line (running to the right), `r` for the other side. `facing`:
    the direction that every locomotive faces, empty where locomotives couple at both ends; facing ones pull only behind them.
    Readings that the published texts leave open, all off as under the rulesets: `no_front` – nothing is ever coupled to
    the front of a locomotive, not even in a train that another one draws; `apart` – no locomotive moves another one; `carried`
    – a locomotive that another one moves is reversed by that as well.
    """

    stub_joins: Literal["l", "r"]
    locomotives: str
    facing: Mapping[str, str] = field(default_factory=dict)
    no_front: bool = False
    apart: bool = False
    carried: bool = False

    def changes(self, orders: Orders) -> Iterator[Change]:
        """Yield every move that changes the orders."""
        for locomotive in self.locomotives:
            for change in self._changes_by(orders, locomotive):
                if not self.apart or not set(self.locomotives) & set(change.moved) - {locomotive}:
                    yield change

    def _changes_by(self, orders: Orders, locomotive: str) -> Iterator[Change]:
        if orders.stub == locomotive:
            side = self.stub_joins
            own, other = _sides(orders, side)
            yield Change(locomotive, side, _orders(side, locomotive + own, "", other), locomotive)
        for side in ("l", "r"):
            own, other = _sides(orders, side)
            if locomotive in own:
                yield from self._outwards(orders.stub, side, own, other, locomotive)
                yield from self._inwards(orders.stub, side, own, other, locomotive)

    def _outwards(self, stub: str, side: str, own: str, other: str, locomotive: str) -> Iterator[Change]:
        """Away from the points: what is coupled behind comes over them, out of the other line or out of the stub."""
        inner = own[: own.index(locomotive)]
        if not self._pulls(locomotive, side):
            return
        may = self._couples(inner[::-1] + other, side) - len(inner)
        for drawn in range(1, may + 1):
            after = _orders(side, other[:drawn][::-1] + own, stub, other[drawn:])
            yield Change(locomotive, side, after, other[:drawn] + inner + locomotive)
        if stub and side == self.stub_joins and self._couples(inner[::-1] + stub, side) > len(inner):
            yield Change(locomotive, side, _orders(side, stub + own, "", other), stub + inner + locomotive)

    def _inwards(self, stub: str, side: str, own: str, other: str, locomotive: str) -> Iterator[Change]:
        """Towards the points: pieces before the locomotive are pushed over them, then it follows with the pieces it draws."""
        place, direction = own.index(locomotive), _opposite(side)
        drawn = self._couples(own[place + 1 :], direction) if self._pulls(locomotive, direction) else 0
        for over in range(1, place + 2 + drawn):
            after = _orders(side, own[over:], stub, own[:over][::-1] + other)
            yield Change(locomotive, direction, after, own[: max(over, place + 1)])
        if not stub and side == self.stub_joins:
            yield Change(locomotive, direction, _orders(side, own[1:], own[0], other), own[: place + 1])

    def _pulls(self, locomotive: str, direction: str) -> bool:
        return self.facing.get(locomotive, direction) == direction

    def _couples(self, chain: str, direction: str) -> int:
        """Return how many of `chain`, nearest first, can be drawn in `direction`."""
        for place, piece in enumerate(chain if self.no_front else ""):
            if piece in self.locomotives:
                return place if self.facing[piece] == direction else place + 1
        return len(chain)


@dataclass(frozen=True)
class Fewest:
    """The fewest that changes of order count; None if the goal cannot be reached. `path`: the orders from start to goal."""

    count: int | None
    states: int
    path: tuple[Orders, ...]


def fewest(line: StubLine, start: Orders, goal: Orders, metric: Metric) -> Fewest:
    """Return the fewest, by Dijkstra's search over orders and what the metric remembers; among equals the fewest changes."""
    number = count()
    begun = (start, (None,) * len(line.locomotives))
    best: dict[object, tuple[int, int]] = {begun: (0, 0)}
    parent: dict[object, object] = {}
    todo: list[tuple[tuple[int, int], int, tuple[Orders, tuple[str | None, ...]]]] = [((0, 0), next(number), begun)]
    done = set()
    while todo:
        total, _, current = heapq.heappop(todo)
        if current in done:
            continue
        done.add(current)
        if current[0] == goal:
            return Fewest(total[0], len(done), _path(parent, current))
        for change in line.changes(current[0]):
            added, senses = _count(line, change, current[1], metric)
            after, cost = (change.after, senses), (total[0] + added, total[1] + 1)
            if after not in best or cost < best[after]:
                best[after], parent[after] = cost, current
                heapq.heappush(todo, (cost, next(number), after))
    return Fewest(None, len(done), ())


def _count(line: StubLine, change: Change, senses: tuple[str | None, ...], metric: Metric) -> tuple[int, tuple[str | None, ...]]:
    """Return what a change adds, and the senses after it: of every locomotive, or under `runs` of the one that is on a run."""
    seats = [line.locomotives.index(change.locomotive)]
    if metric == "runs":
        now = tuple(change.direction if seat == seats[0] else None for seat in range(len(senses)))
        return int(now != senses), now
    if line.carried:
        seats = [seat for seat, name in enumerate(line.locomotives) if name in change.moved]
    senses_after = list(senses)
    for seat in seats:
        senses_after[seat] = change.direction
    return sum(senses[seat] not in (None, change.direction) for seat in seats), tuple(senses_after)


def _path(parent: dict[object, object], last: object) -> tuple[Orders, ...]:
    path = []
    current: object | None = last
    while current is not None:
        path.append(current[0])  # type: ignore[index]
        current = parent.get(current)
    return tuple(path[::-1])


def _sides(orders: Orders, side: str) -> tuple[str, str]:
    """Return the line on `side` of the points, and the other one."""
    return (orders.left, orders.right) if side == "l" else (orders.right, orders.left)


def _orders(side: str, own: str, stub: str, other: str) -> Orders:
    return Orders(own, stub, other) if side == "l" else Orders(other, stub, own)


def _opposite(side: str) -> str:
    return "r" if side == "l" else "l"
