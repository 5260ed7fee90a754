"""The report on a layout, as text and as JSON."""

import json

import pytest

from shunt.cards.layout_report import LayoutReport
from shunt.files.document import read_document
from shunt.track.layout_file import load_layout

TURNTABLE = """\
spaces      19, all connected
switches    5: A3 to B1/C1, B2 to B1/W1, C1 to C2/D1, C2 to C1/W2, E1 to B3/C3
dead ends   none
loop        A1 A2 A3 C1 D1 D2 F1 F2 T
wyes        A3 (B1) B2 (W1 W2) C2 (C1)
turning     a locomotive can turn by turntable T: A1 T A1
run-round   a locomotive can run round a car on A1…3 B1 B2…3 C1 C2…3 D1…F2 W2…1 E1…3 T
named once  B1 E3 F1 F2 (a misspelt name would be among them)
turntable   T (turns after every move) joins 0: E3–A1, 1: F2–wall, 2: wall–E3, 3: A1–F2
"""
LADDER = """\
spaces      54, all connected
switches    26: A01 to A02/B00, A02 to A03/B01, A03 to A04/B02, A04 to A05/B03, A05 to A06/B04, A06
            to A07/B05, A07 to A08/B06, A08 to A09/B07, A09 to A10/B08, A10 to A11/B09, A11 to
            A12/B10, A12 to A13/B11, A13 to A14/B12, A14 to A15/B13, A15 to A16/B14, A16 to A17/B15,
            A17 to A18/B16, A18 to A19/B17, A19 to A20/B18, A20 to A21/B19, A21 to A22/B20, A22 to
            A23/B21, A23 to A24/B22, A24 to A25/B23 …
dead ends   A00 A27 B00 B01 B02 B03 B04 B05 B06 B07 B08 B09 B10 B11 B12 B13 B14 B15 B16 B17 B18 B19
            B20 B21 … (28 in all)
loop        none: no run comes back to its start without reversing
wyes        none
turning     a locomotive cannot turn
run-round   a locomotive cannot run round a car
named once  A27 B00 B01 B02 B03 B04 B05 B06 B07 B08 B09 B10 B11 B12 B13 B14 B15 B16 B17 B18 B19 B20
            B21 B22 … (27 in all) (a misspelt name would be among them)
"""


def report(name: str) -> LayoutReport:
    layout = load_layout(name)
    return LayoutReport.from_document(layout, read_document(layout.path))


@pytest.fixture
def ladder(tmp_path):
    """A board with more points, sidings and names than a line lists."""
    tracks = [" ".join(f"A{number:02}" for number in range(28))]
    tracks += [f"A{number:02} A{number + 1:02} B{number:02}" for number in range(26)]
    path = tmp_path / "ladder.toml"
    path.write_text(f'schema = "shunt-layout/1"\nname = "ladder"\ntracks = {tracks}\n'.replace("'", '"'))
    return str(path)


def test_a_report_in_lines(ladder):
    assert "\n".join(report("turntable-19").lines(100)) + "\n" == TURNTABLE
    assert "\n".join(report(ladder).lines(100)) + "\n" == LADDER
    assert max(map(len, report(ladder).lines(1))) <= 40


def test_a_report_in_json():
    told = json.loads(json.dumps(report("turntable-19").as_json()))
    spaces, once = told.pop("spaces"), told.pop("named_once")
    assert (len(spaces), once, told.pop("parts")) == (19, ["B1", "E3", "F1", "F2"], [spaces])
    legs = [(one["space"], one["end"], one["legs"]) for one in told.pop("switches")]
    assert legs[0] == ("A3", 1, ["B1", "C1"])
    assert len(legs) == 5
    assert told == {
        "name": "turntable-19",
        "cars_held": {"A1…3": 3, "B1": 1, "B2…3": 2, "C1": 1, "C2…3": 2, "D1…F2": 4, "W2…1": 2, "E1…3": 3},
        "dead_ends": [],
        "loop": ["A1", "A2", "A3", "C1", "D1", "D2", "F1", "F2", "T"],
        "wyes": [{"tails": ["A3", "B2", "C2"], "sides": [["B1"], ["W1", "W2"], ["C1"]]}],
        "turning": {"facility": "turntable", "spaces": ["A1", "T", "A1"], "reversals": 0, "turntables": ["T"]},
        "run_round": "A1",
        "run_rounds": ["A1…3", "B1", "B2…3", "C1", "C2…3", "D1…F2", "W2…1", "E1…3", "T"],
        "turntables": [
            {
                "name": "T",
                "bridge": ["T"],
                "positions": [["E3", "A1"], ["F2", ""], ["", "E3"], ["A1", "F2"]],
                "rotation": "each-move",
            }
        ],
    }
