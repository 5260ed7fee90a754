"""`shunt warm`: what it compiles, what it prints, and how it ends."""

from __future__ import annotations

from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest

from shunt.cli.commands import WARM
from shunt.search.core.kernel_cache import cache_folder
from shunt.search.core.numba_internals import Kernel
from tests.cli.running import ROOT, at_terminal, check_refused, environment, process, shunt


def test_a_cache_that_cannot_be_written_is_refused() -> None:
    check_refused(process("warm", env={"SHUNT_CACHE_DIR": "/proc/nope"}), "SHUNT_CACHE_DIR: /proc/nope cannot be written")


def test_an_interrupt_ends_it_at_once_and_a_terminal_shows_how_far_it_is(tmp_path: Path) -> None:
    with at_terminal("warm", streams="stderr", env=environment(TERM="xterm", SHUNT_CACHE_DIR=str(tmp_path))) as terminal:
        terminal.wait_for("compiling what cards")
        status, _, out = terminal.interrupted()
    assert (status, out) == (130, "")


RARE = {
    "_keep_near", "_frame_moves", "_pull_frames", "_list_steps", "_turn_steps", "_pull_words", "_approaches", "_moves_between",
    "_wander_rows", "_take_up", "push_states", "meet_states", "bridge_states", "lead_on",
    "playouts",
}  # fmt: skip
"""Kernels that only very large puzzles, resumed work and rare options need."""


@pytest.mark.slow
def test_all_kernels_but_those_of_rare_work_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its examples, here in one process, with the cache of all tests; each kernel's file is there afterwards."""
    monkeypatch.chdir(tmp_path)
    for line in chain(*WARM.values()):
        assert shunt(*line).exit_code in (0, 1), line
    missing = set()
    for path in sorted((ROOT / "shunt").rglob("*.py")):
        name = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        if b"core.jit import" not in path.read_bytes():
            continue
        folder = cache_folder(name)
        assert folder is not None
        kept = {file.name.split(".")[1].split("-")[0] for file in folder.glob("*.nbi")}
        kernels = [value for value in vars(import_module(name)).values() if type(value) is Kernel]
        missing |= {kernel.__name__ for kernel in kernels if kernel.__module__ == name and kernel.__name__ not in kept}
    assert missing <= RARE
