"""Writing files: whole or not at all, links followed, devices written to, standard output continued."""

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.files.atomic import check_writable, write_text_atomically, written_whole


def test_a_file_is_written_whole_and_nothing_is_left_beside_it(tmp_path):
    path = tmp_path / "a.toml"
    write_text_atomically(path, "a = 'ä'\n")
    assert path.read_bytes() == "a = 'ä'\n".encode()
    path.chmod(0o640)
    write_text_atomically(path, "b")
    assert path.read_text() == "b"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.toml"]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "a.toml"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left"):
        write_text_atomically(path, "new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.toml"]


def test_an_interruption_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "a.toml"
    path.write_text("old")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_text_atomically(path, "new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.toml"]


def test_places_that_cannot_be_written_are_refused(tmp_path):
    for path in (tmp_path, tmp_path / "none" / "a.toml", Path("/proc/a.toml")):
        with pytest.raises(InputError) as caught:
            write_text_atomically(path, "a")
        assert caught.value.faults[0].file == str(path)
        assert caught.value.faults[0].remedy
        with pytest.raises(InputError) as before:
            check_writable(path)
        assert before.value.faults == caught.value.faults


def test_whether_a_file_can_be_written_is_known_before(tmp_path):
    path = tmp_path / "a.toml"
    check_writable(path)
    check_writable("/dev/null")
    assert list(tmp_path.iterdir()) == []
    path.write_text("kept")
    check_writable(path)
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("a.toml", "kept")]


def test_links_are_followed_and_devices_are_not_replaced(tmp_path):
    path, link = tmp_path / "a.toml", tmp_path / "b.toml"
    path.write_text("old")
    link.symlink_to(path)
    write_text_atomically(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    write_text_atomically("/dev/null", "x")
    assert not Path("/dev/null").is_file()
    check_writable(link)
    check_writable("/dev/stdout")
    check_writable("-")


def test_a_pipe_with_a_name_is_written_to(tmp_path):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    told = []
    reader = threading.Thread(target=lambda: told.append(pipe.read_text()), daemon=True)
    reader.start()
    with written_whole(pipe) as file:
        file.write(b"one,")
        file.write(b"two")
    reader.join(600)
    assert told == ["one,two"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("to_file", [False, True])
@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_standard_output_is_appended_to(tmp_path, name, to_file):
    program = "import sys; from shunt.files.atomic import write_text_atomically as write; print('a', flush=True)"
    program += f"; write({name!r}, 'b\\n'); write({name!r}, 'c\\n'); print('d')"
    command = [sys.executable, "-c", program]
    if to_file:
        with open(tmp_path / "printed", "w") as file:
            subprocess.run(command, stdout=file, check=True)
        printed = (tmp_path / "printed").read_text()
    else:
        printed = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    assert printed.split() == ["a", "b", "c", "d"]
