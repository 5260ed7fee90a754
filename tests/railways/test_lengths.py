"""Lengths of every line that XTrackCAD and JMRI draw, worked out by hand; no value of a file is replaced in silence."""

import random
import re
from math import pi, sqrt
from pathlib import Path

import pytest

from shunt.errors import InputError
from shunt.railways.reading import drawing_of, read_drawing
from shunt.railways.scale import ratio_of
from tests.railways.drawn import Panel, inglenook, plan_text, track, write_plan

QUARTER = 24 * pi / 2
CURVED = "6.6667 13.3333 13.3333 13.3333"
HELIX = [
    track("STRAIGHT", 1, [(0, -24, -38), (2, -24, 0)]),
    track("CURVE", 2, [(1, -24, 0), (3, 0, 24)], "0 0 0 24 3 0 0"),
    track("STRAIGHT", 3, [(2, 0, 24), (0, 42, 24)]),
]


def segment(folder: Path, end: tuple[float, float], more: str, inside: str = "") -> Path:
    """A panel with one track segment from 0, 0."""
    panel = Panel().point("E1", 0, 0).point("E2", *end).track("T1", "E1", "E2")
    panel.lines[-1] = panel.lines[-1].replace("/>", f"{more}>{inside}</tracksegment>")
    return panel.write(folder)


def length(path: Path, name: str) -> float:
    drawing = read_drawing(str(path))
    assert not drawing.warnings
    return drawing.elements[name].legs[0].length


@pytest.mark.parametrize(
    ("kind", "ends", "numbers", "parts", "by_hand"),
    [
        ("STRAIGHT", [(0, 0, 0), (0, 3, 4)], "", "", 5),
        ("CURVE", [(0, 0, 24), (0, 24, 0)], "0 0 0 24 0 0 0", "", QUARTER),
        ("CURVE", [(0, 24, 0), (0, 0, 24)], "0 0 0 24 0 0 0", "", 3 * QUARTER),
        ("CURVE", [(0, 0, 24), (0, 0, 24)], "0 0 0 24 2 0 0", "", 8 * QUARTER),
        ("CURVE", [(0, 24, 0), (0, 0, 0)], "0 0 0 24 0 0 0", "", 136.31),  # an end at the centre lies at the top of it
        # x = y³ / 6RL with RL = 100: from 0 to 10 x runs to 1.667, and the length is 10 + 10⁵ / 40·100² = 10.25
        ("JOINT", [(0, 0, 0), (0, 10 / 6, 10)], "0 10 10 10 0 0 0 0 0 0 0", "", 10.247),
        ("JOINT", [(0, -10 / 6, -10), (0, 10 / 6, 10)], "10 10 10 10 0 0 1 0 0 0 0", "", 20.494),
        ("BEZIER", [(0, 0, 0), (0, 30, 0)], "0 0 10 0 20 0 30 0 0 0 0 0", "", 30),
        ("CORNU", [(0, 0, 0), (0, 10, 0)], "0 0 0 0 0 0 10 0 0 0 0 0", "\tS 0 0 0 0 4 3\n\tS 0 0 10 0 4 3", 5 + 3 * sqrt(5)),
        ("CORNU", [(0, 0, 24), (0, 24, 0)], "", "\tC 0 0 24 0 0 0 90", QUARTER),
        ("CORNU", [(0, 0, 24), (0, 24, 0)], "", "\tC3 0 0 24 0 0 0 0 90", QUARTER),
        # a parabola, of which the file has the arcs too
        ("CORNU", [(0, 0, 0), (0, 20, 0)], "", f"\tW3 0 0 0 0 {CURVED} 20 0\n\tSUBSEGS\n\tC 0 0 9 9 9 9 9\n\tSUBSEND", 29.58),
    ],
)
def test_every_line_of_a_plan(tmp_path, kind, ends, numbers, parts, by_hand):
    text = track(kind, 1, ends, numbers).replace("\tEND$SEGS", (f"{parts}\n" if parts else "") + "\tEND$SEGS")
    assert length(write_plan(tmp_path, text), "1") == pytest.approx(by_hand, rel=2e-3)


def test_plans_of_old_versions_have_no_heights_and_no_layers(tmp_path):
    middle = track("CURVE", 1, [(0, -24, 0), (0, 0, -24)], "0 0 24")
    assert length(write_plan(tmp_path, middle, version=8), "1") == pytest.approx(3 * QUARTER, rel=1e-3)
    oldest = middle.replace("CURVE 1 0 0 0 0 HO 2", "CURVE 1 HO 2")
    assert length(write_plan(tmp_path, oldest, version=2), "1") == pytest.approx(3 * QUARTER, rel=1e-3)


ENDS = "\tE 0 5 270\n\tE 10 5 90\n\tE 5 0 180\n\tE 5 10 0\n"


@pytest.mark.parametrize(
    "paths",
    [
        '\tP "Normal" 1 0 2',
        '\tP "Normal" 1 2',
        '\tP "Normal" 1',
        '\tP "A" 1\n\tP "B" 2',
        '\tP "Normal" 1 0 3 0 4',
        '\tP "N" 1 3 0 2 4',
    ],
)
def test_a_crossing_has_both_its_lines_whatever_its_paths_say(tmp_path, paths):
    """Definitions of real products have one path for both lines, or none for one of them."""
    lines = "\tS 0 0 0 5 10 5\n\tS 0 0 5 0 5 10\n"
    if " 3 " in paths or " 4" in paths:
        lines = "\tS 0 0 0 5 5 5\n\tS 0 0 5 0 5 5\n\tS 0 0 5 5 10 5\n\tS 0 0 5 5 5 10\n"
    crossing = f'TURNOUT 9 0 0 0 0 HO 2 0 0 0 0 "Our own"\n{ENDS}{paths}\n{lines}\tEND'
    drawing = read_drawing(str(write_plan(tmp_path, crossing)))
    assert {frozenset(leg.ports) for leg in drawing.elements["9"].legs} == {frozenset("12"), frozenset("34")}
    assert not drawing.warnings


def test_an_end_that_no_line_leads_to_is_named(tmp_path):
    crossing = f'TURNOUT 9 0 0 0 0 HO 2 0 0 0 0 "Our own"\n{ENDS}\tP "Normal" 1\n\tS 0 0 0 5 10 5\n\tEND'
    found = [str(fault) for fault in read_drawing(str(write_plan(tmp_path, crossing))).warnings]
    assert found == [f"turnout 9: none of its lines leads to its end at {at}; this end is left out" for at in ("5, 0", "5, 10")]


def controls(*places: tuple[float, float]) -> str:
    points = [f'<controlpoint index="{index}" x="{x}" y="{y}"/>'.replace(".", ",") for index, (x, y) in enumerate(places)]
    return f"<controlpoints>{''.join(reversed(points))}</controlpoints>"


@pytest.mark.parametrize(
    ("end", "more", "inside", "by_hand"),
    [
        ((30, 40), "", "", 50),
        ((300, 300), 'arc="yes" circle="yes" ', "", 300 * pi / 2),
        ((100, 0), 'arc="yes" circle="yes" angle="180,0" ', "", 50 * pi),
        ((300, 100), 'arc="yes" circle="no" ', "", 334.1),  # Ramanujan: π / 4 · (1200 − √(1000 · 600))… of the axes 300 and 100
        ((300, 100), 'arc="yes" circle="no" flip="yes" ', "", 334.1),
        ((300, 0), 'arc="yes" circle="no" ', "", 300),
        # a parabola: half a chord of 100 and a height of 50, √2 + ln(1 + √2) times 50 on either side
        ((200, 0), 'bezier="yes" ', controls((100, 200)), 295.8),
        ((200, 0), 'bezier="yes" ', controls((66.667, 133.333), (133.333, 133.333)), 295.8),
        ((200, 0), 'bezier="yes" ', controls((50, 100), (100, 133.333), (150, 100)), 295.8),
        ((200, 0), 'bezier="yes" ', controls((40, 80), (80, 120), (120, 120), (160, 80)), 295.8),
    ],
)
def test_every_line_of_a_panel(tmp_path, end, more, inside, by_hand):
    path = segment(tmp_path, end, more, inside)
    assert length(path, "T1") == pytest.approx(by_hand, rel=1e-3)


@pytest.mark.parametrize("scale", ["HOn3½", "HOn3.5", "hon3 1/2", "HOn30", "HOm", "OO9"])
def test_narrow_gauges_have_the_ratio_of_their_scale(scale):
    assert ratio_of(scale) == (76.2 if scale == "OO9" else 87.1)


def everything(folder: Path) -> Path:
    """A panel with every element and every attribute that has to do with lengths."""
    panel = (
        inglenook().point("C1", 800, 0).point("C2", 900, 0).track("T8", "C1", "C2").point("C3", 800, 90).track("T9", "C1", "C3")
    )
    panel.lines[-1] = panel.lines[-1].replace("/>", 'arc="yes" circle="yes" flip="no" angle="90.0" />')
    inside = controls((820, 10), (880, 20))
    panel.lines[-3] = panel.lines[-3].replace("/>", f'bezier="yes">{inside}</tracksegment>')
    panel.add("layoutturntable", "TT", '<raytrack angle="90" index="0" />', radius=25, xcen=900, ycen=300)
    panel.add("layouttraverser", "TR", '<slot offset="5" index="0" />', deckwidth=50, orientation=0, xcen=900, ycen=500)
    panel.point("R1", 990, 300).track("T10", "R1", "TT.0").point("R2", 800, 505).track("T11", "R2", "TR.0")
    panel.add("levelxing", "X1", xcen=100, ycen=300, xa=80, ya=300, xb=86, yb=314)
    panel.add("positionablelabel", "L1", text="Mill", x=10, y=10)
    return panel.write(folder)


NAMES = "x y [xy]cen [xy][abcd] angle index offset radius deckwidth orientation ver continuing arc circle flip bezier"
VALUE = re.compile(rf'(?<= )({"|".join(NAMES.split())})="([^"]*)"')
GARBAGE = ["x", "nan", "inf", "1e99", "--", "1.2.3", "12 px", "½", "1_0"]


@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.slow)])
def test_no_value_is_replaced_in_silence(tmp_path, count):
    """Each value that is not what it should be is named, or the file is refused."""
    chance = random.Random(f"lengths {count}")
    panel = everything(tmp_path).read_text("utf-8")
    text = plan_text([*HELIX, track("JOINT", 4, [(0, 60, 0), (0, 60 + 10 / 6, 10)], "0 10 10 10 0 0 0 60 0 0 0")])
    numbers = list(re.finditer(r"(?m)^(?:\w+ \d+ 0 0 0 0 HO 2 |\t[TE]4 )(.*)$", text))
    silent = []
    for _ in range(count):
        bad = chance.choice(GARBAGE)
        if chance.random() < 0.6:
            found = chance.choice(list(VALUE.finditer(panel)))
            content, name = panel[: found.start(2)] + bad + panel[found.end(2) :], "panel.xml"
        else:
            row = chance.choice([one for one in numbers if one[1]])
            words = row[1].split()
            at = chance.randrange(
                len(words) - 1 if row[0].startswith("\t") else 5 if "CURVE" in row[0] else 11
            )  # an angle is not read
            words[at] = bad.replace(" ", "")
            content, name = text[: row.start(1)] + " ".join(words) + text[row.end(1) :], "plan.xtc"
        try:
            before, after = (drawing_of(name, one.encode()) for one in (panel if name == "panel.xml" else text, content))
        except InputError:
            continue
        if len(after.warnings) <= len(before.warnings):
            silent.append("\n".join(set(content.split("\n")) - set((panel + text).split("\n"))))
    assert not silent
