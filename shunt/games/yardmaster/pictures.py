"""The table of Yardmaster in plain text: trains, yards, hands, piles and tokens."""

from __future__ import annotations

from collections.abc import Sequence

from shunt.errors import counted
from shunt.games.protocol import player_name
from shunt.games.yardmaster.cards import TYPES, car_text, cargo_text, cars_text, kind_name, kind_text, spread
from shunt.games.yardmaster.rules import YardmasterRules
from shunt.games.yardmaster.state import YardmasterState


def train_text(cars: Sequence[int]) -> str:
    """Return a train as a row of couplings: `[engine]-[C2]-[T2]`."""
    return "-".join(["[engine]", *(f"[{car_text(car)}]" for car in cars)])


def hand_text(state: YardmasterState, player: int) -> str:
    """Return a hand: its cards, and how many more are not known."""
    hidden = state.hidden[player]
    known = [cargo_text(spread(state.hands[player])), counted(hidden, "hidden cards") if hidden else ""]
    return " and ".join(filter(None, known)) or "empty"


def discard_text(state: YardmasterState) -> str:
    """Return the discard pile: its top, then the cards below it from the top down."""
    if not state.discard:
        return "empty"
    top, below = state.discard[-1], state.discard[-2::-1]
    return f"{kind_name(top)} on top" + (f", below it {cargo_text(below)}" if below else "")


def player_lines(state: YardmasterState, player: int) -> list[str]:
    """Return what is in front of a player."""
    token = kind_name(state.tokens[player]) if player < len(state.tokens) else "none"
    words = [f"{counted(state.points(player), 'points')}", f"exchange token {token}"]
    if player == state.yardmaster and len(state.tokens) == len(state.hands):
        words.append("Yardmaster" if state.face_up else "Yardmaster (face down)")
    return [
        f"{player_name(player)}: {', '.join(words)}",
        f"  train  {train_text(state.trains[player])}",
        f"  yard   {cars_text(state.yards[player]) or 'empty'}",
        f"  hand   {hand_text(state, player)}",
    ]


def table_text(game: YardmasterRules, state: YardmasterState) -> str:
    """Return the whole table in lines."""
    acting = f"{player_name(state.player)}, {counted(state.actions, 'actions')}"
    phases = {
        "turn": f"{acting} remaining" + (f", {state.extra} more to draw" if state.extra else ""),
        "card": f"{player_name(state.player)} draws",
        "car": "the arrival yard is refilled",
        "over": "over",
    }
    centre = " ".join(map(kind_text, state.centre))
    arrivals = " ".join(f"[{car_text(car)}]" for car in state.arrivals)
    lines = [
        f"turn {state.turn + 1}: {phases.get(state.phase, 'set-up')}; {game.goal} points win",
        f"arrival yard   {arrivals or 'empty'}, {sum(state.railcars)} railcars behind it",
        f"draw pile      {counted(state.pile_size, 'cards')}",
        f"discard pile   {discard_text(state)}",
    ]
    if len(state.tokens) == game.players < len(TYPES):
        lines.append(f"centre tokens  {centre}")
    for player in range(game.players):
        lines += player_lines(state, player)
    return "\n".join(lines)
