"""How kernels are compiled: numba's `njit`, with a disk cache that can neither go stale nor get in the way.

numba's own cache notices an edit only in the file that holds a kernel, not in the files of what the kernel calls. So the
kernels of a module are cached in a folder named by a hash of the module and of every module of this package that it
imports, directly or not: edit one, and all kernels that could depend on it are compiled again. Where no cache folder can be
written, kernels are compiled without one. `SHUNT_CACHE_DIR` sets the cache folder. `kernel_cache.py` says which of its files
are read.
"""

from __future__ import annotations

import gc
import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy
from numba.core import event
from numba.core.registry import CPUDispatcher
from numba.core.types import Array
from numba.core.types.misc import unliteral
from numba.core.typing.typeof import typeof_impl
from numba.np.numpy_support import from_dtype, map_layout

from shunt.search.core.clock import cache_remarks, compiling
from shunt.search.core.inner_library import InnerCompiler
from shunt.search.core.kernel_cache import CacheAtFirstCall, why_unsafe

_numbas_typeof_array = typeof_impl.dispatch(numpy.ndarray)
F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = __name__.partition(".")[0]
ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / PACKAGE / "kernels"
_IMPORT = re.compile(rf"^\s*(?:from\s+({PACKAGE}[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+({PACKAGE}[\w.]*))", re.M)


@cache
def _file_of(module: str) -> Path | None:
    """Return the source file of a module of this package; None for a name that is no module."""
    base = ROOT.joinpath(*module.split("."))
    return next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)


@cache
def _source_of(module: str) -> bytes:
    """Return the source of a module of this package; empty for a name that is no module."""
    path = _file_of(module)
    return path.read_bytes() if path else b""


@cache
def _imports_of(module: str) -> tuple[str, ...]:
    """Return the modules of this package that `module` imports by name anywhere in its source."""
    names: set[str] = set()
    for origin, what, plain in _IMPORT.findall(_source_of(module).decode()):
        names |= {origin or plain} | {f"{origin}.{name}" for name in re.findall(r"\w+", what) if origin}
    return tuple(sorted(name for name in names if _file_of(name)))


@cache
def source_hash(module: str) -> str:
    """Hash of the sources that the kernels of `module` can depend on, and of what compiles them."""
    versions = numba.__version__, llvmlite.__version__, sys.implementation.cache_tag, numba.config.BOUNDSCHECK
    digest = hashlib.sha256(repr(versions).encode())
    seen, todo = {module, __name__}, [module, __name__]
    while todo:
        new = set(_imports_of(todo.pop())) - seen
        seen |= new
        todo += new
    for name in sorted(seen):
        digest.update(name.encode() + b"\0" + _source_of(name))
    return digest.hexdigest()[:16]


def folder_name(module: str) -> str:
    """Return the name of a folder for the compiled kernels of `module` as its sources are now."""
    return f"{module.rpartition('.')[2]}-{source_hash(module)}"


@cache
def cache_folder(module: str) -> Path | None:
    """Return the folder for compiled kernels of `module`, created if necessary; None if it is unwritable, or others can write."""
    try:
        base = os.environ.get("SHUNT_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(base) / "shunt" / folder_name(module)
        folder.mkdir(parents=True, exist_ok=True)
        if reason := why_unsafe(folder):
            cache_remarks.remark(f"kernels are compiled without a cache: {reason}")
            return None
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except (OSError, RuntimeError, ValueError):  # RuntimeError: a user without a home, as in some containers
        return None


def shipped_folder(module: str) -> Path | None:
    """Return the folder of the compiled kernels of `module` that a wheel brought for these sources and versions; None if none."""
    folder = SHIPPED / folder_name(module)
    return folder if folder.is_dir() else None


def _interpreted(function: F) -> F:
    """Let a kernel run as plain Python, whose numbers wrap round as silently as compiled ones do."""

    @wraps(function)
    def silent(*arguments: Any) -> Any:
        with numpy.errstate(over="ignore"):
            return function(*arguments)

    return cast(F, silent)


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A kernel that is compiled once for all values of an argument.

    numba compiles a kernel that is called from another with a constant once more for that constant. The optimiser folds constants
    without that wherever it inlines.
    """

    def get_call_template(self, arguments: Any, named: Any) -> Any:
        """Return how the kernel is called with arguments of these types, constants taken as any number."""
        return super().get_call_template(
            tuple(unliteral(kind) for kind in arguments), {name: unliteral(kind) for name, kind in named.items()}
        )


class InnerKernel(Kernel):
    """A kernel that only kernels call: compiled without what Python needs to call it, which takes a third of the time."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Refuse to be called from Python."""
        raise TypeError(f"{self.py_func.__name__} is compiled for calls from kernels: make it `lean` to call it from Python")


def _compiled(function: F, kind: type[Kernel] = Kernel, **options: Any) -> F:
    if numba.config.DISABLE_JIT:  # NUMBA_DISABLE_JIT=1, for coverage and for debuggers
        return _interpreted(function)
    folder, shipped = cache_folder(function.__module__), shipped_folder(function.__module__)
    if kind is InnerKernel:
        options |= {"no_cpython_wrapper": True, "pipeline_class": InnerCompiler}
    compiled: Any = numba.njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
    compiled.__class__ = kind
    if folder is not None or shipped is not None:
        compiled._cache = CacheAtFirstCall(function, folder, shipped, options.get("_nrt", True))  # as `cache=True` does
    return cast(F, compiled)


def kernel(function: F) -> F:
    """Compile `function` in nopython mode, without the interpreter lock, cached on disk where that is possible."""
    return _compiled(function)


def lean(function: F) -> F:
    """Like `kernel`, for functions that allocate nothing: arrays are borrowed from the caller, and references are not counted.

    It is the choice wherever it is possible. Reference counts are atomic: in a kernel that hands a named tuple of thirty arrays
    to small helpers they were measured to cost twenty-five times what the work itself does, and they take time to compile.
    """
    return _compiled(function, _nrt=False)


def inner(function: F) -> F:
    """Like `lean`, for what only kernels call."""
    return _compiled(function, InnerKernel, _nrt=False)


def inlined(function: F) -> F:
    """Like `inner`, for small helpers that the compiler must inline into their callers."""
    return _compiled(function, InnerKernel, _nrt=False, forceinline=True)


def _typeof_array(value: Any, context: Any) -> Any:
    """Return numba's type of an array. numba asks of each whether it is masked and imports numpy.ma for that: 40 ms."""
    if type(value) is not numpy.ndarray:
        return _numbas_typeof_array(value, context)
    return Array(from_dtype(value.dtype), value.ndim, map_layout(value), readonly=not value.flags.writeable)


typeof_impl.register(numpy.ndarray, _typeof_array)


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
