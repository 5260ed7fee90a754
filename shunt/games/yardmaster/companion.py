"""A companion for a real table of Yardmaster: actions counted, tokens followed, payments checked, trains and yards kept.

Hands stay hidden at a real table, so a payment is checked for its railcar and exchange token only. Draws are counted and not
named. The token of the Yardmaster is passed and flipped by itself when a turn ends. What an entry does is left to the rules.
"""

from __future__ import annotations

from dataclasses import replace

from shunt.errors import IllegalMoveError, InputError, NotationError, counted
from shunt.games.companion import Companion
from shunt.games.protocol import player_name
from shunt.games.yardmaster.actions import DRAW_PILE, YardmasterAction, action_text, parse_action
from shunt.games.yardmaster.cards import BONUSES, TAKE_1, TYPES, car_text, cars_text, kind_name, parse_token
from shunt.games.yardmaster.game import Yardmaster
from shunt.games.yardmaster.pictures import train_text
from shunt.games.yardmaster.state import NO_CARDS, YardmasterState, added

PLENTY = (99,) * len(TYPES) + (2,) * len(BONUSES)
"""A hand that is not known pays for everything."""


class YardmasterCompanion(Companion[YardmasterState]):
    """The record of one table. Settings: `players`, `first` (from 0), `goal` and `split`, as in the game."""

    rules: Yardmaster
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
        self.settings = {"players": players, "first": first, "goal": goal, "split": split}
        if first is None:
            raise InputError("first", "None is not a player", f"0 to {players - 1}, counted from 0")
        self.players = players
        self.rules = Yardmaster(players, first=first, goal=goal, split=split, turn_cap=10_000)
        self._hands = (PLENTY,) * players

    def begin(self) -> YardmasterState:
        """Return the table before the tokens are dealt."""
        return replace(self.rules.initial(), hands=self._hands)

    def entered(self, state: YardmasterState, text: str) -> YardmasterState:
        """Return the record after an entry; raise `InputError`."""
        word, _, rest = text.partition(" ")
        if state.phase == "over":
            raise _refused("the game is over")
        if not state.tokens:
            if word != "tokens":
                raise _refused("the exchange tokens come first", "tokens C L …")
            return self._dealt(state, rest)
        try:
            action = parse_action("draw pile" if text == "draw" else text)
        except NotationError as error:
            raise _refused(error.faults[0].what, "draw, buy C3 for 2C 2L, swap L, load C3, play plus-1 or end") from None
        if action.what in ("card", "car", "token", "first"):
            raise _refused(f"{text!r} is not entered here", "draws are counted and not named")
        if action.what == "buy":
            state, action = self._on_offer(state, action)
        elif action.what == "draw":
            action = DRAW_PILE
        elif action.what == "play" and action.item == TAKE_1 and not state.extra:
            return replace(state, window=False)
        elif action.what == "end":
            state = replace(state, extra=0)  # draws of a DRAW 2 that could not be made lapse
        try:
            after = self.rules.act(state, action)
        except IllegalMoveError as error:
            raise _refused(error.why.replace("your own", "the player's own").replace("your", "the")) from None
        return self._unseen(after)

    def choices(self, state: YardmasterState) -> list[str]:
        """Return what may be entered now; a purchase without its payment."""
        if state.phase == "over":
            return []
        if not state.tokens:
            return ["tokens …"]
        if state.extra:
            return ["draw"]
        legal = [text for text in map(action_text, self.rules.legal_actions(state)) if text != "draw pile"]
        return [*["draw", "buy …"] * bool(state.actions), *legal, "play take-1"]

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
        actions = f"{counted(state.actions, 'actions')} remaining{more}"
        return [*lines, f"turn {state.turn + 1}: {player_name(state.player)}, {actions}"]

    # ------------------------------------------------------------------------------------------------------------- entries

    def _dealt(self, state: YardmasterState, text: str) -> YardmasterState:
        tokens = tuple(parse_token(word) for word in text.replace(",", " ").split())
        if len(tokens) != self.players or len(set(tokens)) != self.players:
            raise _refused(f"{text!r} are not the exchange tokens of {self.players} players", "one each, all different")
        return replace(state, tokens=tokens, phase="turn")

    def _on_offer(self, state: YardmasterState, action: YardmasterAction) -> tuple[YardmasterState, YardmasterAction]:
        """Return the record with the railcar in the arrival yard, and the purchase with its cards in the order of the rules."""
        car = action.item
        if not state.railcars[car]:
            raise _refused(f"all {self.rules.railcars[car]} railcars {car_text(car)} are sold", "another railcar")
        cards = tuple(sorted(action.cards, key=lambda kind: (kind < len(TYPES), kind)))
        return replace(state, arrivals=(car,), railcars=added(state.railcars, car, -1)), replace(action, cards=cards)

    def _unseen(self, state: YardmasterState) -> YardmasterState:
        """Return the record as it is kept: hands pay for everything, and no card is drawn or turned up by name."""
        if state.phase == "card":
            state = self.rules.drawn(replace(state, phase="turn"))
        phase = "over" if state.phase == "over" else "turn"
        return replace(state, phase=phase, hands=self._hands, discard=(), arrivals=(), fresh=NO_CARDS, frozen=NO_CARDS)


def _refused(what: str, remedy: str = "") -> InputError:
    return InputError("entry", what, remedy)
