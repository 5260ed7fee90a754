"""`shunt check` for every kind of file, and cards from the standard input."""

import pytest

from shunt.files.library import puzzles_folder
from shunt.generator.commands.check import _pack_folder
from tests.cli.conftest import CARD
from tests.cli.running import ROOT, answer, check_refused, shunt

BAD_YARD = 'schema = "shunt-yard/1"\ntiles = [{ at = [2, 1], tile = 62, turn = 7 }]\n'


def test_one_command_checks_cards_layouts_and_yards(card):
    done = shunt("check", card(), "first-swap", "wye-18", "two-storeys", "5u_62r1@2,1")
    assert done.exit_code == 0
    kinds = [line.split(": ")[1].split(",")[0] for line in done.stdout.splitlines()]
    assert kinds == ["card mine", "card first-swap", "layout wye-18", "hump yard two-storeys", "hump yard 5u_62r1@2"]


def test_faults_of_yards_and_cards_are_printed_together(card, tmp_path):
    yard = tmp_path / "yard.toml"
    yard.write_text(BAD_YARD)
    bad = card(('red = "B1"', 'red = "B9"'))
    check_refused(shunt("check", yard, bad, "wye-18"), f"{yard}:2: tiles[0].turn", f"{bad}:8: start.cars.red", "'B9'")


def test_a_pack_is_checked_by_its_folder_or_its_manifest(tmp_path, monkeypatch):
    from shunt.generator.packs import check
    from shunt.generator.packs.reading import read_manifest

    folder = ROOT / "puzzles" / "packs" / "first-forty"
    finding = check.Finding("cards/01.toml", "its content was changed", True, "restore it")
    found = []

    def quick(folder: str, progress: object, prove: bool) -> check.PackCheck:
        return check.PackCheck(read_manifest(folder)[0], (), tuple(found))

    monkeypatch.setattr(check, "check_pack", quick)
    for given in (folder, folder / "manifest.toml"):
        done = shunt("check", given)
        assert (done.exit_code, "the pack is sound" in done.stdout) == (0, True)
    found.append(finding)
    done = shunt("check", folder)
    assert done.exit_code == 1
    assert "is not sound:\n  cards/01.toml: its content was changed (restore it)" in done.stdout
    assert not answer("check", folder, status=1)["holds"]


@pytest.mark.parametrize("command", ["check", "show", "replay", "solve"])
def test_a_card_from_the_standard_input(command):
    text = CARD + '\n[guide]\nmoves = ["A A1>B3"]\n'
    done = shunt(command, "-", text=text)
    assert done.exit_code == 0, done.stderr
    assert done.stdout


def test_faults_of_the_standard_input_are_placed():
    text = CARD.replace('red = "B1"', 'red = "B9"')
    check_refused(shunt("solve -", text=text), "the standard input:8: start.cars.red", "'B9'")
    check_refused(shunt("check -", text=text), "the standard input:8: start.cars.red", "'B9'")
    check_refused(shunt("solve - --save", text=CARD), "--save: the standard input")
    check_refused(shunt("show -", text=""), "the standard input", "empty")
    check_refused(shunt("replay - --file -", text=CARD), "--file: the standard input holds the card")


SHORT = "[options]\nlimit = 5\n\n[goal]"  # the optimum is 6
PROOF = '[proof]\nstatus = "optimal"\noptimum = 6\n\n[goal]'


def test_a_limit_below_the_optimum_is_a_fault(card):
    path = card(("[goal]", SHORT))
    assert shunt("check", path).exit_code == 0  # nothing on the card says what its optimum is
    done = shunt("check --prove", path)
    assert done.exit_code == 1
    assert "options.limit: the limit of 5 is below the optimum of 6 (at least 6, or no limit)" in done.stdout
    done = shunt("solve", path)
    assert (done.exit_code, "the limit of 5 is below the optimum of 6" in done.stderr) == (0, True)
    assert "the card's limit of 5 cannot be met" not in shunt("solve --max-states 10", path).stderr
    claimed = card(("[goal]", SHORT), ("[goal]", PROOF))
    check_refused(shunt("check", claimed), f"{claimed}:12: options.limit", "the limit of 5 is below the optimum of 6")
    check_refused(shunt("check --prove", claimed), "the limit of 5 is below the optimum of 6")


def test_a_shipped_pack_is_found_by_its_name(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert _pack_folder("first-forty") == str(puzzles_folder() / "packs" / "first-forty")
    assert _pack_folder("first-swap") is None
    check_refused(shunt("check first-fourty"), "first-fourty", "did you mean first-forty")
