"""The private parts of numba that halve the time of a cold start. If one is missing or changed, `jit.py` does not use them.

**Inner kernels.** A kernel is linked into the code of every kernel that calls it, and optimised there. numba also optimises it
before that, and makes machine code of it and of everything that it calls, although nothing calls this code: in a chain of five
kernels, the last one is compiled five times. Here only the kernels that Python calls are optimised and made into machine code.

**Passes.** numba optimises a kernel twice, in order to remove reference counts in between. A kernel without reference counts is
optimised once.

**Code.** LLVM gets a sixth of the lines (`numba_lowering.py`).

**Constants.** If a kernel calls another one with a constant, numba compiles the other kernel again for that constant. Here it is
compiled once.

**The cache.** numba sets up the compiler before it looks into its cache, and trusts any file that it finds there. Here a cached
kernel is loaded without the compiler, from a file that `kernel_cache.py` has checked.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
from numba._dynfunc import make_function
from numba.core.base import BaseContext
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, UserProvidedCacheLocator
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.lowering import Lower
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.typed_passes import NativeLowering
from numba.core.types.misc import unliteral

from shunt.search.core.clock import cache_remarks
from shunt.search.core.kernel_cache import UnusableFileError, cache_folder, checked_content, digest_of, shipped_folder
from shunt.search.core.numba_lowering import LeanLower, in_memory, mark_records

NUMBA = (0, 68)
"""The release of numba for which these parts are known to work."""

NEEDED: dict[Any, tuple[str, ...]] = {
    JITCPUCodegen: ("_module_pass_manager",),
    JITCodeLibrary: (
        "enable_object_caching",
        "_optimize_final_module",
        "_finalize_final_module",
        "_finalize_dynamic_globals",
        "_verify_declare_only_symbols",
        "_ensure_finalized",
        "_get_module_for_linking",
        "serialize_using_object_code",
        "_unserialize",
    ),
    CPUDispatcher: ("get_call_template", "typeof_pyval"),
    DefaultPassBuilder: ("define_nopython_pipeline",),
    IndexDataCacheFile: ("_load_index", "_save_index", "_load_data", "_open_for_write", "_dump", "_data_path"),
    FunctionCache: ("save_overload", "_load_overload", "_index_key"),
    CompileResultCacheImpl: ("rebuild", "_locator_classes"),
    type(rtsys): ("initialize",),
    Lower: ("lower_inst", "lower_expr", "loadvar", "typeof"),
    BaseContext: ("get_abi_sizeof", "get_abi_alignment"),
    numba.config: ("CACHE_DIR",),
}
"""The attributes of classes and objects that are used in addition to the names imported above."""

if numba.version_info.short != NUMBA:
    raise ImportError(f"the private parts of numba {numba.__version__} are not known")
for _owner, _names in NEEDED.items():
    for _name in _names:
        if getattr(getattr(_owner, _name, None), "__isabstractmethod__", not hasattr(_owner, _name)):
            raise ImportError(f"{_owner} of numba {numba.__version__} has no {_name}")

INNER = "inner"  # instead of numba's "object" and "bitcode" in files of the cache


class LeanLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel without reference counts."""

    def add_ir_module(self, module: Any) -> None:
        """Add code, and declare that nothing writes to the records that its functions get."""
        mark_records(module)
        super().add_ir_module(module)

    def _optimize_final_module(self) -> None:
        """Optimise once. Looking for similar statements in a row gains nothing."""
        passes, builder = self._codegen._module_pass_manager(slp_vectorize=False)
        passes.run(self._final_module, builder)


class InnerLibrary(LeanLibrary):
    """The code of a kernel and of those that it calls, only for linking."""

    def _optimize_final_module(self) -> None:
        """Do nothing, because the code is optimised after it is linked into other code."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """Return the name, the kind and the content of the cached data."""
        self._ensure_finalized()
        return self.name, INNER, self._get_module_for_linking().as_bitcode()

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, str, bytes]) -> InnerLibrary:
        name, _, bitcode = state
        library = cls(codegen, name)
        library._final_module = llvmlite.binding.parse_bitcode(bitcode)
        library._finalize_final_module()
        return library


@register_pass(mutates_CFG=True, analysis_only=False)
class LeanLowering(NativeLowering):  # type: ignore[misc]
    """The last pass for a kernel without reference counts."""

    _name = "lean_lowering"
    lowering_class = LeanLower

    def run_pass(self, state: Any) -> bool:
        """Lower the kernel into a library of its own kind."""
        state.library = LeanLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(NativeLowering):  # type: ignore[misc]
    """The last pass for a kernel that only kernels call. It makes no machine code."""

    _name = "inner_lowering"
    lowering_class = LeanLower

    def run_pass(self, state: Any) -> bool:
        """Lower the kernel into a library for linking, and make calls to it find it."""
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        state["cr"] = lowered._replace(cfunc=_placeholder(lowered.fndesc, lowered.env, state.library))
        state.targetctx.insert_user_function(state["cr"].cfunc, lowered.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        return True


class LeanCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles a kernel without reference counts."""

    lowering: type[NativeLowering] = LeanLowering

    def define_pipelines(self) -> list[PassManager]:
        """Return numba's own passes with a different last one."""
        manager = PassManager(self.lowering._name)
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state).passes
        manager.passes.extend((self.lowering if kind is NativeLowering else kind, why) for kind, why in passes)
        manager.finalize()
        return [manager]


class InnerCompiler(LeanCompiler):
    """Compiles a kernel that only kernels call."""

    lowering = InnerLowering


def _placeholder(descriptor: Any, environment: Any, library: InnerLibrary) -> Any:
    """Return the value that numba takes for the address of a kernel. Nothing calls it."""
    return make_function(descriptor.lookup_module(), descriptor.qualname, "", 0, environment, (library,))


def rebuilt(context: Any, payload: tuple[Any, ...]) -> CompileResult:
    """Return a kernel from the cache."""
    library, descriptor, environment, signature, _, _, annotation, begin, referenced = payload
    for initialise in begin:
        initialise()
    library = InnerLibrary._unserialize(context.codegen(), library)
    return CompileResult(
        target_context=context,
        typing_context=context.typing_context,
        library=library,
        environment=environment,
        entry_point=_placeholder(descriptor, environment, library),
        fndesc=descriptor,
        type_annotation=annotation,
        signature=signature,
        objectmode=False,
        lifted=(),
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=begin,
        referenced_envs=referenced,
    )


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A kernel that is compiled once for all values of an argument.

    If a kernel calls another one with a constant, numba compiles the other kernel again for that constant. The optimiser folds
    constants anyway wherever it inlines.
    """

    def typeof_pyval(self, value: object) -> Any:
        """Return the type of an argument. Other functions of the program still get named tuples as numba's own types."""
        kind = in_memory(super().typeof_pyval(value))
        self._types_active_call.add(kind)
        return kind

    def get_call_template(self, arguments: Any, named: Any) -> Any:
        """Return the template for a call with arguments of these types. Constants are treated as variable numbers."""
        return super().get_call_template(
            tuple(unliteral(kind) for kind in arguments), {name: unliteral(kind) for name, kind in named.items()}
        )


class InnerKernel(Kernel):
    """A kernel that only kernels call. It is compiled without the code that Python needs to call it, which would take a third of
    the time."""

    def __call__(self, *arguments: object, **named: object) -> Any:
        """Refuse to be called from Python."""
        raise TypeError(f"{self.py_func.__name__} is compiled for calls from kernels: make it `lean` to call it from Python")


class CheckedFiles(IndexDataCacheFile):  # type: ignore[misc]
    """numba's files of one kernel, each beginning with a digest. They are read only if they are complete and belong to this user.

    `is_shipped`: the files came with the package, may belong to any user, and are never changed.
    """

    is_shipped = False

    def _load_index(self) -> Any:
        try:
            stamp, overloads = self._loaded(self._index_path)
        except OSError:
            return {}
        except Exception:  # a pickle of something else
            return {}
        return overloads if stamp == self._source_stamp and isinstance(overloads, dict) else {}

    def _save_index(self, overloads: Any) -> None:
        with self._open_for_write(self._index_path) as file:
            file.write(self._dump((self._source_stamp, overloads)))

    def _load_data(self, name: str) -> Any:
        try:
            return self._loaded(self._data_path(name))
        except OSError:
            raise
        except Exception as error:
            raise UnusableFileError(str(error)) from None

    def _loaded(self, path: str) -> Any:
        """Return the content of a file. If it must not be unpickled, remove the file and raise `OSError`."""
        try:
            return pickle.loads(checked_content(path, is_trusted=self.is_shipped))
        except UnusableFileError as error:
            cache_remarks.remark(f"a file of the kernel cache {error}; its kernel is compiled again")
            if not self.is_shipped:
                with suppress(OSError):
                    os.unlink(path)
            raise

    @contextmanager
    def _open_for_write(self, filepath: str) -> Any:
        """Yield a buffer; then write it with its digest to a file, completely or not at all."""
        buffer = BytesIO()
        yield buffer
        content = buffer.getvalue()
        with super()._open_for_write(filepath) as file:
            file.write(digest_of(os.path.basename(filepath), content) + content)


class InFolder(UserProvidedCacheLocator):  # type: ignore[misc]
    """The folder where numba keeps the files of a kernel: `numba.config.CACHE_DIR` itself.

    The name of that folder identifies the sources. numba's own locator adds the path and the time of the source, so that every
    checkout would compile its own kernels, and would compile them again after a file was only touched.
    """

    def __init__(self, function: Any, file: str) -> None:
        super().__init__(function, file)
        self._cache_path = numba.config.CACHE_DIR

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> InFolder:
        """Return the locator whether or not the folder can be written, because existing files are read."""
        return cls(py_func, py_file)

    def get_source_stamp(self) -> str:
        """Return nothing, because the name of the folder identifies the sources."""
        return ""


class InFolderImpl(CompileResultCacheImpl):  # type: ignore[misc]
    """numba's way to store a compiled kernel, in that folder."""

    _locator_classes = (InFolder,)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Return the kernel from a file of the cache."""
        if payload[0][1] == INNER:
            return rebuilt(target_context, payload)
        return super().rebuild(target_context, payload)


class KernelCache(FunctionCache):  # type: ignore[misc]
    """numba's disk cache with checked files. It loads a compiled kernel without setting up the compiler.

    numba sets up the compiler before it looks into the cache. This takes some 150 ms, and twice as long if SciPy is installed,
    because numba then imports its linear algebra. A kernel found in the cache does not need it, and numba does it anyway when a
    kernel has to be compiled. The runtime that counts references to arrays is set up if a kernel allocates any.
    """

    _impl_class = InFolderImpl

    def __init__(self, function: Any, folder: Path, allocates: bool) -> None:
        numba.config.CACHE_DIR = str(folder)
        super().__init__(function)
        self._allocates = allocates
        self._cache_file = CheckedFiles(self._cache_path, self._impl.filename_base, "")

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kernel for one signature, or None if it is not in the cache."""
        if self._allocates:
            rtsys.initialize(target_context)
        return self._load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a kernel to the cache if that is possible."""
        with suppress(OSError):
            super().save_overload(sig, data)


class ShippedCache(KernelCache):
    """The kernels that came with the package, compiled for any processor of its kind."""

    def __init__(self, function: Any, folder: Path, allocates: bool) -> None:
        super().__init__(function, folder, allocates)
        self._cache_file.is_shipped = True

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        _, (triple, *_), code = super()._index_key(sig, codegen)
        return sig, (triple, "generic", ""), code

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write nothing."""


class CacheAtFirstCall:
    """The cache of a kernel, which is set up when the kernel is first called. Most imported kernels are never called.

    `folder` is the user's own cache, or None if it cannot be written. `shipped` is the cache of the package.
    """

    def __init__(self, function: Any, folder: Path | None, shipped: Path | None, allocates: bool) -> None:
        self._function, self._folder, self._shipped, self._allocates = function, folder, shipped, allocates

    @cached_property
    def _caches(self) -> list[KernelCache]:
        found: list[KernelCache] = []
        if self._folder is not None:
            found.append(KernelCache(self._function, self._folder, self._allocates))
        if self._shipped is not None:
            found.append(ShippedCache(self._function, self._shipped, self._allocates))
        return found

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kernel for one signature from the first cache that contains it, or None."""
        found = (one.load_overload(sig, target_context) for one in self._caches)
        return next((kernel for kernel in found if kernel is not None), None)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a kernel to the user's cache if that is possible."""
        for one in self._caches:
            one.save_overload(sig, data)


def compiled(function: Callable[..., Any], is_inner: bool, allocates: bool, forceinline: bool = False) -> Any:
    """Return a kernel with its cache; `is_inner`: only kernels call it."""
    folder, shipped = cache_folder(function.__module__), shipped_folder(function.__module__)
    options: dict[str, Any] = {"forceinline": forceinline}
    if is_inner:
        options |= {"no_cpython_wrapper": True, "pipeline_class": InnerCompiler}
    if not allocates:
        options = {"_nrt": False, "pipeline_class": LeanCompiler, **options}
    kernel: Any = numba.njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
    kernel.__class__ = InnerKernel if is_inner else Kernel
    if folder is not None or shipped is not None:
        kernel._cache = CacheAtFirstCall(function, folder, shipped, allocates)  # as `cache=True` does
    return kernel


for _name in NEEDED[BaseContext]:  # for each answer llvmlite has LLVM read a module that it writes
    setattr(BaseContext, _name, cache(getattr(BaseContext, _name)))
