"""Lines that are typed at a prompt, where Ctrl-C is heard at once."""

from __future__ import annotations

import os
import select
import sys

from shunt.cli.output import complain

GLANCE = 0.25  # seconds: how late an interrupt that falls into the gap below is heard at most


def read_line(prompt: str) -> str:
    """Show a prompt on stderr; return the line that is typed, stripped of blanks. Raise `EOFError` at the end of input."""
    complain(prompt, end="")
    _wait_for_a_line()
    return input().strip()


def _wait_for_a_line() -> None:
    """Wait until the terminal holds a line.

    `input` looks for signals before it blocks, and a blocked read is ended by a signal; one that arrives between the two is heard
    only after the next line. On a busy machine that was one interrupt in a thousand, sent as soon as the prompt was seen. Here
    Python looks for signals several times a second.
    """
    if os.name != "posix" or sys.stdin is None or not sys.stdin.isatty():
        return
    while not select.select([sys.stdin], [], [], GLANCE)[0]:
        pass
