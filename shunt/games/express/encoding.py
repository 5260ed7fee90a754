"""Positions of Yardmaster Express as the numbers that the kernels in `shunt/games/express/engine` work on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from shunt.errors import Fault
from shunt.games.express.cards import COLOURS, HIDDEN, Caboose, card_types, halves
from shunt.games.express.engine.codes import CONDITIONS, MATCHED
from shunt.games.express.options import Options
from shunt.games.express.state import ExpressState
from shunt.games.express.trains import Train

if TYPE_CHECKING:
    from shunt.games.express.engine.position import ExpressPosition, Rules
    from shunt.games.express.game import Express


@lru_cache(maxsize=1)
def card_numbers() -> dict[str, int]:
    """Return the number of each card: its place in the sorted list."""
    return {card: number for number, card in enumerate(card_types())}


def numbers_of(cards: Iterable[str]) -> list[int]:
    """Return the numbers of cards, in their order."""
    numbers = card_numbers()
    return [numbers[card] for card in cards]


def unsupported(options: Options) -> list[Fault]:
    """Return a fault for each option that the solvers cannot count with."""
    return [
        Fault(name, f"{getattr(options, name)!r}: exact answers are not available", f"{name} = {wanted!r}")
        for name, wanted in (("run_unit", "halves"), ("equal_runs", "once"))
        if getattr(options, name) != wanted
    ]


@lru_cache(maxsize=64)
def rules_of(caboose: Caboose | None, options: Options) -> Rules:
    """Return the scoring rules in numbers; options that the kernels do not know count as their defaults (`unsupported`)."""
    import numpy as np

    from shunt.games.express.engine.position import Rules

    condition, sequence = caboose.condition if caboose else "", [[0] * 4] * (MATCHED + 1)
    if condition[:1].isdigit():
        condition, sequence = "sequence", sequence_table(list(map(int, condition.split())), options)
    row = [
        options.wild_value,
        1 if options.single_runs == "pay" else 2,
        CONDITIONS.index(condition),
        caboose.points if caboose else 0,
        options.counts == "at-least",
        condition.startswith("most") and options.most_of_none == "everybody",
        options.all_wild == "qualifies",
        options.wild_is_mixed == "yes",
        options.little_engine == "with-run",
    ]
    cards = [[COLOURS.index(left[0]), left[1], COLOURS.index(right[0]), right[1]] for left, right in map(halves, card_types())]
    return Rules(np.array(cards, np.int64), np.array(sequence, np.int64), *map(int, row))


def sequence_table(wanted: Sequence[int], options: Options) -> list[list[int]]:
    """Return the automaton that looks for a row of values: from each state, the next one for the values 2, 3, 4 and a wild.

    A state is the number of values matched so far. Sequences that count anywhere stay matched.
    """
    wild = 2 if options.sequence_wild == "two" else 0
    table = []
    for matched in range(len(wanted) + 1):
        if matched == len(wanted) and options.sequence_place == "anywhere":
            table.append([matched] * 4)
            continue
        table.append([_longest_match([*wanted[:matched], value], wanted) for value in (2, 3, 4, wild)])
    return table


def _longest_match(seen: Sequence[int], wanted: Sequence[int]) -> int:
    """Return the length of the longest prefix of `wanted` that is a suffix of `seen`."""
    lengths = range(min(len(seen), len(wanted)), 0, -1)
    return next((length for length in lengths if list(seen[-length:]) == list(wanted[:length])), 0)


@lru_cache(maxsize=1 << 12)
def laid_train(train: Train, caboose: Caboose | None, options: Options) -> tuple[int, int]:
    """Return the points of a train and its word for the kernels (`shunt/games/express/engine/train_kernels.py`)."""
    import numpy as np

    from shunt.games.express.engine.train_kernels import laid

    kernel: Any = laid
    cars = [(0 if car.card == HIDDEN else card_numbers()[car.card], not car.up) for car in train]
    points, word = kernel(np.array(cars, np.int64).reshape(-1, 2), rules_of(caboose, options))
    return int(points), int(word)


def position_of(game: Express, state: ExpressState) -> ExpressPosition:
    """Return a state as the kernels see it, before its player draws."""
    from shunt.games.express.engine.position import ExpressPosition

    scoring = game.caboose(state), game.options
    values, words = zip(*(laid_train(state.train(player), *scoring) for player in state.order), strict=True)
    return ExpressPosition(rules_of(*scoring), words, values, tuple(numbers_of(state.hand)), game.plies - len(state.past))


def pool_of(cards: Counter[str]) -> list[int]:
    """Return the copies of each card, by number."""
    return [cards[card] for card in card_types()]
