"""A second implementation of `pulls` and `legs`, written from the text of the rules and of docs/reference/metrics.md alone."""

import heapq
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from shunt.sidings.cards.card import SidingsCard
from tests.rules.second_metrics import TooLarge, plus, summands


class Yard(NamedTuple):
    """Cars on the headshunt from the locomotive to the points, and in each siding from the points to the buffer stop.

    `inside` is the number of the siding that the locomotive is in, with everything of its train; -1 = on the headshunt.
    """

    headshunt: tuple[str, ...]
    sidings: tuple[tuple[str, ...], ...]
    inside: int = -1


class SecondSidings:
    """The rules of one card, and its answers."""

    def __init__(self, card: SidingsCard) -> None:
        self.card = card
        self.names = list(card.rules.capacities)
        self.room = list(card.rules.capacities.values())
        self.limit = card.rules.headshunt or len(card.rules.cars)
        self.legs = card.rules.metric == "legs"
        self.kind = {car: min(group) for group in card.rules.interchangeable for car in group}

    def start(self) -> Yard:
        """The start of the card."""
        start = self.card.start
        inside = self.names.index(start.locomotive) if start.locomotive in self.names else -1
        return Yard(tuple(start.headshunt), tuple(tuple(cars) for cars in start.sidings), inside)

    def moves(self, yard: Yard) -> Iterator[Yard]:
        """What every move makes of the yard."""
        if self.legs:
            yield from self.runs(yard)
            return
        for number, cars in enumerate(yard.sidings):
            for cut in range(1, len(cars) + 1):
                if len(yard.headshunt) + cut <= self.limit:
                    yield self.with_siding(yard, number, cars[cut:], yard.headshunt + cars[:cut])
            for cut in range(1, len(yard.headshunt) + 1):
                if len(cars) + cut <= self.room[number]:
                    yield self.with_siding(yard, number, yard.headshunt[-cut:] + cars, yard.headshunt[:-cut])

    def runs(self, yard: Yard) -> Iterator[Yard]:
        """One run of the locomotive: into a siding with its whole train, or out of it with any number of cars."""
        if yard.inside < 0:
            for number, cars in enumerate(yard.sidings):
                yield self.with_siding(yard, number, yard.headshunt + cars, (), number)
            return
        cars = yard.sidings[yard.inside]
        for cut in range(min(len(cars), self.limit) + 1):
            if len(cars) - cut <= self.room[yard.inside]:
                yield self.with_siding(yard, yard.inside, cars[cut:], cars[:cut])

    @staticmethod
    def with_siding(yard: Yard, number: int, cars: tuple[str, ...], headshunt: tuple[str, ...], inside: int = -1) -> Yard:
        """The yard with other cars in one siding and on the headshunt."""
        return Yard(headshunt, (*yard.sidings[:number], cars, *yard.sidings[number + 1 :]), inside)

    def solved(self, yard: Yard) -> bool:
        """Whether the goal is met: by sidings (and the headshunt), or by a train next to the locomotive in a siding."""
        goal = self.card.goal
        if goal.train:
            if self.legs:
                return yard.inside >= 0 and self.fits(yard.sidings[yard.inside][: len(goal.train)], goal.train)
            return not yard.headshunt and any(self.fits(cars[: len(goal.train)], goal.train) for cars in yard.sidings)
        if not self.fits(yard.headshunt, goal.headshunt):
            return False
        return all(self.fits(yard.sidings[self.names.index(name)], cars) for name, cars in goal.sidings.items())

    def fits(self, cars: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
        """Whether these are the cars that are wanted, or their equals; `?` is any."""
        alike = (
            want == "?" or self.kind.get(car, car) == self.kind.get(want, want) for car, want in zip(cars, wanted, strict=False)
        )
        return len(cars) == len(wanted) and all(alike)

    def shortest(self, most: int) -> tuple[int | None, int]:
        """The optimum, and how many lists of moves reach the goal in it; None and 0 if unsolvable. May raise `TooLarge`."""
        level = Counter({self.start(): 1})
        seen, moves = set(level), 0
        while level:
            solved = [ways for yard, ways in level.items() if self.solved(yard)]
            if solved:
                return moves, sum(solved)
            further = Counter()
            for yard, ways in level.items():
                for after in self.moves(yard):
                    if after not in seen:
                        further[after] += ways
            level, moves = further, moves + 1
            seen |= set(level)
            if len(seen) > most:
                raise TooLarge
        return None, 0

    def cheapest(self, metric: tuple[str, ...], most: int) -> tuple[int, ...] | None:
        """The least totals of sums of metrics, the first counting most; None if unsolvable. May raise `TooLarge`.

        A run out of a siding picks up or leaves behind a cut unless it takes just the cars that were brought in.
        """
        terms = [summands(term) for term in metric]
        begun = (self.start(), 0)
        todo, done, number = [((0,) * len(terms), 0, begun)], set[tuple[Yard, int]](), 0
        while todo:
            total, _, (yard, brought) = heapq.heappop(todo)
            if (yard, brought) in done:
                continue
            done.add((yard, brought))
            if self.solved(yard):
                return total
            if len(done) > most:
                raise TooLarge
            for after in self.moves(yard):
                number += 1
                leaves = after.inside < 0
                cut = leaves and len(after.headshunt) != brought if self.legs else True
                counts = {"legs" if self.legs else "pulls": 1, "couplings": int(cut)}
                heapq.heappush(todo, (plus(total, terms, counts), number, (after, 0 if leaves else len(yard.headshunt))))
        return None
