"""The exit statuses of every command."""

from __future__ import annotations

from enum import IntEnum


class ExitStatus(IntEnum):
    """The way a command ended; one that returns nothing has answered.

    1 is returned only on purpose; click's own error handler, which would also use it, is not used.
    """

    ANSWERED = 0
    """Solved, valid, or done."""
    NO = 1
    """The answer is no: the card is proven unsolvable, a move is illegal, or a stored value is wrong."""
    BAD_INPUT = 2
    """The usage or the input is wrong; stdout is empty."""
    STOPPED = 3
    """A limit on memory, time or states stopped the command before it had an answer."""
    INTERNAL = 70
    """A bug in the program."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C."""
