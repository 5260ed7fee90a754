"""Pulls and drops in a fan of sidings: the rules of `sidings` (Inglenook and similar puzzles), written to be read, not to be
fast.

Source: `docs/reference/metrics.md`, "Sidings". A headshunt leads over points to sidings that end at buffer stops. The locomotive
is always at the headshunt's far end, away from the points. Cars are coupled in their current order, and the order within a cut is
kept. The notation of moves and positions is in `notation.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from shunt.errors import CardError, Fault, IllegalMoveError, counted, raise_faults, suggest
from shunt.files.document import where_text
from shunt.rules.notation import NAME, NAME_RULE
from shunt.rules.objective import SIDINGS_METRICS, Metric, SidingsStep
from shunt.rules.ruleset import MoveMade
from shunt.sidings.rules.notation import (
    ANY,
    FREE,
    HEADSHUNT,
    Cars,
    SidingsMove,
    SidingsPosition,
    parse_tracks,
)

__all__ = [
    "ANY",
    "HEADSHUNT",
    "WAYS",
    "Cars",
    "Sidings",
    "SidingsGoal",
    "SidingsMove",
    "SidingsPosition",
    "Way",
]

Way = Literal["pulls", "legs"]
"""The kind of moves, which is also the metric that counts these moves."""
WAYS: tuple[Way, ...] = ("pulls", "legs")
RESERVED = (HEADSHUNT, "train", "locomotive")

SidingsMade = MoveMade[SidingsPosition, SidingsMove]
"""A move made under the rules of sidings."""


@dataclass(frozen=True)
class Sidings:
    """The rules of sidings in one yard.

    `headshunt` is the number of cars that the headshunt holds in addition to the locomotive, or 0 for any number. `capacities`
    maps each siding to the number of cars that it holds, in the order of the yard. `cars` lists the names of all cars. Members of
    an `interchangeable` group may replace each other in the goal.

    Yards whose sidings are in different orders are not equal, because positions list the cars of the sidings in this order.
    """

    headshunt: int
    capacities: Mapping[str, int] = field(hash=False)
    cars: Cars
    interchangeable: tuple[Cars, ...] = ()
    metric: Way = "pulls"
    order: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", tuple(self.capacities))
        raise_faults(self._problems(), CardError)

    # ------------------------------------------------------------------------------------------------------------ the yard

    @cached_property
    def seats(self) -> dict[str, int]:
        """The number of each siding, from 0."""
        return {name: seat for seat, name in enumerate(self.capacities)}

    @property
    def limit(self) -> int:
        """Return the number of cars that fit in the headshunt, or the total number of cars if it has no limit."""
        return self.headshunt or len(self.cars)

    def _problems(self) -> Iterator[Fault]:
        """Yield the faults of the yard itself."""
        if self.metric not in WAYS:
            yield Fault("options.metric", f"unknown metric {self.metric!r} for sidings", "pulls or legs")
        if self.headshunt < 0:
            yield Fault("headshunt", f"a headshunt cannot hold {counted(self.headshunt, 'cars')}", "1 or more, or 0 for no limit")
        if not self.capacities:
            yield Fault("sidings", "no sidings", "name at least one")
        for name, capacity in self.capacities.items():
            where = where_text(("sidings", name))
            if capacity < 1:
                yield Fault(where, f"a siding cannot hold {counted(capacity, 'cars')}", "1 or more")
            if name in RESERVED or not re.fullmatch(NAME, name):
                yield Fault(where, f"{name!r} cannot be a siding's name", f"{NAME_RULE}; not {', '.join(RESERVED)}")
        for car, times in Counter(self.cars).items():
            if not re.fullmatch(NAME, car):
                yield Fault("cars", f"{car!r} cannot be a car's name", NAME_RULE)
            if times > 1:
                yield Fault("cars", f"the car {car!r} is named twice")
        for car, times in Counter(car for group in self.interchangeable for car in group).items():
            if car not in self.cars:
                yield Fault("options.interchangeable", f"unknown car {car!r}")
            elif times > 1:
                yield Fault("options.interchangeable", f"the car {car!r} is named twice")

    def faults_of(self, position: SidingsPosition, where: str = "start") -> list[Fault]:
        """Return the faults of `position` in this yard, such as missing or duplicate cars, or too many cars on a track."""
        if not isinstance(position, SidingsPosition):
            return [Fault(where, f"{type(position).__name__} is not a position of sidings", "give a SidingsPosition")]
        if len(position.sidings) != len(self.capacities):
            return [Fault(where, f"{counted(len(position.sidings), 'sidings')}, but the yard has {len(self.capacities)}")]
        faults = []
        places = [HEADSHUNT, *(self.capacities if self.metric == "legs" and not position.headshunt else ())]
        if position.locomotive not in places:
            what = f"the locomotive cannot be in {position.locomotive!r}"
            faults.append(Fault(where, what, suggest(position.locomotive, places)))
        room = sum(self.capacities.values()) + self.limit
        if len(position.cars) > room:
            faults.append(Fault(where, f"{counted(len(position.cars), 'cars')}, but the whole yard holds {room}"))
        faults += self.misnamed(where, position.cars)
        faults += [Fault(where, f"the car {car!r} is missing") for car in self.cars if car not in position.cars]
        sidings = dict(zip(self.capacities, position.sidings, strict=True))
        sidings.pop(position.locomotive, None)  # it may be over-full until the locomotive leaves
        return faults + self.overfull(where, position.headshunt, sidings)

    def misnamed(self, where: str, cars: Cars, suggests: bool = False) -> Iterator[Fault]:
        """Yield a fault for each name that is not a car's, and for each car that is named twice."""
        for car, times in sorted(Counter(cars).items()):
            if car not in self.cars:
                yield Fault(where, f"unknown car {car!r}", suggest(car, self.cars) if suggests else "")
            elif times > 1:
                yield Fault(where, f"the car {car!r} is named twice", "each car must be in exactly one place")

    def overfull(self, where: str, headshunt: Cars, sidings: Mapping[str, Cars]) -> list[Fault]:
        """Return a fault for each track with more cars than it holds."""
        rows = [(HEADSHUNT, "the headshunt", headshunt, self.limit)]
        rows += [(name, f"siding {name}", cars, self.capacities[name]) for name, cars in sidings.items()]
        return [
            Fault(where_text((where, name)), f"{counted(len(cars), 'cars')}, but {track} holds {holds}")
            for name, track, cars, holds in rows
            if len(cars) > holds
        ]

    def kind(self, car: str) -> str:
        """Return the first car of the interchangeable group of `car`, or `car` itself if it is in no group."""
        return next((group[0] for group in self.interchangeable if car in group), car)

    def canonical(self, position: SidingsPosition) -> SidingsPosition:
        """Return `position` with the members of every interchangeable group sorted by place, beginning with the headshunt."""
        queues = {group[0]: iter(group) for group in self.interchangeable}
        names = iter([next(queues[kind]) if (kind := self.kind(car)) in queues else car for car in position.cars])
        headshunt = tuple(next(names) for _ in position.headshunt)
        return replace(
            position, headshunt=headshunt, sidings=tuple(tuple(next(names) for _ in cars) for cars in position.sidings)
        )

    def names(self, position: SidingsPosition) -> dict[str, str]:
        """Return a mapping from tracks to their cars, as in card files. Under `legs` it also gives the locomotive's
        place."""
        names = {track: " ".join(cars) for track, cars in self.tracks(position).items()}
        return names | ({"locomotive": position.locomotive} if self.metric == "legs" else {})

    def tracks(self, position: SidingsPosition) -> dict[str, Cars]:
        """Return a mapping from the headshunt and all sidings to their cars."""
        return dict(zip((HEADSHUNT, *self.capacities), (position.headshunt, *position.sidings), strict=True))

    def turntables(self, position: SidingsPosition) -> dict[str, int]:
        """Return an empty mapping, because sidings have no turntables."""
        return {}

    def describe_position(self, position: SidingsPosition) -> str:
        """Return a line that describes the position."""
        return " · ".join(f"{track}: {cars or '–'}" for track, cars in self.names(position).items())

    def is_met(self, goal: SidingsGoal, position: SidingsPosition) -> bool:
        """Return whether `position` meets the goal."""
        return goal.is_met(self, position)

    def describe_goal(self, goal: SidingsGoal) -> str:
        """Return a line that describes the goal."""
        return str(goal)

    # --------------------------------------------------------------------------------------------------------------- moves

    @property
    def ruleset(self) -> str:
        """The name of the ruleset."""
        return "sidings"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The cars. (The locomotive has no name.)"""
        return self.cars

    @property
    def metrics(self) -> Mapping[str, Metric]:
        """The metrics that a card may have, by name. `pulls` and `legs` have different moves."""
        return SIDINGS_METRICS

    def counts(self, start: SidingsPosition, moves: Iterable[SidingsMade]) -> dict[str, int]:
        """Return the cost of `moves`, played from `start`, in every metric that applies to them."""
        legs, brought = self.metric == "legs", None if start.locomotive != HEADSHUNT else 0
        counts = dict.fromkeys([self.metric, "couplings"], 0)
        for one in moves:
            step = SidingsStep(one.move, legs, brought)
            for name in counts:
                counts[name] += SIDINGS_METRICS[name].added(step)
            brought = one.move.count
        return counts

    def parse_move(self, text: str) -> SidingsMove:
        """Read a move, `1-3` or `2+3`; raise `NotationError`, which shows the expected form."""
        return SidingsMove.parse(text)

    def make(
        self, position: SidingsPosition, move: SidingsMove, number: int | None = None, before: SidingsMade | None = None
    ) -> SidingsMade:
        """Make a move; raise `IllegalMoveError`, which names the broken rule and the move's `number`."""
        if broken := self.broken_rule(position, move):
            raise IllegalMoveError(broken[0], f"{move}: {broken[1]}", number)
        after = self._moved(position, move)
        return MoveMade(move, None, after, self.names(after))

    def legal_moves(self, position: SidingsPosition) -> Iterator[SidingsMove]:
        """Return every legal move, siding by siding: pulls before drops, and fewer cars before more."""
        return (move for move, _ in self.moves(position))

    def count_legal_moves(self, position: SidingsPosition) -> int:
        """Return the number of legal moves."""
        return sum(1 for _ in self.moves(position))

    def moves(self, position: SidingsPosition) -> Iterator[tuple[SidingsMove, SidingsPosition]]:
        """Yield every legal move and the position after it, siding by siding, with pulls before drops and few cars
        before many."""
        for name, cars in zip(self.capacities, position.sidings, strict=True):
            for drops, most in ((False, len(cars)), (True, len(position.headshunt))):
                for count in range(most + 1):
                    move = SidingsMove(name, drops, count)
                    if self.broken_rule(position, move) is None:
                        yield move, self._moved(position, move)

    def successors(self, position: SidingsPosition) -> set[SidingsPosition]:
        """Return every position that one move can lead to."""
        return {self.canonical(after) for _, after in self.moves(position)}

    def broken_rule(self, position: SidingsPosition, move: SidingsMove) -> tuple[str, str] | None:
        """Return the name and a description of the rule that forbids `move` in `position`, or None if the move is legal."""
        name = move.siding
        if name not in self.seats:
            return "siding", f"unknown siding {name} ({suggest(name, self.capacities)})"
        in_headshunt, in_siding = len(position.headshunt), len(position.sidings[self.seats[name]])
        if self.metric == "legs":
            if broken := self._broken_leg(position, move):
                return broken
        elif move.count < 1:
            return "count", "a pull or a drop takes at least one car; light running is not counted"
        if move.drops:
            if move.count > in_headshunt:
                return "cars", f"the headshunt has {counted(in_headshunt, 'cars')}, not {move.count}"
            if self.metric == "pulls" and in_siding + move.count > self.capacities[name]:
                return "capacity", f"siding {name} holds {counted(self.capacities[name], 'cars')} and has {in_siding}"
        else:
            if move.count > in_siding:
                return "cars", f"siding {name} has {counted(in_siding, 'cars')}, not {move.count}"
            if in_headshunt + move.count > self.limit:
                return "headshunt", f"the headshunt holds {counted(self.limit, 'cars')} and has {in_headshunt}"
        return None

    def _broken_leg(self, position: SidingsPosition, move: SidingsMove) -> tuple[str, str] | None:
        """Return the fault of a move that only the metric `legs` can have."""
        name = move.siding
        if move.drops:
            if position.locomotive != HEADSHUNT:
                return "locomotive", f"the locomotive is in siding {position.locomotive} and must leave it first"
            if move.count != len(position.headshunt):
                return "whole train", f"the locomotive takes all {len(position.headshunt)} cars of the headshunt into the siding"
        elif position.locomotive != name:
            return "locomotive", f"the locomotive is not in siding {name}"
        elif len(position.sidings[self.seats[name]]) - move.count > self.capacities[name]:
            return "capacity", f"siding {name} holds {counted(self.capacities[name], 'cars')} once the locomotive has left"
        return None

    def _moved(self, position: SidingsPosition, move: SidingsMove) -> SidingsPosition:
        seat = self.seats[move.siding]
        train, standing = position.headshunt, position.sidings[seat]
        line = train + standing
        cut = len(train) + (-move.count if move.drops else move.count)
        sidings = (*position.sidings[:seat], line[cut:], *position.sidings[seat + 1 :])
        locomotive = move.siding if move.drops and self.metric == "legs" else HEADSHUNT
        return SidingsPosition(line[:cut], sidings, locomotive)


@dataclass(frozen=True)
class SidingsGoal:
    """The cars required on each track. `headshunt` and each value of `sidings` list cars; `?` stands for any car. A siding that
    is left out may hold any cars.

    If `train` is given instead, one siding must begin with these cars, in this order from the points. Any siding will do, and
    more cars may be behind them. The headshunt must be empty. Under `pulls`, the siding must be within its capacity: in an
    Inglenook 5-3-3, a train of five cars must therefore be in siding 1. Under `legs`, the locomotive must also be in that siding,
    which may then hold more cars than fit.

    A goal without `train` does not depend on the locomotive. Under `legs` it may be in a siding when the last car is in
    place.
    """

    sidings: Mapping[str, Cars] = field(default_factory=dict, hash=False)
    headshunt: Cars = ()
    train: Cars = ()

    @classmethod
    def parse(cls, text: str, sidings: Iterable[str]) -> SidingsGoal:
        """Read `12345/678`; raise `NotationError` for other text. Sidings left out or written `*` are free, and `?` stands for
        any car."""
        names = list(sidings)
        headshunt, tracks = parse_tracks(text, len(names))
        return cls({name: cars for name, cars in zip(names, tracks, strict=False) if cars != (FREE,)}, headshunt)

    def __str__(self) -> str:
        if self.train:
            return f"the locomotive with {' '.join(self.train)} in front of it in any siding"
        return " · ".join(f"{track}: {' '.join(cars) or '–'}" for track, cars in self.tracks.items())

    @property
    def tracks(self) -> dict[str, Cars]:
        """A mapping from the headshunt, and the sidings that are not left out, to their cars."""
        return {HEADSHUNT: self.headshunt, **self.sidings}

    @property
    def named(self) -> Cars:
        """The cars in the goal, in any order."""
        return tuple(car for track in (self.train, *self.tracks.values()) for car in track if car != ANY)

    def changed(self, change: Callable[[Cars], Cars]) -> SidingsGoal:
        """Return the goal with other cars on each track, and in the train."""
        sidings = {name: change(cars) for name, cars in self.sidings.items()}
        return SidingsGoal(sidings, change(self.headshunt), change(self.train))

    def is_met(self, rules: Sidings, position: SidingsPosition) -> bool:
        """Return whether `position` meets the goal."""
        standing = rules.tracks(position)
        if not self.train:
            return all(_fits(rules, cars, standing[track]) for track, cars in self.tracks.items())
        sidings = rules.capacities if rules.metric == "pulls" else rules.capacities.keys() & {position.locomotive}
        return not position.headshunt and any(_fits(rules, self.train, standing[name][: len(self.train)]) for name in sidings)

    def problems(self, rules: Sidings) -> list[Fault]:
        """Return the errors in the goal's text, checked against this yard. Whether the goal can be reached is not checked."""
        if self.train and (self.sidings or self.headshunt):
            return [Fault("goal", "a train and tracks are both given", "either `train`, or cars by siding")]
        faults = [*rules.misnamed("goal", self.named, suggests=True)]
        for name in self.sidings:
            if name not in rules.capacities:
                faults.append(Fault(where_text(("goal", name)), f"unknown siding {name!r}", suggest(name, rules.capacities)))
        known = {name: cars for name, cars in self.sidings.items() if name in rules.capacities}
        faults += rules.overfull("goal", self.headshunt, known)
        placed = len(self.headshunt) + sum(len(cars) for cars in self.sidings.values())
        free = [capacity for name, capacity in rules.capacities.items() if name not in self.sidings]
        room = placed + sum(free) + (rules.limit if free and rules.metric == "legs" else 0)
        if not self.train and not faults and not placed <= len(rules.cars) <= room:
            takes = str(placed) if placed == room else f"{placed} to {room}"
            faults.append(Fault("goal", f"has room for {counted(takes, 'cars')}, but there are {len(rules.cars)}"))
        room = max(rules.capacities.values()) + (rules.limit if rules.metric == "legs" else 0)
        if len(self.train) > room:
            faults.append(Fault("goal.train", f"{counted(len(self.train), 'cars')}, but no siding can take more than {room}"))
        return faults


def _fits(rules: Sidings, wanted: Cars, standing: Cars) -> bool:
    return len(wanted) == len(standing) and all(
        want == ANY or rules.kind(want) == rules.kind(car) for want, car in zip(wanted, standing, strict=True)
    )
