"""A perfect index of all arrangements: a numbering of the positions from 0 to slots − 1, in both directions.

The effect of a move depends on which spaces are occupied, not on which car is which. An arrangement is therefore split into an
*occupancy* (the setting, the locomotives with their headings, and the set of spaces that hold cars) and a *permutation* (the
order of the cars on these spaces); number = occupancy · permutations + permutation. All permutations of an occupancy have the
same moves, which are computed once: a move takes permutation w to `action[order, w]`, where `order` says how the move reorders
the spaces.

Spaces that are no-stop or closed to all pieces are left out of the numbering. If a space is closed to some pieces, some numbers
have no position. If it is closed to some cars and not to others, moves depend on which car is which, and there is no index.
Members of an interchangeable group are one kind of car, so there are fewer permutations. Of interchangeable locomotives, only
canonical arrangements are used.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np

from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.core.arrays import LARGEST, WORD, Ints, Ints32, States, numbers_of
from shunt.search.trains.codec import Codec, legal_spaces

MOST_ACTIONS = 1 << 24
MOST_AS_BITS = 120  # permutations that two words of sixty bits hold
MOST_SEXTETS = 1 << 12  # sextets of all orders: 4 MB, which stay near the processor


class Index(NamedTuple):
    """The data that kernels need to number arrangements.

    Shapes: N spaces, n legal ones, c cars. `legal` (N): the number of a space among the legal ones, or −1; `space` (n): the
    inverse. `choose[a, b]`: binomials. `sets`: the number of sets of c spaces beside the locomotives. `factorials` (c + 1).
    `action` (c!, permutations): the permutation to which a new order of the occupied spaces (by lexicographic rank) takes a
    permutation. `sextets` (c!, ⌈permutations / 6⌉, 64, 2): the permutations to which it takes any of six neighbouring
    permutations, both as bits; empty if there are more than `MOST_AS_BITS` permutations. `mask_low`, `mask_high`: the bits of a
    row's permutations in its two words.
    """

    legal: Ints
    space: Ints
    choose: Ints
    factorials: Ints
    cars: int
    permutations: int
    sets: int
    occupancies: int
    action: Ints32
    sextets: Ints
    mask_low: int
    mask_high: int


@dataclass(frozen=True)
class Arrangements:
    """The perfect index of one puzzle for Python code: positions to numbers and back."""

    codec: Codec
    index: Index
    words: tuple[tuple[int, ...], ...]

    @property
    def slots(self) -> int:
        """Return the number of slots."""
        return self.index.occupancies * self.index.permutations

    @classmethod
    def of(cls, codec: Codec) -> Arrangements:
        """Number the arrangements of a puzzle; raise `OverflowError` if there are too many cars for a table of actions."""
        rules = codec.rules
        cars, locomotives = len(rules.roster.cars), len(rules.roster.locomotives)
        spaces = rules.plan.spaces
        legal = legal_spaces(rules)
        words, action, sextets = _permutations(_kinds(rules))
        numbers = np.full(len(spaces), -1, np.int64)
        numbers[legal] = np.arange(len(legal))
        sets = comb(max(0, len(legal) - locomotives), cars)
        index = Index(
            legal=numbers,
            space=np.array(legal, np.int64),
            choose=np.array([[min(comb(a, b), LARGEST) for b in range(cars + 2)] for a in range(len(legal) + 1)], np.int64),
            factorials=np.array([factorial(count) for count in range(cars + 1)], np.int64),
            cars=cars,
            permutations=len(words),
            sets=sets,
            occupancies=occupancies_of(codec),
            action=action,
            sextets=sextets,
            mask_low=-1 if len(words) >= WORD else (1 << len(words)) - 1,
            mask_high=(1 << min(len(words), MOST_AS_BITS) - WORD) - 1 if len(words) > WORD else 0,
        )
        return cls(codec, index, words)

    def number(self, position: Position) -> int:
        """Return the number of a position."""
        return self.number_of(self.codec.pack(position))

    def number_of(self, state: int) -> int:
        """Return the number of a packed state, in which interchangeable pieces are in rising order of slot."""
        codec, slots = self.codec, self.codec.slots_in(state)
        locomotives = len(codec.rules.roster.locomotives)
        at = [int(self.index.legal[slot >> codec.has_heading(seat)]) for seat, slot in enumerate(slots)]
        occupancy = state >> codec.setting_shift
        for seat in range(locomotives):
            occupancy = occupancy * (len(self.index.space) - seat) + at[seat] - sum(other < at[seat] for other in at[:seat])
            occupancy = occupancy * codec.sides + slots[seat] % codec.sides
        standing = sorted(zip(at[locomotives:], _kinds(codec.rules), strict=True))
        beside = [place - sum(other < place for other in at[:locomotives]) for place, _ in standing]
        occupancy = occupancy * self.index.sets + sum(comb(place, order + 1) for order, place in enumerate(beside))
        return occupancy * self.index.permutations + bisect_left(self.words, tuple(kind for _, kind in standing))

    def numbers_of(self, states: States) -> list[int]:
        """Return the numbers of packed states."""
        return [self.number_of(state) for state in numbers_of(states)]

    def position(self, number: int) -> Position:
        """Return the position with this number (canonical under interchangeable pieces)."""
        codec, index = self.codec, self.index
        occupancy, permutation = divmod(int(number), index.permutations)
        occupancy, chosen = divmod(occupancy, index.sets)
        engines, free = list[tuple[int, int]](), [int(space) for space in index.space]
        for seat in reversed(range(len(codec.rules.roster.locomotives))):
            occupancy, heading = divmod(occupancy, codec.sides)
            occupancy, place = divmod(occupancy, len(free) - seat)
            engines.append((place, heading))
        slots = [free.pop(place) * codec.sides + heading for place, heading in reversed(engines)]
        spaces: list[int] = []
        for order in reversed(range(index.cars)):
            place = max(place for place in range(len(free)) if comb(place, order + 1) <= chosen)
            chosen -= comb(place, order + 1)
            spaces.insert(0, free[place])
        kinds = _kinds(codec.rules)
        seats = sorted(range(len(kinds)), key=kinds.__getitem__)
        cars = dict(zip(seats, (space for _, space in sorted(zip(self.words[permutation], spaces, strict=True))), strict=True))
        slots += [cars[seat] for seat in range(len(kinds))]
        state = occupancy << codec.setting_shift
        return codec.unpack(state | sum(slot << shift for slot, shift in zip(slots, codec.shift, strict=True)))


def occupancies_of(codec: Codec) -> int:
    """Return the number of occupancies in the index of a puzzle (a Python int, because it may exceed any memory)."""
    return occupancies_for(codec.rules, len(codec.settings.positions), len(codec.rules.roster.cars))


def occupancies_for(rules: Switcher, settings: int, cars: int) -> int:
    """Return the number of occupancies of an index of the locomotives and `cars` cars."""
    legal, locomotives = len(legal_spaces(rules)), len(rules.roster.locomotives)
    placements = prod(range(legal - locomotives + 1, legal + 1)) * (2**locomotives if rules.has_headings else 1)
    return settings * placements * comb(max(0, legal - locomotives), cars)


def permutations_of(codec: Codec) -> int:
    """Return the number of permutations of the cars, counting interchangeable ones once."""
    kinds = _kinds(codec.rules)
    return factorial(len(kinds)) // prod(factorial(kinds.count(kind)) for kind in set(kinds))


def can_index(codec: Codec) -> bool:
    """Return whether the puzzle can be indexed: moves must not depend on which car is which, the table of actions must have a
    reasonable size, and every occupancy must have a number that fits into a word."""
    actions = factorial(len(codec.rules.roster.cars)) * permutations_of(codec)
    return not codec.rules.access.telling_cars_apart and actions <= MOST_ACTIONS and occupancies_of(codec) <= LARGEST


def why_no_index(codec: Codec) -> str:
    """Return in words why a puzzle has no index."""
    if spaces := " ".join(codec.rules.access.telling_cars_apart):
        return f"a space is closed to some cars and open to others ({spaces}), and an index or its rows cannot tell cars apart"
    return f"{len(codec.rules.roster.cars)} cars stand in too many orders or places for an index or its rows"


def _kinds(rules: Switcher) -> tuple[int, ...]:
    """Return the kind of every car. Interchangeable cars have the number of the first car in their group."""
    cars = rules.roster.cars
    return tuple(min(cars.index(other) for other in rules.roster.alike(name) if other in cars) for name in cars)


@lru_cache(maxsize=8)
def _permutations(kinds: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], Ints32, Ints]:
    """Return the permutations (orders of kinds, sorted) and the tables of actions on them."""
    if factorial(len(kinds)) ** 2 // prod(factorial(kinds.count(kind)) for kind in set(kinds)) > MOST_ACTIONS:
        raise OverflowError(f"{len(kinds)} cars have too many orders for a table")
    words = tuple(sorted(set(permutations(kinds))))
    table = np.array(words, np.int64)
    weights = (max(kinds, default=0) + 1) ** np.arange(len(kinds))[::-1]
    codes = table @ weights
    action = np.empty((factorial(len(kinds)), len(words)), np.int32)
    for rank, order in enumerate(permutations(range(len(kinds)))):
        action[rank] = np.searchsorted(codes, table[:, list(order)] @ weights)
    return words, action, _sextets(action)


def _sextets(action: Ints32) -> Ints:
    """Return the permutations to which each order takes any of six neighbouring permutations, both as bits; see `Index`."""
    orders, permutations = action.shape
    count = -(-permutations // 6)
    if permutations > MOST_AS_BITS or orders * count > MOST_SEXTETS:
        return np.zeros((0, 0, 64, 2), np.int64)
    padded = np.zeros((orders, 6 * count), np.int64)
    padded[:, :permutations] = action
    sextets = np.zeros((orders, count, 64, 2), np.uint64)
    for bit in range(6):
        to = padded[:, bit::6]
        for word in range(2):
            set_bit = np.where(to >> 6 == word, np.uint64(1) << (to & 63).astype(np.uint64), np.uint64(0))
            sextets[:, :, 1 << bit : 2 << bit, word] = sextets[:, :, : 1 << bit, word] | set_bit[:, :, None]
    return sextets.view(np.int64)
