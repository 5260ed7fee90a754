"""Names in foreign files: which may be names of files, and what is read under them."""

import os
from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.files.document import read_inner_document
from shunt.files.reading import check_file_name, is_file_name, is_inner_path, read_inside, read_named, read_regular

BAD_NAMES = ["", ".", "..", "../x", "/etc/passwd", "a/b", "a\\b", "a\0b", "-rf", ".hidden", "a.", "nul", "CON.toml", "a b", "ä"]
BAD_NAMES += ["a\nb", "a\x1b[2J", "x" * 101, "~", "$HOME", "a:b"]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_names_that_lead_elsewhere_are_not_names_of_files(name):
    assert not is_file_name(name)
    with pytest.raises(InputError, match="cannot be the name of a file") as caught:
        check_file_name(name, "id")
    assert caught.value.faults[0].where == "id"
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("path", ["", "/a", "a//b", "a/../b", "../a", "a/", "a/b/c/d/e", 3, None])
def test_paths_that_are_not_inside_a_folder(path):
    assert not is_inner_path(path)


def test_only_regular_files_inside_the_folder_are_read(tmp_path):
    folder = tmp_path / "pack"
    (folder / "cards").mkdir(parents=True)
    (folder / "cards/01.toml").write_bytes(b"inside")
    (tmp_path / "secret").write_bytes(b"outside")
    (folder / "out").symlink_to(tmp_path / "secret")
    (folder / "up").symlink_to(tmp_path)
    (folder / "in").symlink_to("cards/01.toml")
    (folder / "loop").symlink_to("loop")
    (folder / "zero").symlink_to("/dev/zero")
    os.mkfifo(folder / "fifo")
    assert read_inside(folder, "cards/01.toml") == b"inside"
    assert read_inside(folder, "in") == b"inside"
    for path in ("out", "up/secret", "../secret", "loop", "zero", "fifo", "cards", "none", str(tmp_path / "secret")):
        with pytest.raises(InputError):
            read_inside(folder, path)


def test_a_pipe_that_a_file_names_is_never_waited_for(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    for path in (tmp_path / "fifo", Path("/dev/zero"), tmp_path):
        with pytest.raises(InputError, match=r"regular file|directory|cannot be read"):
            read_inner_document(path)


def test_a_file_that_is_too_long_is_not_read(tmp_path):
    (tmp_path / "a").write_bytes(b"x" * 11)
    for read in (read_regular, read_named):
        with pytest.raises(InputError, match="MB"):
            read(str(tmp_path / "a"), 10)


@pytest.mark.parametrize("path", ["x" * 300, "a\0b", "loop/x", "closed/x"])
def test_names_that_the_system_refuses_are_faults(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    Path("closed").write_text("a file, not a folder")
    for read in (read_named, read_regular):
        with pytest.raises(InputError):
            read(path)
