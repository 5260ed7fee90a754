"""Interrupts of the main thread, by Ctrl-C and by limits: where they may be raised, and what can happen to them.

Python calls the handler of a signal between any two steps of the main thread. At three kinds of places, an exception raised by
the handler would break more than the current work. First, LLVM requests the code of a cached kernel in a callback, whose
exceptions Python drops: the kernel is then without code, and its first call jumps to address 0, which ends the process. Second, a
C module that is half imported cannot be imported again. Third, compiled code may take an exception in a function that it calls
for an answer: pydantic takes it for a value that differs, and numpy for types that cannot be compared. The handler therefore
checks where it was called (`is_safe`). At such a place it raises nothing, and is called again a little later. The program leaves
all of these places within some tenths of a second.

At any other place the interrupt is raised. Compiled code that called the interrupted function may still replace it by an error of
its own, as SQLite does ("user-defined function raised exception"). Such an error is raised by a call that was running when the
interrupt was raised. `Interrupts` remembers these calls, and raises the interrupt instead of the error. An interrupt that was
dropped, or only printed, is raised again.

The first Ctrl-C stops the program cleanly, which may take a while. The second one stops it at once.

This module imports nothing from the package and nothing slow, so that the program can use it before anything else.
"""

from __future__ import annotations

import os
import sys
from _thread import start_new_thread
from contextlib import suppress
from time import monotonic, sleep

TYPE_CHECKING = False  # as in `typing`, whose import takes long
if TYPE_CHECKING:
    from collections.abc import Callable
    from sys import UnraisableHookArgs
    from types import FrameType, TracebackType
    from typing import Any, NoReturn

LINKING = frozenset({"numba.core.caching", "numba.core.codegen", "numba.core.cpu", "numba.core.runtime.nrt"})
"""Modules that hold addresses of compiled code, or register it in several steps."""
LIMITS = frozenset({__name__, "shunt.search.core.machine", "shunt.search.core.limit_guard"})
"""Modules that briefly open files of the system or change handlers."""
DROPPING = ("llvmlite.binding", "pydantic", "numpy._core._internal")
"""Modules whose compiled parts drop exceptions, or that are called by such parts."""
SETTING_UP = "refresh"  # the function that has numba's contexts take up what can be compiled, each piece once
CALLS = {
    ("multiprocessing.process", "start"),  # until it returns nobody knows the process, which needs what this one holds
    ("shunt.search.core.numba_internals", "load_overload"),
    ("shunt.search.core.numba_internals", "save_overload"),
}
"""Functions, by module, that do something in several steps."""
COMPILERS = ("llvmlite", "numba")
DOUBLED = 0.3  # seconds: the terminal's signal and the same one passed on by a parent process are one Ctrl-C
INTERRUPTED = 130
SOON = 0.003  # seconds until an interrupt of Ctrl-C comes again that nothing could be done with


def is_safe(frame: FrameType | None) -> bool:
    """Return whether an exception may be raised in this frame of the main thread."""
    while frame is not None:
        name = frame.f_globals.get("__name__") or ""
        if name in LINKING or name in LIMITS or name.startswith(DROPPING):
            return False
        if frame.f_code.co_name == SETTING_UP and name.startswith("numba.core"):
            return False
        if (name, frame.f_code.co_name) in CALLS:
            return False
        if frame.f_code.co_filename.startswith("<frozen importlib._bootstrap"):
            return False
        frame = frame.f_back
    return True


def end_at_once() -> NoReturn:
    """End the process with the status of an interrupt, without any cleanup."""
    with suppress(OSError):  # stderr is closed
        os.write(2, b"shunt: interrupted\n")
    os._exit(INTERRUPTED)


class Interrupts:
    """The interrupts of this process. In a `with` block, an error that replaced an interrupt is raised as that interrupt.

    `is_lost`: the last interrupt was dropped or only printed, and the work continues. `doubled`: signals within this many seconds
    of the first one count as the same Ctrl-C.
    """

    def __init__(self) -> None:
        self.is_lost, self.doubled = False, DOUBLED
        self._make: Callable[[], KeyboardInterrupt] | None = None  # the last one; itself it would keep alive what it passed
        self._calls: set[tuple[int, int]] = set()  # that were being made when it was raised: frame, step
        self._hooks: list[tuple[Any, Any]] = []
        self._came = self._comes_again = self._is_repeated = False  # Ctrl-C
        self._first = 0.0  # when it came

    # Raising

    def throw(self, make: Callable[[], KeyboardInterrupt], frame: FrameType | None) -> None:
        """Raise an interrupt in the handler of a signal that was called in `frame`."""
        self.is_lost, self._make = False, make
        self._calls.clear()
        while frame is not None:
            self._calls.add((id(frame), frame.f_lasti))
            frame = frame.f_back
        raise make()

    def keys_pressed(self, number: int, frame: FrameType | None) -> None:
        """Raise the interrupt of Ctrl-C as Python does, now or as soon as it is safe. This is the handler of SIGINT.

        The second Ctrl-C ends the process here. Files are replaced as a whole, so no file is left half-written.
        """
        is_repeated, self._is_repeated = self._is_repeated, False
        if not self._came:
            self._came, self._first = True, monotonic()
        elif not is_repeated and monotonic() > self._first + self.doubled:
            end_at_once()
        if is_safe(frame):
            self.throw(KeyboardInterrupt, frame)
        self._come_again()

    def _come_again(self) -> None:
        if not self._comes_again:
            self._comes_again = True
            start_new_thread(self._press_again, ())

    def _press_again(self) -> None:
        from signal import SIGINT

        sleep(SOON)
        if self._comes_again:
            self._comes_again, self._is_repeated = False, True
            os.kill(os.getpid(), SIGINT)

    # Handlers and hooks

    def listen(self) -> None:
        """Handle Ctrl-C from now on, unless it is ignored, as in the background of a shell."""
        from signal import SIGINT, default_int_handler, getsignal, signal

        self.__enter__()
        if getsignal(SIGINT) is default_int_handler:
            signal(SIGINT, self.keys_pressed)

    def ignore(self) -> None:
        """Ignore Ctrl-C from now on."""
        from signal import SIG_IGN, SIGINT, signal

        signal(SIGINT, SIG_IGN)

    def __enter__(self) -> Interrupts:
        self._hooks.append((sys.excepthook, sys.unraisablehook))
        sys.excepthook, sys.unraisablehook = self._printed, self._dropped
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        interrupt = self.behind(error) if isinstance(error, Exception) else None
        sys.excepthook, sys.unraisablehook = self._hooks.pop()
        if interrupt is not None or not self._hooks:
            self._make, self.is_lost, self._comes_again = None, False, False
            self._calls.clear()
        if interrupt is not None:
            raise interrupt from error

    def _printed(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Note an interrupt that C code prints and then ignores, or turns into another error."""
        if not issubclass(kind, KeyboardInterrupt):
            self._hooks[0][0](kind, error, trace)
        else:
            self._note_lost(kind)

    def _dropped(self, lost: UnraisableHookArgs) -> None:
        """Note an interrupt in one of Python's own callbacks, where it can only be printed.

        If a destructor misses an attribute after an interrupt, this is not printed, because the interrupt stopped the
        construction of the object.
        """
        if lost.exc_type is AttributeError and self._may_be_unfinished(lost.object):
            return
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            self._hooks[0][1](lost)
        else:
            self._note_lost(lost.exc_type)

    def _note_lost(self, kind: type[BaseException]) -> None:
        self.is_lost = True
        if kind is KeyboardInterrupt:  # a limit's guard looks at `is_lost` itself
            self._make = kind
            self._come_again()

    def _may_be_unfinished(self, destructor: object) -> bool:
        """Return whether a destructor belongs to an object that an interrupt (or, in a compiler, a limit) may have left
        unfinished."""
        if getattr(destructor, "__name__", "") != "__del__":
            return False
        return self._came or getattr(destructor, "__module__", "").partition(".")[0] in COMPILERS

    # Errors that stand for an interrupt

    def behind(self, error: BaseException) -> KeyboardInterrupt | None:
        """Return the interrupt that an error replaced, or None for any other error."""
        seen: set[int] = set()
        link: BaseException | None = error
        while link is not None and id(link) not in seen:
            if isinstance(link, KeyboardInterrupt):
                return link
            if self._make is not None and (self.is_lost or self._came_out_of_a_call(link.__traceback__)):
                return self._make()
            seen.add(id(link))
            link = link.__cause__ or link.__context__
        return None

    def _came_out_of_a_call(self, trace: TracebackType | None) -> bool:
        """Return whether an error was raised by a call that was running when the last interrupt was raised."""
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        return trace is not None and (id(trace.tb_frame), trace.tb_lasti) in self._calls


interrupts = Interrupts()
