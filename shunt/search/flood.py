"""Floods of cards of any kind: all positions that can be reached from a start, level by level."""

from __future__ import annotations

from shunt.cards.card import Card, RouteCard
from shunt.cards.flooded import Flood
from shunt.cards.given import as_card
from shunt.cards.kinds import refused
from shunt.errors import InputError
from shunt.files.reading import StrPath
from shunt.search.core.limits import Limits, Progress, begun
from shunt.sidings.cards.card import SidingsCard


def flood_card(
    card: Card | StrPath,
    limits: Limits | None = None,
    progress: Progress | None = None,
    method: str | None = None,
    threads: int | None = None,
    checkpoint: StrPath | None = None,
) -> Flood:
    """Count the positions that can be reached from a card's start, level by level.

    For `method`, `threads` and `checkpoint`, see `flood_position`. Cards of `sidings` always use the index, one core, and no
    checkpoints.
    """
    card, limits = as_card(card), begun(limits, progress)
    if isinstance(card, RouteCard):
        from shunt.search.methods.flood import check_method, flood_position
        from shunt.search.trains.codec import Codec

        check_method(method)  # before tables are made, which may have to be compiled
        return flood_position(Codec.for_rules(card.rules), card.start, limits, method, threads, checkpoint)
    if not isinstance(card, SidingsCard):
        raise refused(card, "flooded")
    if method not in (None, "indexed"):
        raise InputError("method", f"a card of ruleset sidings is flooded indexed, not {method}", "leave it out")
    if checkpoint is not None:
        raise InputError("checkpoint", "a flood of sidings keeps no checkpoint", "leave it out: such floods are short")
    from shunt.sidings.search.table import flood_sidings

    return flood_sidings(card, limits)
