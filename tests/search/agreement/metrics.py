"""Optima in other metrics: a second implementation settles every position of a board, and goals are drawn among them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from shunt.cards.card import Goal, RouteCard
from shunt.rules.objective import KERNEL_METRICS
from shunt.rules.position import Position
from tests.rules.random_cards import goal_by_place, goal_of
from tests.rules.second_metrics import Second, State
from tests.search.agreement.answers import Optimum
from tests.search.agreement.deals import Deal, drawn

MOST = 60_000  # states of a board, with what a metric remembers

DEALS = (
    Deal("fan-10", cars=2, alike=2),
    Deal("scissors-12", cars=1, all_in_goal=True),
    Deal("scissors-12", cars=2, ruleset="railway"),
    Deal("loop-12", cars=1, broken=1),
    Deal("balloon-12", cars=1, ruleset="railway"),
    Deal("balloon-12", 2, 0, coupled="drag"),
    Deal("roundhouse-14", cars=1),
    Deal("timesaver", cars=1, all_in_goal=True),
    Deal("wye-18", cars=1),
    Deal("scissors-12", cars=2, ruleset="railway", by_place=True),
    Deal("turntable-19", cars=1),
)


def metrics_of(random: Random) -> tuple[str, ...]:
    """Draw a metric, or a list of two."""
    return tuple(random.sample(KERNEL_METRICS, 1 if random.random() < 0.6 else 2))


def batch(deal: Deal, random: Random, count: int) -> Iterator[tuple[RouteCard, Optimum]]:
    """Draw `count` cards of one board, start and metric; yield each with its optimum."""
    card = replace(deal.card(random), metric=metrics_of(random))
    second = Second(card)
    settled = dict[State, tuple[int, ...]]()
    for total, state in second.settled(card.metric, MOST):
        settled.setdefault(state, total)
    reached = list(settled)
    for _ in range(count):
        goal = _goal(deal, card, random, random.choice(reached))
        asked = replace(card, goal=goal)
        judge = Second(asked)
        yield asked, min((total for state, total in settled.items() if judge.solved(state)), default=None)


def _goal(deal: Deal, card: RouteCard, random: Random, state: State) -> Goal:
    """Draw a goal: places of a position that can be reached, or now and then of one that perhaps cannot."""
    if random.random() < 0.2:
        end = drawn(random, card.plan, card.roster, card.broken, card.rules.has_headings)
    else:
        end = Position(state.places, state.fronts if card.rules.has_headings else (), state.turned)
    if deal.by_place:
        return goal_by_place(random, card.plan, card.roster, card.broken, end)
    goal = goal_of(random, card.roster, end)
    return Goal(dict(zip(card.roster.pieces, end.places, strict=True)), goal.headings) if deal.all_in_goal else goal
