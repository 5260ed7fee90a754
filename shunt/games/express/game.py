"""The rules of Yardmaster Express on the protocol of games.

One hand travels round the table: its holder draws a card, adds one card to the end of his train, face up if it couples or
face down, and passes the rest to the next player. After 7, 6, 5 or 4 rounds the trains are scored. Shuffling the deck is a
row of draws by chance; so are the start player and the caboose.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from shunt.errors import InputError, NotationError
from shunt.games.express.cards import HIDDEN, Caboose, card_types, card_words, find_caboose, parse_card, rounds_for
from shunt.games.express.options import Options
from shunt.games.express.scoring import ScoreSheet, points_text, score_sheet, second_start, winners
from shunt.games.express.state import UNKNOWN_START, ExpressState, Turn
from shunt.games.express.trains import Car, fits, parse_car, train_text, unfit_text
from shunt.games.express.views import determinize_view, view_of
from shunt.games.protocol import CHANCE, OVER, ScoreForm, TableGame, Weighted, player_name


class ExpressAction(NamedTuple):
    """An action or an outcome of chance.

    `play`: add the card `name`, face `down` or up. Of chance: `start` (a player), `caboose` (its name), `deal` and `draw`.
    """

    what: str
    name: str
    down: bool = False


class Express(TableGame[ExpressState, ExpressAction]):
    """Yardmaster Express for 2 to 5 players.

    `start`: the start player, or None for a random one. Further keywords are those of `Options`.
    """

    name = "express"
    score_form = ScoreForm(
        (f"Values of railcars, {Options().wild_value} for a wild one", "Longest run of the game", "Caboose", "Points"),
        4,
        "Each player whose run of one colour is the longest of the game scores a point for each railcar in it.",
    )
    seats = (2, 3, 4, 5)
    options_class = Options
    title = "Yardmaster Express"
    summary = "Build the most valuable train from one hand that travels round the table."
    bots: ClassVar = {
        "greedy": "shunt.games.express.bots:ExpressGreedyBot",
        "sampler": "shunt.games.express.bots:SamplingBot",
    }
    strengths: ClassVar = {"easy": "random", "normal": "greedy", "strong": "sampler"}
    face = "shunt.games.express.face:express_face"
    front = "shunt.games.commands.express_front:FRONT"

    def __init__(self, players: int, *, start: int | None = None, **options: Any) -> None:
        """Raise `InputError` if the number of players or the value of an option is invalid, and `TypeError` if an option is
        unknown."""
        super().__init__(players)
        self.options = Options(**options)
        if start is not None and (type(start) is not int or start not in range(players)):
            raise InputError("start", f"{start!r} is not a player", f"0 to {players - 1}, counted from 0")
        self.start = start
        self.rounds = rounds_for(players)
        self.plies = players * self.rounds

    # ---------------------------------------------------------------------------------------------------------- protocol

    def initial(self) -> ExpressState:
        """Return the state before the start player is chosen."""
        return ExpressState(self.players)

    def to_act(self, state: ExpressState) -> int:
        """Return chance before and between the turns, otherwise the player who holds the hand."""
        if len(state.past) == self.plies:
            return OVER
        return state.player if state.drawn else CHANCE

    def legal_actions(self, state: ExpressState) -> tuple[ExpressAction, ...]:
        """Return each card of the hand face up where it couples, and face down."""
        if not state.drawn:
            return ()
        train = state.train(state.player)
        return tuple(
            ExpressAction("play", card, down)
            for card in sorted({*state.hand, state.drawn})
            for down in (False, True)
            if down or fits(train, card)
        )

    def chance_outcomes(self, state: ExpressState) -> tuple[Weighted[ExpressAction], ...]:
        """Return the start players, the cabooses, or the cards left in the deck."""
        if state.drawn or len(state.past) == self.plies:
            return ()
        if state.start == UNKNOWN_START:
            seats = range(self.players) if self.start is None else (self.start,)
            return tuple((ExpressAction("start", str(seat)), 1) for seat in seats)
        if not state.caboose and (possible := self.options.possible_cabooses()):
            return tuple((ExpressAction("caboose", name), 1) for name in sorted(possible))
        what = "deal" if len(state.hand) < self.players else "draw"
        return tuple((ExpressAction(what, card), count) for card, count in sorted(state.deck().items()))

    def apply(self, state: ExpressState, action: ExpressAction) -> ExpressState:
        """Return the state after an action or an outcome."""
        if action.what == "play":
            after = self.laid(state, action)
            return self._second_game(after) if self.plies == len(after.past) and after.game < self.options.games else after
        if action.what == "start":
            return replace(state, start=int(action.name))
        if action.what == "caboose":
            return replace(state, caboose=action.name)
        if action.what == "deal":
            return replace(state, hand=tuple(sorted((*state.hand, action.name))))
        return replace(state, drawn=action.name)

    def scores(self, state: ExpressState) -> tuple[int, ...]:
        """Return the points as if the game ended now, those of game 1 included."""
        totals = self.sheet(state).totals if state.past else (0,) * self.players
        return tuple(map(sum, zip(totals, state.earlier, strict=True))) if state.earlier else totals

    def winners(self, state: ExpressState) -> tuple[int, ...]:
        """Return the winner or leader, ties broken by seat."""
        return winners(self.scores(state), max(state.start, 0), state.direction, self.options)

    def refusal(self, state: ExpressState, action: ExpressAction) -> str:
        """Return why an action is refused and which are legal; empty for a listed one.

        With `illegal = "flip"` any card of the hand may be played face up as well.
        """
        actions = self.legal_actions(state)
        if action in actions:
            return ""
        legal = "; legal: " + ", ".join(map(self.action_text, actions))
        if action.what != "play":
            return f"{self.action_text(action)!r} is an outcome of chance, and a card is to be played now{legal}"
        if action.name not in state.choices:
            return f"{action.name} is not in the hand{legal}"
        if self.options.illegal == "flip" and state.drawn:
            return ""
        return unfit_text(action.name, state.train(state.player)[-1].card) + legal

    # ------------------------------------------------------------------------------------------------------------ scoring

    def caboose(self, state: ExpressState) -> Caboose | None:
        """Return the caboose that is face up, if any."""
        return find_caboose(state.caboose) if state.caboose else None

    def head(self, state: ExpressState) -> tuple[str, str]:
        """Return which round of which game it is, and what the caboose pays for (empty without one)."""
        turn = min(len(state.past) // self.players + 1, self.rounds)
        number = f"Game {state.game} of {self.options.games}, r" if self.options.games > 1 else "R"
        caboose = self.caboose(state)
        words = f"Caboose {caboose.name}: {caboose.points} points for {caboose.text}" if caboose else ""
        return f"{number}ound {turn} of {self.rounds}", words

    def sheet(self, state: ExpressState) -> ScoreSheet:
        """Return the score sheet of the game in progress."""
        return score_sheet(state.trains, self.caboose(state), self.options)

    # -------------------------------------------------------------------------------------------------------------- turns

    def laid(self, state: ExpressState, action: ExpressAction) -> ExpressState:
        """Return the state after a turn, still in the same game."""
        hand = list(state.choices)
        hand.remove(action.name)
        up = not action.down and fits(state.train(state.player), action.name)
        turn = Turn(state.hand, state.drawn, Car(action.name, up))
        return replace(state, hand=tuple(hand), drawn="", past=(*state.past, turn))

    def _second_game(self, state: ExpressState) -> ExpressState:
        totals = self.sheet(state).totals
        caboose = state.caboose if self.options.keeps_caboose else ""
        return ExpressState(self.players, 2, second_start(totals, state.start, self.options), caboose, earlier=totals)

    # ------------------------------------------------------------------------------------------------------------- secrets

    def view(self, state: ExpressState, player: int) -> ExpressState:
        """Return the state without the hands of others and what they have buried; everything is open at the end."""
        if len(state.past) == self.plies:
            return state
        return view_of(state, player, open_cards=self.options.buried == "open")

    def determinize(self, view: ExpressState, player: int, chance: random.Random) -> ExpressState:
        """Return a whole state that agrees with all that the player has seen."""
        return view if len(view.past) == self.plies else determinize_view(view, player, chance)

    def observed(self, state: ExpressState, action: ExpressAction, observer: int) -> str:
        """Return what a player sees of a draw or of a card that is laid."""
        player = state.player if state.start >= 0 else UNKNOWN_START
        if action.what in ("deal", "draw") and observer != player:
            return "a card is dealt" if action.what == "deal" else "a card is drawn"
        if action.what == "play" and action.down and observer != player and self.options.buried == "hidden":
            return HIDDEN
        return self.action_text(action)

    # -------------------------------------------------------------------------------------------------------------- hooks

    def facts(self, state: ExpressState) -> Mapping[str, tuple[float, ...]]:
        """Return the parts of the final scores, face-down cards, and who earned the caboose that was in play."""
        sheet, start = self.sheet(state), state.start
        facts: dict[str, tuple[float, ...]] = {
            "value": sheet.values,
            "run bonus": sheet.bonuses,
            "longest run": sheet.runs,
            "face down": tuple(sum(not car.up for car in train) for train in state.trains),
            "started": tuple(player == start for player in range(self.players)),
        }
        if state.caboose:
            facts[f"earned {state.caboose}"] = tuple(points > 0 for points in sheet.caboose)
        return facts

    def most_actions(self) -> int:
        """Return the number of turns in a match."""
        return self.plies * self.options.games

    def action_space(self) -> tuple[ExpressAction, ...]:
        """Return every card of the game, face up and face down."""
        return tuple(ExpressAction("play", card, down) for card in card_types() for down in (False, True))

    @classmethod
    def warm(cls) -> None:
        """Compile the kernels that the bots use."""
        from shunt.games.express.encoding import rules_of
        from shunt.games.express.engine.solve import warm_up

        warm_up(rules_of(None, Options()))

    # --------------------------------------------------------------------------------------------------------------- text

    def action_text(self, action: ExpressAction) -> str:
        """Return `R3|G3`, `R3|G3 down`, or of chance `player 1 starts`, `caboose Executive`, `deal R3|G3`, `draw R3|G3`."""
        if action.what == "start":
            return f"{player_name(int(action.name))} starts"
        return str(Car(action.name, not action.down)) if action.what == "play" else f"{action.what} {action.name}"

    def words(self, action: ExpressAction, names: Sequence[str]) -> str:
        """Return `timber 4, oil 3, face up`, `drawn: timber 4, oil 3`, and the like."""
        if action.what == "start":
            return f"{names[int(action.name)]} starts"
        if action.what == "caboose":
            return f"caboose {action.name}"
        if action.what != "play":
            return f"{'dealt' if action.what == 'deal' else 'drawn'}: {card_words(action.name)}"
        return f"{card_words(action.name) if action.name != HIDDEN else 'a card'}, face {'down' if action.down else 'up'}"

    def words_for(self, state: ExpressState, action: ExpressAction, observer: int, names: Sequence[str]) -> str:
        """Return what `observed` returns, in words."""
        hidden = self.observed(state, action, observer) == HIDDEN
        return "a card, face down" if hidden else super().words_for(state, action, observer, names)

    def parse_action(self, text: str) -> ExpressAction:
        """Read the notation that `action_text` writes, and also `R3|G3 up` and `R3|G3 --`. Raise `NotationError` if the text is
        not an action."""
        what, _, name = " ".join(text.split()).partition(" ")
        if what in ("deal", "draw"):
            return ExpressAction(what, parse_card(name))
        if what == "player" and re.fullmatch(r"[1-5] starts", name):
            return ExpressAction("start", str(int(name[0]) - 1))
        if what == "caboose":
            return ExpressAction(what, find_caboose(name).name)
        car = parse_car(text)
        if "|" not in car.card:
            raise NotationError(repr(text.strip()), "the card laid face down is not named", "write R3|G3 down")
        return ExpressAction("play", car.card, not car.up)

    def state_to_json(self, state: ExpressState) -> dict[str, Any]:
        """Return every field by its name; cars as they are written."""
        past = [{"hand": list(turn.hand), "drawn": turn.drawn, "car": str(turn.car)} for turn in state.past]
        return super().state_to_json(state) | {"past": past}

    def options_to_json(self) -> dict[str, Any]:
        """Return the keywords of the constructor that differ from their defaults."""
        chosen = {} if self.start is None else {"start": self.start}
        return chosen | self.options.changed()

    def describe(self, state: ExpressState) -> str:
        """Return who starts, the trains, the hand, and what is left, in plain lines."""
        if state.start < 0:
            return "the start player is chosen"
        over = len(state.past) == self.plies
        number = f"game {state.game} of {self.options.games}, " if self.options.games > 1 else ""
        turn = (
            "game over"
            if over
            else f"round {len(state.past) // self.players + 1} of {self.rounds}, {player_name(state.player)} to play"
        )
        lines = [f"{number}{turn}; {player_name(state.start)} started"]
        if caboose := self.caboose(state):
            lines.append(f"caboose {caboose.name}, {caboose.points} points: {caboose.text}")
        sheet = self.sheet(state)
        for player, train in enumerate(state.trains):
            lines.append(f"{player_name(player)}: {train_text(train)}  {points_text(sheet, player)}")
        if state.earlier:
            lines.append("game 1: " + ", ".join(f"{player_name(player)} {total}" for player, total in enumerate(state.earlier)))
        if not over:
            drawn = f", drawn {state.drawn}" if state.drawn and state.drawn != HIDDEN else ""
            lines.append(f"hand {' '.join(state.choices)}{drawn}")
            hidden = sum(card == HIDDEN for card in state.choices) + sum(turn.car.card == HIDDEN for turn in state.past)
            lines.append(f"deck {state.deck().total() - hidden}")
        return "\n".join(lines)
