"""Every game as an OpenSpiel game: the library's own simulation test, utilities, and what players observe."""

import json
import random

import pyspiel
import pytest

from shunt.errors import InputError
from shunt.games.adapters.openspiel import load_game, spiel_name
from shunt.games.registry import GAMES, game_class
from tests.games.every_game import SHORTEST

pytestmark = pytest.mark.slow


def spiel(name, place=0, **more):
    return load_game(name, game_class(name).seats[place], **SHORTEST.get(name, [{}])[place], **more)


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("place", [0, -1], ids=["fewest", "most"])
def test_the_library_simulates_every_game(name, place):
    game = spiel(name, place)
    assert game.num_players() == game_class(name).seats[place]
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def play(state, chance, most=10_000):
    """Play a game of OpenSpiel's at random to its end, or `most` actions."""
    for _ in range(most):
        if state.is_terminal():
            break
        state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("utility", ["win", "points"])
def test_utilities_are_zero_sum(name, utility):
    game = spiel(name, utility=utility)
    returns = play(game.new_initial_state(), random.Random(3)).returns()
    assert sum(returns) == pytest.approx(0)
    assert game.min_utility() <= min(returns) <= max(returns) <= game.max_utility()


def test_players_know_only_what_they_observed():
    game = load_game("express", 2, start=0)
    state = play(game.new_initial_state(), random.Random(1), 4)
    own, other = state.information_state_string(0), state.information_state_string(1)
    assert "chance: draw" in own
    assert "chance: a card is drawn" in other
    hidden, whole = json.loads(state.observation_string(1).splitlines()[1]), json.loads(str(state))
    assert hidden["drawn"] != whole["drawn"]
    assert json.loads(state.observation_string(0).splitlines()[1])["drawn"] == whole["drawn"]
    assert len(state.observation_tensor(0)) == 512


def test_serialised_states_do_not_contain_the_game():
    game = load_game("yardmaster")
    state = play(game.new_initial_state(), random.Random(1), 30)
    assert len(state.serialize()) < 8_000
    clone = state.clone()
    assert clone.moment is state.moment
    again_game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again_game.get_parameters() == game.get_parameters()
    play(state, random.Random(1), 1)
    assert str(clone) == str(again) != str(state)


def test_bad_games():
    with pytest.raises(InputError):
        load_game("express", 9)
    with pytest.raises(InputError, match="utility"):
        load_game("express", utility="glory")
    with pytest.raises(InputError, match="colour"):
        load_game("yardmaster", colour=1)
    assert spiel_name("humpyard") in pyspiel.registered_names()
