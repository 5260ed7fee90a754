"""The card of each day on a site, chosen from its cards by the date alone: blue on Mondays, harder through the week.

`source/site/daily.ts` has the same rule, so that a page knows the card of any day without a server.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from shunt.generator.packs.daily import tier_of_day
from shunt.pages.site.collection import Entry

EPOCH = date(2024, 1, 1)  # a Monday
STRIDE = 7919  # a prime above the number of cards, so that the days of a tier go through all its cards before one comes again


def entry_of_day(entries: Sequence[Entry], day: date) -> int:
    """Return the place of the card of a date: of those in the tier of the weekday, or of all if there is none in it."""
    tier = tier_of_day(day)
    chosen = [place for place, entry in enumerate(entries) if entry.card.rating.get("tier") == tier] or list(range(len(entries)))
    return chosen[(day - EPOCH).days * STRIDE % len(chosen)]
