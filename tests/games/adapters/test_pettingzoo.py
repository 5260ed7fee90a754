"""Every game as a PettingZoo environment: the library's own tests, masks, rewards and seeds."""

import json

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from shunt.games.adapters.pettingzoo import env, raw_env
from shunt.games.registry import GAMES, game_class
from tests.games.every_game import SHORTEST

pytestmark = pytest.mark.slow


def environment(name, place=0, make=env, **more):
    return make(name, game_class(name).seats[place], **SHORTEST.get(name, [{}])[place], **more)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("place", [0, -1], ids=["fewest", "most"])
def test_the_library_accepts_every_game(name, place, capsys):
    api_test(environment(name, place), num_cycles=30)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_same_seed_gives_the_same_game(name):
    seed_test(lambda: environment(name), num_cycles=20)
    first, second = environment(name), environment(name)
    first.reset(seed=1)
    second.reset(seed=2)
    assert first.last()[4]["view"] != second.last()[4]["view"]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_masks_and_rewards(name):
    made = environment(name, make=raw_env, render_mode="ansi")
    made.reset(seed=3)
    total = dict.fromkeys(made.agents, 0.0)
    for agent in made.agent_iter():
        observation, reward, termination, _, info = made.last()
        total[agent] += reward
        if termination:
            made.step(None)
            continue
        mask = observation["action_mask"]
        player = made.possible_agents.index(agent)
        assert mask.sum() == len(made.rules.legal_actions(made.match.state))
        assert made.observe(made.possible_agents[1 - player])["action_mask"].sum() == 0
        assert np.abs(observation["observation"]).max() <= 1
        assert json.loads(info["view"]) == json.loads(
            json.dumps(made.rules.state_to_json(made.rules.view(made.match.state, player)))
        )
        assert made.render()
        made.step(int(np.flatnonzero(mask)[-1]))
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) <= len(total) - 1


def test_an_agent_that_acts_against_the_mask_loses():
    made = environment("express")
    made.reset(seed=1)
    agent = made.agent_selection
    mask = made.last()[0]["action_mask"]
    made.step(int(np.flatnonzero(mask == 0)[0]))
    assert made.terminations[agent]
    assert made.rewards[agent] == -1
