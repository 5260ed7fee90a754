"""Every fault of a card: its place, its line and a remedy."""

from pathlib import Path

import pytest

from shunt.cards.files import load_card, problems
from shunt.errors import CardError, InputError

GOOD = """\
schema = "shunt-card/1"
name = "test"
ruleset = "switcher"

[start]
locomotives = { A = "A1>A2", B = "T>0" }
cars = { red = "B1", green = "C1", blue = "S" }
broken = ["E"]
turntables = { T = 1 }

[goal]
red = "C1"
A = "A2>A1"

[options]
interchangeable = [["red", "green"]]
metric = ["moves", "distance"]
limit = 9
ranks = { yard_master = 6, conductor = 8, brakeman = 9 }

[layout]
tracks = ["A1 A2 N B1 E", "A2 N C1", "S A3", "X1 X2 X3"]
no_stop = ["N"]
exclusive = [["X1", "X3"]]
turntables = [{ name = "T", bridge = "T", positions = [["A1", ""], ["", "S"]] }]

[about]
anything = true
"""


def changed(*pairs: tuple[str, str]) -> str:
    text = GOOD
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def faults_of(tmp_path: Path, text: str) -> list[tuple[str, int | None, str]]:
    path = tmp_path / "card.toml"
    path.write_text(text)
    faults = problems(path)
    assert faults
    assert all(fault.file == str(path) and fault.remedy for fault in faults)
    with pytest.raises(InputError) as caught:
        load_card(path)
    if faults[0].where != "schema":  # what kind of file is wanted, only the caller of `load_card` knows
        assert caught.value.faults == tuple(faults)
    return [(fault.where, fault.line, f"{fault.what} ({fault.remedy})") for fault in faults]


RAILWAY = (('"switcher"', '"railway"'), ('"A1>A2"', '"A1"'), ('"T>0"', '"T"'), ('"A2>A1"', '"A2"'))

FAULTS = [
    # what the file is
    ("schema", 1, "written by a newer version of shunt", changed(('"shunt-card/1"', '"shunt-card/9"'))),
    ("schema", None, "the file has no schema", changed(('schema = "shunt-card/1"\n', ""))),
    ("ruleset", 3, "did you mean switcher?", changed(('"switcher"', '"swicher"'))),
    ("ruleset", None, "'ruleset' is missing", changed(('ruleset = "switcher"\n', ""))),
    # shape
    ("optoins", 15, "did you mean options?", changed(("[options]", "[optoins]"))),
    ("options.limits", 18, "did you mean limit?", changed(("limit = 9", "limits = 9"))),
    ("limit", 4, "it belongs under [options]", changed(('"switcher"\n', '"switcher"\nlimit = 3'), ("limit = 9\n", ""))),
    ("options.limit", 18, "not a whole number (write it without quotes: 9)", changed(("limit = 9", 'limit = "9"'))),
    ("options.limit", 18, "9.5 is a number, not a whole number", changed(("limit = 9", "limit = 9.5"))),
    ("options.limit", 18, "too small: the minimum is 1", changed(("limit = 9", "limit = 0"))),
    ("start.cars.red", 7, 'write it in quotes: "5"', changed(('red = "B1"', "red = 5"))),
    ("start.cars.red", 7, "quote names", changed(('red = "B1"', 'red.x = "B1"'))),
    ("start.cars", 7, "not a table", changed(('{ red = "B1", green = "C1", blue = "S" }', '["B1"]'))),
    ("options.ranks.brakeman", 19, "'brakeman' is missing", changed((", brakeman = 9", ""))),
    ("start", None, "'start' is missing", changed(("[start]", "[about.start]"))),
    ("goal", None, "'goal' is missing", changed(("[goal]", "[about.goal]"))),
    ("name", 2, "is not a name", changed(('"test"', '"my test"'))),
    ('start.cars."a b"', 7, "is not a name", changed(('red = "B1"', '"a b" = "B1"'))),
    ("start.locomotives.ä", 6, "is not a name", changed(("{ A = ", '{ "ä" = '))),
    # the start
    ("start.cars.red", 7, "unknown space 'B2'", changed(('red = "B1"', 'red = "B2"'))),
    ("start.locomotives.A", 6, "unknown space 'A11'", changed(('"A1>A2"', '"A11>A2"'))),
    ("start.broken[0]", 8, "unknown space 'F'", changed(('broken = ["E"]', 'broken = ["F"]'))),
    ("start.broken[1]", 8, "listed twice", changed(('broken = ["E"]', 'broken = ["E", "E"]'))),
    ("start.cars.green", 7, "red and green both stand on B1", changed(('green = "C1"', 'green = "B1"'))),
    ("start.cars.red", 7, "A and red both stand on A1", changed(('red = "B1"', 'red = "A1"'))),
    ("start.cars.red", 7, "E is a broken track", changed(('red = "B1"', 'red = "E"'))),
    ("start.cars.red", 7, "nothing may stand on N", changed(('red = "B1"', 'red = "N"'))),
    ("start.cars.green", 7, "red on X1 and green on X3", changed(('red = "B1", green = "C1"', 'red = "X1", green = "X3"'))),
    ("start.cars.red", 7, "a car has no heading", changed(('red = "B1"', 'red = "B1>N"'))),
    ("start.locomotives.A", 6, "'B1' is not a neighbour of A1", changed(('"A1>A2"', '"A1>B1"'))),
    ("start.locomotives.A", 6, "write A1>", changed(('"A1>A2"', '"A1>"'))),
    ("start.locomotives.B", 6, "is not a neighbour of T", changed(('"T>0"', '"T>2"'))),
    ("start.locomotives.A", 6, 'write A = "A1', changed(('"A1>A2"', '"A1"'))),
    ("start.locomotives", 6, "no locomotive", changed(('{ A = "A1>A2", B = "T>0" }', "{}"))),
    ("start.cars.A", 7, "both called A", changed(('red = "B1"', 'A = "B1"'))),
    ("start.turntables.T", 9, "a number from 0 to 1", changed(("T = 1 }", "T = 2 }"))),
    ("start.turntables.T", 9, "a number from 0 to 1", changed(("T = 1 }", "T = -1 }"))),
    ("start.turntables.U", 9, "unknown turntable 'U'", changed(("T = 1 }", "U = 1 }"))),
    # railway
    ("start.locomotives.A", 6, 'no heading (write A = "A1")', changed(*RAILWAY[:1], *RAILWAY[2:])),
    ("goal.A", 13, 'no heading (write A = "A2")', changed(*RAILWAY[:3])),
    # the goal
    ("goal", 11, "the goal is empty", changed(('red = "C1"\nA = "A2>A1"\n', ""))),
    ("goal.rde", 12, "did you mean red", changed(('red = "C1"\nA', 'rde = "C1"\nA'))),
    ("goal.red", 12, "unknown space 'C9'", changed(('red = "C1"\nA', 'red = "C9"\nA'))),
    ("goal.red", 12, "E is a broken track", changed(('red = "C1"\nA', 'red = "E"\nA'))),
    ("goal.red", 12, "nothing may stand on N", changed(('red = "C1"\nA', 'red = "N"\nA'))),
    ("goal.red", 12, "a car has no heading", changed(('red = "C1"\nA', 'red = "C1>N"\nA'))),
    ("goal.A", 13, "is not a neighbour of A2", changed(('"A2>A1"', '"A2>B1"'))),
    ("goal.green", 13, "red and green both are sent on C1", changed(('red = "C1"\nA', 'red = "C1"\ngreen = "C1"\nA'))),
    ("goal.green", 13, "red on X1 and green on X3", changed(('red = "C1"\nA', 'red = "X1"\ngreen = "X3"\nA'))),
    # options
    ("options.interchangeable[0]", 16, "mixes locomotives and cars", changed(('["red", "green"]]', '["red", "A"]]'))),
    (
        "options.interchangeable[1][0]",
        16,
        "green is in two groups",
        changed(('["red", "green"]]', '["red", "green"], ["green", "blue"]]')),
    ),
    ("options.interchangeable[0][1]", 16, "twice in one", changed(('["red", "green"]]', '["red", "red"]]'))),
    ("options.interchangeable[0][1]", 16, "unknown piece 'gren'", changed(('["red", "green"]]', '["red", "gren"]]'))),
    ("options.interchangeable[0]", 16, "fewer than two", changed(('["red", "green"]]', '["red"]]'))),
    ("options.metric[1]", 17, "'pulls' is not counted under switcher", changed(('"distance"', '"pulls"'))),
    ("options.metric", 17, "'legs' is not counted under switcher", changed(('["moves", "distance"]', '"legs"'))),
    ("options.metric", 17, "no metric", changed(('["moves", "distance"]', "[]"))),
    ("options.metric[1]", 17, "listed twice", changed(('"distance"', '"moves"'))),
    ("options.metric[1]", 17, "not text", changed(('"distance"', "3"))),
    ("options.metric", 17, "not a list", changed(('["moves", "distance"]', "3"))),
    ("options.ranks.conductor", 19, "conductor = 6 is not more than", changed(("conductor = 8", "conductor = 6"))),
    ("options.limit", 18, "below a rank's 9", changed(("limit = 9", "limit = 8"))),
    # the layout
    ("layout.tracks[4]", 22, "of A2 the neighbour Q is", changed(('"X1 X2 X3"', '"X1 X2 X3", "Q A2"'))),
    ("layout.turntables[0].positions[1]", 25, "unknown space 'R'", changed(('["", "S"]', '["", "R"]'))),
    ("layout.closed.E", 24, "not valid here (known: cars locomotives)", changed(('["N"]', '["N"]\nclosed = { E = "wagons" }'))),
    ("layout.closed.Z", 24, "unknown space", changed(('["N"]', '["N"]\nclosed = { Z = "cars" }'))),
    ("start.cars.red", 7, "B1 is closed to red", changed(('["N"]', '["N"]\nclosed = { B1 = "cars" }'))),
    ("goal.red", 12, "C1 is closed to red", changed(('["N"]', '["N"]\nclosed = { C1 = "cars" }'))),
    (
        "goal.X2",
        12,
        "X2 is closed to blue",
        changed(('["N"]', '["N"]\nclosed = { X2 = "cars" }'), ('red = "C1"', 'X2 = "1 of blue"')),
    ),
    ("start.closed.A2[1]", 9, "unknown piece 'Q'", changed(('["E"]', '["E"]\nclosed = { A2 = ["A", "Q"] }'))),
    ("start.closed.Z", 9, "unknown space", changed(('["E"]', '["E"]\nclosed = { Z = ["A"] }'))),
    ("start.closed.A2[1]", 9, "listed twice", changed(('["E"]', '["E"]\nclosed = { A2 = ["B", "B"] }'))),
    ("options.interchangeable[0]", 17, "closed to red, so the rest", changed(('["E"]', '["E"]\nclosed = { X2 = ["red"] }'))),
    (
        "layout",
        21,
        "no tracks for the ruleset switcher",
        GOOD[: GOOD.index("[layout]")] + "[layout]\nheadshunt = 3\nsidings = { a = 3 }\n",
    ),
]


@pytest.mark.parametrize(
    ("where", "line", "words", "text"), FAULTS, ids=[f"{where}-{words[:25]}" for where, _, words, _ in FAULTS]
)
def test_faults_have_place_line_and_remedy(tmp_path, where, line, words, text):
    faults = faults_of(tmp_path, text)
    assert any((at.replace('"', ""), on) == (where.replace('"', ""), line) and words in said for at, on, said in faults), faults


def test_a_layout_given_where_a_card_is_wanted(tmp_path):
    path = tmp_path / "layout.toml"
    path.write_text('schema = "shunt-layout/1"\nname = "x"\ntracks = ["A B"]\n')
    with pytest.raises(CardError, match=r"this is a layout \(shunt-layout/1\), not a route card"):
        load_card(path)
    assert problems(path) == []


def test_the_good_card_is_good(tmp_path):
    for number, text in enumerate((GOOD, changed(*RAILWAY))):
        path = tmp_path / f"card{number}.toml"
        path.write_text(text)
        assert problems(path) == []
        load_card(path)


def test_all_faults_come_at_once_in_the_order_of_lines(tmp_path):
    text = changed(
        ('red = "B1"', 'red = "B2"'),
        ('"A1>A2"', '"A1>B1"'),
        ("no_stop", "nostop"),
        ("limit = 9", "limits = 9"),
        ('"A2>A1"', '"Q"'),
        ("T = 1 }", "T = 7 }"),
    )
    faults = faults_of(tmp_path, text)
    assert [where for where, _, _ in faults] == [
        "start.locomotives.A",
        "start.cars.red",
        "start.turntables.T",
        "goal.A",
        "options.limits",
        "layout.nostop",
    ]


def test_more_pieces_than_spaces(tmp_path):
    text = """\
schema = "shunt-card/1"
name = "x"
ruleset = "railway"
layout = { tracks = ["A B"] }
[goal]
a = "A"
[start]
locomotives = { a = "A", b = "B" }
broken = ["B"]
"""
    assert any("2 pieces, but only 1 space that" in said for _, _, said in faults_of(tmp_path, text))


def test_the_layout_may_be_missing_or_bad(tmp_path):
    start = changed()[: GOOD.index("[layout]")]
    (tmp_path / "bad.toml").write_text('schema = "shunt-layout/1"\nname = "x"\n\ntracks = ["A A"]\n')
    for entry, words in [
        ('"wye-81"', "did you mean wye-18"),
        ('"none.toml"', "file not found"),
        ('"../x"', "file not found"),
        ('""', "directory"),
        ("3", "3 is a whole number, not a table"),
        ('"card.toml"', "this is a route card"),
    ]:
        path = tmp_path / "card.toml"
        path.write_text(start.replace("[start]", f"layout = {entry}\n\n[start]"))
        assert any(words in str(fault) for fault in problems(path)), (entry, problems(path))
    path.write_text(start.replace("[start]", 'layout = "bad.toml"\n\n[start]'))
    (fault,) = problems(path)
    assert (fault.file, fault.line, fault.where) == (str(tmp_path / "bad.toml"), 4, "tracks[0]")


def test_the_shape_of_sidings_cards_is_checked(tmp_path):
    text = """\
schema = "shunt-card/1"
name = "inglenook"
ruleset = "sidings"
layout = { headshunt = 3, sidings = { "1" = 5, "2" = 3, "3" = 3 } }
[start]
"1" = "5 7 2 1 8"
"2" = 346
[goal]
"1" = "1 2 3 4 5"
[options]
metric = "moves"
"""
    assert [fault[:2] for fault in faults_of(tmp_path, text)] == [("start.2", 7)]
    hidden = text.replace("346", '"3 4 6"').replace('"moves"', '"pulls"\nlimit = "9"').replace("1 2 3 4 5", "1 2 3 4 9")
    assert [fault[:2] for fault in faults_of(tmp_path, hidden)] == [("goal", 8), ("options.limit", 12)]
    assert [fault[:2] for fault in faults_of(tmp_path, text.replace("346", '"3 4 6"'))] == [("options.metric", 11)]
