"""Kernels compiled in a process of their own, while a search without kernels works on.

`python -m shunt.search.core.warm` solves two cards by kernels, which leaves those of train cards in the cache: some 30 s of
processor time. It continues when the command that began it has its answer, so that the next command finds them.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

from shunt.search.core.limits import Limits

KERNELS = "shunt.search.trains.predecessor_kernels"
"""The module whose kernels are the last that a small search from both ends needs."""
CARDS = {"first-swap": "bidirectional", "alphabet-four": None}
"""Cards whose solution by a method compiles what searches of trains need: the small ones, then those on all cores with beams."""
NEEDED = 600_000_000  # bytes of memory that compiling may take beside a search


_begun: list[subprocess.Popen[bytes]] = []  # by this process: one at most, which is never waited for


def is_compiling(limits: Limits) -> bool:
    """Return whether a process compiles the kernels of train cards; it is begun when this is first asked, if there is need.

    There is none where they are compiled, and none is begun where they cannot be kept or memory is short.
    """
    if not _begun and _are_missing() and limits.bytes_left >= NEEDED:
        nothing = subprocess.DEVNULL
        with suppress(OSError):  # no more processes
            command = [sys.executable, "-m", __name__]
            _begun.append(subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True))
    return bool(_begun) and _begun[0].poll() is None and _are_missing()


def _are_missing() -> bool:
    """Return whether the kernels are neither in the cache nor in the package, and can be put there."""
    from shunt.search.core.jit import cache_folder, shipped_folder

    folder = cache_folder(KERNELS)
    return folder is not None and not any(folder.glob("*.nbi")) and shipped_folder(KERNELS) is None


def main() -> None:
    """Compile the kernels of train cards by solving some."""
    from importlib import import_module

    # By name, since what solves imports this room.
    solve, load = import_module("shunt.search.solve").solve, import_module("shunt.cards.files").load_card
    for card, method in CARDS.items():
        solve(load(card), method=method)


if __name__ == "__main__":
    main()
