"""Commands run in a forked child in which writing fails, or in which the program is killed, at one chosen point.

A fork takes some ten milliseconds, where a new program takes a second: so each call that writes can be tried. Calls of Python
are counted by an audit hook (files that are opened for writing, renamed, removed; folders) and by replaced functions of `os`
(`write`, `pwrite`, `fsync`, …); what is written inside of C (buffered files, SQLite) is stopped by the limit of the system for
the size of a file, at which a program gets an error or, if it does not ignore the signal, is killed.
"""

import os
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Literal

from tests.faults import children
from tests.faults.writers import Writer

How = Literal["fails", "kills"]
EVENTS = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate", "os.link", "os.symlink", "sqlite3.connect"}
REPLACED = ("write", "pwrite", "fsync", "ftruncate", "posix_fallocate")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
REMOVING = {"os.remove", "os.rmdir"}
NO_SPACE = OSError(28, "No space left on device")
NOBODY = 65534


@dataclass(frozen=True)
class Fault:
    """Which call (from 1; 0 for none), or which byte of any file, is the one that fails, or the last before the kill.

    `unprivileged`: the superuser becomes a user who owns nothing.
    """

    how: How = "fails"
    call: int = 0
    size: int | None = None
    unprivileged: bool = False


@dataclass(frozen=True)
class Ended(children.Ended):
    """How a child ended, the calls that wrote, and the call that failed."""

    calls: int = 0
    failed: str = ""


def run(writer: Writer, folder: Path, fault: Fault = Fault(), again: bool = False, killed_after: float = inf) -> Ended:
    """Run a command in `folder`, in a child of this process; `again`: as it is called after a run that was stopped.

    `killed_after`: the seconds of the CPU's time after which it is killed.
    """
    counted = folder.parent / f"{folder.name}.calls"

    def act() -> None:
        if fault.unprivileged and os.getuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        calls, failed = _install(fault)
        try:
            writer.run([*writer.words, *(writer.again if again else ())])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            total, calls[0] = calls[0], -(10**9)
            if not fault.unprivileged:
                counted.write_text(f"{total} {''.join(failed)}")

    ended = children.run_child(act, folder, writer.keys, most=killed_after, sign=signal.SIGKILL)
    calls, _, failed = counted.read_text().partition(" ") if counted.exists() else ("", "", "")
    counted.unlink(missing_ok=True)
    return Ended(**vars(ended), calls=int(calls or 0), failed=failed)  # a kill may leave the note empty


def _install(fault: Fault) -> tuple[list[int], list[str]]:
    """Count every call that writes from now on, and let the fault happen; return the count and the failed call in lists."""
    calls, failed = [0], list[str]()

    def happen(name: str) -> None:
        calls[0] += 1
        if fault.call and calls[0] == fault.call + (fault.how == "kills"):  # the chosen call is the last that is made
            if fault.how == "kills":
                os.kill(os.getpid(), signal.SIGKILL)
            failed.append(name)
            raise NO_SPACE

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        opens = event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING and arguments[0] != os.devnull
        if opens and isinstance(arguments[0], int):
            return  # a descriptor that is open already
        if opens or event in EVENTS:
            happen(event)

    for name in REPLACED:
        setattr(os, name, _counting(name, happen))
    sys.addaudithook(hook)
    if fault.size is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN if fault.how == "fails" else signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (fault.size, resource.RLIM_INFINITY))
    return calls, failed


def _counting(name: str, happen: Callable[[str], None]) -> Callable[..., Any]:
    real = getattr(os, name)

    def call(*arguments: Any, **options: Any) -> Any:
        happen(name)
        return real(*arguments, **options)

    return call
