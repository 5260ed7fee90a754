"""Work divided among threads: kernels run without the interpreter lock, so threads share arrays and use all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

CHUNKS = 64  # parts for a thread: few enough to cost nothing, enough to keep the threads busy

Part = tuple[int, int]


def parts_of(length: int, threads: int, done: Sequence[Part] = (), chunks: int = CHUNKS) -> list[Part]:
    """Divide range(length) into `chunks` parts for each of `threads` threads, without what is `done`."""
    edges = {int(edge) for edge in np.linspace(0, length, min(chunks * threads, length) + 1)}
    for part in done:
        edges = {edge for edge in edges if not part[0] < edge < part[1]} | {*part}
    return [part for part in pairwise(sorted(edges)) if part not in set(done)]


def by_threads(
    threads: int,
    parts: Iterable[Part],
    work: Callable[[int, Part], None],
    watch: Callable[[], None],
    note: Callable[[Part], None] = lambda part: None,
) -> None:
    """Call `work(thread, part)` for all parts on `threads` threads, then `note(part)`; `watch` between parts may raise."""
    todo = iter(list(parts))
    stopping = False

    def loop(thread: int) -> None:
        """Take parts until there are none, or another thread has failed."""
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

    if threads == 1:
        loop(0)
        return
    with ThreadPoolExecutor(threads - 1) as pool:
        others = [pool.submit(loop, thread) for thread in range(1, threads)]
        loop(0)  # on the main thread, so that an interrupt ends it
        for other in others:
            other.result()
