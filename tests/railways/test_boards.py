"""Classic puzzles drawn as panels are imported as the boards that are shipped."""

import shunt
from tests.cli.running import answer, check_refused
from tests.cli.running import shunt as run
from tests.railways.drawn import Panel, inglenook, read, smooth


def drawn(turnouts: str, tracks: str, bumpers: str) -> Panel:
    """A panel from lists of names: where each is drawn is of no account, what a track holds is given."""
    panel = Panel()
    for index, name in enumerate(turnouts.split()):
        panel.turnout(name, "WYE_TURNOUT", 100 * index, 50)
    for index, name in enumerate(bumpers.split()):
        panel.point(name, 90 * index, 200 + 20 * index)
    for number, line in enumerate(tracks.split(", ")):
        one, other, *block = line.split()
        panel.track(f"L{number}", one, other, *block)
    return panel


def named(**blocks: str) -> dict[str, str]:
    """Spaces of a shipped board → names of an imported one, by block in the order of its track."""
    return {
        old: f"{block}-{number}" if len(spaces.split()) > 1 else block
        for block, spaces in blocks.items()
        for number, old in enumerate(spaces.split(), 1)
    }


def test_an_inglenook_gives_the_published_results(tmp_path):
    """Sidings of 5, 3 and 3 on a headshunt of 3; 57218/346 takes 15 pulls and drops, as on the shipped board."""
    path = tmp_path / "inglenook.toml"
    assert run("import", inglenook().write(tmp_path), "--sidings", "-o", path).exit_code == 0
    card = 'schema = "shunt-card/1"\nname = "five"\nruleset = "sidings"\nlayout = "inglenook.toml"\n'
    card += '[start]\nMain = "5 7 2 1 8"\nMiddle = "3 4 6"\n[goal]\nMain = "1 2 3 4 5"\nMiddle = "6 7 8"\nBack = ""\n'
    (tmp_path / "five.toml").write_text(card, "utf-8")
    assert answer("solve", tmp_path / "five.toml")["moves"] == answer("solve inglenook-533")["moves"] == 15
    read_back = shunt.load(tmp_path / "five.toml").layout
    assert (read_back.headshunt, dict(read_back.sidings)) == (3, {"Main": 5, "Middle": 3, "Back": 3})  # type: ignore[attr-defined]


def test_a_wye_is_three_curves_and_no_fan_of_sidings(tmp_path):
    wye = drawn("N S E", "EN N.A n, ES S.A s, EE E.A e, N.B S.C ns, S.B E.C se, E.B N.C en", "EN ES EE").write(tmp_path)
    layout = read(wye, points="span", capacities={"n": 2, "s": 2, "e": 2, "ns": 1, "se": 1, "en": 1}).layout
    curves = "| n-1 n-2 ns s-2 s-1 |", "| s-1 s-2 se e-2 e-1 |", "| e-1 e-2 en n-2 n-1 |"
    assert smooth(layout.plan) == smooth(shunt.Layout.from_tracks(*curves).plan)
    check_refused(run("import --sidings", wye), "not a fan of stub sidings")


TIMESAVER = (
    "P3 P7 P8 P11 P14",
    "E0 P3.B a, P3.A E6 b, E9 P7.A c, P7.C P3.C, P7.B P8.A, P8.B P14.B d, P8.C P11.C, E17 P11.B g, P11.A P14.C e, P14.A E16 f",
    "E0 E6 E9 E17 E16",
)


def test_the_timesaver_is_the_shipped_board(tmp_path):
    """Points that trains can span are the joins of the shipped board."""
    holds = {"a": 3, "b": 3, "c": 2, "d": 1, "e": 2, "f": 2, "g": 2} | dict.fromkeys(("L3", "L4", "L6"), 0)
    layout = read(drawn(*TIMESAVER).write(tmp_path), points="span", capacities=holds).layout
    names = named(a="0 1 2", b="4 5 6", c="9 10", d="8", e="12 13", f="15 16", g="17 18")
    tracks = [" ".join(names[space] for space in run) for run in shunt.load_layout("timesaver").plan.tracks]
    assert smooth(layout.plan) == smooth(shunt.Layout.from_tracks(*tracks).plan)
