"""Positions of Yardmaster Express as the numbers that the kernels in `shunt/games/express/engine` work on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from shunt.errors import Fault
from shunt.games.express.cards import COLOURS, Caboose, card_types, halves
from shunt.games.express.engine.codes import CONDITIONS, ENGINE, WILD_INPUT
from shunt.games.express.options import Options
from shunt.games.express.state import ExpressState
from shunt.games.express.trains import Train, colour_counts, railcars, runs, train_value

if TYPE_CHECKING:
    from shunt.games.express.engine.position import ExpressPosition, Rules

CAPS = {"two-threes": 4, "a-five": 6, "most-of-a-type": 15}


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
    """Return the scoring rules as arrays; options that the kernels do not know count as their defaults (`unsupported`)."""
    from shunt.games.express.engine.position import Rules

    condition = _condition(caboose)
    sequence = sequence_table(_values(caboose), options) if caboose and condition == "sequence" else None
    row = [
        options.wild_value,
        1 if options.single_runs == "pay" else 2,
        CONDITIONS.index(condition),
        caboose.points if caboose else 0,
        options.counts == "at-least",
        options.most_of_none == "everybody",
        options.all_wild == "qualifies",
        options.wild_is_mixed == "yes",
        options.little_engine == "with-run",
    ]
    cards = [[COLOURS.index(left[0]), left[1], COLOURS.index(right[0]), right[1]] for left, right in map(halves, card_types())]
    return Rules.from_numbers(cards, [int(number) for number in row], sequence)


def _condition(caboose: Caboose | None) -> str:
    if caboose is None:
        return ""
    return "sequence" if caboose.condition[0].isdigit() else caboose.condition


def _values(caboose: Caboose) -> list[int]:
    return [int(value) for value in caboose.condition.split()]


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


def train_number(train: Train, caboose: Caboose | None, options: Options) -> int:
    """Return a train as a machine word for the kernels (`shunt/games/express/engine/train_kernels.py`)."""
    found = runs(train, options)
    end, run = ENGINE, 0
    if train and train[-1].up:
        colour, value = halves(train[-1].card)[1]
        end, run = 3 * COLOURS.index(colour) + value - 2, found[-1].halves
    longest = max((each.halves for each in found), default=0)
    return end | run << 4 | longest << 8 | _feature(train, caboose, options) << 12


def _feature(train: Train, caboose: Caboose | None, options: Options) -> int:
    condition, counts = _condition(caboose), colour_counts(train)
    if condition == "fewest-types":
        return sum(1 << COLOURS.index(colour) for colour in counts)
    if condition in CAPS:
        return sum(min(count, CAPS[condition]) << 4 * COLOURS.index(colour) for colour, count in counts.items())
    if condition == "most-runs":
        return sum(run.halves >= 2 for run in runs(train, options))
    if condition == "no-fours":
        return int(any(half and half[1] == 4 for half in railcars(train)))
    if condition == "no-mixed":
        mixed = options.wild_is_mixed == "yes"
        return int(any(len({half[0] for half in halves(car.card)}) == 2 if car.up else mixed for car in train))
    if condition == "most-wilds":
        return sum(not car.up for car in train)
    if condition == "sequence" and caboose:
        table, state = sequence_table(_values(caboose), options), 0
        for half in railcars(train):
            state = table[state][half[1] - 2 if half else WILD_INPUT]
        return state
    return 0


def position_of(state: ExpressState, plies: int, caboose: Caboose | None, options: Options) -> ExpressPosition:
    """Return a state as the kernels see it, from the player to move on; the card drawn this turn is not part of it."""
    from shunt.games.express.engine.position import ExpressPosition

    trains = [state.train(player) for player in state.order]
    return ExpressPosition(
        rules_of(caboose, options),
        tuple(train_number(train, caboose, options) for train in trains),
        tuple(train_value(train, options) for train in trains),
        tuple(sorted(numbers_of(state.hand))),
        plies - len(state.past),
    )


def pool_of(cards: Counter[str]) -> list[int]:
    """Return the copies of each card, by number."""
    return [cards[card] for card in card_types()]
