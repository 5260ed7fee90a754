"""Ways to an answer against each other: A* and search from both ends on a large board, and tables that know every answer."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter_ns
from typing import Any

from benchmarks.flood import Board, board
from benchmarks.measuring import ROOT, Figure, Plan, benchmark, in_child, seconds_of
from shunt.cards.card import Goal, RouteCard
from shunt.cards.files import load_card
from shunt.cards.solution import Solution
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.solve import solve
from shunt.search.tablebase.reader import Tablebase
from shunt.tablebases.builder import build
from shunt.track.layout import Layout

CARDS = sorted((ROOT / "benchmarks" / "cards").glob("alphabet-26-five-*.toml"))
METHODS = {"bidirectional": "bidirectional", "A*": "astar", "choice": None}
PROBES = 3000


def expanded(solution: Solution) -> int:
    """How many states had their neighbours made, in every attempt together."""
    return sum(int(attempt.get("expanded", 0)) for attempt in solution.proof["attempts"])


@benchmark("A*", "A* against search from both ends")
def a_star(plan: Plan) -> Iterator[Figure]:
    """Stated cards of alphabet-26 with five cars; times include building the databases, and the answers must agree."""
    shares: list[float] = []
    picked: list[float] = []
    cards = [load_card(path) for path in CARDS[: 1 if plan.quick else None]]
    for method in METHODS.values():
        solve(load_card("first-swap"), method=method)
    for card in cards:
        answers: dict[str, Solution] = {}
        seconds: dict[str, float] = {}
        for name, method in METHODS.items():
            began = perf_counter_ns()
            answers[name] = solve(card, method=method)
            seconds[name] = (perf_counter_ns() - began) / 1e9
        optimum = answers["A*"].optimum
        assert {answer.optimum for answer in answers.values()} == {optimum}, f"{card.name}: the methods differ"
        shares.append(expanded(answers["A*"]) / expanded(answers["bidirectional"]))
        best = min(seconds["bidirectional"], seconds["A*"])
        picked.append(seconds["choice"] / best)
        told = "; ".join(
            f"{name} {seconds[name]:.2f} s, {expanded(answers[name]):,} expanded" for name in ("bidirectional", "A*")
        )
        plan.say(f"{card.name}, optimum {optimum}: {told}")
        title = f"{card.name}, optimum {optimum}: chosen method, {answers['choice'].method}"
        yield Figure(f"astar/{card.name}", title, seconds["choice"], "s", note=told)
    share = median(shares)
    title = f"{len(cards)} cards: states expanded by A*, as a share of those from both ends, median"
    yield Figure("astar/expanded", title, share, "", bar="≤ 1/3", holds=share <= 1 / 3)
    title = f"{len(cards)} cards: time of the method that solve chooses, relative to the faster of the two, median"
    yield Figure("astar/choice", title, median(picked), "×")


# --------------------------------------------------------------------------------------------------------------------
# Tablebases


def card_on(named: Board) -> RouteCard:
    """The card on which every piece goes to the place of the next one in the roster."""
    roster, start = named.rules.roster, named.start
    goal = Goal(dict(zip(roster.pieces, (*start.places[1:], start.places[0]), strict=True)))
    return RouteCard(named.name, named.rules.ruleset, Layout(named.rules.plan), roster, start, goal)


def any_position(rules: Switcher, lot: random.Random) -> Position:
    """Any arrangement of the pieces of a board without no-stop and exclusive spaces."""
    places = tuple(lot.sample(rules.plan.spaces, len(rules.roster.pieces)))
    headings = tuple(lot.randrange(2) for _ in rules.roster.locomotives)
    return Position(places, headings, tuple(lot.randrange(len(table.positions)) for table in rules.plan.turntables))


def build_weighed(name: str, warm: bool) -> dict[str, Any] | None:
    """The work of a child process: build a tablebase and say how long it took and how large it is."""
    named = board("wye-18-2" if warm else name)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "table")
        headers = []
        took = seconds_of(lambda: headers.append(build(card_on(named), target)))
        return {"seconds": took, "slots": headers[0].slots, "bytes": target.stat().st_size}


@benchmark("tablebases", "Tablebases")
def tablebases(plan: Plan) -> Iterator[Figure]:
    """What a probe takes, and what building takes."""
    name = "wye-18-4" if plan.quick else "wye-18-5"
    named, lot = board(name), random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        build(card_on(named), Path(folder, "table"))
        table = Tablebase.open(Path(folder, "table"))
        table.verify()
        probed = [_probe(table, any_position(named.rules, lot)) for _ in range(PROBES)]
    title = f"{name}: probe of one of {PROBES:,} random positions"
    yield Figure("tablebase/probe", f"{title}, median", median(probed), "µs")
    slowest = max(probed)
    yield Figure("tablebase/probe slowest", f"{title}, slowest", slowest, "µs", bar="≤ 100 µs", holds=slowest <= 100)
    name = "wye-18-4" if plan.quick else "wye-24-5"
    told = in_child("benchmarks.searches:build_weighed", name)
    title = f"{name}, {told['slots']:,} arrangements: whole tablebase of {told['bytes'] / 1e6:,.0f} MB"
    took, peak = told["seconds"], told["peak_bytes"] / 1e6
    asked = not plan.quick
    bars = ("≤ 300 s", took <= 300), ("≤ 1000 MB", peak <= 1000)
    yield Figure(
        f"tablebase/build {name}", f"{title}, built in", took, "s", bar=bars[0][0] * asked, holds=bars[0][1] if asked else None
    )
    title += ", peak of the whole process"
    yield Figure(f"tablebase/memory {name}", title, peak, "MB", bar=bars[1][0] * asked, holds=bars[1][1] if asked else None)


def _probe(table: Tablebase, position: Position) -> float:
    """Microseconds of one probe, the best of three: what interrupts this process is not counted."""
    took = []
    for _ in range(3):
        began = perf_counter_ns()
        table.distance(position)
        took.append((perf_counter_ns() - began) / 1000)
    return min(took)
