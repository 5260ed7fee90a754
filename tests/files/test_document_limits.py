"""Limits on syntax: found before a parser spends memory, and never in a file that is within them."""

import tomllib
from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.files.document import LARGEST_TOML, LONGEST_KEY, MOST_DIGITS, MOST_PARTS, parse_document, syntax_fault
from shunt.files.library import puzzles_folder

LONG_KEY = ".".join(["a"] * 30_000)
BEYOND = {
    "a dotted key": f"{LONG_KEY} = 1",
    "a dotted table": f"[{LONG_KEY}]",
    "a quoted key": '"a"."b" . ' * 40 + "c = 1",
    "an inline table": "a = { " + LONG_KEY + " = 1 }",
    "brackets": "a = " + "[" * 100_000,
    "a long key": "k" * (LONGEST_KEY + 1) + " = 1",
    "digits": "a = " + "9" * (MOST_DIGITS + 1),
}


@pytest.mark.parametrize("text", BEYOND.values(), ids=BEYOND.keys())
def test_what_is_beyond_the_limits_is_never_parsed(text, monkeypatch):
    monkeypatch.setattr(tomllib, "loads", lambda *_: pytest.fail("parsed"))
    with pytest.raises(InputError) as caught:
        parse_document("bad.toml", ("b = 1\n" + text).encode())
    (fault,) = caught.value.faults
    assert fault.line == 2
    assert fault.remedy


@pytest.mark.parametrize(
    "text",
    [
        ".".join(["a"] * MOST_PARTS) + " = 1",
        f'notes = "{LONG_KEY}"',
        f"notes = '''{LONG_KEY}'''",
        f'notes = """\n{LONG_KEY}\n"""',
        f"# {LONG_KEY}\na = 1",
        'a = "' + "[" * 1000 + '"',
        "a = [" + "1.5, " * 1000 + "]",
        "a = 1979-05-27T07:32:00.999999",
        'a = "' + "9" * 1000 + '"',
        'a = "x' + '\\"[' * 100 + '"',
    ],
)
def test_texts_within_the_limits_are_read(text):
    assert syntax_fault(text) is None
    assert parse_document("good.toml", text.encode()).data == tomllib.loads(text)


def test_every_shipped_file_is_far_within_the_limits():
    files = list(Path(puzzles_folder()).rglob("*.toml"))
    assert 0 < max(path.stat().st_size for path in files) < LARGEST_TOML // 4
    assert [path for path in files if syntax_fault(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("text", ['x="' + '\\"' * 100_000, "'" * 200_000, '"' * 200_000, 'x="""' + '\\"' * 100_000])
def test_strings_that_are_not_closed_are_read_once(text):
    assert syntax_fault(text) is None


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"a": "x\n' + "[" * 100 + '"}', "this is not JSON"),
        ('{"a": ' + ".".join(["1"] * 30) + "}", "this is not JSON"),
        ('{"' + "k" * 300 + '" = 1}', "this is not JSON"),
        ('{"a": 1e' + "0" * 500 + "1}", "a number has 501 digits"),
        ('{"a": ' + "[" * 100 + "]" * 100 + "}", "tables and lists are nested"),
    ],
    ids=["brackets in a broken text", "dots", "a long key", "digits of an exponent", "brackets"],
)
def test_json_has_its_own_limits(text, what):
    with pytest.raises(InputError, match=what):
        parse_document("bad.json", text.encode())
