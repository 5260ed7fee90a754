"""What a search has found, replayed by the rules: nothing is shown that was not checked.

An error here would mean that a kernel and the rules disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shunt.cards.card import Card, RouteCard
from shunt.rules.moves import TrainMove
from shunt.rules.position import Position
from shunt.rules.referee import describe, run_between
from shunt.rules.ruleset import MoveMade


def replayed_moves(card: Card, moves: Iterable[Any]) -> tuple[MoveMade, ...]:
    """Return the moves as the rules make them from the card's start; the last must meet the goal."""
    return _solving(card, tuple(card.rules.replay(card.start, moves)))


def replayed_positions(
    card: RouteCard, positions: Iterable[Position], shortest: bool = False, small: RouteCard | None = None
) -> tuple[MoveMade, ...]:
    """Return the moves that lead through `positions`, in notation; the last must meet the goal. `shortest`: see `run_between`.

    `small`: the same card with plain runs shortened that none of the positions has a piece on. How a move is written is worked
    out there, as all ways are the same; where every space of its way must be written, on the whole board. It is made on that.
    """
    rules, made = card.rules, list[MoveMade]()
    boards = [small.rules, rules] if small is not None else [rules]
    position = card.start
    for successor in list(positions)[1:]:
        for board in boards:
            move = describe(board, position, run_between(board, position, successor, shortest=shortest))
            if not (isinstance(move, TrainMove) and move.whole_path):
                break
        made.append(rules.make(position, move, len(made) + 1, made[-1] if made else None))
        position = made[-1].position
    return _solving(card, made)


def _solving(card: Card, made: Sequence[MoveMade]) -> tuple[MoveMade, ...]:
    """Return moves that were made from the card's start; the last must meet the goal."""
    end = made[-1].position if made else card.start
    if not card.is_solved(end):
        raise AssertionError(f"the solution of {card.name} ends at {end}, which does not meet its goal")
    return tuple(made)
