"""The player in a browser: cards solved by drag, by touch and by keys; everything that its controls do."""

import json
import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

import shunt
from tests.cli.running import answer
from tests.pages.driving import Hand, box_of, from_menu, press, runs_of

SWAP = shunt.load("first-swap")
SPOT = """space => {
  const board = JSON.parse(document.getElementById("data").textContent).boards[0];
  return board.drawing.spots[board.spaces.indexOf(space)];
}"""
WATCH = """() => {
  window.watched = "";
  const look = () => {
    const now = `${document.querySelector(".counters .first dd").innerText}/${document.querySelectorAll(".goal .done").length}`;
    if (!window.watched.endsWith(now)) window.watched += ` ${now}`;
  };
  new MutationObserver(look).observe(document.querySelector(".panel"), {childList: true, subtree: true});
}"""


def copied(page: Page, button: str) -> str:
    """What a button puts on the clipboard."""
    page.evaluate("navigator.share = undefined; navigator.clipboard.writeText = async text => { window.copied = text }")
    page.get_by_role("button", name=button).click()
    expect(page.locator(".message")).to_contain_text("copied.")
    text = page.evaluate("window.copied")
    return text


@pytest.fixture(scope="module")
def swap():
    return shunt.page(SWAP)


@pytest.fixture
def hand(open_page, swap):
    return Hand(open_page(swap))


@pytest.mark.parametrize("phone", [False, True])
def test_a_card_is_solved_by_drag(open_page, swap, phone, tmp_path):
    """With a mouse, or with a finger on a phone that lies on its side."""
    page = open_page(swap, phone=phone, viewport={"width": 667, "height": 375} if phone else None)
    hand = Hand(page)
    hand.play(SWAP, by_finger=phone)
    expect(page.locator(".solved strong")).to_have_text("Yard Master")
    expect(page.locator(".stars")).to_be_in_viewport(ratio=1)
    assert hand.count() == 6
    assert page.locator(".goal .done").count() == 3
    assert page.locator(".board .chosen, [aria-label='What is moved'] [aria-pressed=true]").count() == 0
    board, strip = (box_of(page.locator(one)) for one in (".sheet", ".solved"))
    assert board["y"] + board["height"] <= strip["y"] or board["x"] + board["width"] <= strip["x"]
    moves = tmp_path / "moves.txt"
    moves.write_text(copied(page, "Copy moves"))
    assert answer("replay first-swap --file", moves)["solved"]
    assert copied(page, "Copy link").endswith(".html")  # of the start, as after the solution
    assert copied(page, "Share") == "First swap ★★★\n🚂🟩🟩🟩🟩🟩🟩\n6 moves · Yard Master · no hints"
    page.reload()
    expect(hand.message).to_have_text("Your best: 6, Yard Master.")
    assert (hand.count(), page.locator(".moves li:not(.none)").count()) == (0, 0)


def play_by_keys(page: Page, card: shunt.Card) -> None:
    """Make every move of a card's Yard Guide with keys alone."""
    page.keyboard.press("1")
    for _, couples, _, words in runs_of(card):
        for _ in couples:
            page.keyboard.press("c")
        Hand(page).couple(couples, by_keys=True)  # where two branches meet, the key has chosen one
        page.get_by_role("combobox", name="Where to").focus()
        page.keyboard.type(words)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.locator("svg [data-vehicle='0']").focus()
        while couples and (toggle := page.locator("[aria-label=Couple] [aria-pressed=true]")).count():
            toggle.first.press("Enter")
            page.locator("svg [data-vehicle='0']").focus()


def test_illegal_drops_are_refused_arrows_aim_enter_goes_and_moves_are_taken_back(hand):
    page = hand.page
    undo = page.get_by_role("button", name="Undo")
    start = hand.position()
    for path, reason in (
        ("A1 A2 A3 C1 D1 D2 F1 F2", "F2 is a broken track, which nothing ever enters"),
        ("A1 A2 A3 B1 W1", "no track leads from A1 to W1 in one run"),
    ):
        hand.drag(path.split())
        expect(hand.message).to_contain_text(reason)
        assert (hand.count(), hand.position()) == (0, start)
    for key in ("1", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(hand.message).to_have_text(re.compile("^A3"))
    chosen = page.get_by_role("combobox", name="Where to").evaluate("list => list.selectedOptions[0].text")
    expect(hand.message).to_have_text(chosen)
    page.keyboard.press("Enter")
    assert "Locomotive A on A3" in hand.position()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    hand.drag(["A3", "C1", "C2"])
    there = hand.position()
    undo.click()
    assert hand.count() == 1
    page.keyboard.press("u")
    assert (hand.count(), hand.position()) == (0, start)
    expect(undo).to_be_disabled()
    page.keyboard.press("r")
    press(page, "Redo")
    assert (hand.count(), hand.position()) == (2, there)
    press(page, "Restart")
    assert (hand.count(), hand.position()) == (0, start)


def test_a_hint_is_one_move_and_counts(hand):
    page = hand.page
    press(page, "Hint")
    path = runs_of(SWAP)[0][2]
    expect(page.locator(".message")).to_contain_text(f"Hint: A runs forward {' '.join(path)}, pushes red")
    assert page.locator(".hints").inner_text() == "1 hint"
    x, y, _ = page.evaluate(SPOT, path[-1])
    assert (page.locator(".trace .ghost").get_attribute("transform") or "").startswith(f"translate({x:g} {y:g})")
    assert page.locator(".trace polygon").count() == 1
    hand.drag(["A1", "A2"])  # away from the guide
    page.keyboard.press("h")
    expect(page.locator(".message")).to_contain_text("Hint: A runs")
    assert page.locator(".hints").inner_text() == "2 hints"


def test_the_moves_and_the_solution_are_replayed(hand):
    page = hand.page
    hand.drag(["A1", "A2"])
    hand.drag(["A2", "A3"])
    there = hand.position()
    press(page, "Replay")
    expect(page.locator(".message")).to_contain_text("2. A runs forward A2 A3")
    expect(page.get_by_role("button", name="Replay")).to_be_visible()
    assert hand.position() == there
    page.evaluate(WATCH)
    press(page, "Solution")
    expect(page.locator(".message")).to_contain_text("3. A runs")
    press(page, "Stop")
    assert (hand.count(), hand.position()) == (2, there)
    assert page.evaluate("window.watched").split()[:3] == ["0/1", "1/0", "2/0"]


def test_progress_is_kept_and_a_link_restores_a_position(open_page, swap):
    page = open_page(swap)
    hand = Hand(page)
    hand.drag(["A1", "A2", "A3"])
    there = hand.position()
    page.reload()
    assert (hand.count(), hand.position()) == (1, there)
    elsewhere = Hand(open_page(swap, hash="#" + copied(page, "Copy link").partition("#")[2]))
    assert elsewhere.position() == there
    assert page.url.endswith("#first-swap")
    damaged = Hand(open_page(swap, hash="#first-swap/0.1..zz"))
    expect(damaged.message).to_contain_text("The link is damaged: only its first")


def test_damaged_storage_is_set_aside(hand):
    page = hand.page
    for part in ("progress", "settings", "attempts", "player"):
        page.evaluate("part => localStorage.setItem('shunt-1-' + part, '{broken')", part)
    page.reload()
    expect(page.locator(".notice")).to_contain_text("could not be read and was set aside")
    hand.drag(["A1", "A2"])
    assert hand.count() == 1
    assert page.evaluate("localStorage.getItem('shunt-1-progress-damaged')") == "{broken"


def test_attempts_are_recorded_in_the_documented_form(hand):
    page = hand.page
    hand.drag(["A1", "A2"])
    page.keyboard.press("u")
    page.keyboard.press("h")
    page.reload()
    from_menu(page, "Statistics")
    page.get_by_text("Files", exact=True).click()
    with page.expect_download() as download:
        press(page, "Save attempts")
    (line,) = download.value.path().read_text().splitlines()
    record = json.loads(line)
    assert set(record) == {"schema", "id", "card", "player", "at", "moves", "undos", "hints", "seconds", "solved"}
    assert record["id"] == shunt.canonical_id(SWAP)
    assert (record["moves"], record["undos"], record["hints"], record["solved"]) == (0, 1, 1, False)
    assert 0 < record["seconds"] < 60


# --------------------------------------------------------------------------------------------------------------------
# Closed spaces and train goals

STUB = {
    "name": "stub",
    "layout": {"tracks": ["A B C D", "A B E"], "closed": {"E": "locomotives"}},
    "start": {"locomotives": {"L": "A"}, "cars": {"red": "C"}},
    "goal": {"red": "E"},
}
MADE_UP = {
    "name": "made-up",
    "layout": {"tracks": ["a1 a2 a3 m1 m2 m3 m4 m5 m6", "a2 a3 m1 s1 s2"]},
    "start": {"locomotives": {"L": "a2"}, "cars": {"x": "m2", "y": "m3", "z": "s1"}},
    "goal": {"trains": [{"pieces": "x z y"}]},
}


@pytest.mark.parametrize(("table", "by_keys"), [(STUB, False), (MADE_UP, True)], ids=["closed", "train"])
def test_cards_with_closed_spaces_and_train_goals_are_played(open_page, table, by_keys):
    card = shunt.Card.from_dict({"schema": "shunt-card/1", "ruleset": "railway", **table})
    card = replace(card, guide=tuple(str(made) for made in shunt.solve(card).moves))
    hand = Hand(open_page(shunt.page(card)))
    expect(hand.page.locator(".goal .done")).to_have_count(0)
    if table is STUB:
        hand.drag(["A", "B", "E"])
        expect(hand.message).to_contain_text("E is closed to L")
    if by_keys:
        play_by_keys(hand.page, card)
    else:
        hand.play(card)
    expect(hand.page.locator(".solved")).to_be_visible()
    expect(hand.page.locator(".goal .done")).to_have_count(1)
    assert hand.count() == len(card.guide)
