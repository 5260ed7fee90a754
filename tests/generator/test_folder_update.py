"""Updates of a folder: whole or not at all at every call of the system that writes, and nothing that is not owned is touched."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.generator.folder_update import JOURNAL, STAGE, holds_own, recover_folder, update_folder

OLD = {"cards/01.toml": b"one", "cards/02.toml": b"two", "manifest.toml": b"old"}
NEW = {"cards/01.toml": b"another", "sheets/01.txt": b"new", "manifest.toml": b"new"}
OWN = {"notes.txt": b"mine", ".git/config": b"mine too", "cards/99.toml": b"my own card"}
WRITING = ("open", "write", "fsync", "replace", "unlink", "mkdir", "rmdir")


class Killed(BaseException):
    """What a process that was killed would not live to see."""


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, number: int, kills: bool) -> Iterator[list[int]]:
    """Make call `number` of those that write fail; if `kills`, all later ones too, so that nothing is cleaned up."""
    calls = [0]

    def wrapped(real: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            calls[0] += 1
            if calls[0] == number or kills and calls[0] > number:
                raise Killed if kills else OSError(28, "No space left on device")
            return real(*arguments, **named)

        return call

    with monkeypatch.context() as patched:
        for name in WRITING:
            patched.setattr(os, name, wrapped(getattr(os, name)))
        yield calls


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def begun(folder: Path) -> Path:
    for path, content in (OLD | OWN).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def test_only_owned_files_are_replaced_and_removed(tmp_path):
    folder = begun(tmp_path / "pack")
    update_folder(folder, NEW, set(OLD))
    assert contents(folder) == NEW | OWN
    assert not recover_folder(folder)


@pytest.mark.parametrize("kills", [False, True])
def test_every_call_that_writes_may_fail_or_be_the_last(kills, tmp_path, monkeypatch):
    seen = set()
    for number in range(1 + kills, 200, 2):  # each call either fails or is the last
        folder = begun(tmp_path / str(number))
        ended = False
        with failing(monkeypatch, number, kills) as calls, suppress(InputError, Killed):
            update_folder(folder, NEW, set(OLD))
            ended = True
        if calls[0] < number:
            break
        recover_folder(folder)
        found = contents(folder)
        assert found in (OLD | OWN, NEW | OWN), (number, found)
        assert not ended or found == NEW | OWN
        assert not (folder / STAGE).exists()
        seen.add(found == NEW | OWN)
        update_folder(folder, NEW, set(OLD) | set(NEW))
        assert contents(folder) == NEW | OWN
    assert seen == {False, True}
    assert number > 20


def test_a_file_that_is_not_owned_is_not_overwritten(tmp_path):
    folder = begun(tmp_path / "pack")
    with pytest.raises(InputError, match="not a file that the program wrote"):
        update_folder(folder, NEW | {"notes.txt": b"no longer mine"}, set(OLD))
    assert contents(folder) == OLD | OWN


def test_links_in_the_folder_are_not_followed(tmp_path):
    folder, outside = begun(tmp_path / "pack"), tmp_path / "outside"
    outside.mkdir()
    (outside / "01.txt").write_bytes(b"precious")
    (folder / "sheets").symlink_to(outside)
    with pytest.raises(InputError, match="is a link"):
        update_folder(folder, NEW, {*OLD, "sheets/01.txt"})
    (folder / "sheets").unlink()
    (folder / "manifest.toml").unlink()
    (folder / "manifest.toml").symlink_to(outside / "01.txt")
    with pytest.raises(InputError, match="not a regular file"):
        update_folder(folder, NEW, set(OLD))
    assert (outside / "01.txt").read_bytes() == b"precious"


@pytest.mark.parametrize(
    "journal",
    [
        b"",
        b"[]",
        b"{}",
        b'{"files": 3, "removed": []}',
        json.dumps({"files": ["../outside"], "removed": []}).encode(),
        json.dumps({"files": [], "removed": ["/etc/passwd"]}).encode(),
        json.dumps({"files": [], "removed": ["up/precious"]}).encode(),
        b"[" * 100_000,
    ],
)
def test_the_journal_of_a_foreign_folder_leads_nowhere(journal, tmp_path):
    folder = begun(tmp_path / "pack")
    (tmp_path / "precious").write_bytes(b"mine")
    (folder / "up").symlink_to(tmp_path)
    (folder / STAGE).mkdir()
    (folder / STAGE / JOURNAL).write_bytes(journal)
    with pytest.raises(InputError, match="damaged"):
        recover_folder(folder)
    assert (tmp_path / "precious").read_bytes() == b"mine"


def test_a_new_folder_is_made_whole_or_not_at_all(tmp_path, monkeypatch):
    update_folder(tmp_path / "new", NEW, ())
    assert contents(tmp_path / "new") == NEW
    with failing(monkeypatch, 5, False), pytest.raises(InputError, match="No space left"):
        update_folder(tmp_path / "full", NEW, ())
    assert not (tmp_path / "full").exists()
    with failing(monkeypatch, 5, True), pytest.raises(Killed):
        update_folder(tmp_path / "killed", NEW, ())
    assert not holds_own(tmp_path / "killed", "one.txt", "set")
