"""Kernels compiled in processes of their own, while a search without kernels works on.

`python -m shunt.search.core.warm PLACE MODULE KERNEL` calls a function that needs kernels, which leaves them in the cache. What
large searches need is divided between two processes. They continue when the command that began them has its answer, so that the
next command finds the kernels: up to 30 s of processor time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import suppress
from typing import NamedTuple

from shunt.files.lazy import load_place
from shunt.search.core.limits import Limits
from shunt.search.core.machine import core_count

NEEDED = 600_000_000  # bytes of memory that compiling may take beside a search
LONGEST_WAIT = 20.0  # seconds: more than compiling takes, as to compile a second time is no sooner
TICK = 0.02


class Compilation(NamedTuple):
    """What one process compiles: the function that it calls, and the last of the kernels that are waited for."""

    place: str
    module: str
    kernel: str


ENGINES = {
    "trains": (
        Compilation("shunt.search.compiling:levels", "shunt.search.trains.sharing_kernels", "_neighbours_of_many"),
        Compilation("shunt.search.compiling:estimates", "shunt.search.methods.estimating.pair_kernels", "_pair_estimates"),
    ),
    "metrics": (Compilation("shunt.search.compiling:metrics", "shunt.search.metrics.kernels", "_with_position_in"),),
    "sidings": (Compilation("shunt.search.compiling:sidings", "shunt.search.sidings.kernels", "bounds_of"),),
}
"""What searches need beyond the referee, by the name that `PlainMethod.engine` gives."""

_begun: dict[str, subprocess.Popen[bytes]] = {}  # by place: each is begun once in a process, and never waited for


def is_compiling(limits: Limits, compilations: tuple[Compilation, ...]) -> bool:
    """Return whether processes compile these kernels; the first call starts them: one alone on one core.

    None is started if the kernels are compiled already, if they cannot be stored, or if memory is short.
    """
    compilations = compilations[: core_count()]
    for one in compilations:
        if one.place not in _begun and _is_missing(one) and limits.bytes_left >= NEEDED:
            nothing = subprocess.DEVNULL
            with suppress(OSError):  # no more processes
                command = [sys.executable, "-m", __name__, *one]
                _begun[one.place] = subprocess.Popen(
                    command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
                )
    return any(one.place in _begun and _begun[one.place].poll() is None and _is_missing(one) for one in compilations)


def wait_for(limits: Limits, compilations: tuple[Compilation, ...]) -> None:
    """Wait until no process compiles these kernels any more, or for long enough; raise `LimitReached` at a limit."""
    until = time.monotonic() + LONGEST_WAIT
    while is_compiling(limits, compilations) and time.monotonic() < until:
        time.sleep(TICK)
        limits.allow_states(0)


def is_compiled(module: str, kernel: str) -> bool:
    """Return whether a kernel is in the user's cache, or came with the package."""
    from shunt.search.core.jit import cache_folder, shipped_folder

    folders = cache_folder(module), shipped_folder(module)
    return any(folder is not None and any(folder.glob(f"*.{kernel}-*.nbi")) for folder in folders)


def _is_missing(one: Compilation) -> bool:
    """Return whether kernels are neither in the cache nor in the package, and can be put there."""
    from shunt.search.core.jit import cache_folder

    return not is_compiled(one.module, one.kernel) and cache_folder(one.module) is not None


def main() -> None:
    """Call a function that needs kernels; where another process does so, wait for it instead."""
    from shunt.files.atomic import lock
    from shunt.search.core.jit import cache_folder

    one = Compilation(*sys.argv[1:])
    folder = cache_folder(one.module)
    if folder is None:
        return
    handle = os.open(folder, os.O_RDONLY)
    lock(handle, waits=True)
    if _is_missing(one):
        load_place(one.place)()
    os.close(handle)


if __name__ == "__main__":
    main()
