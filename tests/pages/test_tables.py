"""Table games in the browser: whole games by mouse and keyboard, what strangers get, and what a restart leaves."""

import json
import random
import re
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import expect

from shunt.errors import InputError
from shunt.games.registry import GAMES, game_class
from shunt.pages.commands import serve
from shunt.pages.server import local
from shunt.pages.server.local import LocalServer
from shunt.pages.tables.hall import LONGEST_TEXT, Hall
from shunt.pages.tables.seated import SPECTATOR, BrowserTable, Tempo
from tests.effort import examples
from tests.pages.driving import Hand, box_of, middle, press
from tests.pages.tables import TablePlayer, begin, served_hall, show_my_side, wait_for_turn
from tests.pages.test_access import LOOKS, faults

FAST = Tempo(think="50ms", pace=0.02)


def ask(hall: Hall, what: str, **data: Any) -> dict[str, Any]:
    answer = hall.posts[f"api/games/{what}"](data)
    return {"status": int(answer.status)} | json.loads(answer.content)


def opened(hall: Hall, game: str = "express", kinds: str = "person easy", **more: Any) -> dict[str, Any]:
    seats = [{"kind": kind, "name": ""} for kind in kinds.split()]
    return ask(hall, "open", game=game, seats=seats, seed=5, **more)


def look(hall: Hall, table: dict[str, Any], seat: str = "0", **more: Any) -> dict[str, Any]:
    return ask(hall, "look", table=table["table"], key=table["keys"][seat], **more)


def own_turn(hall: Hall, table: dict[str, Any], seat: str = "0") -> dict[str, Any]:
    """Return what a seat sees once it is to act, or the game is over."""
    seen = look(hall, table, seat)
    while seen["acting"] != int(seat) and not seen["over"]:
        seen = look(hall, table, seat, seen=seen["version"])
    return seen


def act(hall: Hall, table: dict[str, Any], seen: dict[str, Any], action: str, seat: str = "0") -> dict[str, Any]:
    """Act as somebody who has `seen` the table."""
    return ask(hall, "act", table=table["table"], key=table["keys"][seat], version=seen["version"], action=action)


# --------------------------------------------------------------------------------------------------------------------
# The hall


def test_a_game_of_tiles_is_played_and_looked_through():
    """The tests of the pages play the other games."""
    hall, chance = Hall(tempo=FAST), random.Random(1)
    table = opened(hall, "tiles")
    seen = own_turn(hall, table)
    while not seen["over"]:
        assert "refused" not in act(hall, table, seen, chance.choice(seen["choices"])[0])
        seen = own_turn(hall, table)
    assert seen["winners"]
    past = ask(hall, "past", table=table["table"], key=table["keys"]["0"], number=seen["actions"] // 2)
    assert past["next"]
    assert past["advice"]
    assert past["choices"] == []


def test_a_seat_acts_in_its_turn_by_the_rules_and_takes_back_what_taught_nothing():
    hall = Hall(tempo=FAST)
    table = opened(hall, "yardmaster", "person person", practice=False)
    first = str(look(hall, table)["acting"])
    other = "1" if first == "0" else "0"
    seen = look(hall, table, first)
    assert look(hall, table, other)["choices"] == []
    assert act(hall, table, seen, "end", other)["refused"] == "it is not your turn"
    assert "Z9" in act(hall, table, seen, "buy Z9", first)["refused"]
    assert act(hall, table, {"version": 0}, "end", first)["refused"]
    swap = next(one[0] for one in seen["choices"] if one[0].startswith("swap"))
    after = act(hall, table, seen, swap, first)
    assert after["undo"]
    give = {"table": table["table"], "key": table["keys"][first]}
    back = ask(hall, "undo", **give, version=after["version"])
    assert back["svg"] == seen["svg"]
    drawn = act(hall, table, back, "draw pile", first)
    assert not drawn["undo"]
    assert "refused" in ask(hall, "undo", **give, version=drawn["version"])
    assert look(hall, table, first)["hints"] is False
    assert ask(hall, "hint", **give)["hint"] == []
    practice = opened(hall, practice=True)
    assert own_turn(hall, practice)["hints"]
    assert ask(hall, "hint", table=practice["table"], key=practice["keys"]["0"])["hint"]


def test_only_the_secret_of_a_seat_opens_it():
    hall = Hall(tempo=FAST)
    table, other = opened(hall), opened(hall)
    strange = ["", "x" * 22, other["keys"]["0"], table["keys"]["0"][:-1], "é" * 20]
    for what in ("look", "act", "undo", "hint", "past"):
        for key in strange:
            asked = {"table": table["table"], "key": key, "version": 1, "action": "R3|G4", "number": 0}
            assert ask(hall, what, **asked) == {"status": 403, "words": "no such table, or not your seat"}
        assert ask(hall, what, table="../../etc", key="x", version=1, action="x", number=0)["status"] == 403
    assert table["keys"]["0"] not in json.dumps(look(hall, table))


def test_friends_join_by_a_link_and_the_rest_watch():
    hall = Hall(lan=True, tempo=FAST)
    table = opened(hall, "express", "person friend friend")
    assert (set(table["keys"]), look(hall, table)["free"]) == ({"0"}, [1, 2])
    give = {"table": table["table"], "link": table["link"]}
    assert ask(hall, "join", table=table["table"], link="x", name="Eve")["status"] == 403
    ada, ben, cleo = (ask(hall, "join", **give, name=name) for name in ("Ada", "Ben", "Cleo"))
    assert [list(one["keys"]) for one in (ada, ben, cleo)] == [["1"], ["2"], [str(SPECTATOR)]]
    assert look(hall, table)["names"] == ["player 1", "Ada", "Ben"]
    watched = look(hall, cleo, str(SPECTATOR))
    assert watched["choices"] == []
    assert "a card is dealt" in watched["lines"] or "a card is drawn" in watched["lines"]
    assert act(hall, cleo, watched, "R3|G4", str(SPECTATOR))["refused"] == "it is not your turn"


def test_whatever_is_sent_is_answered(tmp_path):
    """Messages at random, well formed and not: none crashes the table or moves for somebody else."""
    hall, chance = Hall(tmp_path, tempo=FAST), random.Random(7)
    table = opened(hall, "tiles", "person person")
    keys = list(table["keys"].values())
    values = [None, True, 0, -1, 1, 10**30, 1.5, "", "0", "express", "tiles", "person", "x" * (LONGEST_TEXT + 1)]
    values += [[], {}, [{}], [[]], table["table"], *keys, "play R4 1 left", "discard R4", "\ud800", "../x", {"squares": "x"}]
    values.append([{"kind": "person", "name": "A"}, {"kind": "easy"}])
    fields = ("table", "key", "version", "seen", "action", "game", "seats", "seed", "practice", "options", "wide", "number")
    asked = ("join", "look", "act", "undo", "again", "hint", "past")
    for _ in range(examples(6_000)):
        data = {field: chance.choice(values) for field in fields if chance.random() < 0.8}
        if isinstance(data.get("seen"), int):
            data["seen"] = -1  # nobody waits
        what = "open" if chance.random() < 0.02 else chance.choice(asked)
        answer = hall.posts[f"api/games/{what}"](data if chance.random() < 0.99 else chance.choice(values))
        assert answer.status in (200, 400, 403)
        assert b"pydantic" not in answer.content
        json.loads(answer.content)
    seen = look(hall, table)
    assert (seen["names"], seen["actions"]) == (["player 1", "player 2"], 0)
    assert list(tmp_path.iterdir())


def test_a_killed_server_goes_on_where_it_was(tmp_path):
    hall = Hall(tmp_path, tempo=FAST)
    table = opened(hall)
    seen = own_turn(hall, table)
    act(hall, table, seen, seen["choices"][0][0])
    seen = own_turn(hall, table)
    again = Hall(tmp_path, tempo=FAST)
    found = own_turn(again, table)
    assert (found["svg"], found["lines"], found["choices"]) == (seen["svg"], seen["lines"], seen["choices"])
    file = tmp_path / f"{table['table']}.json"
    file.write_text(file.read_text()[:200])
    assert ask(Hall(tmp_path, tempo=FAST), "look", table=table["table"], key="x" * 22)["status"] == 400
    file.write_text("{}")
    with pytest.raises(InputError, match="not a saved table"):
        BrowserTable.resumed(file)


# --------------------------------------------------------------------------------------------------------------------
# The page


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """One server for all tests of the page: its hall and its address."""
    hall = Hall(tmp_path_factory.mktemp("games"), tempo=FAST)
    with served_hall(hall) as server:
        yield hall, server.address


def test_a_game_of_express_is_the_same_in_python(visit, games):
    """Every offer and every action is compared; the end shows the deal, and the game is looked through and played again."""
    hall, address = games
    with visit(address) as page:
        begin(page, "express", "person", "easy")
        player = TablePlayer(page, hall, "mouse")
        for means in ("mouse", "keys", "mouse", "keys", "mouse", "keys", "mouse"):
            player.means = means
            assert wait_for_turn(page)
            player.step()
        assert not wait_for_turn(page)
        expect(page.get_by_role("status").first).to_contain_text(re.compile(r"wins? with \d+ points!"))
        expect(page.locator(".end")).to_contain_text("Deal 5")
        press(page, "One action back")
        expect(page.locator(".end")).to_contain_text("After action 13 of 14")
        expect(page.locator(".end")).to_contain_text("best: ")
        press(page, "Play again")
        expect(page.locator(".end")).to_be_hidden()
        assert wait_for_turn(page)
        assert len(player.served.seated.series) == 1


WHOLE = [("tiles", "touch"), ("yardmaster", "keys")]


@pytest.mark.parametrize(
    ("game", "means", "most"),
    [
        ("yardmaster", "touch", 3),
        ("humpyard", "mouse", 3),
        pytest.param("humpyard", "keys", 12, marks=pytest.mark.slow),
        *(pytest.param(game, means, 100_000, marks=pytest.mark.slow) for game, means in WHOLE),
    ],
)
def test_games_are_the_same_in_python(visit, games, game, means, most):
    """First turns, and whole games with an easy bot on every other seat, by one means each."""
    hall, address = games
    players = (max if means == "touch" else min)(game_class(game).seats)
    with visit(address, phone=means == "touch") as page:
        begin(page, game, "person", *["easy"] * (players - 1))
        player = TablePlayer(page, hall, means, players)
        assert player.play(most) == most or player.table.is_over


SCREENS = [(320, 568), (375, 667), (667, 375), (1280, 800), (1920, 1080)]


def test_the_table_fills_every_screen_and_two_fingers_enlarge_it_alone(visit, games):
    with visit(games[1], phone=True) as page:
        begin(page, "yardmaster", "person", "easy")
        zone = page.locator('.zone.open[data-zone^="buy"]').first
        before, bar = box_of(zone), box_of(page.locator(".prompt"))
        Hand(page).pinch(middle(zone), [60, 120])
        after = box_of(zone)
        assert after["width"] == pytest.approx(2 * before["width"], rel=0.02)
        assert (after["x"], after["y"]) > (0, 0)  # it stays under the fingers
        assert box_of(page.locator(".prompt")) == bar
        assert page.evaluate("visualViewport.scale") == 1
        assert page.locator(".zone[aria-pressed=true]").count() == 0
        page.get_by_role("button", name="Whole table").tap()
        assert box_of(zone) == before
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            wait_for_turn(page)
            side = 308 if width >= 1000 else 0
            fills = "([width, height]) => { const box = document.querySelector('.picture svg').getBoundingClientRect(); "
            fills += "return box.width > 0.89 * width && box.bottom > 0.95 * height && box.top < 0.32 * height; }"
            page.wait_for_function(fills, arg=[width - side, height])
            prompt = box_of(page.locator(".prompt"))
            assert prompt["x"] + prompt["width"] <= width
            assert prompt["y"] + prompt["height"] <= height
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_first_square_is_laid_on_the_table_by_touch(visit, games):
    with visit(games[1], phone=True) as page:
        begin(page, "tiles", "person", "person")
        expect(page.locator(".prompt")).to_contain_text("Begin the train with it")
        square = box_of(page.locator('.zone[data-zone="square"]'))
        page.touchscreen.tap(square["x"] + square["width"] / 2, square["y"] - 4)  # a finger that misses by a little
        expect(page.locator('.zone[data-zone="square"]')).to_have_attribute("aria-pressed", "true")
        drawn = page.locator(".picture svg").get_attribute("viewBox")
        page.set_viewport_size({"width": 700, "height": 360})  # the phone is turned
        expect(page.locator(".picture svg")).not_to_have_attribute("viewBox", drawn or "")
        page.locator('.zone[data-zone="end-0"]').tap()
        page.get_by_role("button", name="Show my side").tap()
        expect(page.locator('.picture g[data-home="train"]')).to_have_count(1)


APART = """() => [...document.querySelectorAll(".zone")].filter((zone) => {
    const { left, right, top, bottom } = zone.getBoundingClientRect();
    const found = document.querySelectorAll(`.picture g[data-of="${zone.dataset.zone}"]`);
    const pieces = [...found].map((piece) => piece.getBoundingClientRect());
    const isOn = ([x, y]) => left < x && x < right && top < y && y < bottom;
    return pieces.length > 0 && !pieces.some((piece) => isOn([(piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2]));
}).map((zone) => zone.dataset.zone)"""
"""The zones that do not lie on what they belong to."""
ORDER = "[...document.querySelectorAll('.zone')].map((zone) => zone.dataset.zone)"


def test_zones_lie_on_their_pieces_when_a_table_is_arranged_for_another_screen(visit, games):
    orders = set()
    with visit(games[1], viewport={"width": 1300, "height": 700}) as page:
        begin(page, "yardmaster", "person", "person")
        picture = page.locator(".picture svg")
        for width, height in ((1900, 560), (700, 1100), (1300, 700)):
            drawn = picture.get_attribute("viewBox")
            page.set_viewport_size({"width": width, "height": height})
            expect(picture).not_to_have_attribute("viewBox", drawn or "")
            wait_for_turn(page)
            assert page.evaluate(APART) == []
            orders.add(tuple(page.evaluate(ORDER)))
    assert len(orders) > 1


def test_the_table_alone_is_dark_in_the_dark_and_what_moves_is_shown_moving(visit, games):
    fills = "[...document.querySelectorAll('.picture svg > rect, .picture svg g rect')].map(one => getComputedStyle(one).fill)"
    with visit(games[1], phone=True) as page:
        begin(page, "express", "person", "easy")
        light, *cards = page.evaluate(fills)
        page.emulate_media(color_scheme="dark")
        dark, *same = page.evaluate(fills)
        assert light != dark
        assert len(set(cards) & set(same)) > 3
        page.evaluate("() => { window.moved = 0; SVGElement.prototype.animate = () => { window.moved += 1; }; }")
        for number, motion in enumerate(("reduce", "no-preference")):
            page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
            wait_for_turn(page)
            page.locator('.zone.open[data-zone^="card"]').first.tap()
            page.locator('.zone[data-zone="down"]').tap()
            page.wait_for_function("n => document.querySelectorAll('.picture g[data-home=train-0]').length > n", arg=number)
            assert page.locator(".picture g.moved").count() > 0
            assert bool(page.evaluate("window.moved")) == (motion == "no-preference")


def test_a_friend_is_invited_by_a_link_and_a_picture_of_it(visit):
    hall = Hall(lan=True, home="/", tempo=FAST)
    with served_hall(hall) as server, visit(server.address) as page:
        hall.address = server.address
        expect(page.get_by_role("link", name="Cards")).to_have_attribute("href", "/")
        begin(page, "express", "person", "friend", is_shown=False)
        link = page.get_by_label("Link for your friends")
        expect(link).to_have_value(re.compile(f"^{server.address}games#join="))
        press(page, "Copy link")
        expect(page.get_by_text("Copied.")).to_be_visible()
        assert page.get_by_role("img", name="QR code of the link").locator("svg path").count() == 1
        assert faults(page) == []


def test_packs_are_served_to_the_network_without_what_writes_and_computes(monkeypatch):
    found = []

    def run(server: LocalServer, opens: bool) -> int:
        found.append(server)
        server.server_close()
        return 0

    monkeypatch.setattr(serve, "run", run)
    monkeypatch.setattr(local, "lan_address", lambda: "127.0.0.1")
    serve.command.main(["first-swap", "--lan", "--port", "0"], standalone_mode=False)
    server = found[0]
    assert {name.split("/")[1] for name in server.posts} == {"games"}
    assert server.get("") is not None
    assert server.get("games") is not None
    assert server.get("edit") is None


def test_what_a_rule_bars_is_answered_with_the_rule_and_a_touch_counts_at_once(visit, games):
    """The table is seen by one request and acted on by another; the picture may be new while the action waits for its answer."""
    with visit(games[1]) as page:
        answers = []
        page.route("**/api/games/act", lambda route: answers.append((route, route.fetch())))
        begin(page, "yardmaster", "person", "easy")
        own = page.locator('.zone[aria-disabled="true"][data-zone^="swap"]')
        own.click(force=True)
        expect(page.locator(".bar .said")).to_contain_text("is your own exchange token")
        expect(own).to_have_css("background-color", "rgba(0, 0, 0, 0)")  # below the pointer it is seen as before
        assert page.locator(".zone[aria-pressed='true']").count() == 0
        for taken in (1, 2):
            before = int(page.locator(".table").get_attribute("data-actions") or 0)
            page.locator('.zone.open[data-zone="pile"]').first.click()
            page.wait_for_function("n => Number(document.querySelector('.table').dataset.actions) > n", arg=before)
            assert len(answers) == taken
        for route, answer in answers:
            route.fulfill(response=answer)
        page.unroute_all()


def test_a_server_that_was_killed_goes_on_with_the_page(visit, tmp_path):
    """In the middle of a move: the page says so, and the move is made once the server is back."""
    with ExitStack() as opened, ExitStack() as first:
        server = first.enter_context(served_hall(Hall(tmp_path, tempo=FAST)))
        page = opened.enter_context(visit(server.address, quiet=False))
        begin(page, "express", "person", "easy")
        page.locator('.zone.open[data-zone^="card"]').first.click()
        shown = page.locator(".choices button").all_inner_texts()
        first.close()
        page.locator('.zone[data-zone="down"]').click()
        expect(page.locator(".bar .said")).to_contain_text("does not answer")
        with served_hall(Hall(tmp_path, tempo=FAST), server.server_port):
            page.reload()
            wait_for_turn(page)
            page.locator('.zone.open[data-zone^="card"]').first.click()
            assert page.locator(".choices button").all_inner_texts() == shown
            page.locator('.zone[data-zone="down"]').click()
            page.wait_for_function("() => Number(document.querySelector('.table').dataset.actions) > 1")


@pytest.mark.parametrize(("phone", "scheme"), LOOKS)
def test_axe_finds_nothing_on_the_page_of_the_games(visit, games, phone, scheme):
    with visit(games[1], phone=phone, scheme=scheme) as page:
        assert faults(page) == []
        for game in sorted(GAMES):
            begin(page, game, "person", "person" if game == "yardmaster" else "easy", is_shown=False)
            page.locator(".curtain:not([hidden]), .zone.open").first.wait_for()
            if page.locator(".curtain:not([hidden])").count():
                assert faults(page) == []
            show_my_side(page)
            page.get_by_text("Rules", exact=True).last.click()
            page.locator(".zone.open").first.click()
            assert faults(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            press(page, "Games", exact=True)


def test_two_people_share_a_page_behind_a_curtain(visit, games):
    with visit(games[1]) as page:
        begin(page, "yardmaster", "person", "person")
        shown = page.locator(".prompt").inner_text()
        page.locator('.zone[data-zone="end"]').click()
        expect(page.locator(".curtain")).to_be_visible()
        assert page.locator(".picture").count() == 0
        show_my_side(page)
        assert page.locator(".prompt").inner_text() != shown
        assert page.locator("g.moved").count() == 0  # this player has not seen the table before
        shown = page.locator(".prompt").inner_text()
        page.locator('.zone[data-zone="pile"]').click()
        expect(page.locator(".prompt")).not_to_have_text(shown)
        page.locator('.zone[data-zone="end"]').click()
        press(page, "Show my side")
        expect(page.locator("g.moved").first).to_be_attached()  # a card that the other player has drawn
        page.reload()
        show_my_side(page)
        press(page, "Games", exact=True)
        expect(page.locator(".begun")).to_contain_text("player 1, player 2")
