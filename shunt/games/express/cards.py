"""The railcar cards and cabooses of Yardmaster Express, read from their data file, and their notation.

A card is written `R3|G3`: two railcars (halves), each with a colour and a value; the left one couples to the train.
Colours: B coal, R livestock, G timber, Y oil, P automobiles. Five cards have two copies, so a card is known by its
text, and a deck counts copies.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from shunt.errors import Fault, NotationError, faults_into, raise_faults, suggest
from shunt.files.library import puzzles_folder

COLOURS = "BRGYP"
CARGO = {"B": "coal", "R": "livestock", "G": "timber", "Y": "oil", "P": "automobiles"}
PURPLE = "P"
HIDDEN = "--"
"""A face-down card, or one that a player has not seen."""

SCHEMA = "shunt-express/1"
_CARD = re.compile(r"([A-Za-z])(\d)\|([A-Za-z])(\d)")

Half = tuple[str, int]
"""Colour and value of one railcar."""


@dataclass(frozen=True, slots=True)
class Caboose:
    """A caboose card: `points` for each player whose train meets the `condition` at the end of the game.

    `condition` is a name or a row of values.
    """

    number: int
    name: str
    points: int
    condition: str
    text: str


@dataclass(frozen=True, slots=True)
class GameData:
    """The data file: copies of each card, the cabooses, and the named sets of cabooses."""

    copies: dict[str, int]
    cabooses: tuple[Caboose, ...]
    sets: dict[str, tuple[int, ...]]


def card_words(card: str) -> str:
    """Return a card in words, such as `livestock 3, timber 4`."""
    return ", ".join(f"{CARGO[colour]} {value}" for colour, value in halves(card))


@cache
def game_data() -> GameData:
    """Return the shipped cards and cabooses."""
    data = tomllib.loads((puzzles_folder() / "games" / "express.toml").read_text(encoding="utf-8"))
    assert data["schema"] == SCHEMA
    return GameData(
        {row["card"]: row["copies"] for row in data["cards"]},
        tuple(Caboose(**row) for row in data["cabooses"]),
        {name: tuple(numbers) for name, numbers in data["sets"].items()},
    )


@cache
def card_types() -> tuple[str, ...]:
    """Return every different card, sorted by its text."""
    return tuple(sorted(game_data().copies))


@cache
def deck_for(players: int) -> Counter[str]:
    """Return the copies of each card in the deck: two players leave out the cards whose left half is purple."""
    return Counter({card: n for card, n in game_data().copies.items() if players > 2 or not card.startswith(PURPLE)})


@cache
def halves(card: str) -> tuple[Half, Half]:
    """Return the left and the right railcar of a card."""
    left, right = card.split("|")
    return (left[0], int(left[1])), (right[0], int(right[1]))


@cache
def card_value(card: str) -> int:
    """Return the points of a face-up card: the sum of the values of its halves."""
    return sum(value for _, value in halves(card))


def rounds_for(players: int) -> int:
    """Return the number of rounds, which is also the length of every train: 7, 6, 5, 4 for 2, 3, 4, 5 players."""
    return 9 - players


# --------------------------------------------------------------------------------------------------------------------
# Notation


def parse_card(text: str) -> str:
    """Read one card; raise `NotationError` for text that is not a card of this game."""
    card = text.strip().upper()
    if card in game_data().copies:
        return card
    if _CARD.fullmatch(card):
        turned = "|".join(reversed(card.split("|")))
        remedy = f"{turned} exists, but cards are not turned" if turned in game_data().copies else suggest(card, card_types())
        raise NotationError(text.strip(), "the game has no such card", remedy)
    raise NotationError(repr(text.strip()), "not a card", "a card is written R3|G3: colours B R G Y P, values 2 to 4")


def split_cards(text: str) -> list[str]:
    """Split a list of cards written with spaces, commas or semicolons between them."""
    return [part for part in re.split(r"[\s,;]+", text) if part]


def parse_cards(text: str, where: str) -> tuple[str, ...]:
    """Read a list of cards; raise `InputError` with every unknown card and every card used more often than it exists."""
    faults, cards = list[Fault](), []
    for part in split_cards(text):
        with faults_into(faults, lambda fault: Fault(where, f"{fault.where}: {fault.what}", fault.remedy)):
            cards.append(parse_card(part))
    faults += copy_faults(cards, where)
    raise_faults(faults)
    return tuple(cards)


def copy_faults(cards: Iterable[str], where: str, copies: Counter[str] | None = None) -> list[Fault]:
    """Return a fault for each card that occurs more often than the deck `copies` (default: all 32 cards) holds it."""
    allowed = deck_for(5) if copies is None else copies
    faults = []
    for card, count in sorted(Counter(cards).items()):
        if count > allowed[card]:
            had = "does not hold it" if not allowed[card] else f"holds it {'once' if allowed[card] == 1 else 'twice'}"
            remedy = "two players play without the purple cards" if not allowed[card] else "name every card once per copy"
            faults.append(
                Fault(where, f"{card} is named {count} times, the deck {had}" if count > 1 else f"{card}: the deck {had}", remedy)
            )
    return faults


def find_caboose(name: str) -> Caboose:
    """Return a caboose by its name or number; raise `NotationError` with the nearest names."""
    wanted = name.strip().lower()
    for caboose in game_data().cabooses:
        if wanted in (caboose.name.lower(), str(caboose.number)):
            return caboose
    names = [caboose.name for caboose in game_data().cabooses]
    raise NotationError("caboose", f"no caboose is called {name!r}", suggest(name, names))
