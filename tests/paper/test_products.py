"""Booklets, boards, pieces, lists and the parts of Hump Yard as PDF files, read back."""

import io
import re
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from shunt.cards.files import load_card
from shunt.games.express.cards import deck_for
from shunt.games.registry import GAMES, game_class, rules_of_game
from shunt.games.tiles.squares import square_set
from shunt.hump.tiles import COPIES
from shunt.hump.tiles import KINDS as TILE_KINDS
from shunt.paper.back import GAP, MoveColumns, Word, back
from shunt.paper.boards import EDGE_OF_PAPER, STRIP, _leaves, print_board
from shunt.paper.commands import print as printing
from shunt.paper.order import Order, Settings, card_of_board
from shunt.paper.pdf import Printed, print_imposed
from shunt.paper.poster import print_poster
from shunt.paper.products import KINDS, OF_BOARDS, PARTS, PRODUCTS, pdf
from shunt.paper.rule_texts import TERMS, chapter_of
from shunt.paper.sheets import PAPERS, paper_size
from shunt.paper.styles import STYLES
from shunt.paper.switch_lists import jobs
from shunt.render.cards import position_scene
from shunt.render.scene import Path as Drawn
from shunt.render.scene import Rect, Scene, Text
from shunt.track.layout import Layout, SidingsLayout
from shunt.track.layout_file import load_layout
from tests.cli.running import check_refused
from tests.cli.running import shunt as run
from tests.effort import some
from tests.paper.reading import MM, fonts, pages, text_sizes, words_of
from tests.shipped import shipped_pack

MIXED = ("inglenook-533-classic", "first-swap", "siding-swap")


@cache
def printed(kind: str) -> Printed:
    """The kind, of cards of all three rulesets where it takes cards."""
    if kind in PARTS:
        return PARTS[kind](Settings())
    return PRODUCTS[kind](Order([load_card(name) for name in MIXED], Settings(), "Mixed", is_numbered=True))


@pytest.mark.parametrize("kind", some(KINDS, 3))
def test_the_text_of_a_file_is_readable_and_the_next_file_the_same(kind):
    made = printed(kind)
    held = pages(made.content)
    assert len(held) == made.pages
    for page in held:
        assert min(text_sizes(page), default=6.0) >= 5.999
        assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts(page) if font["/BaseFont"] != "/Helvetica")
    assert printed.__wrapped__(kind).content == made.content


@pytest.mark.slow
def test_another_reader_finds_no_fault_in_a_file():
    import pikepdf

    for kind in KINDS[::2]:
        with pikepdf.open(io.BytesIO(printed(kind).content)) as file:
            assert file.check_pdf_syntax() == [], kind


# --------------------------------------------------------------------------------------------------------------------
# Booklets


@pytest.mark.parametrize("count", [1, 4, 5, 12])
def test_the_leaves_of_a_folded_booklet_follow_each_other(count):
    """The outer sheet's front has the last and the first leaf, its back the second and the last but one, and so on inwards."""
    leaves = [Scene(148.5, 210.0, (Text(70, 100, f"leaf {number}", 5.0),)) for number in range(1, count + 1)]
    held = pages(print_imposed(leaves, PAPERS["a4"], "x").content)
    found = [[int(number) for number in re.findall(r"leaf (\d+)", page.extract_text())] for page in held]
    last = 4 * -(-count // 4)
    sides = [pair for at in range(1, last // 2, 2) for pair in ((last + 1 - at, at), (at + 1, last - at))]
    held_by = [*range(1, count), *[0] * (last - count), count]  # blank leaves before the last
    assert found == [[number for number in (held_by[place - 1] for place in side) if number] for side in sides]


def test_a_booklet_has_the_rules_the_boards_and_every_card():
    cards = shipped_pack("first-forty")[::3]
    text = "\n".join(page.extract_text() for page in pages(pdf(cards, kind="booklet", title="First Forty", single=True)))
    headings = "How to play", "Railyard Guide", "Boards", "Tiers", "Yard Master"
    for words in ("First Forty", *headings, *(term.name for term in TERMS)):
        assert words in text
    for card in cards:
        assert str(card.about["title"]) in text
        assert str(card.layout.about.get("title", card.board_name)) in text


def test_a_booklet_has_each_rule_once():
    """Cards with closed spaces and cards without have the same rules but one."""
    starter = shipped_pack("starter")
    cards = [starter[0], next(card for card in starter if card.about["title"] == "Closed Door")]
    assert len({chapter_of(card) for card in cards}) == 2
    text = "\n".join(page.extract_text() for page in pages(pdf(cards, kind="booklet", single=True)))
    for words in ("How to play", "Broken track", "Closed space"):
        assert text.count(words) == 1


# --------------------------------------------------------------------------------------------------------------------
# Boards and pieces


def test_small_pieces_fill_the_room_that_large_ones_leave():
    sizes = (180, 140), (180, 120), (180, 60), (8, 8)
    pieces = [Scene(across, down, (), str(across)) for across, down in sizes]
    first, second = _leaves(pieces, PAPERS["a4"], "pieces")
    cut = [[item for item in leaf.items if isinstance(item, Rect) and item.dash] for leaf in (first, second)]
    assert [len(outlines) for outlines in cut] == [3, 1]


def test_a_board_over_several_sheets_is_whole_with_its_strips():
    card = load_card("first-swap")
    held = pages(print_board(Order([card], space=60)).content)
    posters = [text for page in held if " row " in (text := page.extract_text())]
    assert len(posters) >= 4
    width, height = (float(length) / MM for length in held[0].mediabox[2:])
    columns = max(int(text.split("column ")[1].split()[0]) for text in posters)
    rows = len(posters) // columns
    covered = columns * (width - 2 * EDGE_OF_PAPER - 6 - STRIP) + STRIP, rows * (height - 2 * EDGE_OF_PAPER - 6 - STRIP) + STRIP
    scene = position_scene(card, None, unit=60)
    assert covered[0] >= scene.width
    assert covered[1] >= scene.height
    marks = Counter(word for text in posters for word in text.split())
    assert all(marks[space] for space in card.layout.plan.spaces)


def test_a_board_and_its_pieces_share_a_sheet_and_small_boards_too():
    content = pdf("first-swap", kind="board")
    assert len(pages(content)) == 1
    assert {"A1", "F2", "red", "green"} <= words_of(content).keys()
    one, other = (Layout.from_tracks(tracks, name=tracks[0]) for tracks in ("A B C", "D E F"))
    alike = [card_of_board(replace(board, about={"title": "Yard"})) for board in (one, other)]
    assert {"A", "F"} <= words_of(pdf(alike, kind="board")).keys()


@pytest.mark.parametrize("kind", OF_BOARDS)
def test_the_empty_board_of_a_layout_is_printed(kind, tmp_path):
    made = run("print wye-18 --as", kind, "-o", tmp_path / "made.pdf")
    assert made.exit_code == 0, made.stderr
    content = (tmp_path / "made.pdf").read_bytes()
    assert content == pdf(load_layout("wye-18"), kind=kind)
    assert len(pages(content)) == 1
    assert {"A1", "F2", "Wye"} <= words_of(content).keys()
    assert len(pages(pdf(SidingsLayout("yard", 3, {"1": 5, "2": 3}), kind=kind))) == 1
    check_refused(run("print wye-18 -o", tmp_path / "cards.pdf"), "is a layout, not a card")


def test_every_piece_of_a_pack_is_there_to_cut_out():
    held = words_of(pdf(shipped_pack("first-forty")[6:21:14], kind="board"))
    assert {"1", "2", "red", "green", "yellow", "blue"} <= held.keys()


# --------------------------------------------------------------------------------------------------------------------
# Lists, Hump Yard, the interface


@pytest.mark.parametrize("name", MIXED)
def test_the_work_of_a_card_names_every_piece_once(name):
    card = load_card(name)
    work = [job.name for job in jobs(card)]
    assert len(set(work)) == len(work) == card.inventory.cars + (card.ruleset != "sidings") * card.inventory.locomotives
    text = " ".join(page.extract_text() for page in pages(pdf(card, kind="switch-lists")))
    assert all(job.at.split(",")[0] in text for job in jobs(card))


SPOTS = """schema = "shunt-card/1"
name = "spots"
ruleset = "railway"
start = { locomotives = { L = "A" }, cars = { red = "D", h1 = "F" } }
places = { mill = ["C", "D"], yard = ["E", "F"] }
goal = { red = "E", h1 = "mill" }
layout = { tracks = ["A B C D", "A B E F"] }
"""


def test_switch_lists_say_what_is_pulled_and_spotted_at_each_place_and_name_the_board():
    text = " ".join(pages(pdf(load_card(SPOTS), kind="switch-lists"))[0].extract_text().split())
    assert "mill red h1 yard h1 red on E" in text, text
    text = pages(pdf("first-swap", kind="switch-lists"))[0].extract_text()
    assert "Board: Wye" in text
    assert "done" in text.split()


def test_the_set_of_tiles_is_complete():
    held = words_of(printed("hump-tiles").content)
    for kind in TILE_KINDS:
        assert held[kind] >= COPIES, kind
    assert (held["heading"], held["source"], held["sink"]) == (20, 8, 8)
    deck = words_of(printed("hump-car-cards").content)
    assert {deck[colour] for colour in ("red", "orange", "yellow", "green", "blue")} == {24}  # three times on each of 8


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("express-cards", {"livestock": sum(n * card.count("R") for card, n in deck_for(5).items()), "Caboose:": 16}),
        ("yardmaster-cards", {"Coal": 10 + 12, "Oil": 10 + 12, "Exchange": 5, "DRAW": 2}),
        ("tiles-squares", {square.id: 1 for square in square_set()}),
    ],
)
def test_everything_that_a_game_is_played_with_is_there_to_cut_out(kind, wanted):
    held = words_of(printed(kind).content)
    assert {word: held[word] for word in wanted} == wanted


SHEETS = {"hump-tiles": (3, 4), "hump-cars": (1, 1), "hump-car-cards": (4, 5), "tiles-squares": (1, 1)}


@pytest.mark.parametrize("kind", SHEETS)
def test_parts_are_as_large_as_the_fewest_sheets_of_a4_and_letter_allow(kind):
    assert (printed(kind).pages, PARTS[kind](Settings(paper="letter")).pages) == SHEETS[kind]


def test_a_sheet_is_full_of_guides():
    front, back = pages(printed("guide").content)
    assert front.extract_text().count("Choose a locomotive") == back.extract_text().count("Every stop") == 9


@pytest.mark.parametrize("what", ["first-swap", pytest.param("first-forty", marks=pytest.mark.slow)])
def test_a_booklet_has_no_empty_page(what):
    leaves = pages(pdf(what, kind="booklet", single=True))
    sheets = pages(pdf(what, kind="booklet"))
    assert all(leaf.extract_text().strip() for leaf in leaves)
    assert len(sheets) == 2 * -(-len(leaves) // 4)
    assert sum(page.extract_text().count("player") for page in sheets) == 1 + -len(leaves) % 4


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_scores_of_the_table_games_are_a_page_each(game):
    (rules,) = pages(pdf(kind=f"{game}-rules"))
    assert all(line.split()[-1] in rules.extract_text() for line, _ in rules_of_game(game))
    (scores,) = pages(pdf(kind=f"{game}-scores"))
    assert f"Player {max(game_class(game).seats)}" in scores.extract_text()
    assert "All games" in scores.extract_text()


def test_a_pdf_file_is_returned_and_written(tmp_path):
    target = tmp_path / "one.pdf"
    content = pdf("first-swap", target, card="tarot")
    assert target.read_bytes() == content == pdf(load_card("first-swap"), card="tarot")


def test_the_command_offers_everything_that_can_be_printed():
    assert (KINDS, tuple(PRODUCTS), OF_BOARDS) == (printing.KINDS, printing.OF_CARDS, printing.OF_BOARDS)


# --------------------------------------------------------------------------------------------------------------------
# Posters, styles, codes


@pytest.mark.parametrize("paper", ["a3", "500x300"])
def test_a_poster_fills_a_sheet_of_any_size_with_title_and_legend(paper):
    (page,) = pages(pdf("two-on-two", kind="poster", paper=paper))
    size = sorted(float(length) / MM for length in page.mediabox[2:])
    assert size == pytest.approx(sorted(paper_size(paper)), abs=0.1)
    text = page.extract_text()
    assert all(words in text for words in ("Two lines, two locomotives", "red to H", "a space, which holds", "a locomotive"))
    assert float(page.mediabox[2]) > float(page.mediabox[3])  # turned: the board is wider than high


def test_a_poster_of_a_pack_has_the_empty_board():
    (page,) = pages(print_poster(Order(shipped_pack("box-forty")[:2])).content)
    assert "Alphabet Junction" in page.extract_text()
    assert "a locomotive" not in page.extract_text()


def test_styles_differ_keep_the_text_and_the_code_leads_to_the_page_of_the_card():
    made = {style: pdf("two-on-two", style=style) for style in STYLES}
    assert len({*made.values(), pdf("two-on-two", url="https://example.org/")}) == len(STYLES) + 1 == 4
    assert len({frozenset(words_of(content)) for content in made.values()}) == 1
    drawn = back(load_card("two-on-two"), (63.0, 88.0), url="https://example.org/").scene.items
    assert any(isinstance(item, Drawn) and item.stroke == "#000000" for item in drawn)


def test_each_column_of_moves_is_as_far_from_the_last_one_whatever_its_moves_say():
    columns = [[(1, [[Word("2"), Word("A")]])], [(2, [[Word("2")]])], [(3, [[Word("2")]])]]
    first, second, third = (item.x for item in MoveColumns(2.0, 20.0, columns).items(0.0, 0.0) if item.bold)
    assert (second - first, third - second) == pytest.approx((20.0 + GAP, 20.0 + GAP))
