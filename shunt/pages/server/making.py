"""New cards on request: a page names a tier, a number of cars and a board, and gets the address of a page with such a card."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import perm, prod
from random import Random
from threading import Lock
from typing import Any

from shunt.cards.card import Card
from shunt.cards.tiers import TIERS
from shunt.generator.forge.proof import with_shown_guide
from shunt.generator.forge.shard import ShardSearch
from shunt.generator.packs.recipes import BOARDS, BROKEN, CARS, recipe, size_of
from shunt.generator.packs.titles import titles_from_words
from shunt.generator.spec import SearchBudget
from shunt.pages.html import html_page
from shunt.pages.page import page_data, player_of
from shunt.pages.server.local import Answer, Post
from shunt.track.layout_file import load_layout

SHORT = SearchBudget(spaces=1, goals=4, starts=4, held=70_000, near=0, aimed=True)
LONG = SearchBudget(spaces=1, aimed=True)
"""How much a search tries in one state space."""
HARD = ("red", "black")
"""Tiers whose cards are mostly of state spaces that a short search does not hold."""
CROWD = 1.5
"""A short search holds the states of a board whose pieces have at most this many times more places than it holds states."""
KINDS_OF_TURNS = 40  # numbers of turns after which recipes are the same
MOST_KEPT = 200
"""Pages of cards that were made; the oldest ones are forgotten."""


@dataclass
class Making:
    """The cards made for the pages of one server, one at a time. `title` is that of its gallery.

    `tries`: searches for one card. A page asks for each, so that it shows what is tried and can stop between two.
    """

    title: str
    tries: int = 100
    _turn: Lock = field(default_factory=Lock)
    _pages: OrderedDict[str, bytes] = field(default_factory=OrderedDict)

    @property
    def offer(self) -> dict[str, Any]:
        """Return the constraints that may be requested, in the form of `Offer` in `source/view/maker.ts`."""
        cars = {board: {tier: _cars(board, tier) for tier in TIERS} for board in BOARDS}
        return {"tiers": list(TIERS), "cars": cars, "boards": [[board, _words(board)] for board in BOARDS], "tries": self.tries}

    @property
    def posts(self) -> Mapping[str, Post]:
        """Return what a page may ask, by its path."""
        return {"api/new": self.make}

    def page(self, path: str) -> bytes | None:
        """Return the page of a card that was made; None if no page has this path."""
        return self._pages.get(path)

    def make(self, wish: Any) -> Answer:
        """Search once for a card; return the address of its page, that this search has `missed`, or why the wish is refused."""
        wanted = wish if isinstance(wish, dict) else {}
        tier, cars, board = (wanted.get(name) for name in ("tier", "cars", "board"))
        if tier not in TIERS or board not in BOARDS or cars not in (0, *_cars(board, tier)):
            return Answer.from_json({"refused": "unknown tier, number of cars or board"})
        with self._turn:
            card = search(board, tier, int(cars), Random())
            if card is None:
                return Answer.from_json({"missed": "no such card was found"})
            data = page_data([replace(card, about={"title": titles_from_words(1, card.name)[0]} | dict(card.about))])
            data["home"] = {"href": "../index.html", "title": self.title, "previous": "", "next": "", "others": []}
            data["home"]["wish"] = {"tier": tier, "cars": cars, "board": board, "tries": self.tries}
            path = f"new/{data['cards'][0]['key']}.html"
            self._pages[path] = html_page(player_of(data), f"{data['title']} · {self.title}", data, connect=True).encode()
            if len(self._pages) > MOST_KEPT:
                self._pages.popitem(last=False)
        return Answer.from_json({"href": f"/{path}"})


def _words(board: str) -> str:
    """Return the title of a board and its size."""
    layout = load_layout(board)
    return f"{layout.about.get('title') or board}, {len(layout.plan.spaces)} spaces"


def _cars(board: str, tier: str) -> list[int]:
    """Return the numbers of cars to choose from: those of cards of the tier in packs, if such cards are found quickly."""
    layout = load_layout(board)
    size = size_of(layout)
    least, most = CARS[size][tier]
    places = len(layout.plan.spaces) - max(broken for _, broken in BROKEN[size])
    settings = prod(len(table.positions) for table in layout.plan.turntables)
    held = {cars: 2 * settings * perm(places, 1 + cars) for cars in range(least, most + 1)}
    return [cars for cars, states in held.items() if tier in HARD or states <= CROWD * SHORT.held]


def search(board: str, tier: str, cars: int, chance: Random) -> Card | None:
    """Search once for a card of a tier, by a random one of those recipes of packs that allow this number of cars (0: any number).

    Recipes limit the length of cards. Most cards of other lengths would turn out to be of another tier.
    """
    layout = load_layout(board)
    recipes = [recipe(layout, tier, turn, turn) for turn in range(KINDS_OF_TURNS)]
    chosen = chance.choice([one for one in recipes if not cars or one.cars[0] <= cars <= one.cars[1]])
    spec = replace(chosen, tier=tier, cars=(cars, cars) if cars else chosen.cars)
    found = next(ShardSearch(spec, str(chance.randrange(10**9)), 0, LONG if tier in HARD else SHORT).cards(), None)
    return with_shown_guide(found.card) if found else None
