"""The museum: its cards, its results and its page are in step, and every solution replays."""

import json

import pytest

from benchmarks.museum import FEWER, FIRST, KEPT, OPEN, PAGE, SAME, claimed, metrics, museum, news, page
from shunt.cards.card import Card, RouteCard
from shunt.rules.metrics import measures
from shunt.rules.ruleset import replay

FOUND = json.loads(KEPT.read_text())
CARDS = museum()


def counted(card: Card) -> int:
    """Return what the Yard Guide of a card counts in the first metric of its proof."""
    made = list(replay(card.rules, card.start, card.guide))
    assert card.is_solved(made[-1].position)
    if not isinstance(card, RouteCard):
        return len(made)
    return measures(card.rules, card.start, [one.run for one in made if one.run])[card.metric[0]]


def test_sixty_published_puzzles_are_proven_and_their_solutions_replay():
    assert {card.name for card in CARDS} == set(FOUND)
    assert sum("variant_of" not in card.about for card in CARDS) >= 60
    for card in CARDS:
        assert set(FOUND[card.name]) == set(metrics(card)), card.name
        assert FOUND[card.name][card.metric[0]] == str(counted(card)), card.name
        assert {"source", "published", "convention"} <= set(card.about), card.name


def test_a_variant_names_another_card_of_the_museum():
    names = {card.name: card.about.get("variant_of") for card in CARDS}
    assert all(of is None or names[of] is None for of in names.values())


def test_the_page_is_made_from_the_cards_and_the_results():
    assert PAGE.read_text(encoding="utf-8") == "\n".join(page(FOUND)) + "\n"


WHAT_IS_NEW = {"13": FEWER, "9–15": FEWER, "16": SAME, "9–16": OPEN, "9–?": OPEN, "17": OPEN}


@pytest.mark.parametrize(("found", "told"), WHAT_IS_NEW.items())
def test_what_is_new_follows_from_the_count(found, told):
    card = next(card for card in CARDS if claimed(card) == {"pulls": 16})
    assert news(card, {"pulls": found}) == told
    unclaimed = next(card for card in CARDS if not claimed(card) and card.metric[0] == "pulls")
    assert news(unclaimed, {"pulls": found}) == (FIRST if found.isdigit() else OPEN)
