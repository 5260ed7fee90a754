"""The protocol of every game here: states as values, explicit chance, sorted legal actions, actions as text.

A `TableGame` holds the rules and options; a state is a frozen value that contains nothing of the future. Where chance decides,
`CHANCE` is to act and its outcomes are actions with weights; a shuffle is a series of draws. So one seed and the actions of the
players reproduce a game (`replay`), a tree search needs no copy of the rules, and one function (`view`) removes what a player may
not know. Bots, simulation, saved games and tests are written once on this.

Hidden information: a state holds everything. `view(state, player)` removes what the player may not know, `determinize` fills it
in again at random, `information_key` names the information set. Bots are given views only.

Fixed decks: `Match(game, seed, script=[…])` makes chance follow the given outcomes (or their texts) first, then the seed.

A game must implement the abstract methods. The others have defaults that are right for games without hidden information, or
are hooks: `evaluate` and `playout_action` (bots), `observed` (the terminal), `facts` (simulations), `most_actions`,
`most_choices`, `most_outcomes` and `action_space` (adapters).
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from shunt.errors import Fault, IllegalMoveError, InputError, NotationError, counted

CHANCE = -1
"""Who acts where chance decides."""
OVER = -2
"""Who acts when the game is over."""

S = TypeVar("S")
A = TypeVar("A")


def player_name(player: int) -> str:
    """Return what people call a player, `player 1` for the first: texts number players from 1, programs from 0."""
    return f"player {player + 1}"


Weighted = tuple[A, int]


@dataclass(frozen=True)
class ScoreForm:
    """What is written down in a game on paper: the rows, how many games fit on a sheet, and a remark."""

    rows: tuple[str, ...] = ("Points",)
    games: int = 8
    remark: str = ""


def players_text(seats: Sequence[int]) -> str:
    """Return the numbers of players in words: `2 to 5 players`, or `2 players` where there is no choice."""
    least, most = min(seats), max(seats)
    return counted(most, "players") if least == most else f"{least} to {most} players"


class TableGame(ABC, Generic[S, A]):
    """The rules of one game for a number of players; `S` is the type of its states (frozen), `A` that of its actions.

    Players are numbered from 0, clockwise. Actions compare, so that lists of them are sorted; they must be hashable.
    """

    name: ClassVar[str]
    """The game's name in saved games and in the registry."""
    seats: ClassVar[tuple[int, ...]]
    """The numbers of players that the game allows."""
    title: ClassVar[str] = ""
    """The game's name for people."""
    summary: ClassVar[str] = ""
    """One sentence that says what the game is."""
    command: ClassVar[str] = ""
    """The command of the program that plays it (`shunt COMMAND play`)."""
    table_options: ClassVar[Mapping[str, Any]] = {}
    """Options of a new game for people and simulations that differ from the defaults of the constructor."""
    bots: ClassVar[Mapping[str, str]] = {}
    """Bots of this game alone: name → `module:attribute`, a factory that takes a seed (and options by keyword)."""
    strengths: ClassVar[Mapping[str, str]] = {"easy": "random", "normal": "greedy", "strong": "ismcts"}
    """The bots that a page offers, by how strong they are."""
    face: ClassVar[str] = "shunt.games.face:plain_face"
    """What draws the game for a page (`games/face.py`), as `module:attribute`; the module may have `RULES`, lines of text, and
    `PICTURES`, which by the number of a line return what is drawn with it."""
    score_form: ClassVar[ScoreForm] = ScoreForm()
    """The score sheet that is printed for an evening."""
    front: ClassVar[str] = ""
    """What the terminal knows of the game (`games/commands/front.py`), as `module:attribute`."""

    def __init__(self, players: int) -> None:
        """Raise `InputError` for a number of players that the game does not allow."""
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
        """Return the player who acts, `CHANCE` or `OVER`."""

    @abstractmethod
    def legal_actions(self, state: S) -> tuple[A, ...]:
        """Return what the player who acts may do, sorted, each action once; empty if chance or nobody acts.

        A game may accept further actions that cannot be listed (`is_legal`), such as moves typed by a person.
        """

    @abstractmethod
    def chance_outcomes(self, state: S) -> tuple[Weighted[A], ...]:
        """Return every outcome of chance, sorted, with a whole weight above 0; empty unless chance acts."""

    @abstractmethod
    def apply(self, state: S, action: A) -> S:
        """Return the state after a legal action or an outcome of chance. The action is not checked (`act` checks)."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Return the points of each player so far."""

    @abstractmethod
    def action_text(self, action: A) -> str:
        """Return the action as people write it; `parse_action(action_text(a)) == a`."""

    @abstractmethod
    def parse_action(self, text: str) -> A:
        """Read an action of a player or an outcome of chance; raise `NotationError` for anything else."""

    @abstractmethod
    def state_to_json(self, state: S) -> dict[str, Any]:
        """Return the state in JSON types."""

    @abstractmethod
    def describe(self, state: S) -> str:
        """Return the state in lines of plain text: what is on the table."""

    # ------------------------------------------------------------------------------ defaults for games without hidden information

    def view(self, state: S, player: int) -> S:
        """Return the state without what `player` may not know; a view of a view is the same again.

        The player's own legal actions are the same in the view as in the state.
        """
        return state

    def determinize(self, view: S, player: int, chance: random.Random) -> S:
        """Return a whole state that fits `view`, at random; `view` of it gives the same view again.

        In a game without hidden information it returns the view itself.
        """
        return view

    def is_legal(self, state: S, action: A) -> bool:
        """Return whether the player who acts may do this; true for every listed action."""
        return action in self.legal_actions(state)

    def refusal(self, state: S, action: A) -> str:
        """Return why the player who acts may not do this, for people; empty if it is legal."""
        return "" if self.is_legal(state, action) else f"{self.action_text(action)!r} is not allowed now"

    def winners(self, state: S) -> tuple[int, ...]:
        """Return who has won or leads: all with most points, unless the game breaks ties."""
        scores = self.scores(state)
        return tuple(player for player, points in enumerate(scores) if points == max(scores))

    def information_key(self, view: S, player: int) -> Hashable:
        """Return what names the information set of `player`: equal for states that the player cannot tell apart.

        `view` is the player's view. The view itself is the default. A game whose views hold more than matters from now on
        may return less, so that a search shares what it learns.
        """
        return view

    # --------------------------------------------------------------------------------------------------------------- hooks

    def words(self, action: A, names: Sequence[str]) -> str:
        """Return an action or outcome in words for people who have not learned the notation; `names` are those of the players."""
        return self.action_text(action)

    def words_for(self, state: S, action: A, observer: int, names: Sequence[str]) -> str:
        """Return what `observed` returns, in words."""
        seen = self.observed(state, action, observer)
        return self.words(action, names) if seen == self.action_text(action) else seen

    def options_to_json(self) -> dict[str, Any]:
        """Return the options of the game besides its players, as keywords of its constructor: its attributes of these names."""
        return {name: getattr(self, name) for name in signature(type(self)).parameters if name != "players"}

    def returns(self, state: S) -> tuple[float, ...]:
        """Return what a finished game is worth to each player, 0 to 1, in sum 1: a win, shared by all winners."""
        winners = self.winners(state)
        return tuple((player in winners) / len(winners) for player in range(self.players))

    def evaluate(self, state: S, player: int) -> float:
        """Return how well `player` is placed, in points; higher is better. Bots that look ahead maximise it.

        The default is the lead: own points less those of the best rival. A better estimate is expected to become the lead
        when the game is over. `state` is whole (never a view), and the set-up is over: a player has acted or is to act.
        """
        scores = self.scores(state)
        return float(scores[player] - max(points for seat, points in enumerate(scores) if seat != player))

    def playout_action(self, state: S, chance: random.Random) -> A:
        """Return an action for the player who acts in a playout of a whole state: quick rather than good, any at random."""
        return chance.choice(self.legal_actions(state))

    def observed(self, state: S, action: A, observer: int) -> str:
        """Return what `observer` sees of an action (or outcome) taken in `state`, for people; empty for nothing at all.

        The default is the whole action. Games with hidden information leave out what the observer may not know.
        """
        return self.action_text(action)

    def facts(self, state: S) -> Mapping[str, tuple[float, ...]]:
        """Return named numbers of a finished game, one for each player, whose means a simulation reports by name.

        A name may be missing in some games: its mean is over the games that have it. Use it for what balance studies need
        (such as which bonus was in play, and who earned it).
        """
        return {}

    def most_actions(self) -> int:
        """Return a number of actions of players that no match exceeds."""
        return 10_000

    def most_choices(self) -> int:
        """Return a number of legal actions that no state exceeds."""
        return 1_000

    def most_outcomes(self) -> int:
        """Return a number of outcomes of chance that no state exceeds."""
        return 200

    def action_space(self) -> tuple[A, ...] | None:
        """Return every action that a player can ever take, sorted, or None if there are too many to list.

        Adapters number actions by it. Without it an action's number is its place in the sorted legal actions.
        """
        return None

    @classmethod
    def warm(cls) -> None:
        """Do what is slow only the first time (such as compiling kernels) before worker processes start."""

    # ---------------------------------------------------------------------------------------------------- not overridden

    def is_over(self, state: S) -> bool:
        """Return whether the game is over."""
        return self.to_act(state) == OVER

    def act(self, state: S, action: A) -> S:
        """Check an action and return the state after it; raise `IllegalMoveError` if it is illegal."""
        self.check(state, action)
        return self.apply(state, action)

    def check(self, state: S, action: A) -> None:
        """Raise `IllegalMoveError` unless the player who acts may do this, or chance may draw it."""
        if self.to_act(state) == CHANCE:
            if action not in {outcome for outcome, _ in self.chance_outcomes(state)}:
                raise IllegalMoveError("chance", f"{self.action_text(action)} cannot be drawn")
        elif self.is_over(state):
            raise IllegalMoveError("over", "the game is over")
        elif why := self.refusal(state, action):
            raise IllegalMoveError("action", why)


class Bot(Protocol):
    """Something that plays: it is given the game, the player's view of the state, and the player."""

    def choose(self, game: TableGame[Any, Any], view: Any, player: int) -> Any:
        """Return a legal action. The same calls in the same order give the same answers."""


# --------------------------------------------------------------------------------------------------------------------
# Playing


def outcome_at(outcomes: Sequence[Weighted[A]], ticket: float) -> A:
    """Return the outcome to which a number below the sum of all weights belongs."""
    for outcome, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return outcome
    return outcomes[-1][0]  # rounding


def drawn(game: TableGame[S, A], state: S, chance: random.Random) -> A:
    """Return an outcome of chance at random, by the weights."""
    outcomes = game.chance_outcomes(state)
    return outcome_at(outcomes, chance.randrange(sum(weight for _, weight in outcomes)))


@dataclass
class Match(Generic[S, A]):
    """A game in progress: chance draws by the seed, players act by `act`. `actions` holds those of the players.

    `script`: outcomes (or their texts) that chance follows first, such as the order of a deck. `drawn` holds what chance did
    since the players' last action.
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
        self.actions: list[A] = []
        self.state = self.game.initial()
        self.drawn: list[A] = []
        self._draw()

    def _draw(self) -> None:
        while self.game.to_act(self.state) == CHANCE:
            self.drawn.append(self._outcome())
            self.state = self.game.apply(self.state, self.drawn[-1])

    def _outcome(self) -> A:
        if self._scripted == len(self.script):
            return drawn(self.game, self.state, self._chance)
        outcome = self.script[self._scripted]
        if outcome not in {possible for possible, _ in self.game.chance_outcomes(self.state)}:
            raise IllegalMoveError("script", f"outcome {self._scripted + 1} of the script cannot be drawn now")
        self._scripted += 1
        return outcome

    def act(self, action: A) -> None:
        """Have the player who acts do this; raise `IllegalMoveError` if it is illegal."""
        self.game.check(self.state, action)
        self._take(action)

    def _take(self, action: A) -> None:
        self.state = self.game.apply(self.state, action)
        self.actions.append(action)
        self.drawn.clear()
        self._draw()

    def undo(self, count: int = 1) -> None:
        """Take back the last `count` actions of players, and what chance did after them; raise `InputError` if there are fewer.

        Chance draws the same again after the same actions.
        """
        if not 0 <= count <= len(self.actions):
            raise InputError("undo", f"{count} actions cannot be taken back", f"0 to {len(self.actions)}")
        kept = self.actions[: len(self.actions) - count]
        self._begin()
        for action in kept:
            self._take(action)

    @property
    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.game.is_over(self.state)

    def play(self, bots: Sequence[Bot]) -> None:
        """Let bots play the match to its end, one for each player."""
        while not self.is_over:
            player = self.game.to_act(self.state)
            self.act(bots[player].choose(self.game, self.game.view(self.state, player), player))


def replay(game: TableGame[S, A], seed: int, actions: Iterable[A | str], script: Sequence[A | str] = ()) -> Match[S, A]:
    """Return the match of this seed, script and actions (or their texts).

    Raise `IllegalMoveError` with the number of the first illegal action, `NotationError` for one that cannot be read.
    """
    match = Match(game, seed, script)
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
    """Return a match as its game, options, seed, script and actions: all that reproduces it."""
    game = match.game
    data: dict[str, Any] = {"schema": MATCH_SCHEMA, "game": game.name, "players": game.players}
    data |= {"options": game.options_to_json(), "seed": match.seed}
    if match.script:
        data["script"] = [item if isinstance(item, str) else game.action_text(item) for item in match.script]
    return data | {"actions": [game.action_text(action) for action in match.actions]}


def match_from_json(data: Any, make: Callable[..., TableGame[Any, Any]]) -> Match[Any, Any]:
    """Replay a match from `match_to_json`; `make(name, players, **options)` makes its game. Raise `InputError`."""
    if not isinstance(data, dict) or data.get("schema") != MATCH_SCHEMA:
        raise InputError("schema", "this is not a saved game", f'schema = "{MATCH_SCHEMA}"')
    data = {"script": []} | data
    kinds = {"game": str, "players": int, "options": dict, "seed": int, "script": list, "actions": list}
    faults = kind_faults(data, kinds, "a saved game")
    for key in ("script", "actions"):
        if not faults and not all(isinstance(item, str) for item in data[key]):
            faults.append(Fault(key, "not a list of texts", "actions as they are written"))
    if faults:
        raise InputError(faults)
    game = _made(data, make)
    actions, script = _parsed(game, "actions", data["actions"]), _parsed(game, "script", data["script"])
    try:
        return replay(game, data["seed"], actions, script)
    except IllegalMoveError as error:
        place = "script" if error.rule == "script" else f"actions[{(error.number or 1) - 1}]"
        raise InputError(place, error.why, "the actions of one match, in order") from None


def kind_faults(data: Mapping[str, Any], kinds: Mapping[str, type], what: str) -> list[Fault]:
    """Return a fault for each key of a file whose value is not of its kind; true is not a number."""
    return [
        Fault(key, f"{data.get(key)!r}", f"{what} has a value of the kind {kind.__name__} here")
        for key, kind in kinds.items()
        if not isinstance(data.get(key), kind) or isinstance(data.get(key), bool)
    ]


def _made(data: Mapping[str, Any], make: Callable[..., TableGame[Any, Any]]) -> TableGame[Any, Any]:
    """Make the game of saved data; raise `InputError` with the places of bad options."""
    options = data["options"]
    try:
        return make(data["game"], data["players"], **options)
    except TypeError as error:
        raise InputError("options", str(error), "the options of the game") from None
    except InputError as error:
        raise InputError(
            replace(fault, where=f"options.{fault.where}") if fault.where in options else fault for fault in error.faults
        ) from None


def _parsed(game: TableGame[S, A], key: str, texts: Sequence[str]) -> list[A]:
    """Return actions read from their texts; raise `InputError` with the places of all that cannot be read."""
    actions, faults = [], []
    for number, text in enumerate(texts):
        try:
            actions.append(game.parse_action(text))
        except NotationError as error:
            faults.append(Fault(f"{key}[{number}]", str(error), "an action of this game"))
    if faults:
        raise InputError(faults)
    return actions
