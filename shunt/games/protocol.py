"""The protocol of all table games: states as values, explicit chance, sorted legal actions, actions as text.

A `TableGame` holds the rules and options. A state is a frozen value that contains nothing about the future. When chance decides,
`CHANCE` is to act, and its outcomes are weighted actions; a shuffle is a series of draws. A seed and the players' actions
therefore reproduce a game (`replay`), and a tree search does not need a copy of the rules. Bots, simulations, saved games and
tests all use this protocol.

Hidden information: a state contains everything. `view(state, player)` removes what the player may not know, `determinize` fills
it in again at random. States that a player cannot tell apart have the same view. Bots only receive views.

Fixed decks: with `Match(game, seed, script=[…])`, chance follows the given outcomes (or their texts) first, and then the seed.

A game must implement the abstract methods. The others have defaults for games without hidden information, or are hooks for bots
(`evaluate`, `playout_action`), the terminal (`observed`), simulations (`facts`) and adapters (`most_actions`, `most_choices`,
`most_outcomes`, `action_space`).
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from inspect import signature
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from shunt.errors import Fault, IllegalMoveError, InputError, NotationError, counted, faults_as, raise_faults

if TYPE_CHECKING:
    from shunt.games.saved_files import SavedMatch

CHANCE = -1
"""The value of `to_act` when chance decides."""
OVER = -2
"""The value of `to_act` when the game is over."""

S = TypeVar("S")
A = TypeVar("A")


def player_name(player: int) -> str:
    """Return the name of a player for people, such as `player 1` for player 0."""
    return f"player {player + 1}"


Weighted = tuple[A, int]


@dataclass(frozen=True)
class ScoreForm:
    """A printed score sheet: its rows, the number of games on a sheet, and a remark."""

    rows: tuple[str, ...] = ("Points",)
    games: int = 8
    remark: str = ""


def players_text(seats: Sequence[int]) -> str:
    """Return the possible numbers of players in words, such as `2 to 5 players` or `2 players`."""
    least, most = min(seats), max(seats)
    return counted(most, "players") if least == most else f"{least} to {most} players"


class TableGame(ABC, Generic[S, A]):
    """The rules of one game for a number of players. `S` is the type of its frozen states, and `A` that of its actions.

    Players are numbered from 0, clockwise. Actions must be hashable and sortable.
    """

    name: ClassVar[str]
    """The game's name in saved games and in the registry, and that of its command (`shunt NAME play`)."""
    seats: ClassVar[tuple[int, ...]]
    """The possible numbers of players."""
    title: ClassVar[str] = ""
    """The game's name for people."""
    summary: ClassVar[str] = ""
    """A description of the game in one sentence."""
    table_options: ClassVar[Mapping[str, Any]] = {}
    """Options of new games for people and simulations, where they differ from the constructor's defaults."""
    options_class: ClassVar[Callable[..., Any] | None] = None
    """The class of the options that the constructor takes besides its own keywords."""
    bots: ClassVar[Mapping[str, str]] = {}
    """Bots for this game only: name → `module:attribute`, a factory that takes a seed and options by keyword."""
    strengths: ClassVar[Mapping[str, str]] = {"easy": "random", "normal": "greedy", "strong": "ismcts"}
    """The bots that a page offers, by strength."""
    face: ClassVar[str] = "shunt.games.face:plain_face"
    """The drawing of the game on a page (`games/face.py`), as `module:attribute`. The module may define `RULES`, which are lines
    of text, and `PICTURES`, which map the number of a line to a function that draws its picture."""
    score_form: ClassVar[ScoreForm] = ScoreForm()
    """The score sheet that can be printed."""
    front: ClassVar[str] = ""
    """The terminal interface of the game (`games/commands/front.py`), as `module:attribute`."""

    def __init__(self, players: int) -> None:
        """Raise `InputError` if the game cannot be played by this number of players."""
        if players not in self.seats:
            what = f"{self.title or self.name} has {players_text(self.seats)}, not {players}"
            raise InputError("players", what, "one of " + ", ".join(map(str, self.seats)))
        self.players = players

    # -------------------------------------------------------------------------------------------------- to be implemented

    @abstractmethod
    def initial(self) -> S:
        """Return the state before anything is drawn."""

    @abstractmethod
    def to_act(self, state: S) -> int:
        """Return the player to act, `CHANCE` or `OVER`."""

    @abstractmethod
    def legal_actions(self, state: S) -> tuple[A, ...]:
        """Return the legal actions of the player to act, sorted and without duplicates. They are empty if chance or nobody acts.

        `refusal` may accept actions that are not listed, such as moves that a person writes in another way.
        """

    @abstractmethod
    def chance_outcomes(self, state: S) -> tuple[Weighted[A], ...]:
        """Return every outcome of chance, sorted, with a positive integer weight. They are empty unless chance acts."""

    @abstractmethod
    def apply(self, state: S, action: A) -> S:
        """Return the state after a legal action or an outcome of chance. Only `act` checks the action."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Return the points of each player so far."""

    @abstractmethod
    def action_text(self, action: A) -> str:
        """Return the action as people write it, so that `parse_action(action_text(a)) == a`."""

    @abstractmethod
    def parse_action(self, text: str) -> A:
        """Read a player's action or an outcome of chance; raise `NotationError` for anything else."""

    @abstractmethod
    def describe(self, state: S) -> str:
        """Return a description of the table in plain text."""

    # ------------------------------------------------------------------------------ defaults for games without hidden information

    def view(self, state: S, player: int) -> S:
        """Return the state without what `player` may not know. The view of a view is the view itself.

        The player has the same legal actions in the view as in the state.
        """
        return state

    def determinize(self, view: S, player: int, chance: random.Random) -> S:
        """Return a random complete state that has this view. Without hidden information it is the view itself."""
        return view

    def refusal(self, state: S, action: A) -> str:
        """Return the reason why the player to act may not do this, or an empty string if it is legal.

        Every listed action is legal.
        """
        return "" if action in self.legal_actions(state) else f"{self.action_text(action)!r} is not allowed now"

    def winners(self, state: S) -> tuple[int, ...]:
        """Return the players who have won or are leading: all those with the most points, unless the game breaks ties."""
        scores = self.scores(state)
        return tuple(player for player, points in enumerate(scores) if points == max(scores))

    # --------------------------------------------------------------------------------------------------------------- hooks

    def state_to_json(self, state: Any) -> dict[str, Any]:
        """Return the state in JSON types. The default is for dataclasses of numbers, texts and tuples of them."""
        values = {one.name: getattr(state, one.name) for one in fields(state)}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def words(self, action: A, names: Sequence[str]) -> str:
        """Return an action or outcome in words, without notation. `names` are the players' names."""
        return self.action_text(action)

    def words_for(self, state: S, action: A, observer: int, names: Sequence[str]) -> str:
        """Return the result of `observed` in words."""
        seen = self.observed(state, action, observer)
        return self.words(action, names) if seen == self.action_text(action) else seen

    def options_to_json(self) -> dict[str, Any]:
        """Return the options of the game, except its players, as keywords for its constructor."""
        return {name: getattr(self, name) for name in signature(type(self)).parameters if name != "players"}

    def returns(self, state: S) -> tuple[float, ...]:
        """Return each player's share of the win in a finished game. The shares add up to 1."""
        winners = self.winners(state)
        return tuple((player in winners) / len(winners) for player in range(self.players))

    def evaluate(self, state: S, player: int) -> float:
        """Return an estimate of how well `player` is doing, in points. Bots that look ahead maximise it.

        The default is the player's lead over the best rival. Any other estimate should become the lead when the game is over.
        `state` is complete, never a view, and the set-up is over.
        """
        scores = self.scores(state)
        return float(scores[player] - max(points for seat, points in enumerate(scores) if seat != player))

    def playout_action(self, state: S, chance: random.Random) -> A:
        """Return an action for the player to act in a playout of a complete state. It should be quick rather than good."""
        return chance.choice(self.legal_actions(state))

    def observed(self, state: S, action: A, observer: int) -> str:
        """Return the text of an action or outcome in `state` as `observer` sees it, or an empty string if nothing is visible.

        The default is the whole action. Games with hidden information leave out what the observer may not know.
        """
        return self.action_text(action)

    def facts(self, state: S) -> Mapping[str, tuple[float, ...]]:
        """Return statistics of a finished game: for each name, a number for each player. Simulations report their means.

        A name may be missing in some games; its mean is then over the others. Balance studies can use this to record which
        bonus was in play, for example, and who earned it.
        """
        return {}

    def most_actions(self) -> int:
        """Return an upper bound on the number of players' actions in a match."""
        return 10_000

    def most_choices(self) -> int:
        """Return an upper bound on the number of legal actions in a state. Adapters use it if `action_space` does not list all
        actions."""
        return 1_000

    def most_outcomes(self) -> int:
        """Return an upper bound on the number of outcomes of chance in a state."""
        return 200

    def action_space(self) -> tuple[A, ...] | None:
        """Return every action that a player can ever take, sorted, or None if there are too many to list.

        Adapters use it to number actions. Without it, an action's number is its index in the sorted legal actions.
        """
        return None

    @classmethod
    def warm(cls) -> None:
        """Do work that is slow only the first time, such as compiling kernels, before worker processes start."""

    # ---------------------------------------------------------------------------------------------------- not overridden

    def is_legal(self, state: S, action: A) -> bool:
        """Return whether the player to act may do this. It is true for every listed action."""
        return not self.refusal(state, action)

    def is_over(self, state: S) -> bool:
        """Return whether the game is over."""
        return self.to_act(state) == OVER

    def act(self, state: S, action: A) -> S:
        """Check an action and return the state after it; raise `IllegalMoveError` if it is illegal."""
        self.check(state, action)
        return self.apply(state, action)

    def check(self, state: S, action: A) -> None:
        """Raise `IllegalMoveError` if the player to act may not do this, or if chance cannot draw it."""
        if self.to_act(state) == CHANCE:
            if action not in {outcome for outcome, _ in self.chance_outcomes(state)}:
                raise IllegalMoveError("chance", f"{self.action_text(action)} cannot be drawn")
        elif self.is_over(state):
            raise IllegalMoveError("over", "the game is over")
        elif why := self.refusal(state, action):
            raise IllegalMoveError("action", why)


AnyGame = TableGame[Any, Any]
"""A game of any states and actions."""


class Seat(NamedTuple):
    """What a player looks at: the rules, the view and the player, as `Bot.choose` takes them."""

    game: Any
    view: Any
    player: int


class Bot(Protocol):
    """A computer player."""

    def choose(self, game: AnyGame, view: Any, player: int) -> Any:
        """Return a legal action for a player with this view. The same calls in the same order give the same answers."""


# --------------------------------------------------------------------------------------------------------------------
# Playing


def outcome_at(outcomes: Sequence[Weighted[A]], ticket: float) -> A:
    """Return the outcome that a number below the sum of all weights selects."""
    for outcome, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return outcome
    return outcomes[-1][0]  # rounding


def drawn(game: TableGame[S, A], state: S, chance: random.Random) -> A:
    """Return a random outcome of chance, according to the weights."""
    outcomes = game.chance_outcomes(state)
    return outcome_at(outcomes, chance.randrange(sum(weight for _, weight in outcomes)))


def settled(game: TableGame[S, A], state: S, chance: random.Random) -> S:
    """Return the state after all that chance draws before the next player acts."""
    while game.to_act(state) == CHANCE:
        state = game.apply(state, drawn(game, state, chance))
    return state


Step = tuple[int | None, Any, Any]


@dataclass(frozen=True)
class Event:
    """An action of a player (none at the beginning of the game), and what chance did after it.

    `before` is the state in which the action was taken, `after` the one in which the next player acts. `steps` are (player or
    None for chance, state, action), one after the other.
    """

    player: int | None
    before: Any
    after: Any
    steps: tuple[Step, ...]


@dataclass
class Match(Generic[S, A]):
    """A game in progress. Chance follows the seed, and `act` makes the players' actions.

    `events` lists every event. The first is what chance decides before anybody acts, so it has no player.
    `script` lists outcomes (or their texts) that chance follows first, such as the order of a deck.
    """

    game: TableGame[S, A]
    seed: int
    script: Sequence[A | str] = ()

    def __post_init__(self) -> None:
        self.script = tuple(self.game.parse_action(item) if isinstance(item, str) else item for item in self.script)
        self._begin()

    def _begin(self) -> None:
        self._chance = random.Random(self.seed)
        self._scripted = 0
        self.events: list[Event] = []
        self.state = self.game.initial()
        self._record()

    @property
    def actions(self) -> list[A]:
        """The players' actions so far."""
        return [event.steps[0][2] for event in self.events[1:]]

    @property
    def drawn(self) -> list[A]:
        """The outcomes of chance since the last action of a player."""
        return [action for player, _, action in self.events[-1].steps if player is None]

    def _record(self, *played: A) -> None:
        """Record an event: the action of a player, if there is one, and what chance draws then."""
        before, steps = self.state, list[Step]()
        for action in chain(played, self._draws()):
            actor = self.game.to_act(self.state)
            steps.append((None if actor == CHANCE else actor, self.state, action))
            self.state = self.game.apply(self.state, action)
        self.events.append(Event(steps[0][0] if steps else None, before, self.state, tuple(steps)))

    def _draws(self) -> Iterator[A]:
        while self.game.to_act(self.state) == CHANCE:
            yield self._outcome()

    def _outcome(self) -> A:
        if self._scripted == len(self.script):
            return drawn(self.game, self.state, self._chance)
        outcome = self.script[self._scripted]
        if outcome not in {possible for possible, _ in self.game.chance_outcomes(self.state)}:
            raise IllegalMoveError("script", f"outcome {self._scripted + 1} of the script cannot be drawn now")
        self._scripted += 1
        return outcome

    def act(self, action: A) -> None:
        """Make an action of the player to act; raise `IllegalMoveError` if it is illegal."""
        self.game.check(self.state, action)
        self._record(action)

    def acted(self, actions: Iterable[A | str]) -> Self:
        """Make actions (or their texts) and return the match.

        Raise `IllegalMoveError` with the number of the first illegal action, and `NotationError` for one that cannot be read.
        """
        for number, action in enumerate(actions, start=1):
            try:
                self.act(self.game.parse_action(action) if isinstance(action, str) else action)
            except IllegalMoveError as error:
                raise IllegalMoveError(error.rule, error.why, number) from None
            except NotationError as error:
                raise NotationError(f"action {number}: {error}") from None
        return self

    def seat(self, player: int) -> Seat:
        """Return what a player looks at."""
        return Seat(self.game, self.game.view(self.state, player), player)

    def undo(self, count: int = 1) -> None:
        """Take back the players' last `count` actions and the draws after them; raise `InputError` if there are fewer.

        After the same actions, chance draws the same outcomes again.
        """
        actions = self.actions
        if not 0 <= count <= len(actions):
            raise InputError("undo", f"{count} actions cannot be taken back", f"0 to {len(actions)}")
        self._begin()
        for action in actions[: len(actions) - count]:
            self._record(action)

    @property
    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.game.is_over(self.state)

    def play(self, bots: Sequence[Bot]) -> None:
        """Play the match to its end with one bot for each player."""
        while not self.is_over:
            player = self.game.to_act(self.state)
            self.act(bots[player].choose(*self.seat(player)))


M = TypeVar("M", bound=Match[Any, Any])


def replay(game: TableGame[S, A], seed: int, actions: Iterable[A | str], script: Sequence[A | str] = ()) -> Match[S, A]:
    """Return the match with this seed, script and actions (or their texts); see `Match.acted` for errors."""
    return Match(game, seed, script).acted(actions)


# --------------------------------------------------------------------------------------------------------------------
# Saved games and playthroughs


def match_to_json(match: Match[S, A]) -> dict[str, Any]:
    """Return the game, options, seed, script and actions of a match, from which it can be reproduced."""
    game = match.game
    data: dict[str, Any] = {"schema": "shunt-match/1", "game": game.name, "players": game.players}
    data |= {"options": game.options_to_json(), "seed": match.seed}
    if match.script:
        data["script"] = [item if isinstance(item, str) else game.action_text(item) for item in match.script]
    return data | {"actions": [game.action_text(action) for action in match.actions]}


def match_from_json(data: Any, make: Callable[..., AnyGame]) -> Match[Any, Any]:
    """Replay a match from `match_to_json`; raise `InputError` if the data is invalid. `make(name, players, **options)` makes its
    game."""
    from shunt.games.saved_files import MATCH_SCHEMA, SavedMatch, checked

    known = SavedMatch.file_keys()
    own = {key: value for key, value in data.items() if key in known} if isinstance(data, dict) else data
    return match_from_file(checked(SavedMatch, MATCH_SCHEMA, own), make, Match)


def match_from_file(saved: SavedMatch, make: Callable[..., AnyGame], begin: Callable[..., M]) -> M:
    """Replay the match in a file that was read; raise `InputError` with the places of what cannot be.

    `begin(game, seed, script)` begins the match.
    """
    game = _made(saved, make)
    actions, script = _parsed(game, "actions", saved.actions), _parsed(game, "script", saved.script)
    try:
        return begin(game, saved.seed, script).acted(actions)
    except IllegalMoveError as error:
        place = "script" if error.rule == "script" else f"actions[{(error.number or 1) - 1}]"
        raise InputError(place, error.why, "the actions of one match, in order") from None


def _made(saved: SavedMatch, make: Callable[..., AnyGame]) -> AnyGame:
    """Make the game of a file; raise `InputError`, which gives the places of invalid options."""
    options = saved.options
    with faults_as(lambda fault: replace(fault, where=f"options.{fault.where}") if fault.where in options else fault):
        try:
            return make(saved.game, saved.players, **options)
        except TypeError as error:
            raise InputError("options", str(error), "the options of the game") from None


def _parsed(game: TableGame[S, A], key: str, texts: Sequence[str]) -> list[A]:
    """Return actions read from their texts; raise `InputError` with the places of all that cannot be read."""
    actions, faults = [], []
    for number, text in enumerate(texts):
        try:
            actions.append(game.parse_action(text))
        except NotationError as error:
            faults.append(Fault(f"{key}[{number}]", str(error), "an action of this game"))
    raise_faults(faults)
    return actions
