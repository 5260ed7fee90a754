"""The pages of a collection, served on this computer: gallery, player, card of the day, feed and files to print."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import lru_cache

from shunt.pages.collection import Collection
from shunt.pages.server.editing import Editing, editor_get
from shunt.pages.server.local import ATOM, PDF, Answer, Get
from shunt.pages.server.making import Making
from shunt.pages.site import card_page, entry_of_day, feed_text, gallery_page, printed_file


def today() -> date:
    """Return today's date, in UTC."""
    return datetime.now(UTC).date()


def site_pages(
    collection: Collection,
    editing: Editing | None = None,
    games: Callable[[], str] | None = None,
    clock: Callable[[], date] = today,
    making: Making | None = None,
) -> Get:
    """Return a function that answers requests for the pages of a collection. Pages are made when they are first requested.

    `editing` and `games`: an editor and the page of the table games, which are served at `edit` and `games`; `making`: the maker
    of new cards, whose pages are at `new/`.
    """
    cards = {f"cards/{entry.slug}.html": entry for entry in collection.entries}
    printed = {f"print/{one.slug}": one for one in collection.printed}

    @lru_cache(maxsize=1)
    def gallery() -> bytes:
        offer = making.offer if making else None
        return gallery_page(collection, editor="edit" if editing else "", games="games" if games else "", offer=offer).encode()

    @lru_cache(maxsize=256)
    def page(path: str) -> bytes:
        return card_page(collection, cards[path]).encode()

    def get(path: str) -> Answer | None:
        if path in ("", "index.html"):
            return Answer(gallery())
        if path == "feed.xml":
            return Answer(feed_text(collection, clock()).encode(), ATOM)
        if path == "daily":
            entry = collection.entries[entry_of_day(collection.entries, clock())]
            return Answer(page(f"cards/{entry.slug}.html"))
        if path in ("edit", "play") and editing is not None:
            return editor_get(editing)(path)
        if path == "games" and games is not None:
            return Answer(games().encode())
        if path in printed:
            return Answer(printed_file(printed[path]), PDF)
        if making is not None and (made := making.page(path)) is not None:
            return Answer(made)
        return Answer(page(path)) if path in cards else None

    return get
