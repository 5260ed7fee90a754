"""The way back: scripts for JMRI, run on a railway that knows nothing of the layout, and lists of turnouts."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

import shunt
from shunt.cards.card import RouteCard
from shunt.cards.writing import card_text
from shunt.errors import CardError
from shunt.railways.switching import crew_moves, turnout_list
from tests.cli.running import answer, check_refused
from tests.cli.running import shunt as run
from tests.railways.drawn import inglenook, read
from tests.railways.jmri_stand_in import Beyond, Railway, Throttle, Turnout, run_script

LEAD = [f"Lead-{number}" for number in range(1, 5)]
SIDINGS = {"Main": 5, "Middle": 3, "Back": 3}


def tracks() -> dict[str, tuple[Beyond, Beyond]]:
    """The Inglenook as it is on the table: from the lead, IT1 closed leads to Main; thrown, IT2 leads to Middle or Back."""
    found = {"|IT2": (("IT2", "Middle-1", "Back-1"), None)}
    rows = [LEAD, *([f"{name}-{number}" for number in range(1, size + 1)] for name, size in SIDINGS.items())]
    for row in rows:
        for index, space in enumerate(row):
            left = row[index - 1] if index else None
            found[space] = left, row[index + 1] if index + 1 < len(row) else None
    found["Lead-4"] = "Lead-3", ("IT1", "Main-1", "IT2")
    found["Main-1"] = ("IT1", "Lead-4", ""), "Main-2"
    found["|to-lead"] = ("IT1", "", "Lead-4"), None
    found["Middle-1"] = ("IT2", "to-lead", ""), "Middle-2"
    found["Back-1"] = ("IT2", "", "to-lead"), "Back-2"
    return found


@pytest.fixture(name="card", scope="module")
def card_of_panel(tmp_path_factory):
    """Three cars change sidings on the Inglenook's panel."""
    layout = read(inglenook().write(tmp_path_factory.mktemp("panel"))).layout
    cars = {"BM-1": "Main-1", "BM-2": "Main-2", "red": "Back-1"}
    goal = {"BM-1": "Back-3", "BM-2": "Middle-3", "red": "Main-5"}
    built = shunt.Card.build(layout, locomotives={"L": "Lead-4"}, cars=cars, goal=goal, ruleset="railway", name="set-out")
    return replace(built, guide=shunt.solve(built).guide)


def exported(card: RouteCard, folder: Path, options: str = "") -> str:
    """The script that the command writes."""
    path = folder / "set-out.toml"
    path.write_text(card_text(card, inline_layout=True), "utf-8")
    done = run(f"export {path} --jmri {options}")
    assert done.exit_code == 0, done.output
    return done.stdout


def railway_of(card: RouteCard, **stuck: bool) -> Railway:
    """The railway with the card's pieces, and turnouts of which some may be stuck."""
    return Railway(tracks(), card.rules.names(card.start), {name: Turnout(stuck.get(name, False)) for name in ("IT1", "IT2")})


@pytest.mark.parametrize("options", ["", "--throttle L=1234"])
def test_the_script_moves_the_trains_as_the_guide_says(card, tmp_path, options):
    railway = railway_of(card)
    moves = crew_moves(card)
    faces = 1 if "towards IT1" in exported(card, tmp_path) else 0

    def driver(text: str, throttles: dict[int, Throttle]) -> bool:
        if match := re.match(r"Move (\d+) of", text):
            number = int(match[1]) - 1
            made = shunt.Game(card, card.guide).moves[number]
            forward = throttles[1234].forward if throttles else moves[number].forward
            assert not throttles or throttles[1234].speeds[-1] > 0
            railway.roll("L", made.run.path[-1], faces if forward else 1 - faces, list(made.run.couples))
            assert railway.places == dict(made.after)
        return True

    said = run_script(exported(card, tmp_path, options), railway, driver)
    assert said == [f"set-out: all {len(moves)} moves are made."]
    assert railway.places == dict(shunt.Game(card, card.guide).moves[-1].after)


def test_a_script_stops_when_it_must(card, tmp_path):
    """A turnout that does not confirm is reported to the crew, who may cancel; a missing one stops the script at once."""
    prompts = []
    railway = railway_of(card, IT1=True)
    said = run_script(exported(card, tmp_path), railway, lambda text, _: prompts.append(text) or "confirm" not in text)
    assert "Turnout IT1 does not confirm" in prompts[-1]
    assert said == ["set-out: stopped. The operator cancelled."]
    del railway.turnouts["IT2"]
    assert "no turnout called IT2" in run_script(exported(card, tmp_path), railway, lambda *_: True)[0]


def test_a_dry_run_sets_and_asks_nothing(card, tmp_path, capsys):
    railway = railway_of(card)
    script = exported(card, tmp_path, "--dry-run --throttle L=3")
    capsys.readouterr()
    assert run_script(script, railway, lambda *_: pytest.fail("a prompt")) == []
    assert {turnout.state for turnout in railway.turnouts.values()} == {1}
    assert "set-out: IT1 closed" in capsys.readouterr().out


def test_the_list_of_turnouts_has_what_changes(card):
    lines = turnout_list(card).splitlines()
    moves = [line for line in lines if re.match(r" ?\d+\. ", line)]
    assert len(moves) == len(card.guide)
    for name in ("IT1", "IT2"):
        states = [line.split()[1] for line in lines if line.startswith(f"    {name} ")]
        assert all(one != other for one, other in pairwise(states))


def test_a_balloon_loop_throws_its_turnout_on_the_way():
    """A train that comes back by the other leg of one turnout stops inside the loop."""
    layout = shunt.Layout.from_tracks("| A B P C D E F P B A |", no_stop=["P"])
    routes = {"routes": ["B P C: T1 closed", "B P F: T1 thrown"]}
    built = shunt.Card.build(replace(layout, about=routes), locomotives={"L": "A"}, goal={"L": "A"}, ruleset="railway")
    (move,) = crew_moves(replace(built, guide=("L A>A path B,P,C,D,E,F,P,B,A",)))
    assert [(stage.turnouts, stage.to) for stage in move.stages] == [((("T1", "closed"),), "F"), ((("T1", "thrown"),), "A")]


def roster_of(folder: Path, cars: str) -> Path:
    """A roster of JMRI's operations."""
    path = folder / "OperationsCarRoster.xml"
    path.write_text(f"<operations-config>{cars}</operations-config>", "utf-8")
    return path


def test_cars_have_the_names_of_the_roster(card, tmp_path):
    car = '<car id="BM1" roadName="BM" roadNumber="1" type="Boxcar" color="Red" />'
    roster = roster_of(tmp_path, f"<cars>{car}</cars>")
    assert "BM 1 (Boxcar, red)" in exported(card, tmp_path, f"--roster {roster}")
    said = answer(f"export {tmp_path}/set-out.toml --format turnouts --roster", roster)
    assert "BM 1 (Boxcar, red)" in said["turnouts"]
    check_refused(run(f"export {tmp_path}/set-out.toml --jmri --roster", roster_of(tmp_path, "")), "has no cars")


def test_long_cars_are_refused_or_cut_as_chosen_each_by_its_name(card, tmp_path):
    """Lengths of 22 to 85 feet, of which the last is of no car on the card; one that is not a number is named too."""
    feet = {"1": "22", "2": "70", "9": "85"}
    cars = "".join(f'<car roadName="BM" roadNumber="{number}" length="{length}" />' for number, length in feet.items())
    roster = roster_of(tmp_path, f'<cars>{cars}<car roadName="red" length="50,5" /></cars>')
    assert "BM 2" in exported(card, tmp_path, f"--roster {roster} --car-feet 70")
    line = f"export {tmp_path}/set-out.toml --format turnouts"
    with_roster = f"{line} --roster {roster}"
    refused = run(with_roster)
    check_refused(refused, "car BM-2 is 70 feet long, but a space holds a car of 40 feet")
    check_refused(refused, "car red is 50.5 feet long")
    check_refused(run(f"{with_roster} --car-feet 1"), "--car-feet: 1 is not the length of a car")
    check_refused(run(f"{line} --car-feet 60"), "--car-feet: only the cars of a roster have a length")
    done = run(f"{with_roster} --cut-cars")
    assert (done.exit_code, "BM 2" in done.stdout) == (0, True)
    assert "car BM-2 is 70 feet long, but a space holds a car of 40 feet: it counts as one of 40 feet" in done.stderr
    roster.write_text(roster.read_text("utf-8").replace('"70"', '"seventy"'), "utf-8")
    check_refused(run(with_roster), "the length 'seventy' of car BM-2 is not a number")


def test_every_car_that_a_train_leaves_is_named_with_its_track(card):
    """What a move pulls or pushes, and the next move of the locomotive does not, stays on its track."""
    left = [text.split(", leaves ")[1] for text in (move.text for move in crew_moves(card)) if ", leaves " in text]
    assert sorted(left) == ["BM-1 at Back", "BM-2 at Middle", "red at Main"]


def test_files_are_written_together(card, tmp_path):
    assert exported(card, tmp_path, f"-o {tmp_path}/out") == ""
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["set-out-turnouts.txt", "set-out.py"]


def test_bad_input_is_refused_in_words(card, tmp_path):
    with pytest.raises(CardError, match="no Yard Guide"):
        crew_moves(replace(card, guide=()))
    for routes in ([], ["A B"], ["A B: IT1 open"], "IT1"):
        with pytest.raises(CardError, match="routes"):
            crew_moves(replace(card, layout=replace(card.layout, about={"routes": routes})))
    exported(card, tmp_path)
    for options, words in (
        ("--jmri --throttle X=3", "no locomotive 'X'"),
        ("--jmri --throttle L=0", "not a DCC address"),
        ("--dry-run", "the format pddl has no such option"),
        ("--jmri --format pddl", "--format pddl is another format"),
    ):
        check_refused(run(f"export {tmp_path}/set-out.toml {options}"), words)
    check_refused(run("export inglenook-533 --jmri"))
