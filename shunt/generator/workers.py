"""Workers on a Dask cluster: the connection, and the check that all of them have this version of the program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from shunt.errors import Fault, InputError, raise_faults
from shunt.files.version import program_version, to_install
from shunt.search.core.shards import WorkerLostError, WorkerPool, WorkOnShard

PATIENCE = 15  # seconds to wait for a cluster to answer
ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([\w.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}")


@dataclass(frozen=True)
class SameVersion:
    """Work that a worker refuses if it has another version of this program, because its cards might differ."""

    work: WorkOnShard[Any]
    version: str = field(default_factory=program_version)

    def __call__(self, shard: int) -> Any:
        """Do the work on a shard; raise `InputError` on a worker with another version."""
        import socket

        if (here := program_version()) != self.version:
            raise InputError(version_fault(f"the worker on {socket.gethostname()}", here, self.version))
        return self.work(shard)


def version_fault(worker: str, version: str, wanted: str) -> Fault:
    """Return the fault of a worker with another version."""
    return Fault("cluster", f"{worker} has shunt {version}, and this program is {wanted}", f"install shunt {wanted} there")


@contextmanager
def cluster_pool(address: str, patience: float = PATIENCE) -> Iterator[WorkerPool]:
    """Connect to the workers of a Dask scheduler, such as `tcp://host:8786`. All of them must have this program installed.

    If the scheduler is lost, reconnecting is tried for `patience` seconds. Raise `InputError` if a library is missing, the
    address is invalid, the scheduler does not answer or has no workers, or workers have another version.
    """
    try:
        from distributed import Client
    except ImportError:
        raise InputError("cluster", "the library for clusters is not installed", to_install("cluster")) from None
    if not ADDRESS.fullmatch(address):  # the library would wait for it to become one
        raise InputError("cluster", f"{address!r} is not an address", "write tcp://HOST:8786, as the scheduler does")
    make_client: Any = Client  # which has no types

    def connect() -> Any:
        try:
            return make_client(address, timeout=patience, set_as_default=False)
        except (OSError, ValueError, TimeoutError):
            what = f"no scheduler answers at {address} within {patience:g} s"
            raise InputError("cluster", what, "start one: dask scheduler") from None

    client = connect()
    try:
        if not (threads := client.nthreads()):
            raise InputError("cluster", f"the scheduler at {address} has no workers", f"start some: dask worker {address}")
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

        yield WorkerPool(make, max(1, sum(threads.values())), lambda executor: executor.shutdown(wait=False), guarded=SameVersion)
    finally:
        client.close()


def _check_versions(client: Any) -> None:
    """Raise `InputError`, which lists every worker without shunt or with another version. Workers that die in the meantime are
    ignored."""
    wanted, faults = program_version(), []
    for worker, version in sorted(client.run(program_version, on_error="return").items()):
        if isinstance(version, ImportError):
            faults.append(
                Fault("cluster", f"the worker {worker} cannot import shunt: {version}", f"install shunt {wanted} there")
            )
        elif isinstance(version, str) and version != wanted:
            faults.append(version_fault(f"the worker {worker}", version, wanted))
    raise_faults(faults)
