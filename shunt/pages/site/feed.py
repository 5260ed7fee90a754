"""The Atom feed of a site: the cards of the last days, by RFC 4287."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from xml.etree import ElementTree as ET

from shunt.files.printable import xml_text
from shunt.generator.canonical import canonical_id
from shunt.pages.site.calendar import entry_of_day
from shunt.pages.site.collection import Collection, Entry

NAMESPACE = "http://www.w3.org/2005/Atom"
DAYS = 30


def feed_text(collection: Collection, until: date, address: str = "") -> str:
    """Return the feed of the cards of the `DAYS` days until a date; `address`: where the site will be, "" for relative links."""
    entries = collection.entries
    feed = ET.Element("feed", {"xmlns": NAMESPACE})
    _add(feed, "title", collection.title)
    _add(feed, "id", _feed_id(entries, address))
    _add(feed, "updated", _stamp(until))
    ET.SubElement(ET.SubElement(feed, "author"), "name").text = xml_text(collection.title)
    ET.SubElement(feed, "link", {"rel": "self", "href": f"{address}feed.xml"})
    ET.SubElement(feed, "link", {"href": f"{address}index.html"})
    for back in range(DAYS):
        day = until - timedelta(days=back)
        entry = entries[entry_of_day(entries, day)]
        element = ET.SubElement(feed, "entry")
        _add(element, "title", f"{day.isoformat()}: {entry.title}")
        _add(element, "id", f"urn:x-shunt:{canonical_id(entry.card)}:{day.isoformat()}")
        _add(element, "updated", _stamp(day))
        ET.SubElement(element, "link", {"href": f"{address}cards/{entry.slug}.html"})
        _add(element, "summary", summary(entry))
    ET.indent(feed)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(feed, encoding="unicode") + "\n"


def summary(entry: Entry) -> str:
    """Return a card in a line: its tier, its board, its fewest moves."""
    optimum = entry.card.proof.get("optimum")
    counted = f"{optimum} {entry.card.metric[0]}" if isinstance(optimum, int) else ""
    return ", ".join(filter(None, [str(entry.card.rating.get("tier", "")), entry.card.board_name, counted]))


def _feed_id(entries: Sequence[Entry], address: str) -> str:
    return address or "urn:x-shunt:site:" + (canonical_id(entries[0].card) if entries else "empty")


def _stamp(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _add(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = xml_text(text)
