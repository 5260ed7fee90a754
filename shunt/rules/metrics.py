"""The cost of a solution in every metric of the train rules, by names. This is the referee of `search/metrics/dijkstra.py`.

The metrics themselves are the rows of `objective.py`. Source: `docs/reference/metrics.md`.

- `moves`: every start of a locomotive, and every step of a turntable by hand, counts 1.
- `runs`: a run ends when its locomotive turns back, another locomotive starts, or a turntable is stepped by hand. A stop
  to couple, to leave cars or to have points thrown does not end it, so a run may be several moves. This is how Loyd counts
  his 33 "engine runs": each of his lines is one engine going one way.
- `reversals`: a move of a locomotive against the direction of its own last move. Its first move is free, and moves of
  other locomotives in between do not matter (Dudeney).
- `couplings`: joints coupled plus joints parted. The crew does both as late as possible. A joint is coupled when a
  locomotive has to pull through it. It is parted when one of its pieces begins to roll without the other, or when a turntable
  separates its two ends. Waiting never costs more, so this is the minimum. At the start nothing is coupled, and at the end
  pieces may stay coupled.
- `distance`: every space that the moving locomotive runs.
- `throws`: every time that points have to be set. A set of points is an end of a space that has several joins. It is set to
  the join over which a piece ran last, and is free before its first use. A step of a turntable does not set points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from shunt.rules.guide import run_with_ends
from shunt.rules.motion import Motion, Ready, Run, Train, ends_given, with_ends
from shunt.rules.moves import Direction
from shunt.rules.objective import METRICS, POINTS, TRAIN_METRICS, TrainStep
from shunt.rules.position import Position
from shunt.track.plan import End, Plan


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts up to a position, and everything that must be remembered to continue counting.

    `rules` and `position` have headings (`with_ends`, `ends_given`). `senses` gives the direction of every locomotive's last
    move, or None before its first. `last` is the locomotive on a run. `joints` are the coupled joints. `points` are the points
    that were run over, each with the end over which a piece ran; it is None if throws are not counted. `counts` is in the order
    of `METRICS`.
    """

    rules: Motion = field(compare=False, repr=False)
    position: Position
    senses: tuple[Direction | None, ...]
    last: str | None = None
    joints: Joints = frozenset()
    points: Points | None = None
    counts: tuple[int, ...] = (0,) * len(METRICS)

    @classmethod
    def begin(cls, rules: Motion, start: Position, needs: Collection[str] = ()) -> Tally:
        """Return the tally at the start: no locomotive has run, no joint is coupled, points are free, and all counts are 0.

        Throws are counted only if `needs` contains points, because all paths over points must then be distinguished.
        """
        points: Points | None = frozenset() if POINTS in needs else None
        senses = (None,) * len(rules.roster.locomotives)
        return cls(with_ends(rules), ends_given(rules, start), senses, points=points)

    @property
    def counted(self) -> dict[str, int]:
        """The count in every metric."""
        return dict(zip(METRICS, self.counts, strict=True))

    def after(self, run: Run | str) -> Tally:
        """Return the tally after one more move. The move is a run by the rules with headings, or the name of a turntable stepped
        by hand."""
        if isinstance(run, str):
            return self._stepped(run)
        trains = self.rules.trains_of(self.position, run)
        begun = coupled_before(self.joints, trains[0])
        note = (begun, self.points, 0)
        for before, after in pairwise(trains):
            if len(before.pieces) == len(after.pieces):
                note = rolled_on(self.rules.plan, note, before, after)
        return self._rolled(run, begun, *note)

    def outcomes(self) -> Iterator[tuple[Run | str, Tally]]:
        """Yield every possible move and the tally after it: the shortest move for each outcome and set of joints.

        If throws are counted, moves are also distinguished by the state of the points, and a longer move is included only if it
        throws fewer points.
        """
        for ready in self.rules.trains(self.position):
            yield from self._runs(ready)
        for name, _ in self.rules.turned_by_hand(self.position):
            yield name, self._stepped(name)

    def _runs(self, ready: Ready) -> Iterator[tuple[Run, Tally]]:
        """Yield every place where the ready train may stop and the tally there, with a shortest path for each set of remaining
        joints and state of the points.

        If several paths lead to the same result, a longer one is yielded only if it throws fewer points.
        """
        begun = coupled_before(self.joints, ready[2])
        least: dict[tuple[Train, Joints, Points | None, bool], int] = {}

        def advance(before: Train, after: Train, rolled: bool, note: Note) -> Note | None:
            joints, points, throws = note = rolled_on(self.rules.plan, note, before, after) if rolled else note
            key = (after, joints, points, rolled)
            if throws >= least.get(key, throws + 1):  # earlier paths are shorter, and one throws as few points
                return None
            least[key] = throws
            return note

        for _, note, way in self.rules.stops(self.position, ready[2], (begun, self.points, 0), advance):
            run = self.rules.run_along(self.position, ready, way())
            yield run, self._rolled(run, begun, *note)

    def _stepped(self, name: str) -> Tally:
        position = dict(self.rules.turned_by_hand(self.position))[name]
        kept = still_joined(self.rules, self.joints, position)
        counts = self._plus(TrainStep(self.rules, None, False, False, len(self.joints - kept)))
        return replace(self, position=position, last=None, joints=kept, counts=counts)

    def _rolled(self, run: Run, begun: Joints, rolled: Joints, points: Points | None, throws: int) -> Tally:
        """Return the tally after a run that began with the joints `begun` and stopped with the joints `rolled`.

        `points` is the state of the points at that time, after `throws`.
        """
        seat = self.rules.roster.locomotives.index(run.locomotive)
        same_sense = self.senses[seat] == run.direction
        kept = still_joined(self.rules, rolled, run.after)
        step = TrainStep(
            self.rules,
            run,
            goes_on=same_sense and self.last == run.locomotive,
            turns_back=self.senses[seat] is not None and not same_sense,
            joints=len(begun - self.joints) + len(begun) - len(kept),
            throws=throws,
        )
        senses = (*self.senses[:seat], run.direction, *self.senses[seat + 1 :])
        return Tally(self.rules, run.after, senses, run.locomotive, kept, points, self._plus(step))

    def _plus(self, step: TrainStep) -> tuple[int, ...]:
        return tuple([had + metric.added(step) for had, metric in zip(self.counts, TRAIN_METRICS.values(), strict=True)])


def measures(rules: Motion, start: Position, runs: Iterable[Run | str]) -> dict[str, int]:
    """Return the value of every metric for moves made by the rules, in the order of `METRICS`. A turntable stepped by hand is
    given by its name.

    Raise `ValueError` if these rules do not allow a run.
    """
    tally = Tally.begin(rules, start, {POINTS})
    for run in runs:
        tally = tally.after(run if isinstance(run, str) else run_with_ends(tally.rules, tally.position, run))
    return tally.counted


# --------------------------------------------------------------------------------------------------------------------
# Joints between coupled pieces: how a rolling train and a stepping turntable keep or part them
#
# A joint is two coupler ends, (piece, end) with (piece, end), where an end is named by the end of the space that it is at.
# Two pieces that meet again by other ends, after a run round a loop or on a turntable that has swung through 180°, are
# therefore not coupled, and neither are two that have parted and meet again by the same ends: a joint parts when one of its
# pieces begins to roll without the other. Source: docs/reference/metrics.md, "Couplings".

Coupler = tuple[str, int]
"""A piece, and the end of its space where the coupler is."""
Joint = frozenset[Coupler]
Joints = frozenset[Joint]


def inner_joints(train: Train) -> list[Joint]:
    """Return the joints between neighbours in a train, from its tail to its head."""
    pairs = pairwise(zip(train.pieces, train.ends, strict=True))
    return [frozenset({(behind, end.end), (ahead, other.opposite.end)}) for (behind, end), (ahead, other) in pairs]


def closing_joint(train: Train) -> Joint:
    """Return the joint that closes a full ring: the front of the train's head with the rear of its tail."""
    return frozenset({(train.pieces[-1], train.ends[-1].end), (train.pieces[0], train.ends[0].opposite.end)})


def carried(joints: Joints, before: Train, after: Train) -> Joints:
    """Return the joints that are not parted while a train rolls one space, by the ends where their pieces are afterwards.

    Joints between pieces that do not move are kept, and so are those between neighbours in the train. If the head enters the
    space that the tail leaves, the joint between the head's front and the tail's rear is kept, provided that it is at these two
    ends.
    """
    kept = {joint for joint in joints if not any(piece in before.pieces for piece, _ in joint)}
    kept |= {new for old, new in zip(inner_joints(before), inner_joints(after), strict=True) if old in joints}
    if len(before.pieces) > 1 and after.ends[-1] == before.ends[0] and closing_joint(before) in joints:
        kept.add(closing_joint(after))
    return frozenset(kept)


def coupled_before(joints: Joints, start: Train) -> Joints:
    """Return the joints once every piece that the locomotive is to pull is coupled."""
    return joints | frozenset(inner_joints(start)[: start.leader])


def still_joined(rules: Motion, joints: Joints, position: Position) -> Joints:
    """Return the joints whose two ends still meet in `position`, after the turntables have stepped."""
    joins = rules.plan.joins(position.turntables)
    places = rules.roster.at(position)
    kept = set()
    for joint in joints:
        one, other = (End(places[piece], end) for piece, end in joint)
        if other in joins.get(one, ()):
            kept.add(joint)
    return frozenset(kept)


# --------------------------------------------------------------------------------------------------------------------
# Points: which join each is set to, and how often a run sets them

Points = frozenset[tuple[End, End]]
"""Ends of spaces with several joins, each with the other end of the join over which a piece ran last."""
Note = tuple[Joints, Points | None, int]
"""The joints that remain on a train's path, the state of the points, and the throws; without points, throws are not counted."""


def thrown(plan: Plan, points: Points, before: Train, after: Train) -> tuple[Points, int]:
    """Return the points after a train has rolled one space, and the number of throws that this took.

    Pieces are moved one by one from the tail, because in a full ring the tail leaves its space before the head enters it.
    """
    state, throws = dict(points), 0
    for leaving, then in zip(before.ends, after.ends, strict=True):
        entered = then.opposite
        for end, other in ((leaving, entered), (entered, leaving)):
            if end in plan.points:
                throws += state.get(end, other) != other
                state[end] = other
    return frozenset(state.items()), throws


def rolled_on(plan: Plan, note: Note, before: Train, after: Train) -> Note:
    """Return the note after a train has rolled one space."""
    joints, points, throws = note
    if points is not None:
        points, more = thrown(plan, points, before, after)
        throws += more
    return carried(joints, before, after), points, throws
