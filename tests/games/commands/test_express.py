"""`shunt express`: machine-readable answers, pictures, refusals, and the score sheet."""

import json
import random

import pytest

from shunt.games.express.cards import deck_for
from tests.cli.running import answer, check_refused, shunt

DECKS = {players: " ".join(sorted(deck_for(players).elements())) for players in (2, 5)}
BEST = "B4|G4 G4|Y4 R4|B4 Y4|R4 R3|G3 G2|G3 G3|B3"
DOWN = " ".join(["--"] * 7)
WILD = "-- -- -- -- -- -- B2|B2"


# -------------------------------------------------------------------------------------------------------------------- best


def test_best_trains():
    found = answer(f"express best --cards '{DECKS[2]}' --length 7")
    assert found["total"] == 53 == found["value"] + found["run"] == answer("express best")["total"]
    assert set(found) == {"total", "value", "run", "train"}
    nothing = answer("express best --cards 'B4|G4 R2|R2' --length 2 --face-down 0", status=1)
    assert nothing["train"] is None
    several = answer("express best --players 5 --limit 4")
    assert [train["total"] for train in several["trains"]] == [34] * 4
    assert shunt("express best --players 2 --max-states 5").exit_code == 3
    told = shunt("express best --players 2").stdout
    assert "53 points: 49 of the railcars, 4 for the longest run (4)" in told
    assert "LOCO" in told
    assert BEST in told


# ------------------------------------------------------------------------------------------------------------------- solve


def test_a_deck_is_solved_at_once_and_after_some_turns():
    cards = DECKS[2].split()
    random.Random(5).shuffle(cards)
    deck = " ".join(cards)
    found = answer("express solve --deck", deck)
    assert found["status"] == "optimal"
    assert found["value"] == found["totals"][0] - found["totals"][1]
    assert [turn["player"] for turn in found["line"]] == [1, 2] * 7
    actions = [f"{turn['card']} {turn['face']}" for turn in found["line"]]
    won = answer(f"express solve --deck '{deck}' --objective win")
    assert won["value"] == (1 if found["value"] >= 1 else -1)
    assert "Won by player" in shunt("express solve --deck", deck).stdout
    rest = answer("express solve --deck", deck, "--after", "; ".join(actions[:3]))
    assert (rest["value"], rest["totals"]) == (found["value"], found["totals"])
    assert rest["line"][0]["player"] == 2
    check_refused(shunt("express solve --deck", deck, "--after", "; ".join(actions)), "nothing is left to solve")
    limited = f"express solve --deck '{deck}' --caboose Executive --max-memory 1K"
    assert answer(limited, status=3)["status"] == "unknown"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--deck 'R3|G3 G2|G2'", "16 cards of the deck"),
        (f"--deck '{DECKS[2]}' --after 'Y4|R4'", "not in the hand; legal: B2|B2, B2|B2 down"),
        (f"--deck '{DECKS[2]}' --after 'B2|B2; hello'", "action 2"),
        (f"--deck '{DECKS[5]}'", "the deck does not hold it"),
        (f"--deck '{DECKS[2]}' --players 3", "--players"),
        (f"--deck '{DECKS[2]}' --option variant=strategic", "solved for one game"),
        (f"--deck '{DECKS[2]}' --caboose random", "the caboose must be known"),
        (f"--deck '{DECKS[2]}' --caboose Executiv", "did you mean Executive"),
    ],
)
def test_bad_decks_are_refused(line, words):
    check_refused(shunt(f"express solve {line}"), words)


# ------------------------------------------------------------------------------------------------------------------ advise


def test_advice_for_a_typed_position():
    two = "express advise --hand 'R3|G3 B2|B2 Y4|R4' --train 'B4|G4 G2|G3 -- R2|R2 --' --train 'Y2|Y3 -- -- -- --'"
    found = answer(two)
    assert found["best"] == found["actions"][0]
    assert {row["method"] for row in found["actions"]} == {"exact"}
    assert (found["best"]["card"], found["best"]["face"]) == ("Y4|R4", "up")
    assert "Y4|R4 down" in shunt(two).stdout
    sampled = "express advise --hand 'R3|G3 B2|B2 Y4|R4' --samples 3 --seed 4"
    assert answer(sampled) == answer(sampled)
    trains = "--train 'R3|G3' --train -- --train 'B4|G4 --' --train 'Y2|Y3 Y2|Y2 down'"
    four = f"express advise --players 4 --hand 'R2|R2 B2|B2 P2|P2 G2|G3 P3|G3' {trains} --samples 2"
    assert len(answer(four)["actions"]) >= 5


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "the hand is missing"),
        ("--hand 'R3|G3'", "2 players hold 3 cards"),
        ("--hand 'R3|G3 B2|B2 Y4|R4' --train 'R3|G3' --train --", "R3|G3 is named 2 times"),
        ("--hand 'R3|G3 B2|B2 Y4|R4' --train '-- --' --train --", "turn order"),
        (f"--hand 'R3|G3 B2|B2 Y4|R4' --train '{DOWN}' --train --", "fewer than 7"),
        ("--resume missing.json", "missing.json"),
    ],
)
def test_bad_positions_are_refused(line, words):
    check_refused(shunt(f"express advise {line}"), words)


# ----------------------------------------------------------------------------------------------------- score, show, companion


def test_trains_are_scored():
    found = answer(f"express score --train '{BEST}' --train '{WILD}' --caboose 'End of Line'")
    assert found["totals"] == [49 + 4 + 4, 28]
    assert found["winners"] == [1]
    assert found["games"][0]["run_bonuses"] == [4, 0]
    tied = answer(f"express score --train '{DOWN}' --train '{DOWN}' --start-player 2")
    assert tied["winners"] == [1], "the other player than the start player"
    told = shunt(f"express score --train '{BEST}' --train '{WILD}'").stdout
    assert "player 1: 53 points (railcars 49, longest run 4 pays 4)" in told
    check_refused(shunt(f"express score --train '{BEST}' --train '{BEST}'"), "named 2 times")
    check_refused(shunt("express score --train", BEST), "2 to 5")
    check_refused(shunt("express score --train 'R3|G3' --train", BEST), "2 players end with 7 cards")


def test_a_score_sheet_is_saved_after_every_entry(tmp_path):
    file = tmp_path / "sheet.json"
    first = shunt("express follow --save", file, text=f"train 1 {BEST}\ntrain 2 {BEST}\ntrain 2 R3\n")
    assert first.exit_code == 0
    assert "named 2 times" in first.stderr
    assert json.loads(file.read_text())["entries"] == [f"train 1 {BEST}"]
    entries = f"train 2 {WILD}\nnext\ntrain 1 {WILD}\nundo\ntrain 1 {WILD}\ntrain 2 {BEST}\nshow\nquit\n"
    second = shunt("express follow --save", file, text=entries)
    assert "game 2: player 2 starts" in second.stdout
    assert "total: player 1 81, player 2 81; won by player 1 (tie of player 1 and player 2" in second.stdout
    assert len(json.loads(file.read_text())["entries"]) == 5
    third = shunt("express follow --new --save", file, text=f"start {'9' * 5000}\nstart 2\nundo\nundo\nhelp\n")
    assert "nothing has been entered yet" in third.stderr
    assert json.loads(file.read_text())["entries"] == []
    sheet = json.loads(file.read_text())
    for change in ({"settings": {"players": 9}}, {"settings": {"a": 1}}, {"entries": ["train 9 --"]}):
        file.write_text(json.dumps(sheet | change))
        check_refused(shunt("express follow --save", file, text=""), "sheet.json")


# -------------------------------------------------------------------------------------------------------- play and simulate


def test_a_game_is_played_saved_and_advised_on(tmp_path):
    file = tmp_path / "game.json"
    done = shunt("express play --bots greedy --start-player 1 --seed 3 --save", file, text="cards\nZ1|Z1\n")
    assert done.exit_code == 0
    assert "not seen yet" in done.stdout
    assert "LOCO" in done.stdout
    assert answer("express advise --samples 2 --resume", file)["actions"]
    file.write_text(json.dumps(json.loads(file.read_text()) | {"players": 7}))
    check_refused(shunt("express advise --resume", file), "players")
