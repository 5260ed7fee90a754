"""The measures of a new card besides its rating: its look, and the mechanics that its solution uses.

The look is the impression of a card on a person who does not yet know how hard it is. A start is easy to take in if cars are next
to each other or at the end of a track. A goal is easy to remember if it is tidy too, if cars change places among themselves, if
the locomotive returns or may end anywhere, and if every piece in the goal has to move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from shunt.cards.card import Card, Goal, RouteCard
from shunt.generator.spec import MECHANICS
from shunt.rules.ruleset import MoveMade
from shunt.rules.switcher import Run
from shunt.sidings.cards.card import SidingsCard
from shunt.track.plan import End, Plan

PARTS = {"tidy-start": 0.30, "tidy-goal": 0.30, "exchange": 0.20, "home": 0.10, "economy": 0.10}
"""The parts of the score, and their weights."""


def look(card: Card, goal: Goal | None = None) -> float:
    """Return the look of a card, from 0 to 1, rounded to four places. A card of trains may be given another `goal`."""
    if isinstance(card, SidingsCard):
        return _look_of_sidings(card)
    assert isinstance(card, RouteCard)
    return round(sum(PARTS[name] * value for name, value in look_parts(card, goal or card.goal).items()), 4)


def _look_of_sidings(card: SidingsCard) -> float:
    """Return a look that consists of one half for an empty headshunt, and one half for neighbours in the goal whose names follow
    each other."""
    from shunt.sidings.rules.referee import ANY

    tracks = [card.goal.train, card.goal.headshunt, *card.goal.sidings.values()]
    pairs = [pair for cars in tracks for pair in pairwise(cars) if ANY not in pair]
    order = {car: number for number, car in enumerate(sorted(card.rules.cars, key=lambda car: (len(car), car)))}
    return round(0.5 * (not card.start.headshunt) + 0.5 * _share(order[b] == order[a] + 1 for a, b in pairs), 4)


def look_parts(card: RouteCard, goal: Goal) -> dict[str, float]:
    """Return every part of the score with this goal, from 0 to 1."""
    at_start = card.roster.at(card.start)
    cars = card.roster.cars
    wanted = {name: space for name, space in goal.places.items() if name in cars}
    locomotives = [name for name in card.roster.locomotives if name in goal.places]
    engines = [goal.places[name] for name in locomotives]
    starts = set(at_start.values())
    ends = [*goal.settled(card.roster), *(name for train in goal.trains for name in train.named)]
    named, moved = [name for name in dict.fromkeys(ends) if name in cars], moving(card, goal)
    return {
        "tidy-start": tidiness(card.plan, [at_start[name] for name in cars], starts, card.broken),
        "tidy-goal": tidiness(card.plan, list(wanted.values()), {*wanted.values(), *engines}, card.broken),
        "exchange": _share(space in starts for space in wanted.values()),
        "home": _share(at_start[name] == goal.places[name] for name in locomotives) if locomotives else 1.0,
        "economy": _share(name in moved for name in named),
    }


def moving(card: RouteCard, goal: Goal) -> set[str]:
    """Return the pieces that are not yet where `goal` wants them."""
    at = card.roster.at(card.start)
    moved = {name for name, spaces in goal.settled(card.roster).items() if at[name] not in spaces}
    apart = [train for train in goal.trains if not card.rules.is_met(Goal({}, trains=(train,)), card.start)]
    return moved.union(*(train.named for train in apart))


def tidiness(plan: Plan, spaces: Iterable[str], taken: Collection[str], broken: Collection[str] = ()) -> float:
    """Return the share of `spaces` that are at the end of a track or next to an occupied one."""
    near = ([{*plan.neighbours(End(space, end))}.difference(broken) for end in (0, 1)] for space in spaces)
    return _share(any(not one or one.intersection(taken) for one in ends) for ends in near)


def _share(values: Iterable[bool]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 1.0


# --------------------------------------------------------------------------------------------------------------------
# Mechanics


def mechanics(card: Card, steps: Sequence[MoveMade]) -> tuple[str, ...]:
    """Return the mechanics that a player must know for a solution, in the order of `MECHANICS`. For sidings, this is only
    `sidings`."""
    if isinstance(card, SidingsCard):
        return ("sidings",)
    assert isinstance(card, RouteCard)
    runs = [step.run for step in steps if step.run is not None]
    turns = _turns(card, steps)
    on_bridge = any(card.plan.on_bridges & {*run.path, *run.head_path} for run in runs)
    used = {
        "push": any(run.pushes for run in runs),
        "couple": any(run.couples for run in runs),
        "turn": turns,
        "run-round": not turns and _touches_both_ways(card, runs),
        "turntable": on_bridge or any(step.run is None for step in steps),
        "two-locomotives": len({run.locomotive for run in runs}) > 1,
        "broken": bool(card.broken),
        "closed": bool(card.rules.access.partly),
    }
    return tuple(name for name in MECHANICS if used[name])


def _touches_both_ways(card: RouteCard, runs: Sequence[Run]) -> bool:
    """Return whether a locomotive has handled some car with its rear and with its front."""
    touched = {(run.locomotive, car, "rear") for run in runs for car in run.couples}
    for run in runs:
        side = "front" if run.direction == "forward" else "rear"
        touched.update((run.locomotive, car, side) for car in run.pushes)
    handled = {(name, car) for name, car, side in touched if side == "front" and car in card.roster.cars}
    return any((name, car, "rear") in touched for name, car in handled)


def _turns(card: RouteCard, steps: Sequence[MoveMade]) -> bool:
    """Return whether a locomotive passes some space in one direction and later in the other."""
    if not card.rules.has_headings:
        return False
    faced: set[tuple[str, End]] = set()
    turntables = card.start.turntables
    for step in steps:
        if step.run is not None:
            faced.update((step.run.locomotive, end) for end in _faced(card, step.run, turntables))
        turntables = tuple(step.turntables[table.name] for table in card.plan.turntables)
    return any((name, end.opposite) in faced for name, end in faced)


def _faced(card: RouteCard, run: Run, turntables: tuple[int, ...]) -> Iterator[End]:
    """Yield the ends that the locomotive faces along its path."""
    joins = card.plan.joins(turntables)
    for space, following in pairwise(run.path):
        found = [(end, other) for end in (0, 1) for other in joins.get(End(space, end), ()) if other.space == following]
        if len(found) == 1:
            leaving, entered = End(space, found[0][0]), found[0][1]
            yield leaving if run.direction == "forward" else leaving.opposite
            yield entered.opposite if run.direction == "forward" else entered
