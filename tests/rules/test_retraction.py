"""Moves taken back by the referee: against its own moves forward, and against the kernels."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shunt.rules.position import Position
from shunt.rules.retraction import predecessors
from shunt.rules.switcher import Switcher
from tests.effort import examples
from tests.rules.random_cards import ring, swinging, tangle, train_card
from tests.search.boards import positions, puzzles


@given(puzzles(), st.data())
@settings(max_examples=examples(200))
def test_t_follows_s_just_where_s_precedes_t(puzzle: tuple[Switcher, Position], data: st.DataObject) -> None:
    rules, position = puzzle
    for after in sorted(rules.successors(position), key=str)[:6]:
        assert position in predecessors(rules, after)
    for before in predecessors(rules, position):
        assert position in rules.successors(before)
    elsewhere = data.draw(positions(rules))
    assert (elsewhere in rules.successors(position)) == (position in predecessors(rules, elsewhere))


@pytest.mark.parametrize("family", [tangle, ring, swinging])
def test_a_whole_small_board(family: object) -> None:
    """On everything that a random card reaches, the steps forward are the steps back."""
    for seed in range(8):
        card = train_card(Random(seed), family, most_cars=2)  # type: ignore[arg-type]
        forward = {card.start: card.rules.successors(card.start)}
        todo = list(forward[card.start])
        while todo and len(forward) < 150:
            position = todo.pop()
            if position not in forward:
                forward[position] = card.rules.successors(position)
                todo += forward[position]
        for position in forward:
            back = predecessors(card.rules, position)
            assert {before for before in forward if position in forward[before]} == back & forward.keys()
            assert all(position in card.rules.successors(before) for before in back)
