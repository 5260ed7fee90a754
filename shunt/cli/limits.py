"""Limits of time and memory of a whole command, kept also where its work does not look at them.

A search looks at its limits by itself and answers with what it proved. Everything else of a command (reading, rating, drawing,
workers, writing) is interrupted here: a timer of the system has the time and the memory looked at `TICK` seconds apart, and
raises `LimitInterrupt` in the main thread, which every command survives, since it is a Ctrl-C to it. Where the system has no
such timer, only searches keep their limits.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

from shunt.cli.exit_status import ExitStatus
from shunt.cli.output import note

if TYPE_CHECKING:
    from shunt.cards.stop import Stop

TICK = 0.05  # seconds between two looks at the clock and the memory
GRACE = 0.3  # seconds and share of memory that a search has to stop by itself
ROOM = 1.02
AGAIN = 5.0  # seconds after which a command that goes on is interrupted once more


class LimitGuard:
    """Interrupts the main thread when the time or the memory of a command is used up; `stop` says which, None before that."""

    def __init__(self, seconds: float | None, memory: int | None, searches: bool) -> None:
        self.stop: Stop | None = None
        self._seconds, self._memory = seconds, memory
        self._grace, self._room = (GRACE, ROOM) if searches else (0.0, 1.0)
        from shunt.search.core.clock import compiling

        self._began = time.perf_counter() - compiling.seconds
        self._again = 0.0

    def look(self, *_: object) -> None:
        """Raise `LimitInterrupt` if a limit is reached; the handler of the timer."""
        from shunt.search.core.limits import LimitInterrupt

        if self.stop is None:
            self.stop = self._reached()
        if self.stop is not None and time.perf_counter() > self._again:
            self._again = time.perf_counter() + AGAIN
            raise LimitInterrupt(self.stop)

    def _reached(self) -> Stop | None:
        from shunt.cards.stop import Stop, StopKind
        from shunt.search.core.clock import compiling
        from shunt.search.core.limits import resident_with_workers

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
    """Keep a limit of time and one of memory while the block runs; `searches`: it keeps them by itself most of the time."""
    guard = LimitGuard(seconds, memory, searches)
    is_main = threading.current_thread() is threading.main_thread()
    if seconds is None and memory is None or not is_main or not hasattr(signal, "setitimer"):
        yield guard
        return
    handler = signal.signal(signal.SIGALRM, guard.look)
    timer = signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield guard
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, handler)


def keep_limits(command: Callable[..., Any], received: Collection[str]) -> Callable[..., Any]:
    """Return the command with its options `time_limit` and `max_memory` kept; it keeps those by itself that it has `received`.

    One that was interrupted for a limit ends with the exit status of a limit, and says which.
    """

    @wraps(command)
    def kept(*arguments: Any, time_limit: float | None = None, max_memory: int | None = None, **options: Any) -> Any:
        """Run the command within its limits."""
        own = {"time_limit": time_limit, "max_memory": max_memory}
        with guarded(time_limit, max_memory, bool(received)) as guard:
            try:
                status = command(*arguments, **{name: own[name] for name in received}, **options)
            except KeyboardInterrupt as interrupt:
                if guard.stop is None:
                    raise
                note(f"stopped at the limit of {guard.stop}{_kept(str(interrupt))}")
                return ExitStatus.STOPPED
        if status == ExitStatus.INTERRUPTED and guard.stop is not None:
            note(f"stopped at the limit of {guard.stop}")
            return ExitStatus.STOPPED
        return status

    return kept


def _kept(words: str) -> str:
    """Return what an interrupt says is kept, if it says that: `: WORDS`."""
    _, colon, kept = words.partition("interrupted: ")
    return f": {kept}" if colon else ""
