"""Every registered game as a PettingZoo environment of the AEC kind, with action masks.

    from shunt.games.adapters.pettingzoo import env

    environment = env("express", players=3)
    environment.reset(seed=1)
    for agent in environment.agent_iter():
        observation, reward, termination, truncation, info = environment.last()
        mask = observation["action_mask"]
        environment.step(None if termination else environment.action_space(agent).sample(mask))

Chance plays by itself. An observation is the agent's view as hashed numbers (`numbers.features`); `info["view"]` is the same as
JSON text. Rewards come at the end: the share of the win times the players, less 1.
"""

from __future__ import annotations

import random
from typing import Any

from shunt.files.version import to_install
from shunt.games.adapters.numbers import FEATURES, Numbering, features, view_text
from shunt.games.protocol import Match
from shunt.games.registry import game_class, make_game

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(f"PettingZoo is not installed: {to_install('games')}") from error


def env(game: str, players: int | None = None, *, render_mode: str | None = None, **options: Any) -> Any:
    """Return the environment of a game, which ends with a loss for an agent that acts against the mask."""
    raw = raw_env(game, players, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
    )


def raw_env(game: str, players: int | None = None, *, render_mode: str | None = None, **options: Any) -> GameEnv:
    """Return the environment of a game without wrappers; raise `InputError` if an option is invalid."""
    count = min(game_class(game).seats) if players is None else players
    return GameEnv(make_game(game, count, **options), render_mode)


class GameEnv(AECEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """A game; agents are `player_0`, `player_1` and so on, clockwise."""

    def __init__(self, rules: Any, render_mode: str | None = None) -> None:
        super().__init__()
        self.rules, self.render_mode = rules, render_mode
        name = f"shunt_{rules.name.replace('-', '_')}_v0"
        self.metadata = {"render_modes": ["ansi"], "name": name, "is_parallelizable": False}
        self.numbering = Numbering(rules)
        self.possible_agents = [f"player_{player}" for player in range(rules.players)]
        self.action_spaces = {agent: spaces.Discrete(self.numbering.size) for agent in self.possible_agents}
        view, mask = spaces.Box(-1.0, 1.0, (FEATURES,), np.float32), spaces.Box(0, 1, (self.numbering.size,), np.int8)
        seen: Any = {"observation": view, "action_mask": mask}
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self._seeds = random.Random()

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a new game; the same seed gives the same game."""
        if seed is not None:
            self._seeds = random.Random(seed)
        self.match: Match[Any, Any] = Match(self.rules, self._seeds.getrandbits(48))
        self.agents = list(self.possible_agents)
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0.0) for _ in range(2))
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self.agent_selection = self.agents[self.rules.to_act(self.match.state)]
        self._inform()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's view as numbers, and the mask of its legal actions (none unless it is to act)."""
        player = self.possible_agents.index(agent)
        mask = np.zeros(self.numbering.size, np.int8)
        if self.rules.to_act(self.match.state) == player:
            mask[self.numbering.legal(self.match.state)] = 1
        return {"observation": np.array(features(self.rules, self._view(agent), player), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Have the selected agent act; chance plays on until the next agent is to act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.match.act(self.numbering.action(self.match.state, int(action)))
        if self.match.is_over:
            shares = self.rules.returns(self.match.state)
            self.rewards = {name: len(shares) * share - 1.0 for name, share in zip(self.possible_agents, shares, strict=True)}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        else:
            self.agent_selection = self.possible_agents[self.rules.to_act(self.match.state)]
        self._inform()
        self._accumulate_rewards()

    def _inform(self) -> None:
        self.infos = {agent: {"view": view_text(self.rules, self._view(agent))} for agent in self.agents}

    def _view(self, agent: str) -> Any:
        return self.rules.view(self.match.state, self.possible_agents.index(agent))

    def render(self) -> str | None:
        """Return the table as the selected agent sees it, in plain text."""
        if self.render_mode is None:
            return None
        return str(self.rules.describe(self._view(self.agent_selection)))
