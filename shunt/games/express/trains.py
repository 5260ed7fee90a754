"""Trains of Yardmaster Express: what may be coupled, what a train is worth, and its runs.

A train is a tuple of `Car`s behind an engine, which is wild. A car is a card laid face up or face down; a face-down card
is two wild railcars. These functions are the referee: plain, and independent of the kernels of the solvers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from shunt.errors import Fault, NotationError, faults_into, raise_faults
from shunt.games.express.cards import HIDDEN, Half, card_value, copy_faults, halves, parse_card, split_cards
from shunt.games.express.options import Options

DOWN = "down"


class Car(NamedTuple):
    """A card in a train. `card` is `--` for a face-down card that the reader of this value may not know."""

    card: str
    up: bool = True

    def __str__(self) -> str:
        """Write `R3|G3`, `R3|G3 down`, or `--` where the card is unknown."""
        return self.card if self.up or self.card == HIDDEN else f"{self.card} {DOWN}"

    @property
    def shown(self) -> str:
        """The car as it is seen in the train: `R3|G3` or `--`."""
        return self.card if self.up else HIDDEN


Train = tuple[Car, ...]


def parse_car(text: str) -> Car:
    """Read `R3|G3`, `R3|G3 up`, `R3|G3 down` or `--`; raise `NotationError`."""
    words = text.split()
    if words == [HIDDEN]:
        return Car(HIDDEN, False)
    if not words or len(words) > 2 or len(words) == 2 and words[1].lower() not in ("up", DOWN, HIDDEN):
        raise NotationError(repr(text.strip()), "not a card that is played", "write R3|G3, or R3|G3 down")
    return Car(parse_card(words[0]), len(words) == 1 or words[1].lower() == "up")


def parse_train(text: str, where: str = "train") -> Train:
    """Read a train as laid, such as `R3|G3 -- G3|B3`; raise `InputError` for unknown cards and for cars that do not fit."""
    cars: list[Car] = []
    faults: list[Fault] = []
    for part in split_cards(text):
        if part.lower() == DOWN and cars and cars[-1].up:
            cars[-1] = Car(cars[-1].card, False)
            continue
        with faults_into(faults, lambda fault: Fault(where, f"{fault.where}: {fault.what}", fault.remedy)):
            cars.append(parse_car(part))
    if not faults:
        faults = copy_faults([car.card for car in cars if car.card != HIDDEN], where) + coupling_faults(cars, where)
    raise_faults(faults)
    return tuple(cars)


def train_text(train: Train) -> str:
    """Return the cars of a train as they are seen, `R3|G3 -- G3|B3`; `(engine)` for an empty train."""
    return " ".join(car.shown for car in train) or "(engine)"


def coupling_faults(train: Sequence[Car], where: str) -> list[Fault]:
    """Return a fault for each face-up card that does not fit the one before it."""
    faults = []
    for place, car in enumerate(train):
        if car.up and not fits(train[:place], car.card):
            what = unfit_text(car.card, train[place - 1].card)
            faults.append(Fault(where, what, "lay a card that does not fit face down: --"))
    return faults


def unfit_text(card: str, end: str) -> str:
    """Return why a card does not fit face up after another."""
    left, last = ("{}{}".format(*half) for half in (halves(card)[0], halves(end)[1]))
    return f"{card} cannot follow {end}: {left} shares neither colour nor value with {last}"


def fits(train: Sequence[Car], card: str) -> bool:
    """Return whether a card may be laid face up at the end: same colour or value, or a wild car or the engine before it."""
    if not train or not train[-1].up:
        return True
    (colour, value), (end_colour, end_value) = halves(card)[0], halves(train[-1].card)[1]
    return colour == end_colour or value == end_value


def railcars(train: Sequence[Car]) -> Iterator[Half | None]:
    """Yield every half of a train from left to right; a wild one is None."""
    for car in train:
        yield from halves(car.card) if car.up else (None, None)


def train_value(train: Sequence[Car], options: Options) -> int:
    """Return the sum of all values in a train, without any bonus."""
    return sum(card_value(car.card) if car.up else 2 * options.wild_value for car in train)


class ColourRun(NamedTuple):
    """A run of railcars of one colour: its halves, and its length in the unit of the options."""

    halves: int
    length: int


def runs(train: Sequence[Car], options: Options) -> tuple[ColourRun, ...]:
    """Return every run of a train, from left to right; wild cars are in none and end those before them."""
    found, start = [], 0
    for colour, group in groupby(railcars(train), lambda half: half[0] if half else ""):
        end = start + len(list(group))
        if colour:
            cards = (end - 1) // 2 - start // 2 + 1
            found.append(ColourRun(end - start, end - start if options.run_unit == "halves" else cards))
        start = end
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def longest_run(train: Train, options: Options) -> int:
    """Return the length of the longest run of a train; 0 for a train of wild cars."""
    return max((run.length for run in runs(train, options)), default=0)


def run_bonuses(trains: Sequence[Train], options: Options) -> tuple[int, ...]:
    """Return the points of each player for the longest run in the game; all tied players get them."""
    lengths = [longest_run(train, options) for train in trains]
    longest = max(lengths)
    if longest == 1 and options.single_runs == "nothing":
        longest = 0
    bonuses = []
    for train, length in zip(trains, lengths, strict=True):
        times = sum(run.length == longest for run in runs(train, options)) if options.equal_runs == "each" else 1
        bonuses.append(longest * times if length == longest else 0)
    return tuple(bonuses)


def colour_counts(train: Sequence[Car]) -> Counter[str]:
    """Return the railcars of each colour in a train."""
    return Counter(half[0] for half in railcars(train) if half)
