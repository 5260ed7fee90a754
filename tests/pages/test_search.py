"""The bidirectional search of the pages, compared with the solver on random cards of every family; and refused moves."""

from random import Random

import pytest
from playwright.sync_api import expect

import shunt
from shunt.cards.card import RouteCard
from shunt.cards.writing import card_text
from shunt.errors import IllegalMoveError
from shunt.pages.page import editor_page
from shunt.rules.moves import TrainMove
from shunt.rules.train_rules import OPTIONS
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
        | {"refusals": refusals(card)}
        for card, answer in zip(cards, answers, strict=True)
    ]
    assert {answer.status for answer in answers} == {"optimal", "unsolvable"}
    assert run_node("search.test.ts", {"cards": given, "most": 2_000_000, "files": drawn()[::every]}, tmp_path)


def refusals(card: RouteCard) -> list[tuple[int, int, str]]:
    """Return the moves of single locomotives at the start that only a rule of trains forbids: the locomotive, the space, and the
    reason."""
    keys = {option.key.replace("_", "-") for option in OPTIONS.values()}
    found = []
    for number, (name, start) in enumerate(zip(card.roster.locomotives, card.start.places, strict=False)):
        for space in card.plan.spaces:
            move = TrainMove(name, start, space)
            try:
                card.rules.make(card.start, move)
            except IllegalMoveError as error:
                if error.rule in keys:
                    found.append((number, card.plan.numbers[space], error.why.removeprefix(f"{move}: ")))
    return found


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
