"""The commands `import` and `check` on panels and plans: choices, reports, and files that are wrong."""

import random
import tomllib
import zipfile

import pytest

import shunt
from shunt.railways.spreading import spread
from shunt.track.directions import lying_on
from shunt.track.layout_file import load_layout
from shunt.track.plan import Plan
from tests.cli.running import answer, check_refused
from tests.cli.running import shunt as run
from tests.railways.drawn import Panel, inglenook, plan_text, read, small_yard, track


@pytest.fixture(name="yard")
def panel_of_a_yard(tmp_path):
    """The panel of the guide."""
    return small_yard().write(tmp_path)


def test_the_layout_is_printed_and_the_report_noted(yard, tmp_path):
    done = run("import", yard)
    (tmp_path / "yard.toml").write_text(done.stdout, "utf-8")
    assert len(shunt.load_layout(tmp_path / "yard.toml").plan.spaces) == 29
    assert "renamed     Smith & Sons is called Smith-and-Sons" in done.stderr
    assert "left out    nothing" in done.stderr
    said = answer("import", yard)
    assert said["layout"] == done.stdout
    assert said["understood"]["track segment"] == 9
    assert answer("import --capacity Loop=2", yard)["tracks"]["Loop-1…2"] == 2
    assert run(f"import {yard} --name own -o", tmp_path / "own.toml").exit_code == 0
    assert shunt.load_layout(tmp_path / "own.toml").name == "own"
    held = "West-Lead-1…2 2 · Main 1 · Main-1…5 5 · East-Lead-1…3 3 · Smith-and-Sons-1…4 4 · Loop-1…5 5"
    assert held in run("show", tmp_path / "own.toml").stdout
    assert answer("check", tmp_path / "own.toml")["files"][0]["layout"]["cars_held"]["Team-Track-1…4"] == 4
    check_refused(run("import", yard, "-o", tmp_path / "own.toml"), "exists already")


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("--block Loop,Main", {"Loop", "Main"}),
        ("--within 0,150,250,20", {"West-Lead", "IT1", "Main"}),
        ("--around 'Team Track'", {"Team-Track", "IT4", "Loop", "Loop-East", "IT2", "IT1", "Main"}),
    ],
)
def test_a_part_is_taken(yard, line, kept):
    said = answer(f"import {yard} --car-length 52 {line}")
    found = {line.partition(" = ")[0] for line in said["layout"].partition("[at]\n")[2].partition("\n\n")[0].splitlines()}
    stems = {name.rstrip("0123456789").rstrip("-.") if "-" in name else name for name in found}
    assert kept <= {stem.partition(".")[0] for stem in stems}
    assert len(found) < 29


def test_blocks_with_lengths_are_counted_by_them(tmp_path):
    """A block of 1,000 mm holds six cars of H0, 154 mm each; drawn it is four cars of 50 pixels long."""
    yard = small_yard().write(tmp_path)
    block = '<blocks><block systemName="IB1" length="1000.0"><userName>{}</userName></block></blocks><LayoutEditor'
    yard.write_text(yard.read_text("utf-8").replace("<LayoutEditor", block.format("Team Track")), "utf-8")
    drawn, measured = answer("import", yard), answer("import --scale h0", yard)
    assert (drawn["measured_blocks"], drawn["tracks"]["Team-Track-1…4"]) == (1, 4)
    assert measured["tracks"]["Team-Track-1…6"] == 6
    assert "1 block with a length in the file; not used without a scale" in run("check", yard).stdout
    assert answer("import --scale 1:160", yard)["tracks"]["Team-Track-1…11"] == 11


def test_check_reports_the_same_and_writes_nothing(yard, tmp_path):
    done = run("check", yard)
    assert done.exit_code == 0
    assert "panel Millbrook, sound" in done.stdout
    assert "understood  2 right-hand turnouts" in done.stdout
    loose = Panel().point("A1", 0, 0, "ANCHOR").point("A2", 200, 0, "ANCHOR").track("T1", "A1", "A2").write(tmp_path)
    said = answer("check", loose)["files"][0]
    assert said["warnings"][0]["where"] == "A1"
    assert run("check --strict", loose).exit_code == 2


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--car-length 0", "--car-length: 0 is not a length"),
        ("--scale hoo", "--scale: 'hoo' is not a scale"),
        ("--scale 1:0", "--scale: '1:0' is not a scale"),
        ("--car-length nan", "--car-length: nan is not a length"),
        ("--car-length 0.01", "at most 5,000 are read"),
        ("--capacity Loop", "--capacity: 'Loop' does not give the number of cars"),
        ("--capacity Lop=2", "did you mean Loop"),
        ("--capacity Main=2", "2 tracks between points are called 'Main' (name one element of each: T2, T3)"),
        ("--close Loop", "--close: 'Loop' does not close a space"),
        ("--close Loop-9=cars", "--close: unknown space 'Loop-9'"),
        ("--within 1,2,3", "--within: '1,2,3' is not a rectangle"),
        ("--within 900,900,5,5", "no track is in this part"),
        ("--around Lop", "did you mean Loop"),
        ("--block Main,Lop", "no track is in a block 'Lop'"),
        ("--panel Milbrook", "did you mean Millbrook"),
        ("--name ../x", "--name"),
        ("--span-points --stop-on-points", "give one of the two options"),
    ],
)
def test_choices_that_do_not_fit_are_refused(yard, line, words):
    check_refused(run(f"import {yard} {line}"), words)


def test_spaces_are_closed_as_they_are_imported(yard):
    layout = tomllib.loads(answer("import --close East-Lead-2=cars", yard)["layout"])
    assert layout["closed"] == {"East-Lead-2": "cars"}


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><layout-config>&b;</layout-config>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><layout-config>&a;</layout-config>'


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.xml", BOMB, "declares entities or elements of its own"),
        ("a.xml", OUTSIDE, "declares entities or elements of its own"),
        ("a.xml", "<a>" * 1000, "nested more than 200 deep"),
        ("a.xml", "<layout-config>", "this is not XML"),
        ("a.xml", "<?xml version='1.0' encoding='UTF2'?><layout-config/>", "the text encoding that the file names"),
        ("a.xml", "<?xml version='1.0' encoding='big5'?><layout-config/>", "the text encoding that the file names"),
        ("a.xml", "<decoder-config/>", "a file of <decoder-config>, not a panel"),
        ("a.xml", "<sensors/>", "a file of <sensors>, not a panel"),
        ("a.xml", "<layout-config><paneleditor/></layout-config>", "it has a paneleditor, which has pictures but no track"),
        ("a.xml", "", "neither a JMRI panel nor an XTrackCAD plan"),
        ("a.xtc", "\x00\x01" * 9, "neither a JMRI panel nor an XTrackCAD plan"),
        ("a.xtc", plan_text([]), "the plan has no track"),
        ("a.xtc", plan_text([track("STRAIGHT", 1, [(0, 0, 0), (0, 9, 0)])], "Toy"), "give it in inches"),
        ("a.xtc", plan_text([track("STRAIGHT", 1, [(0, 0, 0), (0, 1, 0)])]), "no track is long enough for a car"),
        ("a.xtce", "PK\x03\x04", "the archive cannot be read"),
        ("a.any", "PK\x03\x04", "a file of AnyRail, which is not read (AnyRail writes panels for JMRI"),
        ("a.scarm", "\x00", "a file of SCARM, which is not read (draw it in JMRI's Layout Editor or XTrackCAD"),
        ("a.xml", "<railml:railML xmlns:railml='x'/>", "a file of railML, which is not read"),
        ("plan.xml", "<plan rocrailversion='2.1'/>", "a file of Rocrail, which is not read"),
        ("a.dat", "tracks", "AnyRail, too, writes panels for JMRI"),
    ],
)
def test_files_that_are_wrong_are_refused(tmp_path, name, text, words):
    (tmp_path / name).write_text(text, "utf-8")
    check_refused(run("import", tmp_path / name), words)


def test_files_are_bounded_before_they_are_read(tmp_path):
    """A file of 100 MB, and an archive whose plan has 11 MB; an old panel names its DTD, which is not read."""
    with (tmp_path / "large.xml").open("wb") as file:
        file.truncate(100_000_000)
    check_refused(run("import", tmp_path / "large.xml"), "at most 10 MB are read")
    with zipfile.ZipFile(tmp_path / "bomb.xtce", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("content.xtc", b"#" * 11_000_000)
    check_refused(run("import", tmp_path / "bomb.xtce"), "longer than 10 MB")
    path = inglenook().write(tmp_path)
    text = path.read_text("utf-8").replace(
        "<layout-config>", '<!DOCTYPE layout-config SYSTEM "layout-config-2-5-4.dtd"><layout-config>'
    )
    path.write_text(text, "utf-8")
    assert run("import", path).exit_code == 0


ANYRAIL = """﻿<?xml version="1.0" encoding="utf-8"?>
<?xml-stylesheet href="/xml/XSLT/panelfile-2-9-6.xsl" type="text/xsl"?>
<layout-config>
 <layoutblocks class="jmri.jmrit.display.layoutEditor.configurexml.LayoutBlockManagerXml" />
 <LayoutEditor class="jmri.jmrit.display.layoutEditor.configurexml.LayoutEditorXml" name="Club" mainlinetrackwidth="4">
  <layoutturnout ident="TO1" type="1" hidden="no" continuing="2" disabled="no" xcen="200,5" ycen="100" xb="220,5" yb="100"
   xc="219,8" yc="105,2" ver="1" connectaname="T3" connectbname="T4" connectcname="T5" />
  {}
 </LayoutEditor>
</layout-config>"""


def test_a_panel_as_anyrail_writes_it(tmp_path):
    """Types are numbers, flexible track is many short segments with anchors, numbers have the comma of a German computer.

    By hand: 180.5 pixels of lead in three pieces hold 3 cars, 200 pixels of straight 4, half a circle of 157 pixels 3.
    """
    points = [("P1", 2, "0"), ("A1", 1, "60,2"), ("A2", 1, "120,4"), ("P2", 2, "420,5")]
    parts = [f'<positionablepoint ident="{name}" type="{kind}" x="{x}" y="100,0" />' for name, kind, x in points]
    parts.append('<positionablepoint ident="P3" type="2" x="219,8" y="205,2" />')
    joins = [("T1", "P1", 1, "A1", 1), ("T2", "A1", 1, "A2", 1), ("T3", "A2", 1, "TO1", 2), ("T4", "TO1", 3, "P2", 1)]
    joins.append(("T5", "TO1", 4, "P3", 1))
    for name, one, kind, other, to in joins:
        curve = 'arc="yes" flip="no" circle="yes" angle="180,0"' if name == "T5" else 'arc="no" flip="no" circle="no"'
        ends = f'connect1name="{one}" type1="{kind}" connect2name="{other}" type2="{to}"'
        parts.append(f'<tracksegment ident="{name}" {ends} dashed="no" mainline="yes" hidden="no" {curve} />')
    (tmp_path / "club.xml").write_text(ANYRAIL.format("\n".join(parts)), "utf-8")
    found = read(tmp_path / "club.xml")
    assert (found.warnings, sorted(found.tracks.values())) == ((), [3, 3, 4])


def test_a_turntable_as_anyrail_writes_it(tmp_path):
    """It has 72 rays, more than JMRI allows, and most lead nowhere (github.com/JMRI/JMRI/issues/9776)."""
    rays = "".join(f'<raytrack angle="{5 * index}" index="{index}" />' for index in range(72))
    panel = Panel(numbers=True).add("layoutturntable", "TT", rays, radius=25, xcen=200, ycen=200)
    panel.point("E1", 0, 200).track("T1", "E1", "TT.54").point("E2", 400, 200).track("T2", "E2", "TT.18")
    found = read(panel.point("E3", 165, 0).track("T3", "E3", "TT.70").write(tmp_path))
    (table,) = found.layout.plan.turntables
    assert (found.warnings, len(table.positions)) == ((), 4)
    assert {frozenset(position) for position in table.positions} == {frozenset(("T1-3", "T2-3")), frozenset(("T3-3", ""))}


def test_a_fresh_import_passes_the_strict_check(yard, tmp_path):
    """Spaces that the drawing has on each other are spread; the owner's picture stays: the main line is level."""
    assert run("import", yard, "-o", tmp_path / "yard.toml").exit_code == 0
    done = run("check --strict", tmp_path / "yard.toml")
    assert (done.exit_code, "lies on" in done.output) == (0, False)
    at = load_layout(str(tmp_path / "yard.toml")).at
    assert len({y for space, (_, y) in at.items() if space.startswith(("Main", "West", "East"))}) == 1


@pytest.mark.parametrize("order", [("S0", "S1"), ("S1", "S0")])
def test_two_spaces_at_one_place_are_spread_to_the_same_points_in_any_order(order):
    """Both may be pushed aside equally far, across the track of the one or of the other."""
    plan = Plan.from_tracks("heap", [f"{space} |" for space in order])
    points, _ = spread(plan, dict.fromkeys(order, 0j), {"S0": 0.0, "S1": 90.0})
    assert set(points.values()) == {(0.6, 0.0), (0.0, 0.0)}


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_drawn_is_spread(seed):
    """Also spaces at one place, of which only one may be occupied if it is the middle of a crossing."""
    chance = random.Random(seed)
    spaces = [f"S{number}" for number in range(30)]
    crossing = [["S0", "S1"]] if seed % 2 else []
    plan = Plan.from_tracks("heap", [" ".join(spaces[at : at + 10]) for at in (0, 10, 20)], (), (), crossing)
    at = {space: complex(round(chance.uniform(0, 4), 2), round(chance.uniform(0, 2), 2)) for space in spaces}
    at["S1"] = at["S0"]
    angles = {space: round(chance.uniform(0, 360), 1) for space in spaces}
    points, turned = spread(plan, at, angles)
    assert not list(lying_on(plan, points, turned))
    assert len(set(points.values())) == len(spaces)
