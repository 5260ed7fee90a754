"""The companion of a real table of the train-tile game: placements checked, colours counted, odds from what is left."""

from __future__ import annotations

from shunt.errors import InputError, counted
from shunt.games.companion import Companion
from shunt.games.tiles.odds import odds
from shunt.games.tiles.squares import all_squares
from shunt.games.tiles.state import TilesState


class TilesCompanion(Companion[TilesState]):
    """A game followed square by square; settings are the number of players and the options of the game."""

    game = "tiles"
    help = """  draw R4            the square that was turned up
  play R4 1 left     where it was added: end 1 or 2, then straight, left or right
  discard R4         it was discarded"""

    def lines(self, state: TilesState) -> list[str]:
        """Return the table, what is left of each colour, and how long the game is expected to last."""
        *table, last = super().lines(state)
        return [*table, *left_lines(state), last]


def left_lines(state: TilesState) -> list[str]:
    """Return the cars, engines and cabooses left in the pile, and the expected number of draws."""
    squares = [all_squares()[square] for square in state.pile]
    cars = {colour: sum(square.count(colour) for square in squares if square.kind == "car") for colour in "RBGY"}
    kinds = {kind: sum(square.kind == kind for square in squares) for kind in ("engine", "caboose")}
    left = [" ".join(f"{colour}{number}" for colour, number in cars.items())]
    left += [counted(number, f"{kind}s") for kind, number in kinds.items()]
    lines = [f"left in the pile: cars {', '.join(left)}"]
    try:
        remaining = odds(kinds["engine"], kinds["caboose"], len(squares), state.engine, state.caboose)
    except InputError:
        return lines  # nothing in the pile can end the game
    return lines if state.over else [*lines, f"expected draws until the train is complete: {float(remaining.expected_draws):.2f}"]
