"""The command `shunt`, and `python -m shunt`: nothing is imported before Ctrl-C can be answered without a traceback."""

from __future__ import annotations

import gc
import os
import sys
from _thread import start_new_thread
from time import sleep

from shunt.search.core.interrupts import is_safe

TYPE_CHECKING = False  # as in `typing`, whose import is long enough for an interrupt to hit it
if TYPE_CHECKING:
    from sys import UnraisableHookArgs
    from types import FrameType
    from typing import NoReturn

__all__ = ["main"]

INTERRUPTED = 130
COMPILERS = ("llvmlite", "numba")
SOON = 0.01  # seconds until an interrupt comes again that nothing could be done with
_came = False  # whether an interrupt did
_comes_again = False  # whether one is going to


def main() -> NoReturn:
    """Run the command line and leave with its exit status; 130 when interrupted, however early or late."""
    try:
        try:
            sys.unraisablehook = _hear_again
            _note_interrupts()
            # Hardly anything that imports make is garbage: looking for it less often saves a tenth of the time before a search.
            gc.set_threshold(100_000, 50, 50)
            from shunt.cli import main as run

            run()
        finally:
            _ignore_interrupts()  # the work is done: one that comes now would only end in a traceback of Python's own end
    except KeyboardInterrupt:
        _ignore_interrupts()
        sys.stderr.write("shunt: interrupted\n")
    except SystemExit as leaving:
        if leaving.code != INTERRUPTED:
            gc.freeze()  # Python looks for garbage once more before it ends: a fifth of a warm start, for memory that goes anyway
            raise
    _leave_interrupted()


def _hear_again(lost: UnraisableHookArgs) -> None:
    """Send an interrupt again that came while a callback of Python's own ran, where it can only be printed and forgotten.

    A destructor that misses an attribute after an interrupt is not printed: the interrupt ended the making of its object.
    """
    if lost.exc_type is AttributeError and _is_unfinished(lost.object):
        return
    if lost.exc_type is not KeyboardInterrupt:  # those of limits are repeated by their guard
        sys.__unraisablehook__(lost)
    else:
        _interrupt_soon()  # once this callback is over


def _is_unfinished(destructor: object) -> bool:
    """Return whether a destructor is of an object that an interrupt, or in a compiler a limit, may have left unfinished."""
    if getattr(destructor, "__name__", "") != "__del__":
        return False
    return _came or getattr(destructor, "__module__", "").partition(".")[0] in COMPILERS


def _note_interrupts() -> None:
    """Have `_interrupted` called when an interrupt comes, unless they are ignored, as in the background of a shell."""
    from signal import SIGINT, default_int_handler, getsignal, signal

    if getsignal(SIGINT) is default_int_handler:
        signal(SIGINT, _interrupted)


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Note an interrupt, and raise it as Python does: now, or as soon as this is a place for it."""
    global _came
    _came = True
    if is_safe(frame):
        raise KeyboardInterrupt
    _interrupt_soon()


def _interrupt_soon() -> None:
    global _comes_again
    if not _comes_again:
        _comes_again = True
        start_new_thread(_interrupt_again, ())


def _interrupt_again() -> None:
    from signal import SIGINT

    global _comes_again
    sleep(SOON)
    _comes_again = False
    os.kill(os.getpid(), SIGINT)


def _ignore_interrupts() -> None:
    from signal import SIG_IGN, SIGINT, signal

    signal(SIGINT, SIG_IGN)


def _leave_interrupted() -> NoReturn:
    """Leave with 130. An interrupt that once passed through `exec` (dataclasses use it) makes Python itself die of SIGINT at
    its end, whatever the exit status; so what is to be done at exit is done here, and Python's own end is left out."""
    import atexit

    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):  # no stream, or nobody reads it any more
            continue
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
