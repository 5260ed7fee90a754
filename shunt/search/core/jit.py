"""How kernels are compiled: numba's `njit`, with a disk cache that neither goes stale nor gets in the way (`kernel_cache.py`).

`numba_internals.py` makes compiling and loading kernels twice as fast with private parts of numba. If this numba does not have
them, plain `njit(cache=True)` compiles the same kernels, and every answer is the same.
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
    """Return what uses private parts of numba; None if this numba does not have them as expected."""
    try:
        from shunt.search.core import numba_internals
    except Exception:  # whatever a numba of another release raises
        return None
    return numba_internals


def _interpreted(function: F) -> F:
    """Let a kernel run as plain Python, whose numbers wrap round as silently as compiled ones do."""

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
    """Compile `function` in nopython mode, without the interpreter lock, cached on disk where that is possible."""
    return _compiled(function, allocates=True)


def lean(function: F) -> F:
    """Like `kernel`, for functions that allocate nothing: arrays are borrowed from the caller, and references are not counted.

    It is the choice wherever it is possible. Reference counts are atomic: in a kernel that hands a named tuple of thirty arrays
    to small helpers they were measured to cost twenty-five times what the work itself does, and they take time to compile.
    """
    return _compiled(function)


def inner(function: F) -> F:
    """Like `lean`, for what only kernels call."""
    return _compiled(function, is_inner=True)


def inlined(function: F) -> F:
    """Like `inner`, for small helpers that the compiler must inline into their callers."""
    return _compiled(function, is_inner=True, forceinline=True)


class _Compiling(event.Listener):  # type: ignore[misc]
    """Runs the compile clock while numba compiles a kernel that no cache holds, without looking for garbage.

    The compiler makes objects by the million and few of them are garbage: collecting it took an eighth of the time.
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
