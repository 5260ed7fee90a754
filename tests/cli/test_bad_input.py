"""Bad input through the command line: exit status 2, the file and the place named, a remedy, and nothing on stdout.

What is wrong with files of each kind is asked of their readers, in `tests/files`, `tests/cards` and `tests/track`.
"""

import json

import pytest

from tests.cli.running import check_refused, shunt


def test_a_faulty_card_is_refused_and_left_as_it_is(card):
    path = card(('"switcher"', '"swichter"'), ('red = "B1"', 'red = "B9"'))
    before = path.read_bytes()
    for command in ("check", "solve --save", "solve --json", "show"):
        check_refused(
            shunt(command, path),
            "mine.toml:3: ruleset",
            "did you mean switcher",
            "mine.toml:8: start.cars.red: unknown space 'B9'",
        )
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir()] == ["mine.toml"]


def test_every_fault_has_a_line_of_its_own(card):
    path = card(('red = "B1"', 'red = "B9"'), ('"F2"', '"C2"'), ('green = "B1"', 'blue = "B1"'))
    done = shunt("check", path)
    check_refused(done, "start.cars.red", "start.cars.green", "goal.blue")
    assert all(line.startswith(f"{path}:") for line in done.stderr.splitlines())


def test_faults_of_shape_hide_none_of_the_others(card):
    path = card(
        ('name = "mine"', 'nam = "mine"'),
        ('"A1>A2"', '"A1>", L1 = 5'),
        ('red = "B1", green', 'red = "P9", milk = "M9", green'),
        ('green = "B1"', 'mlik = "B1"\nL1 = "E1>E2"'),
    )
    done = shunt("check", path)
    check_refused(
        done, "nam: unknown", "'name' is missing", "start.locomotives.L1: 5", "'A1>'", "'P9'", "'M9'", "did you mean milk?"
    )
    assert "goal.L1" not in done.stderr  # a locomotive whose place cannot be read is still a piece


def test_what_is_meant_is_told():
    check_refused(shunt("hint wye-18"), "wye-18 is a layout, not a card")
    check_refused(shunt("show first-swap --after T+2"), "written T+1")
    check_refused(shunt("replay first-swap 'A A1>B3, A B3>C2'"), "separate moves by ;")
    check_refused(shunt("inglenook abc"), "one siding, but the yard has 3")
    check_refused(shunt("inglenook 12-45/346"), "- is not a name of a car")


def test_a_yard_is_not_drawn_as_a_card(tmp_path):
    told = "two-storeys is a hump yard, not a card or layout (for yards: shunt yard show two-storeys)"
    check_refused(shunt("show two-storeys"), told)
    path = tmp_path / "mine.toml"
    path.write_text('schema = "shunt-yard/1"\n')
    told = "this is a hump yard, but a card or a layout is needed here"
    check_refused(shunt("show", path), f"{path}:1: schema: {told} (for yards: shunt yard show FILE)")


def test_more_than_a_state_can_hold_says_how_many_it_can(tmp_path):
    names = [f"S{number}" for number in range(60)]
    cars = {f"car{number}": names[number] for number in range(2, 30)}
    card = {
        "schema": "shunt-card/1",
        "name": "crowded",
        "ruleset": "switcher",
        "layout": {"tracks": [" ".join(names)]},
        "start": {"locomotives": {"A": "S0>S1"}, "cars": cars},
        "goal": {"car2": "S40"},
    }
    path = tmp_path / "crowded.json"
    path.write_text(json.dumps(card))
    done = shunt("solve", path)
    check_refused(done, "60 spaces")
    assert any(char.isdigit() for char in done.stderr)


@pytest.mark.parametrize("command", ["replay", "hint"])
def test_moves_that_are_no_moves(tmp_path, command):
    check_refused(
        shunt(command, "first-swap", "A A1>B3", "fly home"),
        "move 2",
        "'fly home' is not a move",
        "write LOCOMOTIVE START>DESTINATION",
    )
    moves = tmp_path / "moves.txt"
    moves.write_text("A A1>B3\n\nfly home\nand stay\n")
    check_refused(shunt(command, "first-swap", "--file", moves), "moves.txt:3: 'fly home'", "moves.txt:4: 'and stay'")
    check_refused(shunt(command, "first-swap", "--file", tmp_path / "none.txt"), "none.txt", "file not found")
    check_refused(shunt(command, "first-swap", "--file", tmp_path), "this is a directory")
    check_refused(shunt(command, "first-swap", "A A1>B3", "--file", moves), "both on the command line and by --file")
    check_refused(shunt(command, "first-swap", "--file", "-", text=b"\xff\xfe\x00"), "the standard input", "this is not text")
    check_refused(shunt(command, "inglenook-533", "A A1>B3"), "'A A1>B3' is not a move", "SIDING-CARS")
