"""The page of the boards tells the truth: every board has its picture, every card its board and optimum."""

from __future__ import annotations

import re

from shunt.cards.card import RouteCard
from shunt.files.library import layout_names
from tests.render.golden import BOARDS, IMAGES
from tests.shipped import shipped_cards

PAGE = (IMAGES.parent / "gallery" / "boards.md").read_text(encoding="utf-8")


def test_every_board_has_a_section_and_a_picture() -> None:
    assert sorted(BOARDS) == sorted(layout_names())
    assert sorted(re.findall(r"^## ([a-z0-9-]+):", PAGE, re.MULTILINE)) == sorted(BOARDS)
    pictures = re.findall(r"!\[[^]]+\]\(\.\./images/([^)]+)\.svg\)", PAGE)
    assert sorted(pictures) == sorted(BOARDS)
    assert all((IMAGES / f"{name}.svg").is_file() for name in pictures)


def test_the_page_counts_the_boards() -> None:
    words = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")
    assert f"{words[len(BOARDS)]} boards are shipped." in PAGE


def test_every_card_of_a_board_is_listed_once_with_its_optimum_in_the_section_of_its_board() -> None:
    cards = [card for card in shipped_cards() if isinstance(card, RouteCard) and card.layout_ref]
    shipped = {card.name: (card.layout_ref, str(card.proof["optimum"])) for card in cards}
    listed = []
    for section in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]:
        board = re.match(r"([a-z0-9-]+):", section)
        found = re.findall(r"`([a-z0-9-]+)`\s+\(([0-9]+)", section)
        listed += [(name, (board[1] if board else "", optimum)) for name, optimum in found]
    assert dict(listed) == shipped
    assert len(listed) == len(shipped)
