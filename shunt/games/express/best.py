"""The best trains that can be built of given cards in any order: totals with the own longest run counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shunt.errors import Fault, InputError
from shunt.games.express.cards import HIDDEN, card_types, copy_faults
from shunt.games.express.encoding import rules_of, unsupported
from shunt.games.express.options import Options
from shunt.games.express.trains import Car, Train

if TYPE_CHECKING:
    from shunt.search.core.limits import Limits

GOALS = {"total": (1, 1), "value": (1, 0), "run": (0, 1)}
"""What can be maximised: the points of value and of the longest run that count for it."""
MOST_TRAINS = 2_000_000_000
"""Beginnings of trains that a search looks at, unless limits say otherwise."""


@dataclass(frozen=True)
class BestTrain:
    """A train with its total: the value of its railcars plus its longest run. Face-down cards are `--`: any card left over."""

    total: int
    value: int
    run: int
    train: Train


def best_trains(
    cards: Sequence[str],
    length: int,
    *,
    face_down: int | None = None,
    number: int = 1,
    options: Options | None = None,
    most_trains: int = MOST_TRAINS,
    goal: str = "total",
    limits: Limits | None = None,
) -> list[BestTrain]:
    """Return the best trains of `length` of these cards, best first; fewer than `number` if there are fewer.

    `face_down`: the most cards laid face down (None: any number). Of trains with equal totals those found first are returned.
    `goal`: what is maximised, of `GOALS`; ties are not broken by the rest.

    Raises `InputError` for impossible demands, `LimitReached` after `most_trains` beginnings of trains or at one of the `limits`.
    """
    from shunt.search.express.best import best_trains as search

    options = options or Options()
    faults = unsupported(options) + copy_faults(cards, "cards")
    if not 1 <= length <= len(cards):
        faults.append(Fault("length", f"{length}, of {len(cards)} cards", f"1 to {len(cards)}" if cards else "name some cards"))
    for name, amount, least in (("face_down", face_down, 0), ("number", number, 1)):
        if amount is not None and amount < least:
            faults.append(Fault(name, f"{amount}", f"at least {least}"))
    if faults:
        raise InputError(faults)
    counts = Counter(cards)
    downs = length if face_down is None else min(face_down, length)
    copies = [counts[card] for card in card_types()]
    found = search(rules_of(None, options), copies, length, downs, number, most_trains, GOALS[goal], limits)
    return [_best(value, run, kinds, options) for _, value, run, kinds in found]


def _best(value: int, run: int, kinds: Sequence[int], options: Options) -> BestTrain:
    paid = run if run > 1 or options.single_runs == "pay" else 0
    return BestTrain(value + paid, value, run, _train(kinds))


def _train(kinds: Sequence[int]) -> Train:
    return tuple(Car(card_types()[kind]) if kind >= 0 else Car(HIDDEN, False) for kind in kinds)
