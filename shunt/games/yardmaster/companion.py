"""A companion for a real table of Yardmaster: actions counted, tokens followed, payments checked, trains and yards kept.

Hands stay hidden at a real table, so a payment is checked for its railcar and exchange token only. Draws are counted and not
named. The token of the Yardmaster is passed and flipped by itself when a turn ends.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from shunt.errors import Fault, InputError, NotationError
from shunt.games.companion import Companion
from shunt.games.protocol import player_name
from shunt.games.yardmaster.actions import YardmasterAction, parse_action
from shunt.games.yardmaster.cards import (
    BONUSES,
    DRAW_2,
    NOTHING,
    PLUS_1,
    TYPES,
    car_text,
    card_data,
    cars_text,
    couples,
    kind_name,
    kind_text,
    parse_token,
    railcar_counts,
    train_points,
)
from shunt.games.yardmaster.payments import payment_fault
from shunt.games.yardmaster.pictures import train_text
from shunt.games.yardmaster.state import BASE_ACTIONS, YARDMASTER_ACTIONS, passed_yardmaster, put, without

PLENTY = (99,) * len(TYPES) + (2,) * len(BONUSES)
"""A hand that is not known pays for everything."""


@dataclass(frozen=True, slots=True)
class Record:
    """What is followed. `tokens` are entered first; `extra` cards of a DRAW 2 are still to be drawn."""

    player: int
    turn: int
    actions: int
    extra: int
    tokens: tuple[int, ...]
    yardmaster: int
    face_up: bool
    trains: tuple[tuple[int, ...], ...]
    yards: tuple[tuple[int, ...], ...]
    window: bool
    over: bool

    def end_of(self, player: int) -> int:
        """Return the last railcar of a train, `NOTHING` for the engine."""
        return self.trains[player][-1] if self.trains[player] else NOTHING


class YardmasterCompanion(Companion[Record]):
    """The record of one table. Settings: `players`, `first` (from 0), `goal` and `split`, as in the game."""

    game = "yardmaster"
    help = """  tokens C L O            the exchange tokens of players 1, 2, 3 …, once, at the beginning
  draw                    an action: a card drawn, from either pile (also for a DRAW 2)
  buy C3 for 2C 2L        an action: the payment is checked; bonus cards played with it come first
  swap L                  an action: the exchange token of another player or of the centre
  load T4                 a railcar moved from the sorting yard to the train
  play plus-1 | play draw-2 | play take-1      a bonus card, free
  end                     the end of the turn: the token of the Yardmaster is passed or flipped"""

    def __init__(self, players: int = 2, first: int = 0, goal: int | None = None, split: str = "2332") -> None:
        """Raise `InputError` for settings that the game does not allow."""
        super().__init__(players=players, first=first, goal=goal, split=split)
        goals = card_data().goals
        faults = []
        if players not in goals:
            faults.append(Fault("players", f"{players!r} is not possible", f"from {min(goals)} to {max(goals)}"))
        elif type(first) is not int or not 0 <= first < players:
            faults.append(Fault("first", f"{first!r} is not a player", f"0 to {players - 1}, counted from 0"))
        if goal is not None and (type(goal) is not int or goal < 1):
            faults.append(Fault("goal", f"{goal!r}", "at least 1"))
        if faults:
            raise InputError(faults)
        self.players, self.first, self.goal = players, first, goals[players] if goal is None else goal
        self.copies = railcar_counts(split)

    def begin(self) -> Record:
        """Return the table before the tokens are dealt."""
        empty: tuple[tuple[int, ...], ...] = ((),) * self.players
        right = (self.first - 1) % self.players
        return Record(self.first, 0, BASE_ACTIONS, 0, (), right, True, empty, empty, False, False)

    def entered(self, state: Record, text: str) -> Record:
        """Return the record after an entry; raise `InputError`."""
        word, _, rest = text.partition(" ")
        if state.over:
            raise _refused("the game is over")
        if not state.tokens:
            if word != "tokens":
                raise _refused("the exchange tokens come first", "tokens C L …")
            return self._dealt(state, rest)
        if text in ("draw", "draw pile", "draw discard"):
            return self._drawn(state)
        if text == "play take-1":
            return replace(state, window=False)
        try:
            action = parse_action(text)
        except NotationError as error:
            raise _refused(error.faults[0].what, "draw, buy C3 for 2C 2L, swap L, load C3, play plus-1 or end") from None
        handler = {
            "buy": self._bought,
            "swap": self._swapped,
            "load": self._loaded,
            "play": self._played,
            "end": self._ended,
        }.get(action.what)
        if handler is None:
            raise _refused(f"{text!r} is not entered here", "draws are counted and not named")
        return handler(state, action)

    def choices(self, state: Record) -> list[str]:
        """Return what may be entered now; a purchase without its payment."""
        if state.over:
            return []
        if not state.tokens:
            return ["tokens …"]
        if state.extra:
            return ["draw"]
        found = ["draw", "buy …"] if state.actions else []
        if state.actions:
            found += [f"swap {kind_text(token)}" for token in range(len(TYPES)) if token != state.tokens[state.player]]
        if state.window:
            end = state.end_of(state.player)
            found += [f"load {car_text(car)}" for car in sorted(set(state.yards[state.player])) if couples(end, car)]
        return [*found, "play plus-1", "play draw-2", "play take-1", "end"]

    def lines(self, state: Record) -> list[str]:
        """Return the table: whose turn, tokens, trains and yards."""
        lines = []
        for player in range(self.players):
            words = [f"{train_points(state.trains[player])} points"]
            words += [f"exchange token {kind_name(state.tokens[player])}"] if state.tokens else []
            if player == state.yardmaster:
                words.append("Yardmaster" if state.face_up else "Yardmaster (face down)")
            lines.append(f"{player_name(player)}: {', '.join(words)}")
            lines.append(f"  {train_text(state.trains[player])}   yard: {cars_text(state.yards[player]) or 'empty'}")
        if state.over:
            return [*lines, f"game over, won by {player_name(state.player)}"]
        if not state.tokens:
            return [*lines, "enter the exchange tokens: tokens C L …"]
        more = f", {state.extra} more to draw" if state.extra else ""
        actions = f"{state.actions} action{'' if state.actions == 1 else 's'} remaining{more}"
        return [*lines, f"turn {state.turn + 1}: {player_name(state.player)}, {actions}"]

    # ------------------------------------------------------------------------------------------------------------- entries

    def _dealt(self, state: Record, text: str) -> Record:
        tokens = tuple(parse_token(word) for word in text.replace(",", " ").split())
        if len(tokens) != self.players or len(set(tokens)) != self.players:
            raise _refused(f"{text!r} are not the exchange tokens of {self.players} players", "one each, all different")
        return replace(state, tokens=tokens)

    def _act(self, state: Record) -> Record:
        if state.extra:
            raise _refused(f"DRAW 2 comes first: {state.extra} more to draw", "draw")
        if not state.actions:
            raise _refused("no action remains in this turn", "end, or a bonus card")
        return replace(state, actions=state.actions - 1, window=False)

    def _drawn(self, state: Record) -> Record:
        return replace(state, extra=state.extra - 1) if state.extra else self._act(state)

    def _bought(self, state: Record, action: YardmasterAction) -> Record:
        player, car = state.player, action.item
        state = self._act(state)
        if why := payment_fault(car, action.cards, PLENTY, state.tokens[player]):
            raise _refused(why, f"exchange token {kind_name(state.tokens[player])}")
        sold = sum(cars.count(car) for cars in (*state.trains, *state.yards))
        if sold >= self.copies[car]:
            raise _refused(f"all {sold} railcars {car_text(car)} are sold", "another railcar")
        if couples(state.end_of(player), car):
            return self._attached(state, car)
        return replace(state, yards=put(state.yards, player, tuple(sorted((*state.yards[player], car)))))

    def _attached(self, state: Record, car: int) -> Record:
        trains = put(state.trains, state.player, (*state.trains[state.player], car))
        return replace(state, trains=trains, window=True, over=train_points(trains[state.player]) >= self.goal)

    def _loaded(self, state: Record, action: YardmasterAction) -> Record:
        player, car = state.player, action.item
        if car not in state.yards[player]:
            raise _refused(f"{car_text(car)} is not in the sorting yard", cars_text(state.yards[player]) or "it is empty")
        if not state.window:
            raise _refused("the sorting yard is loaded only directly after an addition to the train")
        if not couples(state.end_of(player), car):
            raise _refused(f"{car_text(car)} has neither the type nor the value of {car_text(state.end_of(player))}")
        return self._attached(replace(state, yards=put(state.yards, player, without(state.yards[player], car))), car)

    def _swapped(self, state: Record, action: YardmasterAction) -> Record:
        player, token = state.player, action.item
        state = self._act(state)
        tokens = list(state.tokens)
        if tokens[player] == token:
            raise _refused(f"{kind_name(token)} is the player's own exchange token", "another one")
        if token in tokens:
            tokens[tokens.index(token)] = tokens[player]
        tokens[player] = token
        return replace(state, tokens=tuple(tokens))

    def _played(self, state: Record, action: YardmasterAction) -> Record:
        state = replace(state, window=False)
        if state.extra:
            raise _refused(f"DRAW 2 comes first: {state.extra} more to draw", "draw")
        if action.item == PLUS_1:
            return replace(state, actions=state.actions + 1)
        if action.item == DRAW_2:
            return replace(state, extra=2)
        if action.cards:
            return state
        raise _refused(f"{kind_name(action.item)} is entered with its purchase", f"buy C3 for {kind_text(action.item)} 2C")

    def _ended(self, state: Record, action: YardmasterAction) -> Record:
        """End the turn; draws of a DRAW 2 that could not be made lapse."""
        yardmaster, face_up = passed_yardmaster(state.yardmaster, state.face_up, state.player, self.players)
        player = (state.player + 1) % self.players
        actions = YARDMASTER_ACTIONS if face_up and yardmaster == player else BASE_ACTIONS
        return replace(
            state,
            player=player,
            turn=state.turn + 1,
            actions=actions,
            extra=0,
            yardmaster=yardmaster,
            face_up=face_up,
            window=False,
        )


def _refused(what: str, remedy: str = "") -> InputError:
    return InputError(Fault("entry", what, remedy))
