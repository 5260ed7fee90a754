"""Bots that play every game, and bots made by name."""

import pytest

from shunt.errors import InputError
from shunt.games.bots import GreedyBot, RandomBot
from shunt.games.hump_yard.bots import Planner
from shunt.games.hump_yard.game import HumpYard
from shunt.games.protocol import Match
from shunt.games.registry import bot_names, bot_options, make_bot
from tests.games.high_card import Hands, HighCard


def test_random_bots_take_every_action():
    game = HighCard(2)
    bot = RandomBot(1)
    assert {bot.choose(game, Hands((3, 0)), 0) for _ in range(40)} == {"fold", "play"}


def test_greedy_bots_take_what_evaluates_best():
    game = HighCard(2)
    second = Hands((0, 4), ("play",))  # the rival's card is 6 or 5 in two guesses of five: the more guesses, the surer
    assert GreedyBot(1, samples=50).choose(game, second, 1) == "play"
    assert GreedyBot(1, samples=50).choose(game, Hands((0, 1), ("play",)), 1) in ("fold", "play")


def test_greedy_bots_choose_among_equals_at_random():
    game = HighCard(2)
    chosen = {GreedyBot(seed).choose(game, Hands((3, 0)), 0) for seed in range(40)}
    assert chosen == {"fold", "play"}  # nothing is scored before the last player has spoken


def test_bots_by_name():
    assert bot_names(HumpYard)[:2] == ("random", "greedy")
    assert {"reader", "planner"} < set(bot_names(HumpYard))
    planner = make_bot(HumpYard, "planner:reach=2:look=3", 1)
    assert isinstance(planner, Planner)
    assert (planner.reach, planner.look) == (2, 3)
    assert make_bot(HumpYard, "planner:look=3", 1, reach=4).reach == 4
    assert make_bot(HumpYard, "planner:reach=2", 1, reach=4).reach == 2
    assert isinstance(make_bot(HumpYard, "random", 1, reach=4), RandomBot)
    assert bot_options(HumpYard, "planner") == {"reach": 3, "look": 8}


@pytest.mark.parametrize("text", ["nobody", "", "random:x=1", "planner:reach=two", "planner:reach", "planner:=3"])
def test_bots_that_cannot_be_made(text):
    with pytest.raises(InputError, match="bots"):
        make_bot(HumpYard, text, 0)


def test_greedy_bots_play_whole_matches():
    match = Match(HighCard(3), 5)
    match.play([GreedyBot(seed) for seed in range(3)])
    assert match.is_over
    again = Match(HighCard(3), 5)
    again.play([GreedyBot(seed) for seed in range(3)])
    assert again.actions == match.actions
