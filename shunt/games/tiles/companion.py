"""The companion of a real table of the train-tile game: placements checked, colours counted, odds from what is left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shunt.errors import InputError
from shunt.games.companion import GameCompanion
from shunt.games.tiles.odds import odds
from shunt.games.tiles.squares import all_squares
from shunt.games.tiles.state import TilesState


class TilesCompanion(GameCompanion):
    """A game followed square by square; settings are the number of players and the options of the game."""

    help = """  draw R4            the square that was turned up
  play R4 1 left     where it was added: end 1 or 2, then straight, left or right
  discard R4         it was discarded"""

    def __init__(
        self,
        players: int = 2,
        options: Mapping[str, Any] | None = None,
        squares: str | None = None,
        colours: str | None = None,
        game: str = "tiles",
    ) -> None:
        """Take the settings of a saved log, or `squares` and `colours` by themselves, as the command has them."""
        given = {name: value for name, value in (("squares", squares), ("colours", colours)) if value}
        super().__init__(game, players, {**(options or {}), **given})

    def lines(self, state: TilesState) -> list[str]:
        """Return the table, what is left of each colour, and how long the game is expected to last."""
        return [*super().lines(state)[:-1], *left_lines(state), super().lines(state)[-1]]


def left_lines(state: TilesState) -> list[str]:
    """Return the cars, engines and cabooses left in the pile, and the expected number of draws."""
    squares = [all_squares()[square] for square in state.pile]
    cars = {colour: sum(square.count(colour) for square in squares if square.kind == "car") for colour in "RBGY"}
    kinds = {kind: sum(square.kind == kind for square in squares) for kind in ("engine", "caboose")}
    counted = " ".join(f"{colour}{number}" for colour, number in cars.items())
    engines, cabooses = (f"{number} {kind}{'s' * (number != 1)}" for kind, number in kinds.items())
    lines = [f"left in the pile: cars {counted}, {engines}, {cabooses}"]
    try:
        remaining = odds(kinds["engine"], kinds["caboose"], len(squares), state.engine, state.caboose)
    except InputError:
        return lines  # nothing in the pile can end the game
    return lines if state.over else [*lines, f"expected draws until the train is complete: {float(remaining.expected_draws):.2f}"]
