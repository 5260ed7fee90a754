"""What compiling costs: processor time of every kernel that a command compiles in an empty cache, the dear ones first.

`python benchmarks/kernels.py [--most N] COMMAND …` runs a command of `shunt` in this process. The time of a kernel is without
that of the kernels that it calls, which have lines of their own.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


class CompileTimes:
    """Listens to numba; `seconds` and `times` by kernel, each without what was compiled inside it."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.times: Counter[str] = Counter()
        self._open: list[list[float]] = []

    def notify(self, event: Any) -> None:
        """Note the begin or the end of a compilation."""
        if event.is_start:
            self._open.append([time.process_time(), 0.0])
            return
        begun, inner = self._open.pop()
        took = time.process_time() - begun
        function = event.data["dispatcher"].py_func
        name = f"{function.__module__.removeprefix('shunt.')}.{function.__name__}"
        self.seconds[name] += took - inner
        self.times[name] += 1
        if self._open:
            self._open[-1][1] += took

    def table(self, most: int) -> list[str]:
        """Return the lines of the table: the sum, then the kernels that cost most."""
        rows = sorted(self.seconds.items(), key=lambda row: -row[1])
        lines = [f"{sum(self.seconds.values()):7.2f} s  {sum(self.times.values()):4} compiled in all"]
        return lines + [f"{seconds:7.2f} s  {self.times[name]:4} {name}" for name, seconds in rows[:most]]


def main() -> None:
    """Run a command and print what it compiled."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--most", type=int, default=25, metavar="N", help="lines of the table")
    options.add_argument("command", nargs=argparse.REMAINDER)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
        os.environ["SHUNT_CACHE_DIR"] = cache
        from numba.core import event
        from numba.core.event import register

        from shunt.cli import main as command

        times = CompileTimes()

        class Listener(event.Listener):  # type: ignore[misc]
            """Passes events on."""

            def on_start(self, event: object) -> None:
                """Pass the begin on."""
                times.notify(event)

            def on_end(self, event: object) -> None:
                """Pass the end on."""
                times.notify(event)

        register("numba:compile", Listener())
        with suppress(SystemExit):
            command(given.command)
    print("\n".join(times.table(given.most)))


if __name__ == "__main__":
    main()
