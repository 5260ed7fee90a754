"""Moves taken back by the referee: against its own moves forward, and against the kernels."""

from __future__ import annotations

from random import Random

import pytest

from shunt.rules.retraction import predecessors
from tests.effort import examples
from tests.rules.random_cards import ring, swinging, tangle, train_card


@pytest.mark.parametrize("family", [tangle, ring, swinging])
def test_a_whole_small_board(family: object) -> None:
    """On everything that a random card reaches, the steps forward are the steps back."""
    for seed in range(examples(8)):
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
