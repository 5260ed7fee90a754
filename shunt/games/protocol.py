"""The protocol of every game here: states as values, explicit chance, sorted legal actions, actions as text.

A `Game` holds the rules and options; a state is a frozen value and knows nothing of what comes. Where chance decides, the
state says so (`CHANCE` is to act) and its outcomes are actions with weights; a shuffle is a row of draws. So one seed and the
actions of the players make a game again (`replay`), a tree search needs no copy of the rules, and what a player may not know is
taken out by one function (`view`). Bots, simulation, saved games and tests are written once on this.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from shunt.errors import Fault, IllegalMoveError, InputError, NotationError

CHANCE = -1
"""Who acts where chance decides."""
OVER = -2
"""Who acts when the game is over."""

S = TypeVar("S")
A = TypeVar("A")
Weighted = tuple[A, int]


class Game(ABC, Generic[S, A]):
    """The rules of one game for a number of players; `S` is the type of its states (frozen), `A` that of its actions.

    Players are numbered from 0, clockwise. Actions compare, so that lists of them are sorted; they must be hashable.
    """

    name: ClassVar[str]
    """The name under which saved games know it."""
    seats: ClassVar[tuple[int, ...]]
    """Numbers of players that it can be played by."""

    def __init__(self, players: int) -> None:
        """Raises `InputError` for a number of players that the game is not for."""
        if players not in self.seats:
            allowed = f"{min(self.seats)} to {max(self.seats)}"
            raise InputError(Fault("players", f"{self.name} is no game for {players} players", allowed))
        self.players = players

    # -------------------------------------------------------------------------------------------------- to be implemented

    @abstractmethod
    def initial(self) -> S:
        """The state before anything was drawn."""

    @abstractmethod
    def to_act(self, state: S) -> int:
        """The player who acts, `CHANCE` or `OVER`."""

    @abstractmethod
    def legal_actions(self, state: S) -> tuple[A, ...]:
        """What the player who acts may do, sorted, each once; empty where nobody acts or chance does.

        A game may accept further actions that cannot be listed (`is_legal`), such as moves typed by a person.
        """

    @abstractmethod
    def chance_outcomes(self, state: S) -> tuple[Weighted[A], ...]:
        """Where chance acts: every outcome, sorted, with a whole weight above 0; empty elsewhere."""

    @abstractmethod
    def apply(self, state: S, action: A) -> S:
        """The state after a legal action or an outcome of chance; trusts its caller (`act` checks)."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Points of each player so far."""

    @abstractmethod
    def action_text(self, action: A) -> str:
        """The action as people write it; `parse_action(action_text(a)) == a`."""

    @abstractmethod
    def parse_action(self, text: str) -> A:
        """Read an action, of a player or of chance; raises `NotationError`."""

    @abstractmethod
    def state_to_json(self, state: S) -> dict[str, Any]:
        """The state in what JSON knows; `state_from_json` reads it back."""

    @abstractmethod
    def state_from_json(self, data: Mapping[str, Any]) -> S:
        """A state from `state_to_json`; raises `InputError` for anything else."""

    @abstractmethod
    def options_to_json(self) -> dict[str, Any]:
        """The options of the game besides its players: keywords of its constructor."""

    @abstractmethod
    def describe(self, state: S) -> str:
        """The state in lines of plain text: what lies on the table."""

    # ------------------------------------------------------------------------------------- right where nothing is hidden

    def view(self, state: S, player: int) -> S:
        """The state with all that `player` may not know taken out; nothing in games of open cards."""
        return state

    def determinize(self, view: S, player: int, chance: random.Random) -> S:
        """A whole state that `player` may be in as far as `view` tells, at random; `view` of it gives the same again."""
        return view

    def is_legal(self, state: S, action: A) -> bool:
        """Whether the player who acts may do this."""
        return action in self.legal_actions(state)

    def refusal(self, state: S, action: A) -> str:
        """Why the player who acts may not do this, for people; empty if that is legal."""
        return "" if self.is_legal(state, action) else f"{self.action_text(action)!r} is not to be done now"

    def winners(self, state: S) -> tuple[int, ...]:
        """Who has won, or leads: all with most points, unless the game has a rule for ties."""
        scores = self.scores(state)
        return tuple(player for player, points in enumerate(scores) if points == max(scores))

    # --------------------------------------------------------------------------------------------------------------- given

    def is_over(self, state: S) -> bool:
        """Whether nothing more happens."""
        return self.to_act(state) == OVER

    def act(self, state: S, action: A) -> S:
        """The state after an action that is checked first; raises `IllegalMoveError`."""
        if self.to_act(state) == CHANCE:
            if action not in {outcome for outcome, _ in self.chance_outcomes(state)}:
                raise IllegalMoveError("chance", f"{self.action_text(action)} cannot be drawn")
        elif self.is_over(state):
            raise IllegalMoveError("over", "the game is over")
        elif why := self.refusal(state, action):
            raise IllegalMoveError("action", why)
        return self.apply(state, action)


class Bot(Protocol):
    """Something that plays: called with the game, the state as its player may see it, and that player."""

    def choose(self, game: Game[Any, Any], view: Any, player: int) -> Any:
        """A legal action. The same calls in the same order give the same answers."""


# --------------------------------------------------------------------------------------------------------------------
# Playing


def drawn(game: Game[S, A], state: S, chance: random.Random) -> A:
    """An outcome of chance by its weights."""
    outcomes = game.chance_outcomes(state)
    ticket = chance.randrange(sum(weight for _, weight in outcomes))
    for outcome, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return outcome
    raise AssertionError("weights are above 0")


@dataclass
class Match(Generic[S, A]):
    """A game being played: chance draws by the seed, players act by `act`. `actions` are those of the players.

    `drawn` holds what chance did since the players' last action, for telling it.
    """

    game: Game[S, A]
    seed: int

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        self.actions: list[A] = []
        self.state = self.game.initial()
        self.drawn: list[A] = []
        self._draw()

    def _draw(self) -> None:
        while self.game.to_act(self.state) == CHANCE:
            self.drawn.append(drawn(self.game, self.state, self._chance))
            self.state = self.game.apply(self.state, self.drawn[-1])

    def act(self, action: A) -> None:
        """The player who acts does this; raises `IllegalMoveError`."""
        state = self.game.act(self.state, action)
        self.state = state
        self.actions.append(action)
        self.drawn.clear()
        self._draw()

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens."""
        return self.game.is_over(self.state)

    def play(self, bots: Sequence[Bot]) -> None:
        """Let bots play it to its end, one a player."""
        while not self.is_over:
            player = self.game.to_act(self.state)
            self.act(bots[player].choose(self.game, self.game.view(self.state, player), player))


def replay(game: Game[S, A], seed: int, actions: Iterable[A | str]) -> Match[S, A]:
    """The match that this seed and these actions (or their texts) make.

    Raises `IllegalMoveError` with the number of the first illegal action, `NotationError` for one that cannot be read.
    """
    match = Match(game, seed)
    for number, action in enumerate(actions, start=1):
        try:
            match.act(game.parse_action(action) if isinstance(action, str) else action)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.rule, error.why, number) from None
        except NotationError as error:
            raise NotationError(f"action {number}: {error}") from None
    return match


# --------------------------------------------------------------------------------------------------------------------
# Saved games and playthroughs

MATCH_SCHEMA = "shunt-match/1"


def match_to_json(match: Match[S, A]) -> dict[str, Any]:
    """A match as its game, options, seed and actions: all that makes it again."""
    game = match.game
    told: dict[str, Any] = {"schema": MATCH_SCHEMA, "game": game.name, "players": game.players}
    told |= {"options": game.options_to_json(), "seed": match.seed}
    return told | {"actions": [game.action_text(action) for action in match.actions]}


def match_from_json(data: Any, make: Callable[..., Game[Any, Any]]) -> Match[Any, Any]:
    """Play a match again from `match_to_json`; `make(name, players, **options)` makes its game. Raises `InputError`."""
    if not isinstance(data, dict) or data.get("schema") != MATCH_SCHEMA:
        raise InputError(Fault("schema", "this is no saved game", f'schema = "{MATCH_SCHEMA}"'))
    kinds: dict[str, type] = {"game": str, "players": int, "options": dict, "seed": int, "actions": list}
    faults = [
        Fault(key, f"{data.get(key)!r}", f"a saved game has a value of the kind {kind.__name__} here")
        for key, kind in kinds.items()
        if not isinstance(data.get(key), kind) or isinstance(data.get(key), bool)
    ]
    if not faults and not all(isinstance(action, str) for action in data["actions"]):
        faults.append(Fault("actions", "not a list of texts", "actions as they are written"))
    if faults:
        raise InputError(faults)
    try:
        game = make(data["game"], data["players"], **data["options"])
        return replay(game, data["seed"], data["actions"])
    except TypeError as error:
        raise InputError(Fault("options", str(error), "the options of the game")) from None
    except IllegalMoveError as error:
        raise InputError(Fault("actions", str(error), "the actions of one match, in order")) from None


def playthrough(game: Game[S, A], seed: int, bots: Sequence[Bot]) -> str:
    """One whole game as text, every state, draw and action: to be kept and compared."""
    chance, state, lines = random.Random(seed), game.initial(), []
    lines.append(f"{game.name}, {game.players} players, seed {seed}")
    while not game.is_over(state):
        player = game.to_act(state)
        if player == CHANCE:
            outcomes = game.chance_outcomes(state)
            action = drawn(game, state, chance)
            who = f"chance, {len(outcomes)} outcomes"
        else:
            lines += ["", *game.describe(state).splitlines()]
            action = bots[player].choose(game, game.view(state, player), player)
            who = f"player {player}, {len(game.legal_actions(state))} actions"
        lines.append(f"> {who}: {game.action_text(action)}")
        state = game.act(state, action)
    lines += ["", *game.describe(state).splitlines()]
    points = " ".join(map(str, game.scores(state)))
    return "\n".join([*lines, f"points {points}; won by {' '.join(map(str, game.winners(state)))}", ""])
