"""The evidence of an answer, read without the program: whether it implies the claim, and whether what it states is true."""

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shunt.cards.card import RouteCard
from shunt.cards.evidence import LevelsApart
from shunt.cards.files import load_card
from shunt.cards.solution import Solution
from shunt.cli.evidence import reason
from shunt.errors import InputError
from shunt.rules.objective import Objective
from shunt.search.core.limits import Limits
from shunt.search.methods.referee import RefereeSearch
from shunt.search.solve import solve, task_class
from shunt.search.task import method_names
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.search.graph import sidings_problem
from shunt.sidings.search.referee import SidingsReferee
from shunt.tablebases.builder import build
from tests.effort import campaign
from tests.rules.random_cards import random_card
from tests.rules.second_metrics import summands
from tests.rules.settings import distances
from tests.search.agreement.answers import SHARED, SMALL, implied, implies, running_on

LIMITS = Limits(memory=1 << 34, sizes=SMALL)
TINY = replace(SHARED, first_beam=1, large_level=1, without_ceiling=1)
"""Every level is shared among threads, and beams are run from the first state on."""
MOST = 4_000  # positions of a card whose distances are all worked out
METHODS = {
    "moves": {"tablebase", "referee", "bidirectional", "astar", "forward", "own costs"},
    "large": {"tablebase", "contracted", "bidirectional", "astar", "forward"},
    "sidings": {"referee", "bidirectional"},
    "metrics": {"referee", "buckets"},
    "orders": {"guide", "orders", "referee", "buckets"},
}
"""The methods whose evidence is looked at, by the kind of cards."""
FEW = {"large": range(2), "orders": (0, 2, 6), "moves": (2, 27)}
"""Cards that are enough for each of these methods to answer, 27 with alike pieces that change places; 6 of the other kinds."""
MANY = {"large": 1, "metrics": 3}
"""How many other cards `--slow` takes of the kinds that work longest; 8 of the other kinds."""
Card = RouteCard | SidingsCard


def answers(card: Card, random: Random, folder: Path) -> Iterator[Solution]:
    """Solve a card by every method that takes it; later ones also up to some states, with small levels pruned and shared."""
    yield (whole := solve(card, limits=LIMITS))
    names = method_names(task_class(card), None)
    if "tablebase" in names and isinstance(card, RouteCard):
        build(card, folder / "card.table", LIMITS, threads=1)
    if card.metric == ("moves",):
        yield from (solve(card, limits=LIMITS, cost=lambda made: 1, heuristic=bound) for bound in (None, lambda position: 0))
    for method in names:
        states = random.choice((None, None, random.randrange(1, 300)))
        asked = replace(card, guide=whole.guide) if method == "guide" else card
        threads, sizes = random.choice(((0, SMALL), (2, TINY)))
        with running_on(threads), suppress(InputError):  # it does not take this card
            yield solve(asked, method=method, limits=replace(LIMITS, states=states, sizes=sizes), tablebases=str(folder))


def known_distances(card: Card) -> tuple[dict[Any, int], dict[Any, int]] | None:
    """Return the moves from the start to every position, and from every position to the goal; None for a large card."""
    if isinstance(card, SidingsCard):
        search = SidingsReferee(card, Limits(), problem=sidings_problem(card.rules, card.goal))
    else:
        search = RefereeSearch(card, Limits())
    found = []
    for side in search._ends():
        found.append(distances(side.neighbours, side.levels[0], MOST))
    return None if MOST in map(len, found) else (found[0], found[1])


def is_true(fact: Mapping[str, Any], from_start: Mapping[Any, int], to_goal: Mapping[Any, int]) -> bool:
    """Return whether no position is within these numbers of moves of both ends; of what was left out nothing is said."""
    near = [within(from_start, fact["start"], fact["ended"] == "start"), within(to_goal, fact["goal"], fact["ended"] == "goal")]
    if fact["under"] is None:
        return near[0].isdisjoint(near[1])
    return all(from_start[at] + to_goal[at] >= fact["under"] for at in near[0] & near[1])


def within(moves: Mapping[Any, int], most: int, all_of_them: bool) -> Collection[Any]:
    return {at for at, count in moves.items() if count <= most or all_of_them}


@pytest.mark.parametrize("kind", METHODS)
def test_evidence_implies_the_claim_and_is_true(kind, tmp_path):
    seen = check(kind, FEW.get(kind, range(6)), tmp_path)
    assert METHODS[kind] <= seen


@pytest.mark.slow
@pytest.mark.parametrize("kind", METHODS)
def test_evidence_of_many_cards(kind, tmp_path):
    seen = check(kind, range(1000, 1000 + campaign(MANY.get(kind, 8))), tmp_path)
    assert seen & METHODS[kind]


def check(kind: str, numbers: Collection[int], folder: Path) -> set[str]:
    """Check the answers of cards; return the methods that gave them, and which kinds of levels were among their evidence."""
    seen = set[str]()
    with running_on(large=kind == "large"):
        for number in numbers:
            card = random_card(kind, number)
            known = known_distances(card) if kind in ("moves", "sidings") else None
            optimum = None  # () if there is no solution
            for answer in answers(card, Random(number), folder):
                fact, where = answer.as_json()["evidence"]["lower_bound"], (kind, number, answer.method)
                optimum = answer.optima if optimum is None else optimum
                assert implies(fact, answer), (where, fact, answer)
                assert implied(fact) == read(reason(answer.evidence, answer.metric), answer.metric), (where, fact)
                assert not optimum or (implied(fact) or 0) <= optimum[0], (where, fact, optimum)
                assert answer.optima == optimum or not answer.is_proven, (where, answer, optimum)
                if known is not None and fact["kind"] == "levels":
                    assert is_true(fact, *known), (where, fact)
                    assert_levels_are_those(fact, answer.proof, known)
                    seen |= {"left out" if fact["under"] else "kept", "compared" if fact["compared"] else "kept"}
                seen.add(answer.method)
    return seen


FACTS = {  # what a sentence says → how many more than its number every solution has at least
    r"within ([\d,]+) \w+ of the start is within [\d,]+ of the goal": 1,
    r"within ([\d,]+) \w+ of the start meets the goal": 1,
    r"the start is not within ([\d,]+) \w+ of the goal": 1,
    r"exclude from every solution of fewer than ([\d,]+) ": 0,
    r"allows? (?:on )?a solution of fewer than ([\d,]+) ": 0,
    r"every position that takes less than ([\d,]+) ": 0,
    r"none leads to the goal in fewer than ([\d,]+) ": 0,
    r"the start is ([\d,]+) \w+ from the goal": 0,
    r"the same solutions of at most ([\d,]+) ": 1,
}
WHOLE = (
    "every position that",
    "every position from which",
    "does not lead to the goal",
    "none leads to the goal",
    "except those whose orders lead nowhere",
)


def read(sentence: str, metric: Objective) -> int | None:
    """Return what a reader makes of a sentence about evidence, without its conclusion, which must agree."""
    said, _, claim = sentence.rpartition(", so ")
    if couplings := re.search(r", so every solution has at least ([\d,]+) (\w+) with at least ([\d,]+) couplings?$", said):
        counts = {couplings[2].rstrip("s"): plain(couplings[1]), "coupling": plain(couplings[3])}
        fewest = read(said[: couplings.start()] + f", so every solution has at least {couplings[1]}", Objective("moves"))
        assert fewest == plain(couplings[1])
        least = sum(weight * counts[name.rstrip("s")] for name, weight in summands(metric[0]).items())
    else:
        bounds = [found for pattern, more in FACTS.items() for found in numbers(pattern, said, more)]
        both = re.search(r"of the start is within ([\d,]+) of the goal", said)
        least = min(bounds, default=None) if not both else min([bounds[0] + plain(both[1]), *bounds[1:]])
        assert bounds or any(words in said for words in WHOLE) or said == "nothing was searched", sentence
        least = 0 if said == "nothing was searched" else least
    stated = re.match(r"every solution has at least ([\d,]+)", claim)
    assert (plain(stated[1]) if stated else None) == least, sentence
    assert stated or claim == "no solution exists"
    return least


def numbers(pattern: str, said: str, more: int) -> Iterator[int]:
    yield from (plain(found) + more for found in re.findall(pattern, said))


def plain(number: str) -> int:
    return int(number.replace(",", ""))


def assert_levels_are_those(fact: Mapping[str, Any], proof: Mapping[str, Any], known: tuple[Mapping[Any, int], ...]) -> None:
    """Of levels that are said to be searched, as many positions are listed as there are."""
    for end, moves in zip(("start", "goal"), known, strict=True):
        listed = proof.get(f"levels from the {end}", [])
        kept = fact[end] - (fact["compared"] == end)
        assert not listed or len(listed) > kept
        if fact["under"] is None and listed:
            assert listed[: kept + 1] == [sum(count == level for count in moves.values()) for level in range(kept + 1)]


def test_what_a_pruned_search_says():
    """The last level is compared and not kept, and what bounds left out is named."""
    with running_on(threads=2):
        answer = solve(load_card("night-shift"), method="bidirectional", limits=replace(LIMITS, sizes=TINY))
    assert isinstance(answer.evidence, LevelsApart)
    assert answer.evidence.start + answer.evidence.goal + 1 == answer.optimum == implied(answer.evidence.as_json())
    assert f"so every solution has at least {answer.optimum} moves" in reason(answer.evidence, answer.metric)


@pytest.mark.parametrize(
    ("fact", "least"),
    [
        (LevelsApart(7, 6), 14),
        (LevelsApart(8, 6, compared="start"), 15),
        (LevelsApart(8, 9, under=15), 15),
        (LevelsApart(3, 2, ended="goal"), None),
        (LevelsApart(3, 2, ended="goal", under=9), 9),
    ],
)
def test_what_follows_from_levels(fact, least):
    assert fact.at_least == implied(fact.as_json()) == least
    assert not fact.implies((20,)) or least is None
    assert least is None or (fact.implies((least,)) and not fact.implies((least + 1,)) and not fact.implies(None))
