"""The classic cards: their stored proofs hold, their guides replay, and the published counts are told."""

import pytest

from benchmarks.muddle import keeps_apart, muddle, of_published, small
from shunt.cards.files import load_card
from shunt.rules.metrics import measures
from shunt.rules.ruleset import replay

OPTIMA = {
    "run-round": 2,
    "wye-turn": 3,
    "switchback": 6,
    "siding-swap": [6, 17],
    "tuning-fork": 16,
    "gum-stump": 16,
    "timesaver-1": 18,
    "timesaver-2": 12,
    "timesaver-3": 13,
    "timesaver-hardest": 39,
    "dudeney-shunting": 0,
    "dudeney-shunting-right": 0,
    "dudeney-muddle": 0,
    "dudeney-muddle-small": 0,
    "loyd-primitive": 11,
    "loyd-primitive-left": 9,
    "loyd-switch": 8,
    "loyd-switch-single": 12,
}
"""As published, or proven here for the first time; `test_shipped.py` proves them again."""


@pytest.mark.parametrize("name", OPTIMA)
def test_the_guide_counts_what_the_proof_says(name):
    card = load_card(name)
    made = list(replay(card.rules, card.start, card.guide))
    assert card.is_solved(made[-1].position)
    counts = measures(card.rules, card.start, [one.run for one in made if one.run])
    told = [counts[metric] for metric in card.metric]
    assert card.proof["optimum"] == (told[0] if len(told) == 1 else told) == OPTIMA[name]
    assert {"source", "published", "convention"} <= set(card.about)


def test_the_muddle_as_dudeney_solved_it():
    assert of_published() == 6


def test_the_muddle_of_the_benchmarks_is_that_of_the_cards():
    for name, size in (("dudeney-muddle", (16, 8, 26)), ("dudeney-muddle-small", (2, 1, 6))):
        card, drawn = load_card(name), muddle(*size)
        assert sorted(map(sorted, card.plan.tracks)) == sorted(map(sorted, drawn.plan.tracks))
        assert (card.start, card.roster.interchangeable) == (drawn.start, drawn.roster.interchangeable)
        assert card.goal.places == drawn.goal.places


def test_a_muddle_small_enough_needs_no_engine_to_move_the_other():
    told = small(wagons=1, room=1, places=4)
    card = muddle(1, 1, 4)
    made = list(replay(card.rules, card.start, told["moves"]))
    assert card.is_solved(made[-1].position)
    assert all(keeps_apart(one.run) for one in made if one.run)
    assert told["reversals"] == measures(card.rules, card.start, [one.run for one in made if one.run])["reversals"]
