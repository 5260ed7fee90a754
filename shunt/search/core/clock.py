"""The time that this process has spent compiling kernels, which is not charged to any search.

It is separate from `jit.py`, so that limits can be made without loading the compiler.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class CompileClock:
    """A clock that runs while kernels are compiled. Starts are counted, because a kernel's callees are compiled during its own
    compilation.

    `seconds` is the compile time so far. `notice` is called once, when a compilation begins next.
    """

    seconds: float = 0.0
    notice: Callable[[], None] | None = None
    _depth: int = 0
    _started: float = 0.0

    def start(self) -> None:
        """Note that compiling begins."""
        self._depth += 1
        if self._depth == 1:
            self._started = time.perf_counter()
        if self.notice is not None:
            notice, self.notice = self.notice, None
            notice()

    def stop(self) -> None:
        """Note that compiling has ended. Only the outermost end stops the clock."""
        self._depth -= 1
        if self._depth == 0:
            self.seconds += time.perf_counter() - self._started

    @property
    def is_running(self) -> bool:
        """Return whether a kernel is being compiled now."""
        return self._depth > 0


compiling = CompileClock()


@dataclass
class Remarks:
    """Remarks for the user from code below the command line, each shown once. Remarks made before there is a listener are
    kept."""

    _made: dict[str, None] = field(default_factory=dict)
    _listener: Callable[[str], None] | None = None

    def remark(self, text: str) -> None:
        """Make a remark, unless it was made before."""
        if text not in self._made:
            self._made[text] = None
            if self._listener is not None:
                self._listener(text)

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call `listener` with every remark, including those made so far."""
        self._listener = listener
        for text in self._made:
            listener(text)


cache_remarks = Remarks()
