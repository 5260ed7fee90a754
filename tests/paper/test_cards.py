"""PDF files of cards, read back: sizes, registration of fronts and backs, fonts, text, bytes."""

from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from shunt.cards.card import Card
from shunt.cards.files import load_card
from shunt.errors import InputError
from shunt.paper import products
from shunt.paper.order import Order, Settings
from shunt.paper.parts import print_calibration
from shunt.paper.products import print_cards
from shunt.paper.sheets import BACKS, CARDS, PAPERS
from tests.effort import some
from tests.paper.reading import pages, places
from tests.shipped import shipped_pack


def pack() -> list[Card]:
    return shipped_pack("first-forty")


SHEETS = [Settings(paper, card, backs) for paper, card, backs in product(("a4", "letter"), CARDS, BACKS)]


@pytest.mark.parametrize("settings", some(SHEETS[::2], 4), ids=lambda s: f"{s.paper}-{s.card}-{s.backs}")
def test_fronts_and_backs_cover_each_other_on_every_sheet(settings, monkeypatch):
    count = 13  # several sheets of any size of card, and the last one is not full
    for name in ("front", "back"):  # the same card many times is drawn once
        monkeypatch.setattr(products, name, cache(getattr(products, name)))
    content = print_cards(Order([pack()[0]] * count, settings)).content
    sheet = settings.sheet()
    seen = 0
    each = 2 if sheet.backs and not sheet.is_folded else 1
    held = pages(content)
    for at in range(0, len(held), each):
        front = held[at]
        width, height = (length * 25.4 / 72 for length in front.mediabox[2:])
        assert (width, height) == pytest.approx(sheet.page, abs=0.01)
        frames = places(front)
        if sheet.is_folded:
            frames, behind = frames[: len(frames) // 2], frames[len(frames) // 2 :]
        else:
            behind = places(held[at + 1]) if each == 2 else []
        seen += len(frames)
        for index, (x, y, across, down) in enumerate(frames):
            assert sorted((across, down)) == pytest.approx(sorted(CARDS[settings.card]), abs=0.01)
            assert x > 5
            assert y > 5
            assert x + across < width - 5
            assert y + down < height - 5
            if not behind:
                continue
            if sheet.is_folded:  # the back is below its front, mirrored at the edge between them
                mirrored = (x, y - down)
            elif (settings.backs == "long-edge") == (width < height):
                mirrored = (width - x - across, y)
            else:
                mirrored = (x, height - y - down)
            assert behind[index] == pytest.approx((*mirrored, across, down), abs=0.02)
    assert seen == count


def test_cards_say_what_they_are_on_both_sides():
    seen = []
    told = Order(pack()[:13], title="First Forty", is_numbered=True, progress=lambda what, done, total: seen.append(done))
    printed = print_cards(told)
    assert seen == list(range(14))
    text = [page.extract_text() for page in pages(printed.content)]
    assert len(text) == 4
    assert all(str(card.about["title"]) in "\n".join(text) for card in pack()[:13])
    assert "Print at 100 %" in text[0]
    assert all(words in text[0].split("\n") for words in ("Yard Master", "Conductor", "Brakeman", "limit 4"))
    assert "J" in text[1].split("\n")
    assert "Yard Master" not in text[1]
    assert printed.remarks == ()


def test_backs_are_moved_by_their_offset_and_fronts_are_not():
    plain, moved = (
        pages(print_cards(Order([pack()[0]], Settings(bleed=2, back_offset=by))).content) for by in ((0, 0), (1.5, -2))
    )
    assert places(plain[0]) == places(moved[0])
    (before,), (after,) = places(plain[1]), places(moved[1])
    assert after == pytest.approx((before[0] + 1.5, before[1] - 2, *places(plain[0])[0][2:]), abs=0.02)


@pytest.mark.parametrize(
    ("changes", "ahead", "behind"),
    [
        ({"proof": {}}, "A solution of 6 moves is known; the fewest are not proven", "the fewest are not proven"),
        ({"proof": {"status": "unsolvable"}}, "This goal cannot be reached (proven)", "cannot be reached (proven)"),
        ({"proof": {}, "guide": ()}, "no solution is known", "No Yard Guide"),
        ({"proof": {"status": "optimal"}, "metric": ("runs",)}, "runs Metric", "proven fewest"),
        ({"about": {"author": "R. Walker", "licence": "CC BY 4.0"}}, "R. Walker, CC BY 4.0", ""),
    ],
)
def test_a_card_says_what_is_proven_and_whose_it_is(changes, ahead, behind):
    held = pages(print_cards(Order([replace(load_card("first-swap"), **changes)])).content)
    front, back = (" ".join(page.extract_text().split()) for page in held)
    assert ahead in front
    assert behind in back


def test_sidings_are_printed_with_their_moves():
    held = pages(print_cards(Order([load_card("inglenook-533-classic")])).content)
    front, back = (" ".join(page.extract_text().split()) for page in held)
    assert "legs" in front
    assert "3-0" in back
    assert "1+3 runs into siding 1 with the 3 cars" in back


def test_a_wrong_yard_guide_is_left_out_and_reported():
    card = load_card("first-swap")
    for guide in (card.guide[:-1], ("A A1>F1",), ("nonsense",)):
        printed = print_cards(Order([replace(card, guide=guide)]))
        assert "left out" in printed.remarks[0]
        assert "B3" not in pages(printed.content)[1].extract_text()


NO_PAPERS = [{"paper": size} for size in ("a9", "10x10", "500x", "x", "1e9x5", "500x300x2")]
NOT_POSSIBLE = [{"card": "huge"}, {"backs": "both"}, {"bleed": -1}, {"bleed": float("nan")}, {"back_offset": (0, 99)}]


@pytest.mark.parametrize("wrong", [*NO_PAPERS, *NOT_POSSIBLE])
def test_settings_that_are_not_possible_are_refused(wrong):
    with pytest.raises(InputError) as caught:
        Settings(**wrong)  # type: ignore[arg-type]
    assert caught.value.faults[0].where == next(iter(wrong))


def test_orders_that_are_not_possible_are_refused(monkeypatch):
    monkeypatch.setitem(PAPERS, "stamp", (70.0, 90.0))
    refused = [
        (lambda: print_cards(Order([pack()[0]], Settings(paper="stamp"))), "too small for a card of 63 × 88 mm"),
        (lambda: Order([]), "no card"),
        (lambda: Settings(single=True, backs="fold"), "folded"),
        (lambda: Settings(backs="fold", bleed=3), "folded"),
        (lambda: print_calibration(Settings(backs="fold")), "no back page"),
    ]
    for call, words in refused:
        with pytest.raises(InputError, match=words):
            call()
