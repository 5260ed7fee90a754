"""A table of Yardmaster as a record of integers (`BOARD`); `games.yardmaster.encoding` turns states into arrays of them.

The order of a train does not matter to play: its end and its points are stored.
"""

from __future__ import annotations

import numpy as np

from shunt.games.yardmaster.engine.layout import CARS, KINDS

NUMBERS = (
    "phase", "player", "turn", "actions", "yardmaster", "face_up", "extra", "aside", "window", "busy", "idle",
    "pile_size", "railcars_left", "discard_size", "arrivals_size",
    "players", "goal", "last_turn", "at_once", "letter", "any_time", "take_fresh", "end_on_railcars",
)  # fmt: skip
OWN = ("token", "end", "points", "yard_size")
SEAT = np.dtype((np.record, [*((name, "i8") for name in OWN), ("hand", "i8", KINDS), ("yard", "i8", CARS)]))
BOARD = np.dtype(
    (
        np.record,
        [
            *((name, "i8") for name in NUMBERS),
            *((name, "i8", KINDS) for name in ("fresh", "frozen", "pile", "discarded")),  # counts by kind
            ("railcars", "i8", CARS),
            ("seats", SEAT, 5),
            ("arrivals", "i8", 10),  # in any order
            ("discard", "i8", 76),  # from the bottom
        ],
    )
)
