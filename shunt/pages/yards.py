"""Hump yards as a page needs them. The forms are those of `source/rules/hump.ts` and `source/data.ts`."""

from __future__ import annotations

from typing import Any

from shunt.pages.boards import number, plan_data
from shunt.rules.hump import Hump


def track_data(rules: Hump) -> dict[str, Any]:
    """Return the track of a yard for the length of one train, in the form of `HumpTrack`."""
    track = rules.track
    spaces = track.plan.spaces
    board = plan_data(track.plan)
    return {
        "spaces": board["spaces"],
        "fixed": board["fixed"],
        "queue": [spaces.index(space) for space in track.queue],
        "exits": sorted(number(track.plan, end) for end in track.exits),
        "partners": [sorted(spaces.index(other) for other in track.partners[space]) for space in spaces],
        "stop": rules.stop,
    }
