"""States of Yardmaster Express as plain lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shunt.games.express.cards import HIDDEN
from shunt.games.express.scoring import Sheet
from shunt.games.express.state import ExpressState
from shunt.games.express.trains import Train
from shunt.games.protocol import player_name

if TYPE_CHECKING:
    from shunt.games.express.game import Express


def train_text(train: Train) -> str:
    """Return the cars of a train as they are seen, `R3|G4 -- G3|B3`; `(engine)` for an empty train."""
    return " ".join(car.shown for car in train) or "(engine)"


def describe(game: Express, state: ExpressState) -> str:
    """Return the turn, the trains with their points so far, the hand and the size of the deck."""
    if state.start < 0:
        return "the start player is chosen"
    over = len(state.past) == game.plies
    number = f"game {state.game} of {game.options.games}, " if game.options.games > 1 else ""
    turn = (
        "game over"
        if over
        else f"round {len(state.past) // game.players + 1} of {game.rounds}, {player_name(state.player)} to play"
    )
    lines = [f"{number}{turn}; {player_name(state.start)} started"]
    if caboose := game.caboose(state):
        lines.append(f"caboose {caboose.name}, {caboose.points} points: {caboose.text}")
    sheet = game.sheet(state)
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


def points_text(sheet: Sheet, player: int) -> str:
    """Return one player's points of a game with their parts: `47 + 6 (run of 6)`."""
    parts = [str(sheet.values[player])]
    if sheet.bonuses[player]:
        parts.append(f"{sheet.bonuses[player]} (run of {sheet.runs[player]})")
    if sheet.caboose[player]:
        parts.append(f"{sheet.caboose[player]} (caboose)")
    total = f" = {sheet.totals[player]}" if len(parts) > 1 else ""
    return " + ".join(parts) + total
