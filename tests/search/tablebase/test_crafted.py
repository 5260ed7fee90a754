"""Tablebases whose digests are right and whose contents are not: refused before any kernel sees them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.search.core.limits import Limits
from shunt.search.tablebase.builder import build
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
        lambda: puzzle["interchangeable"].append(["red", "A"]),
        lambda: puzzle["goal"]["places"].__setitem__("blue", "A1"),
        lambda: puzzle["goal"]["places"].__setitem__("red", "nowhere"),
        lambda: puzzle["goal"]["headings"].__setitem__("A", 7),
        lambda: puzzle["spaces"].append("\x1b[2J"),
    ]


@pytest.mark.parametrize("number", range(20))
def test_what_no_puzzle_is_is_refused(number: int, sound: bytes, tmp_path: Path) -> None:
    values, data = parts(sound)
    changes(values["puzzle"])[number]()
    (tmp_path / "x").write_bytes(crafted(values, data))
    with pytest.raises(TablebaseError, match="does not describe a puzzle"):
        Tablebase.open(tmp_path / "x")


def test_a_header_changed_at_random_is_refused_or_harmless(sound: bytes, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(sound)
    assert asked(tmp_path / "x")
    accepted, refused = run(sound, tmp_path, 1, 100)
    assert refused > 60
    assert accepted + refused == 100


@pytest.mark.slow
def test_every_index_of_a_kernel_is_within_its_array(sound: bytes, tmp_path: Path) -> None:
    """With bounds checks compiled in, a kernel that reads outside an array raises `IndexError`."""
    (tmp_path / "sound").write_bytes(sound)
    command = [sys.executable, "-m", "tests.search.tablebase.crafted", str(tmp_path / "sound"), str(tmp_path), "2", "1000"]
    more = {"NUMBA_BOUNDSCHECK": "1", "SHUNT_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=os.environ | more)
    assert done.returncode == 0, done.stderr
    assert sum(map(int, done.stdout.split())) == 1_000


@pytest.mark.parametrize("name", [".part", ".part.json"])
def test_links_beside_the_table_are_not_followed(name: str, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_bytes(b"mine")
    (tmp_path / f"x.table{name}").symlink_to(precious)
    card = load_card("first-swap")
    expected: AbstractContextManager[object] = nullcontext()
    if name == ".part":
        expected = pytest.raises(InputError, match="cannot be written")
    with expected:
        build(card.rules, card.goal, tmp_path / "x.table", Limits(memory=1 << 40))
    assert precious.read_bytes() == b"mine"


def test_a_work_file_with_another_name_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "precious").write_bytes(b"mine")
    os.link(tmp_path / "precious", tmp_path / "x.table.part")
    card = load_card("first-swap")
    with pytest.raises(InputError, match="not a file of a build"):
        build(card.rules, card.goal, tmp_path / "x.table", Limits(memory=1 << 40))
    assert (tmp_path / "precious").read_bytes() == b"mine"
