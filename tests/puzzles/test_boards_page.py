"""The page of the boards tells the truth: every board has its picture and its cards."""

import re

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.files.library import layout_names
from shunt.track.layout_file import load_layout
from tests.render.golden import BOARDS, IMAGES

PAGE = (IMAGES.parent / "gallery" / "boards.md").read_text(encoding="utf-8")
SECTIONS = re.findall(r"^## ([^\n]+) \(`([a-z0-9-]+)`\)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)


def test_every_board_has_a_section_with_its_title_its_picture_and_its_cards():
    assert sorted(BOARDS) == sorted(layout_names()) == sorted(name for _, name, _ in SECTIONS)
    for title, name, text in SECTIONS:
        assert title == load_layout(name).about["title"]
        assert re.findall(r"!\[([^]]+)\]\(\.\./images/(.+)\.svg\)", text) == [(title, name)]
        assert (IMAGES / f"{name}.svg").is_file()
        assert f"```{{gallery}}\n:boards: {name}\n```" in text


def test_the_page_counts_the_boards():
    words = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")
    assert f"{words[len(BOARDS)]} boards are shipped." in PAGE


def test_what_the_page_says_of_a_card_is_said_in_the_section_of_its_board():
    for _, name, text in SECTIONS:
        named = set(re.findall(r"`([a-z0-9-]+)`", text)) - {"exclusive"}
        cards = list(map(load_card, named))
        assert all(isinstance(card, RouteCard) and card.layout_ref == name for card in cards)
