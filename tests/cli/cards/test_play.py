"""`shunt play`, `shunt moves`, `shunt pack draw` and `shunt pack log`."""

import pytest

from shunt.cards.files import load_card
from shunt.files.library import puzzles_folder
from shunt.generator.packs.pack import Pack
from shunt.generator.packs.reading import load_pack
from tests.cli.running import answer, check_refused, shunt
from tests.shipped import shipped_pack

STARTER = puzzles_folder() / "packs/starter"


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("SHUNT_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A pack of two cards, which is read sooner than one of forty."""
    made = Pack("small")
    assert made.add(["about-turn", "first-swap"]) == []
    return made.save(tmp_path_factory.mktemp("packs") / "small")


def test_a_card_is_played_to_its_rank():
    moves = "\n".join(load_card("first-swap").guide)
    done = shunt("play first-swap", text=f"?\nshow\nzzz\nA A1>Q9\n{moves}\n")
    assert done.exit_code == 0, done.output
    assert "solved in 6 moves: Yard Master" in done.output
    assert "is not a move" in done.output
    assert "unknown space Q9" in done.output


def test_moves_are_taken_back_and_made_again():
    done = shunt("play first-swap", text="undo\nredo\nA A1>B3\nundo\nredo\nrestart\n1\n99\nmoves\nquit\n")
    assert done.exit_code == 1
    assert "no move has been made yet" in done.output
    assert "no move was taken back" in done.output
    assert "the moves are numbered from 1 to" in done.output
    assert done.stdout.splitlines()[-1] == "left after 1 move, not solved"


def test_sidings_are_played_to_the_end():
    done = shunt("play ras-toy", text="2\nundo\nrank\n" + "\n".join(load_card("ras-toy").guide) + "\n")
    assert done.exit_code == 0, done.output
    assert "solved in 6 moves" in done.stdout


def test_the_end_of_input_leaves():
    assert shunt("play first-swap", text="").exit_code == 1


def test_legal_moves_are_listed():
    listed = shunt("moves first-swap").stdout.splitlines()
    assert len(listed) == 15
    assert answer("moves first-swap 'A A1>B3'")["after"] == ["A A1>B3"]
    assert shunt("moves first-swap 'A A1>D1; A A1>A2'").exit_code == 1


def test_a_pack_is_played_through_and_logged(data):
    drawn = answer("pack draw starter --tier blue")
    assert (drawn["number"], drawn["remaining"]) == (1, 13)
    guide = "\n".join(shipped_pack("starter")[0].guide) + "\n"
    done = shunt("play starter --tier blue", text=guide)
    assert done.exit_code == 0, done.output
    assert "recorded in" in done.stderr
    assert answer("pack draw starter --tier blue")["number"] == 2
    (solved,) = answer("pack log", STARTER)["solved"]
    assert (solved["card"], solved["rank"]) == ("off-you-go", "Yard Master")
    assert [path.name for path in (data / "results").glob("*.jsonl")] == ["starter.jsonl"]


def test_a_result_from_a_table_is_recorded_if_it_can_be_true(small):
    optimum = int(load_pack(small)[1].cards[1].proof["optimum"])
    assert shunt("pack log", small, "--card", "2", "--moves", str(optimum)).exit_code == 0
    assert "1 of 2 cards solved (1 Yard Master)" in shunt("pack log", small).output
    check_refused(shunt("pack log", small, "--card", "2", "--moves", str(optimum - 1)), "that is proven")
    check_refused(shunt("pack log --card 2 --moves 99", small), "the limit of card 2")
    check_refused(shunt("pack log --card 3 --moves 9", small), "has no card 3")
    check_refused(shunt("pack log --card 2", small), "only one of the two")


def test_what_is_not_a_pack_or_a_card():
    check_refused(shunt("pack draw first-swap"), "manifest.toml")
    check_refused(shunt("play first-swap --tier green"), "not a pack")
    check_refused(shunt("play two-storeys"), "shunt page two-storeys")
    check_refused(shunt("play first-swap --bots greedy"))


def test_a_table_game_is_played_by_the_same_command():
    check_refused(shunt("play tiles --bots nobody"), "nobody")
