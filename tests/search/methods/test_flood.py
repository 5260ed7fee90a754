"""Floods against the counts in tests/perft, and against the referee where that is quick enough."""

from __future__ import annotations

from pathlib import Path

import networkx
import pytest

from shunt.cards.stop import Stop, StopKind
from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import Limits
from shunt.search.methods.flood import METHODS, flood_position
from shunt.search.trains.codec import Codec
from shunt.search.trains.successors import Neighbours
from shunt.track.layout_file import load_layout
from shunt.track.plan import Plan

CARS = {"B1": "red", "C2": "green", "D2": "yellow", "E2": "blue", "F1": "black"}
BASE = ["A1 A2 A3 B1 B2 B3", "A1 A2 A3 C1 C2 C3", "A3 C1 D1 D2"]
EXTRA = {
    "base": [],
    "loop": ["B2 B3 E1 E2", "C2 C3 E1 E2"],
    "wye": ["W2 W1 B2 B3", "W1 W2 C2 C3"],
    "balloon": ["B2 B3 W1 W2 C3 C2"],
}
# rules of Track Switcher, "Exact figures to reproduce": states, strongly connected components, the largest in per cent
COMPONENTS = {
    "base": [(27, 3, 37), (45, 6, 20), (39, 6, 21)],
    "loop": [(153, 5, 70), (349, 19, 28), (294, 17, 30)],
    "wye": [(270, 2, 96), (2318, 4, 99), (18093, 4, 100)],
    "balloon": [(306, 2, 69), (2866, 21, 61), (15268, 20, 94)],
}


def setting(plan: Plan, cars: int) -> tuple[Switcher, Position]:
    """The locomotive on A1 facing A2, the first cars of CARS where they belong."""
    rules = Switcher(plan, Roster(("A",), tuple(CARS.values())[:cars]))
    facing = plan.end_towards("A1", "A2")
    assert facing is not None
    return rules, Position(("A1", *list(CARS)[:cars]), (facing,), (0,) * len(plan.turntables))


def perft_files() -> list[Path]:
    return sorted((Path(__file__).parents[2] / "perft").glob("*.txt"))


SLOW = {("wye-18-4", "states"), ("turntable-19-3", "hashed")}
EACH_WAY = [
    pytest.param(path, method, id=f"{path.stem}-{method}", marks=pytest.mark.slow if (path.stem, method) in SLOW else ())
    for path in perft_files()
    for method in METHODS
]


@pytest.mark.parametrize(("path", "method"), EACH_WAY)
def test_new_states_per_level(path: Path, method: str) -> None:
    """`layout cars` on the first line, then the number of new states of each level."""
    head, *rest = path.read_text().splitlines()
    layout, cars = head.split()
    rules, start = setting(load_layout(layout).plan, int(cars))
    flood = flood_position(Codec.for_rules(rules), start, method=method)
    assert (flood.exhausted, flood.method) == (True, method)
    assert list(flood.levels) == [int(word) for word in " ".join(rest).split()]


def components(graph: networkx.DiGraph) -> tuple[int, int, int]:
    parts = [len(part) for part in networkx.strongly_connected_components(graph)]
    return sum(parts), len(parts), round(100 * max(parts) / sum(parts))


@pytest.mark.parametrize("cars", [1, 2, 3])
@pytest.mark.parametrize("name", list(EXTRA))
def test_strongly_connected_components_of_the_kernels(name: str, cars: int) -> None:
    rules, start = setting(Plan.from_tracks(name, BASE + EXTRA[name]), cars)
    codec = Codec.for_rules(rules)
    neighbours = Neighbours(codec, Limits())
    graph = networkx.DiGraph()
    todo = [codec.pack(start)]
    graph.add_node(todo[0])
    while todo:
        state = todo.pop()
        for after in neighbours.all_of(state).tolist():
            if after not in graph:
                todo.append(after)
            graph.add_edge(state, after)
    assert components(graph) == COMPONENTS[name][cars - 1]


@pytest.mark.parametrize("cars", [1, 2])
@pytest.mark.parametrize("name", list(EXTRA))
def test_strongly_connected_components_of_the_referee(name: str, cars: int) -> None:
    rules, start = setting(Plan.from_tracks(name, BASE + EXTRA[name]), cars)
    graph = networkx.DiGraph()
    graph.add_node(start)
    todo = [start]
    while todo:
        position = todo.pop()
        for after in rules.successors(position):
            if after not in graph:
                todo.append(after)
            graph.add_edge(position, after)
    assert components(graph) == COMPONENTS[name][cars - 1]


@pytest.mark.parametrize("method", METHODS)
def test_a_limit_ends_a_flood_without_a_claim(method: str) -> None:
    rules, start = setting(load_layout("wye-18").plan, 3)
    flood = flood_position(Codec.for_rules(rules), start, Limits(states=10_000), method=method)
    assert not flood.exhausted
    assert flood.stopped == Stop(StopKind.STATES, 10_000)
    assert flood.levels[:4] == (1, 15, 136, 499)
