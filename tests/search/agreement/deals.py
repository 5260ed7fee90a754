"""Random cards on shipped boards, many to a goal, so that one table of the whole board holds the optimum of all of them."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from shunt.cards.card import Goal, RouteCard
from shunt.cards.files import load_card
from shunt.errors import CardError
from shunt.rules.position import Position, Roster
from shunt.rules.switcher import Switcher
from shunt.rules.train_rules import TrainRules
from shunt.search.core.limits import Limits
from shunt.search.tablebase.reader import Tablebase
from shunt.tablebases.builder import build
from shunt.track.layout_file import load_layout
from tests.rules.random_cards import card_of, goal_by_place, goal_of, position_of, stretched

COLOURS = ("red", "green", "yellow", "blue", "black")
LONG_RUNS = 8  # spaces put into joins of a board whose runs are long


@dataclass(frozen=True)
class Deal:
    """What the cards of one kind have in common.

    `broken`: how many spaces are broken. `alike`: how many of the cars may stand for each other. `runs`: spaces put into some
    joins of the board, so that the search shortens them again. `all_in_goal`: whether the goal names every piece; `by_place`:
    whether it names places, and any of several pieces.
    """

    board: str
    locomotives: int = 1
    cars: int = 2
    ruleset: str = "switcher"
    broken: int = 0
    alike: int = 0
    drags: bool = False
    all_in_goal: bool = False
    runs: int = 0
    by_place: bool = False

    def card(self, random: Random) -> RouteCard:
        """Draw a card that a file could hold: its goal asks for no more pieces than there are."""
        while True:
            with suppress(CardError):
                card = load_card(self._drawn(random).to_dict())
                assert isinstance(card, RouteCard)
                return card

    def _drawn(self, random: Random) -> RouteCard:
        """Draw a board, pieces, what is broken, a start and a goal."""
        plan, cars = load_layout(self.board).plan, COLOURS[: self.cars]
        if self.runs:
            plan = stretched(plan, self.runs, random)
        roster = Roster(("A", "B")[: self.locomotives], cars, (cars[: self.alike],) if self.alike else ())
        broken = frozenset(random.sample(plan.spaces, self.broken))
        train_rules = replace(TrainRules.for_ruleset(self.ruleset), drags_coupled=self.drags)
        rules = Switcher(plan, roster, broken, train_rules)
        start, end = (drawn(random, rules) for _ in range(2))
        goal = goal_of(random, roster, end)
        if self.all_in_goal:
            goal = Goal(roster.at(end), goal.headings)
        if self.by_place:
            goal = goal_by_place(random, rules, end)
        return card_of(rules, start, goal, self.board)

    def batch(self, random: Random, count: int, folder: Path) -> Iterator[tuple[RouteCard, int | None]]:
        """Draw `count` cards of one board and goal; yield each with its optimum, None if it has no solution.

        The table is left in `folder`, under a name that `solve` finds there.
        """
        card = self.card(random)
        path = folder / "whole.table"
        build(card, path, Limits(memory="1T"), threads=1)
        table = Tablebase.open(path)
        table.verify()
        for _ in range(count):
            start = drawn(random, card.rules)
            yield replace(card, start=start), table.distance(start)


def drawn(random: Random, rules: Switcher) -> Position:
    """Draw a position."""
    while (found := position_of(random, rules)) is None:
        continue
    return found


DEALS = (
    Deal("fan-10", cars=3, alike=2),
    Deal("fan-10", cars=3, ruleset="railway"),
    Deal("fan-10", cars=3, ruleset="railway", by_place=True),
    Deal("scissors-12", cars=3),
    Deal("loop-12", cars=3, ruleset="railway", broken=1),
    Deal("loop-12", 2, 1, drags=True),
    Deal("loop-12", 2, 2),
    Deal("balloon-12", 2, 2, ruleset="railway"),
    Deal("balloon-12", cars=2, all_in_goal=True),
    Deal("roundhouse-14", 1, 2, broken=1),
    Deal("roundhouse-14", 2, 1, all_in_goal=True),
    Deal("timesaver", cars=2, ruleset="railway", all_in_goal=True),
    Deal("wye-18", cars=2, all_in_goal=True),
    Deal("wye-18", cars=3, alike=3),
    Deal("wye-18", cars=3, alike=2, by_place=True),
    Deal("wye-18", 2, 1, by_place=True),
    Deal("wye-18", 2, 1, drags=True),
    Deal("wye-18", 2, 1, ruleset="railway", broken=2),
    Deal("turntable-19", cars=2),
    Deal("turntable-19", 2, 1, all_in_goal=True),
    Deal("turntable-19", cars=2, ruleset="railway", alike=2),
    Deal("alphabet-26", cars=2, all_in_goal=True),
    Deal("alphabet-26", 2, 1),
    Deal("alphabet-26", cars=2, ruleset="railway", broken=2),
    Deal("turntable-19", cars=2, by_place=True),
    Deal("loop-12", cars=1, runs=LONG_RUNS),
    Deal("loop-12", cars=1, runs=LONG_RUNS, by_place=True),
    Deal("wye-18", cars=1, runs=LONG_RUNS, ruleset="railway"),
)
LARGE = (
    Deal("turntable-19", cars=3),
    Deal("wye-18", 2, 2, all_in_goal=True),
    Deal("roundhouse-14", 2, 2, alike=2),
    Deal("alphabet-26", cars=3, all_in_goal=True),
)
"""Deals whose cards take long: only campaigns have them."""
