"""An interrupt in any call of Python's own functions."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def counting(calls: list[int], last: int = 0) -> Iterator[None]:
    """Count calls of functions into `calls[0]`, and raise an interrupt in number `last`.

    Where Python has nobody to raise it to (callbacks of weak references, destructors, a generator that is being closed) it is
    raised again in the next call, as a user would press the keys again.
    """
    print_error = sys.unraisablehook

    def count(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            calls[0] += 1
            if last and calls[0] >= last:
                sys.setprofile(None)
                raise KeyboardInterrupt

    def again(unraisable: Any) -> None:
        """Interrupt once more if the interrupt went to nobody."""
        if isinstance(unraisable.exc_value, KeyboardInterrupt):
            sys.setprofile(count)
        else:
            print_error(unraisable)

    sys.unraisablehook = again
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)
        sys.unraisablehook = print_error
