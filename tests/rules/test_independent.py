"""The referee against a second implementation of the rules that shares nothing with it, and against itself backward."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.rules.guide import run_between
from shunt.rules.motion import Run
from shunt.rules.retraction import predecessors
from tests.effort import examples
from tests.rules.second_metrics import one_move_away
from tests.search.boards import positions, puzzles


@settings(max_examples=examples(160))
@given(puzzles(by_name=True), st.data())
def test_the_moves_from_a_position_and_to_it(puzzle, data):
    rules, position = puzzle
    found = rules.successors(position)
    assert found == one_move_away(rules, position)
    other = replace(rules.train_rules, drags_coupled=not rules.drags_coupled)
    # The locomotive that has coupled a row could make the same move by itself, pushing or pulling the same pieces.
    assert found == replace(rules, train_rules=other).successors(position)
    for after in sorted(found, key=str)[:6]:
        assert position in predecessors(rules, after)
        how = run_between(rules, position, after)
        if isinstance(how, Run):
            assert rules.roster.canonical(how.after) == after
            assert len(how.path) == how.distance + 1 == len(how.head_path) + 1
    back = predecessors(rules, position)
    assert all(position in rules.successors(before) for before in back)
    elsewhere = data.draw(positions(rules))
    assert (elsewhere in found) == (position in predecessors(rules, elsewhere))
    assert (elsewhere in back) == (position in rules.successors(elsewhere))
