"""What only a process of its own can show: Ctrl-C, kill -9, cache folders, progress, and how long it takes to start."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.cli.conftest import BIG, Write
from tests.cli.running import at_terminal, environment, process, script, shunt


@pytest.mark.parametrize(
    ("args", "proven"),
    [
        (["solve", "--json"], '"lower_bound"'),
        (["flood"], "interrupted: there may be more"),
        (["check", "--prove"], "no solution has fewer"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_ctrl_c_tells_what_is_proven_so_far(card: Write, args: list[str], proven: str) -> None:
    with at_terminal(args[0], card(base=BIG), *args[1:], streams="stderr") as terminal:
        terminal.wait_for(" states, ")  # the progress that a terminal sees after a second
        status, _, told = terminal.interrupted()
    assert status == 130
    assert "interrupted" in told
    assert proven in told


def test_no_progress_where_nobody_looks(card: Write) -> None:
    done = shunt("solve", card(base=BIG), "--time-limit", "0.6")
    assert done.exit_code == 3
    assert " states, " not in done.stderr


INTERRUPTED = """
import sys
class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupts())
from shunt.__main__ import main
main()
"""


SOLVE = ("solve", "first-swap", "--method", "bidirectional")


@pytest.mark.parametrize("name", ["shunt.cli", "click", "shunt.cli.cards.solve"])
def test_an_interrupt_while_things_are_imported(name: str) -> None:
    done = script(INTERRUPTED.format(name=name), *SOLVE)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "shunt: interrupted\n")


def test_an_interrupt_while_the_engine_is_imported_is_an_answer() -> None:
    """The card is read by then: what is proven so far is the answer, and it is nothing."""
    done = script(INTERRUPTED.format(name="numba"), *SOLVE)
    assert done.returncode == 130
    assert (done.stdout + done.stderr).count("interrupted") == 1


PRINTED = """
import sys
class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "numpy":
            sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
            raise ImportError("numpy._core.multiarray failed to import")
sys.meta_path.insert(0, Interrupts())
from shunt.__main__ import main
main()
"""


def test_an_interrupt_that_an_extension_prints_is_not_an_internal_error() -> None:
    """C code of numpy prints the interrupt that it meets while it is imported, and raises an error of its own."""
    done = script(PRINTED, *SOLVE)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "shunt: interrupted\n")


def test_an_error_that_follows_from_an_interrupt_of_a_callback_is_not_an_internal_error() -> None:
    """A compiler whose callback is interrupted misses its result."""
    called = "sys.unraisablehook(__import__('types').SimpleNamespace(exc_type=KeyboardInterrupt, exc_value=None))"
    text = PRINTED.replace("sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)", called)
    done = script(text.replace("ImportError(", "RuntimeError("), *SOLVE)
    assert (done.returncode, done.stdout) == (130, "")
    assert "internal error" not in done.stderr


UNFINISHED = """
import os, signal, sys
class Unfinished:
    def __del__(self):
        self.missing
Unfinished.__del__.__module__ = {module!r}
class Drops:
    def find_spec(self, name, path=None, target=None):
        if name == "shunt.cli":
            if {interrupted}:
                os.kill(os.getpid(), signal.SIGINT)
            Unfinished()
sys.meta_path.insert(0, Drops())
from shunt.__main__ import main
main()
"""


@pytest.mark.parametrize(
    ("module", "interrupted", "shown"),
    [("shunt.cards", False, True), ("shunt.cards", True, False), ("llvmlite.binding.ffi", False, False)],
)
def test_a_destructor_that_fails_is_printed_unless_an_interrupt_or_a_compiler_explains_it(
    module: str, interrupted: bool, shown: bool
) -> None:
    done = script(UNFINISHED.format(module=module, interrupted=interrupted), "--version")
    assert done.returncode in ((0, 130) if interrupted else (0,))  # it is raised once the import is over, or all is
    assert ("has no attribute 'missing'" in done.stderr) == shown


def test_a_card_in_a_sealed_folder_is_not_saved(card: Write) -> None:
    path = card()
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        before = path.read_bytes()
        done = shunt("solve", path, "--save")
        if os.access(path, os.W_OK):  # nothing is sealed for the superuser
            assert done.exit_code == 0
        else:
            assert (done.exit_code, done.stdout) == (2, "")
            assert "cannot be written" in done.stderr
            assert path.read_bytes() == before
    finally:
        path.parent.chmod(0o755)


@pytest.mark.slow
def test_an_unwritable_cache_does_not_stop_the_program(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    unwritable = {"SHUNT_CACHE_DIR": str(tmp_path / "file" / "below")}
    done = process("solve", "inglenook-322", "--method", "bidirectional", env=unwritable)
    assert done.returncode == 0, done.stderr
    assert "optimum 14 pulls" in done.stdout
    assert "no cache folder can be written" in done.stderr


@pytest.mark.slow
def test_the_first_run_says_that_it_compiles_and_the_second_does_not(tmp_path: Path) -> None:
    began = time.monotonic()
    first = process("solve", "inglenook-322", "--method", "bidirectional", env={"SHUNT_CACHE_DIR": str(tmp_path)})
    took = time.monotonic() - began
    assert "for the first time" in first.stderr
    assert took < 120
    second = process("solve", "inglenook-322", "--method", "bidirectional", env={"SHUNT_CACHE_DIR": str(tmp_path)})
    assert second.stderr == ""
    assert second.stdout.splitlines()[:9] == first.stdout.splitlines()[:9]


def test_help_is_there_at_once() -> None:
    times = []
    for _ in range(3):
        began = os.times()
        assert process("--help").returncode == 0
        ended = os.times()
        times.append(ended.children_user + ended.children_system - began.children_user - began.children_system)
    assert min(times) < 0.5  # seconds of the processor, which a busy machine does not change; 0.15 on an idle one


def test_boards_are_coloured_on_a_terminal() -> None:
    with at_terminal("show", "first-swap", env=environment(TERM="xterm-256color", COLUMNS="120", LINES="50")) as terminal:
        seen = terminal.wait_for("goal")
    assert "\x1b[" in seen
    assert "[red]" in seen
