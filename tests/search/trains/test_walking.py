"""A way through levels that is found forwards is the one that predecessors give."""

from __future__ import annotations

import numpy as np
import pytest

from shunt.search.core.arrays import shared, smallest
from shunt.search.core.domain import walk_back
from shunt.search.core.limits import Limits
from shunt.search.core.table import StateSet
from shunt.search.trains.domain import TOGETHER, TrainDomain
from shunt.search.trains.successors import Neighbours, States
from tests.search.methods.test_anytime import random_card, task_of

MOVES = 4


@pytest.mark.parametrize(
    ("layout", "locomotives", "cars", "ruleset"), [("turntable-19", 2, 1, "switcher"), ("wye-18", 1, 2, "railway")]
)
def test_a_way_found_forwards_is_the_one_of_predecessors(layout: str, locomotives: int, cars: int, ruleset: str) -> None:
    task = task_of(random_card(layout, locomotives, cars, 3, ruleset))
    codec, neighbours = task.codec, Neighbours(task.codec, Limits())
    seen = StateSet(Limits(), words=codec.words)
    levels: list[States] = [seen.add(codec.states([task.start]))]
    for _ in range(MOVES):
        levels.append(seen.add(np.concatenate([batch.copy() for batch in neighbours.of(levels[-1])])))
    assert len(levels[-1]) > TOGETHER
    for state in levels[-1][:: len(levels[-1]) // 20].tolist():
        path = [state]
        for level in reversed(levels[:-1]):
            path.append(smallest(shared(level, neighbours.all_of(path[-1], forwards=False))))
        assert [state, *walk_back(TrainDomain(codec, is_long=True), neighbours, levels[:-1], state)] == path
