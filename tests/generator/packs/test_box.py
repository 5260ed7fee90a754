"""The check of a pack that claims to be the deck of a box: each rule of the box, broken alone, is found and named."""

from dataclasses import replace
from datetime import date
from functools import cache

import pytest

from shunt.cards.card import RouteCard
from shunt.cards.files import load_card
from shunt.cards.writing import save_card
from shunt.generator.canonical import canonical_id
from shunt.generator.packs.box import BOARD, box_faults
from shunt.generator.packs.pack import Pack
from shunt.generator.packs.reading import pack_folder
from shunt.generator.packs.recipes import WEEK, daily_card, tier_of_day
from shunt.generator.packs.titles import slug_of, titles_from_words, titles_of
from shunt.rules.position import Roster
from shunt.track.layout_file import shipped_layout
from tests.shipped import shipped_pack


@cache
def box_forty() -> tuple[RouteCard, ...]:
    return tuple(card for card in shipped_pack("box-forty") if isinstance(card, RouteCard))


CARD = "fetch-red-to-g"  # the first of the deck


def first_changed(**changes: object) -> tuple[RouteCard, ...]:
    """The deck with its first card changed."""
    return (replace(box_forty()[0], **changes), *box_forty()[1:])  # type: ignore[arg-type]


def with_locomotives(names: tuple[str, ...]) -> tuple[RouteCard, ...]:
    first = box_forty()[0]
    return first_changed(
        roster=Roster(names, first.roster.cars), goal=replace(first.goal, places=dict.fromkeys(names, "A") | {"red": "G"})
    )


def test_the_shipped_deck_has_all_that_a_box_has():
    assert box_faults(box_forty()) == []


BREACHES = {
    "two boards": (
        lambda: first_changed(layout=replace(shipped_layout(BOARD), plan=replace(shipped_layout(BOARD).plan, name="elsewhere"))),
        ("boards", "2 boards (alphabet-26, elsewhere), but a box has one"),
    ),
    "three locomotives": (lambda: with_locomotives(("A", "B", "C")), (CARD, "3 locomotives, but a box has 2")),
    "three broken tracks": (
        lambda: first_changed(broken=frozenset("XYZ")),
        (CARD, "3 broken tracks, but a box has 2"),
    ),
    "a colour missing": (
        lambda: [card for card in box_forty() if "black" not in card.roster.cars],
        ("cards", "no card uses the black car"),
    ),
    "a foreign car": (
        lambda: first_changed(
            roster=Roster(("A",), ("white",)), goal=replace(box_forty()[0].goal, places={"A": "F", "white": "G"})
        ),
        (CARD, "white: a box has the cars red, green, yellow, blue, black"),
    ),
    "a piece without a goal": (
        lambda: first_changed(goal=replace(box_forty()[0].goal, places={"red": "G"})),
        (CARD, "the goal does not name 1, but on a card in a box it names every piece"),
    ),
    "no headings": (lambda: first_changed(ruleset="railway"), (CARD, "have no heading")),
    "no limit": (lambda: first_changed(limit=None), (CARD, "it has no limit")),
    "no ranks": (lambda: first_changed(ranks=None), (CARD, "it has no ranks")),
    "no guide": (lambda: first_changed(guide=()), (CARD, "it has no Yard Guide")),
    "no marks": (
        lambda: first_changed(layout=replace(shipped_layout(BOARD), marks={})),
        (CARD, "26 spaces have no letter, colour and shape (F G H I J K …)"),
    ),
    "a card of sidings": (
        lambda: (*box_forty()[:-1], load_card("inglenook-322")),
        ("inglenook-322", "sidings cards do not belong in a box"),
    ),
    "too few cards": (lambda: box_forty()[:-1], ("order", "39 cards, but a box has 40")),
    "wrong counts": (
        lambda: first_changed(rating={"tier": "green"}),
        ("tiers", "7 blue, 9 green cards, but a box has 8 of each tier"),
    ),
    "one locomotive": (
        lambda: tuple(card for card in box_forty() if len(card.roster.locomotives) == 1),
        ("cards", "no card uses the second locomotive"),
    ),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_every_breach_of_the_box_is_named(breach):
    make, (where, what) = BREACHES[breach]
    found = box_faults(make())
    assert [fault for fault in found if fault.where == where and what in fault.what], found
    assert all(fault.remedy for fault in found)


def test_the_card_of_a_date_is_of_the_box(tmp_path):
    day = date(2026, 11, 23)
    forged = daily_card(day)
    assert tier_of_day(day) == forged.tier == WEEK[0]
    assert (forged.card.name, forged.card.board_name) == ("daily-2026-11-23", BOARD)
    assert [fault for fault in box_faults([forged.card]) if fault.where == forged.card.name] == []
    save_card(forged.card, tmp_path / "daily.toml", inline_layout=True)
    assert canonical_id(load_card(tmp_path / "daily.toml")) == forged.id


@pytest.mark.parametrize(("name", "title"), [("box-forty", "Box Forty"), ("first-forty", "First Forty")])
def test_the_files_of_a_shipped_pack_follow_from_its_cards(name, title):
    folder = pack_folder(name)
    assert folder is not None
    pack = Pack.open(name)
    cards = pack.proven
    titles = titles_of(cards) if name == "box-forty" else titles_from_words(40, name)
    assert titles == [card.card.about["title"] for card in cards]
    deck = "box" if name == "box-forty" else name
    texts = Pack.from_proven(name, title, name, cards, deck).texts()
    files = {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*.toml")}
    assert files == {path: text for path, text in texts.items() if path.endswith(".toml")}
    assert [slug_of(one) for one in titles] == list(pack.slugs)
