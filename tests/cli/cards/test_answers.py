"""What the commands answer: optima, floods, replays, hints, lists and graphs, held against the file contract."""

from typing import Any

import pytest

from shunt.cards.files import load_card
from shunt.search.methods.referee import Referee
from tests.cli.running import answer, shunt

RUN = {"locomotive", "direction", "couples", "pushes", "path", "head_path"}
MOVE = [RUN, {"turntable"}, {"siding", "pull"}, {"siding", "drop"}]  # beside notation, after and turntables
SOLUTION = {"schema", "card", "status", "moves", "lower_bound", "metric", "solution", "method", "states", "seconds"}
FLOOD = {"states", "levels", "exhausted", "seconds"}
GUIDE = ["A A1>B3", "A B3>C2", "A C2>A2 +green+red", "A A2>A3 via B1", "A A3>C1 via C2", "A C1>A1"]


def check_contract(told: Any, fields: set[str]) -> Any:
    """Assert that an answer has the fields that other programs read; return it."""
    assert fields <= told.keys()
    for move in told.get("solution", ()):
        assert move.keys() - {"notation", "after", "turntables"} in MOVE
        assert {type(value) for value in move["after"].values()} == {str}
    return told


# ------------------------------------------------------------------------------------------------------------------ solve


@pytest.mark.parametrize("method", [None, "bidirectional", "forward", "astar"])
def test_solve(method):
    told = check_contract(answer("solve first-swap", *(["--method", method] if method else [])), SOLUTION)
    assert (told["status"], told["moves"], told["lower_bound"], told["metric"]) == ("optimal", 6, 6, "moves")
    assert len(told["solution"]) == 6
    assert told["solution"][-1]["after"].items() >= {"red": "C2", "green": "B1"}.items()
    assert told["solution"][-1]["after"]["A"].startswith("A1")


def test_a_solution_replays(tmp_path):
    told = answer("solve first-swap")
    moves = [step["notation"] for step in told["solution"]]
    (tmp_path / "moves.txt").write_text("".join(f"{number}. {move}  # so\n" for number, move in enumerate(moves, 1)))
    for given in (moves, ["; ".join(moves)], ["--file", str(tmp_path / "moves.txt")]):
        played = answer("replay first-swap", *given)
        assert (played["solved"], played["moves"], played["rank"]) == (True, 6, "Yard Master")
        assert played["steps"] == told["solution"]
    assert answer("replay first-swap --file -", text="\n".join(moves))["solved"]


def test_solve_explains_its_moves_and_its_proof():
    """What it prints otherwise is in the README, whose blocks are run."""
    explained = shunt("solve first-swap --explain")
    assert "runs forward A1 A2" in explained.stdout
    assert "levels from the start: 1 15 125" in explained.stdout


def test_solve_sidings():
    told = check_contract(answer("solve inglenook-322"), SOLUTION)
    assert (told["status"], told["moves"], told["metric"]) == ("optimal", 14, "pulls")
    assert answer("replay inglenook-322", *[step["notation"] for step in told["solution"]])["solved"]
    assert answer("hint inglenook-322")["remaining"] == 14


def test_the_unsolvable_is_proven(card):
    path = card(('locomotives = { A = "A1>A2" }', 'locomotives = { A = "A1<A2" }'), ('broken = ["F2"]', 'broken = ["A2"]'))
    told = check_contract(answer("solve", path, status=1), SOLUTION)
    assert (told["status"], told["moves"], told["solution"]) == ("unsolvable", None, [])
    assert "unsolvable, proven" in shunt("solve", path).stdout
    assert answer("hint", path, status=1)["hint"] is None
    assert "this card has no solution" in shunt("hint", path).stdout
    assert answer("check --prove", path)["holds"]  # it claims nothing
    assert "proven unsolvable, and the card stores no values to check" in shunt("check --prove", path).stdout
    path.write_text(path.read_text() + "\n[proof]\noptimum = 6\n")
    assert not answer("check --prove", path, status=1)["holds"]


def test_a_limit_is_said_with_what_is_proven():
    told = check_contract(answer("solve first-swap --max-states 100", status=3), SOLUTION)
    done = shunt("solve first-swap --max-states 100")
    assert done.exit_code == 3
    assert f"no solution has fewer than {told['lower_bound']} move" in done.stdout
    assert "unsolvable" not in done.stdout
    assert not check_contract(answer("flood first-swap --max-states 100", status=3), FLOOD)["exhausted"]


# ------------------------------------------------------------------------------------------------------------------- save


def test_save_writes_proof_guide_and_ranks(card):
    path = card()
    assert shunt("solve --save", path).exit_code == 0
    saved = load_card(path)
    assert saved.proof.items() >= {"status": "optimal", "optimum": 6, "method": "referee", "metric": "moves"}.items()
    assert {"states", "version"} <= saved.proof.keys()
    assert (len(saved.guide), saved.limit) == (6, 9)
    assert saved.ranks is not None
    assert (saved.ranks.yard_master, saved.ranks.conductor, saved.ranks.brakeman) == (6, 8, 9)
    assert "# a remark that stays" in path.read_text()
    replayed = answer("replay", path)
    assert (replayed["solved"], replayed["rank"]) == (True, "Yard Master")
    first = path.read_bytes()
    assert shunt("solve --save", path).exit_code == 0
    assert path.read_bytes() == first


# ------------------------------------------------------------------------------------------------------------------ flood


def test_flood():
    told = check_contract(answer("flood first-swap"), FLOOD)
    assert told["exhausted"]
    assert told["levels"][:3] == [1, 15, 125]
    assert sum(told["levels"]) == told["states"] == 7751
    done = shunt("flood first-swap")
    assert "7,751 states" in done.stdout
    assert "no other position can be reached" in done.stdout


# ----------------------------------------------------------------------------------------------------------------- replay


@pytest.mark.parametrize(
    ("moves", "number", "rule", "why"),
    [(["A A1>B3", "A B3>Q9"], 2, "space", "unknown space Q9"), (["B A1>A2"], 1, "locomotive", "not a piece")],
)
def test_the_first_bad_move_is_explained(moves, number, rule, why):
    told = answer("replay first-swap", *moves, status=1)
    assert (told["legal"], told["solved"], told["rank"]) == (False, False, None)
    assert (told["broken"]["move"], told["broken"]["rule"]) == (number, rule)
    assert why in told["broken"]["why"]
    assert told["moves"] == number - 1
    done = shunt("replay first-swap", *moves)
    assert f"move {number} is illegal (rule: {rule})" in done.stdout
    hint = answer("hint first-swap", *moves, status=1)
    assert (hint["status"], hint["hint"], hint["broken"]["move"]) == ("illegal", None, number)


def test_replay_reports_couplings_and_the_goal():
    done = shunt("replay first-swap", *GUIDE)
    assert "couples green red" in done.stdout
    assert "moves 6 · runs " in done.stdout
    assert "solved: Yard Master" in done.stdout
    short = shunt("replay first-swap", *GUIDE[:2])
    assert short.exit_code == 0
    assert "not solved; the goal is red C2" in short.stdout


# ------------------------------------------------------------------------------------------------------------------- hint


def test_a_first_solution_is_printed_with_both_bounds(monkeypatch):
    monkeypatch.setattr(Referee, "fits", lambda self: False)  # which would prove the card
    told = check_contract(answer("solve first-swap --first", status=3), SOLUTION)
    assert told["status"] == "solved"
    assert told["moves"] == told["upper_bound"] == len(told["solution"]) >= 6
    assert told["gap"] == told["upper_bound"] - told["lower_bound"]
    done = shunt("solve first-swap --first")
    assert done.exit_code == 3
    assert f"solved in {told['moves']} moves, not proven best: no solution has fewer than 1 move" in done.stdout
    assert shunt("solve first-swap --gap -1").exit_code == 2


def test_hints_lead_to_the_goal():
    made = []
    for remaining in range(6, 0, -1):
        told = answer("hint first-swap", *made)
        assert (told["status"], told["remaining"], told["after"]) == ("optimal", remaining, made)
        made.append(told["hint"]["notation"])
    told = answer("hint first-swap", *made)
    assert (told["remaining"], told["hint"]) == (0, None)
    assert "the goal is met" in shunt("hint first-swap", *made).stdout
    assert "5 more after it" in shunt("hint first-swap").stdout
    assert answer("hint first-swap --max-states 10", status=3)["status"] == "unknown"


# ------------------------------------------------------------------------------------------------------------- show, list


def test_show_draws_cards_and_layouts():
    shown = shunt("show first-swap").stdout
    assert all(text in shown for text in ("A1[A→]", "B1[red]", "C2[green]", "✗F2✗", "goal   red C2", "ranks  Yard Master 6"))
    after = shunt("show first-swap --after", "; ".join(GUIDE[:2])).stdout
    assert "C2[A" in after
    assert "now    A C2>C1" in after
    layout = shunt("show turntable-19").stdout
    assert "(T)" in layout
    assert "turntable T (turns after every move) joins 0: E3–A1" in layout
    assert all("only one may be occupied of K L" in shunt("show", name).stdout for name in ("scissors-12", "two-on-two"))
    assert shunt("show first-swap --after 'A A1>Q9'").exit_code == 1


def test_list():
    told = answer("list")
    assert {"first-swap"} <= {card["name"] for card in told["cards"]}
    assert {"wye-18", "turntable-19"} <= {layout["name"] for layout in told["layouts"]}
    assert answer("list --cards").keys() == {"schema", "cards"}
    assert answer("list --layouts").keys() == {"schema", "layouts"}


# ------------------------------------------------------------------------------------------------------------------ check


def test_check_and_prove(card):
    path = card()
    row = answer("check", path)["files"][0]
    wanted = {"file": str(path), "kind": "card", "name": "mine", "valid": True}
    assert {key: row[key] for key in wanted} == wanted
    assert shunt("solve --save", path).exit_code == 0
    told = answer("check --prove", path)
    assert told["holds"]
    assert told["files"][0]["proof"]["optimum"] == 6
