"""Limits on the time and memory of a whole command, which also apply to work that does not check them.

A search checks its limits itself and returns what it has proved. All other work of a command (reading, rating, drawing, workers,
writing) is interrupted here. A system timer has the time and the memory checked every `TICK` seconds, and raises `LimitInterrupt`
in the main thread. Every command handles it like Ctrl-C. At a place where the exception would break the interpreter or the
compiler (`interrupts.py`), it is raised at a later check. On systems without such a timer, limits apply only to searches.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType

from shunt.cards.stop import Stop, StopKind
from shunt.search.core.clock import compiling
from shunt.search.core.interrupts import interrupts, is_safe
from shunt.search.core.limits import LimitInterrupt
from shunt.search.core.machine import PAGE_BYTES, resident

TICK = 0.05  # seconds between two looks at the clock and the memory
GRACE = 0.8  # seconds and share of memory that a search has to stop by itself
ROOM = 1.02
AGAIN = 5.0  # seconds after which a command that continues is interrupted once more


class LimitGuard:
    """Interrupts the main thread when the time or the memory of a command is used up. `stop` names the limit."""

    def __init__(self, seconds: float | None, memory: int | None, searches: bool) -> None:
        self.stop: Stop | None = None
        self._seconds, self._memory = seconds, memory
        self._grace, self._room = (GRACE, ROOM) if searches else (0.0, 1.0)
        self._began = time.perf_counter() - compiling.seconds
        self._again = 0.0

    def look(self, number: int, frame: FrameType | None) -> None:
        """Raise `LimitInterrupt` if a limit is reached and raising is safe. This is the handler of the timer."""
        if not is_safe(frame):
            return
        if self.stop is None:
            self.stop = self._reached()
        if self.stop is not None and (interrupts.is_lost or time.perf_counter() > self._again):
            self._again = time.perf_counter() + AGAIN
            interrupts.throw(partial(LimitInterrupt, self.stop), frame)

    def _reached(self) -> Stop | None:
        if compiling.is_running:
            return None
        spent = time.perf_counter() - self._began - compiling.seconds
        if self._seconds is not None and spent > self._seconds + self._grace:
            return Stop(StopKind.TIME, self._seconds)
        if self._memory is not None and resident_with_workers() > self._room * self._memory:
            return Stop(StopKind.MEMORY, self._memory)
        return None


@contextmanager
def guarded(seconds: float | None, memory: int | None, searches: bool = False) -> Iterator[LimitGuard]:
    """Enforce a limit on time and one on memory while the block runs. With `searches`, the block mostly checks them itself."""
    guard = LimitGuard(seconds, memory, searches)
    is_main = threading.current_thread() is threading.main_thread()
    if seconds is None and memory is None or not is_main or not hasattr(signal, "setitimer"):
        yield guard
        return
    with interrupts:
        handler = signal.signal(signal.SIGALRM, guard.look)
        timer = signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        try:
            yield guard
        finally:
            signal.setitimer(signal.ITIMER_REAL, *timer)
            signal.signal(signal.SIGALRM, handler)


def resident_with_workers() -> int:
    """Return the number of bytes of memory that this process and the processes it started use now (if not on Linux, only this
    process)."""
    held = resident()
    for children in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError, ValueError):  # a thread or a process that has ended meanwhile
            for child in children.read_text("ascii").split():
                held += int(Path("/proc", child, "statm").read_bytes().split()[1]) * PAGE_BYTES
    return held
