"""Goals by train: published figures, and random cards against the second implementation by every method."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.search.solutions import solutions
from shunt.search.solve import solve
from tests.effort import campaign
from tests.rules import random_cards
from tests.rules.second_metrics import Second, TooLarge

FAMILIES = (random_cards.tangle, random_cards.ring, random_cards.swinging)
METHODS = (None, "referee", "bidirectional", "forward", "astar")
MOST = 400  # states that the second implementation looks at
CARD = """
schema = "shunt-card/1"
name = "make-up"
ruleset = "railway"
layout = { tracks = ["a1 a2 a3 m1 m2 m3 m4 m5 m6", "a2 a3 m1 s1 s2"] }
start = { locomotives = { L = "a2" }, cars = { x = "m2", y = "m3", z = "s1" } }
places = { main = ["m1", "m2", "m3", "m4", "m5", "m6"] }
goal = { trains = [TRAIN] }
"""


@pytest.mark.usefixtures("module_of_kernels")
@pytest.mark.parametrize(
    ("train", "optimum"),
    [
        ('{ pieces = "x z y" }', 3),
        ('{ pieces = "x z y", place = "main" }', 4),
        ('{ pieces = "x z y", along = "m1 m2 m3 m4 m5 m6" }', 4),
        ('{ pieces = "y z x", along = "m1 m2 m3 m4 m5 m6" }', 6),
        ('{ pieces = "x L z" }', None),
    ],
)
def test_figures(train: str, optimum: int | None, tmp_path: Path) -> None:
    path = tmp_path / "card.toml"
    path.write_text(CARD.replace("TRAIN", train), "utf-8")
    card = load_card(str(path))
    for method in METHODS if optimum else METHODS[:1]:
        answer = solve(card, method=method)
        assert (answer.status, answer.optimum) == ("unsolvable" if optimum is None else "optimal", optimum), method


def random_card(number: int) -> RouteCard:
    """A random card whose goal asks for trains."""
    random = Random(f"trains {number}")
    while True:
        card = random_cards.train_card(random, FAMILIES[number % len(FAMILIES)], most_cars=4)
        end = random_cards.position_of(random, card.plan, card.roster, card.broken, card.rules.has_headings)
        if end is not None and len(card.roster.pieces) > 1:
            return replace(card, goal=random_cards.goal_by_train(random, card.plan, card.roster, end))


def compared(number: int) -> bool:
    """Whether the second implementation could say what the optimum is; every method must say the same."""
    card, random = random_card(number), Random(number)
    second = Second(card)
    metric = random.choice(["couplings", "runs", "distance", "reversals", "2*runs+couplings"])
    try:
        optimum, paths, count = second.shortest(MOST)
        other = second.optimum((metric,), 2 * MOST)
    except TooLarge:
        return False
    for method in METHODS:
        answer = solve(card, method=method)
        if method == "referee" and answer.stopped is not None:
            continue  # it lists the positions that meet the goal, and gives up a card with too many
        assert (answer.status, answer.optimum) == ("unsolvable" if optimum is None else "optimal", optimum), (number, method)
    found = solutions(card)
    assert (found.optimum, found.paths, found.count) == (optimum, paths, count), number
    for method in ("referee", "buckets"):
        assert (solve(card, metric=metric, method=method).optima or None) == other, (number, metric, method)
    return True


@pytest.mark.usefixtures("module_of_kernels")
@pytest.mark.parametrize("numbers", [range(15), pytest.param(range(24, 24 + campaign(50)), marks=pytest.mark.slow)])
def test_random_cards(numbers: range) -> None:
    assert sum(map(compared, numbers)) > len(numbers) / 3
