"""Executors for shards of work: processes of this machine, or any `concurrent.futures.Executor`.

A shard is a number. `work(shard)` must give the same result wherever and however often it runs. If a worker dies, its shard and
those that ran at the same time are done again, so that nothing is lost.
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

from shunt.errors import ShuntError, raise_faults
from shunt.search.core.limits import worker_faults
from shunt.search.core.machine import core_count

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
    """Workers died repeatedly, or all workers died. Results from before are safe."""


@dataclass
class WorkerPool:
    """Workers that can be replaced. `make` returns an executor, and a new one when its workers have died. `quit` ends an executor
    at once. `guarded` returns the work as a worker is given it.

    `size`: number of shards that run at a time. `most_losses`: number of losses of one shard after which a run ends. `replaces`:
    workers that died are replaced.
    """

    make: Callable[[], Executor]
    size: int
    quit: Callable[[Any], None] = field(default=lambda executor: executor.shutdown(wait=False, cancel_futures=True))
    most_losses: int = 5
    guarded: Callable[[WorkOnShard[Any]], WorkOnShard[Any]] = lambda work: work
    replaces: bool = True


def map_shards(
    workers: Executor | WorkerPool, work: WorkOnShard[T], shards: Iterable[int], on_done: Callable[[int, T], None]
) -> None:
    """Do every shard and pass each result to `on_done(shard, result)`, in this thread, in order of arrival.

    `workers` is a `WorkerPool`, whose dead workers are replaced, or any executor, which stays open and is assumed to have one
    worker per core. Few shards are given out in advance, so `shards` may be endless. An exception from `work` or `on_done` ends
    the run. Raise `WorkerLostError` if a shard kills its worker repeatedly, or if the workers of an executor are gone and cannot
    be replaced.
    """
    if isinstance(workers, Executor):
        executor = workers
        workers = WorkerPool(lambda: executor, core_count(), lambda executor: None, replaces=False)
    _Mapping(workers, work, on_done).run(iter(shards))


class _Mapping:
    """One call of `map_shards`: the running shards, and those to be done again."""

    def __init__(self, pool: WorkerPool, work: WorkOnShard[Any], on_done: Callable[[int, Any], None]) -> None:
        self.pool, self.work, self.on_done = pool, pool.guarded(work), on_done
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
            if not self.pool.replaces:  # the executor stays in use by others; `quit` cancels what is left of a pool's own
                for future in self.running:
                    future.cancel()
            if self.executor is not None:
                self.pool.quit(self.executor)

    def _give_out(self, shards: Iterator[int]) -> bool:
        """Keep the workers busy; return whether any shard is running."""
        while len(self.running) < self.pool.size * AHEAD:
            shard = self._next(shards)
            if shard is None:
                break
            if self.executor is None:
                self.executor = self.pool.make()
            try:
                self.running[self.executor.submit(self.work, shard)] = shard
            except RuntimeError:  # the documented answer of an executor that is broken (`BrokenExecutor`) or shut down
                self._lose_all(shard)
        return bool(self.running)

    def _next(self, shards: Iterator[int]) -> int | None:
        """Return the next shard to give out. Return None if there is none, or if a shard has to be done alone."""
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
        """Have the shards that were lost with a worker done again. The cause may be outside: any worker can be killed."""
        self.losses.update(lost)
        worst = max(lost, key=lambda shard: self.losses[shard])
        if self.losses[worst] >= self.pool.most_losses:
            raise WorkerLostError(f"shard {worst} kills its worker again and again (out of memory?); all before is safe")
        self.repeated = sorted([*self.repeated, *lost])

    def _lose_all(self, shard: int) -> None:
        """Collect the results that were finished before a whole executor broke, and have a new executor do the rest."""
        lost = [shard]
        running, self.running = self.running, {}
        for future, other in running.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._finish(other, future.result())
            else:
                lost.append(other)
        if not self.pool.replaces:
            raise WorkerLostError(
                f"the workers are gone; shards {sorted(lost)} and later ones are not done, earlier ones are safe"
            )
        broken, self.executor = self.executor, None
        if broken is not None:
            self.pool.quit(broken)
        self._again(lost)


def is_loss(error: BaseException) -> bool:
    """Return whether an exception means that all workers are gone, rather than that the work failed."""
    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ == "FutureCancelledError"


# --------------------------------------------------------------------------------------------------------------------
# Processes of this machine


@dataclass(frozen=True)
class FiledResult:
    """A result that a process of a `ProcessPool` has written to a file."""

    path: str

    def taken(self) -> Any:
        """Return the result and remove its file."""
        with open(self.path, "rb") as file:
            result = pickle.load(file)
        os.unlink(self.path)
        return result


class ProcessPool(ProcessPoolExecutor):
    """Processes on this machine. They end at once when this process ends and when they are killed.

    All of them write to one pipe. A process that is killed in the middle of a result would leave half of it there, and nothing
    could be read from the pipe any more. Results are therefore written to files, and messages in the pipe are so short that they
    are written completely or not at all.
    """

    def __init__(self, size: int) -> None:
        """Make the pool. A process is started for a task if no process is free."""
        from multiprocessing import get_context

        spawn = get_context("spawn")  # not forked: threads of compiled kernels do not survive that
        self._results = TemporaryDirectory(prefix="shunt-workers-", ignore_cleanup_errors=True)
        self._far_end, self._end = spawn.Pipe(duplex=False)
        super().__init__(size, spawn, _begin_worker, (self._far_end, self._results.name))

    def submit(self, fn: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> Future[Any]:
        """Have one of the processes call `fn`. Its result is a `FiledResult`."""
        return super().submit(_filed, self._results.name, partial(fn, *args, **kwargs))

    def kill(self) -> None:
        """End all processes at once."""
        from multiprocessing import active_children

        self._end.close()  # for those that have only just begun
        for child in active_children():
            if os.path.exists(os.path.join(self._results.name, f"{child.pid}{WORKER}")):
                child.kill()
        self.shutdown(cancel_futures=True)
        self._far_end.close()
        self._results.cleanup()


def _begin_worker(parent: Connection, folder: str) -> None:
    """Leave Ctrl-C to the parent, and end when the parent's end of the pipe is closed."""

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
    """Return a pool of processes on this machine.

    `warm` is called once in this process before the first worker starts. It fills the kernel cache, because otherwise every
    worker would compile the same kernels.
    """
    raise_faults(worker_faults(workers))
    waiting = [warm] if warm is not None else []

    def make() -> ProcessPool:
        while waiting:
            waiting.pop()()
        return ProcessPool(workers)

    return WorkerPool(make, workers, ProcessPool.kill)
