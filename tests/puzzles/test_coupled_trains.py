"""Shipped cards with two locomotives have the same optimum in both readings of coupled trains (`docs/rules/route-cards.md`)."""

from dataclasses import replace

import pytest

from shunt.cards.card import RouteCard
from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.rules.train_rules import TrainRules
from shunt.search.solve import solve
from shunt.track.plan import End
from tests.shipped import packed_cards, shipped_cards


def cards_of_two_locomotives() -> list[RouteCard]:
    """Return the shipped cards with two locomotives that couple behind them only, those of packs among them."""
    cards = [*shipped_cards(), *packed_cards()]
    crews = [card for card in cards if isinstance(card, RouteCard) and len(card.roster.locomotives) == 2]
    return [card for card in crews if card.ruleset != "railway"]


def test_engines_of_the_line_never_turn():
    """Two engines that face each other cannot draw each other: on these cards, an engine alone faces one way on each space."""
    lines = [card for card in cards_of_two_locomotives() if card.metric == ("runs",)]
    assert {card.name for card in lines} == {"loyd-primitive", "loyd-primitive-left"}
    for card in lines:
        rules = Switcher(card.plan, Roster(("L",)))
        for space, heading in zip(card.start.places, card.start.headings, strict=False):
            start = Position((space,), (End(space, heading).end,), ())
            seen, todo = {start}, [start]
            while todo:
                fresh = rules.successors(todo.pop()) - seen
                seen |= fresh
                todo += fresh
            assert len({position.places for position in seen}) == len(seen), card.name


@pytest.mark.slow
def test_the_optimum_is_the_same_in_both_readings():
    cards = [card for card in cards_of_two_locomotives() if card.metric == ("moves",)]
    assert len(cards) >= 12
    for card in cards[::2]:
        assert solve(replace(card, train_rules=TrainRules(drags_coupled=True))).optimum == card.proof["optimum"], card.name
