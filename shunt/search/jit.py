"""How kernels are compiled: numba's `njit`, with a disk cache that can neither go stale nor get in the way.

numba's own cache notices an edit only in the file that holds a kernel, not in the files of the kernels it calls. So the
cache folder is named by a hash of every source in this folder: edit one and all are compiled afresh. Where no cache folder
can be written, kernels are compiled without one. Set `SHUNT_CACHE_DIR` to choose where the cache lies.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import event

F = TypeVar("F", bound=Callable[..., Any])


def source_hash() -> str:
    """Hash of every Python source that can hold or feed a kernel, and of what compiles it."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """The folder for compiled kernels, made if need be; None where it cannot be written."""
    try:
        base = os.environ.get("SHUNT_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(base) / "shunt" / f"kernels-{source_hash()}"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # RuntimeError: a user without a home, as in some containers
        return None


_FOLDER = cache_folder()
if _FOLDER is not None:
    numba.config.CACHE_DIR = str(_FOLDER)


def kernel(function: F) -> F:
    """Compile `function` in nopython mode, without the interpreter lock, cached on disk where that is possible."""
    compiled: F = numba.njit(cache=_FOLDER is not None, nogil=True)(function)
    return compiled


def lean(function: F) -> F:
    """Like `kernel`, for functions that allocate nothing: arrays are borrowed from the caller and never counted.

    Reference counts are atomic; in a kernel that hands a named tuple of thirty arrays to small helpers they were measured
    to cost twenty-five times what the work itself does.
    """
    compiled: F = numba.njit(cache=_FOLDER is not None, nogil=True, _nrt=False)(function)
    return compiled


def inlined(function: F) -> F:
    """Like `lean`, for small helpers that the compiler must inline into their callers."""
    compiled: F = numba.njit(cache=_FOLDER is not None, nogil=True, _nrt=False, forceinline=True)(function)
    return compiled


class _FirstCompile(event.Listener):  # type: ignore[misc]
    """Calls `notice` once, when numba starts to compile a kernel that no cache holds."""

    def __init__(self, notice: Callable[[], None]) -> None:
        self.notice: Callable[[], None] | None = notice

    def on_start(self, event: object) -> None:
        if self.notice is not None:
            notice, self.notice = self.notice, None
            notice()

    def on_end(self, event: object) -> None:
        pass


def on_first_compile(notice: Callable[[], None]) -> None:
    """Have `notice` called when a kernel has to be compiled because no cache holds it (at most once)."""
    event.register("numba:compile", _FirstCompile(notice))
