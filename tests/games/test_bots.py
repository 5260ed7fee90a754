"""Bots that play every game, and bots made by name."""

from math import inf

import pytest

from shunt.errors import InputError
from shunt.games.bots import GreedyBot, RandomBot
from shunt.games.registry import bot_names, bot_options, make_bot
from shunt.games.thinking import ThinkingClock, seconds_of, summed_values
from shunt.hump.game.bots import Planner
from shunt.hump.game.game import HumpGame
from tests.games.high_card import Hands, HighCard


def test_random_and_greedy_bots():
    game, chosen = HighCard(2), RandomBot(1)
    assert {chosen.choose(game, Hands((3, 0)), 0) for _ in range(40)} == {"fold", "play"}
    second = Hands((0, 4), ("play",))  # the rival's card is 6 or 5 in two guesses of five: the more guesses, the surer
    assert GreedyBot(1, samples=50).choose(game, second, 1) == "play"
    # Nothing is scored before the last player has spoken: equals are chosen at random.
    assert {GreedyBot(seed).choose(game, Hands((3, 0)), 0) for seed in range(40)} == {"fold", "play"}


def test_bots_by_name():
    assert bot_names(HumpGame)[:2] == ("random", "greedy")
    assert {"reader", "planner"} < set(bot_names(HumpGame))
    planner = make_bot(HumpGame, "planner:reach=2:look=3", 1)
    assert isinstance(planner, Planner)
    assert (planner.reach, planner.look) == (2, 3)
    assert make_bot(HumpGame, "planner:look=3", 1, {"reach": 4}).reach == 4
    assert make_bot(HumpGame, "planner:reach=2", 1, {"reach": 4}).reach == 2
    assert isinstance(make_bot(HumpGame, "random", 1, {"reach": 4}), RandomBot)
    assert bot_options(HumpGame, "planner") == {"reach": 3, "look": 8}


def test_times_for_a_move():
    assert [seconds_of(text) for text in ("1s", "250ms", "0.5s", "none")] == [1.0, 0.25, 0.5, inf]
    for text in ("", "1", "0s", "-1s", "1m", "s", "1e3s", "1 s"):
        with pytest.raises(InputError, match="think"):
            make_bot(HighCard, f"greedy:think={text}", 1)


def test_what_the_time_does_not_reach_is_left_out(monkeypatch):
    now = iter([0.0] * 4 + [9.0] * 99)  # the time is up once the first of three actions is valued
    monkeypatch.setattr("shunt.games.thinking.perf_counter", lambda: next(now))
    sums, rounds = summed_values(ThinkingClock("1s"), 5, ["a", "b", "c"], lambda: lambda action: 2.0)
    assert (sums, rounds) == ([2.0, -inf, -inf], 1)


@pytest.mark.parametrize("text", ["nobody", "", "random:x=1", "planner:reach=two", "planner:reach", "planner:=3"])
def test_bots_that_cannot_be_made(text):
    with pytest.raises(InputError, match="bots"):
        make_bot(HumpGame, text, 0)
