"""Orders of passing trains on a line with a stub or a loop: a bound on every card of that kind, and a way to its optimum."""

from random import Random

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.cards.evidence import OrdersSearched
from shunt.classics.passing.line import Orders, StubLine, fewest
from shunt.errors import InputError
from shunt.rules.objective import Objective
from shunt.rules.position import Position, Roster
from shunt.search.core.limits import Limits
from shunt.search.solve import solve
from shunt.track.layout import Layout
from shunt.track.plan import Plan
from tests.effort import examples
from tests.rules.random_cards import passing_card, passing_on

PLENTY = Limits(memory=1 << 34)


@given(st.integers(0, 1 << 32).map(lambda seed: passing_card(Random(seed))))
@settings(max_examples=examples(24), deadline=None)
def test_orders_bound_every_solution(card):
    try:
        by_orders = solve(card, method="orders", limits=PLENTY)
    except InputError:
        reject()
    solution = solve(card, method="buckets", limits=PLENTY)
    if solution.status == "optimal":
        assert by_orders.lower_bound <= (solution.optimum or 0)
        assert by_orders.status != "unsolvable"
    assert solve(card, limits=PLENTY).optimum == solution.optimum


@st.composite
def loops(draw: st.DrawFn) -> Plan:
    """A line with a loop."""
    room = draw(st.integers(1, 2))
    left, right = ([f"{side}{n}" for n in range(1, draw(st.integers(2, 3)) + 1)] for side in "LR")
    roads = [[f"{road}{n}" for n in range(1, room + 1)] for road in "UD"]
    return Plan.from_tracks("loop", [[*left[::-1], *road, *right] for road in roads])


@given(loops(), st.randoms(use_true_random=False))
@settings(max_examples=examples(20), deadline=None)
def test_orders_bound_every_solution_and_lead_to_one(plan, random):
    card = passing_on(random, plan, "railway").with_metric("reversals")
    answer = solve(card, method="buckets", limits=PLENTY)
    by_orders = solve(card, method="orders", limits=PLENTY)
    assert (by_orders.status, by_orders.optimum) == (answer.status, answer.optimum)
    if answer.status == "optimal":
        assert isinstance(by_orders.evidence, OrdersSearched)
        assert 0 <= by_orders.evidence.anywhere <= (answer.optimum or 0)


LOYD = Orders("Lxxxx", "", "Raaa"), Orders("aaaR", "", "xxxxL")
DUDENEY = Orders("Lxxx", "", "Raa"), Orders("aaR", "", "xxxL")


@pytest.mark.parametrize(
    ("puzzle", "hand", "count"),
    [
        pytest.param(LOYD, "l", 9, marks=pytest.mark.slow),
        (DUDENEY, "l", 0),
        pytest.param(DUDENEY, "r", 0, marks=pytest.mark.slow),
    ],
)
def test_the_published_puzzles(puzzle, hand, count):
    """Lower bounds on a line of any length; the cards attain those of their rulesets."""
    line = StubLine(hand, "LR", {"L": "r", "R": "l"} if puzzle is LOYD else {})
    assert fewest(line, *puzzle, "runs" if puzzle is LOYD else "reversals").count == count


SINGLE_TRACK = Orders("Aabcd", "", "Bwxyz"), Orders("zyxwB", "", "dcbaA")


@pytest.mark.slow
def test_two_trains_of_five_pass_at_a_stub_of_three():
    """The "single track" of nrich, in reversals: its bound on a line of any length is attained on one of ten spaces either way.

    In runs, `python -m benchmarks.museum` solves the shipped card of that name.
    """
    left, right = [f"l{number}" for number in range(10, 0, -1)], [f"r{number}" for number in range(1, 11)]
    plan = Plan.from_tracks("single-track", [[*left, *right], [*left, "s1", "s2", "s3"]])
    roster = Roster(("A", "B"), tuple("abcdwxyz"))
    begun, wanted = map(places_in, SINGLE_TRACK)
    start = Position(tuple(begun[piece] for piece in roster.pieces))
    card = RouteCard("single-track", "railway", Layout(plan), roster, start, Goal(wanted), metric=Objective("reversals"))
    answer = solve(card, limits=PLENTY)
    assert (answer.method, answer.optimum) == ("orders", 0)
    assert answer.evidence.implies(answer.optima)


def places_in(orders: Orders) -> dict[str, str]:
    """Return the space of every piece next to the points."""
    rows = (("l", orders.left), ("r", orders.right))
    return {piece: f"{row}{place}" for row, pieces in rows for place, piece in enumerate(pieces, 1)}


@given(st.permutations("ABxyz"), st.integers(0, 5), st.integers(1, 2), st.sampled_from(["", "lr", "rl", "ll"]), st.booleans())
@settings(max_examples=examples(8), deadline=None)
def test_a_search_from_both_ends_finds_the_fewest(order, cut, room, facing, runs):
    """Against a search from the start alone, over all orders of five pieces."""
    pieces = "".join(order)
    line = StubLine("l", "AB", dict(zip("AB", facing, strict=False)), room=room)
    start, goal = Orders(pieces[:cut], "", pieces[cut:]), Orders("AxB", "", "yz")
    metric = "runs" if runs else "reversals"
    assert fewest(line, start, goal, metric).count == fewest_forwards(line, start, goal, metric)


def fewest_forwards(line: StubLine, start: Orders, goal: Orders, metric: str) -> int | None:
    """Return the fewest, level by level: after each level all states are done that count as much."""
    level = {(start, ())}
    done = set()
    count = 0
    while level:
        following, todo = set(), list(level)
        while todo:
            state = todo.pop()
            if state in done:
                continue
            done.add(state)
            for change in line.changes(state[0]):
                ran = dict(state[1])
                kept = {} if metric == "runs" else ran
                after = (change.after, tuple(sorted((kept | {change.locomotive: change.direction}).items())))
                before = ran.get(change.locomotive)
                is_counted = before != change.direction and (metric == "runs" or before is not None)
                (following.add if is_counted else todo.append)(after)
        if any(orders == goal for orders, _ in done):
            return count
        level, count = following - done, count + 1
    return None
