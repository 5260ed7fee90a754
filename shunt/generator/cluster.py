"""The file that describes a cluster: `schema = "shunt-cluster/1"`, in TOML. It says how to start the workers, or where they are.

    schema = "shunt-cluster/1"
    kind = "slurm"
    workers = 100

    [options]
    queue = "batch"
    walltime = "04:00:00"

Each kind except `scheduler` is a cluster class of Dask, to which `options` are passed unchanged.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from shunt.errors import InputError, raise_faults
from shunt.files.document import Document, read_document
from shunt.files.shapes import Shape, entry
from shunt.files.validation import check_schema, check_shape
from shunt.files.version import to_install
from shunt.generator.workers import ADDRESS, PATIENCE, cluster_pool
from shunt.search.core.shards import WorkerPool

SCHEMA = "shunt-cluster/1"
STARTING = 300  # seconds to wait for the first worker of a cluster: a queue may be long


class ClusterFile(Shape):
    """The description of a cluster: its kind and, for a running scheduler, its address; otherwise the number of workers to start
    and their options."""

    schema_: Literal["shunt-cluster/1"] = entry("File type and version.", alias="schema")
    kind: Literal["scheduler", "local", "ssh", "slurm", "kubernetes"] = entry("Kind of cluster; see the next table.")
    address: str = entry("Address of a running scheduler; only for `scheduler`.", default="")
    workers: Annotated[int, Field(ge=1, le=100_000)] = entry(
        "Number of workers to start; not for `ssh`, which starts one on every host but the first.", default=1
    )
    wait: Annotated[float, Field(ge=1)] = entry("Seconds to wait for the first worker.", default=STARTING)
    options: dict[str, Any] = entry("Table of arguments for the Dask class of this kind.", default={})


class ClusterKind(NamedTuple):
    """A class of clusters: its module, the extra that installs it, its parameter for the number of workers, and defaults."""

    place: str
    extra: str
    parameter: str
    options: dict[str, Any]


KINDS = {
    "local": ClusterKind(
        "distributed:LocalCluster",
        "cluster",
        "n_workers",
        {"threads_per_worker": 1, "processes": True, "dashboard_address": ":0", "host": "127.0.0.1"},
    ),
    "ssh": ClusterKind("distributed:SSHCluster", "cluster", "", {"worker_options": {"nthreads": 1}}),
    "slurm": ClusterKind("dask_jobqueue:SLURMCluster", "slurm", "n_workers", {"cores": 1, "processes": 1, "memory": "2GB"}),
    "kubernetes": ClusterKind("dask_kubernetes.operator:KubeCluster", "kubernetes", "n_workers", {"name": "shunt"}),
}
"""For SSH, the hosts are in the options, with the scheduler's host first. A kernel keeps its core busy, so workers have one
thread."""


@contextmanager
def cluster_named(given: str, patience: float = PATIENCE) -> Iterator[WorkerPool]:
    """Yield the workers at an address, or of the cluster that a file describes. Everything that is started is ended afterwards.

    A scheduler that does not answer is tried for `patience` seconds. Raise `InputError` if the file has faults, a library is
    missing, or the cluster does not start.
    """
    started: AbstractContextManager[str] = nullcontext(given)
    if not ADDRESS.fullmatch(given) and given.endswith((".toml", ".json")):
        document = read_document(given)
        wanted = _checked(document)
        started = nullcontext(wanted.address) if wanted.kind == "scheduler" else _started(document, wanted)
    with started as address, cluster_pool(address, patience) as pool:
        yield pool


def _checked(document: Document) -> ClusterFile:
    """Return the content of a file; raise `InputError`, which lists every fault."""
    raise_faults(check_schema(document, SCHEMA, {SCHEMA: "a cluster"}))
    wanted, faults = check_shape(ClusterFile, document)
    if wanted is None:
        raise InputError(faults)
    kind, hosts = wanted.kind, 'write hosts = ["HEAD", "NODE-1", …] under [options], the scheduler\'s first'
    rows = [
        (
            "kind",
            kind == "scheduler" and not wanted.address,
            "a scheduler needs its address",
            'write address = "tcp://HOST:8786"',
        ),
        ("address", kind != "scheduler" and wanted.address, f"the kind {kind} starts its own scheduler", "leave the address out"),
        ("kind", kind == "ssh" and "hosts" not in wanted.options, "the hosts are missing", hosts),
    ]
    faults += [document.fault((where,), what, remedy) for where, is_wrong, what, remedy in rows if is_wrong]
    raise_faults(faults)
    return wanted


@contextmanager
def _started(document: Document, wanted: ClusterFile) -> Iterator[str]:
    """Start a cluster, wait for its first worker, and yield the address of its scheduler."""
    kind = KINDS[wanted.kind]
    module, _, name = kind.place.partition(":")
    # Dask's log is for those who run a cluster: the process that works here says what went wrong. Workers inherit the setting.
    # Over SSH Dask reads the addresses of scheduler and workers from their logs.
    if wanted.kind != "ssh":
        os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "critical")
    try:
        make = getattr(import_module(module), name)
    except ImportError:
        what, remedy = f"clusters of the kind {wanted.kind} need {module.partition('.')[0]}", to_install(kind.extra)
        raise InputError(document.fault(("kind",), what, remedy)) from None
    options = kind.options | ({kind.parameter: wanted.workers} if kind.parameter else {}) | wanted.options
    try:
        cluster = make(**options)
    except Exception as error:  # whatever a library, a queue or a host says
        what = f"the cluster does not start: {str(error).strip() or type(error).__name__}"
        raise InputError(document.fault(("options",), what, "see the documentation of " + kind.place.replace(":", "."))) from None
    try:
        try:
            cluster.wait_for_workers(1, timeout=wanted.wait)
        except TimeoutError:
            what = f"no worker has started within {wanted.wait:g} s"
            raise InputError(document.fault(("wait",), what, "ask why, or wait longer")) from None
        yield cluster.scheduler_address
    finally:
        cluster.close()
