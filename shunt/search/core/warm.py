"""Kernels compiled in a process of their own, while a search without kernels works on.

`python -m shunt.search.core.warm ENGINE` solves cards by kernels, which leaves those of that engine in the cache: up to 30 s of
processor time. It continues when the command that began it has its answer, so that the next command finds them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from typing import NamedTuple

from shunt.search.core.limits import Limits

NEEDED = 600_000_000  # bytes of memory that compiling may take beside a search


class Engine(NamedTuple):
    """What a small search needs: the last of its kernels, as module and name, and cards whose solution compiles them all.

    Of each card, the method and the metric. Those after the first are for larger searches.
    """

    module: str
    kernel: str
    cards: tuple[tuple[str, str | None, str | None], ...]


ENGINES = {
    "trains": Engine(
        "shunt.search.trains.sharing_kernels",
        "_neighbours_of_many",
        (("first-swap", "bidirectional", None), ("alphabet-four", None, None)),
    ),
    "metrics": Engine("shunt.search.metrics.kernels", "_with_position_in", (("first-swap", "buckets", "couplings"),)),
    "sidings": Engine("shunt.search.sidings.kernels", "bounds_of", (("ras-toy", "bidirectional", None),)),
}

_begun: dict[str, subprocess.Popen[bytes]] = {}  # by this process: one for each engine at most, which is never waited for


def is_compiling(limits: Limits, engine: str) -> bool:
    """Return whether a process compiles the kernels of an engine; the first call starts it.

    It is not started if the kernels are compiled already, if they cannot be stored, or if memory is short.
    """
    if engine not in _begun and _are_missing(engine) and limits.bytes_left >= NEEDED:
        nothing = subprocess.DEVNULL
        with suppress(OSError):  # no more processes
            command = [sys.executable, "-m", __name__, engine]
            _begun[engine] = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True)
    return engine in _begun and _begun[engine].poll() is None and _are_missing(engine)


def is_compiled(module: str, kernel: str) -> bool:
    """Return whether a kernel is in the user's cache, or came with the package."""
    from shunt.search.core.jit import cache_folder, shipped_folder

    folders = cache_folder(module), shipped_folder(module)
    return any(folder is not None and any(folder.glob(f"*.{kernel}-*.nbi")) for folder in folders)


def _are_missing(engine: str) -> bool:
    """Return whether the kernels are neither in the cache nor in the package, and can be put there."""
    from shunt.search.core.jit import cache_folder

    module, kernel, _ = ENGINES[engine]
    return not is_compiled(module, kernel) and cache_folder(module) is not None


def main() -> None:
    """Compile the kernels of an engine by solving some cards; where another process does so, wait for it instead."""
    from importlib import import_module

    from shunt.files.atomic import lock
    from shunt.search.core.jit import cache_folder

    engine = ENGINES[sys.argv[1]]
    folder = cache_folder(engine.module)
    if folder is None:
        return
    handle = os.open(folder, os.O_RDONLY)
    lock(handle, waits=True)
    if _are_missing(sys.argv[1]):
        # By name, since what solves imports this room.
        solve, load = import_module("shunt.search.solve").solve, import_module("shunt.cards.files").load_card
        for card, method, metric in engine.cards:
            solve(load(card), method=method, metric=metric)
    os.close(handle)


if __name__ == "__main__":
    main()
