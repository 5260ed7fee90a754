"""Joints between coupled pieces: how a rolling train and a stepping turntable keep or part them.

A joint is two coupler ends, (piece, end) with (piece, end), where an end is named by the end of the space that it is at. Two
pieces that meet again by other ends, after a run round a loop or on a turntable that has swung through 180°, are therefore
not coupled, and neither are two that have parted and meet again by the same ends: a joint parts when one of its pieces begins
to roll without the other. Source: docs/metrics.md, "Couplings".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from shunt.rules.motion import Motion, Ready, Run, Train
from shunt.rules.position import Position
from shunt.track.plan import End

Coupler = tuple[str, int]
"""A piece, and the end of its space at which the coupler is."""
Joint = frozenset[Coupler]
Joints = frozenset[Joint]


def inner_joints(train: Train) -> list[Joint]:
    """Return the joints by which neighbours of a train touch, from its tail to its head."""
    pairs = pairwise(zip(train.pieces, train.ends, strict=True))
    return [frozenset({(behind, end.end), (ahead, other.opposite.end)}) for (behind, end), (ahead, other) in pairs]


def closing_joint(train: Train) -> Joint:
    """Return the joint that closes a full ring: the front of the train's head with the rear of its tail."""
    return frozenset({(train.pieces[-1], train.ends[-1].end), (train.pieces[0], train.ends[0].opposite.end)})


def carried(joints: Joints, before: Train, after: Train) -> Joints:
    """Return the joints that are not parted while a train rolls one space, by the ends where their pieces are then.

    Kept are those between pieces that do not move and those between neighbours of the train. The one between the head's front and
    the tail's rear is kept while the head enters the space that the tail leaves, through the two ends that are coupled.
    """
    kept = {joint for joint in joints if not any(piece in before.pieces for piece, _ in joint)}
    kept |= {new for old, new in zip(inner_joints(before), inner_joints(after), strict=True) if old in joints}
    if len(before.pieces) > 1 and after.ends[-1] == before.ends[0] and closing_joint(before) in joints:
        kept.add(closing_joint(after))
    return frozenset(kept)


def carried_along(joints: Joints, trains: Sequence[Train]) -> Joints:
    """The joints that remain of `joints` when a train has passed through `trains`: one space on, or longer by a contact."""
    for before, after in pairwise(trains):
        if len(before.pieces) == len(after.pieces):
            joints = carried(joints, before, after)
    return joints


def coupled_before(joints: Joints, start: Train, leader: str) -> Joints:
    """Return the joints once everything that `leader` is to pull is coupled."""
    return joints | frozenset(inner_joints(start)[: start.pieces.index(leader)])


def still_joined(rules: Motion, joints: Joints, position: Position) -> Joints:
    """Return those of the joints whose two ends still meet in `position`, after the turntables have stepped."""
    joins = rules.plan.joins(position.turntables)
    places = dict(zip(rules.roster.pieces, position.places, strict=True))
    kept = set()
    for joint in joints:
        one, other = (End(places[piece], end) for piece, end in joint)
        if other in joins.get(one, ()):
            kept.add(joint)
    return frozenset(kept)


def runs_with_joints(rules: Motion, position: Position, ready: Ready, begun: Joints) -> Iterator[tuple[Run, Joints]]:
    """Yield every place where the train that stands ready may stop, by a shortest way for each set of joints left of `begun`."""

    def advance(before: Train, after: Train, rolled: bool, note: Joints) -> Joints:
        return carried(note, before, after) if rolled else note

    for trains, kept in rules.ways(position, ready[2], begun, advance):
        yield rules.run_along(position, ready, trains), kept
