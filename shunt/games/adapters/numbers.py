"""Actions and views as numbers, for libraries that know nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any
from zlib import crc32

from shunt.games.protocol import CHANCE, AnyGame

FEATURES = 512
"""How many numbers a view is hashed into."""


class Numbering:
    """The number of each action: its place in `TableGame.action_space` or, without one, among the legal actions of the state.

    Outcomes of chance always have their place among the outcomes of the state.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        space = game.action_space()
        self._space = space
        self._numbers = {action: number for number, action in enumerate(space)} if space is not None else {}
        self.size = len(space) if space is not None else game.most_choices()

    def legal(self, state: Any) -> list[int]:
        """Return the numbers of what the player who acts may do, rising."""
        actions = self.game.legal_actions(state)
        if self._space is None:
            return list(range(len(actions)))
        return [self._numbers[action] for action in actions]  # both are sorted

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        """Return the number and probability of each outcome of chance."""
        weights = [weight for _, weight in self.game.chance_outcomes(state)]
        return [(number, weight / sum(weights)) for number, weight in enumerate(weights)]

    def action(self, state: Any, number: int) -> Any:
        """Return the action or outcome that has a number in this state."""
        if self.game.to_act(state) == CHANCE:
            return self.game.chance_outcomes(state)[number][0]
        return self.game.legal_actions(state)[number] if self._space is None else self._space[number]


def view_text(game: AnyGame, view: Any) -> str:
    """Return a view as one line of JSON."""
    return json.dumps(game.state_to_json(view), separators=(",", ":"))


def features(game: AnyGame, view: Any, player: int) -> list[float]:
    """Return a view as `FEATURES` numbers from -1 to 1, by feature hashing (Weinberger et al., 2009).

    Every leaf of the view's JSON is a feature: a number counts by its size, anything else by its presence. The seats of other
    players follow that of `player` in the order of play, as far as JSON lists have one entry for each player.
    """
    sums = [0.0] * FEATURES
    for path, value in _leaves(game.state_to_json(view), "", game.players, player):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        place, sign = _hashed(path if is_number else f"{path}={value}")
        sums[place] += sign * (float(value) if is_number else 1.0)
    return [value / (1.0 + abs(value)) for value in sums]


def _leaves(value: Any, path: str, players: int, player: int) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, f"{path}.{key}", players, player)
    elif isinstance(value, list):
        turned = (*value[player:], *value[:player]) if len(value) == players else value
        for number, item in enumerate(turned):
            yield from _leaves(item, f"{path}[{number}]", players, player)
    else:
        yield path, value


@cache
def _hashed(text: str) -> tuple[int, float]:
    code = crc32(text.encode())
    return code % FEATURES, 1.0 if code >> 31 else -1.0
