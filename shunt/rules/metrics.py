"""What a solution of the train rules counts in every metric, told in names: the referee of `search/metrics/dijkstra.py`.

Source: `rules/field-classics.md`; where that leaves a metric open the reading here is ours.

- `moves`: every start of a locomotive, and every step of a turntable by hand, counts 1.
- `runs`: a run goes on until its locomotive turns back, or another locomotive or a turntable by hand comes in between. A stop
  to couple, to leave cars or to have points thrown does not end it, so a run may be several moves. Loyd's 33 "engine runs"
  are counted so: his every line is one engine going one way.
- `reversals`: a move of a locomotive towards its other end than in its own last move; its first is free. What other
  locomotives do in between does not matter (Dudeney).
- `couplings`: joints coupled plus joints uncoupled. The crew waits with both until it has to: a joint is coupled when a
  locomotive is to pull through it, and uncoupled when one of its pieces moves and the other is not next to it in that train.
  Waiting never costs more, so this counts the fewest. At the start nothing is coupled; what is coupled at the end may stay so.
  A turntable that parts two pieces uncouples them, and that counts too.
- `distance`: every space that the locomotive which makes a move runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeVar

from shunt.rules.motion import Motion, Run
from shunt.rules.moves import Direction, TrainMove
from shunt.rules.position import Position
from shunt.rules.referee import resolve
from shunt.track.plan import End

METRICS = ("moves", "runs", "reversals", "couplings", "distance")
AnyRules = TypeVar("AnyRules", bound=Motion)
Joint = frozenset[str]
"""Two pieces that are coupled to each other."""


def with_ends(rules: AnyRules) -> AnyRules:
    """The same rules with the two ends of every locomotive told apart, as headings, so that its sense can be followed."""
    return rules if rules.has_headings else replace(rules, has_headings=True)


def ends_given(rules: Motion, position: Position) -> Position:
    """`position` with a heading for every locomotive: its own, or any where headings are no part of the rules."""
    return position if rules.has_headings else replace(position, headings=(0,) * len(rules.roster.locomotives))


@dataclass(frozen=True, slots=True)
class Tally:
    """What has been counted up to a position, and what has to be remembered to go on counting.

    `rules` and `position` have headings (`with_ends`, `ends_given`). `senses`: the direction of every locomotive's last move,
    None before its first. `last`: the locomotive that is on a run. `coupled`: the joints. `counts`: in the order of `METRICS`.
    """

    rules: Motion = field(compare=False, repr=False)
    position: Position
    senses: tuple[Direction | None, ...]
    last: str | None = None
    coupled: frozenset[Joint] = frozenset()
    counts: tuple[int, ...] = (0,) * len(METRICS)

    @classmethod
    def begin(cls, rules: Motion, start: Position) -> Tally:
        """Nothing counted yet: no locomotive has run, and nothing is coupled."""
        return cls(with_ends(rules), ends_given(rules, start), (None,) * len(rules.roster.locomotives))

    def count(self, metric: str) -> int:
        """What has been counted in one metric."""
        return self.counts[METRICS.index(metric)]

    def after(self, run: Run | str, position: Position) -> Tally:
        """The tally after one more move: a run under the rules with headings, or a turntable stepped by hand (its name)."""
        if isinstance(run, str):
            kept = self._still_joined(self.coupled, position)
            added = (1, 0, 0, len(self.coupled - kept), 0)
            return replace(self, position=position, last=None, coupled=kept, counts=self._plus(added))
        seat = self.rules.roster.locomotives.index(run.locomotive)
        same_sense = self.senses[seat] == run.direction
        coupled, changes = self._recoupled(run)
        kept = self._still_joined(coupled, position)
        added = (
            1,
            int(not (same_sense and self.last == run.locomotive)),
            int(self.senses[seat] is not None and not same_sense),
            changes + len(coupled - kept),
            run.distance,
        )
        senses = (*self.senses[:seat], run.direction, *self.senses[seat + 1 :])
        return Tally(self.rules, position, senses, run.locomotive, kept, self._plus(added))

    def _plus(self, added: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(had + more for had, more in zip(self.counts, added, strict=True))

    def _recoupled(self, run: Run) -> tuple[frozenset[Joint], int]:
        """The joints that `run` leaves, and how many it has made and parted."""
        pulled = (*reversed(run.couples), run.locomotive)
        train = (*pulled, *run.pushes)
        neighbours = {frozenset(pair) for pair in pairwise(train)}
        needed = {frozenset(pair) for pair in pairwise(pulled)}
        parted = {joint for joint in self.coupled if joint & set(train) and joint not in neighbours}
        made = needed - self.coupled
        return frozenset(self.coupled - parted | made), len(parted) + len(made)

    def _still_joined(self, coupled: frozenset[Joint], position: Position) -> frozenset[Joint]:
        """Those of the joints whose pieces still stand end to end once the turntables have stepped."""
        joins = self.rules.plan.joins(position.turntables)
        stands = dict(zip(self.rules.roster.pieces, position.places, strict=True))
        kept = set()
        for joint in coupled:
            one, other = (stands[piece] for piece in joint)
            if any(end.space == other for side in (0, 1) for end in joins.get(End(one, side), ())):
                kept.add(joint)
        return frozenset(kept)


def tally_of(rules: Motion, start: Position, runs: Iterable[Run | str]) -> Tally:
    """Count moves that the referee has replayed (a turntable stepped by hand is its name).

    Raises `ValueError` where a run is not one that these rules allow.
    """
    tally = Tally.begin(rules, start)
    for run in runs:
        if isinstance(run, str):
            stepped = next(after for how, after in tally.rules.outcomes(tally.position) if how == run)
            tally = tally.after(run, stepped)
        else:
            twin = run_with_ends(tally, run)
            tally = tally.after(twin, twin.after)
    return tally


def run_with_ends(tally: Tally, run: Run) -> Run:
    """The same run under the rules that tell a locomotive's ends apart."""
    wanted = TrainMove(run.locomotive, run.path[0], run.path[-1], run.couples, None, run.passes, True)
    for twin in resolve(tally.rules, tally.position, wanted):
        if (twin.path, twin.pushes) == (run.path, run.pushes):
            return twin
    raise ValueError(f"the referee knows no run {wanted} from {tally.position}")


def measures(rules: Motion, start: Position, runs: Iterable[Run | str]) -> dict[str, int]:
    """Every metric of a solution: name → count, in the order of `METRICS`."""
    return dict(zip(METRICS, tally_of(rules, start, runs).counts, strict=True))
