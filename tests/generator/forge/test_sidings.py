"""New cards of sidings: they meet their spec, are proven, follow from the seed, and fill packs."""

from itertools import permutations, product

import pytest

import shunt
from shunt.cards.tiers import tier_of
from shunt.errors import InputError
from shunt.generator.canonical import canonical_id
from shunt.generator.forge.hardest import hardest
from shunt.generator.forge.run import forge
from shunt.generator.packs.build import PackPlan, make_pack
from shunt.generator.rating.rate import rate
from shunt.generator.spec import CardSpec
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.referee import Sidings, SidingsGoal, SidingsPosition
from shunt.track.layout import SidingsLayout

YARD = SidingsLayout("small", 2, {"1": 3, "2": 2, "3": 2})


def test_cards_meet_their_spec():
    spec = CardSpec(YARD, cars=(3, 5), optimum=(4, 8), goal="all")
    haul = forge(spec, 3, "7")
    assert forge(spec, 3, "7").cards == haul.cards != forge(spec, 3, "8").cards
    assert len({forged.id for forged in haul.cards}) == 3
    for forged in haul.cards:
        card = forged.card
        assert card.ruleset == "sidings"
        assert 4 <= forged.optimum <= 8
        assert forged.optimum == shunt.solve(card).optimum == len(card.guide)
        assert 3 <= len(card.rules.cars) <= 5
        assert card.goal.named == card.rules.cars == tuple("12345")[: len(card.rules.cars)]
        assert (forged.grade, forged.tier) == (rate(card).grade, tier_of(forged.grade))
        assert forged.id == canonical_id(card)
        assert card.board_name == "small"
        assert not card.rules.faults_of(card.start)


@pytest.mark.parametrize(
    ("constraints", "where"),
    [
        ({"locomotives": (2, 2)}, "locomotives"),
        ({"broken": (1, 1)}, "broken"),
        ({"turntable": True}, "turntable"),
        ({"ruleset": "railway"}, "ruleset"),
        ({"goal": "cars"}, "goal"),
        ({"mechanics": ("push",)}, "mechanics"),
        ({"headings": True}, "headings"),
        ({"car_names": ("a", "b", "c")}, "car names"),
        ({"cars": (6, 6)}, "cars"),
        ({"cars": (0, 2)}, "cars"),
    ],
)
def test_what_a_yard_of_sidings_cannot_meet(constraints, where):
    with pytest.raises(InputError) as error:
        CardSpec(YARD, **constraints).check()  # type: ignore[arg-type]
    assert where in [fault.where for fault in error.value.faults]


def test_a_pack_of_sidings_rises_in_grade():
    cards = make_pack(PackPlan("yard", "Yard", (1, 1, 1, 0, 0), (YARD,), "3", deck="tour"))
    assert [forged.tier for forged in cards] == ["blue", "green", "yellow"]
    assert all(forged.card.ruleset == "sidings" for forged in cards)
    assert len({forged.card.about["title"] for forged in cards}) == 3
    with pytest.raises(InputError, match="a fan of sidings"):
        PackPlan("yard", "Yard", (1, 0, 0, 0, 0), (YARD,), "3", deck="box").check()


# --------------------------------------------------------------------------------------------------------------------
# The hardest

TINY = SidingsLayout("tiny", 2, {"1": 2, "2": 1, "3": 1})


def every_card(metric: str) -> list[SidingsCard]:
    """Every card of two cars in the smallest yard, with all names, that starts with an empty headshunt."""
    rules = Sidings(TINY.headshunt, TINY.sidings, ("1", "2"), metric="legs" if metric == "legs" else "pulls")
    placed = [
        dict(zip(TINY.sidings, (cars[:a], cars[a : a + b], cars[a + b :]), strict=True))
        for cars in permutations(rules.cars)
        for a, b, c in product((0, 1, 2), (0, 1), (0, 1))
        if a + b + c == 2
    ]
    goals = [*map(SidingsGoal, placed), *(SidingsGoal(train=train) for n in (1, 2) for train in permutations(rules.cars, n))]
    starts = [SidingsPosition((), tuple(tracks.values())) for tracks in placed]
    return [SidingsCard("one", rules, start, goal, layout=TINY) for start in starts for goal in goals]


@pytest.mark.parametrize("metric", ["pulls", "legs"])
def test_no_card_is_harder_than_the_hardest(metric):
    found = hardest(CardSpec(TINY, cars=(2, 2), metric=metric))
    optima = [shunt.solve(card).optimum or 0 for card in every_card(metric)]
    assert found.card is not None
    assert found.optimum == found.card.optimum == max(optima) > 1
    assert found.card.card.metric == (metric,)
