"""What no yard can do: the fewest moves for each order if cars could stand and meet wherever one likes.

Every yard's moves are moves here too, so these optima are lower bounds for all yards of any size (no return to the source, either
stop rule). What is kept of a position is which cars are in contact. A car has two ends and an end touches at most one car,
so contacts make chains and rings; the cars that have never moved are the end of the queue and a chain that touches nothing
else. A move:

- takes the leading cars of the queue, the cars at either end of a chain, or a whole ring (where contact holds both ends of a
  car, it cannot roll);
- breaks at most the contact behind the cut, and makes at most one, before its head: with an end of another chain, with what it
  was taken from, or with its own last car. Cells have two colours as on a chessboard, a cut's cars stand on both in turn:
  a ring has an even number of cars, and at least four.

The queue that is left never gets a contact: cars roll out of the source and not into it. The exit takes the whole train, from the
queue in its own order, from a chain either way round, from a ring beginning anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import factorial

Cars = tuple[int, ...]
State = tuple[int, frozenset[Cars], frozenset[Cars]]
SMALLEST_RING = 4


@cache
def free_optima(cars: int) -> dict[Cars, int]:
    """Order (lead car first, cars numbered from the lead car of the queue) → moves that every yard needs for it at least."""
    best = {tuple(range(cars)): 1}
    start: State = (0, frozenset(), frozenset())
    seen, level, moves = {start}, [start], 1
    while len(best) < factorial(cars):
        for state in level:
            for order in _exits(state, cars):
                best.setdefault(order, moves)
        after = {new for state in level for new in _moves(state, cars)} - seen
        seen |= after
        level, moves = sorted(after, key=repr), moves + 1
    return dict(sorted(best.items()))


def _exits(state: State, cars: int) -> Iterator[Cars]:
    """The orders in which the whole train can leave; the queue's own is known."""
    gone, chains, rings = state
    if gone == cars and len(chains) + len(rings) == 1:
        for chain in chains:
            yield from (chain, chain[::-1])
        for ring in rings:
            yield from _unrolled(ring)


def _moves(state: State, cars: int) -> Iterator[State]:
    """Every state after one move."""
    for cut, gone, chains, rings in _cuts(state, cars):
        yield gone, chains | {_either_way(cut)}, rings
        if len(cut) >= SMALLEST_RING and len(cut) % 2 == 0:
            yield gone, chains, rings | {min(_unrolled(cut))}
        for chain in chains:
            for ahead in (chain, chain[::-1]):
                yield gone, chains - {chain} | {_either_way(ahead + cut)}, rings


def _cuts(state: State, cars: int) -> Iterator[tuple[Cars, int, frozenset[Cars], frozenset[Cars]]]:
    """Every cut that can roll, its leading car first, and what is left: cars gone from the queue, chains, rings."""
    gone, chains, rings = state
    for end in range(gone + 1, cars + 1):
        yield tuple(range(gone, end)), end, chains, rings
    for chain in chains:
        for way in {chain, chain[::-1]}:
            for length in range(1, len(way) + 1):
                rest = {_either_way(way[length:])} if way[length:] else set()
                yield way[:length], gone, chains - {chain} | rest, rings
    for ring in rings:
        for cut in _unrolled(ring):
            yield cut, gone, chains, rings - {ring}


def _either_way(chain: Cars) -> Cars:
    return min(chain, chain[::-1])


def _unrolled(ring: Cars) -> list[Cars]:
    """A ring as rows of cars: beginning at every car, in both directions."""
    return [way[first:] + way[:first] for way in (ring, ring[::-1]) for first in range(len(ring))]
