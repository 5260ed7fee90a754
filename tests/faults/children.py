"""The program in a forked child of a process that has loaded it already: a start takes milliseconds instead of a second.

The child's time is the CPU's, which means the same on a busy machine. The campaigns that run children report what came of
them in one form.
"""

import atexit
import faulthandler
import os
import pty
import resource
import select
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import NoReturn

LATE = 5.0  # seconds of the CPU's time after which a command gets Ctrl-C
HUNG = 60.0  # seconds of the CPU's time after which, on any machine, one will not end any more, or show anything
STILL = 600.0  # seconds of the clock in which a command that works has used as much of the CPU's time, however busy the machine
MOST_MEMORY = 6_000_000_000
WHERE = signal.SIGUSR1  # has a child print where it is
LOOK = 0.2  # seconds between two looks at a child
TICKS = os.sysconf("SC_CLK_TCK")
SLOW = 2.0  # seconds after which a case is listed
LISTED = 12  # of the slowest


@dataclass(frozen=True)
class Ended:
    """How a child ended: its exit status (negative: the signal), seconds of the CPU's time, what it printed, its most memory.

    `late`: seconds after Ctrl-C that a child took which got one (infinite: it was killed), else None.
    `shown`: seconds until it showed something on its terminal, if it had one.
    """

    status: int
    seconds: float
    stdout: str
    stderr: str
    late: float | None = None
    shown: float | None = None
    peak: int = 0

    @property
    def printed(self) -> str:
        """What it printed, on either stream."""
        return self.stdout + self.stderr


@dataclass
class Report:
    """What came of the cases of a campaign: how they ended, what was wrong, and the slowest."""

    ends: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    slow: list[tuple[float, str]] = field(default_factory=list)

    def add(self, name: str, how: str, wrong: Iterable[str] = (), seconds: float = 0.0) -> None:
        """Note how a case ended, and what was wrong with it."""
        self.ends[how] += 1
        self.wrong += [f"{name}: {fault}" for fault in wrong]
        self.slow = sorted([*self.slow, (seconds, name)], reverse=True)[:LISTED]

    def show(self, title: str) -> int:
        """Print the report; return how much was wrong."""
        ends = ", ".join(f"{count:,} {how}" for how, count in sorted(self.ends.items()))
        slowest = f"; slowest {self.slow[0][0]:.2f} s" if self.slow and self.slow[0][0] else ""
        print(f"{title:26} {sum(self.ends.values()):,} cases: {ends}{slowest}; {len(self.wrong)} wrong", flush=True)
        listed = [f"{seconds:.1f} s {name[:300]}" for seconds, name in self.slow if seconds > SLOW]
        for line in (*self.wrong, *listed):
            print("   ", line[:3000].replace("\n", " | "), flush=True)
        return len(self.wrong)


def run_words(words: Sequence[str], folder: Path, keys: str = "", at_terminal: bool = False, most: float = LATE) -> Ended:
    """Run the program with these words in a child; `at_terminal`: its stderr is a terminal."""

    def act() -> NoReturn:
        from shunt.__main__ import main

        sys.argv = ["shunt", *words]
        main()

    return run_child(act, folder, keys, at_terminal, most)


def run_child(
    act: Callable[[], object],
    folder: Path,
    keys: str = "",
    at_terminal: bool = False,
    most: float = LATE,
    sign: signal.Signals = signal.SIGINT,
) -> Ended:
    """Call `act` in a child whose current folder is `folder`, until it ends, or until a signal, which is Ctrl-C by default.

    The signal comes after `most` seconds, on a terminal once something has been shown as well. The child prints to pipes, which
    have no part in a full disk.
    """
    stdout, inner_stdout = os.pipe()
    stderr, inner_stderr = pty.openpty() if at_terminal else os.pipe()
    with tempfile.TemporaryFile() as given:
        given.write(keys.encode())
        given.seek(0)
        child = os.fork()
        if not child:
            try:
                _become(act, folder, (given.fileno(), inner_stdout, inner_stderr))
            finally:
                os._exit(99)
    os.close(inner_stdout)
    os.close(inner_stderr)
    printed = {stdout: b"", stderr: b""}
    try:
        shown, late = _watch(child, printed, stderr if at_terminal else -1, most, sign)
        _, status, usage = os.wait4(child, 0)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # workers that it has left
        os.close(stdout)
        os.close(stderr)
    texts = (text.decode("utf-8", "replace") for text in printed.values())
    used = usage.ru_utime + usage.ru_stime
    return Ended(os.waitstatus_to_exitcode(status), used, *texts, late, shown, usage.ru_maxrss * 1024)


def _become(act: Callable[[], object], folder: Path, descriptors: tuple[int, int, int]) -> None:
    """Be the child: streams, folder, limits, signals and warnings as a new program has them."""
    warnings.resetwarnings()
    warnings.simplefilter("ignore")  # tests have them as errors, and an interrupt may leave a file to be closed by Python
    atexit._clear()  # what the parent does at its end, such as to remove a folder, is not for the child to do
    os.setsid()
    os.chdir(folder)
    for target, descriptor in enumerate(descriptors):
        os.dup2(descriptor, target)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode) for number, mode in ((0, "r"), (1, "w"), (2, "w")))
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
    signal.signal(signal.SIGINT, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, resource.RLIM_INFINITY))
    faulthandler.enable(sys.stderr)
    faulthandler.register(WHERE, file=sys.stderr, all_threads=True)
    status = 98
    try:
        act()
        status = 0
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 98
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)


def _watch(
    child: int, printed: dict[int, bytes], master: int, most: float, sign: signal.Signals
) -> tuple[float | None, float | None]:
    """Read what a child prints until it has ended; return the seconds until it showed something on a terminal, and those after
    the signal."""
    shown = None
    asked = None  # the CPU's time at the signal
    began, is_lost = time.monotonic(), False
    ends, pipes = os.pidfd_open(child), set(printed)
    try:
        while True:
            used, waited = cpu_seconds(child), time.monotonic() - began
            is_due = used > most and (master < 0 or shown is not None or used > HUNG)
            if asked is None and (is_due or waited > STILL + most):
                os.kill(child, sign)
                asked, began = used, time.monotonic()
            elif asked is not None and not is_lost and (used - asked > HUNG or waited > STILL):
                os.kill(child, WHERE)
                time.sleep(LOOK)
                os.kill(child, signal.SIGKILL)
                is_lost = True
            pause = LOOK if asked is not None else min(LOOK, max(0.001, most - used))
            ready, _, _ = select.select([ends, *pipes], [], [], pause)
            for pipe in pipes.intersection(ready):
                if not (more := _read(pipe)):
                    pipes.remove(pipe)
                elif pipe == master and shown is None:
                    shown = cpu_seconds(child)
                printed[pipe] += more
            if ends in ready:
                late = None if asked is None else inf if is_lost else cpu_seconds(child) - asked
                for pipe in pipes:
                    os.set_blocking(pipe, False)
                    printed[pipe] += b"".join(iter(lambda pipe=pipe: _read(pipe), b""))  # type: ignore[misc]
                return shown, late
    finally:
        os.close(ends)


def _read(pipe: int) -> bytes:
    """Read what has come; nothing at the end, where a terminal is closed, or if a pipe that does not block is empty."""
    try:
        return os.read(pipe, 1 << 16)
    except OSError:
        return b""


def cpu_seconds(child: int) -> float:
    """Return the CPU's time that a process has used, with that of its children that have ended."""
    fields = Path(f"/proc/{child}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    return sum(int(ticks) for ticks in fields[11:15]) / TICKS
