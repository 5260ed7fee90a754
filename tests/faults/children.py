"""The program in a forked child of a process that has loaded it already: a start takes milliseconds instead of a second.

The child's time is the CPU's, which means the same on a busy machine. One that takes too long prints where it is and gets Ctrl-C.
"""

from __future__ import annotations

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
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

LATE = 5.0  # seconds of the CPU's time after which a command gets Ctrl-C
HUNG = 60.0  # seconds of the CPU's time after which, on any machine, one will not end any more, or show anything
STILL = 600.0  # seconds of the clock in which a command that works has used as much of the CPU's time, however busy the machine
MOST_MEMORY = 6_000_000_000
WHERE = signal.SIGUSR1  # has a child print where it is
LOOK = 0.2  # seconds between two looks at a child
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Ended:
    """How a child ended: its exit status (negative: the signal), seconds of the CPU's time, what it printed.

    `late`: seconds after Ctrl-C that a child took which got one (infinite: it was killed), else None.
    `shown`: seconds until it showed something on its terminal, if it had one.
    """

    status: int
    seconds: float
    stdout: str
    stderr: str
    late: float | None = None
    shown: float | None = None


def run_words(words: Sequence[str], folder: Path, keys: str = "", at_terminal: bool = False, most: float = LATE) -> Ended:
    """Run the program with these words in a child; `at_terminal`: its stderr is a terminal, whose pictures are not returned."""

    def act() -> NoReturn:
        from shunt.__main__ import main

        sys.argv = ["shunt", *words]
        main()

    return run_child(act, folder, keys, at_terminal, most)


def run_child(act: Callable[[], object], folder: Path, keys: str = "", at_terminal: bool = False, most: float = LATE) -> Ended:
    """Call `act` in a child whose current folder is `folder`, until it ends, or until Ctrl-C.

    Ctrl-C comes after `most` seconds, on a terminal once something has been shown as well.
    """
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        given.write(keys.encode())
        given.seek(0)
        master, slave = pty.openpty() if at_terminal else (-1, stderr.fileno())
        child = os.fork()
        if not child:
            try:
                _become(act, folder, (given.fileno(), stdout.fileno(), slave))
            finally:
                os._exit(99)
        try:
            shown, late = _watch(child, master, most)
            _, status, usage = os.wait4(child, 0)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)  # workers that it has left
            if at_terminal:
                os.close(master)
                os.close(slave)
        stdout.seek(0)
        stderr.seek(0)
        printed = [stream.read().decode("utf-8", "replace") for stream in (stdout, stderr)]
        return Ended(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, printed[0], printed[1], late, shown)


def _become(act: Callable[[], object], folder: Path, descriptors: tuple[int, int, int]) -> None:
    """Be the child: streams, folder, limits, signals and warnings as a new program has them."""
    warnings.resetwarnings()
    warnings.simplefilter("ignore")  # tests have them as errors, and an interrupt may leave a file to be closed by Python
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


def _watch(child: int, master: int, most: float) -> tuple[float | None, float | None]:
    """Wait until a child has ended; return the seconds until it showed something on a terminal, and those after Ctrl-C."""
    shown: float | None = None
    asked, began = -1.0, time.monotonic()  # the CPU's time at Ctrl-C
    ends = os.pidfd_open(child)
    try:
        while True:
            ready, _, _ = select.select([ends, *([master] if master >= 0 else [])], [], [], LOOK)
            if ends in ready:
                return shown, None if asked < 0 else cpu_seconds(child) - asked
            if master in ready:
                os.read(master, 1 << 16)
                shown = cpu_seconds(child) if shown is None else shown
            used, waited = cpu_seconds(child), time.monotonic() - began
            is_due = used > most and (master < 0 or shown is not None or used > HUNG)
            if asked < 0 and (is_due or waited > STILL + most):
                if master < 0:
                    os.kill(child, WHERE)
                    time.sleep(LOOK)
                os.kill(child, signal.SIGINT)
                asked, began = used, time.monotonic()
            elif asked >= 0 and (used - asked > HUNG or waited > STILL):
                os.kill(child, WHERE)
                time.sleep(LOOK)
                os.kill(child, signal.SIGKILL)
                return shown, float("inf")
    finally:
        os.close(ends)


def cpu_seconds(child: int) -> float:
    """Return the CPU's time that a process has used, with that of its children that have ended."""
    fields = Path(f"/proc/{child}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    return sum(int(ticks) for ticks in fields[11:15]) / TICKS
