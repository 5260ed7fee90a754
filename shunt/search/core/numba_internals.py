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

import pickle
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
from numba._dynfunc import make_function
from numba.core.base import BaseContext
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.lowering import Lower
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.core.typed_passes import NativeLowering
from numba.core.types.misc import unliteral

from shunt.errors import InputError
from shunt.files.atomic import write_bytes_atomically
from shunt.search.core.clock import cache_remarks
from shunt.search.core.kernel_cache import UnusableFileError, cache_folder, checked_content, digest_of, shipped_folder
from shunt.search.core.numba_lowering import LeanLower, in_memory, mark_records

NUMBA = (0, 68)
"""The release of numba for which these parts are known to work."""

NEEDED: dict[Any, tuple[str, ...]] = {
    JITCPUCodegen: ("_module_pass_manager", "magic_tuple"),
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
    CompileResult: ("_reduce", "_rebuild"),
    type(rtsys): ("initialize",),
    Lower: ("lower_inst", "lower_expr", "loadvar", "typeof"),
    BaseContext: ("get_abi_sizeof", "get_abi_alignment"),
}
"""The attributes of classes and objects that are used in addition to the names imported above."""

if numba.version_info.short != NUMBA:
    raise ImportError(f"the private parts of numba {numba.__version__} are not known")
for _owner, _names in NEEDED.items():  # a later 0.68 may have others, and kernels would then fail while they are compiled
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


class KernelCache:
    """The compiled kernels of one function on disk: a file for each signature and machine.

    numba sets up the compiler before it looks into its own cache. This takes some 150 ms, and twice as long if SciPy is
    installed, because numba then imports its linear algebra. A kernel found in the cache does not need it, and numba does it
    anyway when a kernel has to be compiled. The runtime that counts references to arrays is set up if a kernel allocates any.

    `folder` is the user's own cache, or None if it cannot be written. `shipped` contains the kernels that came with the package,
    compiled for any processor of its kind. Both are named after all sources, so no file is out of date.
    """

    def __init__(self, function: Any, folder: Path | None, shipped: Path | None, allocates: bool) -> None:
        self._function, self._folder, self._shipped, self._allocates = function, folder, shipped, allocates

    def _name(self, sig: Any, machine: tuple[str, str, str]) -> str:
        digest = sha256(repr((sig, machine)).encode()).hexdigest()[:16]
        return f"{self._function.__module__.rpartition('.')[2]}.{self._function.__name__}-{digest}.nbc"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the kernel for one signature, or None if neither folder contains it."""
        if self._allocates:
            rtsys.initialize(target_context)
        machine, payload = target_context.codegen().magic_tuple(), None
        if self._folder is not None:
            payload = stored(self._folder / self._name(sig, machine))
        if payload is None and self._shipped is not None:
            payload = stored(self._shipped / self._name(sig, (machine[0], "generic", "")), is_shipped=True)
        if payload is None:
            return None
        return rebuilt(target_context, payload) if payload[0][1] == INNER else CompileResult._rebuild(target_context, *payload)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write a kernel to the user's cache if that is possible."""
        if self._folder is not None:
            with suppress(InputError):
                store(self._folder / self._name(sig, data.codegen.magic_tuple()), data._reduce())


def stored(path: Path, is_shipped: bool = False) -> Any:
    """Return the content of a file, or None if it is missing or must not be unpickled. Remove an unusable file, unless it came
    with the package, where it may belong to any user."""
    try:
        return pickle.loads(checked_content(str(path), is_trusted=is_shipped))
    except UnusableFileError as error:
        cache_remarks.remark(f"a file of the kernel cache {error}; its kernel is compiled again")
    except OSError:
        return None
    except Exception:  # whatever unpickling raises, such as for a class that another release of NumPy does not have
        cache_remarks.remark("a file of the kernel cache cannot be read; its kernel is compiled again")
    if not is_shipped:
        with suppress(OSError):
            path.unlink()
    return None


def store(path: Path, payload: Any) -> None:
    """Write a file with its digest, completely or not at all; raise `InputError` if that is not possible."""
    content = dumps(payload)
    write_bytes_atomically(path, digest_of(path.name, content) + content)


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
        kernel._cache = KernelCache(function, folder, shipped, allocates)  # as `cache=True` does
    return kernel


for _name in NEEDED[BaseContext]:  # for each answer llvmlite has LLVM read a module that it writes
    setattr(BaseContext, _name, cache(getattr(BaseContext, _name)))
