"""The evidence of an answer, read without the program: whether it implies the claim, and whether what it states is true."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest

from shunt.cards.card import RouteCard, SidingsCard
from shunt.cards.evidence import LevelsApart
from shunt.cards.files import load_card
from shunt.cards.solution import Solution
from shunt.cli.evidence import reason
from shunt.errors import InputError
from shunt.rules.objective import METRICS
from shunt.search.core.limits import Limits
from shunt.search.methods.referee import RefereeSearch
from shunt.search.sidings.graph import sidings_problem
from shunt.search.sidings.referee import SidingsReferee
from shunt.search.solve import solve, task_class
from shunt.search.task import method_names
from tests.effort import examples
from tests.rules.random_cards import ring, sidings_card, swinging, tangle, train_card
from tests.search.agreement.answers import implied, implies, small_sizes

MOST = 4_000  # positions of a card whose distances are all worked out
KINDS = ("moves", "sidings", "metrics")


def random_card(kind: str, number: int) -> RouteCard | SidingsCard:
    random = Random(f"evidence {kind} {number}")
    if kind == "sidings":
        return sidings_card(random)
    card = train_card(random, (tangle, ring, swinging)[number % 3])
    metrics = [*((name,) for name in METRICS), *permutations(METRICS, 2)]
    return card if kind == "moves" else replace(card, metric=random.choice(metrics))


def answers(card: RouteCard | SidingsCard, random: Random) -> Iterator[Solution]:
    """Solve a card by every method that takes it, to the end and up to some states, with small levels pruned and shared."""
    names = [name for name in method_names(task_class(card), None) if name not in ("tablebase", "guide", "orders")]
    for method in random.sample([None, *names], 3 if len(names) > 2 else 2):
        states = random.choice((None, None, random.randrange(1, 300)))
        with pruned_at_once() if random.random() < 0.5 else small_sizes():
            try:
                answer = solve(card, method=method, limits=Limits(memory=1 << 34, states=states))
            except InputError:  # the method that was asked for does not count what the card counts
                assert method is not None
                continue
        yield answer


@contextmanager
def pruned_at_once() -> Iterator[None]:
    """Have every level shared among threads and pruned by databases, and beams from the first state on."""
    with small_sizes(threads=2), pytest.MonkeyPatch.context() as patch:
        for place in ("methods.levels.MANY", "methods.anytime.FIRST", "methods.anytime.LEVEL"):
            patch.setattr(f"shunt.search.{place}", 1)
        for place in ("methods.database_plan.STATES_A_ROW", "methods.pruning.LEAST_GAIN", "index.end_bounds.LEAST_DROPPED"):
            patch.setattr(f"shunt.search.{place}", 1e-9)
        patch.setattr("shunt.search.sidings.search.PLAIN", 1)
        yield


def distances(card: RouteCard | SidingsCard) -> tuple[dict[Any, int], dict[Any, int]] | None:
    """Return the moves from the start to every position, and from every position to the goal; None for a large card."""
    if isinstance(card, SidingsCard):
        search: Any = SidingsReferee(card, Limits(), problem=sidings_problem(card.rules, card.goal))
    else:
        search = RefereeSearch(card, Limits())
    found = []
    for side in search._ends():
        reached, level = dict.fromkeys(side.levels[0], 0), side.levels[0]
        while level:
            level = list(dict.fromkeys(next_to for at in level for next_to in side.neighbours(at) if next_to not in reached))
            reached |= dict.fromkeys(level, max(reached.values()) + 1)
            if len(reached) > MOST:
                return None
        found.append(reached)
    return found[0], found[1]


def is_true(fact: Mapping[str, Any], from_start: Mapping[Any, int], to_goal: Mapping[Any, int]) -> bool:
    """Return whether no position is within these numbers of moves of both ends; of what was left out nothing is said."""
    near = [within(from_start, fact["start"], fact["ended"] == "start"), within(to_goal, fact["goal"], fact["ended"] == "goal")]
    if fact["under"] is None:
        return near[0].isdisjoint(near[1])
    return all(from_start[at] + to_goal[at] >= fact["under"] for at in near[0] & near[1])


def within(moves: Mapping[Any, int], most: int, all_of_them: bool) -> Collection[Any]:
    return {at for at, count in moves.items() if count <= most or all_of_them}


@pytest.mark.parametrize("kind", KINDS)
def test_evidence_implies_the_claim_and_is_true(kind: str) -> None:
    check(kind, range(examples(36)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_evidence_of_many_cards(kind: str) -> None:
    seen = check(kind, range(1000, 1170))
    assert seen == {"moves": {"kept", "compared"}, "sidings": {"kept", "compared", "left out"}, "metrics": set()}[kind]


def check(kind: str, numbers: Collection[int]) -> set[str]:
    """Check the answers of cards; return which kinds of levels were among their evidence."""
    seen = set[str]()
    for number in numbers:
        card = random_card(kind, number)
        known = distances(card) if kind != "metrics" else None
        for answer in answers(card, Random(number)):
            fact = answer.as_json()["evidence"]["lower_bound"]
            assert implies(fact, answer), (number, answer.method, fact, answer)
            if known is not None and fact["kind"] == "levels":
                assert is_true(fact, *known), (number, answer.method, fact)
                assert_levels_are_those(fact, answer.proof, known)
                seen |= {"left out" if fact["under"] else "kept", "compared" if fact["compared"] else "kept"}
    return seen


def assert_levels_are_those(fact: Mapping[str, Any], proof: Mapping[str, Any], known: tuple[Mapping[Any, int], ...]) -> None:
    """Of levels that are said to be searched, as many positions are listed as there are."""
    for end, moves in zip(("start", "goal"), known, strict=True):
        listed = proof.get(f"levels from the {end}", [])
        kept = fact[end] - (fact["compared"] == end)
        assert not listed or len(listed) > kept
        if fact["under"] is None and listed:
            assert listed[: kept + 1] == [sum(count == level for count in moves.values()) for level in range(kept + 1)]


def test_what_a_pruned_search_says() -> None:
    """The last level is compared and not kept, and what bounds left out is named."""
    with pruned_at_once():
        answer = solve(load_card("night-shift"), method="bidirectional", limits=Limits(memory=1 << 34))
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
def test_what_follows_from_levels(fact: LevelsApart, least: int | None) -> None:
    assert fact.at_least == implied(fact.as_json()) == least
    assert not fact.implies((20,)) or least is None
    assert least is None or (fact.implies((least,)) and not fact.implies((least + 1,)) and not fact.implies(None))
