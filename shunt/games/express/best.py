"""The best trains that can be built of given cards in any order: totals with the own longest run counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from shunt.cards.stop import Stop, StopKind
from shunt.errors import Fault, raise_faults
from shunt.games.express.cards import HIDDEN, card_types, copy_faults
from shunt.games.express.encoding import pool_of, rules_of, unsupported
from shunt.games.express.options import Options
from shunt.games.express.trains import Car, Train

if TYPE_CHECKING:
    from shunt.search.core.limits import Limits

GOALS = {"total": (1, 1), "value": (1, 0), "run": (0, 1)}
"""What can be maximised: the points of value and of the longest run that count for it."""
NONE = -1
SEEN = 1 << 22  # rows for beginnings of trains; the memory of those not used is never touched
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
    goal: str = "total",
    limits: Limits | None = None,
) -> list[BestTrain]:
    """Return the best trains of `length` of these cards, best first; fewer than `number` if there are fewer.

    `face_down`: the most cards laid face down (None: any number). Of trains with equal totals those found first are returned.
    `goal`: what is maximised, of `GOALS`; ties are not broken by the rest.

    Raise `InputError` if the demands are impossible, and `LimitReached` if one of the `limits` is reached. States are beginnings
    of trains.
    """
    options = options or Options()
    faults = unsupported(options) + copy_faults(cards, "cards")
    if not 1 <= length <= len(cards):
        faults.append(Fault("length", f"{length}, of {len(cards)} cards", f"1 to {len(cards)}" if cards else "name some cards"))
    for name, amount, least in (("face_down", face_down, 0), ("number", number, 1)):
        if amount is not None and amount < least:
            faults.append(Fault(name, f"{amount}", f"at least {least}"))
    raise_faults(faults)
    import numpy as np

    from shunt.games.express.engine.best_kernels import extend
    from shunt.games.express.engine.codes import ENGINE
    from shunt.games.express.engine.watched import watched
    from shunt.search.core.limits import LimitReached

    search: Any = extend
    rules, copies = rules_of(None, options), pool_of(Counter(cards))
    values = rules.cards[:, 1] + rules.cards[:, 3]
    order = sorted((kind for kind, left in enumerate(copies) if left), key=lambda kind: (-values[kind], kind))
    most = limits.states if limits and limits.states else MOST_TRAINS
    totals, trains = np.full((number, 3), NONE, np.int64), np.zeros((number, length), np.int64)
    meta, stack = np.array([0, most, 0, 0], np.int64), np.zeros(length + 1, np.int64)
    seen = np.zeros((SEEN if number == 1 else 0, 2), np.int64)
    downs = length if face_down is None else min(face_down, length)
    given = (np.array(copies, np.int64), downs, np.array(order, np.int64), rules, np.array(GOALS[goal], np.int64))
    if not watched(partial(search, 0, length, ENGINE, 0, *given, stack, totals, trains, seen, meta), meta, limits):
        raise LimitReached(Stop(StopKind.STATES, most))
    best = []
    for (total, value, run), kinds in zip(totals.tolist(), trains.tolist(), strict=True):
        paid = run if run > 1 or options.single_runs == "pay" else 0
        train = tuple(Car(card_types()[kind]) if kind >= 0 else Car(HIDDEN, False) for kind in kinds)
        if total != NONE:
            best.append(BestTrain(value + paid, value, run, train))
    return best
