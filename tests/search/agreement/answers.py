"""Every way to ask for an answer, and what is wrong with each, given the optimum."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shunt.cards.card import RouteCard
from shunt.cards.solution import Solution
from shunt.cards.stop import StopKind
from shunt.search.core.limits import Limits, Sizes
from shunt.search.methods import beam
from shunt.search.solve import solve, task_class
from shunt.search.trains import sharing
from tests.rules.second_metrics import one_move_away, plus, summands

MEMORY = 1 << 34
Optimum = tuple[int, ...] | None  # in every metric of the card; None if it has no solution


SMALL = Sizes(first_beam=100, beam_share=8)
"""Beams are run after a few states."""
SHARED = replace(SMALL, large_level=500, large_beam_level=100, part=100)
"""So they are, and small levels are shared among threads."""


@contextmanager
def running_on(threads: int = 0, large: bool = False) -> Iterator[None]:
    """Have searches use so many threads (0: one a core); `large`: shorten boards as if they were large."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (sharing, beam) if threads else ():
            patch.setattr(module, "core_count", lambda: threads)
        if large:
            patch.setattr("shunt.search.solve.LARGE_BOARD", 10)
        yield


def faults_of(card: RouteCard, answer: Solution, optimum: Optimum) -> Iterator[str]:
    """Yield what is wrong with an answer."""
    first = optimum[0] if optimum is not None else None
    if answer.status in ("optimal", "solved"):
        counted = answer.optima or answer.totals
        if optimum is None or counted < optimum:
            yield f"{answer.status} in {counted}, but the optimum is {optimum}"
        illegal = list(_illegal_moves(card, answer))
        yield from illegal
        if not illegal and counted != answer.metric.totals(answer.counts):
            yield f"{counted} is not what its moves count: {dict(answer.counts)}"
    elif answer.moves:
        yield f"{answer.status} with moves"
    if answer.status == "optimal" and answer.optima != optimum:
        yield f"the optimum is {optimum}, not {answer.optima}"
    if answer.status == "unsolvable" and optimum is not None:
        yield f"it is unsolvable, but the optimum is {optimum}"
    if first is not None and answer.lower_bound > first:
        yield f"the lower bound of {answer.lower_bound} is above the optimum of {first}"
    if not implies(fact := answer.as_json()["evidence"]["lower_bound"], answer):
        yield f"its evidence does not imply it: {fact}"
    if answer.is_proven == (answer.stopped is not None):
        yield f"{answer.status}, stopped by {answer.stopped}"


def implies(fact: Mapping[str, Any], answer: Solution) -> bool:
    """Return whether what an answer claims follows from its evidence as JSON, with 0 and no solution as the ends of the scale."""
    least, shown = implied(fact), answer.optima or (answer.lower_bound,)
    if answer.status == "unsolvable":
        return least is None
    if fact["kind"] in ("costs", "moves") and fact["under"] is not None and least == shown[0]:
        return shown <= tuple(fact["under"][: len(shown)])
    return least is None or least >= shown[0]


def implied(fact: Mapping[str, Any]) -> int | None:
    """Return what every solution counts at least, given a fact; None if there is none. Written without the program."""
    match fact["kind"]:
        case "nothing":
            return 0
        case "levels":
            bounds = [fact["under"], None if fact["ended"] else fact["start"] + fact["goal"] + 1]
            return min((bound for bound in bounds if bound is not None), default=None)
        case "costs":
            return None if fact["under"] is None else int(fact["under"][0])
        case "bounds" | "orders":
            return None if fact["under"] is None else int(fact["under"])
        case "tablebase":
            return None if fact["distance"] is None else int(fact["distance"])
        case "moves":
            if fact["under"] is None:
                return implied(fact["moves"])
            least = {fact["unit"]: implied(fact["moves"]), "couplings": fact["couplings"]}
            terms = [summands(term) for term in fact["terms"]]
            assert fact["under"] == plus((0,) * len(terms), terms, least)
            return int(fact["under"][0])
        case "shortened":
            bounds = [implied(fact["small"]), None if fact["most"] is None else fact["most"] + 1]
            return min((bound for bound in bounds if bound is not None), default=None)
    raise AssertionError(f"evidence of an unknown kind: {fact}")


def _illegal_moves(card: RouteCard, answer: Solution) -> Iterator[str]:
    """Yield what the second referee does not allow."""
    rules, positions = card.rules, [card.start, *(made.position for made in answer.moves)]
    for number, (before, after) in enumerate(pairwise(map(rules.roster.canonical, positions)), 1):
        if after not in one_move_away(rules, before):
            yield f"move {number} is illegal: {answer.guide[number - 1]}"
    if not card.is_solved(positions[-1]):
        yield "the moves do not lead to the goal"


def proofs(card: RouteCard, optimum: Optimum, folder: Path | None = None, large: bool = False) -> Iterator[tuple[str, str]]:
    """Prove a card by every method that fits; yield how, and what is wrong ("" for nothing). `folder`: of its tablebase."""
    with running_on(large=large):
        fitting = [method for method in task_class(card).methods if method not in ("guide", "orders", "tablebase")]
        for method in (None, *fitting, *(["tablebase"] if folder else [])):
            tables = str(folder) if method == "tablebase" else None
            answer = solve(card, method=method, limits=Limits(memory=MEMORY, sizes=SMALL), tablebases=tables)
            yield from _judged(method or "auto", card, answer, optimum)
            gave_up = answer.stopped is not None and answer.stopped.kind is StopKind.BUDGET  # the referee, of many goals
            if method != "contracted" and not gave_up and not answer.is_proven:
                yield method or "auto", f"it is {answer.status} without a limit"


def early_answers(card: RouteCard, optimum: Optimum, random: Random, large: bool = False) -> Iterator[tuple[str, str]]:
    """Stop the search of a card early in every way; yield how, and what is wrong ("" for nothing)."""
    gap, limits = random.randint(1, 4), Limits(memory=MEMORY, sizes=SMALL)
    questions = [
        ("first", {"first": True}, limits),
        (f"gap {gap}", {"gap": gap}, limits),
    ]
    for method in (None, random.choice(("forward", "astar")) if card.metric == ("moves",) else None):
        states = int(10 ** random.uniform(0.5, 4.5))
        questions.append((f"{method or 'auto'}, {states} states", {"method": method}, replace(limits, states=states)))
    seconds = 10 ** random.uniform(-4, -1)
    questions.append((f"{seconds:.4f} s", {}, replace(limits, time=seconds)))
    for name, given, limits in questions:
        with running_on(large=large):
            answer = solve(card, limits=limits, **given)
        yield from _judged(name, card, answer, optimum)
        if answer.stopped is not None:
            yield name, _wrong_end(answer, given, limits)


def _wrong_end(answer: Solution, given: dict[str, Any], limits: Limits) -> str:
    """Return what is wrong with the reason that ended a search, "" for nothing."""
    assert answer.stopped is not None
    kind = answer.stopped.kind
    if kind is StopKind.ENOUGH:
        if not (given.get("first") or given.get("gap")):
            return "it found enough, but nobody asked for less than all"
        if "gap" in given and (answer.gap is None or answer.gap > given["gap"]):
            return f"its gap of {answer.gap} is not what was asked for"
        return "" if answer.status == "solved" else f"it found enough, but is {answer.status}"
    expected = {StopKind.STATES: limits.states, StopKind.TIME: limits.time}.get(kind)
    return "" if expected is not None else f"stopped by {answer.stopped}"


def same_answers(card: RouteCard, random: Random, large: bool = False) -> Iterator[tuple[str, str]]:
    """Solve a card, to its end and up to a number of states, on one thread and on two; yield what differs ("" for nothing)."""
    for states in (None, int(10 ** random.uniform(2, 4))):
        found = []
        for threads in (1, 2):
            with running_on(threads, large):
                answer = solve(card, limits=Limits(memory=MEMORY, states=states, sizes=SHARED))
            found.append((answer.status, answer.optima, answer.totals, answer.lower_bound, answer.guide))
        yield f"threads, {states or 'all'} states", "" if found[0] == found[1] else f"{found[0]} on one thread, {found[1]} on two"


def _judged(name: str, card: RouteCard, answer: Solution, optimum: Optimum) -> Iterator[tuple[str, str]]:
    faults = list(faults_of(card, answer, optimum))
    yield from ((name, fault) for fault in faults or [""])
