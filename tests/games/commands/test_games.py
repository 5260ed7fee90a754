"""`shunt games`: the list of games, set-ups at random, and real games that are followed."""

import pytest

from shunt.games.registry import GAMES, make_game
from tests.cli.running import answer, check_refused, shunt


def test_every_game_is_listed():
    out, data = shunt("games").stdout, answer("games")
    assert [row["name"] for row in data["games"]] == sorted(GAMES)
    for row in data["games"]:
        assert f"{row['name']}: {row['title']}" in out
        assert f"shunt {row['command']} play" in out
        assert {"random", "greedy", "ismcts"} <= set(row["bots"])
    assert "ismcts:iterations=500" in out


@pytest.mark.parametrize("name", sorted(GAMES))
def test_set_ups_follow_from_the_seed(name):
    data = answer("games setup", name, "--seed", "4")
    assert data == answer("games setup", name, "--seed", "4") != answer("games setup", name, "--seed", "5")
    game = make_game(name, data["players"], **data["options"])
    state = game.initial()
    for draw in data["draws"]:
        state = game.act(state, game.parse_action(draw))
    assert game.state_to_json(state) == data["state"]
    assert game.to_act(state) >= 0


def test_a_set_up_without_a_seed_prints_one():
    command = "games setup express --players 3 --option caboose=random"
    out = shunt(command).stdout
    assert shunt(command, "--seed", out.splitlines()[0].rpartition(" ")[2]).stdout == out


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("chess", "unknown game 'chess'"),
        ("express --players 9", "has 2 to 5 players, not 9"),
        ("yardmaster --option colour=1", "colour: unknown option"),
        ("humpyard --option turns=99", "turns"),
        ("express --option start=x", "start"),
        ("express --option wild_vale=1", "did you mean wild_value"),
    ],
)
def test_bad_input(line, word):
    check_refused(shunt(f"games setup {line}"), word)
