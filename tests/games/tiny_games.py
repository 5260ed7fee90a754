"""Games small enough to be solved on paper: one of skill, one of luck, one of hidden cards."""

from dataclasses import dataclass, replace

from shunt.errors import NotationError
from shunt.games.protocol import CHANCE, OVER, TableGame


class Tiny(TableGame):
    """What the games here share: states are dataclasses of numbers, texts and tuples of them; actions are texts."""

    words: tuple[str, ...]

    def action_text(self, action):
        return action

    def parse_action(self, text):
        if text not in self.words:
            raise NotationError(f"{text!r} is not an action")
        return text

    def describe(self, state):
        return str(state)


# --------------------------------------------------------------------------------------------------------------------
# Nim with one heap


@dataclass(frozen=True)
class Heap:
    left: int
    turn: int = 0


class Nim(Tiny):
    """Take 1 to 3; the player who takes the last one wins. The player to move loses with a multiple of 4."""

    name = "nim"
    seats = (2,)
    words = ("1", "2", "3")

    def __init__(self, players=2, heap=10):
        super().__init__(players)
        self.heap = heap

    def initial(self):
        return Heap(self.heap)

    def to_act(self, state):
        return state.turn % 2 if state.left else OVER

    def legal_actions(self, state):
        return self.words[: state.left]

    def chance_outcomes(self, state):
        return ()

    def apply(self, state, action):
        return Heap(state.left - int(action), state.turn + 1)

    def scores(self, state):
        return tuple(int(not state.left and state.turn % 2 != player) for player in range(2))


# --------------------------------------------------------------------------------------------------------------------
# A game of luck


@dataclass(frozen=True)
class Pot:
    points: tuple[int, ...]
    player: int = 0
    rolling: bool = False


class Roll(Tiny):
    """In its only turn each player rolls a die of six or takes 3 points; a 1 is worth nothing, and so is each roll of 2."""

    name = "roll"
    seats = (2, 3)
    words = ("take", "roll", *"123456")

    def initial(self):
        return Pot((0,) * self.players)

    def to_act(self, state):
        if state.rolling:
            return CHANCE
        return state.player if state.player < self.players else OVER

    def legal_actions(self, state):
        return ("roll", "take") if self.to_act(state) >= 0 else ()

    def chance_outcomes(self, state):
        return tuple((face, 1) for face in "123456") if state.rolling else ()

    def apply(self, state, action):
        if action == "roll":
            return replace(state, rolling=True)
        points = 3 if action == "take" else int(action) * (int(action) > 2)
        scored = (*state.points[: state.player], points, *state.points[state.player + 1 :])
        return Pot(scored, state.player + 1)

    def scores(self, state):
        return state.points


# --------------------------------------------------------------------------------------------------------------------
# A coin that nobody sees


@dataclass(frozen=True)
class Hidden:
    coin: str = ""
    said: tuple[str, ...] = ()


class Coin(Tiny):
    """Player 0 takes 3 points, or guesses a hidden coin for 4 or nothing; player 1 then says `pass`. To guess is worth 2."""

    name = "coin"
    seats = (2,)
    words = ("guess", "heads", "pass", "tails", "take", "toss heads", "toss tails")

    def initial(self):
        return Hidden()

    def to_act(self, state):
        if not state.coin:
            return CHANCE
        if not state.said or state.said[-1] == "guess":
            return 0
        return OVER if state.said[-1] == "pass" else 1

    def legal_actions(self, state):
        player = self.to_act(state)
        if player == 1:
            return ("pass",)
        return () if player < 0 else ("heads", "tails") if state.said else ("guess", "take")

    def chance_outcomes(self, state):
        return () if state.coin else (("toss heads", 1), ("toss tails", 1))

    def apply(self, state, action):
        return replace(state, said=(*state.said, action)) if state.coin else replace(state, coin=action[5:])

    def scores(self, state):
        return (3 if "take" in state.said else 4 if state.coin in state.said[1:] else 0, 0)

    def view(self, state, player):
        return state if self.to_act(state) == OVER else replace(state, coin=state.coin and "?")

    def determinize(self, view, player, chance):
        return replace(view, coin=chance.choice(("heads", "tails"))) if view.coin == "?" else view

    def observed(self, state, action, observer):
        return "a coin is tossed" if self.to_act(state) == CHANCE else action
