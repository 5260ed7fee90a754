"""Lower bounds of all yards: the fewest moves for each order if cars could stand and meet anywhere.

Every yard's moves are moves here too, so these optima are lower bounds for all yards of any size (no return to the source).
A position is reduced to the contacts of its cars. A car has two ends and an end touches at most one car, so contacts make
chains and rings; the cars that have never moved are the end of the queue and touch nothing else. A move:

- takes the leading cars of the queue, the cars at either end of a chain, or a whole ring (where both ends of a car are in
  contact, it cannot roll);
- breaks at most the contact behind the cut, and makes at most one, before its head: with an end of a chain, also of the one it
  was taken from, or with its own last car. Cells have two colours as on a chessboard, and a cut's cars stand on both in turn:
  a ring has an even number of cars, and at least four.

The rest of the queue never gets a contact: cars roll out of the source and not into it. The exit takes the whole train, from the
queue in its own order, from a chain with either end first, from a ring beginning anywhere.

Under `farthest` there are no rings, for a cut whose head is at its own tail rolls on. And the first move, with no other car in
the yard, leaves its head

- at a buffer (DEAD: nothing can touch this end, and it cannot lead), or, if it is not the whole train, which would leave, at the
  SINK (the same, but it can lead the whole train out),
- before the source (MOUTH: it cannot lead, and only cars from the queue can touch it, and go nowhere else; they then stand in the
  source, the first of them right at the yard),
- or blocked by a car of its own across its path: an odd number of places behind it, at least three, and not the last, which would
  make way. This end can be touched, and can lead, when that car has moved; before, it can lead a cut whose last car that is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import factorial

from shunt.hump.rules import Stop

FREE, DEAD, SINK, MOUTH, SHUT, QUEUED = 0, -1, -2, -3, -4, -10
"""The state of the end of a chain. SHUT: within the source, it can lead and not be touched. QUEUED less the number of a car: the
last in the source, where this car is the first; it cannot lead, and only cars from the queue can touch it. Above zero: blocked by
this car."""

SMALLEST_RING = 4

Cars = tuple[int, ...]
Chain = tuple[Cars, tuple[int, int]]
State = tuple[int, frozenset[Chain], frozenset[Cars]]


@cache
def free_optima(cars: int, stop: Stop = "farthest") -> dict[Cars, int]:
    """Map every order (lead car first, cars numbered from the lead car of the queue) to the least moves in any yard."""
    best = {tuple(range(cars)): 1}
    level, moves = set(_first_moves(cars, stop)), 2
    seen = set(level)
    while level and len(best) < factorial(cars):
        for state in level:
            for order in _exits(state, cars):
                best.setdefault(order, moves)
        level = {new for state in level for new in _moves(state, cars, stop)} - seen
        seen |= level
        moves += 1
    return dict(sorted(best.items()))


def _first_moves(cars: int, stop: Stop) -> Iterator[State]:
    """Yield every state after the first move, without the exit."""
    if stop == "any":
        yield from _moves((0, frozenset(), frozenset()), cars, stop)
        return
    for length in range(1, cars + 1):
        for head in (SINK if length < cars else DEAD, MOUTH, *range(3, length - 1, 2)):
            yield length, frozenset([_normal(tuple(range(length)), head)]), frozenset()


def _exits(state: State, cars: int) -> Iterator[Cars]:
    """Yield the orders in which the whole train can leave; the queue's own is known."""
    gone, chains, rings = state
    if gone == cars and len(chains) + len(rings) == 1:
        for chain in chains:
            yield from (order for order, (head, _) in _directions(chain) if head in (FREE, SINK, SHUT))
        for ring in rings:
            yield from _unrolled(ring)


def _moves(state: State, cars: int, stop: Stop) -> Iterator[State]:
    """Yield every state after one move; under `farthest`, this move is not the first one."""
    for cut, gone, chains, rings in _cuts(state, cars):
        # A chain before the source or in it is in the way: the queue can only come up to it.
        before = [chain for chain in chains if any(end == MOUTH or end <= QUEUED for end in chain[1])]
        if gone > state[0] and before:
            for ahead, (first, last) in _directions(before[0]):
                if last == MOUTH or last <= QUEUED:
                    rear = QUEUED - cut[0] if last == MOUTH else last
                    yield gone, chains - {before[0]} | {_normal(ahead + cut, first, rear)}, rings
            continue
        yield gone, chains | {_normal(cut)}, rings
        if stop == "any" and len(cut) >= SMALLEST_RING and len(cut) % 2 == 0:
            yield gone, chains, rings | {min(_unrolled(cut))}
        for chain in chains:
            for ahead, (first, last) in _directions(chain):
                if last == FREE:
                    yield gone, chains - {chain} | {_normal(ahead + cut, first)}, rings


def _cuts(state: State, cars: int) -> Iterator[tuple[Cars, int, frozenset[Chain], frozenset[Cars]]]:
    """Yield every cut that can roll, its leading car first, and the rest: cars gone from the queue, chains, rings."""
    gone, chains, rings = state
    for end in range(gone + 1, cars + 1):
        yield tuple(range(gone, end)), end, chains, rings
    for chain in chains:
        for row, (head, last) in _directions(chain):
            for length in _lengths(row, head):
                cut, rest = row[:length], row[length:]
                front = SHUT if last <= QUEUED and QUEUED - last in cut else FREE
                kept = {_normal(rest, front, FREE if last in cut and last > 0 else last)} if rest else set()
                yield cut, gone, chains - {chain} | kept, rings
    for ring in rings:
        for cut in _unrolled(ring):
            yield cut, gone, chains, rings - {ring}


def _lengths(row: Cars, head: int) -> range:
    """Return the possible lengths of a cut from this end; a car that blocks it is its last and moves too."""
    if head > 0:
        return range(row.index(head) + 1, row.index(head) + 2)
    return range(1, len(row) + 1) if head in (FREE, SHUT) else range(0)


def _normal(cars: Cars, first: int = FREE, last: int = FREE) -> Chain:
    return min((cars, (first, last)), (cars[::-1], (last, first)))


def _directions(chain: Chain) -> list[Chain]:
    """Return a chain from both its ends, each with the states of its first and last end."""
    cars, (first, last) = chain
    return [(cars, (first, last)), (cars[::-1], (last, first))]


def _unrolled(ring: Cars) -> list[Cars]:
    """Return a ring as rows of cars: beginning at every car, in both directions."""
    return [row[first:] + row[:first] for row in (ring, ring[::-1]) for first in range(len(ring))]
