"""How long this process has compiled kernels: time that no search is charged with.

Kept apart from `jit.py`, so that limits can be made without loading the compiler.
"""

from __future__ import annotations

import time
from collections.abc import Callable


class CompileClock:
    """A clock that runs while kernels are compiled; what a kernel calls is compiled inside, so starts are counted."""

    def __init__(self) -> None:
        self._notice: Callable[[], None] | None = None
        self._seconds = 0.0
        self._depth = 0
        self._started = 0.0

    def start(self) -> None:
        """Note that compiling begins."""
        self._depth += 1
        if self._depth == 1:
            self._started = time.perf_counter()
        if self._notice is not None:
            notice, self._notice = self._notice, None
            notice()

    def stop(self) -> None:
        """Note that compiling has ended; the outermost end is the one that counts."""
        self._depth -= 1
        if self._depth == 0:
            self._seconds += time.perf_counter() - self._started

    def on_first_start(self, notice: Callable[[], None]) -> None:
        """Call `notice` when compiling next begins (at most once)."""
        self._notice = notice

    @property
    def is_running(self) -> bool:
        """Return whether a kernel is being compiled now."""
        return self._depth > 0

    @property
    def seconds(self) -> float:
        """How long kernels have been compiled so far."""
        return self._seconds


compiling = CompileClock()


class Remarks:
    """Remarks for the user from below the command line, each once; those made before anybody listens are kept."""

    def __init__(self) -> None:
        self._made: dict[str, None] = {}
        self._listener: Callable[[str], None] | None = None

    def remark(self, text: str) -> None:
        """Make a remark, unless it was made before."""
        if text not in self._made:
            self._made[text] = None
            if self._listener is not None:
                self._listener(text)

    def listen(self, listener: Callable[[str], None]) -> None:
        """Have `listener` called with every remark, those made so far included."""
        self._listener = listener
        for text in self._made:
            listener(text)


cache_remarks = Remarks()
