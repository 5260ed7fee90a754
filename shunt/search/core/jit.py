"""The compilation of kernels: numba's `njit` with a disk cache that is never out of date and never causes an error
(`kernel_cache.py`).

`numba_internals.py` makes compiling and loading kernels twice as fast with private parts of numba. If this version of numba does
not have them, plain `njit(cache=True)` compiles the same kernels, and all answers are the same.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache, wraps
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy
from numba.core import event

from shunt.search.core.clock import compiling
from shunt.search.core.kernel_cache import cache_folder

F = TypeVar("F", bound=Callable[..., Any])


@cache
def _internals() -> ModuleType | None:
    """Return the module that uses private parts of numba, or None if this version of numba does not have them as expected."""
    try:
        from shunt.search.core import numba_internals
    except Exception:  # whatever a numba of another release raises
        return None
    return numba_internals


def _interpreted(function: F) -> F:
    """Make a kernel run as plain Python, with numbers that wrap round silently as in compiled code."""

    @wraps(function)
    def silent(*arguments: Any) -> Any:
        with numpy.errstate(over="ignore"):
            return function(*arguments)

    return cast(F, silent)


def _compiled(function: F, is_inner: bool = False, allocates: bool = False, forceinline: bool = False) -> F:
    if numba.config.DISABLE_JIT:  # NUMBA_DISABLE_JIT=1, for coverage and for debuggers
        return _interpreted(function)
    internals = _internals()
    if internals is not None:
        return cast(F, internals.compiled(function, is_inner, allocates, forceinline))
    folder = cache_folder(function.__module__)
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)
    return cast(F, numba.njit(nogil=True, cache=folder is not None, forceinline=forceinline)(function))


def kernel(function: F) -> F:
    """Compile `function` in nopython mode, without the interpreter lock, and cache it on disk if possible."""
    return _compiled(function, allocates=True)


def lean(function: F) -> F:
    """Like `kernel`, for functions that allocate nothing: arrays are borrowed from the caller, and references are not counted.

    Use it wherever possible. Reference counts are atomic. In a kernel that passes a named tuple of thirty arrays to small
    helpers, they were measured to cost twenty-five times as much as the actual work, and they take time to compile.
    """
    return _compiled(function)


def inner(function: F) -> F:
    """Like `lean`, for functions that only kernels call."""
    return _compiled(function, is_inner=True)


def inlined(function: F) -> F:
    """Like `inner`, for small helpers that the compiler must inline into their callers."""
    return _compiled(function, is_inner=True, forceinline=True)


class _Compiling(event.Listener):  # type: ignore[misc]
    """Runs the compile clock while numba compiles a kernel that no cache contains, without garbage collection.

    The compiler makes millions of objects, few of which are garbage; collecting them took an eighth of the time.
    """

    collects = False

    def on_start(self, event: object) -> None:
        """Start the clock."""
        if not compiling.is_running:
            self.collects = gc.isenabled()
            gc.disable()
        compiling.start()

    def on_end(self, event: object) -> None:
        """Stop the clock."""
        compiling.stop()
        if self.collects and not compiling.is_running:
            gc.enable()


event.register("numba:compile", _Compiling())
