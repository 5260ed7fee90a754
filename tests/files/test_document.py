"""Reading and writing files: whatever is wrong ends in one InputError that says where and what would be right."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.errors import InputError
from shunt.files.document import parse_where, read_document, where_text
from shunt.files.reading import LARGEST
from tests.effort import examples

BAD_CONTENT = [
    (b"", None, "the file is empty"),
    (b" \n\t\n", None, "the file is empty"),
    (b"a = 1\nb = x\n", 2, "Invalid value"),
    (b"a = 1\nb = [1,\n", 2, "ends too early"),
    (b"a = 1\na = 2\n", 2, "define each key only once"),
    (b"[a]\n[a]\n", 2, "open each table only once"),
    (b'a = "x\n', 1, "end the text with a quote"),
    (b"\n\nred car = 1\n", 3, "quote names"),
    (b"a = 1\n\xff\xfe\x00", 2, "not UTF-8"),
    (b"a = 1\n\x00\x01", 2, "binary, not text"),
    (b"\x89PNG\r\n\x1a\n\x00", 1, "not UTF-8"),
    (b'{"a": 1', 1, "not JSON"),
    (b'{"a": 1,\n"a": 2}', None, "'a' appears twice"),
    (b'{"a": NaN}', None, "NaN is not a JSON number"),
    (b'{"a": "\\ud800"}', None, "half a character"),
    (b'{"a": ' + b"9" * 5000 + b"}", 1, "write a smaller number"),
    (b"a = " + b"[" * 70 + b"]" * 70, 1, "nested more than"),
    (b'{"a":' * 5000, 1, "nested more than"),
    (b"#" * (LARGEST + 1), None, "at most 1 MB are read"),
]


def fault_of(path: str | os.PathLike[str]) -> tuple[str, str, int | None]:
    with pytest.raises(InputError) as caught:
        read_document(path)
    (fault,) = caught.value.faults
    return fault.file, f"{fault.what} ({fault.remedy})", fault.line


@pytest.mark.parametrize(("content", "line", "words"), BAD_CONTENT, ids=[repr(content[:20]) for content, _, _ in BAD_CONTENT])
def test_bad_content_is_refused_with_file_line_and_remedy(tmp_path, content, line, words):
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    file, said, at = fault_of(path)
    assert (file, at) == (str(path), line)
    assert words in said


@pytest.mark.parametrize("content", [b"[1, 2]", b"3", b'"text"', b"null", b"true"])
def test_json_that_is_no_object_is_refused(tmp_path, content):
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    file, said, line = fault_of(path)
    assert (file, line) == (str(path), 1)
    assert "not an object" in said


def test_ten_megabytes_are_refused_before_they_are_read(tmp_path, monkeypatch):
    path = tmp_path / "large.toml"
    path.write_bytes(b"a = [" + b"1, " * 3_400_000 + b"]")
    monkeypatch.setattr("builtins.open", lambda *_: pytest.fail("opened"))
    assert "10.2 MB" in fault_of(path)[1]


def test_a_missing_file_names_those_beside_it(tmp_path):
    (tmp_path / "swap.toml").write_text("a = 1")
    assert "did you mean" in fault_of(tmp_path / "swop.toml")[1]
    assert "does not exist either" in fault_of(tmp_path / "none" / "swop.toml")[1]


def test_a_directory_is_no_file(tmp_path):
    (tmp_path / "swap.toml").write_text("a = 1")
    _, said, _ = fault_of(tmp_path)
    assert "directory" in said
    assert "swap.toml" in said


@settings(max_examples=examples(300))
@given(
    content=st.binary(max_size=80) | st.text(alphabet="[]{}=\"'.,#\n\\aA1:- \r\t", max_size=40).map(str.encode),
    name=st.sampled_from(["x.toml", "x.json"]),
)
def test_garbage_gives_nothing_but_input_errors(tmp_path_factory, content, name):
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(content)
    faults = ()
    try:
        lines = read_document(path).lines
    except InputError as error:
        faults, lines = error.faults, {}
    assert all(fault.file == str(path) and fault.what and fault.remedy for fault in faults)
    assert all(1 <= line <= content.count(b"\n") + 1 for line in lines.values())
    "".join(map(str, faults)).encode()


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = '''\r\n'''\r\nc = 2\r\n")
    document = read_document(path)
    assert document.data == {"a": 1, "b": "", "c": 2}
    assert document.lines[("c",)] == 4


@given(st.lists(st.one_of(st.integers(0, 99), st.text(alphabet="ab.-[] 1", min_size=1)), max_size=4))
def test_key_paths_are_read_back(keys):
    if keys and isinstance(keys[0], int):
        keys = ["start", *keys]
    assert parse_where(where_text(tuple(keys))) == tuple(keys)
