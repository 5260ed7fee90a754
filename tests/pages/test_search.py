"""The search of the pages, from both ends, against the solver on random cards of every family."""

from random import Random

import pytest
from playwright.sync_api import expect

import shunt
from shunt.cards.card import RouteCard
from shunt.cards.writing import card_text
from shunt.pages.page import editor_page
from tests.effort import campaign
from tests.pages.node_runs import run_node
from tests.pages.positions import rules_data
from tests.rules.random_cards import ring, swinging, tangle, train_card
from tests.shipped import shipped_cards

SHIPPED = ("first-swap", "roundhouse-rotation", "two-on-two", "timesaver-1")
"""A wye, a turntable, two locomotives, and locomotives without headings."""


@pytest.mark.parametrize(("count", "every"), [(5, 12), pytest.param(campaign(12), 6, marks=pytest.mark.slow)])
def test_the_page_and_the_solver_agree(count, every, tmp_path):
    random = Random(count)
    cards = [shunt.load(name) for name in SHIPPED]
    cards += [train_card(random, (tangle, ring, swinging)[number % 3]) for number in range(count)]
    answers = [shunt.solve(card) for card in cards]
    given = [
        {"card": rules_data(card), "status": answer.status, "optimum": answer.optimum if answer.status == "optimal" else None}
        for card, answer in zip(cards, answers, strict=True)
    ]
    assert {answer.status for answer in answers} == {"optimal", "unsolvable"}
    assert run_node("search.test.ts", {"cards": given, "most": 2_000_000, "files": drawn()[::every]}, tmp_path)


def drawn() -> list[dict[str, object]]:
    """Shipped cards of trains whose moves are counted, as files with their boards in them."""
    cards = shipped_cards()
    kept = [
        one for one in cards if isinstance(one, RouteCard) and one.metric == ("moves",) and one.proof.get("status") == "optimal"
    ]
    return [{"name": one.name, "text": card_text(one, inline_layout=True), "optimum": one.proof["optimum"]} for one in kept]


def test_a_plain_page_solves_what_is_drawn_and_gives_hints(open_page):
    card = shunt.load("first-swap")
    page = open_page(editor_page(card_text(card, inline_layout=True)), phone=True)
    expect(page.locator(".answer")).to_have_text("optimum 6, proven")
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".report .moves:visible li")).to_have_count(1)
    page.get_by_text("Yard Guide").tap()
    game = card.play()
    for move in page.locator(".report details .moves li").all_inner_texts():
        game.push(move)
    assert game.goal_is_met
