"""The notation of moves: what is written of the solutions of random cards is read as the same moves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

import shunt
from shunt.cards.card import Card
from shunt.search.core.limits import Limits
from tests.rules.random_cards import ring, sidings_card, swinging, tangle, train_card

FAMILIES: dict[str, Callable[[Random], Card]] = {
    "tangle": partial(train_card, family=tangle, most_cars=2),
    "ring": partial(train_card, family=ring, most_cars=2),
    "swinging": partial(train_card, family=swinging, most_cars=2),
    "sidings": sidings_card,
}


@pytest.mark.parametrize("family", FAMILIES)
def test_moves_of_solutions_equal_the_moves_that_are_read(family: str) -> None:
    read = 0
    for seed in range(25):
        card = FAMILIES[family](Random(f"read/{seed}"))
        for move in shunt.solve(card, limits=Limits(states=200_000)).moves:
            assert card.rules.parse_move(str(move)) == move
            if isinstance(card, shunt.RouteCard):
                assert shunt.parse_move(str(move)) == move
            read += 1
    assert read >= 8
