"""The rule that an illegal train move breaks, by name and in words.

Names are checked first, then the coupled pieces, then the path. The rules are lifted one at a time. The broken rule is the first
one without which the move would be possible.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from shunt.errors import suggest
from shunt.rules.guide import resolve
from shunt.rules.motion import Motion, Run, leading_to
from shunt.rules.moves import TrainMove
from shunt.rules.position import Position
from shunt.rules.train_rules import OPTIONS
from shunt.track.plan import End, opened

Broken = tuple[str, str]
"""The name of a rule, and the reason why it is broken."""


def broken_rule(rules: Motion, position: Position, move: TrainMove) -> Broken:
    """Return the rule that an impossible move breaks, and the reason in words.

    Rules, in the order in which they are checked: locomotive, space, start, broken-track, closed-space, no-stop, coupling, via,
    direction, exclusive, way, blocked, turntable, and the option that changes a rule of trains, such as coupled-train.
    """
    return (
        _wrong_names(rules, position, move)
        or _wrong_coupling(rules, position, move)
        or _lifted(rules, position, move)
        or _wrong_way(rules, position, move)
    )


def _wrong_names(rules: Motion, position: Position, move: TrainMove) -> Broken | None:
    """Return the rule that a move breaks by an unknown name, a wrong start, or a space that the locomotive may not enter."""
    roster, plan = rules.roster, rules.plan
    if move.locomotive not in roster.locomotives:
        is_car = move.locomotive in roster.cars
        what = "is a car, and only locomotives move by themselves" if is_car else "is not a piece of this card"
        return "locomotive", f"{move.locomotive} {what} (locomotives: {', '.join(roster.locomotives)})"
    for space in (move.start, move.to, *move.via):
        if space not in plan.spaces:
            return "space", f"unknown space {space} on this layout ({suggest(space, plan.spaces)})"
    stands = position.places[roster.pieces.index(move.locomotive)]
    if stands != move.start:
        return "start", f"{move.locomotive} stands on {stands}, not on {move.start}"
    for piece in move.couples:
        if piece not in roster.pieces:
            return "coupling", f"unknown piece {piece} ({suggest(piece, roster.pieces)})"
    for space in (move.to, *move.via):
        if space in rules.broken:
            return "broken-track", f"{space} is a broken track, which nothing ever enters"
    if not rules.access.may_be(move.locomotive, move.to):
        return "closed-space", f"{move.to} is closed to {_those_kept_out(rules, move.to, move.locomotive)}"
    if move.to in plan.no_stop:
        return "no-stop", f"{move.to} may be passed, but nothing may stop there"
    return None


def _those_kept_out(rules: Motion, space: str, piece: str) -> str:
    """Return the pieces to which a space is closed, in words: the kind of the piece if the layout closes the space, otherwise the
    piece."""
    kind = rules.plan.closed.get(space)
    return kind if kind is not None and piece in rules.roster.kinds[kind] else piece


def _wrong_coupling(rules: Motion, position: Position, move: TrainMove) -> Broken | None:
    if not move.couples:
        return None
    chains = {rules.coupled(ready) for ready in rules.trains(position) if ready[0] == move.locomotive}
    if move.couples in chains:
        return None
    longest = [chain for chain in sorted(chains) if chain and not any(o[: len(chain)] == chain != o for o in chains)]
    what, stand = " ".join(move.couples), "does not stand" if len(move.couples) == 1 else "do not stand in this order"
    where = "at either end of" if rules.couples_both_ways else "behind"
    there = " or ".join(" ".join(chain) for chain in longest) or "nothing"
    why = f"{what} {stand} directly {where} {move.locomotive}, where it could be coupled; there stands {there}"
    if not rules.couples_both_ways and not rules.drags_coupled and move.couples[0] in _in_front(rules, position, move):
        why += f" ({move.couples[0]} is in front: cars in front are never coupled, only pushed)"
    return "coupling", why


def _in_front(rules: Motion, position: Position, move: TrainMove) -> set[str]:
    """Return the pieces directly in front of the locomotive."""
    facing = End(move.start, rules.roster.faces(position)[move.locomotive])
    on = rules.roster.on(position)
    return {on[end.space] for end in rules.plan.joins(position.turntables).get(facing, ()) if end.space in on}


def _lifted(rules: Motion, position: Position, move: TrainMove) -> Broken | None:
    """Return the one rule without which the move would be possible."""
    if move.via and resolve(rules, position, replace(move, via=(), whole_path=False)):
        how = "go by the path" if move.whole_path else "pass"
        spaces = ", ".join(move.via)
        return "via", f"on no run to {move.to} does the head of the train {how} {spaces} in this order"
    if move.direction and resolve(rules, position, replace(move, direction=None)):
        return "direction", f"{move.locomotive} gets to {move.to}, but not running {move.direction}"
    for run in resolve(replace(rules, plan=replace(rules.plan, no_stop=frozenset())), position, move):
        stops = ", ".join(sorted(rules.plan.no_stop.intersection(run.after.places)))
        return "no-stop", f"a piece would end on {stops}, where nothing may stop"
    for run in resolve(replace(rules, broken=frozenset()), position, move):
        tracks = ", ".join(sorted(rules.broken.intersection(run.passes))) or ", ".join(sorted(rules.broken))
        return "broken-track", f"a broken track is in the way: {tracks}"
    for run in resolve(_with_all_open(rules), position, move) if rules.plan.closed or rules.closed else ():
        return "closed-space", _trespasses(rules, position, run)
    for run in resolve(replace(rules, plan=replace(rules.plan, exclusive=())), position, move):
        groups = [", ".join(sorted(group)) for group in rules.plan.exclusive if group.intersection(run.passes)]
        return "exclusive", f"of {' and of '.join(groups)} only one may be occupied at a time"
    for name, told in rules.train_rules.told.items():
        usual: dict[str, Any] = {name: OPTIONS[name].default}
        if resolve(replace(rules, train_rules=replace(rules.train_rules, **usual)), position, move):
            return OPTIONS[name].key.replace("_", "-"), told
    return None


def _with_all_open(rules: Motion) -> Motion:
    """Return the same rules without closed spaces, except for broken tracks."""
    return replace(rules, plan=replace(rules.plan, closed={}), closed={})


def _trespasses(rules: Motion, position: Position, run: Run) -> str:
    """Return the pieces that a run would take to spaces that are closed to them."""
    open_rules, found = _with_all_open(rules), dict[str, str]()
    for train in open_rules.trains_of(position, run):
        for piece, space in zip(train.pieces, train.spaces, strict=True):
            if not rules.access.may_be(piece, space):
                found.setdefault(piece, space)
    return ", and ".join(
        f"{piece} would come to {space}, which is closed to {_those_kept_out(rules, space, piece)}"
        for piece, space in found.items()
    )


def _wrong_way(rules: Motion, position: Position, move: TrainMove) -> Broken:
    """Return why the destination cannot be reached, if no single rule prevents it."""
    if move.to == move.start:
        return "way", f"{move.locomotive} cannot come back to {move.start} in one run: a move goes at least one space"
    for ready in rules.trains(position):
        if ready[0] == move.locomotive and any(run.path[-1] == move.to for run in rules.runs(position, ready)):
            what, instead = " ".join(move.couples) or "nothing", " ".join(rules.coupled(ready)) or "nothing"
            return "coupling", f"{move.locomotive} gets to {move.to}, but not with {what} coupled; with {instead} coupled it does"
    if _alone_gets_there(rules, position.turntables, move):
        return "blocked", f"other pieces are in the way and cannot be pushed on, so {move.locomotive} does not get to {move.to}"
    if _alone_gets_there(replace(rules, broken=frozenset()), position.turntables, move):
        return "broken-track", f"every path to {move.to} leads over a broken track ({', '.join(sorted(rules.broken))})"
    if (rules.plan.closed or rules.closed) and _alone_gets_there(_with_all_open(rules), position.turntables, move):
        return "closed-space", f"every path to {move.to} leads over a space that is closed to {move.locomotive}"
    for index, table in enumerate(rules.plan.turntables):
        for turned, standing in enumerate(rules.plan.settings_of(index, position.turntables)):
            if _alone_gets_there(rules, standing, move):
                here = position.turntables[index]
                return "turntable", f"turntable {table.name} is at position {here}; the path to {move.to} needs position {turned}"
    return "way", f"no track leads from {move.start} to {move.to} in one run: a move runs in one direction, without turning back"


def _alone_gets_there(rules: Motion, turntables: tuple[int, ...], move: TrainMove) -> bool:
    """Return whether the locomotive would reach its destination if it were alone on the board."""
    closed = {space for space, pieces in rules.access.kept_out.items() if move.locomotive in pieces}
    joins = opened(rules.plan.joins(turntables), closed)
    return not leading_to(joins, [move.to]).isdisjoint(End(move.start, end) for end in (0, 1))
