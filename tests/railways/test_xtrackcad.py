"""Plans of XTrackCAD: what every object becomes, compared with runs worked out by hand."""

import zipfile

import pytest

from shunt.errors import InputError
from tests.railways.drawn import board, plan_text, read, smooth, track, write_plan

TURNOUT = """TURNOUT 2 0 0 0 0 HO 2 20.0 0.0 0 90.0 "Our own\tLeft\t1"
\tT4 1 20.0 0.0 270.0
\tT4 3 20.0 -10.0 90.0
\tT4 4 22.0 -10.0 80.0
\tP "Normal" 1 2
\tP "Reverse" 1 3
\tS 0 0.0 0.0 0.0 3.0 0.0
\tS 0 0.0 3.0 0.0 10.0 0.0
\tS 0 0.0 3.0 0.0 10.0 2.0
\tL3 0 0.0 0.0 0.0 1.0 1.0
\tEND$SEGS"""
TRACKS = [track("STRAIGHT", 1, [(0, 3, 0), (2, 20, 0)]), track("STRAIGHT", 3, [(2, 20, -10), (0, 20, -22.5)])]
TRACKS += [track("STRAIGHT", 4, [(2, 22, -10), (0, 22, -23)])]


def test_a_turnout_has_its_paths_and_scale_gives_the_length_of_cars(tmp_path):
    """A car is 6.06 inches in HO: 17 inches hold two, as 12.5 and 13 do; the turnout is turned by 90 degrees."""
    found = read(write_plan(tmp_path, TURNOUT, *TRACKS)).layout
    assert smooth(found.plan) == board("t1-1 t1-2 P2 t3-1 t3-2", "t1-1 t1-2 P2 t4-1 t4-2")
    assert found.about["routes"] == ["t1-2 P2 t3-1: T2 closed", "t1-2 P2 t4-1: T2 thrown"]
    assert found.plan.no_stop == {"P2"}
    assert found.angles["t3-1"] == 270


def test_a_turntable_turns_to_the_tracks_that_it_has(tmp_path):
    table = track("TURNTABLE", 9, [(1, -4, 0), (2, 4, 0), (3, 0, 4)], "0.0 0.0 0 4.0 0")
    tracks = [track("STRAIGHT", 1, [(9, -4, 0), (0, -12, 0)]), track("STRAIGHT", 2, [(9, 4, 0), (0, 12, 0)])]
    found = read(write_plan(tmp_path, table, *tracks, track("STRAIGHT", 3, [(9, 0, 4), (0, 0, 12)]))).layout
    assert set(found.plan.turntables[0].positions) == {("t3", ""), ("t2", "t1"), ("", "t3"), ("t1", "t2")}


def test_names_of_blocks_labels_and_switch_motors(tmp_path):
    block = 'BLOCK 11 "West Lead" "script"\n\tTRK 1\n\tEND$BLOCK'
    motor = 'SWITCHMOTOR 12 2 "LT5" "n" "r" "p"\n\tEND'
    label = 'DRAW 13 0 0 0 0 20.0 -16.0 0 0.0\n\tZ 0 0 20.0 -16.0 0 12 "Spur ""A"""\n\tEND'
    found = read(
        write_plan(tmp_path, TURNOUT, *TRACKS, block, motor, 'TEXT 13 0 20.0 -15.0 0 HO 2 0 0 12 "Coal, Dock"', label)
    ).layout
    assert found.plan.spaces == ("West-Lead-1", "West-Lead-2", "LT5", "Coal-Dock-1", "Coal-Dock-2", "t4-1", "t4-2")
    assert "West-Lead-2 LT5 t4-1: LT5 thrown" in found.about["routes"]


def test_an_archive_is_read_too(tmp_path):
    with zipfile.ZipFile(tmp_path / "plan.xtce", "w") as archive:
        archive.writestr("content.xtc", plan_text([TURNOUT, *TRACKS]))
        archive.writestr("images/back.png", b"")
    assert len(read(tmp_path / "plan.xtce").layout.plan.spaces) == 7


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_archive_is_refused(tmp_path, method):
    with zipfile.ZipFile(tmp_path / "plan.xtce", "w", method) as archive:
        archive.writestr("plan.xtc", plan_text([TURNOUT, *TRACKS]))
    content = bytearray((tmp_path / "plan.xtce").read_bytes())
    content[38:44] = b"\xff" * 6  # what follows the name
    (tmp_path / "plan.xtce").write_bytes(content)
    with pytest.raises(InputError, match="the archive cannot be read"):
        read(tmp_path / "plan.xtce")


@pytest.mark.parametrize(
    ("objects", "warning"),
    [
        ([track("STRAIGHT", 8, [(0, 0, 0), (99, 9, 0)])], "straight 8: a loose end: object 99"),
        ([track("STRAIGHT", 1, [(0, 0, 0), (0, 9, 0)])], "straight 1: a track without a number, or with that of another"),
        ([track("STRAIGHT", 8, [(0, 0, 0), (0, 9, 0)], scale="N")], "straight 8: drawn in the scale N, and the plan in HO"),
        ([track("STRAIGHT", 8, [(0, 0, 0), (0, 2, 0)])], "straight 8: a stub too short for a car"),
        ([track("MONORAIL", 8, [(0, 0, 0), (0, 2, 0)])], "monorail 8: MONORAIL is not known"),
        (
            ['TURNOUT 8 0 0 0 0 HO 2 0 0 0 0 "x"\n\tE4 0 0 0\n\tE4 9 0 0\n\tP "Normal" 7\n\tEND'],
            "turnout 8: its ends or its paths",
        ),
    ],
)
def test_what_is_left_out_is_named(tmp_path, objects, warning):
    found = read(write_plan(tmp_path, TURNOUT, *TRACKS, *objects))
    assert any(str(fault).startswith(warning) for fault in found.warnings), found.warnings


def test_the_scale_may_be_given(tmp_path):
    plan = write_plan(tmp_path, track("STRAIGHT", 1, [(0, 0, 0), (0, 30, 0)], scale="Toy"), scale="Toy")
    assert len(read(plan, scale=87.1).layout.plan.spaces) == 4
    assert len(read(plan, scale=87.1, car_feet=60.0).layout.plan.spaces) == 3
    yard = write_plan(tmp_path, *TRACKS)
    assert len(read(yard, car_feet=84.0).layout.plan.spaces) < len(read(yard).layout.plan.spaces)
    with pytest.raises(InputError, match="only one of scale and car length"):
        read(plan, scale=87.1, car_length=6.0)


def test_tracks_side_by_side_have_no_points(tmp_path):
    """A module with two tracks that never meet: each path has a name of its own, and nothing to throw."""
    ends = "".join(f"\tE4 {x} {y} 0\n" for y in (0, 2) for x in (0, 20))
    paths = '\tP "First" 1\n\tP "Second" 2\n\tS 0 0.0 0 0 20 0\n\tS 0 0.0 0 2 20 2\n\tEND'
    found = read(write_plan(tmp_path, f'TURNOUT 1 0 0 0 0 HO 2 0 0 0 0 "x"\n{ends}{paths}', TRACKS[1]))
    assert found.understood["crossing"] == 1
    assert "routes" not in found.layout.about
    assert not found.layout.plan.exclusive


def test_a_buffer_stop_is_an_end_of_track(tmp_path):
    stop = 'TURNOUT 7 0 0 0 0 HO 2 2 0 0 0 "Our own\tStop\t3"\n\tT4 1 2 0 0\n\tP "Normal" 1\n\tS 0 0.0 0 0 1 0\n\tEND'
    tracks = [TRACKS[0].replace("\tE4 3 0", "\tT4 7 3 0"), *TRACKS[1:]]
    assert not read(write_plan(tmp_path, TURNOUT, stop, *tracks)).drawing.warnings
