"""The files of the kernel cache: damaged ones and those of others are never unpickled, and cost a compilation, not a run."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from shunt.search.core import kernel_cache
from shunt.search.core.clock import Remarks
from shunt.search.core.kernel_cache import CheckedFiles, why_unsafe
from tests.cli.running import ROOT, environment

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "one byte": lambda content: content[:1],
    "no digest": lambda content: content[32:],
    "the end is missing": lambda content: content[:-1],
    "a byte more": lambda content: content + b"\0",
    "a byte changed": lambda content: content[:-5] + bytes([content[-5] ^ 1]) + content[-4:],
    "zeros": lambda content: bytes(len(content)),
    "another pickle": lambda content: pickle.dumps(("stamp", {})),
}


@pytest.fixture
def remarks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    heard: list[str] = []
    made = Remarks()
    made.listen(heard.append)
    monkeypatch.setattr(kernel_cache, "cache_remarks", made)
    return heard


def files(folder: Path) -> CheckedFiles:
    return CheckedFiles(str(folder), "kernel", "stamp")


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
@pytest.mark.parametrize("name", ["kernel.nbi", "kernel.1.nbc"])
def test_a_damaged_file_is_discarded_and_written_again(
    name: str, damage: Callable[[bytes], bytes], tmp_path: Path, remarks: list[str]
) -> None:
    files(tmp_path).save("key", {"code": 1})
    assert files(tmp_path).load("key") == {"code": 1}
    path = tmp_path / name
    path.write_bytes(damage(path.read_bytes()))
    assert files(tmp_path).load("key") is None
    assert len(remarks) == 1
    assert "is damaged; its kernel is compiled again" in remarks[0]
    assert not path.exists()
    files(tmp_path).save("key", {"code": 2})
    assert files(tmp_path).load("key") == {"code": 2}


def test_one_file_does_not_stand_for_another(tmp_path: Path, remarks: list[str]) -> None:
    files(tmp_path).save("one", 1)
    files(tmp_path).save("other", 2)
    os.replace(tmp_path / "kernel.2.nbc", tmp_path / "kernel.1.nbc")
    assert files(tmp_path).load("one") is None
    assert remarks


def test_the_files_of_others_are_never_unpickled(tmp_path: Path, remarks: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    files(tmp_path).save("key", 1)
    monkeypatch.setattr(pickle, "loads", lambda *_: pytest.fail("unpickled"))
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert files(tmp_path).load("key") is None
    assert "another user" in remarks[0]


def test_files_that_anybody_can_write_and_links_are_never_unpickled(
    tmp_path: Path, remarks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    files(tmp_path).save("key", 1)
    monkeypatch.setattr(pickle, "loads", lambda *_: pytest.fail("unpickled"))
    (tmp_path / "kernel.nbi").chmod(0o666)
    assert files(tmp_path).load("key") is None
    assert "another user" in remarks[0]
    (tmp_path / "elsewhere").write_bytes(b"")
    (tmp_path / "kernel.nbi").symlink_to("elsewhere")
    assert files(tmp_path).load("key") is None
    (tmp_path / "kernel.nbi").unlink()
    os.mkfifo(tmp_path / "kernel.nbi")
    assert files(tmp_path).load("key") is None


def test_folders_that_others_can_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_disk_that_is_full_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        with pytest.raises(OSError, match="No space"):
            files(tmp_path).save("key", 1)
    assert list(tmp_path.iterdir()) == []
    assert files(tmp_path).load("key") is None


def test_a_program_survives_a_cache_of_damaged_files(tmp_path: Path) -> None:
    """Small kernels alone, so that compiling them again is quick."""
    script = (
        "import numpy as np; from shunt.tablebases.kernels import _pack; words = np.zeros(1, np.int64); "
        "_pack(np.array([1, 2], np.uint8), 2, 4, words); print(words[0])"
    )
    given = environment(SHUNT_CACHE_DIR=str(tmp_path))
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=given, cwd=ROOT, timeout=120)
        assert (done.returncode, done.stdout) == (0, "33\n"), done.stderr
        found = list(tmp_path.rglob("*.nb[ic]"))
        assert found
        for number, path in enumerate(found):
            path.write_bytes(b"garbage" * (number % 2))
