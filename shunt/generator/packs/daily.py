"""The card of a date: the same on every machine, with nothing stored.

The date alone decides the board, the tier (blue on Monday, harder through the week, black on Sunday) and the searches, which
depend on neither time nor machine.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from shunt.generator.forge.shard import Forged, forge_shard
from shunt.generator.forge.spec import CardSpec
from shunt.generator.packs.recipes import BOARDS, BROKEN, CARS, EFFORT, size_of
from shunt.track.layout import shipped_layout

WEEK = ("blue", "green", "yellow", "green", "yellow", "red", "black")  # from Monday
MOST_SHARDS = 400


def tier_of_day(day: date) -> str:
    """Return the tier of a date."""
    return WEEK[day.weekday()]


def daily_card(day: date) -> Forged:
    """Make the card of a date, named after it."""
    tier = tier_of_day(day)
    for shard in range(MOST_SHARDS):
        # Every board gets its turn; if a few searches find no card of the tier, the next board is tried.
        layout = shipped_layout(BOARDS[(day.toordinal() + shard // 6) % len(BOARDS)])
        size = size_of(layout)
        spec = CardSpec(layout, cars=CARS[size][tier], broken=BROKEN[size][shard % 4], tier=tier)
        found, _ = forge_shard(spec, f"daily/{day.isoformat()}", shard, EFFORT)
        if found:
            best = max(found, key=lambda forged: (forged.look, forged.id))
            about = {"title": f"Card of {day.isoformat()}", "mechanics": list(best.mechanics), "id": best.id}
            return replace(best, card=replace(best.card, name=f"daily-{day.isoformat()}", about=about))
    raise AssertionError(f"no {tier} card for {day.isoformat()}")
