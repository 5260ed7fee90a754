"""The referee against a second implementation of the rules that shares nothing with it."""

from __future__ import annotations

from hypothesis import given, settings

from shunt.rules.position import Position
from shunt.rules.switcher import Switcher
from tests.effort import examples
from tests.rules.independent import one_move_away
from tests.search.boards import puzzles


@settings(max_examples=examples(300))
@given(puzzles())
def test_both_implementations_know_the_same_moves(puzzle: tuple[Switcher, Position]) -> None:
    rules, position = puzzle
    expected = one_move_away(rules.plan, rules.roster, rules.broken, rules.couples_both_ways, position, rules.drags_coupled)
    assert rules.successors(position) == expected
