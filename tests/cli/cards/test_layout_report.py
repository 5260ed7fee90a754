"""What `shunt check` says of a layout: how it was understood, and its warnings."""

import pytest

from tests.cli.conftest import CARD
from tests.cli.running import ROOT, check_refused, shunt

GUIDE = ROOT / "docs" / "how-to" / "transcribe.md"
SLIPS = """\
schema = "shunt-layout/1"
name = "slips"
tracks = ["Bl C D", "B1 E F", "G"]

[[turntables]]
name = "T"
bridge = "T"
positions = [["D", "G"], ["", ""]]
"""


@pytest.fixture
def slips(tmp_path):
    path = tmp_path / "slips.toml"
    path.write_text(SLIPS)
    return path


def test_the_guide_prints_what_check_says(tmp_path):
    blocks = GUIDE.read_text().split("```")
    board = next(block.removeprefix("toml\n") for block in blocks if "# file: my-board.toml" in block)
    told = next(block.removeprefix("text\n") for block in blocks if block.startswith("text\nspaces "))
    path = tmp_path / "my-board.toml"
    path.write_text(board)
    done = shunt("check", path)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{path}: layout my-board, sound\n")
    assert done.stdout.endswith("\n\n" + told)
    assert "(T)" in done.stdout  # the board is drawn


def test_a_card_shows_its_board_with_its_pieces(card):
    done = shunt("check", card())
    assert (done.exit_code, "[red]" in done.stdout) == (0, True)
    assert "switches    5: A3 to B1/C1," in done.stdout
    assert "can turn by a balloon loop: E1 B3 B2 W1 W2 C2 C3 E1" in done.stdout


def test_every_shipped_board_is_reported_on_one_screen_without_a_warning():
    for path in (ROOT / "puzzles" / "layouts").glob("*.toml"):
        done = shunt("check --strict", path)
        assert done.exit_code == 0, done.stderr
        assert len(done.stdout.splitlines()) <= 60
        assert max(map(len, done.stdout.splitlines()[1:])) <= 140


def test_warnings_are_printed_and_are_faults_when_strict(slips, card):
    done = shunt("check", slips)
    assert done.exit_code == 0
    warnings = [line for line in done.stdout.splitlines() if "warning: " in line]
    places = ["line 3, tracks[1]", "line 3, tracks[1]", "line 8, turntables[0].positions[1]"]
    assert [line.split("warning: ")[1].split(":")[0] for line in warnings] == places
    assert "the spaces Bl and B1 have names that are easily confused" in warnings[0]
    assert "named once  Bl C D B1 E F G" in done.stdout
    assert "spaces      8, 2 parts that are not connected: Bl C D G T | B1 E F" in done.stdout
    check_refused(shunt("check --strict", slips), f"{slips}:3: tracks[1]", "easily confused", "B1 E F", "positions[1]")
    check_refused(shunt("check wye-18 --strict --json", slips), "easily confused")


def test_an_inline_layout_is_placed_in_the_card(tmp_path):
    inline = CARD.replace('layout = "wye-18"\n', "").replace('"F2"', '"X"')
    path = tmp_path / "inline.toml"
    path.write_text(inline + '[layout]\ntracks = ["A1 A2 B1 C2 X", "Y Z"]\n')
    done = shunt("check", path)
    assert done.exit_code == 0, done.stderr
    assert ", layout.tracks[1]: not connected with the rest: Y Z" in done.stdout


def test_a_locked_turntable_counts_where_the_card_has_it(slips, tmp_path):
    slips.write_text(SLIPS.replace('bridge = "T"', 'bridge = "T"\nrotation = "locked"').replace('["", ""]', '["F", "G"]'))
    alone = shunt("check", slips).stdout
    assert "2 parts that are not connected: Bl C D G T | B1 E F" in alone
    assert "locked      this report assumes that T is at position 0; a card may lock it at another one" in alone
    assert "not connected with the rest" not in alone  # a card may lock it at the other position
    path = tmp_path / "card.toml"
    path.write_text(CARD.replace('"wye-18"', '"slips.toml"').split("[start]")[0] + START + "[start.turntables]\nT = 1\n")
    placed = shunt("check", path).stdout
    assert "2 parts that are not connected: B1 E F G T | Bl C D" in placed
    assert "locked      this report assumes that T is at position 1, as on the card" in placed
    assert "not connected with the rest: Bl C D" in placed


START = '[start]\nlocomotives = { A = "Bl>C" }\ncars = { red = "C" }\n\n[goal]\nred = "D"\n\n'
