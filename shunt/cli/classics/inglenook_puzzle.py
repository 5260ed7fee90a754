"""The puzzle that the options of `shunt inglenook` describe: a typed or random start, a typed, random or orderly goal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shunt.cards.card import SidingsCard
    from shunt.errors import Fault
    from shunt.rules.sidings import Cars, Sidings, SidingsGoal, SidingsPosition

RANDOM = "random"
"""The train whose cars are drawn."""

NUMBERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Request:
    """The options as given; `seed` is chosen by the program where something is drawn and no seed is given."""

    start: str | None
    random: bool
    seed: int | None
    cars: str | None
    build: str | None
    goal: str | None
    metric: str
    yard: str
    headshunt: int
    table: str | None
    plot: str | None
    file: str | None
    replace: bool

    @property
    def draws_train(self) -> bool:
        """Whether the cars of the train are drawn."""
        return self.build == RANDOM

    @property
    def is_drawn(self) -> bool:
        """Whether anything is drawn."""
        return self.random or self.draws_train

    @property
    def is_one_start(self) -> bool:
        """Whether one start is solved; otherwise all of them are counted."""
        return self.start is not None or self.random


def _yard_cars(request: Request, capacities: list[int]) -> Cars:
    """The cars where no start names them: those of `--cars`, or 1, 2, … for all sidings but the last."""
    from shunt.errors import Fault, InputError
    from shunt.rules.sidings_notation import parse_cars

    if request.cars is not None:
        return parse_cars(request.cars)
    count = sum(capacities[:-1]) or capacities[0]
    if count > len(NUMBERS):
        raise InputError(Fault("--cars", f"{count} cars have no names of one letter each", 'name them: --cars "a1 a2 …"'))
    return tuple(NUMBERS[:count])


def _fill(cars: Cars, capacities: list[int]) -> tuple[Cars, ...]:
    """The cars set out in this order, siding by siding."""
    tracks, seat = [], 0
    for capacity in capacities:
        tracks.append(cars[seat : seat + capacity])
        seat += capacity
    return tuple(tracks)


def card_of(request: Request) -> SidingsCard:
    """The puzzle that the options describe; raises `InputError` with every fault."""
    from shunt.cards.card import SidingsCard
    from shunt.errors import Fault, InputError
    from shunt.rules.sidings import Sidings
    from shunt.rules.sidings_notation import parse_yard

    with _faults_of("--yard"):
        yard = parse_yard(request.yard)
    _refuse_contradictions(request)
    named = "--cars" if request.start is None else "START"
    with _faults_of(named):
        start = _start(request, yard)
    distinct = tuple(dict.fromkeys(start.cars))
    if not distinct:
        raise InputError(Fault(named, "no cars", "name at least one, such as 57218/346"))
    with _faults_of(named):
        rules = Sidings(request.headshunt, yard, distinct, metric="legs" if request.metric == "legs" else "pulls")
    faults = [_typed(fault, named) for fault in rules.faults_of(start)]
    option = "--train" if request.build is not None else "--goal"
    try:
        with _faults_of(option):
            goal = _goal(request, rules)
    except InputError as error:
        raise InputError([*faults, *error.faults]) from None
    if faults := faults + [_typed(fault, option) for fault in goal.problems(rules)]:
        raise InputError(faults)
    name = Path(request.file).stem if request.file else "inglenook"
    title = {"title": "Inglenook"} | ({"seed": request.seed} if request.is_drawn else {})
    return SidingsCard(name=name, rules=rules, start=start, goal=goal, about=title)


def _refuse_contradictions(request: Request) -> None:
    """A START leaves nothing to name or to draw but the train, and only one start can be saved."""
    from shunt.errors import Fault, InputError

    faults = []
    if request.start is not None:
        seeded = request.seed is not None and not request.draws_train
        asked = {"--random": request.random, "--seed": seeded, "--cars": request.cars is not None}
        what = "START gives the cars and their places already"
        faults = [Fault(option, what, f"leave out START or {option}") for option, given in asked.items() if given]
    elif request.seed is not None and not request.is_drawn:
        faults = [Fault("--seed", "nothing is random here", "add --random or --train random")]
    if request.file is not None and not request.is_one_start:
        faults.append(Fault("--output", "the whole table has no single start to save", "give START or --random"))
    if request.replace and request.file is None:
        faults.append(Fault("--replace", "no file is written", "name it: -o FILE"))
    if request.build is not None and request.goal is not None:
        faults.append(Fault("--goal", "--train gives a goal already", "leave out one of the two"))
    if faults:
        raise InputError(faults)


def _start(request: Request, yard: Mapping[str, int]) -> SidingsPosition:
    """The position that is typed or drawn, or every car in its place."""
    from shunt.errors import Fault, InputError
    from shunt.rules.sidings import SidingsPosition
    from shunt.rules.sidings_notation import parse_position

    if request.start is not None:
        return parse_position(request.start, yard)
    capacities = list(yard.values())
    cars = list(_yard_cars(request, capacities))
    if request.random:
        Random(request.seed).shuffle(cars)
    if len(cars) > (room := sum(capacities)):
        raise InputError(Fault("--cars", f"{len(cars)} cars, but the sidings hold {room}", "fewer cars, or a larger --yard"))
    return SidingsPosition((), _fill(tuple(cars), capacities))


def _goal(request: Request, rules: Sidings) -> SidingsGoal:
    from shunt.errors import Fault, InputError
    from shunt.rules.sidings import SidingsGoal
    from shunt.rules.sidings_notation import in_order, parse_cars

    if request.draws_train:
        return SidingsGoal(train=_drawn_train(request, rules))
    if request.build is not None:
        if not (train := parse_cars(request.build)):
            raise InputError(Fault("--train", "the train is empty", 'name its cars, such as --train "1 2 3 4 5"'))
        return SidingsGoal(train=train)
    if request.goal is not None:
        return SidingsGoal.parse(request.goal, rules.capacities)
    capacities = list(rules.capacities.values())
    if len(rules.cars) > (room := sum(capacities)):
        what = f"{len(rules.cars)} cars cannot be set out in order: the sidings hold {room}"
        raise InputError(Fault("--goal", what, "give --goal or --train, or a larger --yard"))
    return SidingsGoal(dict(zip(rules.capacities, _fill(in_order(rules.cars), capacities), strict=True)))


def _drawn_train(request: Request, rules: Sidings) -> Cars:
    """Return cars drawn for a train that fills the longest siding, or of all cars where these are fewer."""
    length = min(max(rules.capacities.values()), len(rules.cars))
    return tuple(Random(f"train {request.seed}").sample(rules.cars, length))


@contextmanager
def _faults_of(option: str) -> Iterator[None]:
    """Report faults from below as faults of what was typed."""
    from shunt.errors import InputError

    try:
        yield
    except InputError as error:
        raise InputError(_typed(fault, option) for fault in error.faults) from None


def _typed(fault: Fault, option: str) -> Fault:
    """A fault placed as in a card's file (`start.1`, `goal.train`), as a fault of what was typed: `START, siding 1`."""
    from shunt.files.document import parse_where

    if fault.where.startswith("-") or fault.where == "START":
        return fault
    keys = [str(key) for key in parse_where(fault.where)] or ["cars"]
    if keys[0] in ("headshunt", "sidings"):
        option = "--headshunt" if keys[0] == "headshunt" else "--yard"
    track = ""
    if keys[1:] and keys[1] != "train":
        track = ", headshunt" if keys[1] == "headshunt" else f", siding {keys[1]}"
    what = re.sub(r"(?<=, but )(the headshunt|siding \S+)(?= holds)", "it", fault.what) if track else fault.what
    return replace(fault, where=option + track, what=what)
