"""Tables of all orders, and single orders, against the published figures, the referee, and each other."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.cards.stop import Stop, StopKind
from shunt.errors import InputError
from shunt.hump.bids import bid_table
from shunt.hump.engine.search import OrderSearch
from shunt.hump.rules import Hump, MoveRules
from shunt.hump.yard import Yard
from shunt.search.core.limits import Limits
from tests.effort import examples
from tests.hump.engine.yards import BARE, CIRCLE, EACH, ONE, TWO, exits, humps, successors, yards

FIGURES = [
    (BARE, 2, {1: 1, 0: 1}),
    (BARE, 3, {1: 1, 0: 5}),
    (ONE, 2, {1: 1, 4: 1}),
    (ONE, 3, {1: 1, 4: 1, 5: 2, 6: 1, 8: 1}),
    (EACH, 2, {1: 1, 4: 1}),
    (EACH, 3, {1: 1, 4: 1, 5: 3, 6: 1}),
    (TWO, 2, {1: 1, 2: 1}),
    (TWO, 3, {1: 1, 4: 4, 5: 1}),
]


def by_referee(rules: Hump) -> dict[tuple[str, ...], int]:
    """Every order's optimum by breadth-first search with the referee."""
    best = {}
    seen, level, moves = {rules.start}, [rules.start], 0
    while level:
        moves += 1
        after = []
        for position in level:
            for run in rules.runs(position):
                if run.after is None:
                    best.setdefault(rules.order(run), moves)
                elif run.after not in seen:
                    seen.add(run.after)
                    after.append(run.after)
        level = after
    return best


@pytest.mark.parametrize("stop", ["farthest", "any"])
@pytest.mark.parametrize(("yard", "cars", "figures"), FIGURES, ids=lambda value: str(value)[:12])
def test_published_figures(yard, cars, figures, stop):
    assert Counter(bid_table(yard, cars=cars, rules=MoveRules(stop)).by_rank) == figures
    if cars == 2:
        found = by_referee(Hump.on(yard, "AB", stop))
        assert Counter(found.values()) == {moves: number for moves, number in figures.items() if moves}


@settings(max_examples=examples(16))
@given(humps(3))
def test_table_is_the_referees(rules):
    table = bid_table(rules.track.yard, rules.train, rules=MoveRules(rules.stop, rules.returns))
    assert table.by_order == by_referee(rules)


def search(yard, train, order, stop="farthest", returns=False, limits=None):
    rules = Hump.on(yard, train, stop, returns)
    found = OrderSearch(rules, order, limits or Limits())
    found.run()
    assert found.path is None or not found.exhausted
    if found.best is not None:
        assert found.best[0] == rules.start
        for before, after in zip(found.best, found.best[1:], strict=False):
            reached = {tuple(sorted(zip(one.places, train, strict=True))) for one in successors(rules, before)}
            assert tuple(sorted(zip(after.places, train, strict=True))) in reached
        assert tuple(order) in exits(rules, found.best[-1])
    return found


def optimum(*case):
    found = search(*case)
    assert found.is_answer
    return None if found.path is None else len(found.path)


# On a circle a cut may touch its own last car in its first move.
SOME = [
    "2u_0@-1,1_0@0,1_0@1,1",
    str(CIRCLE),
    "5d_45@1,-1_end@1,-2",
    "4u_57r2@0,1_55r2@0,2_55r3@1,2_55@1,1",
    "3u_3@0,1_3@1,1_0@0,2_0@1,2",
    "5u_43@1,1_43r2@2,1_62@3,1_39@4,1",
    "5u_41r1@1,1_39r3@2,-2_45@2,-1_57r1@3,-1_44@4,-1_26r2@5,-1_22r2@6,-1",
    str(TWO),
]


@settings(max_examples=examples(480))
@given(
    yards() | st.sampled_from(SOME).map(Yard.parse), st.permutations("ABCD"), st.sampled_from(["farthest", "any"]), st.booleans()
)
def test_single_orders_on_random_yards_and_some_that_are_hard(yard, order, stop, returns):
    known = bid_table(yard, "ABCD", rules=MoveRules(stop, returns)).by_order
    assert optimum(yard, "ABCD", order, stop, returns) == known.get(tuple(order))


@settings(max_examples=examples(25))
@given(yards(), st.lists(st.sampled_from("rgb"), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_colours_are_the_best_of_distinct_cars(yard, train, random):
    order = random.sample(train, len(train))
    known = bid_table(yard, cars=len(train)).by_order
    fits = [moves for cars, moves in known.items() if [train[int(car) - 1] for car in cars] == order]
    assert optimum(yard, train, order) == min(fits, default=None)


def test_eight_cars():
    yard = Yard.parse("5u_" + "_".join(f"62r1@{column},{row}" for column in range(5) for row in range(1, 5)))
    assert optimum(yard, "01234567", "25170436") == 10


def test_ten_cars_in_two_words():
    yard = Yard.parse("5u_" + "_".join(f"62r1@{column},{row}" for column in range(5) for row in range(1, 7)))
    assert optimum(yard, "0123456789", "3456789012") is not None


def test_a_limit_is_never_called_unsolvable():
    proof = search(TWO, "ABCDE", "EBDAC", limits=Limits(states=50))
    assert not proof.is_answer
    assert proof.stopped == Stop(StopKind.STATES, 50)
    assert proof.lower_bound >= 4


def test_solutions_of_too_many_moves_are_excluded():
    known = bid_table(TWO, "ABC").by_order
    order = max(known, key=known.__getitem__)
    for most in range(1, known[order] + 2):
        found = OrderSearch(Hump.on(TWO, "ABC"), order, most=most)
        found.run()
        if most < known[order]:
            assert found.lower_bound == most + 1
            assert found.path is not None or found.stopped == Stop(StopKind.MOVES, most)
        else:
            assert len(found.path) == known[order]


def test_bad_input():
    with pytest.raises(InputError, match="the car B is missing"):
        OrderSearch(Hump.on(TWO, "AB"), "AC")
    with pytest.raises(InputError, match="tables go up to"):
        bid_table(TWO, cars=9)
    with pytest.raises(InputError, match="more than the source allows"):
        bid_table(TWO, cars=11)
