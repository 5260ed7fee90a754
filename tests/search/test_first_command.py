"""The first commands on a machine: whatever becomes of the process that compiles kernels beside them, the answer is the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from shunt.search.solve import solve
from tests.cli.running import ROOT

SOLVE = """
import os, signal, sys
import shunt
from shunt.search.core import warm

begin = warm.subprocess.Popen

def begin_and(signal):
    def begun(*arguments, **named):
        process = begin(*arguments, **named)
        os.kill(process.pid, signal)
        return process
    return begun

if len(sys.argv) > 2:
    warm.subprocess.Popen = begin_and(int(sys.argv[2]))
solution = shunt.solve(sys.argv[1])
print(solution.guide)
for process in warm._begun.values():
    process.kill()
"""


def begun(card: str, cache: str | Path, *also: int, core: int | None = None) -> subprocess.Popen[str]:
    """Begin to solve a card with this cache; `also`: the signal that the process that compiles gets at once."""
    command = [sys.executable, "-c", SOLVE, card, *map(str, also)]
    if core is not None:
        command = [sys.executable, "-c", ON_CORE, str(core), *command]
    given = {**os.environ, "SHUNT_CACHE_DIR": str(cache)}
    return subprocess.Popen(command, cwd=ROOT, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


ON_CORE = "import os, sys; os.sched_setaffinity(0, {int(sys.argv[1])}); os.execv(sys.argv[2], sys.argv[2:])"


def answer(process: subprocess.Popen[str]) -> str:
    """Return what a process printed; it must have succeeded."""
    printed, complaints = process.communicate(timeout=240)
    assert process.returncode == 0, complaints
    return printed.rstrip("\n")


@pytest.fixture(scope="module")
def guides() -> dict[str, str]:
    """The solutions that kernels show."""
    return {name: str(solve(name, method="bidirectional").guide) for name in ("first-swap", "two-on-two")}


@pytest.mark.slow
def test_two_first_commands_at_once(tmp_path: Path, guides: dict[str, str]) -> None:
    both = [begun("two-on-two", tmp_path) for _ in range(2)]
    assert [answer(process) for process in both] == [guides["two-on-two"]] * 2


@pytest.mark.slow
def test_one_core(tmp_path: Path, guides: dict[str, str]) -> None:
    core = min(os.sched_getaffinity(0))
    assert answer(begun("two-on-two", tmp_path, core=core)) == guides["two-on-two"]


@pytest.mark.parametrize("name", ["first-swap", pytest.param("two-on-two", marks=pytest.mark.slow)])
def test_a_cache_that_cannot_be_written(name: str, guides: dict[str, str]) -> None:
    assert answer(begun(name, "/dev/null")) == guides[name]


@pytest.mark.slow
def test_a_compiler_that_is_killed(tmp_path: Path, guides: dict[str, str]) -> None:
    assert answer(begun("two-on-two", tmp_path, signal.SIGKILL)) == guides["two-on-two"]


def test_a_compiler_that_hangs(tmp_path: Path, guides: dict[str, str]) -> None:
    assert answer(begun("two-on-two", tmp_path, signal.SIGSTOP)) == guides["two-on-two"]
