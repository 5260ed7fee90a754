"""Floods against the counts in tests/perft, and against the referee where that is quick enough."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

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
from tests.effort import some

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


DEAR = ("wye-18-4", "turntable-19-3")  # only the method that a flood takes by itself
EACH_WAY = [
    pytest.param(path, method, id=f"{path.stem}-{method}")
    for path in sorted((Path(__file__).parents[2] / "perft").glob("*.txt"))
    for method in METHODS
    if method == METHODS[0] or path.stem not in DEAR
]


@pytest.mark.parametrize(("path", "method"), EACH_WAY)
def test_new_states_per_level(path, method):
    """`layout cars` on the first line, then the number of new states of each level."""
    head, *rest = path.read_text().splitlines()
    layout, cars = head.split()
    rules, start = setting(load_layout(layout).plan, int(cars))
    flood = flood_position(Codec.for_rules(rules), start, method=method)
    assert (flood.exhausted, flood.method) == (True, method)
    assert list(flood.levels) == [int(word) for word in " ".join(rest).split()]


def components(start: Any, successors: Callable[[Any], Iterable[Any]]) -> tuple[int, int, int]:
    """States that can be reached, their strongly connected components, and the share of the largest in per cent."""
    graph, todo = networkx.DiGraph(), [start]
    graph.add_node(start)
    while todo:
        state = todo.pop()
        following = set(successors(state))
        todo += [after for after in following if after not in graph]
        graph.add_edges_from((state, after) for after in following)
    parts = [len(part) for part in networkx.strongly_connected_components(graph)]
    return sum(parts), len(parts), round(100 * max(parts) / sum(parts))


@pytest.mark.parametrize(
    ("by", "cars"), [("kernels", 1), ("kernels", 2), pytest.param("kernels", 3, marks=pytest.mark.slow), ("referee", 1)]
)
@pytest.mark.parametrize("name", some(EXTRA, 2))
def test_strongly_connected_components(name, by, cars):
    rules, start = setting(Plan.from_tracks(name, BASE + EXTRA[name]), cars)
    codec = Codec.for_rules(rules)
    neighbours = Neighbours(codec, Limits())
    found = (
        components(start, rules.successors)
        if by == "referee"
        else components(codec.pack(start), lambda state: neighbours.all_of(state).tolist())
    )
    assert found == COMPONENTS[name][cars - 1]


@pytest.mark.parametrize("method", METHODS)
def test_a_limit_ends_a_flood_without_a_claim(method):
    rules, start = setting(load_layout("wye-18").plan, 3)
    flood = flood_position(Codec.for_rules(rules), start, Limits(states=10_000), method=method)
    assert not flood.exhausted
    assert flood.stopped == Stop(StopKind.STATES, 10_000)
    assert flood.levels[:4] == (1, 15, 136, 499)
