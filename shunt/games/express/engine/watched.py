"""Kernels that run for long are watched from outside: a limit or Ctrl-C ends them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from shunt.games.express.engine.position import Ints
from shunt.search.core.limits import Limits

T = TypeVar("T")
BETWEEN = 0.05  # seconds between two looks at the limits


def watched(work: Callable[[], T], meta: Ints, limits: Limits | None) -> T:
    """Return what `work` returns. With limits it runs in a thread: at one, or at Ctrl-C, meta[2] is set, and it must end soon.

    meta[0] is the number of states so far. Raise `LimitReached` if a limit is reached.
    """
    if limits is None:
        return work()
    with ThreadPoolExecutor(1) as thread:
        future = thread.submit(work)
        try:
            while True:
                try:
                    return future.result(timeout=BETWEEN)
                except TimeoutError:
                    limits.allow_states(int(meta[0]))
        except BaseException:
            meta[2] = 1
            raise
