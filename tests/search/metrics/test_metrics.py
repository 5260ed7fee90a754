"""Metrics and sums of metrics: what they count, how they are compared, and what is refused."""

import pytest

from shunt.cards.card import Card, Goal
from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.rules.metrics import measures
from shunt.rules.objective import Objective
from shunt.search.solve import solve
from shunt.track.layout import Layout
from shunt.track.turntable import Turntable
from tests.rules.random_cards import card_of
from tests.rules.settings import setting

SWING = Turntable("T", ("T",), (("A", ""), ("", "A")), "each-move")
pytestmark = pytest.mark.usefixtures("module_of_kernels")


def test_every_metric_of_a_solution_in_moves_is_reported():
    card = load_card("first-swap")
    solution = solve(card)
    told = measures(card.rules, card.start, [step.run for step in solution.moves if step.run])
    assert told["moves"] == solution.optimum
    assert solution.counts == told


@pytest.mark.parametrize(
    ("where", "goal", "optima"),
    [
        (
            setting(["A B"], {"L": "A", "c": "B"}, railway=True, turntables=[SWING]),
            {"L": "T", "c": "A"},
            {"couplings": 2, "moves": 1},
        ),
        (setting(["R S T R S", "X S T"], {"L": "R", "c": "X"}, railway=True), {"L": "R", "c": "S"}, {"moves": 3, "couplings": 2}),
    ],
    ids=["swinging round", "around a ring"],
)
def test_pieces_that_meet_again_were_parted(where, goal, optima):
    assert solve(card_of(*where, Goal(goal)).with_metric(*optima)).optima == tuple(optima.values())


def test_points_are_free_before_their_first_use_and_a_slip_counts_twice():
    layout = Layout.from_tracks("a s t b", "a s u", "v t b")
    game = Card.build(layout, locomotives={"L": "u", "M": "v"}, goal={"L": "t"}, ruleset="railway").play()
    thrown = []
    for move in ("L u>a", "M v>b", "L a>t", "L t>a", "L a>u"):
        game.push(move)
        thrown.append(game.counts["throws"])
    assert thrown == [0, 0, 2, 2, 3]


def test_kernels_do_not_count_throws():
    with pytest.raises(InputError, match="use the method referee"):
        solve("first-swap", metric="throws", method="buckets")


def test_the_bound_of_a_sum_is_in_the_sum():
    answer = solve("first-swap", metric="2*moves+couplings")
    assert answer.lower_bound == answer.optimum == Objective("2*moves+couplings").totals(answer.counts)[0]
    stopped = solve(load_card("inglenook-322").with_metric("2*pulls+couplings"), metric="legs+couplings")
    assert stopped.optimum == stopped.lower_bound


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("-1*moves", "minus sign"),
        ("moves-couplings", "minus sign"),
        ("0*moves", "'0' is not a weight of moves (a whole number from 1 to 1,000)"),
        ("1.5*moves+runs", "'1.5' is not a weight"),
        ("2000*moves", "'2000' is not a weight"),
        ("moves+moves", "names a metric twice"),
        ("moves+", "not a metric or a sum"),
        ("*runs", "'' is not a weight"),
        ("moves+smiles", "'smiles' is not counted under switcher"),
        ("2 * runs + couplings,2*runs+couplings", "listed twice"),
        ("", "not a metric"),
    ],
)
def test_what_is_no_sum_is_refused_with_a_remedy(text, words):
    with pytest.raises(InputError) as error:
        solve("first-swap", metric=text)
    assert words in str(error.value)
    assert all(fault.where == "metric" and fault.remedy for fault in error.value.faults)
