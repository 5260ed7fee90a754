"""The moves of a card as a script for JMRI: turnouts set and confirmed before each move, prompts for the crew or throttles."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib.resources import files

from shunt.cards.card import RouteCard
from shunt.railways.switching import crew_moves, facing_at_start

SPEED = 0.25
"""Speed of throttles, from 0 to 1: slow enough to stop on a space."""


@dataclass(frozen=True)
class Session:
    """How moves are run: DCC addresses of locomotives with a throttle, what pieces are called, and whether all is only logged."""

    throttles: Mapping[str, int] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)
    is_dry_run: bool = False
    speed: float = SPEED


def jmri_script(card: RouteCard, session: Session) -> str:
    """Return a Jython script that JMRI runs; its data comes first, in literals that every Python reads."""
    facing = facing_at_start(card)
    places = card.rules.names(card.start)
    start = [
        [session.called.get(piece, piece), place + (f", its front {facing[piece]}" if piece in facing else "")]
        for piece, place in places.items()
    ]
    head = [
        f"# The moves of the card {card.name} for JMRI: Scripting, Run Script. Written by shunt.",
        f"CARD = {json.dumps(card.name)}",
        f"DRY_RUN = {session.is_dry_run}  # True: log the moves, and set and ask nothing",
        f"SPEED = {session.speed}",
        f"THROTTLES = {json.dumps(dict(session.throttles))}  # locomotive: its DCC address; without one the crew drives it",
        f"START = {json.dumps(start, indent=1)}",
        f"MOVES = {json.dumps([asdict(move) for move in crew_moves(card, session.called)], indent=1)}",
        "",
    ]
    return "\n".join(head) + files("shunt.railways").joinpath("jmri_program.txt").read_text("utf-8")
