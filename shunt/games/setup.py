"""Set-ups at random: a game up to the first decision, and what chance did until then."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from shunt.games.protocol import Match
from shunt.games.registry import make_game


def setup_match(game: str, players: int, seed: int, options: Mapping[str, Any]) -> Match[Any, Any]:
    """Return a match in which the first player is about to act; raise `InputError` for bad options."""
    return Match(make_game(game, players, **options), seed)


def setup_lines(match: Match[Any, Any]) -> list[str]:
    """Return what chance drew, in order, equal draws in a row once; then the table."""
    texts = [match.game.action_text(outcome) for outcome in match.drawn]
    draws = []
    for text, group in groupby(texts):
        count = len(list(group))
        draws.append(f"  {text}" if count == 1 else f"  {text} (× {count})")
    return [*draws, "", *match.game.describe(match.state).splitlines()]
