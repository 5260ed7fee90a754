"""The cards of Yardmaster: railcars and cargo as small numbers, their names, and the shipped data about them.

A railcar is 0–19: four times its type plus its value less one, written `C3`. A cargo card is 0–9: the five types, written
`C`, then the five bonus cards, written `draw-2`. Numbers keep states small and are what the kernels compute with; people
see names only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from shunt.errors import Fault, InputError, NotationError, counted, raise_faults
from shunt.files.document import read_document
from shunt.files.library import puzzles_folder
from shunt.files.numbers import whole_number

TYPES = "CLOTA"
VALUES = (1, 2, 3, 4)
BONUSES = ("draw-2", "pay-1-less", "take-1", "plus-1", "exchange-1")
KINDS: tuple[str, ...] = (*TYPES, *BONUSES)
DRAW_2, PAY_1_LESS, TAKE_1, PLUS_1, EXCHANGE_1 = range(5, 10)
CARS = tuple(f"{letter}{value}" for letter in TYPES for value in VALUES)
PER_TYPE = 10
"""Railcars of each type: the one figure that every split has to meet."""
NOTHING = -1
"""No card; as the end of a train, the engine."""


@dataclass(frozen=True)
class CardData:
    """What the shipped file says: names and copies by kind of cargo card, colours by type, texts of bonus cards, and sizes."""

    names: tuple[str, ...]
    colours: tuple[str, ...]
    cargo: tuple[int, ...]
    texts: tuple[str, ...]
    splits: tuple[str, ...]
    goals: dict[int, int]
    hand: int
    arrivals: int


@cache
def card_data() -> CardData:
    """Return the shipped data of the game."""
    data = read_document(puzzles_folder() / "games" / "yardmaster.toml").data
    types, bonuses = data["types"], data["bonuses"]
    return CardData(
        names=tuple(kind["name"] for kind in (*types, *bonuses)),
        colours=tuple(kind["colour"] for kind in types),
        cargo=(*(kind["cargo"] for kind in types), *(bonus["copies"] for bonus in bonuses)),
        texts=tuple(bonus["text"] for bonus in bonuses),
        splits=tuple(data["splits"]),
        goals={int(players): points for players, points in data["goals"].items()},
        hand=data["hand"],
        arrivals=data["arrivals"],
    )


def railcar_counts(split: str) -> tuple[int, ...]:
    """Return how many railcars of each of the twenty kinds a split makes; any four digits that sum to ten are a split.

    Raise `InputError` for anything else.
    """
    is_split = isinstance(split, str) and len(split) == 4 and split.isascii() and split.isdigit()
    shares = tuple(map(int, split)) if is_split else ()
    if sum(shares) != PER_TYPE:
        shipped = ", ".join(card_data().splits)
        raise InputError("split", f"{split!r} is not a split of ten railcars over four values", f"such as {shipped}")
    return shares * len(TYPES)


# --------------------------------------------------------------------------------------------------------------------
# Railcars


def car_type(car: int) -> int:
    """Return the type of a railcar, 0–4."""
    return car >> 2


def car_value(car: int) -> int:
    """Return the value of a railcar, 1–4."""
    return (car & 3) + 1


def train_points(cars: Iterable[int]) -> int:
    """Return the sum of the values of railcars."""
    return sum(car_value(car) for car in cars)


def couples(end: int, car: int) -> bool:
    """Return whether `car` may follow the railcar `end`: same type or same value; everything follows the engine."""
    return end == NOTHING or end >> 2 == car >> 2 or end & 3 == car & 3


def car_text(car: int) -> str:
    """Return a railcar as people write it; the engine is `-`."""
    name: str = CARS[car]
    return "-" if car == NOTHING else name


def parse_car(text: str) -> int:
    """Read a railcar such as `C3`; raise `NotationError`."""
    word = text.strip().upper()
    if word not in CARS:
        raise NotationError(
            "railcar", f"{text.strip()!r} is not a railcar", f"a type of {' '.join(TYPES)} and a value 1–4, such as C3"
        )
    return CARS.index(word)


def parse_cars(text: str) -> tuple[int, ...]:
    """Read railcars separated by spaces or commas; raise `NotationError`."""
    return tuple(parse_car(word) for word in text.replace(",", " ").split())


def parse_yard(text: str) -> tuple[int, ...]:
    """Read the railcars of one yard; raise `NotationError` for more of one kind than there are of one type."""
    cars = parse_cars(text)
    faults = [
        Fault("yard", f"{cars.count(car)} railcars {car_text(car)}", f"a type has {PER_TYPE} railcars")
        for car in sorted(set(cars))
        if cars.count(car) > PER_TYPE
    ]
    raise_faults(faults, NotationError)
    return cars


def cars_text(cars: Sequence[int]) -> str:
    """Return railcars as `parse_cars` reads them."""
    return " ".join(map(car_text, cars))


# --------------------------------------------------------------------------------------------------------------------
# Cargo cards


def car_words(car: int) -> str:
    """Return a railcar in words, such as `Coal 3`."""
    return f"{card_data().names[car_type(car)]} {car_value(car)}"


def kind_text(kind: int) -> str:
    """Return a kind of cargo card as people write it: `C` or `draw-2`."""
    return KINDS[kind]


def kind_name(kind: int) -> str:
    """Return the whole name of a kind of cargo card: `Coal` or `DRAW 2`."""
    return card_data().names[kind]


def parse_kind(text: str) -> int:
    """Read a kind of cargo card; raise `NotationError`."""
    word = text.strip()
    if len(word) == 1 and word.upper() in TYPES:
        return TYPES.index(word.upper())
    if word.lower() in BONUSES:
        return len(TYPES) + BONUSES.index(word.lower())
    raise NotationError("cargo", f"{word!r} is not a cargo card", "one of " + " ".join(KINDS))


def parse_cargo(text: str) -> tuple[int, ...]:
    """Read cargo cards: `C C L`, `2C L` or `2xC,L`, bonus cards by their names; raise `NotationError`. Order is kept."""
    kinds: list[int] = []
    for word in text.replace(",", " ").split():
        digits = len(word) - len(word.lstrip("0123456789"))
        count, rest = (whole_number(word[:digits]) or 0, word[digits:]) if digits else (1, word)
        kind = parse_kind(rest.removeprefix("x") if digits else rest)
        if not 1 <= count <= 12:
            raise NotationError("cargo", f"{word!r}: {count} cards of one kind", "1 to 12")
        kinds += [kind] * count
    return tuple(kinds)


def parse_hand(text: str) -> tuple[int, ...]:
    """Read a hand as counts of the ten kinds; raise `NotationError` for more cards of a kind than there are."""
    held = counts(parse_cargo(text))
    faults = [
        Fault("hand", f"{counted(number, 'cards')} {kind_text(kind)}", f"there are {copies}")
        for kind, (number, copies) in enumerate(zip(held, card_data().cargo, strict=True))
        if number > copies
    ]
    raise_faults(faults, NotationError)
    return held


def parse_token(text: str | None) -> int:
    """Read the type of an exchange token, `NOTHING` for none; raise `NotationError`."""
    kind = NOTHING if text is None else parse_kind(text)
    if kind >= len(TYPES):
        raise NotationError("token", f"{kind_text(kind)} is not an exchange token", "one of " + " ".join(TYPES))
    return kind


def cargo_text(kinds: Sequence[int]) -> str:
    """Return cargo cards in their order, equal neighbours counted: `pay-1-less 2C L`. `parse_cargo` reads it."""
    words: list[str] = []
    for kind, equal in groupby(kinds):
        name, count = kind_text(kind), len(list(equal))
        # Only types are counted: `2pay-1-less` would be hard to read.
        words += [f"{count}{name}" if count > 1 else name] if kind < len(TYPES) else [name] * count
    return " ".join(words)


def counts(kinds: Iterable[int]) -> tuple[int, ...]:
    """Return how many cards of each of the ten kinds there are."""
    found = [0] * len(KINDS)
    for kind in kinds:
        found[kind] += 1
    return tuple(found)


def spread(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the sorted cards that `counts` counted; works for railcars as well."""
    return tuple(kind for kind, number in enumerate(numbers) for _ in range(number))
