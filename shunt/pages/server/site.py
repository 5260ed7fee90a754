"""The pages of a collection, served on this computer: gallery, player, card of the day, feed and files to print."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import lru_cache

from shunt.pages.server.editing import Editing
from shunt.pages.server.local import ATOM, HTML, PDF, Answer, Get
from shunt.pages.site.calendar import entry_of_day
from shunt.pages.site.collection import Collection
from shunt.pages.site.feed import feed_text
from shunt.pages.site.pages import card_page, gallery_page
from shunt.pages.site.write import printed_file


def today() -> date:
    """Return today's date, in UTC."""
    return datetime.now(UTC).date()


def site_pages(collection: Collection, editing: Editing | None = None, clock: Callable[[], date] = today) -> Get:
    """Return what answers requests for the pages of a collection; pages are made when they are first asked for.

    `editing`: an editor that is served beside them, at `edit`.
    """
    cards = {f"cards/{entry.slug}.html": entry for entry in collection.entries}
    printed = {f"print/{one.slug}": one for one in collection.printed}

    @lru_cache(maxsize=1)
    def gallery() -> bytes:
        """Return the front page."""
        return gallery_page(collection, editor="edit" if editing else "").encode()

    @lru_cache(maxsize=256)
    def page(path: str) -> bytes:
        """Return the page of a card."""
        return card_page(collection, cards[path]).encode()

    def get(path: str) -> Answer | None:
        """Answer a request for a path."""
        if path in ("", "index.html"):
            return Answer(gallery(), HTML)
        if path == "feed.xml":
            return Answer(feed_text(collection, clock()).encode(), ATOM)
        if path == "daily":
            entry = collection.entries[entry_of_day(collection.entries, clock())]
            return Answer(page(f"cards/{entry.slug}.html"), HTML)
        if path == "edit" and editing is not None:
            return Answer(editing.page().encode(), HTML)
        if path in printed:
            return Answer(printed_file(printed[path]), PDF)
        return Answer(page(path), HTML) if path in cards else None

    return get
