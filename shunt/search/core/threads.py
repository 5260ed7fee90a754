"""Work divided among threads. Kernels run without the interpreter lock, so threads share arrays and use all cores.

The threads and locks are the interpreter's own. The Python code of `threading` and `concurrent.futures` can hang if Ctrl-C comes
between two of its lines, with a lock that nobody holds, and it takes five times as long to start.
"""

from __future__ import annotations

from _thread import LockType, allocate_lock, start_new_thread
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np

CHUNKS = 64  # parts for a thread: few enough to cost nothing, enough to keep the threads busy
WAIT = 0.05  # seconds between two looks whether a thread has ended, should it not say so

Part = tuple[int, int]
Found = TypeVar("Found")


def parts_of(length: int, threads: int, done: Sequence[Part] = (), chunks: int = CHUNKS) -> list[Part]:
    """Divide range(length) into `chunks` parts for each of `threads` threads, without the parts in `done`."""
    edges = {int(edge) for edge in np.linspace(0, length, min(chunks * threads, length) + 1)}
    for part in done:
        edges = {edge for edge in edges if not part[0] < edge < part[1]} | {*part}
    return [part for part in pairwise(sorted(edges)) if part not in set(done)]


def spans(length: int, size: int) -> list[Part]:
    """Divide range(length) into parts of a size."""
    return [(begin, min(begin + size, length)) for begin in range(0, length, size)]


def found_by_threads(
    threads: int, parts: Sequence[Part], work: Callable[[int, Part], Found], watch: Callable[[], None] = lambda: None
) -> list[Found]:
    """Return the results of `work(thread, part)` for all parts, in order; see `by_threads`."""
    found: dict[Part, Found] = {}

    def keep(thread: int, part: Part) -> None:
        """Keep the result for a part."""
        found[part] = work(thread, part)

    by_threads(threads, parts, keep, watch)
    return [found[part] for part in parts]


def by_threads(
    threads: int,
    parts: Iterable[Part],
    work: Callable[[int, Part], None],
    watch: Callable[[], None] = lambda: None,
    note: Callable[[Part], None] = lambda part: None,
) -> None:
    """Call `work(thread, part)` for all parts on `threads` threads, and then `note(part)`. `watch` is called between parts and
    may raise an exception."""
    todo = iter(list(parts))
    stopping = False

    def loop(thread: int) -> None:
        """Take parts until there are none left or another thread has failed."""
        nonlocal stopping
        try:
            for part in todo:  # a list iterator hands out each part once, to whichever thread asks
                if stopping:
                    return
                work(thread, part)
                note(part)
                if thread == 0:
                    watch()
        except BaseException:
            stopping = True
            raise

    def help_with(thread: int, at_work: LockType) -> None:
        """Run as one of the other threads."""
        try:
            loop(thread)
        except BaseException as error:
            errors.append(error)
        finally:
            ended.add(thread)
            at_work.release()

    def wait() -> None:
        """Wait for the others. An interrupt may end this at any point, and it may be called again."""
        for thread, at_work in others:
            while thread not in ended:
                at_work.acquire(timeout=WAIT)

    errors: list[BaseException] = []
    ended: set[int] = set()
    others: list[tuple[int, LockType]] = []
    try:
        for thread in range(1, threads):
            at_work = allocate_lock()
            at_work.acquire()
            start_new_thread(help_with, (thread, at_work))
            others.append((thread, at_work))
        loop(0)  # on the main thread, so that an interrupt ends it
        wait()
    except BaseException:
        stopping = True
        wait()
        raise
    if errors:
        raise errors[0]
