"""The mechanics of the game that a solution uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from shunt.cards.card import RouteCard
from shunt.generator.forge.spec import MECHANICS
from shunt.rules.ruleset import MoveMade
from shunt.rules.switcher import Run
from shunt.track.plan import End


def mechanics(card: RouteCard, steps: Sequence[MoveMade]) -> tuple[str, ...]:
    """Return the mechanics that a solution uses, in the order of `MECHANICS`."""
    runs = [step.run for step in steps if step.run is not None]
    bridges = {space for table in card.plan.turntables for space in table.bridge}
    used = set()
    if any(run.pushes for run in runs):
        used.add("push")
    if any(run.couples for run in runs):
        used.add("couple")
    if _turns(card, steps):
        used.add("turn")
    elif _touches_both_ways(card, runs):
        used.add("run-round")
    if any(bridges & {*run.path, *run.head_path} for run in runs) or any(step.run is None for step in steps):
        used.add("turntable")
    if len({run.locomotive for run in runs}) > 1:
        used.add("two-locomotives")
    if card.broken:
        used.add("broken")
    return tuple(name for name in MECHANICS if name in used)


def _touches_both_ways(card: RouteCard, runs: Sequence[Run]) -> bool:
    """Return whether a locomotive has handled some car with its rear and with its front."""
    touched: set[tuple[str, str, str]] = set()
    for run in runs:
        touched.update((run.locomotive, car, "rear") for car in run.couples)
        side = "front" if run.direction == "forward" else "rear"
        touched.update((run.locomotive, car, side) for car in run.pushes)
    return any(
        (name, car, "rear") in touched and (name, car, "front") in touched
        for name in card.roster.locomotives
        for car in card.roster.cars
    )


def _turns(card: RouteCard, steps: Sequence[MoveMade]) -> bool:
    """Return whether a locomotive passes some space facing one end and later the other."""
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
