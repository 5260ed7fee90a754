"""Boards to flood, and what the C++ flood reads and says."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.measuring import run_and_weigh
from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.track.layout_file import load_layout
from shunt.track.plan import End, Plan
from shunt.track.turntable import after_move

HERE = Path(__file__).resolve().parent
BUILD = HERE / "build"
WYE_24 = (  # wye-18 with three more spaces at each of two ends
    *("A1 A2 A3 B1 B2 B3", "A1 A2 A3 C1 C2 C3", "A3 C1 D1 D2", "W2 W1 B2 B3", "W1 W2 C2 C3"),
    *("B2 B3 E1 E2 E3 H1 H2 H3", "C2 C3 E1 E2", "D1 D2 F1 F2 G1 G2 G3"),
)
WYE_CARS = ("B1", "C2", "D2", "E2", "F1", "E3", "W1")


@dataclass(frozen=True)
class Board:
    """A layout with a position on it; `name` ends with the number of cars."""

    name: str
    rules: Switcher
    start: Position


@cache
def board(name: str) -> Board:
    """`wye-18-5`, `turntable-19-3`, `wye-24-5` …: a locomotive on A1 facing A2, and so many cars on the first of `WYE_CARS`."""
    layout, _, cars = name.rpartition("-")
    plan = Plan.from_tracks(layout, WYE_24) if layout == "wye-24" else load_layout(layout).plan
    count = int(cars)
    end = plan.end_towards("A1", "A2")
    assert end is not None
    roster = Roster(("A",), tuple(f"c{number}" for number in range(count)))
    start = Position(("A1", *WYE_CARS[:count]), (end,), (0,) * len(plan.turntables))
    return Board(name, Switcher(plan, roster), start)


def flood_input(flooded: Board) -> str:
    """The input of flood.cpp. It knows neither no-stop nor exclusive spaces, and turntables that turn with every move only."""
    plan, start = flooded.rules.plan, flooded.start
    assert not plan.no_stop
    assert not plan.exclusive
    assert not flooded.rules.couples_both_ways
    assert all(table.rotation == "each-move" for table in plan.turntables)
    settings = [start.turntables]
    while (following := after_move(plan.turntables, settings[-1])) not in settings:
        settings.append(following)
    number = {space: index for index, space in enumerate(plan.spaces)}
    roster = flooded.rules.roster
    lines = [f"{len(number)} {len(settings)} {len(roster.pieces)} {len(roster.locomotives)} 0"]
    for setting in settings:
        joins = plan.joins(setting)
        for end in (End(space, end) for space in plan.spaces for end in (0, 1)):
            entered = [other.opposite for other in joins.get(end, ()) if other.space not in flooded.rules.broken]
            lines.append(" ".join(str(n) for n in [len(entered), *(2 * number[out.space] + out.end for out in entered)]))
    slots = [number[place] for place in start.places]
    for seat, heading in enumerate(start.headings):
        slots[seat] = 2 * slots[seat] + heading
    return "\n".join([*lines, " ".join(map(str, slots))]) + "\n"


def compiler() -> str | None:
    """The C++ compiler that is there, if any."""
    return next((name for name in ("g++", "clang++", "c++") if shutil.which(name)), None)


@cache
def program() -> Path:
    """The C++ flood, built for this machine. Raises `RuntimeError` where there is no compiler."""
    found = compiler()
    if found is None:
        raise RuntimeError("there is no C++ compiler to build flood.cpp with (g++ or clang++)")
    BUILD.mkdir(exist_ok=True)
    built = BUILD / "flood"
    command = [found, "-O3", "-march=native", "-std=c++17", "-o", str(built), str(HERE / "flood.cpp")]
    subprocess.run(command, check=True)
    return built


def cpp_flood(name: str) -> dict[str, Any]:
    """Flood a board in C++; gives levels, states, moves generated, seconds, and the most bytes held."""
    file = BUILD / f"{name}.txt"
    program()
    file.write_text(flood_input(board(name)))
    text, peak = run_and_weigh([program(), file])
    told: dict[str, Any] = json.loads(text)
    return told | {"bytes": peak}
