"""Dudeney's railway muddle (Amusements 223) where no engine moves the other one, as in his own solution.

python -m benchmarks.muddle

searches the puzzle at an eighth of its size in that reading to the optimum (a quarter of an hour) and keeps what it finds in
benchmarks/muddle-small.json, which puzzles/RESULTS.md reads; `benchmarks.classics` writes that.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.readings import ApartSearch, LoopReading
from shunt.cards.card import Goal, RouteCard
from shunt.classics.passing.loop import LoopOrders, loop_search
from shunt.errors import counted
from shunt.rules.metrics import measures
from shunt.rules.moves import parse_move
from shunt.rules.objective import Objective
from shunt.rules.position import Position, Roster
from shunt.rules.ruleset import replay
from shunt.rules.switcher import Run
from shunt.search.core.limits import Limits, Progress
from shunt.search.metrics.paths import cheapest_moves, seen
from shunt.search.metrics.plan import MetricPlan
from shunt.search.trains.goals import GoalSet
from shunt.track.layout import Layout
from shunt.track.plan import Plan

SMALL = Path(__file__).with_name("muddle-small.json")
WAGONS, ROOM, PLACES = 16, 8, 40
BETWEEN_LINES = 15  # seconds


def muddle(wagons: int, room: int, places: int) -> RouteCard:
    """An engine and so many wagons each way, on a line with so many places at either side of a loop."""
    left, right = ([f"{side}{n}" for n in range(1, places + 1)] for side in "LR")
    plan = Plan.from_tracks("muddle", [[*left[::-1], *(f"{road}{n}" for n in range(1, room + 1)), *right] for road in "UD"])
    white, black = (tuple(f"{letter}{n}" for n in range(1, wagons + 1)) for letter in "wb")
    start = Position((left[0], right[0], *left[1 : wagons + 1], *right[1 : wagons + 1]))
    goal = dict(zip(("W", *white, "B", *black), [*right[: -wagons - 2 : -1], *left[: -wagons - 2 : -1]], strict=True))
    roster = Roster(("W", "B"), white + black, (white, black))
    return RouteCard("muddle", "railway", Layout(plan), roster, start, Goal(goal), metric=Objective("reversals"))


def _wagons(letter: str, first: int, last: int) -> str:
    step = 1 if last >= first else -1
    return "".join(f"+{letter}{n}" for n in range(first, last + step, step))


def published() -> tuple[str, ...]:
    """Dudeney's solution: the white train in parts of 7 (with its engine), 8 and 1, the black one never divided."""
    black = _wagons("b", 1, 16)
    return (
        f"W L1>U8 {_wagons('w', 1, 16)}",  # the engine and 7 stand on the loop, 9 on the line
        f"B R1>L9 {black} via D8",  # pushes the 9 on
        f"W U8>R33 {_wagons('w', 1, 7)}",
        f"B L9>R1 {_wagons('w', 8, 15)} via D1",  # first reversal: 8 of the 9 are left on the loop
        f"B R1>L17 {black} via U8",  # second: for the last one
        "B L17>R1 +w16 via D1",  # third: pushes the 8 off the loop and leaves the last one there
        f"B R1>L40 {black} via U8",  # fourth: away
        "W R33>R16",  # fifth: for the last one
        f"W R16>R40 {_wagons('w', 1, 16)}",  # sixth
    )


def keeps_apart(run: Run | str) -> bool:
    """Whether no engine moves the other one in this run."""
    return isinstance(run, Run) and not {"W", "B"} <= {run.locomotive, *run.couples, *run.pushes}


def of_published() -> int:
    """The reversals of Dudeney's solution, replayed, in which no engine moves the other one."""
    card = muddle(WAGONS, ROOM, PLACES)
    made = list(replay(card.rules, card.start, [parse_move(move) for move in published()]))
    runs = [one.run for one in made if one.run]
    assert card.is_solved(made[-1].position)
    assert all(map(keeps_apart, runs))
    return measures(card.rules, card.start, runs)["reversals"]


def readings() -> Iterator[str]:
    """The puzzle at full size under the readings that its text leaves open."""
    start = LoopOrders("W" + "w" * WAGONS, "", "", "B" + "b" * WAGONS)
    goal = LoopOrders("b" * WAGONS + "B", "", "", "w" * WAGONS + "W")
    yield "| reading | at least | at most |"
    yield "|---|---|---|"
    yield "| as in the metric | 0 (no count is lower) | 0 (`dudeney-muddle`) |"
    for words, extra in (
        ("an engine is also reversed when the other one moves it", {"carried": True}),
        ("neither engine moves the other", {"apart": True}),
    ):
        line, least, searched = LoopReading("WB", ROOM, **extra), 0, 0
        # What needs more than a ceiling is left out; with a ceiling of 2 the orders are too many.
        while least < 2 and (found := line.fewest(start, goal, least)).count is None:
            least, searched = least + 1, searched + found.states
        at_most = f"{of_published()} (Dudeney's solution, replayed)"
        yield f"| {words} | {least} ({searched:,} combinations of order and direction) | {at_most} |"
    if SMALL.exists():
        told = json.loads(SMALL.read_text())
        yield f"\nA small form was searched exhaustively: two trains of an engine and {told['wagons']} wagons, a loop with"
        yield f"{counted(told['room'], 'places')} on each road, and {told['places']} places of line on either side. If neither"
        yield f"engine may move the other, it needs **{told['reversals']} reversals** ({told['states']:,} states,"
        yield f"{told['seconds']:,} s). This is a solution:\n"
        yield from ("```text", *told["moves"], "```")


def small(wagons: int = 2, room: int = 1, places: int = 8) -> dict[str, Any]:
    """The optimum where no engine moves the other one, proven by A* over positions (see `passing/loop.py`)."""
    card, began = muddle(wagons, room, places), time.perf_counter()
    plan = MetricPlan.of(card.rules, card.metric)
    start = plan.codec.pack(replace(card.start, headings=(0, 0)))
    goals = GoalSet.of(plan.codec, card.goal)
    as_card = loop_search(card, plan, start, goals, Limits(progress=_progress()))
    assert as_card is not None
    found = ApartSearch.from_search(as_card)
    found.run()
    assert found.path is not None, f"stopped: {found.stopped}"
    assert found.total is not None
    path = [seen(card.rules, plan.codec.unpack(state)) for state in found.path]
    made = cheapest_moves(card, plan.order, path, plan.counts(found.total))
    runs = [one.run for one in made if one.run]
    reversals = measures(card.rules, card.start, runs)["reversals"]
    assert reversals == found.lower_bound
    assert all(map(keeps_apart, runs))
    seconds = round(time.perf_counter() - began)
    size = {"wagons": wagons, "room": room, "places": places}
    return {**size, "reversals": reversals, "states": found.states, "seconds": seconds, "moves": [str(one.move) for one in made]}


def _progress() -> Progress:
    """A line on stderr now and then."""
    told = [time.perf_counter()]

    def progress(what: str, level: int, states: int) -> None:
        if time.perf_counter() - told[0] > BETWEEN_LINES:
            told[0] = time.perf_counter()
            print(f"{what}: {level}, {states:,} states", file=sys.stderr)

    return progress


if __name__ == "__main__":
    SMALL.write_text(json.dumps(small(), indent=1) + "\n")
