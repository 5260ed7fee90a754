"""Inglenook 5-3-3: the whole table of distances, one start at a time, and both against Fast Downward."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from statistics import median

from benchmarks.commands import command
from benchmarks.measuring import CannotRunError, Figure, Plan, benchmark, seconds_of
from benchmarks.planners import SEARCHES, Planner, driver
from shunt.cards.files import load_card
from shunt.search.solve import solve
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.rules.notation import parse_position
from shunt.sidings.search.graph import sidings_problem
from shunt.sidings.search.table import build_table

BAR = 50
AGAINST_PLANNER = 5  # starts; the planner takes seconds for each
PLANNER_LIMIT = 60.0


def starts(card: SidingsCard, count: int, seed: int = 1979) -> Iterator[SidingsCard]:
    """The card with its eight cars in random order on sidings 1 and 2."""
    chance = random.Random(seed)
    for _ in range(count):
        cars = "".join(chance.sample("12345678", 8))
        yield replace(card, start=parse_position(f"{cars[:5]}/{cars[5:]}/", card.rules.capacities))


@benchmark("inglenook", "Inglenook Sidings 5-3-3")
def inglenook(plan: Plan) -> Iterator[Figure]:
    """The table of all 2,136,960 states in process and as a command, 200 random starts, and some of them by the planner."""
    card = load_card("inglenook-533")
    assert isinstance(card, SidingsCard)
    problem = sidings_problem(card.rules, card.goal)
    assert sum(build_table(problem).levels) == 2_136_960
    built = [seconds_of(lambda: build_table(problem)) for _ in range(3 if plan.quick else 9)]
    took = median(built)
    yield Figure("inglenook/table", "whole table, in process", took, "s", bar="≤ 0.3 s", holds=took <= 0.3, samples=tuple(built))
    command("inglenook", "--json")
    told = [seconds_of(lambda: command("inglenook", "--json")) for _ in range(3 if plan.quick else 7)]
    took = median(told)
    yield Figure(
        "inglenook/command", "whole table, as a command", took, "s", bar="≤ 1.5 s", holds=took <= 1.5, samples=tuple(told)
    )
    cards = list(starts(card, 20 if plan.quick else 200))
    solve(cards[0])
    solved = [seconds_of(partial(solve, one)) for one in cards]
    took = median(solved)
    title = f"one start to its optimum, {len(cards)} at random"
    yield Figure("inglenook/start", f"{title}: median", took, "s", bar="≤ 0.02 s", holds=took <= 0.02, samples=tuple(solved))
    yield Figure("inglenook/slowest start", f"{title}: slowest", max(solved), "s")
    try:
        found = driver()
    except CannotRunError as error:
        plan.say(f"the planner is left out: needs {error}")
        return
    ratios = []
    for one, ours in list(zip(cards, solved, strict=True))[: 1 if plan.quick else AGAINST_PLANNER]:
        with tempfile.TemporaryDirectory() as folder:
            judge = Planner(found, one, folder)
            answers = {name: judge.search(name, plan.planner_limit or PLANNER_LIMIT) for name in SEARCHES}
        optimum = solve(one).optimum
        assert all(answer.cost in (None, optimum) for answer in answers.values())
        ratios.append(min(answer.seconds for answer in answers.values()) / ours)
        plan.say(", ".join(f"{name} {answer.seconds:.2f} s" for name, answer in answers.items()) + f"; ours {ours:.4f} s")
    yield Figure(
        "inglenook/against Fast Downward",
        f"{len(ratios)} of these starts: times faster than the best of {', '.join(SEARCHES)}, median",
        median(ratios),
        "×",
        "higher",
        f"≥ {BAR} ×",
        median(ratios) >= BAR,
    )
