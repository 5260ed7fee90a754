"""The pictures of the page with the rules of route cards are drawn from the cards beside them, whose moves do what is shown."""

import re

import pytest

from shunt.cards.files import load_card
from shunt.render.values import svg
from tests.cli.running import ROOT

PAGE = (ROOT / "docs" / "rules" / "route-cards.md").read_text(encoding="utf-8")
IMAGES = ROOT / "docs" / "images"
PICTURES = re.findall(r"\(\.\./images/(\S+)\.svg\)", PAGE)


@pytest.mark.parametrize("name", PICTURES)
def test_the_moves_lead_to_the_goal_and_the_picture_is_of_this_card(name):
    card = load_card(IMAGES / f"{name}.toml")
    game = card.play()
    for move in card.guide:
        game.push(move)
    assert game.is_solved
    assert svg(card) == (IMAGES / f"{name}.svg").read_text()


def test_every_statement_of_the_rulebook_is_on_the_page():
    numbers = set(re.findall(r"TS-(\d\d)", PAGE))
    assert numbers == {f"{number:02}" for number in range(1, 36)}
