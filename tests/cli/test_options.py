"""What commands share: the line that shows how far a search is, files that cannot be written, and how counts are worded."""

from __future__ import annotations

import os
import pty
import re
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from shunt.cli import output
from shunt.cli.progress import watching
from shunt.errors import Fault, InputError
from tests.cli.running import at_terminal, check_refused, shunt, wait_for


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """stderr is a terminal; gives where to read what it shows."""
    master, slave = pty.openpty()
    with open(slave, "w", encoding="utf-8") as screen, monkeypatch.context() as patched:
        patched.setenv("TERM", "xterm")
        patched.setattr(sys, "stderr", screen)
        yield master
    os.close(master)


def test_a_terminal_sees_that_work_goes_on_though_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with terminal(monkeypatch) as screen:
        with watching("working hard"):
            time.sleep(1.2)  # as a kernel that does not come back
            print("data")
        seen = wait_for(screen, b"working hard, 1 s", 5)
    assert b"data" not in seen
    assert capsys.readouterr().out == "data\n"


def test_a_terminal_sees_what_a_search_told_last(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch) as screen:
        with watching() as progress:
            progress("searching", 7, 1234)
            time.sleep(0.6)
        assert b"searching: level 7, 1,234 states, " in wait_for(screen, b" states, ", 5)


def test_what_is_done_at_once_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch) as screen:
        with watching("working") as progress:
            progress("searching", 1, 1)
        with watching():  # those that show their progress themselves
            time.sleep(0.5)
        assert not select.select([screen], [], [], 0)[0]


def test_the_table_of_a_large_yard_shows_what_it_does_from_the_start() -> None:
    with at_terminal("inglenook", "--yard", "5-4-4", streams="stderr") as screen:
        seen = screen.wait_for("of 27,578,880 building the table")
    assert re.search(r"building the table, \d s", seen)  # the clock runs on from part to part


def test_a_file_that_cannot_be_written_is_a_fault_of_its_option(tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "x"
    told = f"{nowhere}: the file cannot be written: No such file or directory"
    with pytest.raises(InputError) as refused:
        output.check_output("--output", str(nowhere))
    assert str(refused.value).startswith(f"--output: {told}")
    check_refused(shunt("yard", "show", "bare", "--output", nowhere), f"shunt: --output: {told}")
    check_refused(shunt("yard", "design", "--tiles", "1", "--output", nowhere), f"shunt: --output: {told}")
    check_refused(shunt("yard", "design", "--tiles", "1", "--save", nowhere), f"shunt: --save: {told}")
    check_refused(shunt("bid", "table", "bare", "--cars", "2", "--plot", nowhere), f"shunt: --plot: {told}")
    check_refused(shunt("humpyard", "play", "--save", nowhere), f"shunt: --save: {told}")
    refused = shunt("tablebase", "build", "first-swap", "-o", nowhere)
    check_refused(refused, f"shunt: --output: {nowhere}: the file cannot be written")


def test_what_is_wrong_in_a_file_keeps_its_place_there() -> None:
    fault = Fault("start.red", "nowhere", file="a.toml", line=3)
    with pytest.raises(InputError) as refused, output.output_of("--save"):
        raise InputError(fault)
    assert refused.value.faults == (fault,)


def test_outputs_that_are_fine(tmp_path: Path) -> None:
    there = tmp_path / "x"
    there.write_text("kept")
    output.check_output("--save", None)
    output.check_output("--save", str(there))
    output.check_output("--save", "/dev/null", may_replace=False)
    with pytest.raises(InputError, match="exists already"):
        output.check_output("--save", str(there), may_replace=False)
    assert there.read_text() == "kept"
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_one_move_is_no_moves() -> None:
    assert "every position within 1 move of the start and 1 of the goal was searched" in shunt("solve", "run-round").stdout
