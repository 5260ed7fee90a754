"""The command `shunt`, and `python -m shunt`: nothing is imported before Ctrl-C can be answered without a traceback."""

from __future__ import annotations

import gc
import os
import sys
import warnings

from shunt.search.core.interrupts import INTERRUPTED, interrupts

TYPE_CHECKING = False  # as in `typing`, whose import is long enough for an interrupt to hit it
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command line and leave with its exit status; 130 when interrupted, however early or late."""
    try:
        try:
            interrupts.listen()
            # Hardly anything that imports make is garbage: looking for it less often saves a tenth of the time before a search.
            gc.set_threshold(100_000, 50, 50)
            if not sys.warnoptions:  # those of libraries are for their programmers; -W and PYTHONWARNINGS show them, workers too
                warnings.simplefilter("ignore")
                os.environ["PYTHONWARNINGS"] = "ignore"
            # To look for plugins, pydantic would read the metadata of every installed package.
            os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
            from shunt.cli import main as run

            run()
        finally:
            interrupts.ignore()  # the work is done: one that comes now would only end in a traceback of Python's own end
    except KeyboardInterrupt:
        interrupts.ignore()
        if sys.stderr is not None:
            sys.stderr.write("shunt: interrupted\n")
    except SystemExit as leaving:
        if leaving.code != INTERRUPTED:
            gc.freeze()  # Python looks for garbage once more before it ends: a fifth of a warm start, for memory that goes anyway
            raise
    _leave_interrupted()


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
