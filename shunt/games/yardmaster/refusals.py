"""Why an action of Yardmaster is refused, in words: what is wrong with it, and what is legal instead."""

from __future__ import annotations

from shunt.games.yardmaster.actions import PILE, YardmasterAction, action_text
from shunt.games.yardmaster.cards import BONUSES, DRAW_2, TAKE_1, TYPES, car_text, cars_text, kind_name
from shunt.games.yardmaster.payments import payment_fault
from shunt.games.yardmaster.rules import YardmasterRules
from shunt.games.yardmaster.state import YardmasterState


def refusal(game: YardmasterRules, state: YardmasterState, action: YardmasterAction) -> str:
    """Return why `action` is illegal in `state`, and what is possible instead; empty if it is legal."""
    if action in game.legal_actions(state):
        return ""
    if state.phase != "turn":
        return "no player acts now: cards are drawn"
    what = action.what
    if what in ("card", "car", "token", "first"):
        return f"{action_text(action)!r} is drawn by chance, not played"
    if state.extra and what != "draw":
        return f"DRAW 2 comes first: {state.extra} more to draw"
    if what in ("draw", "buy", "swap") and not state.actions and not state.extra:
        return "no action remains in this turn"
    if what == "draw":
        if action.item == PILE:
            return "the draw pile is empty until the end of the turn"
        return "the discard pile is empty" if not state.discard else f"{kind_name(state.discard[-1])} covers the discard pile"
    if what == "buy":
        if action.item not in state.arrivals:
            return f"{car_text(action.item)} is not in the arrival yard ({cars_text(state.arrivals) or 'empty'})"
        why = payment_fault(action.item, action.cards, game.playable(state), state.tokens[state.player])
        return why or "bonus cards are named first, then the cargo by type, the type that ends on top last"
    if what == "swap":
        return f"{kind_name(action.item)} is your own exchange token"
    if what == "load":
        return _load_reason(state, action.item, game.options.loading)
    if what == "play":
        return _play_reason(game, state, action)
    return "not possible now"


def _load_reason(state: YardmasterState, car: int, loading: str) -> str:
    yard = state.yards[state.player]
    if car not in yard:
        return f"{car_text(car)} is not in your sorting yard ({cars_text(yard) or 'empty'})"
    if not state.window and loading != "any-time":
        return "the sorting yard is loaded only directly after an addition to your train"
    return f"{car_text(car)} has neither the type nor the value of {car_text(state.end_of(state.player))}, the end of your train"


def _play_reason(game: YardmasterRules, state: YardmasterState, action: YardmasterAction) -> str:
    kind, name = action.item, kind_name(action.item)
    if not state.hands[state.player][kind]:
        return f"you hold no {name}"
    if not game.playable(state)[kind]:
        return f"{name} came when no action remained: it waits for your next turn"
    if kind == TAKE_1:
        takeable = game.takeable(state)
        if not takeable:
            return "TAKE 1 DISCARDED finds no card that may be taken"
        if not action.cards:
            return f"name the card to take, such as {action_text(YardmasterAction('play', kind, takeable[:1]))}"
        fresh = action.cards[0] >= len(TYPES) and action.cards[0] in state.discard
        why = "was played in this turn" if fresh else "is not in the discard pile"
        return f"{kind_name(action.cards[0])} {why}"
    if kind == DRAW_2:
        return "DRAW 2 finds no card that could be drawn"
    return f"{name} is played with a purchase: buy C3 for {BONUSES[kind - len(TYPES)]} 2C"
