"""The rating of sidings: its graph against the referee, its features by hand and against brute force, names without effect."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shunt.cards.files import load_card
from shunt.generator.rating.rate import rate
from shunt.generator.rating.unrated import UnratableError
from shunt.search.core.limits import Limits
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.generator import rating as sidings
from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsPosition, Way
from shunt.sidings.search.domain import SidingsDomain
from shunt.sidings.search.graph import sidings_problem
from shunt.sidings.search.shortest_solutions import sidings_solutions
from tests.cli.running import shunt
from tests.effort import examples


def card(start: str, goal: SidingsGoal, capacities: dict[str, int], headshunt: int = 2, metric: Way = "pulls") -> SidingsCard:
    position = SidingsPosition.parse(start)
    rules = Sidings(headshunt, capacities, tuple(sorted(position.cars)), metric=metric)
    return SidingsCard(name="by-hand", rules=rules, start=position, goal=goal)


def domain(of: SidingsCard) -> SidingsDomain:
    return SidingsDomain(sidings_problem(of.rules, of.goal), of.start)


SWAP = card("ab/", SidingsGoal({"1": ("b", "a")}), {"1": 2, "2": 1})


@st.composite
def small_cards(draw: st.DrawFn) -> SidingsCard:
    cars = draw(st.permutations("abc"))
    start = f"{cars[0]}{cars[1]}/{cars[2]}/"
    wanted = draw(st.permutations("abc"))
    train = draw(st.booleans())
    goal = SidingsGoal(train=tuple(wanted[:2])) if train else SidingsGoal({"1": tuple(wanted[:2]), "2": ("?",), "3": ()})
    metric = draw(st.sampled_from(["pulls", "legs"]))
    return card(start, goal, {"1": 2, "2": 2, "3": 1}, draw(st.integers(1, 3)), metric)


@given(small_cards())
@settings(max_examples=examples(25))
def test_the_graph_is_the_referees(of):
    plain = of.state_graph()
    optimum = int(plain.distances[0])
    assume(optimum >= 0)
    known = sidings.reachable(domain(of), Limits(), 10_000)
    assert known is not None
    assert known.distance[0] == optimum
    assert (len(known.graph), len(known.graph.to)) == (len(plain), plain.edge_count)
    assert sorted(known.distance) == sorted(plain.distances)
    assert known.graph.largest_part == len(plain)  # so `connected` is 1, and no position is dead
    assert all(abs(plain.distances[a] - plain.distances[b]) <= 1 for a, b in plain.edges())  # no traps


def test_a_swap_by_hand():
    """Five moves in two ways, one for each car that is set aside first; the ten positions have a move back each."""
    found = rate(SWAP).features
    assert [found[name] for name in ("optimum", "paths", "solutions", "states")] == [5, 2, 2, 10]
    assert [found[name] for name in ("decomposition", "handling", "counterintuitive")] == [3, 3, 0]
    assert [found[name] for name in ("traps", "dead", "connected")] == [0, 0, 1]


def test_a_solved_start_takes_no_move():
    found = rate(replace(SWAP, start=SidingsPosition.parse("ba/"))).features
    assert (found["optimum"], found["wandering"]) == (0, 0)


@given(st.permutations("12345"))
@settings(max_examples=5)
def test_names_do_not_matter(names):
    of = load_card("inglenook-322")
    new = dict(zip("12345", names, strict=True))

    def renamed(cars: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new[car] for car in cars)

    goal = SidingsGoal({name: renamed(cars) for name, cars in of.goal.sidings.items()})
    start = SidingsPosition((), tuple(map(renamed, of.start.sidings)))
    other = replace(of, rules=replace(of.rules, cars=renamed(of.rules.cars)), start=start, goal=goal)
    assert rate(other).features == rate(of).features


def test_what_cannot_be_rated():
    impossible = card("abc", SidingsGoal({"1": ("c", "b", "a")}), {"1": 3}, headshunt=1)
    with pytest.raises(UnratableError, match="no solution") as error:
        rate(impossible)
    assert error.value.unsolvable
    with pytest.raises(UnratableError, match="limit"):
        rate(load_card("inglenook-322"), Limits(states=3))


# --------------------------------------------------------------------------------------------------------------------
# Yards too large to hold


def test_walks_near_the_goal_estimate_what_the_whole_graph_gives():
    of = load_card("inglenook-322")
    whole, near = rate(of), rate(of, graph_states=1)
    exact, estimate = whole.features["wandering"], near.features["wandering"]
    assert exact is not None
    assert estimate is not None
    assert not near.unknown
    assert 0 < near.errors["wandering"] < 1
    assert abs(estimate - exact) < 4 * near.errors["wandering"]
    assert 0 < near.spread < 0.02
    assert whole.spread == 0


@pytest.mark.parametrize("most", [200, 1_000])
def test_walks_from_beyond_the_held_positions_say_how_wide_they_are(most):
    of = load_card("inglenook-322")
    exact = rate(of).features["wandering"]
    estimate = sidings.walks_near_the_goal(domain(of), sidings_solutions(of), Limits(), most)
    assert exact is not None
    assert estimate is not None
    assert 1 < abs(estimate.value - exact) <= estimate.error


def test_the_rate_command_says_how_wide_an_estimate_is(monkeypatch):
    exact = rate(load_card("inglenook-322"))
    wide = replace(exact, errors={"wandering": 40.0})
    assert shunt("rate inglenook-322").stdout == f"inglenook-322: red, grade {exact.grade:.2f} of 10 (14 pulls)\n"
    monkeypatch.setattr("shunt.generator.rating.rate.rate", lambda *given, **more: wide)
    first, second = shunt("rate inglenook-322").stdout.splitlines()
    assert first == f"inglenook-322: red, grade {exact.grade:.2f} ± {wide.spread:.2f} of 10 (14 pulls)"
    assert second.startswith("  estimated from samples, with standard errors: wandering 35.42")
    # 75 moves instead of 35 are worth about log₂(76 / 36) of ten doublings
    assert 0.2 < wide.spread < 0.3
