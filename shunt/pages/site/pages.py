"""The pages of a site, each as the text of an HTML file: the gallery with the card of the day, and a page for each card."""

from __future__ import annotations

from datetime import date
from typing import Any

from shunt.pages.distances import ROOM
from shunt.pages.html import html_page
from shunt.pages.page import Progress, page_data
from shunt.pages.site.collection import Collection, Entry

SCHEMA = "shunt-site/1"
MOST_WITH_TABLES = 500
"""Cards of a collection whose pages carry tables of distances, which take most of the time to make."""


def gallery_page(
    collection: Collection, progress: Progress = lambda done, total: None, today: date | None = None, editor: str = ""
) -> str:
    """Return the front page: every card with filters, the card of the day, its archive, files to print.

    `today`: the date that the page is to take as today, None for the clock of the browser; `editor`: the address of the editor,
    "" if there is none.
    """
    cards = [entry.card for entry in collection.entries]
    decks = {id(entry.deck): entry.deck for entry in collection.entries if entry.deck}
    data = page_data(cards, collection.title, progress, list(decks.values()), room=0, with_guides=False)
    data["schema"] = SCHEMA
    data["site"] = {
        "pages": [f"cards/{entry.slug}.html" for entry in collection.entries],
        "packs": [entry.pack for entry in collection.entries],
        "boards": [entry.card.board_name for entry in collection.entries],
        "printed": [{"title": one.title, "href": f"print/{one.slug}"} for one in collection.printed],
        "today": today.isoformat() if today else "",
        "editor": editor,
    }
    return html_page("site", collection.title, data, links=[("alternate", "feed.xml")])


def card_page(collection: Collection, entry: Entry) -> str:
    """Return the page of a card, with a link to the gallery; in a large collection without a table of distances."""
    data: dict[str, Any] = page_data([entry.card], room=ROOM if len(collection.entries) <= MOST_WITH_TABLES else 0)
    data["home"] = {"href": "../index.html", "title": collection.title}
    return html_page("player", f"{entry.title} · {collection.title}", data)
