"""Commands run in a forked child in which writing fails, or in which the program is killed, at one chosen point.

A fork takes some ten milliseconds, where a new program takes a second: so each call that writes can be tried. Calls of Python
are counted by an audit hook (files that are opened for writing, renamed, removed; folders) and by replaced functions of `os`
(`write`, `pwrite`, `fsync`, …); what is written inside of C (buffered files, SQLite) is stopped by the limit of the system for
the size of a file, at which a program gets an error or, if it does not ignore the signal, is killed.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

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
class Ended:
    """How a child ended: its exit status (negative: the signal), the calls that wrote, what it printed, the call that failed."""

    status: int
    calls: int
    printed: str
    failed: str = ""


def run(
    writer: Writer, folder: Path, fault: Fault = Fault(), again: bool = False, wait: Callable[[int], None] = lambda pid: None
) -> Ended:
    """Run a command in `folder`, in a child of this process; `again`: as it is called after a run that was stopped.

    `wait` is called with the id of the child.
    """
    counted = folder.parent / f"{folder.name}.calls"
    read_end, write_end = os.pipe()
    child = os.fork()
    if not child:
        try:
            _become(writer, folder, fault, again, write_end, counted)
        finally:
            os._exit(99)
    os.close(write_end)
    wait(child)
    with os.fdopen(read_end, "rb") as pipe:
        printed = pipe.read().decode("utf-8", "replace")
    _, status = os.waitpid(child, 0)
    calls, _, failed = counted.read_text().partition(" ") if counted.exists() else ("", "", "")
    counted.unlink(missing_ok=True)
    return Ended(os.waitstatus_to_exitcode(status), int(calls or 0), printed, failed)  # a kill may leave the note empty


def _become(writer: Writer, folder: Path, fault: Fault, again: bool, output: int, counted: Path) -> None:
    os.chdir(folder)
    keys = folder.parent / f"{folder.name}.keys"
    keys.write_text(writer.keys)
    for descriptor, target in ((os.open(keys, os.O_RDONLY), 0), (output, 1), (output, 2)):
        os.dup2(descriptor, target)
    os.close(output)
    keys.unlink()
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode) for number, mode in ((0, "r"), (1, "w"), (2, "w")))
    sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
    words = [*writer.words, *(writer.again if again else ())]
    if fault.unprivileged and os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    calls, failed = _install(fault)
    status = 99
    try:
        writer.run(words)
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else 98
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        total, calls[0] = calls[0], -(10**9)
        if not fault.unprivileged:
            counted.write_text(f"{total} {''.join(failed)}")
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(status)


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
