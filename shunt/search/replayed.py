"""What a search has found, replayed by the rules: nothing is shown that was not checked.

An error here would mean that a kernel and the rules disagree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shunt.cards.card import Card, RouteCard
from shunt.rules.position import Position
from shunt.rules.referee import describe, replay, run_between
from shunt.rules.ruleset import MoveMade


def replayed_moves(card: Card, moves: Iterable[Any]) -> tuple[MoveMade, ...]:
    """Return the moves as the rules make them from the card's start; the last must meet the goal."""
    made = tuple(card.rules.replay(card.start, moves))
    end = made[-1].position if made else card.start
    if not card.is_solved(end):
        raise AssertionError(f"the solution of {card.name} ends at {end}, which does not meet its goal")
    return made


def replayed_positions(card: RouteCard, positions: Iterable[Position]) -> tuple[MoveMade, ...]:
    """Return the moves that lead through `positions`, in notation; the last must meet the goal."""
    rules, position = card.rules, card.start
    moves: list[Any] = []
    for successor in list(positions)[1:]:
        run = run_between(rules, position, successor)
        moves.append(describe(rules, position, run))
        position = next(replay(rules, position, [moves[-1]])).position
    return replayed_moves(card, moves)
