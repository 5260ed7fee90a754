"""Where shards of work are done: any `concurrent.futures.Executor`, processes of this machine, or a Dask cluster.

A shard is a number; `work(shard)` must give the same answer wherever and however often it runs. Then a worker that dies loses
nothing: its shard is given out again.
"""

from __future__ import annotations

import os
import re
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from shunt.errors import Fault, InputError, ShuntError

T = TypeVar("T")
Work = Callable[[int], T]

AHEAD = 2  # shards given out for each worker, so that none waits for the next
MOST_LOSSES = 2  # of a shard in company; after that it is done alone, to see whether it is the one that kills
MOST_DEATHS = 3  # of workers that did a shard alone
PATIENCE = 15  # seconds to wait for a cluster to answer
LOOK = 1.0  # seconds without a result, after which it is looked whether the workers are there at all
ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([\w.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}")


class WorkerLostError(ShuntError):
    """Workers died again and again, or all of them; what was done before is safe."""


@dataclass
class Crew:
    """Workers that can be replaced: `make` gives an executor, anew when its workers have died, and `quit` ends one at once.

    `size`: how many shards can be done at a time; `name`: what they are, for people.
    """

    make: Callable[[], Executor]
    size: int
    name: str = "workers"
    quit: Callable[[Executor], None] = field(default=lambda executor: executor.shutdown(wait=False, cancel_futures=True))


def map_shards(
    workers: Executor | Crew, work: Work[T], shards: Iterable[int], on_done: Callable[[int, T], None], size: int | None = None
) -> None:
    """Do every shard and hand each result to `on_done(shard, result)`, in this thread, in the order in which they come.

    `workers`: a `Crew`, whose dead workers are replaced, or any executor, which stays open. Few shards are given out ahead,
    so `shards` may be endless; `size` is how many workers an executor has, where it does not say so itself. An exception
    of `work` or `on_done` ends it all. Raises `WorkerLostError` for a shard that kills its worker over and over, and for an
    executor whose workers are gone and cannot be replaced.
    """
    if isinstance(workers, Executor):
        count = size or getattr(workers, "_max_workers", None) or os.cpu_count() or 1
        crew = Crew(lambda: workers, count, "executor", lambda executor: None)
        _Mapping(crew, work, on_done, replaces=False).run(iter(shards))
    else:
        _Mapping(workers, work, on_done, replaces=True).run(iter(shards))


class _Mapping:
    """One call of `map_shards`: which shards are given out, which wait to be done again."""

    def __init__(self, crew: Crew, work: Work[Any], on_done: Callable[[int, Any], None], replaces: bool) -> None:
        self.crew, self.work, self.on_done, self.replaces = crew, work, on_done, replaces
        self.executor: Executor | None = None
        self.out: dict[Future[Any], int] = {}
        self.again: list[int] = []  # lost with a worker; done before anything new
        self.losses: Counter[int] = Counter()
        self.deaths: Counter[int] = Counter()

    def run(self, shards: Iterator[int]) -> None:
        """Give out shards and take in results until there are none."""
        try:
            while self._give_out(shards):
                done = self._wait()
                for future in sorted(done, key=self.out.__getitem__):
                    self._take_in(future)
        finally:
            if not self.replaces:  # others go on with the executor; what is quit is cancelled by that
                for future in self.out:
                    future.cancel()
            if self.executor is not None:
                self.crew.quit(self.executor)

    def _wait(self) -> set[Future[Any]]:
        """What is done, as soon as anything is. An executor that is gone and does not say so is taken for lost."""
        gone = False
        while not (done := wait(self.out, LOOK, FIRST_COMPLETED).done):
            gone, before = self.executor is not None and is_gone(self.executor), gone
            if gone and before:  # it has had the time of a look to say so itself
                self._lost(self._rescued())
                break
        return done

    def _give_out(self, shards: Iterator[int]) -> bool:
        """Keep the workers busy; returns whether anything is being done.

        Among shards that are done side by side nobody can tell which one killed a worker. So one that was lost more than
        `MOST_LOSSES` times is done while nothing else is, and a worker that dies then was killed by it.
        """
        while len(self.out) < self.crew.size * AHEAD and not any(self._suspect(shard) for shard in self.out.values()):
            shard = self.again.pop(0) if self.again else next(shards, None)
            if shard is None:
                break
            if self._suspect(shard) and self.out:
                self.again.insert(0, shard)
                break
            self._submit(shard)
        return bool(self.out)

    def _suspect(self, shard: int) -> bool:
        return self.losses[shard] > MOST_LOSSES

    def _submit(self, shard: int) -> None:
        try:
            if self.executor is None:
                self.executor = self.crew.make()
            self.out[self.executor.submit(self.work, shard)] = shard
        except Exception as error:
            # Nothing of the work comes out here: it is done elsewhere. A pool that breaks while it takes a shard may say so by
            # whatever it stumbles over, such as the closed pipe of another worker.
            if not is_loss(error) and not (self.executor is not None and is_gone(self.executor)):
                raise
            self._lost([shard, *self._rescued()])

    def _take_in(self, future: Future[Any]) -> None:
        shard = self.out.pop(future, None)
        if shard is None:
            return  # dealt with when one before it was found to be lost
        try:
            result = future.result()
        except BaseException as error:
            if not is_loss(error):
                raise
            # A process pool breaks as a whole; a cluster goes on without the worker.
            self._lost([shard] if is_one_worker(error) else [shard, *self._rescued()], breaks=not is_one_worker(error))
            return
        self._done(shard, result)

    def _done(self, shard: int, result: Any) -> None:
        del self.losses[shard], self.deaths[shard]
        self.on_done(shard, result)

    def _rescued(self) -> list[int]:
        """Take in what was finished before the executor broke; returns the shards that were not."""
        lost = []
        out, self.out = self.out, {}
        for future, shard in out.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._done(shard, future.result())
            else:
                lost.append(shard)
        return lost

    def _lost(self, shards: list[int], breaks: bool = True) -> None:
        """Have these shards done again; an executor that breaks with them is replaced."""
        if breaks and not self.replaces:
            raise WorkerLostError(
                f"the workers are gone; shards {sorted(shards)} and what follows are not done, all before is safe"
            )
        for shard in shards:
            self.losses[shard] += 1
            self.deaths[shard] += len(shards) == 1 and self.losses[shard] > MOST_LOSSES
            if self.deaths[shard] >= MOST_DEATHS:
                raise WorkerLostError(f"shard {shard} kills its worker again and again (out of memory?); all before is safe")
        self.again = sorted({*self.again, *shards})
        if breaks:
            broken, self.executor = self.executor, None
            if broken is not None:
                self.crew.quit(broken)


def is_loss(error: BaseException) -> bool:
    """Whether this says that a worker died, and nothing about its work."""
    return (
        isinstance(error, BrokenExecutor | CancelledError)
        or is_one_worker(error)
        or type(error).__name__ == "FutureCancelledError"
    )


def is_gone(executor: Executor) -> bool:
    """Whether an executor has broken or was shut down, or a process of its pool is dead: what is given out will not be done.

    The library has no word for it, so this reads what its own classes keep. They learn of a dead process at once, unless
    that has left half a result in the pipe, and tell all that wait for results, unless shards are given out just then.
    """
    if any(getattr(executor, name, False) for name in ("_broken", "_shutdown_thread", "_shutdown")):
        return True
    processes = list((getattr(executor, "_processes", None) or {}).values())
    return not all(process.is_alive() for process in processes)


def is_one_worker(error: BaseException) -> bool:
    """Whether one worker of a cluster died and the others go on. Told by name: the library may not be installed."""
    return type(error).__name__ == "KilledWorker"


# --------------------------------------------------------------------------------------------------------------------
# Processes of this machine


def local_crew(workers: int, warm: Callable[[], object] | None = None) -> Crew:
    """Processes of this machine, begun afresh (not forked: threads of compiled kernels do not survive that).

    `warm` is called here, once, before the first worker starts, to fill the kernel cache: otherwise each compiles the same.
    """
    from multiprocessing import get_context

    if workers < 1:
        raise InputError(Fault("--workers", f"{workers} workers do nothing", "at least 1"))
    waiting = [warm] if warm is not None else []

    def make() -> Executor:
        while waiting:
            waiting.pop()()
        pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin_worker)
        # All of them before the thread that watches them, as where they are forked. One that begins later gets the pipes of a
        # pool that may be breaking just then.
        vars(pool)["_safe_to_dynamically_spawn_children"] = False
        return pool

    return Crew(make, workers, f"{workers} process{'es' * (workers > 1)}", quit_at_once)


def quit_at_once(executor: Executor) -> None:
    """End a pool of processes with all that they are doing, and the threads that serve it."""
    processes = list((getattr(executor, "_processes", None) or {}).values())
    manager, results = (getattr(executor, name, None) for name in ("_executor_manager_thread", "_result_queue"))
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:  # what they are doing would only be thrown away
        process.kill()
    for process in processes:
        process.join()
    if manager is not None and results is not None:
        results._writer.close()  # half a result, left by one that died, has no end otherwise, and its reader would wait for it
        manager.join()  # else it could close its pipes while the interpreter, at its end, writes to them


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _begin_worker() -> None:
    """A worker leaves Ctrl-C to its parent, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)  # nobody waits for the result any more


def warm_kernels() -> None:
    """Solve a small card, so that every kernel of a search lies compiled in the cache."""
    from shunt.cards.files import load_route_card
    from shunt.search.solve import solve

    for method in ("bidirectional", "forward"):
        solve(load_route_card("first-swap"), method=method)


# --------------------------------------------------------------------------------------------------------------------
# A Dask cluster


@contextmanager
def cluster_crew(address: str) -> Iterator[Crew]:
    """The workers of a Dask scheduler, such as `tcp://host:8786`; all of them must have this program installed.

    Raises `InputError` where the library is missing, the address is none, nobody answers, or there is no worker.
    """
    try:
        from distributed import Client as untyped_client
    except ImportError:
        raise InputError(
            Fault("--cluster", "the library for clusters is not installed", "pip install 'shunt[cluster]'")
        ) from None
    if not ADDRESS.fullmatch(address):  # the library would wait for it to become one
        raise InputError(Fault("--cluster", f"{address!r} is no address", "write tcp://HOST:8786, as the scheduler does"))
    make_client: Callable[..., Any] = untyped_client
    try:
        client = make_client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError):
        raise InputError(
            Fault("--cluster", f"no scheduler answers at {address} within {PATIENCE} s", "start one: dask scheduler")
        ) from None
    try:
        if not (threads := client.nthreads()):
            raise InputError(
                Fault("--cluster", f"the scheduler at {address} has no workers", f"start some: dask worker {address}")
            )

        def make() -> Executor:
            if client.status != "running":
                raise WorkerLostError(f"the scheduler at {address} is gone; all that was done before is safe")
            executor: Executor = client.get_executor(pure=False)  # no look-up of results by a hash of the work
            return executor

        yield Crew(
            make,
            max(1, sum(threads.values())),
            f"{len(threads)} worker{'s' * (len(threads) > 1)} at {address}",
            lambda executor: executor.shutdown(wait=False),
        )
    finally:
        client.close()
