"""A site of cards: its gallery, a page for each card, the card of each day, an Atom feed; written as files for any web host."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

from shunt.errors import InputError
from shunt.files.printable import xml_string
from shunt.files.reading import StrPath, is_inner_path, read_inside, read_regular
from shunt.generator.canonical import canonical_id
from shunt.generator.folder_update import holds_own, update_folder
from shunt.generator.packs.recipes import tier_of_day
from shunt.pages.cards import card_key
from shunt.pages.collection import Collection, PackPdf, SiteCard
from shunt.pages.html import Data, html_page
from shunt.pages.installing import MANIFEST, SAND, SIZES, WORKER, icon_file, installing_files
from shunt.pages.page import editor_page, page_data, player_of
from shunt.render.raster import fitted_png
from shunt.render.values import scene_of
from shunt.render.words import board_title

SITE_SCHEMA = "shunt-site/1"
MOST_LINKED = 100
"""Cards among which the page of a card looks for the next that is not solved."""
EPOCH = date(2024, 1, 1)  # a Monday
STRIDE = 7919  # a prime above the number of cards, so that the days of a tier go through all its cards before one comes again
NAMESPACE = "http://www.w3.org/2005/Atom"
DAYS = 30  # of the feed
EDITOR = "edit.html"
PREVIEW = (1200, 630)  # pixels of the pictures that previews of links show
SENTENCE = "Shunting puzzles to play in the browser: drive the engines and bring every car home in as few moves as you can."
LIST = "files.txt"
"""Names the files of a site, so that the next one written to the folder replaces them and nothing else."""
LARGEST_PDF = 100_000_000  # bytes of a file to print
LARGEST_PDFS = 400_000_000  # bytes of all of them, which are held in memory together
Progress = Callable[[str, int, int], None]


# --------------------------------------------------------------------------------------------------------------------
# Pages


def gallery_page(
    collection: Collection,
    progress: Callable[[int, int], object] = lambda done, total: None,
    today: date | None = None,
    editor: str = "",
    games: str = "",
    offer: Data | None = None,
    web: Web | None = None,
) -> str:
    """Return the front page: every card with filters, the card of the day, its archive, files to print.

    `today`: the date that the page is to take as today, None for the clock of the browser; `editor` and `games`: the addresses of
    the editor and of the table games, "" if there are none; `offer`: what the server of the page makes on request.
    """
    cards = [entry.card for entry in collection.entries]
    decks = {id(entry.deck): entry.deck for entry in collection.entries if entry.deck}
    data = page_data(cards, collection.title, progress, list(decks.values()), with_guides=False)
    data["schema"] = SITE_SCHEMA
    data["site"] = {
        "pages": [f"cards/{entry.slug}.html" for entry in collection.entries],
        "packs": [entry.pack for entry in collection.entries],
        "boards": [board_title(entry.card) for entry in collection.entries],
        "printed": [{"title": one.title, "href": f"print/{one.slug}"} for one in collection.printed],
        "today": today.isoformat() if today else "",
        "editor": editor,
        "games": games,
        "offer": offer,
        "worker": WORKER if web else "",
    }
    links = [("alternate", "feed.xml"), *(web.links() if web else [])]
    tags = web.tags(collection.title, SENTENCE, "index.html", collection.entries[0].slug) if web else {}
    return html_page("site", collection.title, data, connect=offer is not None, links=links, tags=tags)


@dataclass(frozen=True)
class Web:
    """A site of files for a web host. `address` is its address, or "" if it is not known."""

    address: str = ""

    def links(self, up: str = "") -> list[tuple[str, str]]:
        """Return the links by which a browser installs the site, from a page in its folder or (`up`) below it."""
        return [("manifest", f"{up}{MANIFEST}"), ("apple-touch-icon", f"{up}{icon_file(SIZES[0])}")]

    def tags(self, title: str, description: str, page: str, slug: str) -> dict[str, str]:
        """Return what search engines and previews show of a page; pictures need the address of the site."""
        tags = {"description": description, "theme-color": SAND, "og:type": "website", "og:title": title}
        tags |= {"og:description": description, "twitter:card": "summary_large_image" if self.address else "summary"}
        if self.address:
            width, height = PREVIEW
            tags |= {"og:url": f"{self.address}{page}", "og:image": f"{self.address}{preview_file(slug)}"}
            tags |= {"og:image:width": str(width), "og:image:height": str(height)}
        return tags


def preview_file(slug: str) -> str:
    """Return where the picture of a card is that previews of links show."""
    return f"previews/{slug}.png"


def card_page(collection: Collection, entry: SiteCard, web: Web | None = None) -> str:
    """Return the page of a card, with links to others and the gallery."""
    data: Data = page_data([entry.card])
    entries, place = collection.entries, collection.entries.index(entry)
    following = (*entries[place + 1 :], *entries[:place])[:MOST_LINKED]
    data["home"] = {
        "href": "../index.html",
        "title": collection.title,
        "previous": _beside(entries[place - 1]) if place else "",
        "next": _beside(entries[place + 1]) if place + 1 < len(entries) else "",
        "others": [
            [page, [[one.card.name, card_key(one.card)] for one in ones]]
            # In most packs, names of pages differ only by the name of the card, which is therefore replaced by `*`.
            for page, ones in groupby(following, lambda one: one.slug.replace(one.card.name, "*", 1))
        ],
        "worker": f"../{WORKER}" if web else "",
    }
    title = f"{entry.card.title} · {collection.title}"
    if web is None:
        return html_page(player_of(data), title, data)
    words = f"A shunting puzzle to play in the browser: {summary(entry)}."
    tags = web.tags(title, words, f"cards/{entry.slug}.html", entry.slug)
    return html_page(player_of(data), title, data, links=web.links("../"), tags=tags)


def _beside(entry: SiteCard) -> str:
    """Return the address of a card's page as other pages link to it, `/daily` of a server among them."""
    return f"../cards/{entry.slug}.html"


def entry_of_day(entries: Sequence[SiteCard], day: date) -> int:
    """Return the index of the card of a date. It is chosen among the cards in the tier of the weekday, or among all cards if that
    tier has none.

    `source/site/daily.ts` has the same rule, so that a page knows the card of any day without a server.
    """
    tier = tier_of_day(day)
    chosen = [place for place, entry in enumerate(entries) if entry.card.tier == tier] or list(range(len(entries)))
    return chosen[(day - EPOCH).days * STRIDE % len(chosen)]


# --------------------------------------------------------------------------------------------------------------------
# The feed


def feed_text(collection: Collection, until: date, address: str = "") -> str:
    """Return the Atom feed (RFC 4287) of the cards of the `DAYS` days until a date.

    `address`: where the site will be, "" for relative links.
    """
    entries = collection.entries
    feed = ET.Element("feed", {"xmlns": NAMESPACE})
    _add(feed, "title", collection.title)
    _add(feed, "id", address or f"urn:x-shunt:site:{canonical_id(entries[0].card)}")
    _add(feed, "updated", _stamp(until))
    _add(ET.SubElement(feed, "author"), "name", collection.title)
    ET.SubElement(feed, "link", {"rel": "self", "href": f"{address}feed.xml"})
    ET.SubElement(feed, "link", {"href": f"{address}index.html"})
    for back in range(DAYS):
        day = until - timedelta(days=back)
        entry = entries[entry_of_day(entries, day)]
        element = ET.SubElement(feed, "entry")
        _add(element, "title", f"{day.isoformat()}: {entry.card.title}")
        _add(element, "id", f"urn:x-shunt:{canonical_id(entry.card)}:{day.isoformat()}")
        _add(element, "updated", _stamp(day))
        ET.SubElement(element, "link", {"href": f"{address}cards/{entry.slug}.html"})
        _add(element, "summary", summary(entry))
    ET.indent(feed)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + xml_string(feed) + "\n"


def summary(entry: SiteCard) -> str:
    """Return a card in a line: its tier, its board, its fewest moves."""
    optimum = entry.card.proof.get("optimum")
    counted = entry.card.metric.least(optimum) if isinstance(optimum, int) else ""
    return ", ".join(filter(None, [entry.card.tier, board_title(entry.card), counted]))


def _stamp(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _add(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = text


# --------------------------------------------------------------------------------------------------------------------
# Files


def site_files(
    collection: Collection, today: date, address: str = "", progress: Progress = lambda what, done, total: None
) -> Iterator[tuple[str, bytes]]:
    """Yield every file of a site: its path and its content."""
    total, web = len(collection.entries), Web(address)
    gallery = gallery_page(collection, partial(progress, "gallery"), editor=EDITOR, web=web)
    pages = {"index.html": gallery.encode(), EDITOR: editor_page(home="index.html").encode()}
    for number, entry in enumerate(collection.entries):
        progress("pages", number, total)
        pages[f"cards/{entry.slug}.html"] = card_page(collection, entry, web).encode()
        if address:
            yield preview_file(entry.slug), fitted_png(scene_of(entry.card), *PREVIEW)
    yield from pages.items()
    yield from installing_files(collection.title, pages)
    size = 0
    for printed in collection.printed:
        content = printed_file(printed)
        size += len(content)
        if size > LARGEST_PDFS:
            what = f"the files to print are longer than {LARGEST_PDFS / 1e6:g} MB together"
            raise InputError("", what, "give fewer packs, or move some files elsewhere")
        yield f"print/{printed.slug}", content
    yield "feed.xml", feed_text(collection, today, address).encode()


def printed_file(printed: PackPdf) -> bytes:
    """Return a file to print; raise `InputError` if it is not a regular file in the folder of its pack."""
    return read_inside(printed.file.parent, printed.file.name, LARGEST_PDF)


def write_site(
    collection: Collection,
    folder: StrPath,
    today: date,
    address: str = "",
    progress: Progress = lambda what, done, total: None,
) -> int:
    """Write a site, whole or not at all; return the number of files.

    An existing site in the folder is replaced: only the files on its list are replaced or removed. If an update of the site was
    interrupted, that update is finished first. Raise `InputError` if the folder is not empty and not a site, or if something
    cannot be written.
    """
    target = Path(folder)
    owned = set[str]()
    if holds_own(target, LIST, "site"):
        owned = set(filter(is_inner_path, read_regular(target / LIST).decode("utf-8", "replace").splitlines()))
    files = dict(site_files(collection, today, address, progress))
    files[LIST] = "".join(f"{path}\n" for path in sorted([*files, LIST])).encode()
    target.parent.mkdir(parents=True, exist_ok=True)
    update_folder(target.resolve(), files, owned)
    return len(files)
