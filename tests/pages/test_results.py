"""Results and attempts as files: the log that pages and commands share, attempts by the clock, what a browser may hold."""

import re

import pytest
from playwright.sync_api import expect

from shunt.generator.packs.reading import load_deck
from shunt.pages.page import page_of_cards
from tests.cli.running import answer, check_refused
from tests.cli.running import shunt as run
from tests.pages.driving import Hand, from_menu, press
from tests.pages.node_runs import run_node


@pytest.fixture(scope="module")
def deck():
    return load_deck("starter")


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("SHUNT_DATA_DIR", str(tmp_path / "data"))
    return tmp_path / "data"


def test_attempts_logs_and_storage(deck, tmp_path):
    log = deck.log(str(tmp_path / "log.jsonl"))
    for card, moves, rank in (("let-go", 2, "Yard Master"), ("closed-door", 5, None)):
        log.add(card, moves, rank)
    cases = {
        "deck": {"name": deck.name, "title": deck.title, "key": deck.key},
        "log": log.path.read_text(),
        "results": [vars(result) for result in log.results()],
    }
    assert run_node("play.test.ts", cases, tmp_path)


def test_a_page_and_the_commands_share_a_log(open_page, deck, tmp_path):
    first, second = deck.cards[:2]
    page = open_page(page_of_cards([first, second], deck), hash=f"#{first.name}")
    hand = Hand(page)
    hand.play(first)
    expect(page.locator(".solved")).to_be_visible()
    from_menu(page, "Statistics")
    page.get_by_text("Files", exact=True).click()
    with page.expect_download() as download:
        press(page, "Save results")
    file = tmp_path / "saved.jsonl"
    download.value.save_as(file)
    opened, said = page.get_by_label("Log of results to open"), page.locator(".said")
    opened.set_input_files(file)
    expect(said).to_contain_text("The log has no result")
    for words in ("1 result added", "0 results added"):
        done = run("pack log starter --import", file)
        assert (done.exit_code, words in done.stderr) == (0, True)
    (result,) = answer("pack log starter")["solved"]
    assert (result["card"], result["moves"], result["rank"]) == (first.name, len(first.guide), "Yard Master")
    assert run("pack log starter --card 2 --moves", str(second.proof["optimum"])).exit_code == 0
    opened.set_input_files(deck.log().path)
    expect(said).to_have_text("1 result taken from the log.")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("link", name="All cards").click()
    expect(page.locator(".card .result")).to_have_text([re.compile("^★★★")] * 2)


def test_results_that_cannot_be_are_not_imported(deck, tmp_path):
    file = tmp_path / "log.jsonl"
    log = deck.log(str(file))
    for card, moves in (("let-go", 1), ("no-such-card", 3), ("closed-door", 4)):
        log.add(card, moves)
    done = run("pack log starter --import", file)
    assert "1 result added" in done.stderr
    assert "2 left out" in done.stderr
    check_refused(run("pack log starter --import", tmp_path / "none.jsonl"), "does not exist")
    file.write_text("hello")
    check_refused(run("pack log starter --import", file), "not a log of results")
    check_refused(run("pack log first-forty --import", deck.log().path), "the log of another deck, starter")
