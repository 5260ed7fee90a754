"""The page of the boards tells the truth: every board has its picture, every card its optimum."""

from __future__ import annotations

import re

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.track.library import card_names
from tests.render.golden import BOARDS, IMAGES

PAGE = (IMAGES.parent / "boards.md").read_text(encoding="utf-8")


def test_every_board_has_a_section_and_a_picture() -> None:
    assert sorted(re.findall(r"^## ([a-z]+-[0-9]+):", PAGE, re.MULTILINE)) == sorted(BOARDS)
    pictures = re.findall(r"!\[[^]]+\]\(images/([^)]+)\.svg\)", PAGE)
    assert sorted(pictures) == sorted(BOARDS)
    assert all((IMAGES / f"{name}.svg").is_file() for name in pictures)


def test_every_card_of_a_board_is_listed_with_its_optimum() -> None:
    cards = [card for card in map(load_card, card_names()) if isinstance(card, RouteCard)]
    shipped = {card.name: card.proof["optimum"] for card in cards if card.ruleset == "switcher" and card.layout in BOARDS}
    listed = {name: int(optimum) for name, optimum in re.findall(r"`([a-z0-9-]+)`\s+\(([0-9]+)", PAGE)}
    assert listed == shipped
