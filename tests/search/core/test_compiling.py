"""Compiled kernels: what may be loaded from the cache, and what happens without a cache or without numba's private parts."""

import importlib.util
import os
import pickle
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

import shunt
from shunt.search.core import numba_internals
from shunt.search.core.clock import Remarks
from shunt.search.core.kernel_cache import digest_of, why_unsafe
from shunt.search.core.numba_internals import NEEDED, store, stored
from tests.cli.running import script

DAMAGE = {
    "empty": lambda content: b"",
    "one byte": lambda content: content[:1],
    "no digest": lambda content: content[32:],
    "the end is missing": lambda content: content[:-1],
    "a byte more": lambda content: content + b"\0",
    "a byte changed": lambda content: content[:-5] + bytes([content[-5] ^ 1]) + content[-4:],
    "zeros": lambda content: bytes(len(content)),
    "another pickle": lambda content: pickle.dumps(("stamp", {})),
}


class Both(NamedTuple):
    items: Any
    number: int


@pytest.fixture
def remarks(monkeypatch):
    heard = []
    made = Remarks()
    made.listen(heard.append)
    monkeypatch.setattr(numba_internals, "cache_remarks", made)
    return heard


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_file_is_discarded_and_written_again(damage, tmp_path, remarks):
    path = tmp_path / "kernel"
    assert stored(path) is None
    store(path, {"code": 1})
    assert stored(path) == {"code": 1}
    path.write_bytes(damage(path.read_bytes()))
    assert stored(path) is None
    assert len(remarks) == 1
    assert "is damaged; its kernel is compiled again" in remarks[0]
    assert not path.exists()
    store(path, {"code": 2})
    assert stored(path) == {"code": 2}
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_unpickled_is_discarded(tmp_path, remarks):
    """Such as a class that another release of NumPy does not have."""
    path = tmp_path / "kernel"
    for content in (b"", b"x", b"cnumpy\nno_such_name\n."):
        path.write_bytes(digest_of(path.name, content) + content)
        assert stored(path) is None
        assert not path.exists()
    assert remarks == ["a file of the kernel cache cannot be read; its kernel is compiled again"]


def test_one_file_does_not_stand_for_another(tmp_path, remarks):
    store(tmp_path / "one", 1)
    os.replace(tmp_path / "one", tmp_path / "other")
    assert stored(tmp_path / "other") is None
    assert remarks


def test_the_files_of_others_are_never_unpickled(tmp_path, remarks, monkeypatch):
    path = tmp_path / "kernel"
    store(path, 1)
    with monkeypatch.context() as patched:
        patched.setattr(os, "geteuid", lambda: os.getuid() + 1)
        assert stored(path, is_shipped=True) == 1
        patched.setattr(pickle, "loads", lambda *_: pytest.fail("unpickled"))
        assert stored(path) is None
    assert "another user" in remarks[0]


def test_files_that_anybody_can_write_and_links_are_never_unpickled(tmp_path, remarks, monkeypatch):
    path = tmp_path / "kernel"
    store(path, 1)
    monkeypatch.setattr(pickle, "loads", lambda *_: pytest.fail("unpickled"))
    path.chmod(0o666)
    assert stored(path) is None
    assert "another user" in remarks[0]
    store(tmp_path / "elsewhere", 1)
    path.symlink_to("elsewhere")
    assert stored(path) is None
    path.unlink()
    os.mkfifo(path)
    assert stored(path) is None


def test_folders_that_others_can_write(tmp_path, monkeypatch):
    inner = tmp_path / "cache" / "shunt" / "kernels"
    inner.mkdir(parents=True)
    assert why_unsafe(inner) == ""
    inner.chmod(0o777)
    inner.parent.chmod(0o775)
    assert why_unsafe(inner) == ""
    assert [path.stat().st_mode & 0o022 for path in (inner, inner.parent)] == [0, 0], "ours are closed to others"
    (tmp_path / "cache").chmod(0o777)
    assert "others can write" in why_unsafe(inner)
    (tmp_path / "cache").chmod(0o1777)
    assert why_unsafe(inner) == ""
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert "another user" in why_unsafe(inner)


SMALL_KERNEL = """
import numpy as np
from shunt.tablebases.kernels import _pack
words = np.zeros(1, np.int64)
_pack(np.array([1, 2], np.uint8), 2, 4, words)
print(words[0])
"""
OTHER_RELEASE = "import numba; numba.version_info = numba.version_info._replace(short=(99, 0))\n"


@pytest.mark.slow
def test_a_program_survives_a_cache_of_damaged_files(tmp_path):
    for _ in range(2):
        done = script(SMALL_KERNEL, SHUNT_CACHE_DIR=str(tmp_path))
        assert (done.returncode, done.stdout) == (0, "33\n"), done.stderr
        found = list(tmp_path.rglob("*.nb[ic]"))
        assert found
        for number, path in enumerate(found):
            path.write_bytes(b"garbage" * (number % 2))


def test_functions_of_others_get_named_tuples_as_numba_knows_them():
    both = numba.njit(lambda pair: (pair, pair[0] + len(pair)))  # our kernels get them as addresses, which have no items
    given = Both(np.arange(3), 2)
    shunt.solve("first-swap", method="forward")
    returned, total = both(given)
    assert isinstance(returned, Both)
    assert total.tolist() == [2, 3, 4]


HELD = """
import gc, shunt.hump
from numba.core.runtime import rtsys
shunt.hump.bid_table("two-storeys", cars=4)
gc.collect()
made = rtsys.get_allocation_stats()
print(made.alloc > 100, made.alloc - made.free)
"""


def test_what_kernels_are_given_in_named_tuples_is_given_back():
    """What is not given back stays in memory for as long as the program runs."""
    done = script(HELD, NUMBA_NRT_STATS="1")
    assert done.stdout == "True 0\n", done.stdout + done.stderr


PARTS = [(owner, name) for owner, names in NEEDED.items() for name in names]


@pytest.mark.parametrize(
    ("owner", "name"), PARTS, ids=[f"{getattr(owner, '__name__', 'object')}.{name}" for owner, name in PARTS]
)
def test_without_any_private_part_of_numba_the_module_is_refused(owner, name, monkeypatch):
    home = next((kind for kind in getattr(owner, "__mro__", ()) if name in vars(kind)), owner)
    with monkeypatch.context() as patched:
        patched.delattr(home, name)
        with pytest.raises((ImportError, AttributeError)):
            load_again()


def test_another_release_of_numba_refuses_the_private_parts(monkeypatch):
    monkeypatch.setattr("numba.version_info", numba.version_info._replace(short=(99, 0)))
    with pytest.raises(ImportError, match="not known"):
        load_again()


def load_again() -> None:
    """Execute the module as if it were imported for the first time."""
    spec = importlib.util.find_spec("shunt.search.core.numba_internals")
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(importlib.util.module_from_spec(spec))


@pytest.mark.slow
def test_a_card_is_solved_with_another_release_of_numba(tmp_path):
    """One whose kernels are few, and get named tuples of arrays."""
    solved = "import shunt; found = shunt.solve('inglenook-533'); print(found.method, found.optimum)"
    done = script(OTHER_RELEASE + solved, SHUNT_CACHE_DIR=str(tmp_path))
    assert done.stdout == "bidirectional 15\n", done.stderr
    assert len(list(tmp_path.rglob("*.nbi"))) > 5


def test_without_a_folder_for_the_cache_the_remedy_is_printed_once(tmp_path):
    (tmp_path / "file").write_text("")
    command = "from shunt.__main__ import main; main()"
    done = script(f"import sys; sys.argv = ['shunt', 'flood', 'ras-toy']; {command}", SHUNT_CACHE_DIR=str(tmp_path / "file"))
    assert done.returncode == 0
    assert done.stderr.count("set SHUNT_CACHE_DIR to one that is") == 1
