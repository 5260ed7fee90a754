"""Every game as an OpenSpiel game: the library's own simulation test, and its solver on a game whose value is known."""

import json
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, ismcts
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from shunt.errors import InputError
from shunt.games.adapters.openspiel import load_game, register, spiel_name
from shunt.games.registry import GAMES, game_class
from tests.games.every_game import SHORTEST
from tests.games.tiny_games import Kuhn

register(Kuhn)


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


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_state_is_guessed_again_from_what_a_player_knows(name):
    game = spiel(name)
    state, chance, guesses = game.new_initial_state(), random.Random(2), set()
    while not state.is_terminal() and len(state.history()) < 40:
        play(state, chance, 1)
        for player in range(game.num_players() if not state.is_chance_node() else 0):
            guess = state.resample_from_infostate(player, chance.random)
            assert guess.information_state_string(player) == state.information_state_string(player)
            assert guess.observation_tensor(player) == state.observation_tensor(player)
            assert guess.current_player() == state.current_player()
            assert guess.history() == [], "a history would tell what is hidden"
            guesses.add(str(guess) == str(state))
    hides = name in ("express", "yardmaster")
    assert (False in guesses) == hides


@pytest.mark.parametrize("name", [*sorted(GAMES), "kuhn"])
def test_the_librarys_information_set_search_plays_every_game(name):
    game = pyspiel.load_game(spiel_name(name)) if name == "kuhn" else spiel(name)
    state, chance = game.new_initial_state(), np.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    bot = ismcts.ISMCTSBot(game, RandomRolloutEvaluator(1, chance), 2.0, 3, random_state=chance)
    steps = 0
    while steps < 2 and not state.is_terminal():  # the shortest games may end with the first action
        assert bot.step(state) in state.legal_actions()
        state.apply_action(chance.choice(state.legal_actions()))
        steps += 1
        while state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
    assert steps


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
    assert spiel_name("hump-yard") in pyspiel.registered_names()


def test_the_librarys_solver_finds_the_value_of_kuhns_poker():
    """The game's value is -1/18 for the first player; both stakes count in a lead, so it is twice that here."""
    game = pyspiel.load_game(spiel_name("kuhn"), {"utility": "points"})
    theirs = pyspiel.load_game("kuhn_poker")
    solver, oracle = cfr.CFRSolver(game), cfr.CFRSolver(theirs)
    for _ in range(80):
        solver.evaluate_and_update_policy()
        oracle.evaluate_and_update_policy()
    policy, reference = solver.average_policy(), oracle.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    expected = expected_game_score.policy_value(theirs.new_initial_state(), [reference] * 2)
    assert value[0] == pytest.approx(-1 / 9, abs=0.03)
    assert value[0] == pytest.approx(2 * expected[0], abs=0.03)
    assert pyspiel.load_game(spiel_name("kuhn")).num_distinct_actions() == 2
