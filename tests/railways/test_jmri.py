"""Panels of JMRI: what every element becomes, compared with runs worked out by hand."""

from itertools import combinations

import pytest

from shunt.errors import InputError
from shunt.railways.layout import import_drawing
from shunt.railways.reading import read_drawing
from shunt.track.turntable import Turntable
from tests.railways.drawn import Panel, board, inglenook, read, smooth

CROSSED = {"xcen": 100, "ycen": 100, "xa": 80, "ya": 100, "xb": 86, "yb": 114}
ENDS = {"A": ("EA", 30, 100), "B": ("EB", 50, 150), "C": ("EC", 170, 100), "D": ("ED", 150, 50)}


def four_ends(panel: Panel, ports: str = "ABCD") -> Panel:
    """Join a track of one space to each port of the element X."""
    for port in ports:
        panel.point(*ENDS[port]).track(port, ENDS[port][0], f"X.{port}")
    return panel


@pytest.mark.parametrize("numbers", [False, True])
def test_turnouts_are_one_space_with_the_throat_at_one_end(tmp_path, numbers):
    """Also in the numbers of older files."""
    found = read(inglenook(numbers).write(tmp_path)).layout
    lead, main = "Lead-1 Lead-2 Lead-3 Lead-4", " ".join(f"Main-{number}" for number in range(1, 6))
    middle, back = (" ".join(f"{name}-{number}" for number in range(1, 4)) for name in ("Middle", "Back"))
    assert smooth(found.plan) == board(f"{lead} IT1 {main}", f"{lead} IT1 IT2 {middle}", f"{lead} IT1 IT2 {back}")
    assert found.plan.no_stop == {"IT1", "IT2"}
    assert found.about["routes"] == [
        "IT1 IT2 Back-1: IT2 thrown",
        "IT1 IT2 Middle-1: IT2 closed",
        "Lead-4 IT1 IT2: IT1 thrown",
        "Lead-4 IT1 Main-1: IT1 closed",
    ]
    assert found.at["Lead-1"][0] < found.at["Lead-4"][0] < found.at["IT1"][0] < found.at["Main-1"][0]
    assert found.at["Main-1"][1] > found.at["Back-1"][1], "y grows downward on a panel, upward on a board"
    assert found.angles["Main-1"] == 0


@pytest.mark.parametrize("kind", ["RH_TURNOUT", "LH_TURNOUT", "WYE_TURNOUT"])
def test_every_kind_of_turnout_has_its_throat_at_a(tmp_path, kind):
    panel = four_ends(Panel().turnout("X", kind, 100, 100), "ABC")
    assert smooth(read(panel.write(tmp_path)).layout.plan) == board("A X B", "A X C")


@pytest.mark.parametrize(
    ("kind", "legs"),
    [("DOUBLE_XOVER", ["AB", "DC", "AC", "BD"]), ("RH_XOVER", ["AB", "DC", "AC"]), ("LH_XOVER", ["AB", "DC", "BD"])],
)
def test_crossovers_have_a_space_for_each_leg(tmp_path, kind, legs):
    """All legs exclude each other but the two parallel tracks."""
    places = {"xa": 70, "ya": 90, "xb": 130, "yb": 90, "xc": 130, "yc": 110, "xd": 70, "yd": 110}
    panel = Panel().add("layoutturnout", "X", type=kind, xcen=100, ycen=100, ver=2, continuing=2, turnoutname="IT7", **places)
    found = read(four_ends(panel).write(tmp_path), capacities=dict.fromkeys("ABCD", 1)).layout
    assert smooth(found.plan) == board(*(f"{leg[0]} IT7-{number} {leg[1]}" for number, leg in enumerate(legs, 1)))
    pairs = {frozenset(legs[int(space[-1]) - 1] for space in group) for group in found.plan.exclusive}
    assert pairs == set(map(frozenset, combinations(legs, 2))) - {frozenset(("AB", "DC"))}
    states = {line.rpartition(" ")[2] for line in found.about["routes"] if "IT7-1" in line or "IT7-2" in line}
    assert states == {"closed"}
    assert any("IT7-3" in line and line.endswith("IT7 thrown") for line in found.about["routes"])


def test_a_crossing_is_two_spaces_that_exclude_each_other(tmp_path):
    found = read(four_ends(Panel().add("levelxing", "X", **CROSSED)).write(tmp_path)).layout
    assert smooth(found.plan) == board("A X-1 C", "B X-2 D")
    assert found.plan.exclusive == (frozenset({"X-1", "X-2"}),)
    assert "routes" not in found.about


@pytest.mark.parametrize("numbers", [False, True])
def test_slips(tmp_path, numbers):
    """A double slip joins both ports of one side to both of the other; a single slip lacks one of the four paths."""
    names = "<turnout>IT1</turnout><turnoutB>IT2</turnoutB>"
    kinds = ("8", "7") if numbers else ("DOUBLE_SLIP", "SINGLE_SLIP")
    double, single = (Panel(numbers=numbers).add("layoutSlip", "X", names, slipType=kind, **CROSSED) for kind in kinds)
    found = read(four_ends(double).write(tmp_path)).layout
    assert smooth(found.plan) == board("A IT1 C", "A IT1 D", "B IT1 C", "B IT1 D")
    assert "A IT1 D: IT1 closed, IT2 thrown" in found.about["routes"]
    found = read(four_ends(single).write(tmp_path)).layout
    assert smooth(found.plan) == board("A IT1-1 C", "B IT1-2 D", "A IT1-3 D")
    assert len(found.plan.exclusive) == 3


def test_anchors_join_tracks_and_blocks_name_the_spaces(tmp_path):
    panel = Panel().point("E1", 0, 0).point("A1", 100, 0, "ANCHOR").point("E2", 250, 0, "EDGE_CONNECTOR")
    found = read(panel.track("T1", "E1", "A1", "Süd 1").track("T2", "E2", "A1", "Ost").write(tmp_path))
    assert found.layout.plan.spaces == ("Sud-1-1", "Sud-1-2", "Ost-1", "Ost-2", "Ost-3")
    assert found.tracks == {"Sud-1-1…2": 2, "Ost-1…3": 3}
    assert found.renamed == {"Süd 1": "Sud-1"}
    assert not found.drawing.warnings


@pytest.mark.parametrize(("flip", "side"), [("no", 1), ("yes", -1)])
def test_arcs_bow_to_the_side_that_the_panel_shows(tmp_path, flip, side):
    """Half a circle over 100 pixels has 157, three cars; from left to right it bows upward unless it is flipped."""
    panel = Panel().point("E1", 0, 0).point("E2", 100, 0)
    panel.track("T1", "E1", "E2")
    panel.lines[-1] = panel.lines[-1].replace("/>", f'arc="yes" circle="yes" angle="180" flip="{flip}" />')
    at = read(panel.write(tmp_path)).layout.at
    assert (at["T1-2"][1] - at["T1-1"][1]) * side > 0
    assert len(at) == 3


def test_turntables_and_traversers_turn_by_hand(tmp_path):
    """Rays 0 and 1 are opposite each other, ray 2 faces a wall; slots 0 and 1 face each other across the traverser."""

    def turned(panel: Panel, *ends: tuple[int, int]) -> Turntable:
        for index, (x, y) in enumerate(ends):
            panel.point(f"E{index}", x, y).track(f"S{index}", f"E{index}", f"X.{index}")
        return read(panel.write(tmp_path)).layout.plan.turntables[0]

    rays = "".join(f'<raytrack angle="{angle}" index="{index}" />' for index, angle in enumerate((90, 270, 0)))
    panel = Panel().add("layoutturntable", "X", rays, radius=25, xcen=100, ycen=100)
    table = turned(panel, (180, 100), (20, 100), (100, 20))
    assert set(table.positions) == {("S2", ""), ("S0", "S1"), ("", "S2"), ("S1", "S0")}
    assert table.rotation == "manual"
    slots = "".join(f'<slot offset="{10 * (index // 2)}" index="{index}" />' for index in range(3))
    panel = Panel().add("layouttraverser", "X", slots, deckwidth=60, orientation=0, xcen=100, ycen=100)
    assert set(turned(panel, (20, 100), (180, 100), (20, 110)).positions) == {("S0", "S1"), ("S2", "")}


def test_points_may_be_stopped_on_or_spanned(tmp_path):
    path = inglenook().write(tmp_path)
    assert not read(path, points="stop").layout.plan.no_stop
    found = read(path, points="span", capacities={"Main": 2, "Middle": 1, "Back": 1, "Lead": 2}).layout
    assert smooth(found.plan) == board("Lead-1 Lead-2 Main-1 Main-2", "Lead-1 Lead-2 Middle", "Lead-1 Lead-2 Back")
    assert "Lead-2 Back: IT1 thrown, IT2 thrown" in found.about["routes"]


def test_one_panel_of_several_is_named(tmp_path):
    path = inglenook().write(tmp_path, Panel("Branch").point("E1", 0, 0).point("E2", 200, 0).track("T1", "E1", "E2"))
    with pytest.raises(InputError, match="2 panels: Inglenook Sidings, Branch"):
        read(path)
    assert len(import_drawing(read_drawing(str(path), "Branch")).layout.plan.spaces) == 4
    with pytest.raises(InputError, match="did you mean Branch"):
        read_drawing(str(path), "Brunch")


def test_linked_panels_are_one_railway(tmp_path):
    """A main line continues on a second panel, where it has the same names; if that is not wanted, it is left out."""
    panels = []
    for name, other in (("West", "East"), ("East", "West")):
        panel = Panel(name).point("EB1", 0, 0)
        panel.point("EC1", 150, 0, "EDGE_CONNECTOR", linkedpanel=other, linkpointid="EC1")
        panels.append(panel.track("T1", "EB1", "EC1", f"{name} Main"))
    path = panels[0].write(tmp_path, panels[1])
    found = read(path)
    assert (found.drawing.warnings, found.understood) == ([], {"track segment": 2})
    line = "West-Main-1 West-Main-2 West-Main-3 East-Main-1 East-Main-2 East-Main-3"
    assert smooth(found.layout.plan) == board(line)
    (fault,) = import_drawing(read_drawing(str(path), "West")).drawing.warnings
    assert (fault.where, "'East'" in fault.what) == ("EC1", True)


SEGMENT = '<tracksegment ident="{}" connect1name="{}" type1="{}" connect2name="{}" type2="1" />'


@pytest.mark.parametrize(
    ("more", "warning"),
    [
        (SEGMENT.format("T9", "A9", "POS_POINT", "EB9"), "T9: a loose end"),
        (SEGMENT.format("T9", "TO1", "TURNOUT_B", "EB1"), "T9: it is joined to TO1"),
        (SEGMENT.format("T2", "EB1", "1", "EB2"), "T2: a second element"),
        ('<layoutturnout ident="TO9" type="THREE_WAY" xcen="1" ycen="1" />', "TO9: a turnout of the type 'THREE_WAY' is not"),
        ('<layoutturnout ident="TO9" type="²" xcen="1" ycen="1" />', "TO9: a turnout of the type '²' is not"),
        (SEGMENT.format("T9", "EB1", "1", "TO1").replace('type2="1"', 'type2="²"'), "T9: a loose end"),
        ('<layoutturnout ident="TO9" type="RH_TURNOUT" xcen="nan" ycen="x" />', "TO9: its coordinates are not numbers"),
        ('<layoutgantry ident="G1" />', "G1: layoutgantry is not known"),
        ('<layoutturntable ident="TT1" xcen="1" ycen="1" />', "TT1: a turntable without tracks"),
        ('<positionablepoint ident="P9" type="EDGE_CONNECTOR" x="1" y="1" linkedpanel="Hidden" />', "P9: the track beyond"),
        ('<levelxing xcen="1" ycen="1" />', "levelxing: an element without a name"),
    ],
)
def test_what_is_left_out_is_named(tmp_path, more, warning):
    panel = inglenook()
    panel.lines.append(more)
    found = read(panel.write(tmp_path))
    assert any(str(fault).startswith(warning) for fault in found.warnings), found.warnings
    about = found.layout.about
    assert [*about.get("left_out", []), *about.get("loose_ends", [])] == [str(fault) for fault in found.warnings]


def test_ends_drawn_on_each_other_are_named(tmp_path):
    panel = Panel().point("EB1", 0, 0).point("EB2", 200, 0).point("EB3", 200, 0).point("EB4", 400, 0)
    found = read(panel.track("T1", "EB1", "EB2").track("T2", "EB3", "EB4").write(tmp_path))
    assert [str(fault) for fault in found.drawing.loose] == [
        "EB2: EB3 is at the same place, and their tracks T1 and T2 are not joined"
    ]
