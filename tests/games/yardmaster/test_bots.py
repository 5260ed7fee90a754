"""The bots: they play by views, follow from their seeds, and are as strong as they are meant to be."""

import pytest

from shunt.errors import InputError
from shunt.games.registry import make_bot
from shunt.games.yardmaster.bots import SearchBot
from shunt.games.yardmaster.game import Yardmaster
from tests.games.every_game import share_won
from tests.games.yardmaster.tables import table


def test_greedy_beats_random():
    assert share_won("yardmaster", "greedy", "random", 12) > 0.95
    assert share_won("yardmaster", "greedy", "random", 4, 4) > 0.8


@pytest.mark.slow
def test_search_beats_greedy():
    assert share_won("yardmaster", "search", "greedy", 6) >= 0.65


@pytest.mark.parametrize("name", ["greedy", "search:worlds=4", "planner"])
def test_a_winning_purchase_is_made(name):
    state = table(hands=["4C 2L 4T"], trains=["L4 L4 C4 O3"], arrivals="C3 T4 O1 A1", tokens="AO")
    action = make_bot(Yardmaster, name, 1).choose(state.game, state.game.view(state.state, 0), 0)
    assert state.game.action_text(action) == "buy C3 for 3C"


def test_bad_options_of_bots():
    with pytest.raises(InputError):
        SearchBot(1, worlds=0)
    with pytest.raises(InputError):
        make_bot(Yardmaster, "search:depth=3", 1)
