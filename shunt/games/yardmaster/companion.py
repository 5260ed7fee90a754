"""A companion for a real table of Yardmaster: actions counted, tokens followed, payments checked, trains and yards kept.

Hands stay hidden at a real table, so a payment is checked for its railcar and exchange token only. Draws are counted and not
named. The token of the Yardmaster is passed and flipped by itself when a turn ends. What an entry does is left to the rules.
"""

from __future__ import annotations

from dataclasses import replace

from shunt.errors import InputError, NotationError
from shunt.games.companion import Companion
from shunt.games.protocol import player_name
from shunt.games.yardmaster.actions import YardmasterAction, parse_action
from shunt.games.yardmaster.cards import (
    BONUSES,
    DRAW_2,
    PLUS_1,
    TYPES,
    car_text,
    cars_text,
    couples,
    kind_name,
    kind_text,
    parse_token,
)
from shunt.games.yardmaster.game import Yardmaster
from shunt.games.yardmaster.payments import payment_fault
from shunt.games.yardmaster.pictures import train_text
from shunt.games.yardmaster.state import YardmasterState, added

PLENTY = (99,) * len(TYPES) + (2,) * len(BONUSES)
"""A hand that is not known pays for everything."""


class YardmasterCompanion(Companion[YardmasterState]):
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
        super().__init__({"players": players, "first": first, "goal": goal, "split": split})
        if first is None:
            raise InputError("first", "None is not a player", f"0 to {players - 1}, counted from 0")
        self.players = players
        self.rules = Yardmaster(players, first=first, goal=goal, split=split, turn_cap=10_000)

    def begin(self) -> YardmasterState:
        """Return the table before the tokens are dealt."""
        return self.rules.initial()

    def entered(self, state: YardmasterState, text: str) -> YardmasterState:
        """Return the record after an entry; raise `InputError`."""
        word, _, rest = text.partition(" ")
        if state.phase == "over":
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

    def choices(self, state: YardmasterState) -> list[str]:
        """Return what may be entered now; a purchase without its payment."""
        if state.phase == "over":
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

    def lines(self, state: YardmasterState) -> list[str]:
        """Return the table: whose turn, tokens, trains and yards."""
        lines = []
        for player in range(self.players):
            words = [f"{state.points(player)} points"]
            words += [f"exchange token {kind_name(state.tokens[player])}"] if state.tokens else []
            if player == state.yardmaster:
                words.append("Yardmaster" if state.face_up else "Yardmaster (face down)")
            lines.append(f"{player_name(player)}: {', '.join(words)}")
            lines.append(f"  {train_text(state.trains[player])}   yard: {cars_text(state.yards[player]) or 'empty'}")
        if state.phase == "over":
            return [*lines, "game over, won by " + " and ".join(map(player_name, self.rules.winners(state)))]
        if not state.tokens:
            return [*lines, "enter the exchange tokens: tokens C L …"]
        more = f", {state.extra} more to draw" if state.extra else ""
        actions = f"{state.actions} action{'' if state.actions == 1 else 's'} remaining{more}"
        return [*lines, f"turn {state.turn + 1}: {player_name(state.player)}, {actions}"]

    # ------------------------------------------------------------------------------------------------------------- entries

    def _dealt(self, state: YardmasterState, text: str) -> YardmasterState:
        tokens = tuple(parse_token(word) for word in text.replace(",", " ").split())
        if len(tokens) != self.players or len(set(tokens)) != self.players:
            raise _refused(f"{text!r} are not the exchange tokens of {self.players} players", "one each, all different")
        return replace(state, tokens=tokens, phase="turn")

    def _check_action(self, state: YardmasterState) -> None:
        """Raise `InputError` if no action can be taken now."""
        if state.extra:
            raise _refused(f"DRAW 2 comes first: {state.extra} more to draw", "draw")
        if not state.actions:
            raise _refused("no action remains in this turn", "end, or a bonus card")

    def _drawn(self, state: YardmasterState) -> YardmasterState:
        if state.extra:
            return replace(state, extra=state.extra - 1)
        self._check_action(state)
        return replace(state, actions=state.actions - 1, window=False)

    def _bought(self, state: YardmasterState, action: YardmasterAction) -> YardmasterState:
        self._check_action(state)
        car, token = action.item, state.tokens[state.player]
        if why := payment_fault(car, action.cards, PLENTY, token):
            raise _refused(why, f"exchange token {kind_name(token)}")
        if not state.railcars[car]:
            raise _refused(f"all {self.rules.railcars[car]} railcars {car_text(car)} are sold", "another railcar")
        return self.rules.received(replace(state, actions=state.actions - 1, railcars=added(state.railcars, car, -1)), car)

    def _loaded(self, state: YardmasterState, action: YardmasterAction) -> YardmasterState:
        player, car = state.player, action.item
        if car not in state.yards[player]:
            raise _refused(f"{car_text(car)} is not in the sorting yard", cars_text(state.yards[player]) or "it is empty")
        if not state.window:
            raise _refused("the sorting yard is loaded only directly after an addition to the train")
        if not couples(state.end_of(player), car):
            raise _refused(f"{car_text(car)} has neither the type nor the value of {car_text(state.end_of(player))}")
        return self.rules.apply(state, action)

    def _swapped(self, state: YardmasterState, action: YardmasterAction) -> YardmasterState:
        self._check_action(state)
        if state.tokens[state.player] == action.item:
            raise _refused(f"{kind_name(action.item)} is the player's own exchange token", "another one")
        return self.rules.apply(state, action)

    def _played(self, state: YardmasterState, action: YardmasterAction) -> YardmasterState:
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

    def _ended(self, state: YardmasterState, action: YardmasterAction) -> YardmasterState:
        """End the turn; draws of a DRAW 2 that could not be made lapse."""
        return self.rules.apply(replace(state, extra=0), action)


def _refused(what: str, remedy: str = "") -> InputError:
    return InputError("entry", what, remedy)
