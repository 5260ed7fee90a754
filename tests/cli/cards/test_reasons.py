"""Why a card has no solution, as `solve --explain` and `hint` print it."""

import pytest

from tests.cli.running import answer, shunt

CARD = """\
schema = "shunt-card/1"
name = "stuck"
ruleset = "switcher"
layout = { tracks = ["A B C D E", "A B F"] }

[start]
locomotives = { L = "A>B" }
cars = { red = "C" }
broken = ["D"]

[goal]
red = "E"
"""


@pytest.fixture
def stuck(tmp_path):
    """A card whose broken track is in the way."""
    path = tmp_path / "stuck.toml"
    path.write_text(CARD)
    return path


def test_solve_explains_a_card_without_a_solution(stuck):
    done = shunt("solve --explain", stuck)
    assert done.exit_code == 1
    assert "red on E: cannot be met, even alone" in done.stdout
    assert "without the broken track D it can be solved, in 1 move" in done.stdout
    assert "why it has no solution" not in shunt("solve", stuck).stdout
    found = answer("solve --explain", stuck, status=1)["reasons"]
    assert found["remedies"][0] == {
        "kind": "broken track", "name": "D", "words": "without the broken track D", "result": "solvable", "moves": 1,
    }  # fmt: skip
    assert "reasons" not in answer("solve", stuck, status=1)
    assert found["conflict"] == {"goals": ["red"], "smallest": True}
    assert found["turning"] == [{"locomotive": "L", "alone": False, "unbroken": False, "in_place": False}]


def test_hint_says_why_and_how_many_moves_to_take_back(tmp_path, stuck):
    assert "without the broken track D it can be solved" in shunt("hint", stuck).stdout
    path = tmp_path / "open.toml"
    path.write_text(CARD.replace('broken = ["D"]\n', "").replace('red = "E"', 'red = "C"\nL = "A"'))
    moves = ["L A>B", "L B>C", "L C>A"]  # red is pushed to the buffer stop, and nothing can pull it back
    done = shunt("hint", path, *moves)
    assert done.exit_code == 1
    assert "take back 2 moves" in done.stdout
    found = answer("hint", path, *moves, status=1)
    assert found["take_back"] == 2
    assert [goal["alone"] for goal in found["reasons"]["goals"]] == ["unsolvable", "solvable"]


def test_a_limit_leaves_reasons_unknown(stuck):
    done = shunt("solve --explain --max-states 1000000 --time-limit 0.000001", stuck)
    assert done.exit_code in (1, 3)
    assert "Traceback" not in done.output
