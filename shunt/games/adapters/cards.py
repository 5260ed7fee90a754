"""A card as a Gymnasium environment, for reinforcement learning and search.

    from shunt.games.adapters.cards import CardEnv

    environment = CardEnv("first-swap")
    observation, info = environment.reset()
    while True:
        action = environment.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = environment.step(action)
        if terminated or truncated:
            break

An action is the number of a legal move in the fixed order of the rules. Each move costs 1, and the episode ends where the goal is
met: the best return is minus the card's optimum. `info["moves"]` has the legal moves in notation.
"""

from __future__ import annotations

from typing import Any

from shunt.cards.card import Card, RouteCard
from shunt.cards.given import as_card
from shunt.cards.kinds import refused
from shunt.errors import number_faults, raise_faults
from shunt.files.reading import StrPath
from shunt.files.version import to_install
from shunt.sidings.cards.card import SidingsCard

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ImportError as error:
    raise ImportError(f"Gymnasium is not installed: {to_install('games')}") from error


class CardEnv(gymnasium.Env[Any, Any]):  # type: ignore[misc, unused-ignore]
    """A card to be solved by moves.

    The observation of a card of trains is the number of each piece's space, the end that each locomotive faces, and the position
    of each turntable; of a sidings card the track of each car (0: the headshunt) and its place there, and under `legs` the
    track of the locomotive. `most_actions`: moves that an action can name, more than any position has; `limit`: moves after
    which an episode is truncated.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        card: Card | StrPath,
        *,
        limit: int = 500,
        most_actions: int = 500,
        render_mode: str | None = None,
    ) -> None:
        raise_faults([*number_faults("limit", limit, least=1), *number_faults("most_actions", most_actions, least=1)])
        self.card, self.limit, self.render_mode = as_card(card), limit, render_mode
        self.game = self.card.play()
        self._most = most_actions
        self.action_space = spaces.Discrete(most_actions)
        self.observation_space = spaces.MultiDiscrete([size for _, size in _numbers(self.card, self.game.position)])
        self._moves: list[Any] = []

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin at the start of the card; return its observation and its legal moves."""
        super().reset(seed=seed)
        self.game = self.card.play()
        return self._observed()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make the legal move with this number; one that no move has costs a move and changes nothing."""
        legal = 0 <= int(action) < len(self._moves)
        if legal:
            self.game.push(self._moves[int(action)])
        self._steps += 1
        observation, info = self._observed(self._steps)
        return observation, -1.0, self.game.goal_is_met, self._steps >= self.limit, info | {"is_legal": legal}

    def render(self) -> str | None:
        """Return the board as text."""
        return str(self.game) if self.render_mode == "ansi" else None

    def _observed(self, steps: int = 0) -> tuple[Any, dict[str, Any]]:
        self._steps = steps
        self._moves = list(self.game.legal_moves)[: self._most]
        mask = np.zeros(self._most, np.int8)
        mask[: len(self._moves)] = 1
        info = {"action_mask": mask, "moves": [str(move) for move in self._moves]}
        observation = [number for number, _ in _numbers(self.card, self.game.position)]
        return np.array(observation, np.int64), info


def _numbers(card: Card, position: Any) -> list[tuple[int, int]]:
    """Return the numbers of an observation, each with how many values it may have."""
    if isinstance(card, RouteCard):
        numbers = card.plan.numbers
        tables = zip(position.turntables, card.plan.turntables, strict=True)
        places = [(numbers[space], len(numbers)) for space in position.places]
        return [*places, *((end, 2) for end in position.headings), *((at, len(table.positions)) for at, table in tables)]
    if isinstance(card, SidingsCard):
        tracks = (position.headshunt, *position.sidings)
        at = {car: (track, place) for track, cars in enumerate(tracks) for place, car in enumerate(cars)}
        sizes = len(tracks), len(card.rules.cars)
        inside = [(card.rules.seats.get(position.locomotive, -1) + 1, len(tracks))] if card.rules.metric == "legs" else []
        return [number for car in card.rules.cars for number in zip(at[car], sizes, strict=True)] + inside
    raise refused(card, "an environment")
