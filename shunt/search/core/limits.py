"""Limits of a search on time, memory and states. If one is reached, the answer is "unknown" with what is proven, never
"unsolvable"."""

from __future__ import annotations

import re
import time as clock
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from shunt.cards.stop import INTERRUPTED, Stop, StopKind
from shunt.errors import Fault, InputError, ShuntError, number_faults, raise_faults
from shunt.search.core.clock import compiling
from shunt.search.core.machine import free_memory, resident

MOST_WORKERS = 256  # processes, each of which holds some hundred megabytes
DEFAULT_SHARE = 0.75  # of the memory that is free
SOON = 1.0  # seconds before a search without a limit on memory asks what is free: most have ended by then
_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,9})?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)

Progress = Callable[[str, int, int], None]
"""Called with a description of the work and two numbers: the level of a search and its states so far, or the work done and the
total work."""


def no_progress(what: str, level: int, states: int) -> None:
    """Do nothing, which is the default."""


class LimitReached(ShuntError):
    """Raised when a limit is reached. `stop` gives the reason. `Search.run` catches it; tables and graphs raise it to
    the caller."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        super().__init__(str(stop))


class LimitInterrupt(KeyboardInterrupt):
    """Raised in the main thread, at any point, when a limit of a whole command is reached. It is a Ctrl-C with a reason."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        super().__init__()


def stop_of(error: LimitReached | KeyboardInterrupt) -> Stop:
    """Return the reason why a search was stopped by this exception."""
    return error.stop if isinstance(error, LimitReached | LimitInterrupt) else INTERRUPTED


def worker_faults(workers: int) -> list[Fault]:
    """Return the faults of a number of processes. It is checked before any of them is started."""
    if 1 <= workers <= MOST_WORKERS:
        return []
    return [Fault("workers", f"{workers} is not a number of workers", f"give a number from 1 to {MOST_WORKERS}")]


def memory_size(memory: int | str) -> int:
    """Return an amount of memory in bytes. It may be a whole number or a string such as `512M`, `2G`, `1.5GB`.

    Raise `InputError` if it is not an amount, or zero.

    >>> memory_size("2G")
    2000000000
    """
    if isinstance(memory, int) and memory > 0:
        return memory
    match = _SIZE.fullmatch(memory.strip()) if isinstance(memory, str) else None
    size = int(float(match[1]) * 1000 ** " KMGT".index(match[2].upper() or " ")) if match else 0
    if not size:
        raise InputError("memory", f"{memory!r} is not an amount of memory", "write 512M or 2G")
    return size


def limits_or_default(limits: Limits | None, progress: Progress | None = None) -> Limits:
    """Return the limits of a search (by default none), with `progress` if it is given.

    Raise `InputError` if the type is wrong.
    """
    if limits is not None and not isinstance(limits, Limits):
        raise InputError("limits", f"{limits!r} is not a Limits", "give one such as Limits(time=60)")
    limits = limits or Limits()
    return limits if progress is None else replace(limits, progress=progress)


def begun(limits: Limits | None, progress: Progress | None = None) -> Limits:
    """Return the limits of a search whose time starts now; see `limits_or_default`."""
    return replace(limits_or_default(limits, progress), _started=clock.perf_counter(), _compiled=compiling.seconds)


@dataclass(frozen=True)
class Sizes:
    """The sizes at which searches start to use further techniques. With smaller values, small searches use all of them.

    `first_beam`: number of states of a proof, after its next level, from which a beam runs (small cards need none).
    `beam_share`: maximum number of states that a beam keeps, per state of the proof. `large_level`: number of states of a level
    from which it is shared among threads, and compared without being kept. `large_beam_level`: number of states from which a
    level of a beam is shared. `part`: number of states that a thread expands at a time. `without_ceiling`: number of states
    after which a search of sidings starts again under a ceiling; before that, bounds cost more than they save. `tallies`:
    number of states that the referee expands, in about a minute, if no faster search supports the card's metric and neither
    time nor states are limited.
    """

    # Those of beams were set by `benchmarks/anytime.py`, the others by `benchmarks/searches.py`.
    first_beam: int = 600_000
    beam_share: float = 0.08
    large_level: int = 20_000
    large_beam_level: int = 1024
    part: int = 1 << 12
    without_ceiling: int = 2_000_000
    tallies: int = 20_000


@dataclass(kw_only=True)
class Limits:
    """The limits of a search, and functions that are called while it runs. None means no limit.

    `time` is in seconds. `memory` is the memory of the whole process, in bytes or as a string such as "2G". By default it is
    the memory in use plus three quarters of the free memory. `states` is the maximum number of states. The clock starts with
    the search. `progress` is called as the search proceeds. `cancelled` returns whether another thread has asked to interrupt
    the search. `sizes` are for experiments, and change how a search proceeds but not what it proves.

    >>> Limits(time=60, memory="2G").memory
    2000000000
    """

    time: float | None = None
    memory: int | str | None = None
    states: int | None = None
    progress: Progress = field(default=no_progress, repr=False, compare=False)
    cancelled: Callable[[], bool] | None = field(default=None, repr=False, compare=False)
    sizes: Sizes = field(default=Sizes(), repr=False, compare=False)
    _started: float = field(default_factory=clock.perf_counter, repr=False, compare=False)
    _compiled: float = field(default_factory=lambda: compiling.seconds, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.memory is not None:
            self.memory = memory_size(self.memory)
        faults = [] if self.time is None else number_faults("time", self.time, whole=False)
        raise_faults(faults + ([] if self.states is None else number_faults("states", self.states)))

    @property
    def is_bounded(self) -> bool:
        """Whether time or states are limited, so that a search needs no limit of its own."""
        return self.time is not None or self.states is not None

    @property
    def bytes_allowed(self) -> int:
        """Return the maximum memory of the process in bytes. The free memory is looked up at the first call."""
        if self.memory is None:
            self.memory = resident() + int(DEFAULT_SHARE * free_memory())
        return int(self.memory)

    @property
    def bytes_left(self) -> int:
        """Return how much more memory the process may use, in bytes. The number is negative if it already uses too much."""
        return self.bytes_allowed - resident()

    def rest(self) -> Limits:
        """Return limits for the rest of the work, with the remaining time and the same memory and states."""
        return begun(replace(self, time=None if self.time is None else max(0.0, self.time - self.seconds)))

    @property
    def seconds(self) -> float:
        """Wall time since the limits were made or restarted, without the time spent compiling kernels."""
        return clock.perf_counter() - self._started - (compiling.seconds - self._compiled)

    def allow_bytes(self, more: int) -> None:
        """Raise `LimitReached` if the process must not use `more` bytes."""
        if self.bytes_left < more:
            raise LimitReached(Stop(StopKind.MEMORY, self.bytes_allowed))

    def allow_states(self, states: int) -> None:
        """Raise `LimitReached` if the search was cancelled or has reached a limit on states, time or memory."""
        if self.cancelled is not None and self.cancelled():
            raise LimitReached(INTERRUPTED)
        if self.memory is not None or self.seconds > SOON:
            self.allow_bytes(0)
        if self.states is not None and states > self.states:
            raise LimitReached(Stop(StopKind.STATES, self.states))
        if self.time is not None and self.seconds > self.time:
            raise LimitReached(Stop(StopKind.TIME, self.time))

    def allow_budget(self, states: int, budget: int | None) -> None:
        """Raise `LimitReached` if `states` exceeds `budget`, the budget of one search."""
        if budget is not None and states > budget:
            raise LimitReached(Stop(StopKind.BUDGET, budget))
