"""The line locator, against documents whose lines are known because they were built line by line."""

import json
import tomllib

import pytest
import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.files.document import line_at
from shunt.files.line_numbers import json_lines, toml_lines
from tests.effort import examples

SAMPLE = """\
# a comment with [brackets] = "and quotes
a = 1
"b c".d = \"\"\"x = 1
[y]
\"\"\"\"
'q.r' = 'it''s' # not TOML, see below
[t.u] # t
x = [ 1, # one
  [2, 3], { y = 1, "z\\u0041" = ["]", '}'] },
]
date = 1979-05-27 07:32:00
[[s]]
k = '''
k = 2'''
[[s]]
[s.v]
w.x = "#"
[[s.w]]
p = {}
""".replace("'it''s' # not TOML, see below", "'its'")


def test_every_kind_of_key_has_its_line():
    tomllib.loads(SAMPLE)
    lines = toml_lines(SAMPLE)
    expected = {
        ("a",): 2,
        ("b c",): 3,
        ("b c", "d"): 3,
        ("q.r",): 6,
        ("t",): 7,
        ("t", "u"): 7,
        ("t", "u", "x"): 8,
        ("t", "u", "x", 0): 8,
        ("t", "u", "x", 1): 9,
        ("t", "u", "x", 1, 1): 9,
        ("t", "u", "x", 2, "y"): 9,
        ("t", "u", "x", 2, "zA"): 9,
        ("t", "u", "x", 2, "zA", 1): 9,
        ("t", "u", "date"): 11,
        ("s",): 12,
        ("s", 0): 12,
        ("s", 0, "k"): 13,
        ("s", 1): 15,
        ("s", 1, "v"): 16,
        ("s", 1, "v", "w", "x"): 17,
        ("s", 1, "w", 0): 18,
        ("s", 1, "w", 0, "p"): 19,
    }
    assert {keys: lines[keys] for keys in expected} == expected


def test_a_key_that_is_missing_is_placed_at_the_table_around_it():
    lines = toml_lines("[start]\n[start.cars]\nred = 'A'\n")
    assert line_at(lines, ("start", "cars", "green")) == 2
    assert line_at(lines, ("goal", "red")) is None


def test_json_keys_have_lines_too():
    text = '{\n "a": [1,\n  {"b": "x, \\"y\\": {"}],\n "c\\u0041": {"d":\n 1}}'
    json.loads(text)
    lines = json_lines(text)
    assert lines == {("a",): 2, ("a", 0): 2, ("a", 1): 3, ("a", 1, "b"): 3, ("cA",): 4, ("cA", "d"): 4}


# --------------------------------------------------------------------------------------------------------------------
# Random documents

KEYS = st.one_of(st.sampled_from(["a", "b", "c-d", "tracks", "1"]), st.text(max_size=6))
TEXT = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=12)
SCALARS = st.one_of(
    st.integers(-(10**9), 10**9),
    st.booleans(),
    TEXT,
    st.floats(allow_nan=False),
    st.dates(),
    st.sampled_from(["#", "]", '"', "'''", "\\", "a\nb", '"""']),
)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8)
TABLES = st.recursive(
    st.dictionaries(KEYS, VALUES, max_size=4),
    lambda inner: st.dictionaries(KEYS, VALUES | inner | st.lists(inner, min_size=1, max_size=3), max_size=4),
    max_leaves=6,
)


def paths(data: object, under: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    """Every key path of a document."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    result = set()
    for key, value in items:
        result |= {(*under, key)} | paths(value, (*under, key))
    return result


@settings(max_examples=examples(40))
@given(TABLES, st.sampled_from([None, 1, 3]), st.data())
def test_every_key_of_a_random_document_is_found_and_stands_on_its_line(data, indent, draw):
    """One key that nothing else looks like is put into some table; its line is counted in the text."""
    json_text = json.dumps(data, indent=indent, default=str)
    assert set(json_lines(json_text)) == paths(json.loads(json_text))
    tables = [keys for keys in paths(data) if isinstance(_value(data, keys), dict)]
    home = draw.draw(st.sampled_from([(), *sorted(tables, key=repr)]))
    _at(data, home)["needle-7391"] = 1
    text = tomlkit.dumps(data)
    lines = toml_lines(text)
    assert set(lines) == paths(tomllib.loads(text))
    assert lines[(*home, "needle-7391")] == text[: text.index("needle-7391")].count("\n") + 1
    written = text.split("\n")
    for keys, line in lines.items():
        key = keys[-1]
        if isinstance(key, str) and key.isascii() and key.isalnum():
            assert key in written[line - 1]


def _value(data: object, keys: tuple[str | int, ...]) -> object:
    for key in keys:
        data = data[key]  # type: ignore[index]
    return data


def _at(data: object, keys: tuple[str | int, ...]) -> dict[str, object]:
    table = _value(data, keys)
    assert isinstance(table, dict)
    return table


@pytest.mark.parametrize(
    "text", ['a = ""', "a = ''", 'a = """"""', 'a = """x"""""', "a = [[], {}, [{}]]", 'a."".b = 1', "a = 1 # x", "a=[\n]\nb=2"]
)
def test_small_documents(text):
    assert set(toml_lines(text)) == paths(tomllib.loads(text))
