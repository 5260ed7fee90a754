"""Limits of a search: memory, states, time. Reaching one gives "unknown" with what is proven, never "unsolvable"."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from shunt.search.core.jit import compile_seconds

DEFAULT_SHARE = 0.75  # of the memory that is free


Progress = Callable[[str, int, int], None]
"""Called with what is being done, the level and the number of states so far."""


def no_progress(what: str, level: int, states: int) -> None:
    """Say nothing."""


class LimitReached(Exception):
    """A search stopped at a limit; `which` says at which. Caught inside `search`, never shown as an error."""

    def __init__(self, which: str) -> None:
        self.which = which
        super().__init__(which)


_PROCESS = psutil.Process()


def resident() -> int:
    """Bytes of memory that this process holds now."""
    return int(_PROCESS.memory_info().rss)


def _amount(size: int) -> str:
    """Bytes in words, in the largest unit of which there is one."""
    for unit, words in ((1_000_000, "MB"), (1_000, "KB")):
        if size >= unit:
            return f"{size / unit:,.0f} {words}"
    return f"{size} bytes"


def free_memory() -> int:
    """Bytes that this process could still take: of the machine, and of each control group around it that limits it."""
    free = int(psutil.virtual_memory().available)
    for folder, limit, used in _control_groups():
        try:
            allowed, taken = (folder / limit).read_text().strip(), (folder / used).read_text().strip()
        except OSError:
            continue
        if allowed.isdigit():
            free = min(free, int(allowed) - int(taken))
    return max(0, free)


def _control_groups(
    root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")
) -> Iterator[tuple[Path, str, str]]:
    """Folders of the control groups that this process is in, with the names of their limit and usage (versions 2 and 1)."""
    try:
        lines = own.read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if controllers in ("", "memory"):
            names = ("memory.max", "memory.current") if not controllers else ("memory.limit_in_bytes", "memory.usage_in_bytes")
            base = root if not controllers else root / "memory"
            inner = base / path.lstrip("/")
            yield from ((folder, *names) for folder in (inner, *inner.parents) if folder == base or base in folder.parents)


@dataclass
class Limits:
    """What a search may use. `max_memory` is of the whole process, in bytes; `time_limit` in seconds; None = no limit.

    The default for memory is what the process holds plus three quarters of what is free.
    """

    max_memory: int | None = None
    max_states: int | None = None
    time_limit: float | None = None
    started: float = field(default_factory=time.perf_counter)
    compiled: float = field(default_factory=compile_seconds)

    def __post_init__(self) -> None:
        if self.max_memory is None:
            self.max_memory = resident() + int(DEFAULT_SHARE * free_memory())

    def restart(self) -> None:
        """Count time from now on."""
        self.started, self.compiled = time.perf_counter(), compile_seconds()

    @property
    def seconds(self) -> float:
        """Wall time since the limits were made or restarted, without the time spent compiling kernels."""
        return time.perf_counter() - self.started - (compile_seconds() - self.compiled)

    def allow_bytes(self, more: int) -> None:
        """Raise `LimitReached` if the process may not take so many bytes more."""
        if self.max_memory is not None and resident() + more > self.max_memory:
            raise LimitReached(f"memory ({_amount(self.max_memory)})")

    def allow_states(self, states: int) -> None:
        """Raise `LimitReached` if so many states are too many, the process has grown too large, or the time is up."""
        self.allow_bytes(0)
        if self.max_states is not None and states > self.max_states:
            raise LimitReached(f"states ({self.max_states:,})")
        if self.time_limit is not None and self.seconds > self.time_limit:
            raise LimitReached(f"time ({self.time_limit:g} s)")

    def allow_budget(self, states: int, budget: int | None) -> None:
        """Raise `LimitReached` if so many states are more than a budget of one search."""
        if budget is not None and states > budget:
            raise LimitReached(f"budget ({budget:,} states)")
