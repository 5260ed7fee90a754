"""What a move of Hump Yard does: the referee of `hump`, written to be read, not to be fast.

Source: Hump Yard rules v1.3, made exact: a cut (cars in an unbroken chain) rolls in one direction as far as possible,
choosing the branch at each facing switch. It never pushes: it stops at contact, at a buffer, or where the next tile is
taken. Only the whole train, in one chain, may leave by the sink; to a smaller cut the sink is a buffer stop.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from shunt.errors import Fault, raise_faults
from shunt.hump.yard import HumpPlan, Yard
from shunt.rules.notation import NAME, NAME_RULE
from shunt.rules.position import Position
from shunt.track.plan import End

Stop = Literal["farthest", "any"]
STOPS: tuple[Stop, ...] = ("farthest", "any")
SINK = "sink"
_NAME = re.compile(NAME)
MAX_CARS = 10
"""The longest train that a source is given: the search packs ten cars into a state."""


class MoveRules(NamedTuple):
    """The rules about moves that the rulebook leaves open. If `stop` is `farthest`, a move must continue as far as it can.
    If it is `any`, the move may stop earlier. If `returns` is true, cuts may move back into the source, and cars there may
    move away from the yard.
    """

    stop: Stop = "farthest"
    returns: bool = False


RULEBOOK = MoveRules()


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut on its way. Both tuples run from its lead car to its last.

    `ends[i]` is the end through which `cars[i]` (a seat: the car's place in the queue, from 0) will leave its space.
    """

    cars: tuple[int, ...]
    ends: tuple[End, ...]

    @property
    def spaces(self) -> tuple[str, ...]:
        """The spaces that the cut holds, lead car first."""
        return tuple(end.space for end in self.ends)


@dataclass(frozen=True, slots=True)
class CutRun:
    """One move in full. `after` is None if the whole train left by the sink, in the order of `cars`.

    `cars` are the seats of the cut, lead car first; `path` the spaces of the lead car from start to end (an exit's path
    ends with `sink`).
    """

    cars: tuple[int, ...]
    path: tuple[str, ...]
    after: Position | None

    @property
    def leaves(self) -> bool:
        """Return whether this is the exit."""
        return self.after is None


@dataclass(frozen=True)
class Hump:
    """The rules on one compiled yard.

    `train` names the cars from the lead car of the queue; equal names are interchangeable cars of one colour. `stop` and
    `returns`: see `MoveRules`.

    This class does not implement `Ruleset`, because a yard is not a card. A move may end without a position: the train leaves,
    and the answer is the order in which it left. No position is a goal, and a search asks for the optimum of one order or of all
    orders of a train that is drawn in each round, so start, goal, limit and rating of a card have nothing to refer to.
    """

    track: HumpPlan
    train: tuple[str, ...]
    stop: Stop = "farthest"
    returns: bool = False

    @classmethod
    def on(cls, yard: Yard, train: Sequence[str], stop: Stop = "farthest", returns: bool = False) -> Hump:
        """Return the rules on `yard` for a train; raise `InputError` for an empty or overlong train or an unknown rule."""
        faults = [*train_faults(train)]
        if stop not in STOPS:
            faults.append(Fault("stop", f"{stop!r} is not a stop rule", "one of " + ", ".join(STOPS)))
        raise_faults(faults)
        return cls(yard.compile(len(train)), tuple(train), stop, returns)

    @property
    def start(self) -> Position:
        """The train standing in the queue, its lead car next to the yard."""
        return Position(self.track.queue)

    @property
    def names(self) -> tuple[str, ...]:
        """One name a car: the train's, numbered (`red.1`, `red.2`) where several cars share one."""
        return tuple(
            f"{name}.{self.train[: seat + 1].count(name)}" if self.train.count(name) > 1 else name
            for seat, name in enumerate(self.train)
        )

    def order(self, run: CutRun) -> tuple[str, ...]:
        """Return the order, by train names, in which the cars of an exit leave, lead car first."""
        return tuple(self.train[car] for car in run.cars)

    def runs(self, position: Position) -> Iterator[CutRun]:
        """Yield every move; each outcome of a cut once, by a shortest path. Moves that change nothing are left out."""
        for start in self.cuts(position):
            left = False
            for cut, path, ends in self.paths(position, start):
                leaves = path[-1] == SINK
                if ends and not (leaves and left):
                    left = left or leaves
                    yield CutRun(cut.cars, path, None if leaves else placed(position, cut))

    def cuts(self, position: Position) -> Iterator[Cut]:
        """Yield every cut and the direction it may take, ready to leave: 1, 2, 3 … cars behind each possible lead car."""
        seat_on = {space: seat for seat, space in enumerate(position.places)}
        for seat, space in enumerate(position.places):
            for end in (0, 1):
                cut = Cut((seat,), (End(space, end),))
                while self._may_face(cut.ends[-1]):
                    yield cut
                    behind = [other for other in self._joined(cut.ends[-1].opposite) if other.space in seat_on]
                    # At most one: two cars never touch one edge of a tile.
                    if not behind or seat_on[behind[0].space] in cut.cars:
                        break
                    cut = Cut((*cut.cars, seat_on[behind[0].space]), (*cut.ends, behind[0]))

    def _may_face(self, leaving: End) -> bool:
        """Return whether a car may roll so that it leaves its space by this end: in the source only towards the yard."""
        return self.returns or not leaving.space.startswith("q") or leaving.end == 1

    def _joined(self, end: End) -> tuple[End, ...]:
        return self.track.plan.fixed.get(end, ())

    def paths(
        self, position: Position, start: Cut, via: tuple[str, ...] = (), whole_path: bool = False
    ) -> Iterator[tuple[Cut, tuple[str, ...], bool]]:
        """Yield every place that a cut reaches, by a shortest path: the cut there, its lead car's path, whether the move may end.

        Only paths by way of the spaces `via` in this order are taken; with `whole_path` these are all their spaces.
        """
        todo: deque[tuple[Cut, int, tuple[str, ...]]] = deque([(start, 0, (start.ends[0].space,))])
        seen = {(start, 0)}
        while todo:
            cut, done, path = todo.popleft()
            ahead = list(self.steps(position, cut))
            leaves = len(cut.cars) == len(self.train) and cut.ends[0] in self.track.exits  # the whole train, its head at the sink
            complete = done == len(via)
            if leaves and (complete or via[done:] == (SINK,)):
                yield cut, (*path, SINK), True
            if cut != start and complete:
                ends = self.stop == "any" or not ahead and not leaves
                yield cut, path, ends and placed(position, cut) != position
            for step in ahead:
                space = step.ends[0].space
                fits = not complete and via[done] == space
                if whole_path and not fits:
                    continue
                if (step, done + fits) not in seen:
                    seen.add((step, done + fits))
                    todo.append((step, done + fits, (*path, space)))

    def steps(self, position: Position, cut: Cut) -> Iterator[Cut]:
        """Yield the cut one space on, for every branch that it may take next."""
        for entered in self._joined(cut.ends[0]):
            if self._may_face(entered.opposite) and self._is_free(position, cut, entered.space):
                yield Cut(cut.cars, (entered.opposite, *cut.ends[:-1]))

    def _is_free(self, position: Position, cut: Cut, space: str) -> bool:
        """Return whether the head may enter `space`: nothing is in its way there.

        The last car leaves its space in the same step, so its space and tile are free.
        """
        others = {place for seat, place in enumerate(position.places) if seat not in cut.cars}
        taken = others | set(cut.spaces[:-1])
        return space not in taken and not self.track.partners[space] & taken


def placed(position: Position, cut: Cut) -> Position:
    """Return the position with the cars of a cut on its spaces."""
    places = list(position.places)
    for seat, space in zip(cut.cars, cut.spaces, strict=True):
        places[seat] = space
    return Position(tuple(places))


def train_faults(train: Sequence[str]) -> list[Fault]:
    """Return faults of a train: no car, more cars than the source allows, names that no move could be written with."""
    if not train:
        return [Fault("train", "no cars", 'name the cars from the lead car of the queue, such as "A B C"')]
    if len(train) > MAX_CARS:
        return [Fault("train", f"{len(train)} cars are more than the source allows", f"at most {MAX_CARS}")]
    return [
        Fault("train", f"{name!r} is not a name of a car", NAME_RULE)
        for name in dict.fromkeys(train)
        if not _NAME.fullmatch(name)
    ]


def order_faults(train: Sequence[str], order: Sequence[str]) -> list[Fault]:
    """Return faults of a required order that is not a permutation of the train."""
    remedy = "the same cars as in the train: " + " ".join(train)
    have, want = Counter(train), Counter(order)
    faults = []
    for name in sorted({*train, *order}):
        if not want[name]:
            faults.append(Fault("order", f"the car {name} is missing", remedy))
        elif not have[name]:
            faults.append(Fault("order", f"no car of the train is called {name}", remedy))
        elif have[name] != want[name]:
            faults.append(Fault("order", f"{name} comes {_times(want[name])}, in the train {_times(have[name])}", remedy))
    return faults


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
