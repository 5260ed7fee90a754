"""Tablebases whose digests are right and whose contents are not: refused before any kernel sees them."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shunt.search.tablebase.format import TablebaseError
from shunt.search.tablebase.reader import Tablebase
from tests.search.tablebase.crafted import asked, crafted, parts, run

ROOT = Path(__file__).resolve().parents[3]


def changes(puzzle: dict[str, Any]) -> list[Callable[[], object]]:
    """What a header may say that no puzzle is."""
    turntable = {"name": "T", "bridge": ["Z"], "positions": [["A1", ""]], "rotation": "locked"}
    return [
        lambda: puzzle["joins"][0].__setitem__(1, 9),
        lambda: puzzle["joins"][0].__setitem__(1, -1),
        lambda: puzzle["joins"][0].__setitem__(3, 2**40),
        lambda: puzzle["joins"][0].__setitem__(0, "nowhere"),
        lambda: puzzle["joins"].pop(),
        lambda: puzzle["joins"].append(["A1", 0, "B3", 1]),
        lambda: puzzle["turntables"].append(turntable),
        lambda: puzzle["turntables"].append(turntable | {"bridge": ["A1"], "positions": [["Z", ""]]}),
        lambda: puzzle["turntables"].append(turntable | {"bridge": ["A1"], "positions": []}),
        lambda: puzzle["no_stop"].append("nowhere"),
        lambda: puzzle["exclusive"].append(["A1", "nowhere"]),
        lambda: puzzle["broken"].append("nowhere"),
        lambda: puzzle["locomotives"].append("red"),
        lambda: puzzle["locomotives"].clear(),
        lambda: puzzle["cars"].extend(f"c{number}" for number in range(40)),
        lambda: puzzle["cars"].extend(f"c{number}" for number in range(101)),
        lambda: puzzle["goal"].__setitem__("trains", [[["red", *["?"] * 100], "", False, []]]),
        lambda: puzzle["interchangeable"].append(["red", "A"]),
        lambda: puzzle["goal"]["places"].__setitem__("blue", "A1"),
        lambda: puzzle["goal"]["places"].__setitem__("red", "nowhere"),
        lambda: puzzle["goal"]["headings"].__setitem__("A", 7),
        lambda: puzzle["spaces"].append("\x1b[2J"),
    ]


@pytest.mark.parametrize("number", range(22))
def test_what_no_puzzle_is_is_refused(number, sound, tmp_path):
    values, data = parts(sound)
    changes(values["puzzle"])[number]()
    (tmp_path / "x").write_bytes(crafted(values, data))
    with pytest.raises(TablebaseError, match="does not describe a puzzle"):
        Tablebase.open(tmp_path / "x")


def test_a_header_changed_at_random_is_refused_or_harmless(sound, tmp_path):
    (tmp_path / "x").write_bytes(sound)
    assert asked(tmp_path / "x")
    accepted, refused = run(sound, tmp_path, 1, 100)
    assert refused > 60
    assert accepted + refused == 100


@pytest.mark.slow
def test_every_index_of_a_kernel_is_within_its_array(sound, tmp_path):
    """With bounds checks compiled in, a kernel that reads outside an array raises `IndexError`."""
    (tmp_path / "sound").write_bytes(sound)
    command = [sys.executable, "-m", "tests.search.tablebase.crafted", str(tmp_path / "sound"), str(tmp_path), "2", "300"]
    more = {"NUMBA_BOUNDSCHECK": "1", "SHUNT_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=os.environ | more)
    assert done.returncode == 0, done.stderr
    assert sum(map(int, done.stdout.split())) == 300
