"""Whatever a card is called, its picture and the feed are files that every XML reader takes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from xml.etree import ElementTree as ET

from hypothesis import example, given, settings
from hypothesis import strategies as st

import shunt
from shunt.pages.collection import collect
from shunt.pages.site import feed_text
from tests.effort import examples

CARD = shunt.load("first-swap")
COLLECTION = collect(["first-swap"])


@settings(max_examples=examples(60), deadline=None)
@given(text=st.text(st.characters(exclude_categories=()), max_size=20))
@example(text="a\x00b\x1b\ud800\udfff\ufffe\uffff\x85\u2028")
def test_pictures_and_feeds_can_be_read(text: str) -> None:
    card = replace(CARD, about={"title": text, "author": text}, rating={"tier": text})
    layout = replace(card.layout, plan=replace(card.layout.plan, name=text))
    entry = replace(COLLECTION.entries[0], card=replace(card, layout=layout))
    feed = feed_text(replace(COLLECTION, entries=(entry,), title=text), date(2026, 11, 22), text)
    for written in (feed, shunt.svg(card)):
        assert len(ET.fromstring(written.encode()))
