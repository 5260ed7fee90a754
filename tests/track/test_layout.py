"""Layout files: what they hold, and every fault with its place, line and remedy."""

from pathlib import Path

import pytest
import tomlkit

from shunt.errors import InputError
from shunt.files.document import read_document
from shunt.render.geometry import track_shape
from shunt.track.layout import Mark, SidingsLayout
from shunt.track.layout_file import load_layout, read_layout
from shunt.track.layout_table import layout_table

GOOD = """\
schema = "shunt-layout/1"
name = "small"
tracks = [
    "A B C",
    "A B D",
]
no_stop = ["B"]
exclusive = [["C", "D"]]

[[turntables]]
name = "T"
bridge = "T"
positions = [["C", "D"], ["", "C"]]

[at]
A = [0, 0]
C = [2.5, 0]

[marks]
A = { letter = "A", colour = "red", shape = "circle" }

[about]
anything = { goes = 2024-01-01 }
"""


def faults_of(tmp_path: Path, text: str) -> list[tuple[str, int | None, str]]:
    path = tmp_path / "layout.toml"
    path.write_text(text)
    faults = read_layout(read_document(path))[1]
    assert faults
    assert all(fault.file == str(path) and fault.remedy for fault in faults)
    return [(fault.where, fault.line, f"{fault.what} ({fault.remedy})") for fault in faults]


def test_everything_in_a_layout_file_is_read_and_written_back(tmp_path):
    path = tmp_path / "layout.toml"
    path.write_text(GOOD)
    layout = load_layout(path)
    assert layout.name == layout.plan.name == "small"
    assert layout.plan.no_stop == {"B"}
    assert layout.plan.exclusive == (frozenset("CD"),)
    assert layout.plan.turntables[0].rotation == "each-move"
    assert layout.at == {"A": (0, 0), "C": (2.5, 0)}
    assert layout.marks == {"A": Mark("A", "red", "circle")}
    assert layout.about == {"anything": {"goes": "2024-01-01"}}
    assert layout.path == str(path)
    coordinates = layout.coordinates()
    assert set(coordinates) == set("ABCDT")
    assert (coordinates["A"], coordinates["C"]) == ((0, 0), (2.5, 0))
    path.write_text(tomlkit.dumps({"schema": "shunt-layout/1", "name": "small"} | layout_table(layout)))
    assert load_layout(path) == layout


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


FAULTS = [
    (changed('"shunt-layout/1"', '"shunt-card/1"'), "schema", 1, "this is a route card"),
    (changed('"shunt-layout/1"', '"shunt-layout/2"'), "schema", 1, 'schema = "shunt-layout/1"'),
    (changed('name = "small"\n', ""), "name", None, "'name' is missing"),
    (changed('"small"', '"sm all"'), "name", 2, "is not a name"),
    (changed("no_stop =", "nostop ="), "nostop", 7, "did you mean no_stop?"),
    (changed('["B"]', '"B"'), "no_stop", 7, "is text, not a list"),
    (changed('["B"]', '["B", 3]'), "no_stop[1]", 7, 'write it in quotes: "3"'),
    (changed('["B"]', '["X"]'), "no_stop[0]", 7, "unknown space 'X'"),
    (changed('"A B D"', '"A B D", "E B"'), "tracks[2]", 5, "of B the neighbour E is"),
    (changed('    "A B D"', '    "A B D/"'), "tracks[1]", 5, "'D/' is not a name"),
    (changed('["", "C"]', '["", "Q"]'), "turntables[0].positions[1]", 13, "unknown space 'Q'"),
    (changed('bridge = "T"\n', 'bridge = "T"\nrotate = "manual"\n'), "turntables[0].rotate", 13, "did you mean rotation?"),
    (changed('bridge = "T"\n', ""), "turntables[0].bridge", 10, "'bridge' is missing"),
    (changed("C = [2.5, 0]", "C = [2.5]"), "at.C", 17, "it has 1 items, the minimum is 2"),
    (changed("C = [2.5, 0]", "C = [2.5, nan]"), "at.C[1]", 17, "finite number"),
    (changed("C = [2.5, 0]", "Q = [2.5, 0]"), "at.Q", 17, "unknown space 'Q'"),
    (changed("C = [2.5, 0]", "C = [0, 0.0]"), "at.C", 17, "same point as A"),
    (changed('"circle"', '"circel"'), "marks.A.shape", 20, "did you mean circle?"),
    (changed("A = { letter", "Q = { letter"), "marks.Q", 20, "unknown space 'Q'"),
    ('schema = "shunt-layout/1"\nname = "s"\nheadshunt = 3\n', "sidings", None, "'sidings' is missing"),
    ('schema = "shunt-layout/1"\nname = "s"\nheadshunt = -1\nsidings = { a = 0 }', "headshunt", 3, "too small: the minimum is 0"),
    ('schema = "shunt-layout/1"\nname = "s"\nheadshunt = 3\nsidings = { a = 0 }', "sidings.a", 4, "too small: the minimum is 1"),
]


@pytest.mark.parametrize(
    ("text", "where", "line", "words"), FAULTS, ids=[f"{where}-{words[:20]}" for _, where, _, words in FAULTS]
)
def test_faults_have_place_line_and_remedy(tmp_path, text, where, line, words):
    faults = faults_of(tmp_path, text)
    assert any((at, on) == (where, line) and words in said for at, on, said in faults), faults


def test_all_faults_come_at_once(tmp_path):
    text = changed('["B"]', '["X"]').replace("positions", "extra = 1\npositions").replace('["", "C"]', '["", "Q"]')
    assert len(faults_of(tmp_path, text)) == 3


def test_json_layouts_are_read_too(tmp_path):
    path = tmp_path / "layout.json"
    path.write_text('{"schema": "shunt-layout/1",\n "name": "j",\n "tracks": ["A B"],\n "no_stop": ["C"]}')
    with pytest.raises(InputError) as caught:
        load_layout(path)
    assert [(fault.where, fault.line) for fault in caught.value.faults] == [("no_stop[0]", 4)]


def test_the_sidings_form_is_a_value_of_its_own(tmp_path):
    path = tmp_path / "inglenook.toml"
    path.write_text('schema = "shunt-layout/1"\nname = "i"\nheadshunt = 3\nsidings = { "1" = 5, "2" = 3, "3" = 3 }')
    layout, faults = read_layout(read_document(path))
    assert layout == SidingsLayout("i", 3, {"1": 5, "2": 3, "3": 3}, {}, str(path))
    assert not faults
    with pytest.raises(InputError, match="no tracks"):
        load_layout(path)


def test_a_third_number_is_the_direction_of_a_space(tmp_path):
    path = tmp_path / "bent.toml"
    path.write_text(
        'schema = "shunt-layout/1"\nname = "bent"\ntracks = ["a b c"]\n[at]\na = [0, 0]\nb = [1, 0.2, 180]\nc = [2, 1]\n'
    )
    layout = load_layout(path)
    assert layout.directions() == {"b": 180}
    assert layout.at["b"] == (1, 0.2)
    assert layout_table(layout)["at"]["b"] == [1, 0.2, 180]
    along = track_shape(layout).spots["b"].along
    assert (round(along[0], 6), round(along[1], 6)) == (1, 0)  # a direction is read from either end
