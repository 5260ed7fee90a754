"""How kernels are compiled: numba's `njit`, with a disk cache that can neither go stale nor get in the way.

numba's own cache notices an edit only in the file that holds a kernel, not in the files of what the kernel calls. So the
kernels of a module are cached in a folder named by a hash of the module and of every module of this package that it
imports, directly or not: edit one, and whatever could depend on it is compiled afresh. Where no cache folder can be
written, kernels are compiled without one. Set `SHUNT_CACHE_DIR` to choose where the cache lies.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import event

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = __name__.partition(".")[0]
ROOT = Path(__file__).parents[3]
_IMPORT = re.compile(rf"^\s*(?:from\s+({PACKAGE}[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+({PACKAGE}[\w.]*))", re.M)


@cache
def _file_of(module: str) -> Path | None:
    """The source file of a module of this package; None for a name that is no module."""
    base = ROOT.joinpath(*module.split("."))
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


@cache
def _imports_of(module: str) -> tuple[str, ...]:
    """The modules of this package that `module` imports by name anywhere in its source."""
    path = _file_of(module)
    names: set[str] = set()
    for origin, what, plain in _IMPORT.findall(path.read_text("utf-8") if path else ""):
        names |= {origin or plain} | {f"{origin}.{name}" for name in re.findall(r"\w+", what) if origin}
    return tuple(sorted(name for name in names if _file_of(name)))


@cache
def source_hash(module: str) -> str:
    """Hash of the sources that the kernels of `module` can depend on, and of what compiles them."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    seen, todo = {module, __name__}, [module, __name__]
    while todo:
        new = set(_imports_of(todo.pop())) - seen
        seen |= new
        todo += new
    for name in sorted(seen):
        path = _file_of(name)
        digest.update(name.encode() + b"\0" + (path.read_bytes() if path else b""))
    return digest.hexdigest()[:16]


@cache
def cache_folder(module: str) -> Path | None:
    """The folder for the compiled kernels of `module`, made if need be; None where it cannot be written."""
    try:
        base = os.environ.get("SHUNT_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(base) / "shunt" / f"{module.rpartition('.')[2]}-{source_hash(module)}"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError):  # RuntimeError: a user without a home, as in some containers
        return None


def _compiled(function: F, **options: Any) -> F:
    folder = cache_folder(function.__module__)
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)  # numba looks at it when it sets up the cache, which is now
    compiled: F = numba.njit(cache=folder is not None, nogil=True, **options)(function)
    return compiled


def kernel(function: F) -> F:
    """Compile `function` in nopython mode, without the interpreter lock, cached on disk where that is possible."""
    return _compiled(function)


def lean(function: F) -> F:
    """Like `kernel`, for functions that allocate nothing: arrays are borrowed from the caller and never counted.

    Reference counts are atomic; in a kernel that hands a named tuple of thirty arrays to small helpers they were measured
    to cost twenty-five times what the work itself does.
    """
    return _compiled(function, _nrt=False)


def inlined(function: F) -> F:
    """Like `lean`, for small helpers that the compiler must inline into their callers."""
    return _compiled(function, _nrt=False, forceinline=True)


class _Compiling(event.Listener):  # type: ignore[misc]
    """Notices when numba compiles a kernel that no cache holds, and how long that takes."""

    def __init__(self) -> None:
        self.notice: Callable[[], None] | None = None
        self.seconds = 0.0
        self._depth = 0
        self._started = 0.0

    def on_start(self, event: object) -> None:
        """Compiling begins; what a kernel calls is compiled inside."""
        self._depth += 1
        if self._depth == 1:
            self._started = time.perf_counter()
        if self.notice is not None:
            notice, self.notice = self.notice, None
            notice()

    def on_end(self, event: object) -> None:
        """Compiling has ended; the outermost end is the one that counts."""
        self._depth -= 1
        if self._depth == 0:
            self.seconds += time.perf_counter() - self._started


_compiling = _Compiling()
event.register("numba:compile", _compiling)


def on_first_compile(notice: Callable[[], None]) -> None:
    """Have `notice` called when a kernel has to be compiled because no cache holds it (at most once)."""
    _compiling.notice = notice


def compile_seconds() -> float:
    """How long this process has compiled kernels so far, in seconds."""
    return _compiling.seconds
