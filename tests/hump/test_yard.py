"""Yards: what is legal, what they compile to, and their texts and files."""

import pytest
from hypothesis import given, settings

from shunt.errors import InputError, LayoutError
from shunt.hump.yard import Yard
from shunt.hump.yard_file import find_yard, read_yard, yard_text
from shunt.track.plan import End
from tests.effort import examples
from tests.hump.engine.yards import BARE, ONE, TWO, yards


def faults_of(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        Yard.parse(text)
    return [str(fault) for fault in caught.value.faults]


@given(yards())
@settings(max_examples=examples(100))
def test_text_round_trips_and_joins_have_two_sides(yard):
    assert Yard.parse(str(yard)) == yard
    track = yard.compile(3)
    for end, others in track.plan.fixed.items():
        for other in others:
            assert end in track.plan.fixed[other]
            assert other.space != end.space


def test_file_round_trips(tmp_path):
    yard = Yard.parse("5d_62r1@2,-1_end@2,-2_0@3,-1")
    (tmp_path / "mine.toml").write_text(yard_text(yard, {"title": "Mine"}))
    again = read_yard(tmp_path / "mine.toml")
    assert again == yard
    assert again.name == "mine"


def test_headings_and_queue():
    track = BARE.compile(2)
    assert track.queue == ("q0", "q1")
    assert track.plan.fixed[End("q0", 1)] == (End("0.0.NW", 1), End("0.0.WE", 0))
    assert track.exits == {End("4.0.NE", 1), End("4.0.WE", 1)}
    assert track.partners["2.0.WE"] == {"2.0.NE", "2.0.NW"}


@pytest.mark.parametrize(
    ("text", "end", "joined"),
    [
        ("5d_62r1@2,-1", End("2.-1.NS", 0), (End("2.0.SE", 0), End("2.0.SW", 0))),
        ("5u_62r1@2,1", End("2.1.NS", 1), (End("2.0.NE", 0), End("2.0.NW", 0))),
        ("5u_62r1@2,1", End("2.1.NS", 0), None),
        ("5u_62@2,1", End("2.1.WE", 0), None),
    ],
)
def test_a_tile_joins_what_touches_it(text, end, joined):
    assert Yard.parse(text).compile(1).plan.fixed.get(end) == joined


def test_every_fault_at_once():
    faults = faults_of("5u_62@0,0_61@2,1_3@7,7_3@5,0_60@3,1_60@3,1_60r9@2,-1_3@-1,0")
    parts = ("overlaps the heading", "unknown tile 61", "[7, 7] is not connected", "the sink", "the source", "overlaps tile 60")
    for part in (*parts, "9 is not a turn"):
        assert any(part in fault for fault in faults), part
    assert len(faults) == 7


@pytest.mark.parametrize("text", ["", "5x", "u", "5u_", "5u_62", "5u_62@1", "5u_62@1,1,1", "0u", "99u", "5u_xx@0,1"])
def test_no_yard(text):
    assert faults_of(text)


def read_faults(path, tiles):
    """The faults of a yard file with these tiles, its third line."""
    path.write_text(f'schema = "shunt-yard/1"\nbranches = "up"\ntiles = {tiles}\n')
    with pytest.raises(LayoutError) as caught:
        read_yard(path)
    return caught.value.faults


def test_faults_of_a_file_have_lines_and_places(tmp_path):
    found = read_faults(tmp_path / "bad.toml", '[\n  { at = [2, 1], tile = 61 },\n  { at = [9, 9], tile = "end" },\n]')
    assert [(fault.where, fault.line) for fault in found] == [("tiles[0].tile", 4), ("tiles[1].at", 5)]
    found = read_faults(tmp_path / "bad.toml", '[{ at = [2], tile = "x", colour = 1 }]\nheadings = "5"')
    assert {fault.where for fault in found} >= {"headings", "tiles[0].at", "tiles[0].colour"}
    found = read_faults(tmp_path / "bad.toml", '[{ at = [2, 1], tile = "NS", turn = 1 }, { at = [2, 2], tile = "x" }]')
    assert [fault.where for fault in found] == ["tiles[0].turn", "tiles[1].tile"]


def test_tiles_are_given_by_their_tracks(tmp_path):
    path = tmp_path / "tracks.toml"
    path.write_text('schema = "shunt-yard/1"\ntiles = [{ at = [2, 1], tile = "sn" }, { at = [2, 2], tile = "NE SW" }]')
    assert str(read_yard(path)) == str(Yard.parse("5u_NS@2,1_NE+SW@2,2")) == "5u_62r1@2,1_39r1@2,2"
    with pytest.raises(LayoutError, match="of the unturned tile"):
        Yard.parse("5u_NSr1@2,1")


def test_found_by_name_and_text():
    assert find_yard("two-storeys") == TWO
    assert find_yard("5u_62r1@2,1") == ONE
    with pytest.raises(InputError, match="shipped name"):
        find_yard("nowhere")


@pytest.mark.parametrize(
    ("tile", "told"),
    [
        ('"62"', '"62" is text, not a whole number (write it without quotes: 62)'),
        ('"emd"', '"emd" is not valid here (did you mean end?)'),
        ('"x"', "'X' is not a track of a tile (one of NE, SE, NW, SW, NS, WE, N, E, S, W)"),
        ('"N NE"', "no tile has the tracks N NE (`shunt yard tiles` draws all kinds)"),
        ("6.5", '6.5 is a number, not a whole number (such as tile = 62, tile = "end", or tile = "NE SW")'),
    ],
)
def test_a_wrong_tile_is_one_fault(tmp_path, tile, told):
    (fault,) = read_faults(tmp_path / "by.toml", f"[{{ at = [2, 1], tile = {tile} }}]")
    assert str(fault) == f"{tmp_path / 'by.toml'}:3: tiles[0].tile: {told}"
