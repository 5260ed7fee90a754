"""Reading and writing files: whatever is wrong ends in one InputError that says where and what would be right."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.errors import Fault, InputError
from shunt.files.document import (
    LARGEST,
    check_writable,
    parse_where,
    read_document,
    where_text,
    write_text_atomically,
    written_whole,
)

BAD_CONTENT = [
    (b"", None, "the file is empty"),
    (b" \n\t\n", None, "the file is empty"),
    (b"a = 1\nb = x\n", 2, "Invalid value"),
    (b"a = 1\nb = [1,\n", 2, "ends too early"),
    (b"a = 1\na = 2\n", 2, "every key is given once"),
    (b"[a]\n[a]\n", 2, "every table is opened once"),
    (b'a = "x\n', 1, "end the text with a quote"),
    (b"\n\nred car = 1\n", 3, "go in quotes"),
    (b"a = 1\n\xff\xfe\x00", 2, "not UTF-8"),
    (b"a = 1\n\x00\x01", 2, "binary data"),
    (b"\x89PNG\r\n\x1a\n\x00", 1, "not UTF-8"),
    (b'{"a": 1', 1, "not JSON"),
    (b'{"a": 1,\n"a": 2}', None, "'a' is given twice"),
    (b'{"a": NaN}', None, "NaN is not a number"),
    (b'{"a": "\\ud800"}', None, "half a character"),
    (b"a = " + b"9" * 5000, None, "write a smaller number"),
    (b"a = " + b"[" * 5000, None, "nested more than"),
    (b"a = " + b"[" * 70 + b"]" * 70, None, "nested more than"),
    (b'{"a":' * 5000, None, "nested more than"),
    (b"#" * (LARGEST + 1), None, "at most 2 MB are read"),
]


def fault_of(path: str | os.PathLike[str]) -> tuple[str, str, int | None]:
    with pytest.raises(InputError) as caught:
        read_document(path)
    (fault,) = caught.value.faults
    return fault.file, f"{fault.what} ({fault.remedy})", fault.line


@pytest.mark.parametrize(("content", "line", "words"), BAD_CONTENT, ids=[repr(content[:20]) for content, _, _ in BAD_CONTENT])
def test_bad_content_is_refused_with_file_line_and_remedy(tmp_path: Path, content: bytes, line: int | None, words: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    file, said, at = fault_of(path)
    assert (file, at) == (str(path), line)
    assert words in said


@pytest.mark.parametrize("content", [b"[1, 2]", b"3", b'"text"', b"null", b"true"])
def test_json_that_is_no_object_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    file, said, line = fault_of(path)
    assert (file, line) == (str(path), 1)
    assert "not an object" in said


def test_ten_megabytes_are_refused_before_they_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"a = [" + b"1, " * 3_400_000 + b"]")
    monkeypatch.setattr("builtins.open", lambda *_: pytest.fail("opened"))
    assert "10.2 MB" in fault_of(path)[1]


def test_a_missing_file_names_those_beside_it(tmp_path: Path) -> None:
    (tmp_path / "swap.toml").write_text("a = 1")
    assert "did you mean" in fault_of(tmp_path / "swop.toml")[1]
    assert "no folder" in fault_of(tmp_path / "none" / "swop.toml")[1]


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "swap.toml").write_text("a = 1")
    _, said, _ = fault_of(tmp_path)
    assert "directory" in said
    assert "swap.toml" in said


@pytest.mark.parametrize("path", ["", "\0", "x" * 5000, "no\nsuch", "/dev/zero", "a\udcffb"])
def test_odd_names_are_refused(path: str) -> None:
    with pytest.raises(InputError) as caught:
        read_document(path)
    str(caught.value).encode()


def test_missing_rights_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulated, as the tests may run with every right there is."""
    path = tmp_path / "a.toml"
    path.write_text("a = 1")

    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", forbidden)
    with pytest.raises(InputError, match="cannot be written: Permission denied"):
        write_text_atomically(path, "b = 1")
    assert path.read_text() == "a = 1"
    monkeypatch.setattr("builtins.open", forbidden)
    assert "cannot be read: Permission denied" in fault_of(path)[1]


@settings(max_examples=300)
@given(
    content=st.binary(max_size=80) | st.text(alphabet="[]{}=\"'.,#\n\\aA1:- \r\t", max_size=40).map(str.encode),
    name=st.sampled_from(["x.toml", "x.json"]),
)
def test_garbage_gives_nothing_but_input_errors(tmp_path_factory: pytest.TempPathFactory, content: bytes, name: str) -> None:
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(content)
    faults: tuple[Fault, ...] = ()
    try:
        lines = read_document(path).lines
    except InputError as error:
        faults, lines = error.faults, {}
    assert all(fault.file == str(path) and fault.what and fault.remedy for fault in faults)
    assert all(1 <= line <= content.count(b"\n") + 1 for line in lines.values())
    "".join(map(str, faults)).encode()


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = '''\r\n'''\r\nc = 2\r\n")
    document = read_document(path)
    assert document.data == {"a": 1, "b": "", "c": 2}
    assert document.lines[("c",)] == 4


@given(st.lists(st.one_of(st.integers(0, 99), st.text(alphabet="ab.-[] 1", min_size=1)), max_size=4))
def test_key_paths_are_read_back(keys: list[str | int]) -> None:
    if keys and isinstance(keys[0], int):
        keys = ["start", *keys]
    assert parse_where(where_text(tuple(keys))) == tuple(keys)


# --------------------------------------------------------------------------------------------------------------------
# Writing


def test_a_file_is_written_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    write_text_atomically(path, "a = 'ä'\n")
    assert path.read_bytes() == "a = 'ä'\n".encode()
    path.chmod(0o640)
    write_text_atomically(path, "b")
    assert path.read_text() == "b"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.toml"]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.toml"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left"):
        write_text_atomically(path, "new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.toml"]


def test_an_interruption_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.toml"
    path.write_text("old")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_text_atomically(path, "new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.toml"]


def test_places_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "a.toml", Path("/proc/a.toml")):
        with pytest.raises(InputError) as caught:
            write_text_atomically(path, "a")
        assert caught.value.faults[0].file == str(path)
        assert caught.value.faults[0].remedy
        with pytest.raises(InputError) as before:
            check_writable(path)
        assert before.value.faults == caught.value.faults


def test_whether_a_file_can_be_written_is_known_before(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    check_writable(path)
    check_writable("/dev/null")
    assert list(tmp_path.iterdir()) == []
    path.write_text("kept")
    check_writable(path)
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("a.toml", "kept")]


def test_links_are_followed_and_devices_are_not_replaced(tmp_path: Path) -> None:
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


def test_a_pipe_with_a_name_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    told: list[str] = []
    reader = threading.Thread(target=lambda: told.append(pipe.read_text()))
    reader.start()
    with written_whole(pipe) as file:
        file.write(b"one,")
        file.write(b"two")
    reader.join(10)
    assert told == ["one,two"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_an_error_of_what_is_written_is_no_fault_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("old")

    def write() -> None:
        with written_whole(path) as file:
            file.write(b"half")
            raise ValueError("a bug")

    with pytest.raises(ValueError, match="a bug") as caught:
        write()
    assert not isinstance(caught.value, InputError)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("to_file", [False, True])
def test_the_standard_output_goes_on_behind_what_is_written_to_it(tmp_path: Path, to_file: bool) -> None:
    link = tmp_path / "out"
    link.symlink_to("/dev/stdout")
    program = "import sys; from shunt.files.document import write_text_atomically as write; print('a', flush=True)"
    program += f"; write('/dev/stdout', 'b\\n'); write({str(link)!r}, 'c\\n'); print('d')"
    command = [sys.executable, "-c", program]
    if to_file:
        with open(tmp_path / "told", "w") as file:
            subprocess.run(command, stdout=file, check=True)
        told = (tmp_path / "told").read_text()
    else:
        told = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    assert told.split() == ["a", "b", "c", "d"]
    assert link.is_symlink()
