"""All shortest solutions: listed, drawn and printed."""

from collections import Counter
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shunt.cards.card import Goal
from shunt.cards.files import load_card
from shunt.rules.ruleset import replay
from shunt.search.core.limits import LimitReached, Limits
from shunt.search.index.perfect import can_index
from shunt.search.methods.shortest_solutions import Solutions
from shunt.search.solutions import solutions
from shunt.search.trains.codec import Codec
from shunt.tablebases.builder import build
from tests.cli.running import answer, shunt
from tests.effort import examples
from tests.rules.random_cards import FAMILIES, card_of, closed_card

AMPLE = 1 << 40


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


@given(st.integers(0, 1 << 32), st.sampled_from(FAMILIES))
@settings(max_examples=examples(18))
def test_a_table_gives_the_same_solutions(tmp_path_factory, seed, family):
    card = closed_card(Random(seed), family)
    assume(can_index(Codec.for_rules(card.rules)))
    folder = tmp_path_factory.mktemp("tables")
    build(card, folder / "x.table", Limits(memory=AMPLE))
    searched, looked_up = solutions(card, Limits(memory=AMPLE)), solutions(card, Limits(memory=AMPLE), tablebases=str(folder))
    assert [level.tolist() for level in searched.levels] == [level.tolist() for level in looked_up.levels]
    assert searched.steps == looked_up.steps
    check(searched)


def test_draws_are_uniform_and_follow_the_seed():
    found = solutions(load_card("first-swap"), Limits(memory=AMPLE))
    draws = list(found.ranks(3000, seed=1))
    assert draws == list(found.ranks(3000, seed=1))
    assert draws != list(found.ranks(3000, seed=2))
    counts = Counter(draws)
    assert set(counts) == set(range(found.count))
    even = 3000 / found.count
    assert sum((count - even) ** 2 / even for count in counts.values()) < 90  # chi-squared, 43 degrees: 1 in 30,000
    assert all(found.solution(rank) == moves for rank, moves in found.sample(5, seed=3))


def test_ranks_that_are_none():
    found = solutions(load_card("first-swap"), Limits(memory=AMPLE))
    for rank in (-1, found.count):
        with pytest.raises(IndexError):
            found.solution(rank)


def test_a_goal_that_is_met_has_one_solution_without_moves():
    card = load_card("first-swap")
    found = solutions(card_of(card.rules, card.start, Goal({"red": card.start.places[1]})), Limits(memory=AMPLE))
    assert (found.optimum, found.paths, found.count, list(found.all())) == (0, 1, 1, [()])


def test_a_limit():
    with pytest.raises(LimitReached):
        solutions(load_card("wye-meeting"), Limits(memory=AMPLE, states=10))


def test_the_command(tmp_path):
    told = answer("solutions first-swap --limit 3")
    assert (told["moves"], told["solutions"], told["paths"], len(told["listed"])) == (6, 44, 44, 3)
    assert len(answer("solutions first-swap --all")["listed"]) == 44
    assert answer("solutions first-swap --count")["listed"] == []
    drawn = answer("solutions first-swap --sample 4 --seed 9")["listed"]
    everything = answer("solutions first-swap --all")["listed"]
    assert all(everything[one["rank"]] == one for one in drawn)
    assert shunt("solutions first-swap --count").stdout == "44 solutions in 6 moves, along 44 paths of 39 positions\n"
    assert shunt("solutions first-swap --count --all").exit_code == 2
    assert shunt("solutions ras-toy --count").stdout == "2 solutions in 6 pulls, along 2 paths of 12 positions\n"
    assert shunt("solutions wye-meeting --max-states 5").exit_code == 3
