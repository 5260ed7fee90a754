"""What the orders of trains on a line and at a loop share: the letters of pieces, rows of spaces, and paths of orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shunt.cards.card import RouteCard
from shunt.track.plan import End, Plan

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def letters_of(card: RouteCard) -> dict[str, str] | None:
    """Return a letter for each piece, the same for cars that stand for each other.

    None for a card with broken tracks or more than 26 pieces, for one whose goal does not place every piece (or says how
    locomotives are turned), and where locomotives stand for each other.
    """
    roster = card.roster
    first = {name: group[0] for group in roster.interchangeable for name in group}
    is_whole = set(card.goal.places) == set(roster.pieces) and not card.goal.headings and not card.goal.wants
    if card.broken or not is_whole or set(first) & set(roster.locomotives) or len(roster.pieces) > len(LETTERS):
        return None
    letter = dict(zip(roster.pieces, LETTERS, strict=False))
    return {name: letter[first.get(name, name)] for name in roster.pieces}


def onwards(plan: Plan, end: End, space: str) -> tuple[str, ...]:
    """Return `space` and the spaces beyond `end` of it, to the end of the line."""
    line, joins = [space], plan.joins()
    while len(others := joins.get(end, ())) == 1 and others[0].space not in line:
        line.append(others[0].space)
        end = others[0].opposite
    return tuple(line)


def path_to(parent: Mapping[Any, Any], last: Any) -> tuple[Any, ...]:
    """Return the orders from the start to a state, which is a tuple that begins with them; `parent`: state → the one before."""
    path, current = [], last
    while current is not None:
        path.append(current[0])
        current = parent.get(current)
    return tuple(path[::-1])
