"""Tablebases whose digests are right and whose contents are not: refused before any kernel sees them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from shunt.cards.files import load_card
from shunt.search.tablebase.format import TablebaseError
from shunt.search.tablebase.reader import Tablebase
from tests.search.tablebase.crafted import asked, crafted, parts, run

ROOT = Path(__file__).resolve().parents[3]


SIDINGS = load_card("inglenook-644").to_dict()


@pytest.mark.parametrize(
    "change",
    [
        {"puzzle": {"layout": "wye-18"}},
        {"puzzle": SIDINGS},
        {"puzzle": {"about": "no table"}},
        {"puzzle": {"start": {"locomotives": {"A": "A1>A2"}, "cars": {"red": "\x1b[2J"}}}},
        {"puzzle": {"goal": {"red": "D2"}}},
        {"key": "0"},
        {"slots": 8161},
        {"levels": [8160, 1]},
    ],
    ids=range(8),
)
def test_what_no_puzzle_of_the_table_is_is_refused(change, sound, tmp_path):
    values, data = parts(sound)
    values |= change | {"puzzle": values["puzzle"] | change.get("puzzle", {})}
    (tmp_path / "x").write_bytes(crafted(values, data))
    with pytest.raises(TablebaseError, match="does not describe a puzzle"):
        Tablebase.open(tmp_path / "x")


def test_spaces_in_another_order_are_another_puzzle(sound, tmp_path):
    """Slots are numbered in the order of the spaces, so the same board with its tracks in another order has another table."""
    values, data = parts(sound)
    values["puzzle"]["layout"]["tracks"].reverse()
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
