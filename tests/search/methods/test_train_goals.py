"""Goals by train: published figures."""

import pytest

import shunt
from shunt.search.solve import solve

METHODS = (None, "referee", "bidirectional", "forward", "astar")
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
def test_figures(train, optimum):
    card = shunt.load(CARD.replace("TRAIN", train))
    for method in METHODS if optimum else METHODS[:1]:
        answer = solve(card, method=method)
        assert (answer.status, answer.optimum) == ("unsolvable" if optimum is None else "optimal", optimum), method
