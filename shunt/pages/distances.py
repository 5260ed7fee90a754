"""The distances that a page carries for its hints: how many moves every position that can be reached is from the goal.

A table has a byte for every way to put the pieces anywhere: the number of moves, `DEAD` where the goal cannot be reached any
more, `UNKNOWN` where the start does not lead. Its index has a digit for each piece, locomotives first (twice the number of its
space plus its heading, or the number of its space if it has none), then one for the setting of each turntable; digits of
interchangeable pieces rise. Almost all bytes are like their neighbours, so that a table of 100,000 positions deflates to some
10 kB. `source/rules/distances.ts` reads it.
"""

from __future__ import annotations

import zlib
from base64 import b64encode
from functools import lru_cache
from math import prod
from typing import Any

from shunt.cards.card import RouteCard

DEAD, UNKNOWN = 254, 255
MOST_STATES = 150_000
"""Positions that can be reached: with more, the page searches or follows the Yard Guide."""
MOST_SLOTS = 4_000_000
LONGEST = 40_000
"""Characters of a table."""
ROOM = 500_000
"""Characters of all tables of a page."""
MOST_TABLES = 100
"""Cards of a page, the first, that may have a table: making one takes up to a second."""


@lru_cache(maxsize=256)
def distances_text(card: RouteCard) -> str:
    """Return the table of a card, deflated, in base64; "" if it is too large or the goal cannot be reached.

    Distances count moves, so a card with another metric has none.
    """
    if card.metric != ("moves",) or _slots(card) > MOST_SLOTS:
        return ""
    table = distances_table(card)
    if table is None:
        return ""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = b64encode(packer.compress(table.tobytes()) + packer.flush()).decode()
    return text if len(text) <= LONGEST else ""


def distances_table(card: RouteCard) -> Any:
    """Return the table of a card as an array of bytes; None with more than `MOST_STATES` positions or without a solution."""
    import numpy as np

    from shunt.generator.graph_of_card import graph_from
    from shunt.search.core.limits import LimitReached, Limits
    from shunt.search.trains.codec import Codec
    from shunt.search.trains.goals import GoalSet

    codec = Codec.for_rules(card.rules)
    if codec.words > 1:
        return None
    try:
        graph = graph_from(codec, card.start, Limits(states=MOST_STATES))
    except LimitReached:
        return None
    goals = GoalSet.of(codec, card.goal, codec.settings.number[card.start.turntables])
    distance = graph.distances_to(np.flatnonzero(goals.met_by(graph.states)))
    if distance[0] < 0 or distance.max() >= DEAD:
        return None
    index = np.zeros(len(graph), np.int64)
    for shift, width, radix in zip(codec.shift, codec.width, _radices(card), strict=False):
        index = index * radix + (graph.states >> shift & (1 << width) - 1)
    phase = graph.states >> codec.setting_shift
    for table, turntable in enumerate(card.plan.turntables):
        settings = np.array([position[table] for position in codec.settings.positions])
        index = index * len(turntable.positions) + settings[phase]
    found = np.full(_slots(card), UNKNOWN, np.uint8)
    found[index] = np.where(distance < 0, DEAD, distance)
    return found


def _radices(card: RouteCard) -> list[int]:
    """Return how many values the digit of each piece has."""
    spaces, pointed = len(card.plan.spaces), card.rules.has_headings
    engines = set(card.roster.locomotives)
    return [2 * spaces if pointed and piece in engines else spaces for piece in card.roster.pieces]


def _slots(card: RouteCard) -> int:
    return prod(_radices(card)) * prod(len(table.positions) for table in card.plan.turntables)
