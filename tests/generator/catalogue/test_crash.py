"""`kill -9` of a program at random moments.

No card is lost, doubled or half-written, and the run that goes on ends with what an undisturbed one gives.
"""

import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psutil

from shunt.generator.catalogue.store import Catalogue
from tests.cli.running import environment, listen_to_interrupts
from tests.generator.shard_work import GATED, held, light_shard, undisturbed

ROOT = Path(__file__).resolve().parents[3]


class Victim:
    """A generating program in a process of its own; `gate`: the file without which it never ends."""

    def __init__(self, *arguments: object, gate: Path | None = None) -> None:
        command = [sys.executable, "-m", "tests.generator.shard_work", *map(str, arguments)]
        env = environment(**({} if gate is None else {"SHUNT_TEST_GATE": str(gate)}))
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen(command, cwd=ROOT, env=env, preexec_fn=listen_to_interrupts, **pipes)

    def workers(self) -> list[psutil.Process]:
        """The processes that do shards."""
        try:
            children = psutil.Process(self.process.pid).children()
            return [child for child in children if "spawn_main" in " ".join(child.cmdline())]
        except psutil.Error:
            return []

    def end(self, timeout: float = 300) -> int:
        """Wait for the end; its exit status."""
        _, errors = self.process.communicate(timeout=timeout)
        assert b"Traceback" not in errors, errors.decode()
        return self.process.returncode

    def kill(self) -> None:
        """`kill -9`, and see that its workers do not outlive it."""
        workers = self.workers()
        self.process.kill()
        self.process.communicate()
        gone, alive = psutil.wait_procs(workers, timeout=300)
        assert len(gone) == len(workers), f"workers go on without their parent: {alive}"


def shards_done(path: Path) -> list[int]:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            return [shard for (shard,) in connection.execute("SELECT shard FROM shards")]
    except sqlite3.OperationalError:
        return []  # not yet made


def wait_for_shards(path: Path, victim: Victim, more_than: int) -> None:
    """Until the run has begun to write."""
    while victim.process.poll() is None and len(shards_done(path)) <= more_than:
        time.sleep(0.01)


def check_sound(path: Path) -> int:
    """The catalogue opens clean, and holds the cards of the shards that are done, no more and no fewer; how many are done."""
    with Catalogue(path) as catalogue:
        assert catalogue.problems() == []
        done = catalogue.done(catalogue.run("run", "test", "0"))
        assert {row.id for row in catalogue.every()} == {row.id for shard in done for row in light_shard(shard)}
        return len(done)


def test_killing_the_program_ends_its_workers(tmp_path):
    path, shards = tmp_path / "catalogue", 60
    victim = Victim(path, shards, 2, gate=tmp_path / "gate")
    wait_for_shards(path, victim, random.Random(1).randrange(GATED))
    assert victim.workers()
    victim.kill()
    assert check_sound(path) < shards
    assert Victim(path, shards, 2).end() == 0
    assert check_sound(path) == shards
    assert held(path) == undisturbed(tmp_path, range(shards))


def test_ctrl_c_keeps_what_is_done(tmp_path):
    path = tmp_path / "catalogue"
    victim = Victim(path, 200, 1, gate=tmp_path / "gate")
    wait_for_shards(path, victim, 3)
    victim.process.send_signal(signal.SIGINT)
    _, errors = victim.process.communicate(timeout=300)
    assert b"KeyboardInterrupt" in errors
    assert errors.count(b"Traceback") == 1, errors.decode()
    assert 3 < check_sound(path) < 200
