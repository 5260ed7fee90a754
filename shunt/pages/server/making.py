"""New cards on request: a page names a tier, a number of cars and a board, and gets the address of a page with such a card."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from threading import Lock
from typing import Any

from shunt.cards.tiers import TIERS
from shunt.errors import InputError
from shunt.generator.forge.run import NoSuchCardError, generate
from shunt.generator.packs.recipes import BOARDS, recipe
from shunt.generator.packs.titles import titles_from_words
from shunt.generator.spec import CardConstraints
from shunt.pages.page import page_data, player_page
from shunt.pages.server.local import Answer, Post
from shunt.track.layout_file import load_layout

CARS = (1, 2, 3, 4)
TRIES = 12
"""Searches for one card. A page asks for each, so that it shows what is tried and can stop between two."""
KINDS_OF_TURNS = 40  # numbers of turns after which recipes are the same
MOST_KEPT = 200
"""Pages of cards that were made; the oldest ones are forgotten."""


@dataclass
class Making:
    """The cards made for the pages of one server, one at a time. `title` is that of its gallery."""

    title: str
    _turn: Lock = field(default_factory=Lock)
    _pages: OrderedDict[str, bytes] = field(default_factory=OrderedDict)

    @property
    def offer(self) -> dict[str, Any]:
        """Return what may be asked for, in the form of `Offer` in `source/view/maker.ts`."""
        return {"tiers": list(TIERS), "cars": list(CARS), "boards": list(BOARDS), "tries": TRIES}

    @property
    def posts(self) -> Mapping[str, Post]:
        """Return what a page may ask, by its path."""
        return {"api/new": self.make}

    def page(self, path: str) -> bytes | None:
        """Return the page of a card that was made; None if no page has this path."""
        return self._pages.get(path)

    def make(self, wish: Any) -> Answer:
        """Search once for a card; return the address of its page, why this search has `missed`, or why the wish is refused."""
        wanted = wish if isinstance(wish, dict) else {}
        tier, cars, board = (wanted.get(name) for name in ("tier", "cars", "board"))
        if tier not in TIERS or cars not in (0, *CARS) or board not in BOARDS:
            return Answer.from_json({"refused": "unknown tier, number of cars or board"})
        chance = Random()
        with self._turn:
            try:
                constraints = _constraints(str(board), str(tier), int(cars), chance)
                card = generate(str(board), seed=chance.randrange(10**9), tries=1, **constraints)
            except NoSuchCardError as error:
                return Answer.from_json({"missed": str(error)})
            except InputError as error:
                return Answer.from_json({"refused": str(error)})
            title = titles_from_words(1, card.name)[0]
            data = page_data([replace(card, about={"title": title} | dict(card.about))])
            data["home"] = {"href": "../index.html", "title": self.title, "previous": "", "next": "", "others": []}
            data["home"]["wish"] = {"tier": tier, "cars": cars, "board": board, "tries": TRIES}
            path = f"new/{data['cards'][0]['key']}.html"
            self._pages[path] = player_page(f"{data['title']} · {self.title}", data, connect=True).encode()
            if len(self._pages) > MOST_KEPT:
                self._pages.popitem(last=False)
        return Answer.from_json({"href": f"/{path}"})


def _constraints(board: str, tier: str, cars: int, chance: Random) -> CardConstraints:
    """Return what one search tries for a tier, as packs do: most cards of other lengths would be rated in vain."""
    turn = chance.randrange(KINDS_OF_TURNS)
    spec = recipe(load_layout(board), tier, turn, turn)
    numbers: CardConstraints = {"locomotives": spec.locomotives, "broken": spec.broken, "optimum": spec.moves}
    return {"tier": tier, "cars": cars or spec.cars, **numbers}
