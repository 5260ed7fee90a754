"""The grid of limits: commands that work for long × the three limits, seen from outside.

As a program: `python -m tests.cli.limits_grid [COMMAND…]` runs each in a process of its own and prints the largest memory that
the kernel saw against the limit, the seconds of the CPU's time that it used after its time was up, and the exit status. The CPU's
time means the same on a busy machine. Compiling kernels is not counted.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from shunt.cli.exit_status import ExitStatus
from tests.cli.running import environment

SECONDS, MEMORY = 1.0, 180_000_000
LATEST = 20.0 * (os.cpu_count() or 1)  # seconds of the CPU's time, of all threads: more beyond its limit and it is not kept
WATCHED = "--watched"
SHARE = 1.25  # of a limit of memory: what holds more does not keep it, however rarely a slow machine looks

LONG: Mapping[str, str] = {
    "solve": "solve inglenook-644",
    "solutions": "solutions inglenook-644",
    "flood": "flood inglenook-644",
    "rate": "rate inglenook-644",
    "hint": "hint inglenook-644",
    "tablebase build": "tablebase build night-shift -o new.table",
    "inglenook": "inglenook --yard 6-4-4 --headshunt 4",
    "timesaver": "timesaver 9/0@1@5@16@18 --distribution",
    "bid advise": "bid table two-storeys --cars 7",
    "make yard": "make yard --tiles 6 --cars 5 --steps 100000",
    "make cards": "make cards alphabet-26 -n 500 --cars 3 -o made",
    "make boards": "make boards --tries 100000 -o made",
    "make catalogue": "make catalogue wye-18 -n 100000 -o new.sqlite",
    "make pack": "make pack --count 40 --board wye-18 -o made",
    "daily": "daily --date 2026-11-29",
    "tiles simulate": "tiles simulate --games 1000000 --workers 1 --bots random,random",
    "page": "page first-forty -o new.html",
    "site": "site first-forty box-forty -o made",
    "print": "print first-forty -o new.pdf",
    "animate": "animate inglenook-644 -o new.gif",
}
"""Commands that do not end by themselves within the limits; `@` is a space within a word."""


@dataclass(frozen=True)
class Ended:
    """How a command ended: its status, the CPU's seconds after its time was up, bytes of memory at its peak, what it printed."""

    status: int
    late: float
    peak: int
    said: str


def run(words: str, *more: str) -> Ended:
    """Run a command in a process of its own, in an empty folder."""
    command = [sys.executable, "-m", "tests.cli.limits_grid", WATCHED, *(word.replace("@", " ") for word in words.split()), *more]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as said:
        note = Path(folder, "note")
        process = subprocess.Popen(
            command, cwd=folder, env=environment(GRID_NOTE=str(note)), stdin=subprocess.DEVNULL, stdout=said, stderr=said
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        at_limit = float(note.read_text()) if note.exists() else math.inf
        peak = int(note.with_suffix(".peak").read_text())
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    late = max(0.0, usage.ru_utime + usage.ru_stime - at_limit)
    return Ended(process.returncode, late, peak, text)


def watched(words: list[str]) -> None:
    """Run a command in this process; note how much of the CPU's time it had used when its time was up."""
    from shunt.cli import main as command
    from shunt.search.core import limit_guard
    from shunt.search.core.clock import compiling

    class Watched(limit_guard.LimitGuard):
        """A guard that looks at the CPU's time too."""

        def look(self, number: int, frame: FrameType | None) -> None:
            """Note the CPU's time until the limit is reached."""
            spent = time.perf_counter() - self._began - compiling.seconds
            if self._seconds is not None and spent <= self._seconds and not compiling.is_running:
                note = Path(os.environ["GRID_NOTE"])
                with suppress(OSError):  # one look may interrupt another
                    note.with_suffix(".new").write_text(str(time.process_time()))
                    note.with_suffix(".new").replace(note)
            super().look(number, frame)

    limit_guard.LimitGuard = Watched  # type: ignore[misc]
    try:
        command(words)
    finally:
        # Not what `wait4` says, which is at least what the process that started this one held.
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
        peak = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
        Path(os.environ["GRID_NOTE"]).with_suffix(".peak").write_text(str(peak))


def faults_of(name: str, timed: Ended, held: Ended) -> list[str]:
    """Return what is wrong with the runs of a command."""
    faults = []
    if timed.late > LATEST:
        faults.append(f"{name}: {timed.late:.1f} s of CPU beyond the limit of time")
    if held.peak > SHARE * MEMORY:
        faults.append(f"{name}: {held.peak / 1e6:.0f} MB under {MEMORY / 1e6:.0f} MB")
    endings = {ExitStatus.ANSWERED, ExitStatus.NO, ExitStatus.STOPPED}
    return faults + [f"{name}: status {one.status}: {one.said[-300:]}" for one in (timed, held) if one.status not in endings]


def tried(name: str) -> tuple[Ended, Ended]:
    """Run a command with a limit of time and with one of memory."""
    words = LONG[name]
    return run(words, "--time-limit", str(SECONDS)), run(words, "--max-memory", str(MEMORY), "--time-limit", str(4 * SECONDS))


def main(names: list[str]) -> None:
    """Print the grid."""
    for name in names or list(LONG):
        timed, held = tried(name)
        print(
            f"{name:16} {timed.late:4.1f} s of CPU beyond {SECONDS:g} s, status {timed.status}; "
            f"{held.peak / MEMORY:4.0%} of {MEMORY / 1e6:.0f} MB, status {held.status}",
            flush=True,
        )
        for fault in faults_of(name, timed, held):
            print("   ", fault.replace("\n", " | "), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == [WATCHED]:
        watched(sys.argv[2:])
    else:
        main(sys.argv[1:])
