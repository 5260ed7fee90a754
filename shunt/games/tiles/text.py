"""States of the train-tile game as JSON and as plain text, the train drawn on its grid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shunt.games.protocol import player_name
from shunt.games.tiles.squares import all_squares
from shunt.games.tiles.state import TilesState
from shunt.games.tiles.train import TilesTrain

CELL_WIDTH = 7
_STROKES = dict(zip(map(frozenset, ("EW", "NS", "NE", "NW", "SE", "SW", *"EWNS")), "─│└┘┌┐╶╴╵╷", strict=True))
NAMES = "ENWS"


def state_to_json(state: TilesState) -> dict[str, Any]:
    """Return a state in JSON types."""
    ends = [None if end is None else [*end.cell, end.direction] for end in state.train.ends]
    placed = [[*one.cell, one.square, one.entry, one.exit] for one in state.train.placed]
    flags = {"engine": state.engine, "caboose": state.caboose, "over": state.over}
    counts = {"player": state.player, "redrawn": state.redrawn, "draws": state.draws}
    lists: dict[str, Any] = {"pile": list(state.pile), "discards": list(state.discards), "drawn": state.drawn}
    return lists | {"train": placed, "ends": ends} | counts | flags


def train_rows(train: TilesTrain) -> list[str]:
    """Return the train on its grid, a row of text for each row of cells; open ends are marked 1 and 2."""
    cells: dict[tuple[int, int], str] = {}
    for placed in train.placed:
        edges = frozenset(NAMES[edge] for edge in (placed.entry, placed.exit) if edge >= 0)
        cells[placed.cell] = f"{_STROKES[edges]}{placed.square}"
    for number, end in enumerate(train.ends, start=1):
        if end is not None:
            cells[end.cell] = f"({number})" if end.cell not in cells else "(12)"
    if not cells:
        return ["(no train yet)"]
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    rows = range(max(y for _, y in cells), min(y for _, y in cells) - 1, -1)
    return ["".join(f"{cells.get((x, y), ''):<{CELL_WIDTH}}" for x in columns).rstrip() for y in rows]


def table_text(state: TilesState, colours: str, scores: Sequence[int], names: Sequence[str] | None = None) -> str:
    """Return the table in lines of text. Players have the given names, or numbers."""
    names = names or list(map(player_name, range(len(colours))))
    lines = [f"{len(state.pile)} squares in the pile, {len(state.discards)} discarded"]
    lines += [f"  {row}" for row in train_rows(state.train)]
    lines.append(
        "cars: " + ", ".join(f"{name} ({colour}) {cars}" for name, colour, cars in zip(names, colours, scores, strict=True))
    )
    if state.drawn:
        square = all_squares()[state.drawn]
        name = names[state.player]
        lines.append(f"{name} turn{'s' * (name != 'you')} up {square.id} ({square.words})")
    elif state.over:
        lines.append("the game is over")
    return "\n".join(lines)
