"""Hints: a best move from the current position of a game or, if the goal cannot be reached, the number of moves to take back and
the reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shunt.cards.card import Card
from shunt.cards.play import Game
from shunt.cards.solution import Solution
from shunt.search.core.limits import Limits, begun
from shunt.search.solve import solve
from shunt.search.unsolvable.reasons import Reasons, explain_unsolvable


@dataclass(frozen=True)
class Hint:
    """The hint for a position of a game.

    `answer` is the solution of the card that starts at this position; its first move is the hint. If the goal can no longer be
    reached, `take_back` is the number of moves to take back (0: the start is no better; None: not known), and `reasons` explains
    why (None: no time was left).
    """

    game: Game[Any]
    answer: Solution
    take_back: int | None = None
    reasons: Reasons | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the hint in the form of `shunt hint --json`."""
        answer = self.answer
        fields: dict[str, Any] = {
            "schema": "shunt-hint/1",
            "card": answer.card,
            "after": [made.notation for made in self.game.moves],
            "status": answer.status,
            "remaining": len(answer.moves) if answer.status in ("optimal", "solved") else None,
            "lower_bound": answer.lower_bound,
            "hint": answer.moves[0].as_json() if answer.moves else None,
        }
        if answer.status != "unsolvable":
            return fields
        return fields | {"take_back": self.take_back, "reasons": None if self.reasons is None else self.reasons.as_json()}


def hint(game: Game[Any], limits: Limits | None = None, found: Callable[[int], None] = lambda moves: None) -> Hint:
    """Return the best move from the position of a game. `limits` apply to all searches together, and `found` is as in `solve`.

    >>> import shunt
    >>> hint(shunt.load("first-swap").play()).answer.optimum
    6
    """
    limits = begun(limits)

    def answered(position: Any) -> Solution:
        card: Card = game.card.starting_at(position)
        return solve(card, limits=limits.rest(), found=found)

    answer = answered(game.position)
    if answer.status != "unsolvable":
        return Hint(game, answer)
    back = _moves_to_take_back(game, limits, answered)
    if _is_over(limits):
        return Hint(game, answer, back)
    stuck: Card = game.card.starting_at(game.position)
    return Hint(game, answer, back, explain_unsolvable(stuck, limits=limits.rest(), is_proven=True))


def _moves_to_take_back(game: Game[Any], limits: Limits, answered: Callable[[Any], Solution]) -> int | None:
    """Return the number of moves to take back; see `Hint`.

    Any position that can be reached after a move can also be reached before it. The last position that can be solved is therefore
    found by binary search.
    """
    positions = [game.card.start, *(made.position for made in game.moves[:-1])] if game.moves else []
    low, high = -1, len(positions)  # position `low` can be solved, position `high` cannot
    while high - low > 1:
        middle = (low + high) // 2
        status = "unknown" if _is_over(limits) else answered(positions[middle]).status
        if status == "unknown":
            return None
        low, high = (low, middle) if status == "unsolvable" else (middle, high)
    return len(positions) - low if low >= 0 else 0


def _is_over(limits: Limits) -> bool:
    """Return whether no time is left."""
    return limits.time is not None and limits.seconds >= limits.time
