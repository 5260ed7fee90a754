"""Advice on what to bid and what to build: the expected number of cards won by each bid, and the change of the bid table by each
tile.

The model of an auction (Hump Yard rules v1.3): the longest train that somebody bid on is shuffled and tried first, in rising
order of bids. The first bidder who succeeds wins its cards, and shorter trains are not tried. All bidders on one train have the
same order, so their successes are not independent, and the sums are over every order. Each train is shuffled separately.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import comb, prod
from typing import Any

from shunt.errors import Fault, InputError, counted, raise_faults
from shunt.files.numbers import whole_number
from shunt.hump.bids import BidTable, bid_faults, names_of
from shunt.hump.engine.long_meeting import LONGEST_TABLE
from shunt.hump.rules import MAX_CARS, train_faults
from shunt.hump.table_cache import TableStore
from shunt.hump.tiles import COLOURS, COPIES_OF_COLOUR, KINDS
from shunt.hump.yard import Yard
from shunt.hump.yard_file import as_yard, find_yard
from shunt.search.core.limits import Progress, no_progress

Tables = Callable[[Yard, int], BidTable]


@dataclass(frozen=True)
class Opponent:
    """Another player, with a yard and a bid of cars and moves. `passed` means that the player makes no bid. If the
    bid is not known, it is modelled as the fewest moves on the same train that hold with a chance of at least `nerve`.
    `wins_ties` means that this player wins ties against us, being earlier clockwise from the start player.
    """

    yard: Yard
    bid: tuple[int, int] | None = None
    passed: bool = False
    nerve: Fraction = Fraction(1, 2)
    wins_ties: bool = False

    @classmethod
    def parse(cls, text: str, nerve: Fraction = Fraction(1, 2)) -> Opponent:
        """Read `YARD`, `YARD=CARS:MOVES` or `YARD=pass`. A `!` at the end means that this opponent wins ties."""
        yard, _, bid = text.removesuffix("!").partition("=")
        known = None
        if bid not in ("", "pass"):
            cars, _, moves = bid.partition(":")
            if None in (whole_number(cars), whole_number(moves.removeprefix("-"))):
                raise InputError("opponents", f"{bid!r} is not a bid", "CARS:MOVES such as 3:5, or pass")
            known = int(cars), int(moves)
        return cls(find_yard(yard), known, bid == "pass", nerve, text.endswith("!"))


@dataclass(frozen=True)
class BidValue:
    """A bid with the chance that it holds, the chance that it wins, and the expected number of cards."""

    cars: int
    bid: int
    holds: Fraction
    wins: Fraction
    expected: Fraction

    def as_json(self) -> dict[str, Any]:
        """Return the bid as a dictionary that can be written as JSON."""
        worth = {"holds": str(self.holds), "wins": str(self.wins), "expected": round(float(self.expected), 6)}
        return {"bid": self.bid} | worth


@dataclass(frozen=True)
class LengthAdvice:
    """The bids for one train length, best first. `expected` is the number of cards for the best bid, or 0 for a pass. If the
    train must still be extended, `expected` is the mean over the cars that may be drawn, with the bid chosen after the draw.
    `bids` are then for distinct cars."""

    cars: int
    extended: bool
    expected: Fraction
    bids: tuple[BidValue, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the advice as a dictionary that can be written as JSON."""
        fields = {"cars": self.cars, "extended": self.extended, "expected": round(float(self.expected), 6)}
        return fields | {"bids": [value.as_json() for value in self.bids]}


def advise(
    yard: Yard | str,
    train: str | Sequence[str],
    opponents: Sequence[Opponent] = (),
    tables: Tables | None = None,
    longest: int | None = None,
) -> list[LengthAdvice]:
    """Compute the value of each bid on the first 2, 3 … cars on offer, and on longer trains of up to `longest` cars.

    The additional cars are drawn from the rest of the deck, which has 8 cars of each of 5 colours. Cars whose names are not
    colours are distinct. `tables` supplies the tables of yards, such as a `TableStore` with other rules. Raise an
    `InputError` that lists every fault if an argument is invalid.

    >>> from shunt.hump.yard_file import find_yard
    >>> best = advise(find_yard("two-storeys"), "red blue red")[-1].bids[0]
    >>> best.cars, best.bid, str(best.holds)
    (3, 4, '1')
    """
    return list(each_advice(as_yard(yard), names_of(train), opponents, TableStore() if tables is None else tables, longest))


def each_advice(
    yard: Yard, train: Sequence[str], opponents: Sequence[Opponent], tables: Tables, longest: int | None = None
) -> Iterator[LengthAdvice]:
    """Yield the results of `advise`, one length after the other; raise `InputError` at once, before the first one."""
    faults = train_faults(train)
    if not faults and longest is not None and not len(train) <= longest <= MAX_CARS:
        faults.append(Fault("longest", counted(longest, "cars"), f"{len(train)} to {MAX_CARS}"))
    for number, opponent in enumerate(opponents):
        if opponent.bid is not None:
            faults += [Fault(f"opponents[{number}].bid", fault.what, fault.remedy) for fault in bid_faults(opponent.bid[1])]
            if not 1 <= opponent.bid[0] <= MAX_CARS:
                what = f"a bid on {counted(opponent.bid[0], 'cars')}"
                faults.append(Fault(f"opponents[{number}].bid", what, f"1 to {MAX_CARS}"))
    raise_faults(faults)
    lengths = range(min(2, len(train)), (longest or len(train)) + 1)

    def advice(cars: int) -> LengthAdvice:
        """Return the advice for one length. If the train must be extended, the bids are those for a train of distinct cars."""
        one = length_advice(yard, train, opponents, tables, cars)
        return replace(one, bids=bid_values(yard, [*map(str, range(cars))], opponents, tables, train)) if one.extended else one

    return map(advice, lengths)


def length_advice(
    yard: Yard,
    train: Sequence[str],
    opponents: Sequence[Opponent],
    tables: Tables,
    cars: int,
    deck: Mapping[str, int] | None = None,
) -> LengthAdvice:
    """Return the advice for one length, without bids if the train must be extended; `deck` is that of `drawn_trains`."""
    expected, bids = Fraction(0), tuple[BidValue, ...]()
    for colours, chance in drawn_trains(train[:cars], max(0, cars - len(train)), deck):
        bids = bid_values(yard, colours, opponents, tables, train)
        expected += chance * max((value.expected for value in bids), default=Fraction(0))
    extended = cars > len(train)
    return LengthAdvice(cars, extended, expected, () if extended else bids)


def best_advice(advice: Iterable[LengthAdvice]) -> LengthAdvice | None:
    """Return the length with the most expected cards; if several are equal, the shortest. Return None if it is best to pass."""
    best = max(advice, key=lambda one: one.expected, default=None)
    return best if best and best.expected else None


def choice_json(best: LengthAdvice | None) -> dict[str, Any]:
    """Return the best choice as a JSON object: to pass (None), to bid, or to extend the train and then bid."""
    if best is None:
        return {"action": "pass", "cars": None, "bid": None, "expected": 0.0}
    action, bid = ("extend", None) if best.extended else ("bid", best.bids[0].bid)
    return {"action": action, "cars": best.cars, "bid": bid, "expected": round(float(best.expected), 6)}


def drawn_trains(
    train: Sequence[str], more: int, deck: Mapping[str, int] | None = None
) -> list[tuple[tuple[str, ...], Fraction]]:
    """Return every train that can result from this one when `more` cars are drawn from the deck, with its probability.

    `deck` counts its cars by colour. By default it is all that are not in the train.
    The order of the colours drawn does not matter to a table, so they are sorted behind the train.
    """
    if more and not set(train) <= set(COLOURS):
        return [((*train, *(f"further.{number}" for number in range(more))), Fraction(1))]
    rest = deck or {colour: max(0, COPIES_OF_COLOUR - train.count(colour)) for colour in sorted(COLOURS)}
    hands = comb(sum(rest.values()), more)
    drawn = (
        (cards, prod(comb(rest[one], cards.count(one)) for one in rest)) for cards in combinations_with_replacement(rest, more)
    )
    return [((*train, *cards), Fraction(number, hands)) for cards, number in drawn if number]


def bid_values(
    yard: Yard, train: Sequence[str], opponents: Sequence[Opponent], tables: Tables, on_offer: Sequence[str] = ()
) -> tuple[BidValue, ...]:
    """Compute the value of each sensible bid on exactly this train, best first (ties: higher chance, then lower bid).

    `on_offer`: all cars revealed so far, on which opponents may have bid a longer train. Cars beyond these are treated as
    distinct.
    """
    cars, own = len(train), replace(tables(yard, len(train)), train=tuple(train))
    longer = Fraction(1)
    for length in sorted({rival.bid[0] for rival in opponents if rival.bid is not None and rival.bid[0] > cars}):
        more = (*on_offer[:length], *(f"further.{number}" for number in range(length - len(on_offer))))
        bids = _bids_on(more, [rival for rival in opponents if rival.bid], tables)
        orders = Counter(permutations(more))  # with the number of shuffles that give each
        won = sum(weight for order, weight in orders.items() if any(table.get(order, bid + 1) <= bid for table, bid, _ in bids))
        longer *= 1 - Fraction(won, orders.total())
    rivals, orders, values = _bids_on(train, opponents, tables), Counter(permutations(train)), []
    for bid in own.optima:
        holds = wins = 0
        for order, weight in orders.items():
            if own.by_order.get(order, bid + 1) <= bid:
                holds += weight
                beaten = any(
                    (other < bid or other == bid and ties) and table.get(order, other + 1) <= other
                    for table, other, ties in rivals
                )
                wins += 0 if beaten else weight
        chance = longer * Fraction(wins, orders.total())
        values.append(BidValue(cars, bid, Fraction(holds, orders.total()), chance, cars * chance))
    return tuple(sorted(values, key=lambda value: (-value.expected, -value.holds, value.bid)))


def _bids_on(
    train: Sequence[str], opponents: Sequence[Opponent], tables: Tables
) -> list[tuple[dict[tuple[str, ...], int], int, bool]]:
    """Return the bids of opponents on this train, whether known or modelled: the moves of each order, the bid, and whether it
    wins ties."""
    found = []
    for rival in opponents:
        if rival.passed or rival.bid is not None and rival.bid[0] != len(train):
            continue
        table = replace(tables(rival.yard, len(train)), train=tuple(train))
        bid = rival.bid[1] if rival.bid else next((bid for bid, chance in table.chances.items() if chance >= rival.nerve), None)
        if bid is not None:
            found.append((table.by_order, bid, rival.wins_ties))
    return found


# --------------------------------------------------------------------------------------------------------------------
# What to build

IMPOSSIBLE = 20
"""The number of moves for an impossible order in `mean_moves`. It is more than any order of a short train was found to take."""


@dataclass(frozen=True)
class TileValue:
    """A tile at a place: the new yard, its mean number of moves, how much lower this mean is than before, and the number of
    impossible orders."""

    kind: str
    at: tuple[int, int]
    turn: int
    yard: Yard
    mean: Fraction
    gain: Fraction
    impossible: int

    def as_json(self) -> dict[str, Any]:
        """Return the tile, its place and its value as a dictionary that can be written as JSON."""
        place = {"tile": self.kind if self.kind == "end" else int(self.kind), "at": list(self.at), "turn": self.turn}
        worth = {"mean": round(float(self.mean), 6), "gain": round(float(self.gain), 6), "impossible": self.impossible}
        return place | worth | {"yard": str(self.yard)}


def mean_moves(table: BidTable) -> Fraction:
    """Return the mean optimum over all orders, with `IMPOSSIBLE` moves for an impossible one. Lower is better.

    This is the area above the curve of chances. A yard that is better at some bid and worse at none therefore has a lower mean.
    """
    moves = [optimum if 0 < optimum < IMPOSSIBLE else IMPOSSIBLE for optimum in table.by_rank]
    return Fraction(sum(moves), len(moves))


def best_tiles(
    yard: Yard, kinds: Sequence[str], cars: int, tables: Tables | None = None, progress: Progress = no_progress
) -> list[TileValue]:
    """Rank all tiles of `kinds`, in all places and rotations, by the bid table for `cars` cars, best first.

    Raise `InputError` if a kind is unknown or the number of cars is 0 or too large.
    """
    values = []
    for value in each_tile(yard, kinds, cars, TableStore() if tables is None else tables):
        values.append(value)
        progress("places", 1, len(values))
    return ranked_tiles(values)


def each_tile(yard: Yard, kinds: Sequence[str], cars: int, tables: Tables) -> Iterator[TileValue]:
    """Yield the tiles that `best_tiles` ranks, one place after the other; raise `InputError` at once, before the first one."""
    faults = [Fault("tiles", f"unknown tile {kind}", "one of " + " ".join(KINDS)) for kind in kinds if kind not in KINDS]
    if not 1 <= cars <= LONGEST_TABLE:
        faults.append(Fault("cars", f"tiles judged by the table of {counted(cars, 'cars')}", f"1 to {LONGEST_TABLE}"))
    raise_faults(faults)

    def values() -> Iterator[TileValue]:
        before = mean_moves(tables(yard, cars))
        for tile in yard.placements(kinds):
            built = yard.built(tile)
            table = tables(built, cars)
            mean = mean_moves(table)
            yield TileValue(tile.kind, tile.at, tile.turn, built, mean, before - mean, table.impossible)

    return values()


def ranked_tiles(values: Iterable[TileValue]) -> list[TileValue]:
    """Sort tiles at their places, the best first."""
    return sorted(values, key=lambda value: (value.mean, str(value.yard)))
