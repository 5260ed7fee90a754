"""Executors for shards of work: processes of this machine, a Dask cluster, or any `concurrent.futures.Executor`.

A shard is a number; `work(shard)` must give the same answer wherever and however often it runs. Then a worker that dies loses
nothing: its shard is done again.
"""

from __future__ import annotations

import os
import re
import signal
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from shunt.errors import Fault, InputError, ShuntError
from shunt.files.version import program_version, to_install

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

T = TypeVar("T")
Work = Callable[[int], T]

AHEAD = 2  # shards given out for each worker, so that none waits for the next
MOST_DEATHS = 5  # of workers that do the same shard, or of all workers without a shard being done, after which a run ends
GLANCE = 1  # seconds: an interrupt that arrives just before a wait begins is heard when it ends, so no wait is longer
PATIENCE = 15  # seconds to wait for a cluster to answer
ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([\w.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}")


class WorkerLostError(ShuntError):
    """Workers died again and again, or all of them; what was done before is safe."""


class WorkerDiedError(ShuntError):
    """The process that ran a task died; the others of its pool continue."""


@dataclass
class WorkerPool:
    """Workers that can be replaced: `make` returns an executor, a new one when its workers have died; `quit` ends one at once.

    `size`: how many shards run at a time.
    """

    make: Callable[[], Executor]
    size: int
    quit: Callable[[Any], None] = field(default=lambda executor: executor.shutdown(wait=False, cancel_futures=True))


def map_shards(workers: Executor | WorkerPool, work: Work[T], shards: Iterable[int], on_done: Callable[[int, T], None]) -> None:
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

    def __init__(self, crew: WorkerPool, work: Work[Any], on_done: Callable[[int, Any], None], replaces: bool) -> None:
        self.crew, self.work, self.on_done, self.replaces = crew, work, on_done, replaces
        self.executor: Executor | None = None
        self.running: dict[Future[Any], int] = {}
        self.repeated: list[int] = []  # lost with a worker; done before any new shard
        self.deaths: Counter[int] = Counter()  # of workers, by the shard that each was doing
        self.breaks = 0  # of executors as a whole, since the last shard that was done

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
            shard = self.repeated.pop(0) if self.repeated else next(shards, None)
            if shard is None:
                break
            if self.executor is None:
                self.executor = self.crew.make()
            try:
                self.running[self.executor.submit(self.work, shard)] = shard
            except RuntimeError:  # the documented answer of an executor that is broken (`BrokenExecutor`) or shut down
                self._lose_all(shard)
        return bool(self.running)

    def _collect(self, future: Future[Any]) -> None:
        shard = self.running.pop(future, None)
        if shard is None:
            return  # collected when an earlier one was found to be lost
        try:
            result = future.result()
        except BaseException as error:
            if is_one_worker(error):
                self._lose(shard)
            elif is_loss(error):
                self._lose_all(shard)
            else:
                raise
            return
        self._finish(shard, result)

    def _finish(self, shard: int, result: Any) -> None:
        self.breaks = 0
        self.on_done(shard, result)

    def _lose(self, shard: int) -> None:
        """Have a shard done again whose worker died; workers are also killed from outside, whatever they do."""
        self.deaths[shard] += 1
        if self.deaths[shard] >= MOST_DEATHS:
            raise WorkerLostError(f"shard {shard} kills its worker again and again (out of memory?); all before is safe")
        self.repeated = sorted([*self.repeated, shard])

    def _lose_all(self, shard: int) -> None:
        """Collect what was finished before an executor broke as a whole, and have a new one do the rest."""
        lost = [shard]
        running, self.running = self.running, {}
        for future, other in running.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._finish(other, future.result())
            else:
                lost.append(other)
        self.breaks += 1
        if not self.replaces or self.breaks >= MOST_DEATHS:
            raise WorkerLostError(
                f"the workers are gone; shards {sorted(lost)} and later ones are not done, earlier ones are safe"
            )
        self.repeated = sorted([*self.repeated, *lost])
        broken, self.executor = self.executor, None
        if broken is not None:
            self.crew.quit(broken)


def is_loss(error: BaseException) -> bool:
    """Return whether an exception reports that all workers are gone, and nothing about its work."""
    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ == "FutureCancelledError"


def is_one_worker(error: BaseException) -> bool:
    """Return whether one worker died and the others continue. Dask's error is known by name: it may not be installed."""
    return isinstance(error, WorkerDiedError) or type(error).__name__ == "KilledWorker"


# --------------------------------------------------------------------------------------------------------------------
# Processes of this machine


class ProcessPool(Executor):
    """Processes of this machine, each with a pipe and a thread of its own; one that dies is replaced.

    Hand-written on the public interface of `multiprocessing`, because a worker may be killed at any moment, also in the middle
    of a result. The pools loky 3.7.0 and pebble 5.2.3 read all results from one pipe: killed like that,
    each left five of eight tasks without an answer for ever. With a pipe for each process its end is noticed at once, and it is
    known which task it was doing.
    """

    def __init__(self, size: int) -> None:
        """Start the threads; a process starts with the first task of its thread."""
        from multiprocessing import get_context

        self._spawn = get_context("spawn")  # not forked: threads of compiled kernels do not survive that
        self._tasks: SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...], dict[str, Any]] | None] = SimpleQueue()
        self._lock = threading.Lock()  # around the list of processes, and whatever waits for one to end
        self._processes: set[SpawnProcess] = set()
        self._closed = self._killed = False
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(size)]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have one of the processes call `fn`."""
        if self._closed:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future: Future[T] = Future()
        self._tasks.put((future, fn, args, kwargs))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more tasks; end the processes when those that were taken are done, or at once those not begun."""
        self._closed = True
        if cancel_futures:
            with suppress(Empty):
                while True:
                    if (task := self._tasks.get_nowait()) is not None:
                        task[0].cancel()
        for _ in self._threads:
            self._tasks.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def kill(self) -> None:
        """End all processes at once, whatever they are doing."""
        self._killed = True
        with self._lock:
            for process in self._processes:
                process.kill()
        self.shutdown(cancel_futures=True)

    def _serve(self) -> None:
        """Pass tasks to one process, one after the other, and its answers to their futures."""
        from multiprocessing.reduction import ForkingPickler

        process: SpawnProcess | None = None
        pipe: Connection | None = None
        while (task := self._tasks.get()) is not None:
            future, fn, args, kwargs = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                message = ForkingPickler.dumps((fn, args, kwargs))
                if process is None or pipe is None or not _sent(pipe, message):  # one that died while it was idle did no task
                    self._end(process, pipe)
                    process = pipe = None
                    process, pipe = self._start()
                    pipe.send_bytes(message)
            except BaseException as error:
                future.set_exception(error)
                continue
            try:
                succeeded, answer = pipe.recv()
            except (EOFError, OSError):  # the end of the pipe, perhaps in the middle of a message
                self._end(process, pipe)
                process = pipe = None
                future.set_exception(WorkerDiedError("the process that ran this task died"))
            except BaseException as error:  # an answer that cannot be read here
                future.set_exception(error)
            else:
                (future.set_result if succeeded else future.set_exception)(answer)
        self._end(process, pipe)

    def _start(self) -> tuple[SpawnProcess, Connection]:
        with self._lock:
            if self._killed:
                raise WorkerDiedError("the pool was ended")
            pipe, far_end = self._spawn.Pipe()
            process = self._spawn.Process(target=_work, args=(far_end,), daemon=True)
            try:
                process.start()
            except BaseException:
                pipe.close()
                raise
            finally:
                far_end.close()  # so that the process holds the only one, and its end is the end of the pipe
            self._processes.add(process)
            return process, pipe

    def _end(self, process: SpawnProcess | None, pipe: Connection | None) -> None:
        if pipe is not None:
            pipe.close()
        if process is not None:
            with self._lock:
                process.kill()
                process.join()
                self._processes.discard(process)


def _sent(pipe: Connection, message: Any) -> bool:
    try:
        pipe.send_bytes(message)
    except OSError:
        return False
    return True


def _work(pipe: Connection) -> None:
    """Call what comes out of the pipe and send back the result, or the exception with its traceback as a note.

    Ctrl-C is left to the parent, which a worker does not outlive.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            fn, args, kwargs = pipe.recv()
        except (EOFError, ConnectionError):
            return
        except Exception as error:  # a task that cannot be read here, such as a function of another version
            pipe.send((False, error))
            continue
        try:
            answer = (True, fn(*args, **kwargs))
        except BaseException as error:
            error.add_note("".join(traceback.format_exception(error)))
            answer = (False, error)
        try:
            pipe.send(answer)
        except (AttributeError, TypeError, ValueError) as error:  # what cannot be pickled
            pipe.send((False, RuntimeError(f"the answer cannot be sent: {error}")))


def _end_with_parent() -> None:
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)  # nobody waits for the result any more


def local_pool(workers: int, warm: Callable[[], object] | None = None) -> WorkerPool:
    """Return a crew of processes of this machine.

    `warm` is called in this process, once, before the first worker starts, to fill the kernel cache: otherwise each compiles
    the same kernels.
    """
    from shunt.search.core.limits import worker_faults

    if faults := worker_faults(workers):
        raise InputError(faults)
    waiting = [warm] if warm is not None else []

    def make() -> ProcessPool:
        while waiting:
            waiting.pop()()
        return ProcessPool(workers)

    return WorkerPool(make, workers, ProcessPool.kill)


# --------------------------------------------------------------------------------------------------------------------
# A Dask cluster


@dataclass(frozen=True)
class SameVersion:
    """Work that a worker refuses to do with another version of this program: its cards might be others."""

    work: Work[Any]
    version: str = field(default_factory=program_version)

    def __call__(self, shard: int) -> Any:
        """Do the work on a shard; raise `InputError` on a worker of another version."""
        import socket

        if (here := program_version()) != self.version:
            raise InputError(version_fault(f"the worker on {socket.gethostname()}", here, self.version))
        return self.work(shard)


def version_fault(worker: str, version: str, wanted: str) -> Fault:
    """Return the fault of a worker with another version."""
    return Fault("cluster", f"{worker} has shunt {version}, and this program is {wanted}", f"install shunt {wanted} there")


@contextmanager
def cluster_pool(address: str) -> Iterator[WorkerPool]:
    """Connect to the workers of a Dask scheduler, such as `tcp://host:8786`; all must have this program installed.

    A scheduler that is lost is looked for again for `PATIENCE` seconds. Raises `InputError` for a missing library, a bad address,
    a scheduler that does not answer, one without workers, and workers of another version.
    """
    try:
        from distributed import Client
    except ImportError:
        raise InputError(Fault("cluster", "the library for clusters is not installed", to_install("cluster"))) from None
    if not ADDRESS.fullmatch(address):  # the library would wait for it to become one
        raise InputError(Fault("cluster", f"{address!r} is not an address", "write tcp://HOST:8786, as the scheduler does"))
    connect = partial(_connected, Client, address)
    client = connect()
    try:
        if not (threads := client.nthreads()):
            raise InputError(Fault("cluster", f"the scheduler at {address} has no workers", f"start some: dask worker {address}"))
        _check_versions(client)

        def make() -> Executor:
            nonlocal client
            if client.status != "running":
                client.close()
                try:
                    client = connect()
                except InputError:
                    words = f"the scheduler at {address} has ended; finished shards are safe"
                    raise WorkerLostError(words) from None
            executor: Executor = client.get_executor(pure=False)  # results are not looked up by a hash of the work
            return executor

        yield WorkerPool(make, max(1, sum(threads.values())), lambda executor: executor.shutdown(wait=False))
    finally:
        client.close()


def _connected(make_client: Callable[..., Any], address: str) -> Any:
    """Return a client of the scheduler at an address, tried for `PATIENCE` seconds; raise `InputError` if none answers."""
    try:
        return make_client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError):
        raise InputError(
            Fault("cluster", f"no scheduler answers at {address} within {PATIENCE} s", "start one: dask scheduler")
        ) from None


def _check_versions(client: Any) -> None:
    """Raise `InputError` for every worker that has no shunt, or another version; one that dies meanwhile is not asked."""
    wanted, faults = program_version(), []
    for worker, version in sorted(client.run(program_version, on_error="return").items()):
        if isinstance(version, ImportError):
            faults.append(
                Fault("cluster", f"the worker {worker} cannot import shunt: {version}", f"install shunt {wanted} there")
            )
        elif isinstance(version, str) and version != wanted:
            faults.append(version_fault(f"the worker {worker}", version, wanted))
    if faults:
        raise InputError(faults)
