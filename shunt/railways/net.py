"""Spaces, what is joined to their ends, and which turnouts a path over them needs.

A turnout is one space with its throat at one end and both legs at the other, and so is a double slip: every port at one end
leads to every port at the other. What is less than that (a crossing, a single slip), or can carry two trains at once (a
crossover), has a space for each leg; legs that share a port or cross each other exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, pairwise, product
from typing import NamedTuple

from shunt.railways.drawing import Element, Leg, Place, PortOf, Turnouts
from shunt.track.plan import BUFFER_STOP, End


class Join(NamedTuple):
    """How an end is joined to another one: the turnouts that this needs, and the port at which it leaves points."""

    turnouts: Turnouts = ()
    port: str = ""


@dataclass
class Net:
    """Spaces in order, their joins, and what is known of points. `legs`: space of points → ports → turnouts.

    `outside`: ports of turntables → the ends that are open to them.
    """

    spaces: list[str] = field(default_factory=list)
    joins: dict[End, dict[End, Join]] = field(default_factory=dict)
    points: list[str] = field(default_factory=list)
    crossings: list[str] = field(default_factory=list)
    exclusive: list[tuple[str, ...]] = field(default_factory=list)
    outside: dict[PortOf, End] = field(default_factory=dict)
    ports: dict[PortOf, list[End]] = field(default_factory=dict)
    legs: dict[str, dict[frozenset[str], Turnouts]] = field(default_factory=dict)

    def add(self, spaces: list[str]) -> None:
        """Add spaces that follow each other on a track."""
        self.spaces += spaces
        for one, other in pairwise(spaces):
            self.join(End(one, 1), End(other, 0))

    def join(self, one: End, other: End, turnouts: Turnouts = (), ports: tuple[str, str] = ("", "")) -> None:
        """Join two ends of spaces."""
        self.joins.setdefault(one, {})[other] = Join(turnouts, ports[0])
        self.joins.setdefault(other, {})[one] = Join(turnouts, ports[1])

    def at(self, end: End) -> Mapping[End, Join]:
        """Return what is joined to an end, and how."""
        return self.joins.get(end, {})

    def is_joined(self, one: str, other: str) -> bool:
        """Return whether two spaces are joined anywhere."""
        return any(end.space == other for side in (0, 1) for end in self.at(End(one, side)))

    # ----------------------------------------------------------------------------------------------------------------
    # Elements

    def add_element(self, element: Element, names: list[str]) -> None:
        """Add the spaces of a turnout, slip or crossing: as many as `spaces_of` says."""
        groups = spaces_of(element)
        self.spaces += names
        is_crossing = all(not _shares_port(one, other) for one, other in combinations(element.legs, 2))
        (self.crossings if is_crossing else self.points).extend(names)
        for name, legs in zip(names, groups, strict=True):
            self.legs[name] = {frozenset(leg.ports): leg.turnouts for leg in legs}
            for port, side in _sides(legs).items():
                self.ports.setdefault((element.name, port), []).append(End(name, side))
        for (one, legs), (other, others) in combinations(zip(names, groups, strict=True), 2):
            if _exclude(legs[0], others[0]):
                self.exclusive.append((one, other))

    def connect(self, one: list[End], other: list[End], ports: tuple[PortOf | None, PortOf | None]) -> None:
        """Join ends of spaces that meet at ports of elements."""
        for near, far in product(one, other):
            self.join(near, far, ports=(ports[0][1] if ports[0] else "", ports[1][1] if ports[1] else ""))

    def _over(self, space: str, before: Join, after: Join) -> Turnouts:
        """Return the turnouts that a path over a space needs, from one join to another one, those of the joins aside."""
        return self.legs.get(space, {}).get(frozenset((before.port, after.port)), ())

    def span_points(self) -> None:
        """Join what is on both sides of points directly, so that trains may stretch across them.

        Points stay where joins could not be kept apart: from a space to itself, or to another one that it is joined to already.
        """
        for space in list(self.points):
            before, after = dict(self.at(End(space, 0))), dict(self.at(End(space, 1)))
            beyond = {end.space for end in (*before, *after)}
            is_open = any(end.opposite in self.outside.values() for end in (*before, *after))
            if not before or not after or is_open or len(beyond) < len(before) + len(after):
                continue
            if any(self.is_joined(one.space, other.space) for one, other in product(before, after)):
                continue
            for one, other in product(before, after):
                turnouts = before[one].turnouts + self._over(space, before[one], after[other]) + after[other].turnouts
                ports = self.joins[one][End(space, 0)].port, self.joins[other][End(space, 1)].port
                self.join(one, other, turnouts, ports)
            self._remove(space)

    def _remove(self, space: str) -> None:
        for side in (0, 1):
            for end in self.joins.pop(End(space, side), {}):
                self.joins[end].pop(End(space, side), None)
        self.spaces.remove(space)
        self.points.remove(space)
        self.exclusive = [pair for pair in self.exclusive if space not in pair]

    # ----------------------------------------------------------------------------------------------------------------
    # Runs and routes

    def routes(self) -> Iterator[tuple[tuple[str, ...], Turnouts]]:
        """Yield the paths over two or three spaces that need turnouts set, each with these."""
        for here, others in self.joins.items():
            for there, join in others.items():
                if join.turnouts and (-here.end, here.space) < (-there.end, there.space):
                    yield (here.space, there.space), join.turnouts
        for space in self.spaces:
            for (before, one), (after, other) in product(self.at(End(space, 0)).items(), self.at(End(space, 1)).items()):
                if needed := self._over(space, one, other):
                    yield (before.space, space, after.space), needed

    def runs(self) -> list[str]:
        """Return the smooth runs of a layout file: together they pass over every space in every direction that it has."""
        missing = {
            (before, space, after): None
            for space in self.spaces
            for before, after in product(self._beside(End(space, 0)), self._beside(End(space, 1)))
        }
        runs = []
        for first in [triple for triple in missing if BUFFER_STOP in triple] + list(missing):
            if first not in missing:
                continue
            del missing[first]
            run = list(first)
            if run[0] != BUFFER_STOP:
                run.reverse()
                self._extend(run, missing)
                run.reverse()
            self._extend(run, missing)
            runs.append(run)
        named = {name for run in runs for name in run}
        for space in self.spaces:  # ends open to a turntable, on both sides or beside another such space
            others = [end.space for side in (0, 1) for end in self.at(End(space, side))]
            if space not in named and not (others and others[0] in named):
                runs.append([space, *others[:1]])
                named.update(runs[-1])
        return [" ".join(run) for run in runs]

    def _extend(self, run: list[str], missing: dict[tuple[str, str, str], None]) -> None:
        """Extend a run beyond its last space, as long as it passes over what no run has yet."""
        while run[-1] != BUFFER_STOP:
            before, space = run[-2], run[-1]
            sides = [self._beside(End(space, side)) for side in (0, 1)]
            passing = [(before, space, after) for near, far in (sides, sides[::-1]) if before in near for after in far]
            onward = next((one for one in passing if one in missing or one[::-1] in missing), None)
            if onward is None:
                return
            missing.pop(onward, None)
            missing.pop(onward[::-1], None)
            run.append(onward[2])

    def _beside(self, end: End) -> list[str]:
        """Return what a run may name beyond an end: neighbours, else a buffer stop if something is at the other end."""
        names = [other.space for other in self.at(end)]
        if names or end in self.outside.values():
            return names
        return [BUFFER_STOP] if self.at(end.opposite) else []


def spaces_of(element: Element) -> list[list[Leg]]:
    """Return the legs of each space that a turnout, slip or crossing needs: one for all, or one for each leg."""
    sides = _sides(list(element.legs))
    if sides and all(_exclude(one, other) for one, other in combinations(element.legs, 2)):
        first = [port for port, side in sides.items() if side == 0]
        last = [port for port, side in sides.items() if side == 1]
        if len(element.legs) == len(first) * len(last):
            return [list(element.legs)]
    return [[leg] for leg in element.legs]


def _sides(legs: list[Leg]) -> dict[str, int]:
    """Return at which end of one space each port is, if legs run from one side to the other; empty if they do not."""
    sides = {legs[0].ports[0]: 0}
    for _ in legs:
        for a, b in (leg.ports for leg in legs):
            for one, other in ((a, b), (b, a)):
                if one in sides and sides.setdefault(other, 1 - sides[one]) == sides[one]:
                    return {}
    return sides if all(port in sides for leg in legs for port in leg.ports) else {}


def _shares_port(one: Leg, other: Leg) -> bool:
    return not set(one.ports).isdisjoint(other.ports)


def _exclude(one: Leg, other: Leg) -> bool:
    """Return whether two legs cannot be used at once: they share a port, or their lines meet."""

    def side(a: Place, b: Place, c: Place) -> int:
        turn = ((b - a).conjugate() * (c - a)).imag
        return (turn > 1e-9) - (turn < -1e-9)

    return _shares_port(one, other) or any(
        side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0
        for (a, b), (c, d) in product(pairwise(one.line), pairwise(other.line))
    )
