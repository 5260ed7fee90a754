"""The race of the two bounds: they only close, and end where the answer does."""

import pytest

from shunt.render.race import race_scene
from shunt.render.svg import svg_text
from shunt.search.core.limits import Limits
from shunt.search.solve import solve


@pytest.mark.parametrize(("name", "method"), [("first-swap", None), ("first-swap", "astar"), ("inglenook-322", None)])
def test_bounds_close_in(name, method):
    answer = solve(name, method=method)
    race = answer.proof["race"]
    lower = [standing["lower_bound"] for standing in race]
    upper = [standing["upper_bound"] for standing in race if standing["upper_bound"] is not None]
    seconds = [standing["seconds"] for standing in race]
    assert lower == sorted(lower)
    assert upper == sorted(upper, reverse=True)
    assert seconds == sorted(seconds)
    assert (lower[-1], upper[-1]) == (answer.optimum, answer.optimum)
    assert race[0]["lower_bound"] <= race[-1]["lower_bound"]


def test_the_picture_says_both_bounds():
    answer = solve("first-swap", first=True)
    text = svg_text(race_scene(answer.proof["race"], answer.seconds, "moves", "first-swap"))
    assert f"found {answer.upper_bound}" in text
    assert f"at least {answer.lower_bound}" in text


def test_databases_prove_something_before_they_are_complete():
    optimum = solve("first-swap").optimum or 0
    bounds = set()
    for states in (5, 1_000):
        answer = solve("first-swap", method="astar", limits=Limits(states=states))
        assert answer.states > 0
        assert 1 <= answer.lower_bound <= optimum
        bounds.add(answer.lower_bound)
    assert len(bounds) > 1
