"""All positions that can be reached from a position, level by level."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from shunt.cards.flooded import Flood
from shunt.errors import Fault, InputError
from shunt.files.printable import printable
from shunt.files.reading import StrPath
from shunt.rules.position import Position
from shunt.search.core.arrays import FULLEST, Bits, States, blocks, slots_of, with_slots
from shunt.search.core.limits import LimitReached, Limits, limits_or_default, stop_of
from shunt.search.core.table import StateSet, joined
from shunt.search.core.threads import Part
from shunt.search.index.bitsets import BYTES_A_SLOT, DenseSearch
from shunt.search.index.hashed_occupancies import OccupancySearch
from shunt.search.index.perfect import Arrangements, can_index, occupancies_of, permutations_of, why_no_index
from shunt.search.tablebase.checkpoint import ANOTHER, LEAST_SECONDS, Checkpoint, key_of_flood
from shunt.search.trains.codec import Codec
from shunt.search.trains.successors import Neighbours

METHODS = ("indexed", "hashed", "states")


def check_method(method: str | None) -> None:
    """Raise `InputError` for an unknown method."""
    if method not in (None, *METHODS):
        raise InputError("method", f"{printable(method)} is not a method of flooding", f"one of {', '.join(METHODS)}")


def flood_position(
    codec: Codec,
    position: Position,
    limits: Limits | None = None,
    method: str | None = None,
    threads: int | None = None,
    checkpoint: StrPath | None = None,
    checkpoint_every: float = LEAST_SECONDS,
) -> Flood:
    """Flood from one position.

    `method` is "indexed" (bit sets over all arrangements), "hashed" (over the rows of the index that are reached), or "states" (a
    hash set of packed states). The first two use `threads` cores. None chooses the index if its bit sets fit well into the
    allowed memory, otherwise the rows, or the states if the pieces have too many orders or places. An interrupt ends a flood as a
    limit does.

    `checkpoint` is a file that is written after each level, and during a long level every `checkpoint_every` seconds. If the file
    exists, the flood is resumed from it with its method. Raise `InputError` if it belongs to another flood.
    """
    limits = limits_or_default(limits)
    check_method(method)
    file = Checkpoint(checkpoint, key_of_flood(codec.rules, position), checkpoint_every)
    method = _method(codec, limits, method, file)
    if method != "states" and not can_index(codec):
        what = why_no_index(codec)
        raise InputError("method", what, "leave it out, or use states")
    counts, stopped = list[int](), None
    try:
        _flood(codec, position, limits, threads, method, file, counts)
    except (LimitReached, KeyboardInterrupt) as error:
        stopped = stop_of(error)
    return Flood(tuple(counts), stopped is None, limits.seconds, method, stopped, file.fault)


def _method(codec: Codec, limits: Limits, method: str | None, file: Checkpoint) -> str:
    """Return the method that was requested, that of the checkpoint, or the one that suits the allowed memory."""
    if file.head is not None:
        if file.head.method not in METHODS or method not in (None, file.head.method):
            what = f"the checkpoint is of a flood by the method {printable(file.head.method)}"
            raise InputError(Fault("", what, ANOTHER, printable(file.path)))
        return file.head.method
    if method is None:
        if not can_index(codec):
            return "states"
        fits = BYTES_A_SLOT * occupancies_of(codec) * permutations_of(codec) <= limits.bytes_left / 4
        return "indexed" if fits else "hashed"
    return method


class StateSearch:
    """Levels of a breadth-first search as packed states in a hash set."""

    def __init__(self, codec: Codec, starts: Sequence[Position], limits: Limits) -> None:
        self._codec, self._limits = codec, limits
        self._reached = StateSet(limits, words=codec.words)
        self._neighbours = Neighbours(codec, limits)
        self._frontier = self._reached.add(codec.pack_all(starts))
        self.way, self.done = "", list[Part]()

    def step(self, watch: Callable[[], None] = lambda: None) -> int:
        """Expand the frontier; return the number of new states. `watch` is called between batches and may raise an exception."""
        fresh = []
        for batch in self._neighbours.of(self._frontier):
            fresh.append(self._reached.add(batch))
            self._limits.allow_states(len(self._reached))
            watch()
        self._frontier = joined(fresh, self._limits) if fresh else self._frontier[:0]
        return len(self._frontier)

    def kept(self) -> dict[str, Bits]:
        """Return the arrays that a checkpoint must contain after a level."""
        return {"states": self._reached.keys, "frontier": self._frontier}

    def resume(self, kept: Mapping[str, Bits], levels: Sequence[int], way: str, done: Sequence[Part]) -> None:
        """Continue with the arrays of a checkpoint; raise `ValueError` if they are not those of this search and these levels."""
        words = self._codec.words
        if [*kept] != ["states", "frontier"] or any(array.size % words for array in kept.values()) or way or done:
            raise ValueError("other arrays")
        keys, self._frontier = (array if words == 1 else array.reshape(-1, words) for array in kept.values())
        held = keys[(keys if keys.ndim == 1 else keys[:, 0]) != -1]
        if len(held) != sum(levels) or len(self._frontier) != levels[-1] or len(held) > FULLEST * len(keys):
            raise ValueError("other counts")
        if not all(_are_states(self._codec, part) for states in (held, self._frontier) for part in blocks(states)):
            raise ValueError("other states")
        self._reached.keys, self._reached.count = keys, len(held)


def _flood(
    codec: Codec, position: Position, limits: Limits, threads: int | None, method: str, file: Checkpoint, counts: list[int]
) -> None:
    """Append the finished levels to `counts`."""
    head = file.head
    if head is not None:
        counts.extend(head.levels)
        if head.exhausted:
            return
    starts = [] if head is not None else [position]
    search: DenseSearch | OccupancySearch | StateSearch
    if method == "states":
        search = StateSearch(codec, starts, limits)
    else:
        search_by, arrangements = DenseSearch if method == "indexed" else OccupancySearch, Arrangements.of(codec)
        search = search_by(arrangements, map(arrangements.number, starts), limits, threads=threads)
    if head is None:
        counts.append(1)
    else:
        arrays = file.read(head, limits)
        try:
            search.resume(arrays, head.levels, head.way, head.done)
        except ValueError as error:
            what = f"the checkpoint does not fit this flood: {error}"
            raise InputError(Fault("", what, ANOTHER, printable(file.path))) from None

    def watch() -> None:
        limits.allow_states(sum(counts))
        limits.progress("flood", len(counts), sum(counts))

    def watch_level() -> None:
        watch()
        if search.done and file.is_due:
            file.write(method, counts, search.kept(), watch, search.way, search.done)

    while new := search.step(watch_level):
        limits.allow_states(sum(counts) + new)
        counts.append(new)
        file.write(method, counts, search.kept(), watch)
    file.write(method, counts, {}, watch)


def _are_states(codec: Codec, states: States) -> bool:
    """Return whether `states` are arrangements of the pieces: slots and settings must exist on the board, no space is taken
    twice, and no other bit is set."""
    fields = [*zip(codec.shift, codec.width, strict=True), (codec.setting_shift, codec.setting_width)]
    taken = np.sort([codec.spaces(states, seat) for seat in range(len(codec.shift))], axis=0)
    is_free = (taken[-1] < len(codec.rules.plan.spaces)).all() and (np.diff(taken, axis=0) > 0).all()
    again = np.zeros_like(states)
    for field in fields:
        again = with_slots(again, *field, slots_of(states, *field))
    is_setting = (slots_of(states, *fields[-1]) < len(codec.settings.positions)).all()
    return bool(is_free and is_setting and np.array_equal(again, states))
