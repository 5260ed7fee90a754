"""Where the main thread may be interrupted: not while it imports a module, links a kernel or validates a file.

Python calls the handler of a signal between any two steps of the main thread. What a handler raises there ends more than the
work at three kinds of places. LLVM asks for the code of a cached kernel in a callback, whose exceptions Python drops: the
kernel is then without code, and its first call is one of address 0, which ends the process. A module of C that is half imported
cannot be imported a second time. And pydantic takes what is raised while it compares a value for a value that differs. So a
handler looks where it was called (`is_safe`), and at such a place raises nothing and is called again a little later. All of
them are left after some tenths of a second.

It imports nothing, so that the program can use it before anything else.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, whose import takes long
if TYPE_CHECKING:
    from types import FrameType

LINKING = frozenset({"numba.core.caching", "numba.core.codegen", "numba.core.cpu", "numba.core.runtime.nrt"})
"""Modules that hold addresses of compiled code, or register it, in several steps."""
LIMITS = frozenset({"shunt.search.core.limits", "shunt.search.core.limit_guard"})
"""Modules that open files of the system, or change handlers, for moments."""
DROPPING = ("llvmlite.binding", "pydantic")
"""Modules whose compiled parts drop exceptions."""
SETTING_UP = "refresh"  # the function that has numba's contexts take up what can be compiled, each piece once


def is_safe(frame: FrameType | None) -> bool:
    """Return whether an exception may be raised in this frame of the main thread."""
    while frame is not None:
        name = frame.f_globals.get("__name__") or ""
        if name in LINKING or name in LIMITS or name.startswith(DROPPING):
            return False
        if frame.f_code.co_name == SETTING_UP and name.startswith("numba.core"):
            return False
        if frame.f_code.co_filename.startswith("<frozen importlib._bootstrap"):
            return False
        frame = frame.f_back
    return True
