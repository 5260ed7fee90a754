"""A path that a search in a metric has found, as moves that the referee has counted."""

from __future__ import annotations

from dataclasses import replace

from shunt.cards.card import RouteCard
from shunt.rules.metrics import Tally
from shunt.rules.moves import Move, TrainMove, TurntableStep
from shunt.rules.position import Position
from shunt.rules.referee import describe, replay, resolve
from shunt.rules.ruleset import MoveMade
from shunt.rules.switcher import Run, Switcher
from shunt.search.metrics.plan import MetricPlan


def counted(card: RouteCard, plan: MetricPlan, path: list[int], counts: tuple[int, ...]) -> tuple[MoveMade, ...]:
    """Return the moves along `path`, each replayed by the referee, which must count what the search has found."""
    moves: list[Move] = []
    position = card.start
    for how in cheapest_runs(card.rules, plan, card.start, path):
        moves.append(TurntableStep(how) if isinstance(how, str) else written(card.rules, position, how))
        position = next(replay(card.rules, position, [moves[-1]])).position
    made = tuple(replay(card.rules, card.start, moves))
    found = card.rules.counts(card.start, made)
    if not card.is_solved(position) or tuple(found[name] for name in plan.order) != counts:
        raise AssertionError(f"the solution of {card.name} counts {found}, and the search found {counts} of {plan.order}")
    return made


def written(rules: Switcher, here: Position, run: Run) -> TrainMove:
    """`run` in the shortest notation that replays to it: to its outcome, on its own way."""
    whole = TrainMove(run.locomotive, run.path[0], run.path[-1], run.couples, None, run.passes, True)
    own = next(twin for twin in resolve(rules, here, whole) if (twin.path, twin.pushes) == (run.path, run.pushes))
    short = describe(rules, here, own)
    read = resolve(rules, here, short)
    if len(read) == 1 and (read[0].path, read[0].passes, read[0].pushes) == (own.path, own.passes, own.pushes):
        return short
    return replace(whole, direction=own.direction)


def cheapest_runs(rules: Switcher, plan: MetricPlan, start: Position, places: list[int]) -> list[Run | str]:
    """The cheapest moves that lead through `places` (packed states without memory), as the referee counts them.

    Runs are those of the rules that tell a locomotive's ends apart; the referee follows memories and positions of its own,
    whatever the kernels remembered.
    """
    weights = plan.memory.weight.tolist()
    begun = Tally.begin(rules, start)
    ways: dict[Tally, tuple[int, Tally, list[Run | str]]] = {begun: (0, begun, [])}
    for state in places[1:]:
        wanted = _seen(rules, plan.codec.unpack(state))
        reached: dict[Tally, tuple[int, Tally, list[Run | str]]] = {}
        for _, tally, runs in ways.values():
            for how, told in tally.outcomes():
                if _seen(rules, told.position) == wanted:
                    total = sum(weight * count for weight, count in zip(weights, told.counts, strict=True))
                    memory = replace(told, counts=begun.counts)
                    if memory not in reached or total < reached[memory][0]:
                        reached[memory] = (total, told, [*runs, how])
        ways = reached
    return min(ways.values(), key=lambda way: way[0])[2]


def _seen(rules: Switcher, position: Position) -> Position:
    """A position as the rules of the card see it: without headings where they have none, members of a group alike."""
    return rules.roster.canonical(position if rules.has_headings else replace(position, headings=()))
