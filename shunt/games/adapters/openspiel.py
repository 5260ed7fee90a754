"""Every registered game as an OpenSpiel game: importing this module registers `shunt_express`, `shunt_humpyard` and so on.

    from shunt.games.adapters.openspiel import load_game

    game = load_game("express", 2, start=0)       # a pyspiel.Game
    game = pyspiel.load_game("shunt_express", {"players": 3})

Chance nodes are explicit. A player's information state is all that the player observed so far and the view; an observation is
the view alone, as text and as hashed numbers (`numbers.features`). Utilities are zero-sum: with `utility="win"` the share of the
win times the players, less 1; with `utility="points"` the lead over the mean of the others.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from shunt.errors import InputError
from shunt.files.version import to_install
from shunt.games.adapters.numbers import FEATURES, Numbering, features, view_text
from shunt.games.protocol import CHANCE, OVER, AnyGame, player_name
from shunt.games.registry import GAMES, game_class, make_game

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise ImportError(f"OpenSpiel is not installed: {to_install('games')}") from error

MOST_POINTS = 10_000.0
UTILITIES = ("win", "points")


def spiel_name(name: str) -> str:
    """Return the name under which a game is registered with OpenSpiel."""
    return "shunt_" + name.replace("-", "_")


def load_game(name: str, players: int | None = None, *, utility: str = "win", **options: Any) -> Any:
    """Return a game by its name in the registry as a `pyspiel.Game`; raise `InputError` if an option is invalid."""
    count = min(game_class(name).seats) if players is None else players
    make_game(name, count, **options)
    if utility not in UTILITIES:
        raise InputError("utility", f"unknown utility {utility!r}", "one of " + ", ".join(UTILITIES))
    parameters = {"players": count, "utility": utility, "options": quote(json.dumps(options), safe="")}
    return pyspiel.load_game(spiel_name(name), parameters)


def _game_type(game: type[AnyGame]) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=spiel_name(game.name),
        long_name=game.title or game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(game.seats), "utility": "win", "options": ""},
    )


def _spiel_class(game: type[AnyGame]) -> type[Any]:
    """Return a class of OpenSpiel games that plays a class of ours."""
    game_type = _game_type(game)

    class SpielGame(pyspiel.Game):  # type: ignore[misc, name-defined, unused-ignore]
        """The game with its parameters."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            parameters = dict(params or {})
            players = int(parameters.get("players", min(game.seats)))
            self.key = (game, players, parameters.get("utility", "win"), parameters.get("options", ""))
            rules, numbering, utility = _common(*self.key)
            by_wins = utility == "win"
            information = pyspiel.GameInfo(
                num_distinct_actions=numbering.size,
                max_chance_outcomes=rules.most_outcomes(),
                num_players=players,
                min_utility=-1.0 if by_wins else -MOST_POINTS,
                max_utility=players - 1.0 if by_wins else MOST_POINTS,
                utility_sum=0.0,
                max_game_length=rules.most_actions(),
            )
            super().__init__(game_type, information, parameters)

        def new_initial_state(self) -> Any:
            """Return the state before anything is drawn."""
            return SpielState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            """Return an observer of the kind that is asked for."""
            return _Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    return SpielGame


class _Common(NamedTuple):
    """What all states of a game share: its rules and numbers. States hold the key of `_common` and do not contain it."""

    rules: AnyGame
    numbering: Numbering
    utility: str


@lru_cache(maxsize=64)
def _common(game: type[AnyGame], players: int, utility: str, options: str) -> _Common:
    rules = game(players, **json.loads(unquote(options) or "{}"))
    return _Common(rules, Numbering(rules), utility)


@dataclass(frozen=True)
class _Moment:
    """A state, and what each player has observed so far, a line for each action. A moment never changes: its copy is itself.

    One text is much quicker to serialise than many: games have thousands of actions.
    """

    state: Any
    observed: tuple[str, ...]

    def __deepcopy__(self, memo: Any) -> _Moment:
        return self


class SpielState(pyspiel.State):  # type: ignore[misc, name-defined, unused-ignore]
    """A state with what each player has observed so far."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.key = game.key
        rules = self.common.rules
        self.moment = _Moment(rules.initial(), ("",) * rules.players)

    @property
    def common(self) -> _Common:
        """Return what the states of this game share."""
        return _common(*self.key)

    def current_player(self) -> Any:
        """Return the player who acts, or chance, or that the game is over."""
        player = self.common.rules.to_act(self.moment.state)
        return pyspiel.PlayerId.CHANCE if player == CHANCE else pyspiel.PlayerId.TERMINAL if player == OVER else player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return bool(self.common.rules.is_over(self.moment.state))

    def _legal_actions(self, player: int) -> list[int]:
        acts = player == self.common.rules.to_act(self.moment.state)
        return self.common.numbering.legal(self.moment.state) if acts else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities."""
        return self.common.numbering.outcomes(self.moment.state)

    def _apply_action(self, number: int) -> None:
        rules, state = self.common.rules, self.moment.state
        player, action = rules.to_act(state), self.common.numbering.action(state, number)
        seen = [rules.observed(state, action, observer) for observer in range(rules.players)]
        observed = tuple(
            f"{before}{'chance' if player == CHANCE else player}: {text}\n" if text else before
            for before, text in zip(self.moment.observed, seen, strict=True)
        )
        self.moment = _Moment(rules.apply(state, action), observed)

    def _action_to_string(self, player: int, number: int) -> str:
        return str(self.common.rules.action_text(self.common.numbering.action(self.moment.state, number)))

    def resample_from_infostate(self, player: int, uniform: Callable[[], float]) -> Any:
        """Return a state at random that `player` cannot tell from this one; `uniform` draws numbers from 0 to 1.

        What is hidden is guessed as bots guess it (`TableGame.determinize`). The history and what other players observed are not
        part of the guess: the new state has no history, and each player has observed what `player` has.
        """
        rules = self.common.rules
        view = rules.view(self.moment.state, player)
        guess = rules.determinize(view, player, random.Random(int(uniform() * (1 << 53))))
        found = self.get_game().new_initial_state()
        found.moment = _Moment(guess, (self.moment.observed[player],) * rules.players)
        return found

    def returns(self) -> list[float]:
        """Return the utility of each player; 0 before the end."""
        rules, state = self.common.rules, self.moment.state
        if not self.is_terminal():
            return [0.0] * rules.players
        if self.common.utility == "win":
            return [rules.players * share - 1.0 for share in rules.returns(state)]
        scores = rules.scores(state)
        return [points - (sum(scores) - points) / (rules.players - 1) for points in map(float, scores)]

    def __str__(self) -> str:
        return view_text(self.common.rules, self.moment.state)


class _Observer:
    """What a player sees: the view, with perfect recall also all that the player observed before."""

    def __init__(self, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self.kind = kind
        self.tensor = None if kind.perfect_recall else np.zeros(FEATURES, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the player's view into the tensor."""
        if self.tensor is not None:
            rules = state.common.rules
            self.tensor[:] = features(rules, rules.view(state.moment.state, player), player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the player's view as text."""
        rules, moment = state.common.rules, state.moment
        text = f"{player_name(player)}\n{view_text(rules, rules.view(moment.state, player))}"
        return moment.observed[player] + text if self.kind.perfect_recall else text


for _game in map(game_class, sorted(GAMES)):
    if spiel_name(_game.name) not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(_game), _spiel_class(_game))
