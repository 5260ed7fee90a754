"""Clusters: the file that describes one, local and SSH deployments, deaths of workers and of the scheduler."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.generator.cluster import cluster_named
from shunt.generator.workers import cluster_pool
from tests.cli.running import ROOT, environment
from tests.generator.catalogue.test_crash import Victim, shards_done
from tests.generator.shard_work import held, undisturbed

HEAD = 'schema = "shunt-cluster/1"\n'


def with_dask(*values: str) -> object:
    """Return parameters of a test that starts Dask, which is installed for the slow tests."""
    return pytest.param(*values, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('kind = "scheduler"', "a scheduler needs its address"),
        ('kind = "local"\naddress = "tcp://a:1"', "starts its own scheduler"),
        ('kind = "ssh"', "the hosts are missing"),
        ('kind = "cloud"', "cluster.toml:2: kind"),
        ('kind = "local"\nworkers = 0', "workers"),
        ('kind = "local"\nworker = 3', "did you mean workers"),
        with_dask('kind = "scheduler"\naddress = "tcp://127.0.0.1:9"', "no scheduler answers at tcp://127.0.0.1:9"),
        ('kind = "slurm"', r"pip install 'shunt-puzzles\[slurm\]'"),
        ('kind = "kubernetes"', r"pip install 'shunt-puzzles\[kubernetes\]'"),
        with_dask('kind = "local"\n[options]\nno_such_option = 1', "the cluster does not start"),
    ],
)
# Dask leaves the socket of a scheduler that did not start to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_files_of_clusters_that_cannot_be_used(text, told, tmp_path, monkeypatch):
    for missing in ("dask_jobqueue", "dask_kubernetes.operator"):
        monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.setenv("DASK_LOGGING__DISTRIBUTED", "critical")  # as the command has it; workers over SSH must not inherit it
    (tmp_path / "cluster.toml").write_text(HEAD + text)
    with pytest.raises(InputError, match=told), cluster_named(str(tmp_path / "cluster.toml"), patience=1):
        raise AssertionError("it started")


def test_workers_of_another_version_are_refused_at_once(monkeypatch):
    from shunt.generator.workers import _check_versions

    class Workers:
        def run(self, function, on_error: str) -> dict[str, object]:
            return {"tcp://b:1": "0.0.9", "tcp://a:1": ModuleNotFoundError("No module named 'shunt'"), "tcp://c:1": OSError()}

    with pytest.raises(InputError) as caught:
        _check_versions(Workers())
    told = [str(fault) for fault in caught.value.faults]
    assert len(told) == 2
    assert "the worker tcp://a:1 cannot import shunt: No module named 'shunt'" in told[0]
    assert "the worker tcp://b:1 has shunt 0.0.9, and this program is" in told[1]


# ---------------------------------------------------------------------------------------------------------------------- SSH


@contextmanager
def ssh_server(folder: Path) -> Iterator[tuple[int, str]]:
    """A real SSH server on the loopback address, a process of its own; its port, and the key that it accepts."""
    command = [sys.executable, "-m", "tests.generator.ssh_server", str(folder)]
    server = subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True)
    try:
        yield int(server.stdout.readline()), str(folder / "key")
    finally:
        server.kill()
        server.communicate()


@pytest.mark.slow
def test_workers_over_ssh_give_the_same_cards(tmp_path):
    file, target = tmp_path / "cluster.toml", tmp_path / "a.sqlite"
    with ssh_server(tmp_path) as (port, key):
        text = (
            f'{HEAD}kind = "ssh"\n[options]\nhosts = ["127.0.0.1", "127.0.0.1", "127.0.0.1"]\n'
            f'remote_python = "{sys.executable}"\nscheduler_options = {{dashboard_address = ":0"}}\n'
            f'[options.connect_options]\nport = {port}\nclient_keys = ["{key}"]\n'
        )
        file.write_text(text + f'known_hosts = "{tmp_path / "nobody"}"\n')
        (tmp_path / "nobody").touch()
        done = Victim(target, 40, file).process.communicate(timeout=300)
        assert b"the cluster does not start" in done[1]  # a host that is not known is not trusted
        (tmp_path / "hosts").write_text(f"[127.0.0.1]:{port} {(tmp_path / 'key.pub').read_text()}")
        file.write_text(text + f'known_hosts = "{tmp_path / "hosts"}"\n')
        done = Victim(target, 40, file)
        assert done.process.communicate(timeout=300)[0] == b""
        assert done.process.returncode == 0
    assert held(target) == undisturbed(tmp_path, range(40))


# ------------------------------------------------------------------------------------------------------------------- deaths


class Deployment:
    """A scheduler and workers, each a process of its own, that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        import socket

        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")

    def add_worker(self) -> None:
        more = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60", "--local-directory", str(self.folder)]
        self.workers.append(self._start("worker", self.address, "--host", "127.0.0.1", *more))

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()
        self.workers = [worker for worker in self.workers if worker.poll() is None]

    def restart_scheduler(self) -> None:
        self.kill(self.scheduler)
        for worker in self.workers:  # they belong to the one that is dead
            self.kill(worker)
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")

    def end(self) -> None:
        for process in [*self.workers, self.scheduler]:
            self.kill(process)

    def _start(self, what: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", what, *arguments]
        log = (self.folder / "log").open("ab")
        with log:
            return subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=log, stderr=log)


def wait_for_workers(deployment: Deployment, patience: float = 120) -> None:
    until = time.monotonic() + patience
    while True:
        try:
            with cluster_pool(deployment.address):
                return
        except InputError:
            assert time.monotonic() < until, (deployment.folder / "log").read_text()
            time.sleep(0.2)


@pytest.mark.slow
def test_deaths_of_workers_of_the_scheduler_and_of_the_program_change_no_card(tmp_path):
    shards, target = 150, tmp_path / "a.sqlite"
    deployment = Deployment(tmp_path)
    try:
        for killed in ("worker", "scheduler", "nothing"):  # the program too, but for the last time
            while len(deployment.workers) < 2:
                deployment.add_worker()
            wait_for_workers(deployment)
            victim = Victim(target, shards, deployment.address)
            done = len(shards_done(target))
            while victim.process.poll() is None and len(shards_done(target)) < done + 10:
                time.sleep(0.05)
            if killed == "worker":
                deployment.kill(deployment.workers[0])
                time.sleep(1)
            elif killed == "scheduler":
                deployment.restart_scheduler()
            if killed != "nothing":
                victim.process.kill()
                victim.process.communicate()
        assert victim.end(300) == 0
    finally:
        deployment.end()
    assert held(target) == undisturbed(tmp_path, range(shards))
