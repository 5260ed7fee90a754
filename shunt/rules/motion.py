"""The effect of a locomotive's move: the referee of `switcher` and `railway`, written to be read, not to be fast.

Source: `docs/rules/route-cards.md`. A train is followed step by step. Its head chooses the branch, each piece takes the place of
the one before it, and the train pushes every piece that its head meets. Rules that differ between cards are in `TrainRules`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from shunt.rules.access import Access, Closed
from shunt.rules.moves import Direction
from shunt.rules.position import Position, Roster
from shunt.rules.train_rules import SWITCHER, TrainRules
from shunt.track.graphs import breadth_first, path_to
from shunt.track.plan import End, Joins, Plan
from shunt.track.turntable import after_move

Note = TypeVar("Note", bound=Hashable)
AnyRules = TypeVar("AnyRules", bound="Motion")


class Train(NamedTuple):
    """A train during its move. All tuples run from tail to head.

    `ends[i]` is the end through which `pieces[i]` will leave its space. It gives the place and the direction of travel.
    `ahead[i]` says whether the piece faces that way. It matters only for locomotives, and stays the same as long as the train
    rolls. `leader` is the index of the moving locomotive: the pieces before it are coupled, and the pieces after it are pushed.
    `distance` is the number of spaces that the train has rolled in this move, if a rule depends on it; otherwise it stays 0.
    """

    pieces: tuple[str, ...]
    ends: tuple[End, ...]
    ahead: tuple[bool, ...]
    leader: int = 0
    distance: int = 0

    @property
    def spaces(self) -> tuple[str, ...]:
        """The spaces that the train occupies, tail first."""
        return tuple([end.space for end in self.ends])


def open_courses(joins: Joins, spaces: Mapping[str, frozenset[str]]) -> Callable[[Train], bool]:
    """Return a function that reports whether every piece of a train can still reach its destination. No other courses need to be
    followed.

    A train rolls where its head leads. A piece can therefore reach a space only if its train is on the space now, or if the head
    can still reach it. `spaces` maps each piece to the spaces of which it must reach one. Pieces that are not in it may end
    anywhere.
    """
    leading = cache(lambda piece: leading_to(joins, spaces[piece]))  # most pieces are in no train

    def is_open(train: Train) -> bool:
        head = train.ends[-1]
        for piece in train.pieces:
            if piece in spaces and head not in leading(piece) and spaces[piece].isdisjoint(train.spaces):
                return False
        return True

    return is_open


def leading_to(joins: Joins, spaces: Iterable[str]) -> set[End]:
    """Return the ends through which the head of a train may leave and reach one of `spaces`."""
    last = [before for space in spaces for end in (0, 1) for before in joins.get(End(space, end), ())]
    return set(breadth_first(dict.fromkeys(last), lambda end: joins.get(end.opposite, ())))


MOST_NAMED = 60  # spaces of a path that words list

Placed = tuple[str, End, bool]
"""A piece, an end of its space, and whether it faces that way, as in a `Train`."""

Ready = tuple[str, Direction, Train]
"""A locomotive, its direction of travel, and the train that is coupled."""


@dataclass(frozen=True, slots=True)
class Run:
    """One complete move: the coupled and pushed pieces, the paths of the locomotive and the head, and the result.

    `head_path` lists the space of the head after every step. `passes` also lists the space of each piece that is met and becomes
    the head, in order; these are the spaces that a list of via-spaces may name.
    """

    locomotive: str
    direction: Direction
    couples: tuple[str, ...]
    pushes: tuple[str, ...]
    path: tuple[str, ...]
    head_path: tuple[str, ...]
    passes: tuple[str, ...]
    after: Position

    @property
    def distance(self) -> int:
        """The number of spaces that the train rolled."""
        return len(self.path) - 1

    def as_json(self) -> dict[str, Any]:
        """Return the run as a dictionary for `--json`."""
        return {
            "locomotive": self.locomotive,
            "direction": self.direction,
            "couples": list(self.couples),
            "pushes": list(self.pushes),
            "path": list(self.path),
            "head_path": list(self.head_path),
        }

    def describe(self, turntables: Mapping[str, int]) -> str:
        """Return a description of the run, such as `A runs forward A1 A2 B1, couples red, pushes green`.

        Only the ends of a long path are named.
        """
        path = self.path if len(self.path) <= MOST_NAMED else (*self.path[:2], "…", *self.path[-2:])
        words = f"{self.locomotive} runs {self.direction} {' '.join(path)}"
        if self.couples:
            words += f", couples {' '.join(self.couples)}"
        if self.pushes:
            words += f", pushes {' '.join(self.pushes)}"
        return words


@dataclass(frozen=True)
class Motion:
    """The rules on one plan with given pieces. `train_rules` are the card's rules, and `broken` its broken tracks. `closed` lists
    the spaces that the card closes to pieces by name, in addition to the spaces that the plan closes."""

    plan: Plan
    roster: Roster
    broken: frozenset[str] = frozenset()
    train_rules: TrainRules = SWITCHER
    closed: Closed = field(default_factory=dict, hash=False)

    @cached_property
    def _partners(self) -> dict[str, frozenset[str]]:
        return {space: self.plan.partners(space) for group in self.plan.exclusive for space in group}

    @cached_property
    def access(self) -> Access:
        """The spaces where each piece may be."""
        return Access(self.plan, self.roster, self.broken, self.closed)

    @property
    def couples_both_ways(self) -> bool:
        """Whether a locomotive pulls the pieces coupled behind it in either direction. Otherwise it pulls them only when it runs
        forward."""
        return self.train_rules.couples_both_ways

    @property
    def has_headings(self) -> bool:
        """Whether the direction in which a locomotive faces is part of the position."""
        return self.train_rules.has_headings

    @property
    def drags_coupled(self) -> bool:
        """Whether pieces that other locomotives have coupled move along too."""
        return self.train_rules.drags_coupled

    @cached_property
    def per_space(self) -> int:
        """The number that each space adds to the distance of a train: 1 if a rule depends on it, otherwise 0."""
        return int(self.train_rules.counts_spaces)

    # ------------------------------------------------------------------------------------------------------ positions

    def successors(self, position: Position) -> set[Position]:
        """Return every position that one move leads to (canonical under interchangeable pieces)."""
        found = {after for _, after in self.turned_by_hand(position)}
        for _, _, train in self.trains(position):
            found |= {self.after(position, stop) for stop, *_ in self.stops(position, train, 0, lambda *_: 0)}
        return set(map(self.roster.canonical, found))

    def outcomes(self, position: Position) -> Iterator[tuple[Run | str, Position]]:
        """Yield every outcome of one move: a `Run`, or the name of a turntable stepped by hand, and the position after it."""
        for start in self.trains(position):
            for run in self.runs(position, start):
                yield run, run.after
        yield from self.turned_by_hand(position)

    def turned_by_hand(self, position: Position) -> Iterator[tuple[str, Position]]:
        """Yield the name of every turntable that may be stepped by hand, and the position after that."""
        for index, table in enumerate(self.plan.turntables):
            if table.rotation == "manual":
                yield table.name, replace(position, turntables=after_move(self.plan.turntables, position.turntables, index))

    # ---------------------------------------------------------------------------------------------------------- trains

    def trains(self, position: Position) -> Iterator[Ready]:
        """Yield every train that is ready to leave: every locomotive with every direction and every chain that it may couple."""
        joins = self.plan.joins(position.turntables)
        for seat, locomotive in enumerate(self.roster.locomotives):
            space = position.places[seat]
            heading = position.headings[seat] if self.has_headings else 0
            ways: list[tuple[Direction, End]] = [("forward", End(space, heading)), ("backward", End(space, 1 - heading))]
            for direction, facing in ways:
                train = Train((locomotive,), (facing,), (direction == "forward",))
                couples = direction == "forward" or self.couples_both_ways
                for chain in self._chains(position, joins, train) if couples or self.drags_coupled else [train]:
                    if couples or chain is train or self.is_dragged(chain):
                        yield locomotive, direction, chain

    def is_dragged(self, train: Train) -> bool:
        """Return whether other locomotives have coupled every piece that follows a locomotive when it runs backward.

        A locomotive cannot couple pieces in front of it. But another locomotive in that row may have coupled them. If its rear is
        towards the first one, it may have coupled all pieces between the two. If it faces the first one, it may have coupled all
        pieces behind itself.
        """
        followers = [(piece in self.roster.locomotives, ahead) for piece, ahead in zip(train.pieces, train.ahead, strict=True)]
        followers = followers[-2::-1]  # the nearest first
        nearer = max((number for number, (engine, ahead) in enumerate(followers, 1) if engine and not ahead), default=0)
        rest = any(engine and ahead for engine, ahead in followers[: max(0, nearer - 1)])
        return nearer == len(followers) or (nearer > 0 and rest)

    def coupled(self, ready: Ready) -> tuple[str, ...]:
        """Return the pieces that a ready train has coupled, nearest first."""
        train = ready[2]
        return tuple(reversed(train.pieces[: train.leader]))

    def _chains(self, position: Position, joins: Joins, train: Train) -> Iterator[Train]:
        """Yield the train with 0, 1, 2 … pieces coupled at its tail, along every branch that has pieces."""
        yield train
        for other in joins.get(train.ends[0].opposite, ()):
            piece = self.roster.pieces[position.places.index(other.space)] if other.space in position.places else None
            if piece is not None and piece not in train.pieces:
                faces = self._faces(position, piece, other)
                yield from self._chains(
                    position,
                    joins,
                    Train((piece, *train.pieces), (other, *train.ends), (faces, *train.ahead), train.leader + 1),
                )

    def _faces(self, position: Position, piece: str, end: End) -> bool:
        """Return whether `piece` is a locomotive that faces `end`. Return False for pieces without a heading."""
        seat = self.roster.pieces.index(piece)
        return seat < len(position.headings) and position.headings[seat] == end.end

    # ---------------------------------------------------------------------------------------------------- within a move

    def runs(
        self, position: Position, ready: Ready, via: tuple[str, ...] = (), whole_path: bool = False, to: str | None = None
    ) -> Iterator[Run]:
        """Yield every place where a ready train may stop once, with a shortest path to it.

        With `to`, yield only runs that take the locomotive to this space. With `via`, yield only runs on which the head passes or
        reaches these spaces in this order; with `whole_path`, only the run on which it passes or reaches exactly these spaces. A
        pushed piece is the head from the moment of contact, so the space where it was is on the list: if two branches, each with
        a piece on it, meet again, only these spaces distinguish them.
        """
        joins = self.plan.joins(position.turntables)
        is_open = open_courses(joins, {} if to is None else {ready[0]: frozenset({to})})
        onward = cache(lambda space: leading_to(joins, [space]))

        def advance(before: Train, after: Train, rolled: bool, passed: int) -> int | None:
            """Return how many of the spaces have been passed, or None if the next one or `to` can no longer be reached."""
            reaches = passed < len(via) and after.ends[-1].space == via[passed]
            if whole_path:
                return passed + 1 if reaches else None
            passed += reaches
            fine = after.ends[-1] in onward(via[passed]) if passed < len(via) else is_open(after)
            return passed if fine else None

        for stop, passed, way in self.stops(position, ready[2], 0, advance):
            if passed == len(via) and to in (None, stop.ends[stop.leader].space):
                yield self.run_along(position, ready, way())

    def runs_to(self, position: Position, wanted: Position) -> Iterator[Run | str]:
        """Yield every outcome of one move that leads to `wanted` (canonical under interchangeable pieces).

        Paths are built only for these outcomes, because on a long line there are as many outcomes as spaces.
        """
        spaces = {piece: frozenset({space}) for piece, space in self.roster.at(wanted).items()}
        for group in self.roster.interchangeable:
            spaces.update(dict.fromkeys(group, frozenset[str]().union(*(spaces[piece] for piece in group))))
        is_open = open_courses(self.plan.joins(position.turntables), spaces)
        for ready in self.trains(position):
            for stop, _, way in self.stops(position, ready[2], 0, lambda _, after, *__: 0 if is_open(after) else None):
                if self.roster.canonical(self.after(position, stop)) == wanted:
                    yield self.run_along(position, ready, way())
        yield from (name for name, after in self.turned_by_hand(position) if self.roster.canonical(after) == wanted)

    def stops(
        self, position: Position, start: Train, note: Note, advance: Callable[[Train, Train, bool, Note], Note | None]
    ) -> Iterator[tuple[Train, Note, Callable[[], list[Train]]]]:
        """Yield every place where the train `start` may stop, with each note that can be taken on the paths to it and a function
        that returns a shortest such path.

        A path lists the train at the start, at each contact and after each space. `advance` computes the next note from the train
        before and after a step, whether it has rolled, and the previous note. It returns None if the path is not to be followed.
        """
        at_start = (start, note)
        came_from: dict[tuple[Train, Note], tuple[Train, Note] | None] = {at_start: None}
        moved: dict[tuple[Train, Note], tuple[Train, Note]] = {}
        todo = deque([at_start])
        while todo:
            here = todo.popleft()
            for step, rolled in self.steps(position, here[0]):
                further = advance(here[0], step, rolled, here[1])
                if further is None:
                    continue
                there = (step, further)
                if rolled and there not in moved:
                    moved[there] = here
                if there not in came_from:
                    came_from[there] = here
                    # Contact costs no distance: what is pushed joins the train before it rolls on.
                    todo.append(there) if rolled else todo.appendleft(there)

        def way_to(stop: Train, before: tuple[Train, Note]) -> list[Train]:
            """Return the path to a stop that is one step after another train."""
            return [*(train for train, _ in path_to(came_from, before)), stop]

        for (stop, further), before in moved.items():
            if self.may_stop(stop):
                yield stop, further, partial(way_to, stop, before)

    def trains_of(self, position: Position, run: Run) -> list[Train]:
        """Return the path of a run that these rules made from `position`, in the form of `stops`."""
        chosen = (run.locomotive, run.direction, run.couples)
        trains = [ready[2] for ready in self.trains(position) if (*ready[:2], self.coupled(ready)) == chosen]
        for space in run.passes:
            trains.append(next(step for step, _ in self.steps(position, trains[-1]) if step.spaces[-1] == space))
        return trains

    def steps(self, position: Position, train: Train) -> Iterator[tuple[Train, bool]]:
        """Yield the possible next steps of a moving train: (train, True) one space further, or (longer train, False) at a
        contact."""
        places, pieces = position.places, train.pieces
        for entered in self.access.joins(position.turntables).get(train.ends[-1], ()):
            space = entered.space
            piece = self.roster.pieces[places.index(space)] if space in places else None
            if piece is not None and piece not in pieces:
                out = entered.opposite
                faces = self._faces(position, piece, out)
                longer = Train((*pieces, piece), (*train.ends, out), (*train.ahead, faces), train.leader, train.distance)
                if self.is_allowed(longer):
                    yield longer, False
            elif self._is_free(position, train, space):
                ends = (*train.ends[1:], entered.opposite)
                rolled = Train(pieces, ends, train.ahead, train.leader, train.distance + self.per_space)  # `_replace` is slower
                if self.is_allowed(rolled):
                    yield rolled, True

    def is_allowed(self, train: Train) -> bool:
        """Return whether a train may be in these places in its move, regardless of the pieces that its head may meet.

        None of its pieces may be on a space that is closed to it.
        """
        partly = self.access.partly
        return not partly or all(
            piece not in partly.get(end.space, ()) for piece, end in zip(train.pieces, train.ends, strict=True)
        )

    def may_stop(self, train: Train) -> bool:
        """Return whether a train that has rolled may end its move here."""
        return not self.plan.no_stop or self.plan.no_stop.isdisjoint(train.spaces)

    def _is_free(self, position: Position, train: Train, space: str) -> bool:
        """Return whether a head can enter `space`, which is not occupied by a piece outside the train.

        The tail leaves its space in the same step. That space and its partners in an exclusive group are therefore free.
        """
        staying = {end.space for end in train.ends[1:]}
        if space in staying or (len(train.pieces) == 1 and space == train.ends[0].space):
            return False
        if space not in self._partners:
            return True
        taken = staying | {place for piece, place in self.roster.at(position).items() if piece not in train.pieces}
        return not self._partners[space] & taken

    def run_along(self, position: Position, ready: Ready, way: list[Train]) -> Run:
        """Return the run that takes the train along `way`, which begins with the ready train."""
        rolled = [way[0]] + [after for before, after in pairwise(way) if len(after.pieces) == len(before.pieces)]
        end = way[-1]
        return Run(
            *ready[:2],
            couples=self.coupled(ready),
            pushes=end.pieces[end.leader + 1 :],
            path=tuple([train.ends[train.leader].space for train in rolled]),
            head_path=tuple([train.ends[-1].space for train in rolled[1:]]),
            passes=tuple([train.ends[-1].space for train in way[1:]]),
            after=self.after(position, end),
        )

    def after(self, position: Position, end: Train) -> Position:
        """Return the position once the train has stopped and the turntables have stepped."""
        turned = after_move(self.plan.turntables, position.turntables)
        return self.placed(position, zip(end.pieces, end.ends, end.ahead, strict=True), turned)

    def placed(self, position: Position, pieces: Iterable[Placed], turntables: tuple[int, ...]) -> Position:
        """Return the position with some pieces elsewhere, and with other positions of the turntables."""
        places, headings = list(position.places), list(position.headings)
        for piece, end, ahead in pieces:
            seat = self.roster.pieces.index(piece)
            places[seat] = end.space
            if seat < len(headings):  # a piece keeps its heading relative to the way it rolls
                headings[seat] = end.end if ahead else end.opposite.end
        return Position(tuple(places), tuple(headings), turntables, position.pieces)


def with_ends(rules: AnyRules) -> AnyRules:
    """Return the same rules, but with headings that distinguish the two ends of every locomotive, so that its direction can be
    followed."""
    return rules if rules.has_headings else replace(rules, train_rules=replace(rules.train_rules, has_headings=True))


def ends_given(rules: Motion, position: Position) -> Position:
    """Return `position` with a heading for every locomotive: its own, or an arbitrary one if the rules have no headings."""
    return position if rules.has_headings else replace(position, headings=(0,) * len(rules.roster.locomotives))
