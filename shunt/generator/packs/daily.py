"""The card of a date: a card of the box deck's kind, the same on every machine, with nothing stored.

The date alone decides the tier (blue on Monday, harder through the week, black on Sunday) and the searches, which depend on
neither time nor machine. Only searches that take seconds are tried.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from shunt.cards.tiers import TIERS
from shunt.generator.forge.shard import Forged
from shunt.generator.packs.box import BOARD, KINDS, LARGE, BoxRecipes
from shunt.track.layout import shipped_layout

WEEK = ("blue", "green", "yellow", "green", "yellow", "red", "black")  # from Monday
MOST_SHARDS = 400


def tier_of_day(day: date) -> str:
    """Return the tier of a date."""
    return WEEK[day.weekday()]


def daily_card(day: date) -> Forged:
    """Make the card of a date, named after it."""
    tier = tier_of_day(day)
    quick = tuple(kind for kind in KINDS[tier] if kind[0] - 1 + kind[1][1] < LARGE)
    tiers = tuple(int(name == tier) for name in TIERS)
    recipes = BoxRecipes(shipped_layout(BOARD), tiers, f"daily/{day.isoformat()}", kinds={tier: quick})
    for shard in range(MOST_SHARDS):
        found = [forged for forged in recipes.forge(shard) if forged.tier == tier]
        if found:
            best = max(found, key=lambda forged: (forged.look, forged.id))
            about = {"title": f"Card of {day.isoformat()}", "mechanics": list(best.mechanics), "id": best.id}
            return replace(best, card=replace(best.card, name=f"daily-{day.isoformat()}", about=about))
    raise AssertionError(f"no {tier} card for {day.isoformat()}")
