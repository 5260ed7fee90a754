"""Wyes of a layout: triangles of three switches, in which a locomotive turns by reversing on each of the three tails."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from shunt.track.plan import End, Plan

MOST_SWITCHES = 60
"""Switches among which triangles are looked for; on larger boards only the first of these."""

Runs = Mapping[tuple[End, End], tuple[str, ...]]
"""(tail, other tail) → the spaces between them on a shortest run from the legs of the one to the legs of the other."""


@dataclass(frozen=True, slots=True)
class Wye:
    """Three spaces at the tails of switches, and the spaces on the three runs: from the first tail to the second, and so on."""

    tails: tuple[str, str, str]
    sides: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

    @property
    def spaces(self) -> int:
        """The number of spaces in the triangle."""
        return 3 + sum(map(len, self.sides))

    def __str__(self) -> str:
        """`N (W1) S1 (M) E1 (W2)`: each tail, and in brackets the run to the next."""
        return " ".join(f"{tail} ({' '.join(side) if side else '–'})" for tail, side in zip(self.tails, self.sides, strict=True))


def find_wyes(plan: Plan) -> tuple[Wye, ...]:
    """Return the triangles of a plan without its turntables, the smallest first; each uses shortest runs between its tails.

    >>> [str(wye) for wye in find_wyes(Plan.from_tracks("wye", ["| N W1 S1 S2 |", "| N W2 E1 E2 |", "S2 S1 M E1 E2"]))]
    ['N (W1) S1 (M) E1 (W2)']
    """
    tails = [End(space, end) for space in plan.spaces for end in (0, 1) if len(plan.fixed.get(End(space, end), ())) > 1]
    runs = _runs(plan, tails[:MOST_SWITCHES])
    found = []
    for one, two, three in combinations(tails[:MOST_SWITCHES], 3):
        sides = runs.get((one, two)), runs.get((two, three)), runs.get((three, one))
        if sides[0] is None or sides[1] is None or sides[2] is None:
            continue
        wye = Wye((one.space, two.space, three.space), (sides[0], sides[1], sides[2]))
        if len({*wye.tails, *sides[0], *sides[1], *sides[2]}) == wye.spaces:
            found.append(wye)
    return tuple(sorted(found, key=lambda wye: wye.spaces))


def _runs(plan: Plan, tails: Sequence[End]) -> Runs:
    wanted = set(tails)
    ahead = {end: [(entered, entered.opposite) for entered in others] for end, others in plan.fixed.items()}
    found: dict[tuple[End, End], tuple[str, ...]] = {}
    for tail in tails:
        came: dict[End, End | None] = {tail: None}
        todo = deque([tail])
        while todo:
            leaving = todo.popleft()
            for entered, onward in ahead.get(leaving, ()):
                if entered in wanted and (tail, entered) not in found:
                    found[tail, entered] = _passed(came, leaving)
                if onward not in came:
                    came[onward] = leaving
                    todo.append(onward)
    return found


def _passed(came: Mapping[End, End | None], end: End) -> tuple[str, ...]:
    """Return the spaces on the way to `end`, without the first, which is the tail."""
    spaces: list[str] = []
    current: End | None = end
    while current is not None:
        spaces.append(current.space)
        current = came[current]
    return tuple(spaces[-2::-1])
