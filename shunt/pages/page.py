"""`shunt.page`: a card, a pack or a hump yard as one HTML file to play in any browser, without a network."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from shunt.cards.card import Card
from shunt.cards.tiers import TIER_BORDERS
from shunt.errors import InputError
from shunt.files.atomic import write_text_atomically
from shunt.files.document import read_document
from shunt.files.library import card_names, yard_names
from shunt.files.reading import StrPath
from shunt.generator.packs.reading import Deck, cards_of
from shunt.hump.yard import Yard
from shunt.hump.yard_file import find_yard
from shunt.pages.cards import card_data
from shunt.pages.html import Data, html_page
from shunt.pages.shared import Shared
from shunt.pages.yards import LENGTHS, yard_page_data
from shunt.track.layout_file import YARD_SCHEMA

SCHEMA = "shunt-page/1"
Progress = Callable[[int, int], object]
"""Called with the number of cards done and of all cards."""


def page(what: Card | Yard | StrPath | Iterable[Card], path: StrPath | None = None, *, title: str = "") -> str:
    """Return a page for playing one or more cards, a pack (its folder or shipped name) or a hump yard; also write it to `path`
    if that is given.

    The page is one HTML file that can be opened from disk and makes no requests. The same cards give the same bytes.

    >>> page("first-swap")[:15]
    '<!doctype html>'
    """
    if isinstance(what, Yard):
        text = page_of_yard(what, title)
    elif isinstance(what, str | os.PathLike) and is_yard(what):
        text = page_of_yard(find_yard(os.fspath(what)), title)
    else:
        cards, deck = cards_of(what)
        text = page_of_cards(cards, deck, title)
    if path is not None:
        write_text_atomically(path, text)
    return text


def page_of_cards(
    cards: Sequence[Card], deck: Deck | None = None, title: str = "", progress: Progress = lambda done, total: None
) -> str:
    """Return a page with cards; `deck` is the pack that they are, if they are one."""
    data = page_data(cards, title or (deck.title if deck else ""), progress, [deck] if deck else [])
    return html_page(player_of(data), str(data["title"]), data)


def player_of(data: Data) -> str:
    """Return the name of the program that plays these cards: a smaller player if there is only one card, and it has trains."""
    return "trains" if [card["kind"] for card in data["cards"]] == ["trains"] else "player"


def page_of_yard(yard: Yard, title: str = "", progress: Progress = lambda done, total: None) -> str:
    """Return a page to sort trains in a hump yard, with the optimum of every order of three to five cars."""
    data = yard_page_data(yard, progress)
    data["title"] = title or data["title"]
    if not data["cards"]:
        what = f"no train of {LENGTHS[0]} to {LENGTHS[-1]} cars can leave this yard"
        raise InputError("yard", what, "choose a yard that is joined to the sink")
    return html_page(player_of(data), str(data["title"]), data)


def editor_page(text: str = "", name: str = "", digest: str = "", is_served: bool = False, home: str = "") -> str:
    """Return the editor as a page; one that is not served checks cards and solves those of trains by itself.

    `home`: the address of the list of cards that it belongs to, "" for none.
    """
    data = {"schema": "shunt-editor/1", "text": text, "name": name, "digest": digest, "served": is_served, "home": home}
    return html_page("edit", "Board editor", data, connect=is_served)


def is_yard(what: StrPath) -> bool:
    """Return whether a name or a file means a hump yard: a shipped name that is no card's, or a file that says so."""
    text = os.fspath(what)
    if os.path.isfile(text):
        return read_document(text).data.get("schema") == YARD_SCHEMA
    return text in yard_names() and text not in card_names()


def page_data(
    cards: Sequence[Card],
    title: str = "",
    progress: Progress = lambda done, total: None,
    decks: Sequence[Deck] = (),
    with_guides: bool = True,
) -> Data:
    """Return what the player needs of cards, in the form of `PageData` in `source/data.ts`.

    `decks`: the packs that cards are of. A page of pictures alone needs no Yard Guides (`with_guides`).
    """
    shared = Shared(with_guides)
    deck_of_card = {id(card): number for number, deck in enumerate(decks) for card in deck.cards}
    found = []
    for number, card in enumerate(cards):
        progress(number, len(cards))
        deck = {"deck": deck_of_card[id(card)]} if id(card) in deck_of_card else {}
        found.append(card_data(card, shared) | deck)
    shown = title or (found[0]["title"] if len(found) == 1 else "Cards")
    data = {"schema": SCHEMA, "title": shown, "boards": shared.boards, "art": shared.art, "cards": found, "tiers": TIER_BORDERS}
    return data | {"decks": [{"name": deck.name, "title": deck.title, "key": deck.key} for deck in decks]}
