"""Everything reachable from a position, level by level."""

from __future__ import annotations

from collections.abc import Iterator

from shunt.cards.solution import Flood
from shunt.errors import InputError
from shunt.rules.position import Position
from shunt.search.core.limits import LimitReached, Limits, Progress, limits_or_default, no_progress, stop_of
from shunt.search.index.bitsets import BYTES_A_SLOT, DenseSearch
from shunt.search.index.hashed_occupancies import OccupancySearch
from shunt.search.index.perfect import Arrangements, can_index, occupancies_of, permutations_of
from shunt.search.trains.codec import Codec
from shunt.search.trains.successors import Neighbours, StateSet, joined

METHODS = ("indexed", "hashed", "states")


def flood_position(
    codec: Codec,
    position: Position,
    limits: Limits | None = None,
    progress: Progress = no_progress,
    method: str | None = None,
    threads: int | None = None,
) -> Flood:
    """Flood from one position.

    `method`: "indexed" (bit sets over all arrangements), "hashed" (over the rows of the index that are reached; both on
    `threads` cores) or "states" (a hash set of packed states); None takes the index wherever its bit sets fit well into the
    memory allowed, else the rows, or the states where the pieces have too many orders or places. An interrupt ends a flood as
    a limit does.
    """
    limits = limits_or_default(limits)
    if method not in (None, *METHODS):
        raise InputError(f"there is no way to flood called {method!r}; known: {', '.join(METHODS)}")
    if method is None:
        method = "states" if not can_index(codec) else "indexed" if _index_fits(codec, limits) else "hashed"
    if method != "states" and not can_index(codec):
        raise InputError("the pieces of this card stand in too many orders or places for an index or its rows; use states")
    counts: list[int] = []
    try:
        levels = (
            _state_levels(codec, position, limits, progress)
            if method == "states"
            else _row_levels(codec, position, limits, progress, DenseSearch if method == "indexed" else OccupancySearch, threads)
        )
        for level in levels:
            counts.append(level)
    except (LimitReached, KeyboardInterrupt) as error:
        return Flood(tuple(counts), False, limits.seconds, method, stop_of(error))
    return Flood(tuple(counts), True, limits.seconds, method)


def _index_fits(codec: Codec, limits: Limits) -> bool:
    """Return whether the bit sets of an index take at most a quarter of the memory that is left."""
    return BYTES_A_SLOT * occupancies_of(codec) * permutations_of(codec) <= limits.bytes_left / 4


def _row_levels(
    codec: Codec,
    position: Position,
    limits: Limits,
    progress: Progress,
    search_by: type[DenseSearch] | type[OccupancySearch],
    threads: int | None,
) -> Iterator[int]:
    arrangements = Arrangements.of(codec)
    search = search_by(arrangements, [arrangements.number(position)], limits, threads=threads)
    levels = [1]

    def watch() -> None:
        limits.allow_states(sum(levels))
        progress("flood", len(levels), sum(levels))

    while levels[-1]:
        yield levels[-1]
        levels.append(search.step(watch))
        watch()


def _state_levels(codec: Codec, position: Position, limits: Limits, progress: Progress) -> Iterator[int]:
    reached = StateSet(limits, words=codec.words)
    neighbours = Neighbours(codec, limits)
    frontier = reached.add(codec.states([codec.pack(position)]))
    level = 1
    while len(frontier):
        yield len(frontier)
        fresh = []
        for batch in neighbours.of(frontier):
            fresh.append(reached.add(batch))
            limits.allow_states(len(reached))
            progress("flood", level, len(reached))
        frontier = joined(fresh, limits) if fresh else frontier[:0]
        level += 1
