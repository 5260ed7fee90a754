"""Bids: the optimum of one order with a certified list of moves, and the chances of all bids at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import factorial, prod
from typing import Any, Literal

from shunt.cards.stop import INTERRUPTED
from shunt.cards.stop import Stop as SearchStop
from shunt.errors import Fault, InputError, counted, number_faults, raise_faults
from shunt.hump.engine.search import OrderSearch, warm_up
from shunt.hump.engine.words import Ints
from shunt.hump.moves import Judgement, judge, move_of
from shunt.hump.rules import RULEBOOK, CutRun, Hump, MoveRules, order_faults, train_faults
from shunt.hump.yard import Yard
from shunt.hump.yard_file import as_yard
from shunt.pictures import Pictured
from shunt.rules.position import Position
from shunt.search.core.limits import LimitReached, Limits, Progress, begun, limits_or_default, stop_of


@dataclass(frozen=True)
class BidStep:
    """One move of a solution, with its notation and the run that the referee made."""

    notation: str
    run: CutRun
    names: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the move as a JSON object. After the exit move, `after` is empty."""
        places = self.run.after.places if self.run.after else ()
        return {
            "notation": self.notation,
            "cut": [self.names[car] for car in self.run.cars],
            "path": list(self.run.path),
            "leaves": self.run.leaves,
            "after": dict(zip(self.names, places, strict=True)) if places else {},
        }


@dataclass(frozen=True)
class BidCheck:
    """The answer for one order. `holds` is None without a bid, or if a limit prevented an answer.

    `optimum` is proven if `status` is `optimal`; `best` is the length of the solution found, if any.
    """

    status: Literal["optimal", "unsolvable", "unknown"]
    optimum: int | None
    best: int | None
    lower_bound: int
    holds: bool | None
    solution: tuple[BidStep, ...] = field(repr=False)
    states: int = field(repr=False, compare=False)
    seconds: float = field(repr=False, compare=False)
    stopped_by: SearchStop | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the answer as a dictionary that can be written as JSON."""
        return {
            "status": self.status,
            "optimum": self.optimum,
            "holds": self.holds,
            "solution": [step.as_json() for step in self.solution],
            "moves": self.best,
            "lower_bound": self.lower_bound,
            "states": self.states,
            "seconds": round(self.seconds, 3),
        }


def names_of(cars: str | Sequence[str]) -> tuple[str, ...]:
    """Return the names of cars in a string: its words, or the letters of a single word.

    >>> names_of("CAB"), names_of("red blue red")
    (('C', 'A', 'B'), ('red', 'blue', 'red'))
    """
    if not isinstance(cars, str):
        return tuple(cars)
    words = cars.split()
    return tuple(words[0] if len(words) == 1 else words)


def bid_faults(bid: int | None) -> list[Fault]:
    """Return the faults of a bid: it must be at least one move."""
    return [] if bid is None else number_faults("bid", bid, least=1)


def check_bid(
    yard: Yard | str,
    train: str | Sequence[str],
    order: str | Sequence[str],
    bid: int | None = None,
    *,
    rules: MoveRules = RULEBOOK,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> BidCheck:
    """Find the optimum of `order` for `train`, both beginning with the lead car, and report whether `bid` holds.

    `train` and `order` are lists of names or strings. In "CAB" each letter is a car, and in "red blue" each word is a car. The
    referee replays the solution. The time starts when the kernels are loaded. Raise `InputError` with all faults in the train,
    order and bid.

    >>> from shunt.hump.yard_file import find_yard
    >>> check = check_bid(find_yard("two-storeys"), "ABC", "CAB", 5)
    >>> check.holds, check.optimum, [step.notation for step in check.solution][-1]
    (True, 5, 'C+A+B 0.0.NE>sink')
    """
    train, order = names_of(train), names_of(order)
    hump = _hump_for(yard, train, order, bid, rules)
    warm_up()
    search = OrderSearch(hump, order, begun(limits, progress))
    try:
        search.run()
    except KeyboardInterrupt:
        search.stopped = INTERRUPTED
    moves = None if search.best is None else len(search.best)
    holds: bool | None = None
    if bid is not None and moves is not None and moves <= bid:
        holds = True
    elif bid is not None and (search.is_answer or search.lower_bound > bid):
        holds = False
    return BidCheck(
        "optimal" if search.path is not None else "unsolvable" if search.exhausted else "unknown",
        moves if search.path is not None else None,
        moves,
        search.lower_bound,
        holds,
        () if search.best is None else _certified(hump, search.best, order),
        search.states,
        search.seconds,
        search.stopped,
    )


def judge_bid(
    yard: Yard | str,
    train: str | Sequence[str],
    order: str | Sequence[str],
    bid: int,
    moves: Sequence[str],
    *,
    rules: MoveRules = RULEBOOK,
) -> Judgement:
    """Judge a player's `moves` against `bid`; raise `InputError` if the train, order or bid is invalid or a move cannot be
    read."""
    train, order = names_of(train), names_of(order)
    return judge(_hump_for(yard, train, order, bid, rules), moves, order, bid)


def _hump_for(yard: Yard | str, train: Sequence[str], order: Sequence[str], bid: int | None, rules: MoveRules) -> Hump:
    """Return the rules on the yard; raise `InputError`, which lists every fault in the train, order and bid."""
    raise_faults([*train_faults(train), *(order_faults(train, order) if train else []), *bid_faults(bid)])
    return Hump.on(as_yard(yard), train, *rules)


def _certified(rules: Hump, positions: Sequence[Position], order: Sequence[str]) -> tuple[BidStep, ...]:
    """Return the moves between positions, which the referee has found and thus confirmed, and the exit."""

    def outcome(position: Position | None, order: Sequence[str]) -> Sequence[object]:
        """Return a key that is equal for two moves if their outcomes differ at most by an exchange of cars with the same name."""
        return sorted(zip(position.places, rules.train, strict=True)) if position else tuple(order)

    steps, position = [], positions[0]
    if position != rules.start:
        raise AssertionError("a solution does not begin in the source")
    for wanted in [*positions[1:], None]:
        runs = (run for run in rules.runs(position) if outcome(run.after, rules.order(run)) == outcome(wanted, order))
        run = next(runs, None)
        if run is None:
            raise AssertionError(f"the referee finds no move from {position} to {wanted}")
        steps.append(BidStep(str(move_of(rules, position, run)), run, rules.names))
        position = run.after or position
    return tuple(steps)


# --------------------------------------------------------------------------------------------------------------------
# Tables


@dataclass(frozen=True, repr=False)
class BidTable(Pictured):
    """The optimum of each order of a train, and the chances of bids. All orders are equally likely.

    `by_order` maps orders, as names of cars, to their optima, and leaves out impossible orders. If the search was stopped
    (`stopped_by`), the table has all orders whose optimum is at most `upto`, and the chances of bids of at most `upto` moves. It
    is not known how many of the `others` remaining orders are possible.

    `by_rank` lists the optimum of each permutation of the train's places in lexicographic order, or 0 if it has none. Places are
    numbered from the lead car of the queue, and permutations begin with the car that leaves first.
    """

    drawn_by = "shunt.hump.pictures.bid_chart:bid_chart", "shunt.hump.pictures.bid_chart:bid_lines"

    train: tuple[str, ...]
    by_rank: tuple[int, ...]
    states: int = field(compare=False)
    seconds: float = field(compare=False)
    upto: int | None = None
    stopped_by: SearchStop | None = None

    @cached_property
    def by_order(self) -> dict[tuple[str, ...], int]:
        """A mapping from each possible order, as names of cars, to its optimum.

        The optimum of a colour order is the best of the permutations that look like it. All colour orders are equally likely
        after a shuffle, because each comes from the same number of permutations.
        """
        best: dict[tuple[str, ...], int] = {}
        for order, optimum in zip(permutations(self.train), self.by_rank, strict=True):
            if optimum:
                best[order] = min(optimum, best.get(order, optimum))
        return dict(sorted(best.items()))

    @property
    def orders(self) -> int:
        """The number of different orders."""
        return factorial(len(self.train)) // prod(map(factorial, Counter(self.train).values()))

    def __repr__(self) -> str:
        optima = ", ".join(f"{optimum}: {number}" for optimum, number in self.optima.items())
        return f"<BidTable of {' '.join(self.train)}: {counted(self.orders, 'orders')}; optimum: orders {{{optima}}}>"

    @property
    def optima(self) -> dict[int, int]:
        """A mapping from each optimum to its number of orders, lowest first."""
        return dict(sorted(Counter(self.by_order.values()).items()))

    @property
    def others(self) -> int:
        """The number of orders without an optimum in the table. They are impossible or, if the table was stopped, take more than
        `upto` moves."""
        return self.orders - len(self.by_order)

    @property
    def impossible(self) -> int:
        """The number of impossible orders, if the table is complete."""
        return self.others

    def chance(self, bid: int) -> Fraction:
        """Return the chance that `bid` holds for a shuffled order."""
        return Fraction(sum(number for optimum, number in self.optima.items() if optimum <= bid), self.orders)

    @property
    def chances(self) -> dict[int, Fraction]:
        """A mapping from bids to the chance that they hold, for every bid at which that chance rises."""
        return {optimum: self.chance(optimum) for optimum in self.optima}

    def as_json(self, orders: bool = False) -> dict[str, Any]:
        """Return the table as a dictionary that can be written as JSON. With `orders`, it includes the optimum of each order."""
        fields: dict[str, Any] = {
            "status": "unknown" if self.stopped_by else "optimal",
            "orders": self.orders,
            "optima": {str(optimum): number for optimum, number in self.optima.items()},
            "impossible": None if self.stopped_by else self.impossible,
            "states": self.states,
            "seconds": round(self.seconds, 3),
            "chances": {str(bid): str(chance) for bid, chance in self.chances.items()},
        }
        if self.stopped_by:
            fields |= {"stopped": str(self.stopped_by), "known_up_to": self.upto}
        return fields | ({"by_order": {" ".join(order): moves for order, moves in self.by_order.items()}} if orders else {})


def bid_table(
    yard: Yard | str,
    train: str | Sequence[str] = (),
    *,
    cars: int | None = None,
    rules: MoveRules = RULEBOOK,
    limits: Limits | None = None,
    progress: Progress | None = None,
    partly: bool = False,
) -> BidTable:
    """Find the optimum of every order of `train`, or of `cars` distinct cars. Cars with the same name are interchangeable.

    Raise `InputError` if the train is invalid, and `LimitReached` if a limit is reached. With `partly`, return what has been
    proven when a limit is reached or Ctrl-C is pressed.

    >>> from shunt.hump.yard_file import find_yard
    >>> table = bid_table(find_yard("two-storeys"), "ABB")
    >>> {bid: str(chance) for bid, chance in table.chances.items()}
    {1: '1/3', 4: '1'}
    """
    train = names_of(train)
    if cars is not None:
        if train:
            raise InputError("cars", "train and cars cannot be combined", "give one of the two")
        raise_faults(number_faults("cars", cars, least=1))
        train = tuple(str(number) for number in range(1, cars + 1))
    raise_faults(train_faults(train))
    from shunt.hump.engine.long_meeting import table_search

    limits = limits_or_default(limits, progress)
    search = table_search(as_yard(yard), len(train), rules, limits)
    began, upto, stopped_by = limits.seconds, 0, None

    def report(_: Ints, moves: int) -> bool:
        nonlocal upto
        upto = moves
        limits.progress("orders", moves, search.states)
        return False

    try:
        search.run(report)
    except (LimitReached, KeyboardInterrupt) as error:
        if not partly:
            raise
        stopped_by = stop_of(error)
        search.optima[search.optima > upto] = 0  # the search may have found only some of the longer orders
    known = tuple(search.optima.tolist())
    return BidTable(train, known, search.states, limits.seconds - began, upto if stopped_by else None, stopped_by)
