"""All shortest solutions, against a count by the referee alone."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal, RouteCard
from shunt.cards.files import load_card
from shunt.rules.position import Position
from shunt.rules.ruleset import replay
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.index.perfect import can_index
from shunt.search.methods import shortest_solutions
from shunt.search.methods.shortest_solutions import Solutions
from shunt.search.solutions import solutions
from shunt.search.trains.codec import Codec
from shunt.tablebases.builder import build
from tests.cli.running import answer, shunt
from tests.effort import WORDS, examples
from tests.search.boards import card_of, goals, puzzles

AMPLE = 1 << 40
MOST = 250  # positions that the referee looks at


def by_the_referee(card: RouteCard) -> tuple[int | None, int, int] | None:
    """Optimum, paths of positions, and lists of moves, level by level; None where there are too many positions."""
    rules = card.rules
    here = {rules.roster.canonical(card.start): (1, 1)}
    seen = set(here)
    optimum = 0
    while here:
        met = [ways for position, ways in here.items() if card.is_solved(position)]
        if met:
            return optimum, sum(paths for paths, _ in met), sum(lists for _, lists in met)
        after: dict[Position, tuple[int, int]] = {}
        for position, (paths, lists) in here.items():
            for there, moves in steps_from(rules, position).items():
                if there not in seen:
                    before = after.get(there, (0, 0))
                    after[there] = (before[0] + paths, before[1] + lists * moves)
        seen |= set(after)
        if len(seen) > MOST:
            return None
        here, optimum = after, optimum + 1
    return None, 0, 0


def steps_from(rules: Switcher, position: Position) -> Counter[Position]:
    """The positions after one move, and by how many different moves each is reached."""
    moves = set()
    for how, after in rules.outcomes(position):
        there = rules.roster.canonical(after)
        moves.add((there, how if isinstance(how, str) else (how.locomotive, how.path[0], how.path[-1], how.couples)))
    return Counter(there for there, _ in moves)


def check(found: Solutions) -> None:
    """Every solution is legal, solves the card in the optimum, and is there once."""
    listed = list(found.all(60))
    assert len(set(listed)) == len(listed) == min(60, found.count)
    texts = {tuple(map(str, moves)) for moves in listed}
    assert len(texts) == len(listed)
    for moves in listed:
        assert len(moves) == found.optimum
        last = [made.position for made in replay(found.card.rules, found.card.start, moves)][-1:] or [found.card.start]
        assert found.card.is_solved(last[0])


@pytest.mark.parametrize("words", WORDS)
@given(puzzle=puzzles(by_name=True), data=st.data())
@settings(max_examples=examples(60))
def test_counts_agree_with_the_referee(words: int, puzzle: tuple[Switcher, Position], data: st.DataObject) -> None:
    rules, start = puzzle
    card = card_of(rules, start, data.draw(goals(rules)))
    expected = by_the_referee(card)
    assume(expected is not None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shortest_solutions, "Codec", SimpleNamespace(for_rules=partial(Codec.for_rules, words=words)))
        found = solutions(card, Limits(memory=AMPLE))
    assert (found.optimum, found.paths, found.count) == expected
    check(found)


@given(puzzles(most_cars=2, by_name=True), st.data())
@settings(max_examples=examples(18))
def test_a_table_gives_the_same_solutions(
    tmp_path_factory: pytest.TempPathFactory, puzzle: tuple[Switcher, Position], data: st.DataObject
) -> None:
    rules, start = puzzle
    assume(can_index(Codec.for_rules(rules)))
    card = card_of(rules, start, data.draw(goals(rules)))
    folder = tmp_path_factory.mktemp("tables")
    build(rules, card.goal, folder / "x.table", Limits(memory=AMPLE))
    searched, looked_up = solutions(card, Limits(memory=AMPLE)), solutions(card, Limits(memory=AMPLE), tablebases=str(folder))
    assert [level.tolist() for level in searched.levels] == [level.tolist() for level in looked_up.levels]
    assert searched.graph.steps == looked_up.graph.steps


def test_draws_are_uniform_and_follow_the_seed() -> None:
    found = solutions(load_card("first-swap"), Limits(memory=AMPLE))
    draws = list(found.ranks(3000, seed=1))
    assert draws == list(found.ranks(3000, seed=1))
    assert draws != list(found.ranks(3000, seed=2))
    counts = Counter(draws)
    assert set(counts) == set(range(found.count))
    even = 3000 / found.count
    assert sum((count - even) ** 2 / even for count in counts.values()) < 90  # chi-squared, 43 degrees: 1 in 30,000
    assert all(found.solution(rank) == moves for rank, moves in found.sample(5, seed=3))


def test_ranks_that_are_none() -> None:
    found = solutions(load_card("first-swap"), Limits(memory=AMPLE))
    for rank in (-1, found.count):
        with pytest.raises(IndexError):
            found.solution(rank)


def test_a_goal_that_is_met_has_one_solution_without_moves() -> None:
    card = load_card("first-swap")
    found = solutions(card_of(card.rules, card.start, Goal({"red": card.start.places[1]})), Limits(memory=AMPLE))
    assert (found.optimum, found.paths, found.count, list(found.all())) == (0, 1, 1, [()])


def test_a_limit() -> None:
    with pytest.raises(LimitReached):
        solutions(load_card("wye-meeting"), Limits(memory=AMPLE, states=10))


def test_the_command(tmp_path: Path) -> None:
    told = answer("solutions", "first-swap", "--limit", "3")
    assert (told["moves"], told["solutions"], told["paths"], len(told["listed"])) == (6, 44, 44, 3)
    assert len(answer("solutions", "first-swap", "--all")["listed"]) == 44
    assert answer("solutions", "first-swap", "--count")["listed"] == []
    drawn = answer("solutions", "first-swap", "--sample", "4", "--seed", "9")["listed"]
    everything = answer("solutions", "first-swap", "--all")["listed"]
    assert all(everything[one["rank"]] == one for one in drawn)
    assert shunt("solutions", "first-swap", "--count").stdout == "44 solutions in 6 moves, along 44 paths of 39 positions\n"
    assert shunt("solutions", "first-swap", "--count", "--all").exit_code == 2
    assert shunt("solutions", "ras-toy", "--count").stdout == "2 solutions in 6 pulls, along 2 paths of 12 positions\n"
    assert shunt("solutions", "wye-meeting", "--max-states", "5").exit_code == 3
