"""Executors for shards of work: processes of this machine, or any `concurrent.futures.Executor`.

A shard is a number; `work(shard)` must give the same answer wherever and however often it runs. Then a worker that dies loses
nothing: its shard, and those that ran beside it, are done again.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from shunt.errors import InputError, ShuntError
from shunt.search.core.limits import worker_faults

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

P = ParamSpec("P")
T = TypeVar("T")
WorkOnShard = Callable[[int], T]

AHEAD = 2  # shards given out for each worker, so that none waits for the next
SUSPECT = 2  # losses after which a shard is done alone, so that it is known which one kills its worker
GLANCE = 1  # seconds: an interrupt that arrives just before a wait begins is heard when it ends, so no wait is longer
WORKER = ".worker"  # ending of the name of a file that says which process is a worker


class WorkerLostError(ShuntError):
    """Workers died again and again, or all of them; what was done before is safe."""


@dataclass
class WorkerPool:
    """Workers that can be replaced: `make` returns an executor, a new one when its workers have died; `quit` ends one at once.

    `size`: how many shards run at a time; `most_losses`: losses of one shard after which a run ends.
    """

    make: Callable[[], Executor]
    size: int
    quit: Callable[[Any], None] = field(default=lambda executor: executor.shutdown(wait=False, cancel_futures=True))
    most_losses: int = 5


def map_shards(
    workers: Executor | WorkerPool, work: WorkOnShard[T], shards: Iterable[int], on_done: Callable[[int, T], None]
) -> None:
    """Do every shard and pass each result to `on_done(shard, result)`, in this thread, in the order in which they arrive.

    `workers`: a `WorkerPool`, whose dead workers are replaced, or any executor, which stays open and is held to have a worker a
    core. Few shards are given out ahead, so `shards` may be endless. An exception of `work` or `on_done` ends the run. Raises
    `WorkerLostError` for a shard that kills its worker again and again, and for an executor whose workers are gone and cannot be
    replaced.
    """
    if isinstance(workers, Executor):
        from shunt.search.core.machine import core_count

        crew = WorkerPool(lambda: workers, core_count(), lambda executor: None)
        _Mapping(crew, work, on_done, replaces=False).run(iter(shards))
    else:
        _Mapping(workers, work, on_done, replaces=True).run(iter(shards))


class _Mapping:
    """One call of `map_shards`: the shards that are running, and those to be done again."""

    def __init__(self, crew: WorkerPool, work: WorkOnShard[Any], on_done: Callable[[int, Any], None], replaces: bool) -> None:
        self.crew, self.work, self.on_done, self.replaces = crew, work, on_done, replaces
        self.executor: Executor | None = None
        self.running: dict[Future[Any], int] = {}
        self.repeated: list[int] = []  # lost with a worker; done before any new shard
        self.losses: Counter[int] = Counter()  # with a worker or a whole executor, by shard

    def run(self, shards: Iterator[int]) -> None:
        """Give out shards and collect results until all are done."""
        try:
            while self._give_out(shards):
                done = wait(self.running, GLANCE, FIRST_COMPLETED).done  # none after GLANCE
                for future in sorted(done, key=self.running.__getitem__):
                    self._collect(future)
        finally:
            if not self.replaces:  # the executor stays in use by others; `quit` cancels what is left of a crew's own
                for future in self.running:
                    future.cancel()
            if self.executor is not None:
                self.crew.quit(self.executor)

    def _give_out(self, shards: Iterator[int]) -> bool:
        """Keep the workers busy; return whether any shard is running."""
        while len(self.running) < self.crew.size * AHEAD:
            shard = self._next(shards)
            if shard is None:
                break
            if self.executor is None:
                self.executor = self.crew.make()
            try:
                self.running[self.executor.submit(self.work, shard)] = shard
            except RuntimeError:  # the documented answer of an executor that is broken (`BrokenExecutor`) or shut down
                self._lose_all(shard)
        return bool(self.running)

    def _next(self, shards: Iterator[int]) -> int | None:
        """Return the next shard to be given out, None if none is or one has to be done alone."""
        if any(self.losses[shard] >= SUSPECT for shard in self.running.values()):
            return None
        if not self.repeated:
            return next(shards, None)
        return None if self.running and self.losses[self.repeated[0]] >= SUSPECT else self.repeated.pop(0)

    def _collect(self, future: Future[Any]) -> None:
        shard = self.running.pop(future, None)
        if shard is None:
            return  # collected when an earlier one was found to be lost
        try:
            result = future.result()
        except BaseException as error:
            if type(error).__name__ == "KilledWorker":  # of Dask, known by name: it may not be installed
                self._again([shard])
            elif is_loss(error):
                self._lose_all(shard)
            else:
                raise
            return
        self._finish(shard, result)

    def _finish(self, shard: int, result: Any) -> None:
        self.on_done(shard, result.taken() if isinstance(result, FiledResult) else result)

    def _again(self, lost: list[int]) -> None:
        """Have shards done again that were lost with a worker; workers are also killed from outside, whatever they do."""
        self.losses.update(lost)
        worst = max(lost, key=lambda shard: self.losses[shard])
        if self.losses[worst] >= self.crew.most_losses:
            raise WorkerLostError(f"shard {worst} kills its worker again and again (out of memory?); all before is safe")
        self.repeated = sorted([*self.repeated, *lost])

    def _lose_all(self, shard: int) -> None:
        """Collect what was finished before an executor broke as a whole, and have a new one do the rest."""
        lost = [shard]
        running, self.running = self.running, {}
        for future, other in running.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._finish(other, future.result())
            else:
                lost.append(other)
        if not self.replaces:
            raise WorkerLostError(
                f"the workers are gone; shards {sorted(lost)} and later ones are not done, earlier ones are safe"
            )
        broken, self.executor = self.executor, None
        if broken is not None:
            self.crew.quit(broken)
        self._again(lost)


def is_loss(error: BaseException) -> bool:
    """Return whether an exception reports that all workers are gone, and nothing about its work."""
    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ == "FutureCancelledError"


# --------------------------------------------------------------------------------------------------------------------
# Processes of this machine


@dataclass(frozen=True)
class FiledResult:
    """A result that a process of a `ProcessPool` has left in a file."""

    path: str

    def taken(self) -> Any:
        """Return the result and remove its file."""
        with open(self.path, "rb") as file:
            result = pickle.load(file)
        os.unlink(self.path)
        return result


class ProcessPool(ProcessPoolExecutor):
    """Processes of this machine. They end at once with this process, and when they are killed.

    All of them write into one pipe, and one that is killed in the middle of a result would leave half of it there, which stops
    all reading for ever. So results are files, and what goes through the pipe is short enough to be written whole or not at all.
    """

    def __init__(self, size: int) -> None:
        """Make the pool; a process starts with the first task for which there is none."""
        from multiprocessing import get_context

        spawn = get_context("spawn")  # not forked: threads of compiled kernels do not survive that
        self._results = TemporaryDirectory(prefix="shunt-workers-", ignore_cleanup_errors=True)
        self._far_end, self._end = spawn.Pipe(duplex=False)
        super().__init__(size, spawn, _begin_worker, (self._far_end, self._results.name))

    def submit(self, fn: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> Future[Any]:
        """Have one of the processes call `fn`; its result is a `FiledResult`."""
        return super().submit(_filed, self._results.name, partial(fn, *args, **kwargs))

    def kill(self) -> None:
        """End all processes at once, whatever they are doing."""
        from multiprocessing import active_children

        self._end.close()  # for those that have only just begun
        for child in active_children():
            if os.path.exists(os.path.join(self._results.name, f"{child.pid}{WORKER}")):
                child.kill()
        self.shutdown(cancel_futures=True)
        self._far_end.close()
        self._results.cleanup()


def _begin_worker(parent: Connection, folder: str) -> None:
    """Leave Ctrl-C to the parent, and end when its end of the pipe is closed."""

    def end() -> None:
        with suppress(EOFError, OSError):
            parent.recv()
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with open(os.path.join(folder, f"{os.getpid()}{WORKER}"), "wb"):
        pass  # the folder says which processes are of this pool
    threading.Thread(target=end, daemon=True).start()


def _filed(folder: str, work: Callable[[], Any]) -> FiledResult:
    result = work()
    with NamedTemporaryFile(dir=folder, delete=False) as file:
        pickle.dump(result, file)
    return FiledResult(file.name)


def local_pool(workers: int, warm: Callable[[], object] | None = None) -> WorkerPool:
    """Return a crew of processes of this machine.

    `warm` is called in this process, once, before the first worker starts, to fill the kernel cache: otherwise each compiles
    the same kernels.
    """
    if faults := worker_faults(workers):
        raise InputError(faults)
    waiting = [warm] if warm is not None else []

    def make() -> ProcessPool:
        while waiting:
            waiting.pop()()
        return ProcessPool(workers)

    return WorkerPool(make, workers, ProcessPool.kill)
