"""A static site: its files, its feed, the card of the day, what it refuses, and its front page in the browser."""

import random
import shutil
import threading
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from axe_playwright_python.sync_playwright import Axe
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image
from playwright.sync_api import expect

import shunt
from shunt.cards.writing import save_card
from shunt.errors import InputError
from shunt.files.library import puzzles_folder
from shunt.pages.cards import card_key
from shunt.pages.collection import Collection, SiteCard, collect
from shunt.pages.site import DAYS, LIST, NAMESPACE, Web, card_page, entry_of_day, feed_text, gallery_page, site_files, write_site
from tests.cli.running import check_refused
from tests.cli.running import shunt as run
from tests.effort import examples
from tests.pages.driving import SMALL_TARGETS, Hand, box_of, from_menu, middle, painted, press
from tests.pages.node_runs import run_node

SWAP = shunt.load("first-swap")
DAY = date(2026, 11, 22)
INSTALLED = ("manifest.webmanifest", "sw.js", "icon-192.png", "icon-512.png")
EVIL = "</script><img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def collection():
    found = collect(["first-forty"])
    return replace(found, entries=(*found.entries[:3], *found.entries[20:23]))


@pytest.fixture(scope="module")
def site(collection, tmp_path_factory):
    folder = tmp_path_factory.mktemp("sites") / "site"
    write_site(collection, folder, DAY)
    return folder


def test_a_site_has_a_gallery_a_page_for_each_card_and_a_feed(site, collection):
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert files == {
        *INSTALLED,
        "index.html",
        "edit.html",
        "feed.xml",
        LIST,
        *(f"cards/{entry.slug}.html" for entry in collection.entries),
    }
    for path in (*site.rglob("*.html"),):
        assert "default-src 'none'" in path.read_text()


def test_a_site_is_replaced_and_other_files_stay(site, collection, tmp_path):
    target, other = tmp_path / "site", tmp_path / "other.txt"
    shutil.copytree(site, target)
    for path, content in site_files(collection, DAY):
        assert (target / path).read_bytes() == content
    for file in (target / "mine.txt", other):
        file.write_text("mine")
    (target / LIST).write_text((target / LIST).read_text() + "../other.txt\n/etc/hostname\n")  # leads to nothing outside
    write_site(replace(collection, entries=collection.entries[:1]), target, DAY)
    assert (target / "mine.txt").read_text() == other.read_text() == "mine"
    assert len(list((target / "cards").iterdir())) == 1


def test_pdf_files_of_a_pack_are_offered_and_links_among_them_are_not(tmp_path):
    pack, folder = tmp_path / "packs/one", tmp_path / "cards"
    folder.mkdir()
    save_card(SWAP, folder / "swap.toml", inline_layout=True)
    (folder / "notes.txt").write_text("not a card")
    entries = collect([folder]).entries
    assert [entry.slug for entry in entries] == ["first-swap"]
    shutil.copytree(puzzles_folder() / "packs/starter", pack)
    (pack / "sheet.pdf").write_bytes(b"%PDF-1.4 sheet")
    files = dict(site_files(replace(collect([tmp_path / "packs"]), entries=entries), DAY))
    assert files["print/starter-sheet.pdf"] == b"%PDF-1.4 sheet"
    (tmp_path / "secret").write_text("mine")
    (pack / "cards.pdf").symlink_to(tmp_path / "secret")
    with pytest.raises(InputError, match="leads out of the folder"):
        write_site(replace(collect([pack]), entries=entries), tmp_path / "site", DAY)
    assert not (tmp_path / "site").exists()


def test_the_feed_has_the_cards_of_the_last_days(collection):
    feed = ET.fromstring(feed_text(collection, DAY, "https://example.org/c/"))
    entries = feed.findall(f"{{{NAMESPACE}}}entry")
    assert len(entries) == DAYS
    titles = [entry.findtext(f"{{{NAMESPACE}}}title", "") for entry in entries]
    assert titles[0].startswith("2026-11-22: ")
    link = entries[0].find(f"{{{NAMESPACE}}}link")
    assert link is not None
    assert (
        link.get("href") == f"https://example.org/c/cards/{collection.entries[entry_of_day(collection.entries, DAY)].slug}.html"
    )
    assert len({entry.findtext(f"{{{NAMESPACE}}}id") for entry in entries}) == DAYS


@settings(max_examples=examples(24), deadline=None)
@given(text=st.text(st.characters(exclude_categories=()), max_size=20))
@example(text="a\x00b\x1b\ud800\udfff\ufffe\uffff\x85\u2028")
@example(text=EVIL)
def test_pictures_and_feeds_can_be_read_whatever_a_card_is_called(text):
    card = replace(SWAP, about={"title": text, "author": text}, rating={"tier": text})
    layout = replace(card.layout, plan=replace(card.layout.plan, name=text))
    entry = SiteCard("swap", replace(card, layout=layout))
    feed = ET.fromstring(feed_text(Collection(text, (entry,)), DAY, text).encode())
    assert EVIL not in text or feed.findtext(f"{{{NAMESPACE}}}title") == text
    assert len(ET.fromstring(shunt.svg(card).encode()))


def test_pages_and_python_agree_on_the_card_of_the_day(tmp_path):
    chance = random.Random(5)
    cases = []
    for size in (1, 3, 40):
        tiers = [chance.choice(["blue", "green", "red", "black", ""]) for _ in range(size)]
        entries = [SiteCard(str(number), replace(SWAP, rating={"tier": tier})) for number, tier in enumerate(tiers)]
        for _ in range(40):
            day = date(2020, 1, 1) + timedelta(days=chance.randrange(5000))
            cases.append({"tiers": tiers, "date": day.isoformat(), "place": entry_of_day(entries, day)})
    assert run_node("site.test.ts", {"days": cases}, tmp_path)


# --------------------------------------------------------------------------------------------------------------------
# In the browser


def test_the_front_page_has_daily_cards_filters_and_how_far_one_has_come(open_page, collection):
    front = gallery_page(collection, today=DAY, editor="edit.html", games="games")
    page = open_page(front, phone=True, viewport={"width": 320, "height": 568})
    start = page.get_by_role("link", name="Start here")
    assert (start.get_attribute("href") or "").endswith(f"cards/{collection.entries[0].slug}.html")
    assert middle(start)[1] < 400  # seen without scrolling
    height, letter = page.locator("h1").evaluate("one => [one.offsetHeight, parseFloat(getComputedStyle(one).fontSize)]")
    assert height <= 1.3 * letter * len(collection.title.split())  # no word is broken
    chosen = collection.entries[entry_of_day(collection.entries, DAY)]
    daily, cards = page.locator(".daily"), page.locator(".cards .card:visible")
    expect(daily.locator(".title")).to_have_text(chosen.card.title)
    assert (daily.get_by_role("link", name="Play").get_attribute("href") or "").endswith(f"cards/{chosen.slug}.html")
    daily.get_by_text("Calendar of daily cards").click()
    sunday = daily.get_by_role("link", name="22 November 2026")
    expect(sunday).to_have_attribute("aria-current", "date")
    page.get_by_text("Find cards").click()
    assert page.locator("body").evaluate(SMALL_TARGETS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    expect(cards).to_have_count(6)
    page.get_by_label("Tier").select_option("blue")
    expect(page.locator(".count")).to_have_text("3 of 6 cards")
    expect(cards).to_have_count(3)
    solved = {f"{card_key(entry.card)}:{entry.card.name}": {"best": 9, "rank": "Conductor"} for entry in collection.entries[:2]}
    page.evaluate("solved => localStorage.setItem('shunt-1-progress', JSON.stringify(solved))", solved)
    page.reload()
    following = page.get_by_role("link", name="Continue at card 3")
    assert (following.get_attribute("href") or "").endswith(f"cards/{collection.entries[2].slug}.html")
    expect(page.locator(".progress")).to_contain_text("2 of 6 solved")
    expect(page.locator(".progress li").first).to_have_text("blue 2 of 3")
    from_menu(page, "Statistics")
    expect(page.locator(".statistics")).to_contain_text("Cards solved2 of 6")
    assert Axe().run(page, "dialog[open]").response["violations"] == []


def test_a_page_of_a_card_weighs_150_kb_at_most():
    """On a site of both decks, whose pages name all other cards; and the largest board that is shipped."""
    decks = collect(["first-forty", "box-forty"])
    pages = {entry.slug: card_page(decks, entry, Web("https://example.org/")) for entry in decks.entries[::10]}
    pages["dudeney-muddle"] = shunt.page("dudeney-muddle")
    assert {slug: len(page.encode()) for slug, page in pages.items() if len(page.encode()) > 150_000} == {}


def test_a_site_opens_from_the_disk_and_leads_to_cards_and_back(visit, site, collection):
    with visit((site / "index.html").as_uri()) as page:
        link = page.locator(".cards .card a").first.get_attribute("href")
        page.goto((site / str(link)).as_uri())
        expect(page.locator("svg").first).to_be_visible()
        for name, entry in (("Next card", 1), ("Next card", 2), ("Previous card", 1)):
            page.get_by_role("link", name=name, exact=True).click()
            expect(page.locator("h1")).to_contain_text(collection.entries[entry].card.title)
        page.evaluate("localStorage.clear()")
        solved = {f"{card_key(entry.card)}:{entry.card.name}": {"best": 9} for entry in collection.entries[2:]}
        page.evaluate("solved => localStorage.setItem('shunt-1-progress', JSON.stringify(solved))", solved)
        page.reload()
        painted(page)
        page.keyboard.press("Shift+N")
        expect(page.locator("h1")).to_contain_text(collection.entries[0].card.title)
        back = page.locator("a.back")
        expect(back).to_be_visible()
        page.goto((site / "cards" / str(back.get_attribute("href"))).resolve().as_uri())
        expect(page.locator(".daily")).to_be_visible()


def test_the_command_writes_a_site_and_refuses_bad_addresses(tmp_path):
    done = run("site first-swap --date 2026-11-22 --url https://example.org/c -o", tmp_path / "site")
    assert done.exit_code == 0
    assert "1 card, 10 files" in done.stdout
    assert 'href="https://example.org/c/index.html"' in (tmp_path / "site" / "feed.xml").read_text()
    for line, words in (
        ("--url 'javascript:alert(1)'", "--url"),
        ("--date soon", "--date"),
        ("no-such", "no-such"),
    ):
        check_refused(run(f"site first-swap {line} -o", tmp_path / "other"), words)


class Files(SimpleHTTPRequestHandler):
    """A web host that says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    """The site of the starter pack on a web host."""
    folder = tmp_path_factory.mktemp("hosts") / "site"
    write_site(collect(["starter"]), folder, DAY)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_site_visited_once_is_played_without_a_network(visit, host):
    entries = collect(["starter"]).entries
    with visit(host, phone=True) as page:
        assert page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.context.set_offline(True)
        try:
            for entry in entries[:2]:
                page.goto(f"{host}cards/{entry.slug}.html")
                Hand(page).play(entry.card, by_finger=True)
                expect(page.locator(".solved strong")).to_have_text("Yard Master")
            page.get_by_role("link", name="All cards").tap()
            expect(page.get_by_role("link", name="Continue at card 3")).to_be_visible()
        finally:
            page.context.set_offline(False)


def test_a_site_can_be_installed_and_embedded(visit, host):
    slug = collect(["starter"]).entries[1].slug
    with visit(f"{host}cards/{slug}.html?embed", quiet=False, viewport={"width": 640, "height": 420}) as page:
        client = page.context.new_cdp_session(page)
        assert client.send("Page.getAppManifest")["errors"] == []
        found = client.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [one["errorId"] for one in found if one["errorId"] != "in-incognito"] == []
        client.detach()
        for part in (".board", ".goal", ".counters .first", ".thumb"):
            box = box_of(page.locator(part))
            assert 0 <= box["x"] < box["x"] + box["width"] <= 640
            assert 0 <= box["y"] < box["y"] + box["height"] <= 420
        page.goto(f"{host}cards/{slug}.html")
        page.evaluate("navigator.clipboard.writeText = async text => { window.copied = text }")
        press(page, "Copy embed code")
        expect(page.locator(".message")).to_have_text("The embed code was copied.")
        assert f'<iframe src="{host}cards/{slug}.html?embed"' in page.evaluate("window.copied")
        page.goto(f"{host}edit.html")
        page.get_by_role("link", name="All cards").click()
        expect(page.get_by_role("link", name="Start here")).to_be_visible()


def test_pages_have_previews_where_the_address_is_known(collection):
    one = replace(collection, entries=collection.entries[:1])
    files = dict(site_files(one, DAY, "https://example.org/c/"))
    slug = one.entries[0].slug
    page = files[f"cards/{slug}.html"].decode()
    assert f'<meta property="og:image" content="https://example.org/c/previews/{slug}.png">' in page
    assert '<meta name="description" content="A shunting puzzle to play in the browser: blue, Siding fan, 2 moves.">' in page
    assert Image.open(BytesIO(files[f"previews/{slug}.png"])).size == (1200, 630)
    assert b"og:image" not in dict(site_files(one, DAY))[f"cards/{slug}.html"]
