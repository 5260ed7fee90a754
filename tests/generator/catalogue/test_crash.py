"""`kill -9` at random moments: of workers, of the program that runs them, of the one that writes.

No card is lost, doubled or half-written, and the run that goes on ends with what an undisturbed one gives.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from shunt.generator.catalogue.store import Catalogue
from tests.cli.running import listen_to_interrupts
from tests.generator.shard_work import A_SHARD, content, light_shard, made_row, solved_shard

ROOT = Path(__file__).resolve().parents[3]
A_BATCH = 100  # cards that the writing program puts into one transaction


class Victim:
    """A generating or writing program in a process of its own."""

    def __init__(self, *arguments: object) -> None:
        command = [sys.executable, "-m", "tests.generator.shard_work", *map(str, arguments)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=listen_to_interrupts
        )

    def workers(self) -> list[psutil.Process]:
        """The processes that do shards."""
        try:
            children = psutil.Process(self.process.pid).children()
            return [child for child in children if "spawn_main" in " ".join(child.cmdline())]
        except psutil.Error:
            return []

    def end(self, timeout: float = 120) -> int:
        """Wait for the end; its exit status."""
        _, errors = self.process.communicate(timeout=timeout)
        assert b"Traceback" not in errors, errors.decode()
        return self.process.returncode

    def kill(self) -> None:
        """`kill -9`, and see that its workers do not outlive it."""
        workers = self.workers()
        self.process.kill()
        self.process.communicate()
        gone, alive = psutil.wait_procs(workers, timeout=20)
        assert len(gone) == len(workers), f"workers go on without their parent: {alive}"


def wait_for_shards(path: Path, victim: Victim, more_than: int) -> None:
    """Until the run has begun to write."""
    until = time.monotonic() + 60
    while victim.process.poll() is None and time.monotonic() < until:
        if path.exists() and len(shards_done(path)) > more_than:
            return
        time.sleep(0.01)


def shards_done(path: Path) -> list[int]:
    import sqlite3

    connection = sqlite3.connect(path)
    try:
        return [shard for (shard,) in connection.execute("SELECT shard FROM shards")]
    except sqlite3.OperationalError:
        return []  # not yet made
    finally:
        connection.close()


def check_sound(path: Path, work, key: str) -> int:
    """The catalogue opens clean, and holds the cards of the shards that are done, no more and no fewer."""
    if not path.exists():
        return 0
    with Catalogue(path) as catalogue:
        assert catalogue.problems() == []
        done = catalogue.done(catalogue.run(key, "test", "0"))
        wanted = {row.id for shard in done for row in work(shard)}
        assert {row.id for row in catalogue.every()} == wanted
        return len(done)


def undisturbed(path: Path, work, key: str, shards: int) -> list[tuple[object, ...]]:
    with Catalogue(path.with_name(f"{path.name}-undisturbed"), create=True) as catalogue:
        run = catalogue.run(key, "test", "0")
        for shard in range(shards):
            catalogue.add_shard(run, shard, work(shard))
        return content(catalogue)


def check_killing_the_program(path: Path, kills: int, what: str, shards: int, draw: random.Random) -> None:
    """Kill the program again and again, each time after a little more is done; then let it end."""
    work = {"light": light_shard, "solved": solved_shard}[what]
    killed = done = 0
    while killed < kills:
        victim = Victim(path, what, shards, 2)
        wait_for_shards(path, victim, done)
        time.sleep(draw.random() * 0.05)
        if victim.process.poll() is not None:
            assert victim.end() == 0
            raise AssertionError(f"the run ended after {killed} kills")
        victim.kill()
        killed += 1
        done = check_sound(path, work, what)
    assert Victim(path, what, shards, 2).end() == 0
    with Catalogue(path) as catalogue:
        assert content(catalogue) == undisturbed(path, work, what, shards)


def check_killing_workers(path: Path, kills: int, what: str, shards: int, draw: random.Random) -> None:
    """Kill one worker after the other while the program goes on."""
    work = {"light": light_shard, "solved": solved_shard}[what]
    victim = Victim(path, what, shards, 2)
    killed = 0
    while killed < kills and victim.process.poll() is None:
        done = len(shards_done(path)) if path.exists() else 0
        wait_for_shards(path, victim, done)
        if workers := victim.workers():
            draw.choice(workers).send_signal(signal.SIGKILL)
            killed += 1
    assert victim.end() == 0
    assert killed == kills
    check_sound(path, work, what)
    with Catalogue(path) as catalogue:
        assert content(catalogue) == undisturbed(path, work, what, shards)


def check_killing_the_writer(path: Path, kills: int, draw: random.Random) -> None:
    """Kill a program that does nothing but write; each time it begins again from the first card."""
    batches = 4_000
    for _ in range(kills):
        victim = Victim(path, "write", batches)
        until = time.monotonic() + 60
        while not path.exists() and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(0.3 + draw.random())
        assert victim.process.poll() is None
        victim.kill()
        with Catalogue(path) as catalogue:
            assert catalogue.problems() == []
            held = {row.id for row in catalogue.every()}
            whole = len(held) // A_BATCH
            assert held == {made_row(1000 * number + card).id for number in range(whole) for card in range(A_BATCH)}


def test_killing_the_program(tmp_path: Path) -> None:
    check_killing_the_program(tmp_path / "catalogue", 2, "light", 60, random.Random(1))


def test_killing_workers(tmp_path: Path) -> None:
    check_killing_workers(tmp_path / "catalogue", 2, "light", 60, random.Random(2))


@pytest.mark.slow
def test_killing_the_writer(tmp_path: Path) -> None:
    check_killing_the_writer(tmp_path / "catalogue", 2, random.Random(3))


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "catalogue"
    victim = Victim(path, "light", 200, 2)
    wait_for_shards(path, victim, 3)
    victim.process.send_signal(signal.SIGINT)
    _, errors = victim.process.communicate(timeout=90)
    assert b"KeyboardInterrupt" in errors
    assert errors.count(b"Traceback") == 1, errors.decode()
    assert 3 < check_sound(path, light_shard, "light") < 200
    with Catalogue(path) as catalogue:
        assert 0 < len(catalogue) <= 200 * A_SHARD


@pytest.mark.slow
def test_killing_the_program_and_workers_that_solve_cards(tmp_path: Path) -> None:
    check_killing_the_program(tmp_path / "program", 2, "solved", 24, random.Random(12))
    check_killing_workers(tmp_path / "workers", 2, "solved", 24, random.Random(14))
