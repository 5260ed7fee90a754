"""How kernels that only kernels call are compiled: as far as what calls them needs.

A kernel is linked into the code of every kernel that calls it, and optimised there. numba optimises it before that, too, and
makes machine code of it that nothing calls, with everything that it calls in turn: of a chain of five kernels the last one is
compiled five times. Here optimising and machine code are left to the kernels that Python calls.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding
from numba._dynfunc import make_function
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering

INNER = "inner"  # instead of numba's "object" and "bitcode" in files of the cache


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel and of those that it calls, for linking alone."""

    def _optimize_final_module(self) -> None:
        """Do nothing: it is optimised where it is linked into."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """Return the name, the kind and the content of what the cache keeps."""
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
class InnerLowering(NativeLowering):  # type: ignore[misc]
    """The last pass of such a kernel, which makes no machine code."""

    _name = "inner_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the kernel into a library for linking, and have calls of it found."""
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        state["cr"] = lowered._replace(cfunc=_placeholder(lowered.fndesc, lowered.env, state.library))
        state.targetctx.insert_user_function(state["cr"].cfunc, lowered.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        return True


class InnerCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles a kernel that only kernels call."""

    def define_pipelines(self) -> list[PassManager]:
        """Return numba's own passes with another last one."""
        manager = PassManager("inner")
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state).passes
        manager.passes.extend((InnerLowering if kind is NativeLowering else kind, why) for kind, why in passes)
        manager.finalize()
        return [manager]


def _placeholder(descriptor: Any, environment: Any, library: InnerLibrary) -> Any:
    """Return what numba takes for the address of a kernel; nothing calls it."""
    return make_function(descriptor.lookup_module(), descriptor.qualname, "", 0, environment, (library,))


def rebuilt(context: Any, payload: tuple[Any, ...]) -> CompileResult:
    """Return a kernel that the cache held."""
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
