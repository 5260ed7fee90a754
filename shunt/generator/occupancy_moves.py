"""The moves of every occupancy of a small card at once, without kernels: NumPy rolls the trains of all occupancies together.

Which moves are possible depends on which spaces cars stand on and not on which car is which. An *occupancy* says where
locomotives are and how they face, which spaces cars stand on, and how turntables are turned. A move leads to another one and
brings the cars there in some order.

Within a move, a train is where its *chain* is: the ends through which its pieces leave their spaces, tail first. At one setting
of the turntables a board has few chains, and whether a train may roll to the next one depends only on whether some spaces are
taken. So chains are listed once, and the trains of all occupancies roll from chain to chain in step. A train that meets a piece
becomes one piece longer and rolls again.

Moves are in the order in which kernels write them (`search/trains/move_kernels.py`), as simulated walks depend on it: locomotive
by locomotive, forward before backward, few coupled pieces before many; then trains that have met a piece, then those that have
met two, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, pairwise
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from shunt.rules.motion import Train
from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import Limits
from shunt.search.trains.tables import settings_from
from shunt.track.plan import End, Joins
from shunt.track.turntable import after_move

Ints = NDArray[np.int64]
Branches = list[tuple[int, ...]]
AT_ONCE = 1 << 13  # occupancies whose trains roll together
MOST_SPACES = 62  # of a board, as a set of spaces is the bits of a number


class OccupancyMoves(NamedTuple):
    """Moves from an occupancy to another, the target; `ranks` has the ranks of the cars' spaces there, in one number.

    Cars are in the order of their spaces before the move.
    """

    occupancy: Ints
    target: Ints
    ranks: Ints


# --------------------------------------------------------------------------------------------------------------------
# Occupancies


class CardOccupancies:
    """All occupancies of a card, numbered by arithmetic; some numbers have two pieces on one space, or on
    spaces that exclude each other, and no moves.

    A number has, the most significant first, the setting of the turntables, how locomotives face, where each is, and which of the
    sets of spaces the cars take.
    """

    def __init__(self, rules: Switcher, start: Position) -> None:
        self.rules, self.settings = rules, settings_from(rules, start.turntables)
        self.engines, self.cars = len(rules.roster.locomotives), len(rules.roster.cars)
        closed = rules.access.wholly | rules.plan.no_stop
        self._spaces = np.array([number for number, space in enumerate(rules.plan.spaces) if space not in closed], np.int64)
        self._facings = 2**self.engines if rules.has_headings else 1
        self._place = np.full(len(rules.plan.spaces), -1)
        self._place[self._spaces] = np.arange(len(self._spaces))
        sets = comb(len(self._spaces), self.cars)
        self._shape = (len(self.settings.positions), self._facings, *[len(self._spaces)] * self.engines, sets)

    def __len__(self) -> int:
        return prod(self._shape)

    @cached_property
    def _sets(self) -> Ints:
        """Return the sets of places that cars take, by number; the places of each rise."""
        sets = sorted(one[::-1] for one in combinations(range(len(self._spaces)), self.cars))
        return np.array(sets, np.int64).reshape(len(sets), self.cars)[:, ::-1]

    @cached_property
    def _steps(self) -> list[Ints]:
        """Return what a car adds to the number of a set by its place, for each number of cars that are before it."""
        places = range(len(self._spaces))
        return [np.array([comb(place, before + 1) for place in places], np.int64) for before in range(self.cars)]

    @property
    def digits(self) -> Ints:
        """Return what the rank of each car counts in the number of an order."""
        return np.array([self.cars**car for car in range(self.cars)], np.int64)

    def unpacked(self, numbers: Ints) -> tuple[Ints, Ints, Ints]:
        """Return the spaces of the pieces of each occupancy, how its locomotives face, and its setting."""
        setting, facing, *engines, cars = np.unravel_index(numbers, self._shape)
        places = np.column_stack([*engines, self._sets[cars]])
        return self._spaces[places], facing[:, None] >> np.arange(self.engines) & 1, setting

    def numbers_of(self, spaces: Ints, headings: Ints, setting: int | Ints) -> tuple[Ints, Ints]:
        """Return the numbers of occupancies, and the ranks of the spaces of their cars, in one number each."""
        places = self._place[spaces]
        facing = (headings << np.arange(self.engines)).sum(axis=1) % self._facings
        order = places[:, self.engines :].argsort(axis=1)
        rising = np.take_along_axis(places[:, self.engines :], order, axis=1)
        cars = sum((step[place] for step, place in zip(self._steps, rising.T, strict=True)), np.zeros(len(spaces), np.int64))
        at = np.broadcast_to(setting, len(spaces))
        numbers = np.ravel_multi_index((at, facing, *places[:, : self.engines].T, cars), self._shape)
        return numbers, order.argsort(axis=1) @ self.digits

    def moves(self, limits: Limits) -> OccupancyMoves:
        """Return the moves of all occupancies, in rising order of their numbers."""
        found, each = [], prod(self._shape[1:])
        for setting in range(len(self.settings.positions)):
            chains = chains_of(self.rules, self.settings.positions[setting])
            for first in range(0, each, AT_ONCE):
                numbers = np.arange(first, min(first + AT_ONCE, each)) + setting * each
                found.append(RollingTrains(self, setting, chains, numbers).moves())
                limits.allow_states(0)
                limits.progress("graph", int(numbers[-1]) + 1, len(self))
        return OccupancyMoves(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


# --------------------------------------------------------------------------------------------------------------------
# Chains


class Chains:
    """The chains of joined ends at one setting, of one length.

    `ends` (chains, length): numbers of ends, 2 × space + end. `entered` (chains, branches): the space that the head may enter;
    `rolled`: the chain after that, −1 where the train is in its own way; `met`: the longer chain if a piece is met there.
    `behind`: the space of a piece that may be coupled at the tail, and `coupled`: the longer chain. Missing branches are −1.
    `nearest`: the order of chains by what is nearest to the head.
    """

    def __init__(
        self, length: int, chains: list[tuple[End, ...]], longer: list[tuple[End, ...]], rules: Switcher, joins: Joins
    ) -> None:
        place = {space: number for number, space in enumerate(rules.plan.spaces)}
        number, number_longer = ({chain: index for index, chain in enumerate(some)} for some in (chains, longer))
        ends = [[2 * place[end.space] + end.end for end in chain] for chain in chains]
        self.ends = np.array(ends, np.int64).reshape(-1, length)
        self.nearest = np.lexsort(self.ends.T).argsort()
        self.may_stop = np.array([rules.plan.no_stop.isdisjoint(end.space for end in chain) for chain in chains])
        ahead, behind = list[Branches](), list[Branches]()
        for chain in chains:
            ahead.append([])
            staying = {end.space for end in chain[1:]}
            for entered in joins.get(chain[-1], ()):
                if (space := entered.space) not in rules.access.wholly:
                    is_own = space in staying or (length == 1 and space == chain[0].space)
                    rolled = -1 if is_own or staying & rules.plan.partners(space) else number[*chain[1:], entered.opposite]
                    ahead[-1].append((place[space], rolled, number_longer.get((*chain, entered.opposite), -1)))
            nearer = [(other, number_longer.get((other, *chain))) for other in joins.get(chain[0].opposite, ())]
            behind.append([(place[other.space], longer) for other, longer in nearer if longer is not None])
        self.entered, self.rolled, self.met = _columns(ahead, 3)
        self.behind, self.coupled = _columns(behind, 2)


def _columns(rows: list[Branches], width: int) -> Iterator[Ints]:
    """Return arrays (rows, longest row) of the first, second … numbers in lists of tuples, padded with −1."""
    longest = max(map(len, rows), default=0)
    padded = np.array([row + [(-1,) * width] * (longest - len(row)) for row in rows], np.int64)
    return iter(np.moveaxis(padded.reshape(len(rows), longest, width), 2, 0))


def chains_of(rules: Switcher, setting: tuple[int, ...]) -> list[Chains]:
    """Return the chains at a setting that no piece of a train leaves for a broken space, of 1, 2 … pieces."""
    joins = rules.plan.joins(setting)
    chains: list[list[tuple[End, ...]]] = [
        [(End(space, end),) for space in rules.plan.spaces if space not in rules.access.wholly for end in (0, 1)]
    ]
    for _ in rules.roster.pieces:
        chains.append([])
        for chain in chains[-2]:
            around = {end.space for end in chain} | rules.access.wholly
            chains[-1] += [(*chain, other.opposite) for other in joins.get(chain[-1], ()) if other.space not in around]
    chains[-1] = []  # longer than all pieces together
    return [Chains(length, *some, rules, joins) for length, some in enumerate(pairwise(chains), 1)]


# --------------------------------------------------------------------------------------------------------------------
# Trains


class Trains(NamedTuple):
    """Trains of one length in several occupancies that are about to roll.

    `rank` says in which order; `pieces` (trains, length) are seats, tail first, and `ahead` says which of them face the head. A
    train begins at one chain or at several: `begins` has the number of a train for each of `chains`.
    """

    rank: Ints
    occupancy: Ints
    pieces: Ints
    ahead: Ints
    begins: Ints
    chains: Ints

    def only(self, kept: Ints) -> Trains:
        """Return some trains; each begins at one chain."""
        rank, occupancy, pieces, ahead, _, chains = (field[kept] for field in self)
        return Trains(rank, occupancy, pieces, ahead, np.arange(len(rank)), chains)


class RollingTrains:
    """What trains do in some occupancies at one setting of the turntables."""

    def __init__(self, occupancies: CardOccupancies, setting: int, chains: list[Chains], numbers: Ints) -> None:
        self.occupancies, self.rules, self.chains = occupancies, occupancies.rules, chains
        self.setting = occupancies.settings.positions[setting]
        place = {space: number for number, space in enumerate(self.rules.plan.spaces)}
        partners = [sum(1 << place[other] for other in self.rules.plan.partners(space)) for space in place]
        self.partners = np.array(partners, np.int64)
        spaces, headings, _ = occupancies.unpacked(numbers)
        rising = np.sort(spaces, axis=1)
        together = np.bitwise_or.reduce(self.partners[spaces], axis=1) & (1 << spaces).sum(axis=1)
        valid = (rising[:, 1:] != rising[:, :-1]).all(axis=1) & (together == 0)
        self.numbers, self.spaces, self.headings = numbers[valid], spaces[valid], headings[valid]
        self.taken = (1 << self.spaces).sum(axis=1)

    def moves(self) -> OccupancyMoves:
        """Return the moves, each once, those of an occupancy together."""
        trains, found = _ranked(list(self._ready())), list[tuple[Ints, ...]]()
        while trains:
            moves, longer = [], []
            for some in trains:
                chains = self.chains[some.pieces.shape[1] - 1]
                others = self.taken[some.occupancy] - (1 << self.spaces[some.occupancy[:, None], some.pieces]).sum(axis=1)
                (train, at), contacts = rolled(chains, others, some, self.partners)
                stops = chains.may_stop[at]
                moves.append((some.rank[train[stops]], *self._stopped(some, train[stops], chains.ends[at[stops]])))
                longer.append(self._longer(some, *contacts))
            rank, *rest = (np.concatenate(parts) for parts in zip(*moves, strict=True))
            order = rank.argsort(kind="stable")
            found.append(tuple(part[order] for part in rest))
            trains = _ranked(longer)
        found += self._turned_by_hand()
        return self._each_once(*(np.concatenate(parts) for parts in zip(*found, strict=True)))

    def _ready(self) -> Iterator[Trains]:
        """Yield the trains that stand ready, with no pieces coupled, one, two …"""
        rules, rows = self.rules, np.arange(len(self.spaces))
        single = np.full(2 * len(rules.plan.spaces), -1)
        single[self.chains[0].ends[:, 0]] = np.arange(len(self.chains[0].ends))
        for seat in range(self.occupancies.engines):
            for direction in (0, 1):
                facing = self.headings[:, seat] if rules.has_headings else np.zeros_like(rows)
                chains = single[2 * self.spaces[:, seat] + (facing ^ direction)]
                rank = np.broadcast_to(np.array([seat, direction, 0, 0]), (len(rows), 4))
                train = Trains(rank, rows, np.full((len(rows), 1), seat), np.full((len(rows), 1), direction == 0), rows, chains)
                yield train
                is_dragged = direction and not rules.couples_both_ways
                while train.pieces.shape[1] < len(self.chains) and (not is_dragged or rules.drags_coupled):
                    train = self._coupled(train)
                    yield train.only(self._are_dragged(train)) if is_dragged else train

    def _coupled(self, trains: Trains) -> Trains:
        """Return the trains with one piece more coupled at the tail, for each branch on which one is."""
        chains = self.chains[trains.pieces.shape[1] - 1]
        behind = chains.behind[trains.chains]
        train, branch = np.nonzero((behind >= 0) & (self.taken[trains.occupancy][:, None] >> np.maximum(behind, 0) & 1 == 1))
        chain = chains.coupled[trains.chains[train], branch]
        longer = self.chains[trains.pieces.shape[1]]
        seat, ahead = self._met(trains.occupancy[train], longer.ends[chain, 0])
        pieces, faces = np.column_stack([seat, trains.pieces[train]]), np.column_stack([ahead, trains.ahead[train]])
        rank = trains.rank[train].copy()
        rank[:, 2], rank[:, 3] = pieces.shape[1], longer.nearest[chain]
        return Trains(rank, trains.occupancy[train], pieces, faces, np.arange(len(train)), chain)

    def _met(self, occupancy: Ints, ends: Ints) -> tuple[Ints, Ints]:
        """Return the seats of the pieces that a train finds at ends of spaces, and whether each is a locomotive that faces it."""
        seat = (self.spaces[occupancy] == (ends >> 1)[:, None]).argmax(axis=1)
        engines = self.occupancies.engines
        heading = self.headings[occupancy, np.minimum(seat, engines - 1)]
        return seat, (seat < engines) & (heading == ends & 1) & self.rules.has_headings

    def _are_dragged(self, trains: Trains) -> Ints:
        """Return the trains whose pieces other locomotives have coupled, as a locomotive that backs up couples nothing itself."""
        names = np.array(self.rules.roster.pieces)
        kinds, kind = np.unique(np.hstack([trains.pieces, trains.ahead]), axis=0, return_inverse=True)
        length = trains.pieces.shape[1]
        dragged = [self.rules.is_dragged(Train(tuple(names[one[:length]]), (), tuple(one[length:] == 1))) for one in kinds]
        return np.flatnonzero(np.array(dragged, bool)[kind.reshape(-1)])

    def _longer(self, trains: Trains, train: Ints, chain: Ints) -> Trains:
        """Return the trains that have met a piece; those with the same new head roll together."""
        if trains.pieces.shape[1] == len(self.chains):
            return trains.only(train)
        ends = self.chains[trains.pieces.shape[1]].ends[chain, -1]
        seat, ahead = self._met(trains.occupancy[train], ends)
        key = (train * len(self.rules.roster.pieces) + seat) * 2 + ahead
        _, first, begins = np.unique(key, return_index=True, return_inverse=True)
        before = train[first]
        pieces = np.column_stack([trains.pieces[before], seat[first]])
        faces = np.column_stack([trains.ahead[before], ahead[first]])
        rank = np.column_stack([trains.rank[before], first])
        return Trains(rank, trains.occupancy[before], pieces, faces, begins, chain)

    def _stopped(self, trains: Trains, train: Ints, ends: Ints) -> tuple[Ints, Ints, Ints]:
        """Return the occupancies, what they become when these trains stop, and the ranks of the cars there."""
        occupancy, row = trains.occupancy[train], np.arange(len(train))
        spaces, headings = self.spaces[occupancy], self.headings[occupancy]
        for place, seats in enumerate(trains.pieces[train].T):
            spaces[row, seats] = ends[:, place] >> 1
            engines = np.flatnonzero(seats < self.occupancies.engines)
            behind = 1 - trains.ahead[train[engines], place]
            headings[engines, seats[engines]] = ends[engines, place] & 1 ^ behind
        setting = self.occupancies.settings.number[after_move(self.rules.plan.turntables, self.setting)]
        return occupancy, *self.occupancies.numbers_of(spaces, headings, setting)

    def _turned_by_hand(self) -> Iterator[tuple[Ints, Ints, Ints]]:
        tables = self.rules.plan.turntables
        for index, table in enumerate(tables):
            if table.rotation == "manual":
                setting = self.occupancies.settings.number[after_move(tables, self.setting, index)]
                yield np.arange(len(self.spaces)), *self.occupancies.numbers_of(self.spaces, self.headings, setting)

    def _each_once(self, occupancy: Ints, target: Ints, ranks: Ints) -> OccupancyMoves:
        """Return moves sorted by occupancy, without those that come twice or change nothing."""
        order = occupancy.argsort(kind="stable")
        number, target, ranks = self.numbers[occupancy[order]], target[order], ranks[order]
        cars = self.occupancies.cars
        key = (occupancy[order] * len(self.occupancies) + target) * cars**cars + ranks
        kept = np.sort(np.unique(key, return_index=True)[1])
        kept = kept[(target[kept] != number[kept]) | (ranks[kept] != np.arange(cars) @ self.occupancies.digits)]
        return OccupancyMoves(number[kept], target[kept], ranks[kept])


def _ranked(trains: list[Trains]) -> list[Trains]:
    """Return trains whose rank is one number, in the order of the columns that it had."""
    trains = [some for some in trains if len(some.rank)]
    if not trains:
        return []
    ranks = np.concatenate([some.rank for some in trains])
    places = np.lexsort(ranks.T[::-1]).argsort()
    ends = np.cumsum([len(some.rank) for some in trains])
    return [some._replace(rank=rank) for some, rank in zip(trains, np.split(places, ends[:-1]), strict=True)]


def rolled(chains: Chains, others: Ints, trains: Trains, partners: Ints) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
    """Roll trains as far as they can, breadth first; `others` are the spaces of pieces that are in none of them.

    Return the trains and the chains that they come to, and the trains and the longer chains at each contact, in the order in
    which they are found.
    """
    count = len(chains.ends)
    train, chain = trains.begins, trains.chains
    come, begun = np.zeros(len(others) * count, bool), np.zeros(len(others) * count, bool)
    begun[train * count + chain] = True
    found, contacts = [np.zeros(0, np.int64)], [(train[:0], chain[:0])]
    while len(train):
        entered, onward = chains.entered[chain], chains.rolled[chain]
        space, taken = np.maximum(entered, 0), others[train][:, None]
        met = (entered >= 0) & (taken >> space & 1 == 1)
        free = (onward >= 0) & ~met & (taken & partners[space] == 0)
        row, branch = np.nonzero(met)
        contacts.append((train[row], chains.met[chain[row], branch]))
        row, branch = np.nonzero(free)
        places = train[row] * count + onward[row, branch]
        places = places[~come[places]]
        places = places[np.sort(np.unique(places, return_index=True)[1])]
        come[places] = True
        found.append(places)
        places = places[~begun[places]]
        begun[places] = True
        train, chain = np.divmod(places, count)
    meetings = tuple(np.concatenate(parts) for parts in zip(*contacts, strict=True))
    return np.divmod(np.concatenate(found), count), (meetings[0], meetings[1])
