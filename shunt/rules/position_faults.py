"""The faults of a position: reasons why it does not fit a card's pieces and board."""

from __future__ import annotations

from collections.abc import Iterator

from shunt.errors import Fault, suggest
from shunt.rules.access import Access
from shunt.rules.position import Position


def position_faults(access: Access, has_headings: bool, position: Position, where: str) -> Iterator[Fault]:
    """Yield the faults of a position for these pieces on this board. If the number of pieces is wrong, yield only that fault."""
    plan, roster = access.plan, access.roster
    counts = (
        ("spaces", len(position.places), len(roster.pieces)),
        ("headings", len(position.headings), len(roster.locomotives) if has_headings else 0),
        ("turntable settings", len(position.turntables), len(plan.turntables)),
    )
    wrong = [Fault(where, f"{found} {what}, but the card has {needed}") for what, found, needed in counts if found != needed]
    if wrong:
        yield from wrong
        return
    for table, index in zip(plan.turntables, position.turntables, strict=True):
        if not 0 <= index < len(table.positions):
            yield Fault(where, f"turntable {table.name} has no position {index}", f"they are 0 to {len(table.positions) - 1}")
    names = roster.at(position)
    for piece, space in names.items():
        if space not in plan.spaces:
            yield Fault(where, f"{piece} on {space}: unknown space {space!r}", suggest(space, plan.spaces))
            continue
        if not access.may_be(piece, space):
            what = "the space is broken" if space in access.broken else f"the space is closed to {piece}"
            yield Fault(where, f"{piece} on {space}: {what}")
        if space in plan.no_stop:
            yield Fault(where, f"{piece} on {space}: nothing may stand there")
        others = {*plan.partners(space), space}
        for other in roster.pieces[: roster.pieces.index(piece)]:
            if names[other] in others:
                yield Fault(where, f"{piece} on {space}: not while {other} stands on {names[other]}")
