"""Typed lines at a prompt, where Ctrl-C works at once."""

from __future__ import annotations

import os
import select
import sys

from shunt.cli.output import complain, say

GLANCE = 0.25  # seconds: how late an interrupt that falls into the gap below is heard at most


def read_line(prompt: str) -> str:
    """Show a prompt; return the typed line without blanks at its ends. Raise `EOFError` at the end of input.

    In a terminal, the line can be edited, and the arrow keys recall earlier lines. Otherwise, the prompt is on stderr.
    """
    if _can_edit():
        return _edited_line(prompt)
    complain(prompt, end="")
    if os.name == "posix" and sys.stdin is not None and sys.stdin.isatty():
        _wait_for_input()
    if sys.stdout is None:  # closed, which `input` refuses
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()
    return input().strip()


def _can_edit() -> bool:
    """Return whether lines can be edited, which requires a terminal and Python's readline library, which `input` then uses."""
    if any(stream is None or not stream.isatty() for stream in (sys.stdin, sys.stdout)) or os.environ.get("TERM") == "dumb":
        return False
    try:
        import readline
    except ImportError:
        return False
    return bool(readline)


def _edited_line(prompt: str) -> str:
    """Return a line read by readline, which is called only after a key was pressed, so that no interrupt is lost before that."""
    import termios

    usual = termios.tcgetattr(sys.stdin)
    keys = termios.tcgetattr(sys.stdin)
    keys[3] &= ~(termios.ICANON | termios.ECHO)  # keys come one by one, and readline shows them
    try:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, keys)
        say(prompt, end="")
        _wait_for_input()
        say(end="\r")  # readline writes the prompt again
        return input(prompt).strip()
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, usual)


def _wait_for_input() -> None:
    """Wait until there is something to read.

    `input` checks for signals before it blocks, and a signal ends a blocked read. A signal that arrives between the two is
    noticed only after the next line. On a busy machine, that happened to one interrupt in a thousand that was sent as soon as the
    prompt appeared. Here Python checks for signals several times a second.
    """
    while not select.select([sys.stdin], [], [], GLANCE)[0]:
        pass
