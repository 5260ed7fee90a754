"""Floods of every engine and method against the perft files, which the referees wrote (`tests/perft/make.py`)."""

from itertools import count

import pytest

from shunt.hump.bids import bid_table
from shunt.hump.rules import MoveRules
from shunt.search.methods.flood import METHODS, flood_position
from shunt.search.trains.codec import Codec
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import SidingsGoal
from shunt.sidings.search.table import flood_sidings
from tests.hump.engine.test_kernels import Kernel
from tests.hump.engine.yards import CIRCLE, exits, successors
from tests.perft.cases import CASES, FOLDER, HUMPS, SIDINGS, TRAINS, levels, stored


def test_every_case_has_its_file():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(CASES)


@pytest.mark.parametrize(
    ("name", "method", "words"),
    [
        pytest.param(name, method, words, marks=() if ways.index((method, words)) == number % 3 else pytest.mark.slow)
        for ways in [[*((method, 1) for method in METHODS), ("states", 2)]]
        for number, name in enumerate(TRAINS)
        for method, words in ways
    ],
)
def test_trains(name, method, words):
    rules, start = TRAINS[name]()
    flood = flood_position(Codec.for_rules(rules, words=words), start, method=method)
    assert (flood.exhausted, list(flood.levels)) == (True, stored(name))


@pytest.mark.parametrize("name", SIDINGS)
def test_sidings(name):
    rules, start = SIDINGS[name]()
    goal = SidingsGoal({next(iter(rules.capacities)): rules.cars[:1]})
    flood = flood_sidings(SidingsCard(name, rules, start, goal))
    assert (flood.exhausted, list(flood.levels)) == (True, stored(name))


@pytest.mark.parametrize("name", HUMPS)
def test_cuts(name):
    rules, start = HUMPS[name]()
    kernel = Kernel(rules)
    assert levels(kernel.outcomes, start) == stored(name)


@pytest.mark.parametrize("name", HUMPS)
def test_orders_of_cuts(name):
    rules, start = HUMPS[name]()
    expected = {}
    level, seen = {start}, {start}
    for moves in count(1):
        for position in level:
            for order in exits(rules, position):
                expected.setdefault(order, moves)
        level = {after for position in level for after in successors(rules, position)} - seen
        seen |= level
        if not level:
            break
    assert bid_table(CIRCLE, rules.train, rules=MoveRules(rules.stop)).by_order == expected
