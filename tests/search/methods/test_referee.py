"""The search by the referee alone against the kernels: the same optimum, the same levels, the same solution shown."""

import pytest

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.rules.objective import KERNEL_METRICS
from shunt.search.core.limits import Limits
from shunt.search.solve import solve
from shunt.sidings.cards.card import SidingsCard
from tests.effort import campaign, examples
from tests.rules.random_cards import random_card

MOST = 2_000  # states of a search by the referee


def agrees(card: RouteCard | SidingsCard) -> bool:
    """Whether the referee answered within `MOST` states; raises where it then differs from the kernels."""
    is_in_moves = isinstance(card, SidingsCard) or card.metric == ("moves",)
    fast = solve(card, method="bidirectional" if is_in_moves else "buckets")
    plain = solve(card, method="referee", limits=Limits(states=MOST))
    if plain.status == "unknown":
        assert plain.lower_bound <= fast.lower_bound or fast.status == "unsolvable"
        return False
    assert (plain.status, plain.optima, plain.guide) == (fast.status, fast.optima, fast.guide)
    if "couplings" in card.metric:  # kernels also keep joints parted that a turning ring need not part
        assert plain.states <= fast.states
        return True
    assert plain.states == fast.states
    parts = ("levels from the start", "levels from the goal", "states settled at each count")
    assert [plain.proof.get(part) for part in parts] == [fast.proof.get(part) for part in parts]
    return True


@pytest.mark.parametrize(
    "name", ["about-turn", "first-swap", "carousel", "stabling", "two-of-a-kind", "change-places", "wye-turn", "ras-toy"]
)
def test_shipped_cards(name):
    card = load_card(name)
    assert isinstance(card, RouteCard | SidingsCard)
    assert agrees(card)


KINDS = ("moves", "sidings", "metrics")


@pytest.mark.parametrize("kind", KINDS)
def test_random_cards(kind):
    done = [agrees(random_card(kind, number, KERNEL_METRICS)) for number in range(examples(60))]
    assert sum(done) > 0.7 * len(done)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_cards(kind):
    """Random cards that the quick test does not see."""
    done = [agrees(random_card(kind, number, KERNEL_METRICS)) for number in range(100, 100 + campaign(40))]
    assert sum(done) > 0.7 * len(done)
