"""The rules of Yardmaster (2–5 players): what is legal, and what it does.

Source: the rulebook (Crash Games 2014) in its accessible transcription. What it leaves open is an option of the constructor
or said in `docs/rules/yardmaster.md`; the defaults are our readings. Cards are drawn when they are turned up, so a shuffle is
a row of chances, and nothing in a state depends on a card that nobody has seen.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from operator import sub
from typing import Any

from shunt.errors import Fault, faults_into, raise_faults
from shunt.games.protocol import CHANCE, OVER, TableGame, Weighted
from shunt.games.yardmaster.actions import DRAW_DISCARD, DRAW_PILE, END, PILE, YardmasterAction
from shunt.games.yardmaster.cards import DRAW_2, NOTHING, PLUS_1, TAKE_1, TYPES, card_data, couples, railcar_counts
from shunt.games.yardmaster.payments import payments
from shunt.games.yardmaster.state import (
    BASE_ACTIONS,
    NO_CARDS,
    YARDMASTER_ACTIONS,
    YardmasterState,
    added,
    deal_hidden,
    discard_open,
    passed_yardmaster,
    put,
    reshuffled,
    view_of,
    without,
)

CHOICES: dict[str, tuple[str, ...]] = {
    "reshuffle": ("end-of-turn", "at-once"),
    "bonus_order": ("effect", "letter"),
    "loading": ("after-addition", "any-time"),
}


@dataclass(frozen=True)
class YardmasterOptions:
    """The rules of Yardmaster. The defaults follow the rulebook, or our interpretation where it says nothing.

    `split`: the number of railcars of each value (`cards.railcar_counts`). `goal`: the points needed to win (default: 18 for 2–3
    players, otherwise 16). `first`: the first player (default: at random). `reshuffle`: an empty draw pile is replaced at the end
    of the turn, or at once. `bonus_order`: a bonus card is discarded after its effect, or before it (the letter of the rulebook).
    `loading`: the sorting yard may be loaded only directly after an addition to the train, or at any time in the player's own
    turn. `take_fresh_bonus`: TAKE 1 may fetch a bonus card played in the same turn, which may then be played at most twice per
    turn. `end_on_railcars_exhausted`: the game ends with the turn in which the pile of railcars runs out. `turn_cap`: the number
    of turns of each player after which the game ends.
    """

    split: str = "2332"
    goal: int | None = None
    first: int | None = None
    reshuffle: str = "end-of-turn"
    bonus_order: str = "effect"
    loading: str = "after-addition"
    take_fresh_bonus: bool = False
    end_on_railcars_exhausted: bool = False
    turn_cap: int = 200

    def faults(self, players: int) -> list[Fault]:
        """Return every fault of the options of a game for this number of players."""
        faults = [
            Fault(key, f"unknown value {getattr(self, key)!r}", "one of " + ", ".join(known))
            for key, known in CHOICES.items()
            if getattr(self, key) not in known
        ]
        for key, low, high in (("goal", 1, 125), ("turn_cap", 1, 10_000), ("first", 0, players - 1)):
            value = getattr(self, key)
            if (value is not None or key == "turn_cap") and (type(value) is not int or not low <= value <= high):
                faults.append(Fault(key, f"{value!r} is not possible", f"a whole number from {low} to {high}"))
        for key in ("take_fresh_bonus", "end_on_railcars_exhausted"):
            if type(getattr(self, key)) is not bool:
                faults.append(Fault(key, f"{getattr(self, key)!r}", "true or false"))
        with faults_into(faults):
            railcar_counts(self.split)
        return faults


class YardmasterRules(TableGame[YardmasterState, YardmasterAction]):
    """The rules for 2 to 5 players, numbered clockwise; the token of the Yardmaster runs the other way.

    Further keywords are those of `YardmasterOptions`.
    """

    seats = (2, 3, 4, 5)
    options_class = YardmasterOptions

    def __init__(self, players: int, **options: Any) -> None:
        """Raise `InputError`, which lists every fault in the options, `TypeError` for an unknown one."""
        super().__init__(players)
        self.options = YardmasterOptions(**options)
        raise_faults(self.options.faults(players))
        self.goal = card_data().goals[players] if self.options.goal is None else self.options.goal
        self.railcars = railcar_counts(self.options.split)

    # ---------------------------------------------------------------------------------------------------------- protocol

    def initial(self) -> YardmasterState:
        """Return the table before anything was dealt."""
        data, players = card_data(), self.players
        empty: tuple[tuple[int, ...], ...] = ((),) * players
        state = YardmasterState(
            phase="first",
            player=0,
            turn=0,
            actions=BASE_ACTIONS,
            hands=(NO_CARDS,) * players,
            hidden=(0,) * players,
            known=(NO_CARDS,) * players,
            trains=empty,
            yards=empty,
            tokens=(),
            yardmaster=0,
            face_up=True,
            arrivals=(),
            railcars=self.railcars,
            pile=data.cargo,
            pile_size=sum(data.cargo),
        )
        return state if self.options.first is None else self._first_player(state, self.options.first)

    def to_act(self, state: YardmasterState) -> int:
        """Return the player of the turn, or chance while cards are dealt or drawn."""
        if state.phase == "turn":
            return state.player
        return OVER if state.phase == "over" else CHANCE

    def legal_actions(self, state: YardmasterState) -> tuple[YardmasterAction, ...]:
        """Return every draw, purchase with each of its payments, swap, bonus card and loading, and the end of the turn."""
        if state.phase != "turn":
            return ()
        draws = [action for action, can in ((DRAW_PILE, self.pile_open(state)), (DRAW_DISCARD, discard_open(state))) if can]
        if state.extra:
            return tuple(draws)
        found = [END]
        if state.actions:
            own, hand = state.tokens[state.player], self.playable(state)
            found += draws
            found += [YardmasterAction("swap", token) for token in range(len(TYPES)) if token != own]
            for car in sorted(set(state.arrivals)):
                found += [YardmasterAction("buy", car, paid) for paid in payments(car, hand, own)]
        return tuple(sorted([*found, *self._plays(state, bool(draws)), *self._loads(state)]))

    def chance_outcomes(self, state: YardmasterState) -> tuple[Weighted[YardmasterAction], ...]:
        """Return what can be dealt or drawn next, weighted by the copies that remain."""
        if state.phase == "first":
            return tuple((YardmasterAction("first", player), 1) for player in range(self.players))
        if state.phase == "tokens":
            return tuple((YardmasterAction("token", token), 1) for token in state.centre)
        if state.phase in ("arrivals", "car"):
            return tuple((YardmasterAction("car", car), number) for car, number in enumerate(state.railcars) if number)
        if state.phase in ("hands", "discard", "card"):
            return tuple((YardmasterAction("card", kind), number) for kind, number in enumerate(state.pile) if number)
        return ()

    def apply(self, state: YardmasterState, action: YardmasterAction) -> YardmasterState:
        """Return the state after an action or an outcome of chance."""
        if state.phase != "turn":
            return self._dealt(state, action)
        if action.what == "draw":
            return self._draw(state, action.item)
        if action.what == "buy":
            return self._buy(state, action.item, action.cards)
        if action.what == "load":
            yards = put(state.yards, state.player, without(state.yards[state.player], action.item))
            return self._attached(replace(state, yards=yards, busy=True), action.item)
        if action.what == "play":
            return self._play(state, action)
        if action.what == "swap":
            return self._swap(state, action.item)
        return self._end_turn(state)

    def scores(self, state: YardmasterState) -> tuple[int, ...]:
        """Return the values of the trains; the sorting yards do not count."""
        return tuple(state.points(player) for player in range(self.players))

    view = staticmethod(view_of)

    def determinize(self, view: YardmasterState, player: int, chance: random.Random) -> YardmasterState:
        """Return a complete state with the unseen cards dealt at random."""
        return deal_hidden(view, chance)

    # ------------------------------------------------------------------------------------------------------- what is legal

    def pile_open(self, state: YardmasterState) -> bool:
        """Return whether a card can be drawn from the draw pile."""
        return state.pile_size > 0 or self.options.reshuffle == "at-once" and len(state.discard) > 1

    def playable(self, state: YardmasterState) -> tuple[int, ...]:
        """Return the hand of the player in turn without the bonus cards that wait for the next turn."""
        return tuple(map(sub, state.hands[state.player], state.frozen))

    def takeable(self, state: YardmasterState) -> tuple[int, ...]:
        """Return the kinds of card that TAKE 1 may fetch from the discard pile, sorted."""
        found = Counter(state.discard)
        if not self.options.take_fresh_bonus:
            found.subtract(dict(enumerate(state.fresh)))
        return tuple(sorted(kind for kind, number in found.items() if number > 0))

    def _plays(self, state: YardmasterState, can_draw: bool) -> list[YardmasterAction]:
        hand = self.playable(state)
        found = [YardmasterAction("play", PLUS_1)] if hand[PLUS_1] else []
        # After the letter the card itself blocks the discard pile.
        if hand[DRAW_2] and (can_draw if self.options.bonus_order == "effect" else self.pile_open(state)):
            found.append(YardmasterAction("play", DRAW_2))
        if hand[TAKE_1] and (not self.options.take_fresh_bonus or state.fresh[TAKE_1] < card_data().cargo[TAKE_1]):
            found += [YardmasterAction("play", TAKE_1, (kind,)) for kind in self.takeable(state)]
        return found

    def _loads(self, state: YardmasterState) -> list[YardmasterAction]:
        if not (state.window or self.options.loading == "any-time"):
            return []
        end = state.end_of(state.player)
        return [YardmasterAction("load", car) for car in set(state.yards[state.player]) if couples(end, car)]

    # ---------------------------------------------------------------------------------------------------------------- chance

    def _first_player(self, state: YardmasterState, player: int) -> YardmasterState:
        return replace(state, phase="tokens", player=player, yardmaster=(player - 1) % self.players)

    def _dealt(self, state: YardmasterState, outcome: YardmasterAction) -> YardmasterState:
        """Return the state after an outcome of chance."""
        item = outcome.item
        if state.phase == "first":
            return self._first_player(state, item)
        if state.phase == "tokens":
            tokens = (*state.tokens, item)
            return replace(state, tokens=tokens, phase="tokens" if len(tokens) < self.players else "arrivals")
        if state.phase in ("arrivals", "car"):
            arrivals = tuple(sorted((*state.arrivals, item)))
            state = replace(state, arrivals=arrivals, railcars=added(state.railcars, item, -1))
            if state.phase == "arrivals":
                return state if len(arrivals) < card_data().arrivals else replace(state, phase="hands")
            return replace(state, phase="turn")
        state = replace(state, pile=added(state.pile, item, -1), pile_size=state.pile_size - 1)
        if state.phase == "discard":
            return replace(state, phase="turn", discard=(item,))
        if state.phase == "hands":
            dealt = sum(state.hand_sizes)
            player = (state.player + dealt) % self.players
            hands = put(state.hands, player, added(state.hands[player], item))
            whole = dealt + 1 == self.players * card_data().hand
            return replace(state, hands=hands, phase="discard" if whole else "hands")
        return self.drawn(self._in_hand(replace(state, phase="turn"), item))

    # --------------------------------------------------------------------------------------------------------------- actions

    def _in_hand(self, state: YardmasterState, kind: int, seen: bool = False) -> YardmasterState:
        """Return the state with a card in the hand of the player in turn, `seen` by all if it was face up."""
        player = state.player
        known = put(state.known, player, added(state.known[player], kind)) if seen else state.known
        frozen = added(state.frozen, kind) if kind >= len(TYPES) and not state.actions else state.frozen
        return replace(state, hands=put(state.hands, player, added(state.hands[player], kind)), known=known, frozen=frozen)

    def _draw(self, state: YardmasterState, source: int) -> YardmasterState:
        extra, actions = (state.extra - 1, state.actions) if state.extra else (0, state.actions - 1)
        state = replace(state, extra=extra, actions=actions, window=False, busy=True)
        if source == PILE:
            return replace(reshuffled(state) if not state.pile_size else state, phase="card")
        state, kind = replace(state, discard=state.discard[:-1]), state.discard[-1]
        return self.drawn(self._in_hand(state, kind, seen=True))

    def drawn(self, state: YardmasterState) -> YardmasterState:
        """Return the state after a card was drawn; a DRAW 2 that is done, or cannot be continued, is discarded."""
        if state.extra and (self.pile_open(state) or discard_open(state)):
            return state
        if state.aside != NOTHING:
            state = replace(state, discard=(*state.discard, state.aside), aside=NOTHING)
        return replace(state, extra=0)

    def _spend(self, state: YardmasterState, cards: tuple[int, ...]) -> YardmasterState:
        """Return the state with cards of the player in turn on the discard pile, bonus cards noted as fresh."""
        player = state.player
        hand, known, fresh = list(state.hands[player]), list(state.known[player]), list(state.fresh)
        for kind in cards:
            hand[kind] -= 1
            known[kind] = max(0, known[kind] - 1)
            if kind >= len(TYPES):
                fresh[kind] += 1
        hands, all_known = put(state.hands, player, tuple(hand)), put(state.known, player, tuple(known))
        return replace(state, hands=hands, known=all_known, fresh=tuple(fresh), discard=(*state.discard, *cards))

    def _buy(self, state: YardmasterState, car: int, paid: tuple[int, ...]) -> YardmasterState:
        """Return the state with a railcar on the train of the player in turn if it couples, else in the sorting yard."""
        state, player = self._spend(state, paid), state.player
        state = replace(state, actions=state.actions - 1, arrivals=without(state.arrivals, car), busy=True)
        if couples(state.end_of(player), car):
            state = self._attached(state, car)
        else:
            state = replace(state, yards=put(state.yards, player, tuple(sorted((*state.yards[player], car)))), window=False)
        return replace(state, phase="car") if state.phase == "turn" and any(state.railcars) else state

    def _attached(self, state: YardmasterState, car: int) -> YardmasterState:
        """Return the state with a railcar at the end of the train of the player in turn, who may have won by it."""
        trains = put(state.trains, state.player, (*state.trains[state.player], car))
        state = replace(state, trains=trains, window=True)
        return replace(state, phase="over") if state.points(state.player) >= self.goal else state

    def _play(self, state: YardmasterState, action: YardmasterAction) -> YardmasterState:
        kind = action.item
        after = replace(self._spend(state, (kind,)), window=False, busy=True)
        if kind == PLUS_1:
            return replace(after, actions=after.actions + 1)
        if kind == TAKE_1:
            return self._take(after, action.cards[0], state.fresh)
        if self.options.bonus_order == "effect":  # DRAW 2 is discarded after its effect
            after = replace(after, discard=state.discard, aside=kind)
        return replace(after, extra=2)

    def _take(self, state: YardmasterState, kind: int, fresh: tuple[int, ...]) -> YardmasterState:
        """Return the state with the highest card of a kind taken out of the discard pile, below the TAKE 1 just played."""
        skipped = 0 if self.options.take_fresh_bonus else fresh[kind]
        pile = state.discard[:-1]
        place = [place for place in range(len(pile) - 1, -1, -1) if pile[place] == kind][skipped]
        state = replace(state, discard=(*pile[:place], *pile[place + 1 :], state.discard[-1]))
        return self._in_hand(state, kind, seen=True)

    def _swap(self, state: YardmasterState, token: int) -> YardmasterState:
        tokens, player = list(state.tokens), state.player
        if token in tokens:
            tokens[tokens.index(token)] = tokens[player]
        tokens[player] = token
        return replace(state, tokens=tuple(tokens), actions=state.actions - 1, window=False)

    # ------------------------------------------------------------------------------------------------------------ end of turn

    def _end_turn(self, state: YardmasterState) -> YardmasterState:
        """Return the state at the start of the next turn, or over."""
        if not state.pile_size:
            state = reshuffled(state)
        yardmaster, face_up = passed_yardmaster(state.yardmaster, state.face_up, state.player, self.players)
        stuck = not (state.busy or self.pile_open(state) or discard_open(state))
        idle, turn, player = state.idle + 1 if stuck else 0, state.turn + 1, (state.player + 1) % self.players
        state = replace(
            state,
            player=player,
            turn=turn,
            actions=YARDMASTER_ACTIONS if face_up and yardmaster == player else BASE_ACTIONS,
            yardmaster=yardmaster,
            face_up=face_up,
            fresh=NO_CARDS,
            frozen=NO_CARDS,
            window=False,
            busy=False,
            idle=idle,
        )
        over = idle >= self.players or turn >= self.options.turn_cap * self.players or self._sold_out(state)
        return replace(state, phase="over") if over else state

    def _sold_out(self, state: YardmasterState) -> bool:
        """Return whether the railcars have run out and with them the game."""
        if any(state.railcars):
            return False
        if self.options.end_on_railcars_exhausted:
            return True
        if state.arrivals:
            return False
        loading = self.options.loading == "any-time"
        return not loading or not any(
            couples(state.end_of(player), car) for player in range(self.players) for car in state.yards[player]
        )
