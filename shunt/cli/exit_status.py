"""The exit statuses of every command."""

from __future__ import annotations

from enum import IntEnum


class ExitStatus(IntEnum):
    """How a command ended. 1 is only ever returned on purpose; click's own error handler, which also uses it, is not used."""

    ANSWERED = 0
    """Solved, valid, or done."""
    NO = 1
    """The answer is no: proven unsolvable, an illegal move, a claim that does not hold."""
    BAD_INPUT = 2
    """Bad usage or bad input; stdout is empty."""
    STOPPED = 3
    """Stopped at a limit of memory, time or states, without an answer."""
    INTERNAL = 70
    """A bug in the program."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C."""
