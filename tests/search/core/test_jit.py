"""The disk cache of compiled kernels: never stale, never in the way. Run on a copy of the package, whose kernels are edited."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import shunt
from shunt.search.core import jit

CALLEE = """
from shunt.search.core.jit import kernel

@kernel
def step(value):
    return value + {step}
"""

CALLER = """
from shunt.search.core.jit import kernel
from shunt.search.probe_callee import step

@kernel
def walk(value):
    for _ in range(3):
        value = step(value)
    return value
"""

SCRIPT = """
import shunt.search.core.jit as jit
from shunt.search.probe_caller import walk
print(jit.__file__)
print(walk(0), sum(walk.stats.cache_hits.values()), sum(walk.stats.cache_misses.values()))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a copy of the package to which a kernel that calls a kernel in another file was added."""
    package = Path(shunt.__file__).parent
    shutil.copytree(package, tmp_path / "shunt", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "shunt/search/probe_callee.py").write_text(CALLEE.format(step=1))
    (tmp_path / "shunt/search/probe_caller.py").write_text(CALLER)
    return tmp_path


def run(copy: Path, **environment: str) -> tuple[int, int, int]:
    """Run the copy's kernel in a process of its own: what it returns, and how often the cache held it, and did not."""
    given = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "SHUNT_", "XDG_"))}
    # Without byte code: an edit within the same second that keeps the length would go unseen by Python itself.
    given |= {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"} | environment
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=copy, env=given, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    file, figures = done.stdout.splitlines()
    assert Path(file).is_relative_to(copy)
    result, hits, misses = map(int, figures.split())
    return result, hits, misses


@pytest.mark.slow
def test_an_edit_in_another_file_is_seen(copy: Path) -> None:
    cache = str(copy / "cache")
    assert run(copy, SHUNT_CACHE_DIR=cache) == (3, 0, 1)
    assert run(copy, SHUNT_CACHE_DIR=cache) == (3, 1, 0), "the second run takes the kernel from the cache"

    (copy / "shunt/search/probe_callee.py").write_text(CALLEE.format(step=5))
    assert run(copy, SHUNT_CACHE_DIR=cache) == (15, 0, 1), "the caller's file did not change, its kernel did"

    (copy / "shunt/search/probe_callee.py").write_text(CALLEE.format(step=1))
    assert run(copy, SHUNT_CACHE_DIR=cache) == (3, 1, 0), "what was compiled before the edit still stands"

    (copy / "shunt/search/probe_other.py").write_text("")
    assert run(copy, SHUNT_CACHE_DIR=cache) == (3, 1, 0), "a file that the kernel cannot depend on changes nothing"


def test_an_unwritable_cache_does_not_stop_the_program(copy: Path) -> None:
    result, hits, _ = run(copy, SHUNT_CACHE_DIR="/proc/nope", HOME="/proc/nope")
    assert (result, hits) == (3, 0)


def homeless() -> Path:
    raise RuntimeError("Could not determine home directory.")


@pytest.mark.parametrize(
    ("environment", "home"),
    [
        ({"SHUNT_CACHE_DIR": "/proc/nope"}, homeless),
        ({"XDG_CACHE_HOME": "/dev/null"}, homeless),
        ({}, lambda: Path("/proc/nope")),
        ({}, homeless),
    ],
)
def test_where_no_folder_can_be_written_there_is_no_cache(
    environment: dict[str, str], home: Callable[[], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SHUNT_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(Path, "home", home)
    assert jit.cache_folder.__wrapped__("shunt.search.trains.move_kernels") is None


@jit.inner
def more(value, step):
    return value + step


@jit.lean
def much_more(value):
    return more(more(value, 1), 2) + more(value, value)


def test_a_kernel_is_compiled_once_for_all_constants_and_only_for_its_callers() -> None:
    assert much_more(10) == 33
    assert len(more.signatures) <= 1  # none where the caller came from the cache
    with pytest.raises(TypeError, match="more is compiled for calls from kernels"):
        more(1, 2)
