"""A card as a Gymnasium environment."""

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import shunt
from shunt.games.adapters.cards import CardEnv

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["about-turn", "roundhouse-rotation", "ras-toy"])
def test_the_checker_of_gymnasium_finds_nothing(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the checker advises to register environments
        environment = CardEnv(name, render_mode="ansi")
        check_env(environment, skip_render_check=True)
    assert str(environment.render()) == str(environment.game)


@pytest.mark.parametrize("name", ["first-swap", "ras-toy", "triage-abedfc"])
def test_the_best_return_is_minus_the_optimum_and_no_observation_is_repeated(name):
    environment = CardEnv(name)
    observation, info = environment.reset(seed=1)
    total, ended, seen = 0.0, False, {tuple(observation)}
    for move in shunt.solve(name).guide:
        action = info["moves"].index(move)
        assert info["action_mask"][action]
        observation, reward, ended, _, info = environment.step(action)
        assert environment.observation_space.contains(observation)
        total += reward
        seen.add(tuple(observation))
    optimum = shunt.load(name).proof["optimum"]
    assert (ended, total, len(seen)) == (True, -float(optimum), optimum + 1)


def test_an_action_without_a_move_changes_nothing_and_costs_a_move():
    environment = CardEnv("about-turn", limit=2)
    before, info = environment.reset()
    after, reward, _, truncated, info = environment.step(len(info["moves"]))
    assert (np.array_equal(before, after), reward, truncated, info["is_legal"]) == (True, -1.0, False, False)
    assert environment.step(0)[3]
    with pytest.raises(shunt.InputError, match="limit"):
        CardEnv("about-turn", limit=0)
