"""Cards with long trains, solved with short ones: a car of a smaller card represents a *block* of cars that are moved together.

Forty pieces do not fit into a state. But a short solution divides a train in only two or three places. It is therefore looked for
on cards in which most cars are left out, together with most spaces of the tracks (`ShortTrains`). The longest row of cars is one
block at first, then two, three and so on, so that a train may be divided in more and more places.

A solution with short trains is extended to the long ones (`ShortTrains.drawn_out`). The referee makes each of its moves on the
card: the same locomotive takes the blocks for its cars, and all pieces reach the same tracks in the same order. The place on a
track where a train stops is found by trying all places. The result is a solution of the card, but proves nothing, because a
shorter one may divide the trains elsewhere. The lower bound is that of the referee's own levels.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import pairwise
from math import ceil
from typing import Any

from shunt.cards.card import RouteCard
from shunt.rules.goal import Goal
from shunt.rules.motion import open_courses
from shunt.rules.plain_runs import without
from shunt.rules.position import Position
from shunt.rules.switcher import TrainMade
from shunt.search.core.limits import Limits
from shunt.track.layout import Layout
from shunt.track.plain_tracks import plain_tracks

LONG = 5  # cars in a row that make a train long
STATE_BITS = 126  # the bits of the longest states
MOST_PIECES = 10  # the pieces of a card with short trains
MOST_TRIED = 3_000  # positions that are followed while a solution for short trains is extended


def has_long_trains(card: RouteCard) -> bool:
    """Return whether a card has more pieces than fit into a state, and rows of cars that a few cars can represent."""
    pieces, spaces = len(card.roster.pieces), len(card.plan.spaces)
    return pieces * (spaces - 1).bit_length() > STATE_BITS and max(map(len, _rakes(card)), default=0) >= LONG


def _rakes(card: RouteCard) -> list[tuple[str, ...]]:
    """Return the rows of cars that may stay together: cars that are alike, or that are in the same order next to each other in
    the goal."""
    if card.plan.turntables or card.goal.wants or card.goal.trains:
        return []
    rows, goal = plain_tracks(card.plan), card.goal.places
    car_at = {space: name for name, space in card.roster.as_names(card.plan, card.start).items() if name in card.roster.cars}
    place = {space: (track, number) for track, row in enumerate(rows) for number, space in enumerate(row)}

    def stay_together(one: str, other: str) -> bool:
        kinds = card.roster.alike(one), card.roster.alike(other)
        if max(map(len, kinds)) > 1:
            return kinds[0] == kinds[1]
        ends = [place.get(goal.get(name, ""), (-1, 0)) for name in (one, other)]
        return ends[0][0] == ends[1][0] and abs(ends[0][1] - ends[1][1]) == 1

    rakes: list[tuple[str, ...]] = []
    for row in rows:
        before = None
        for car in (car_at.get(space) for space in row):
            if car is not None and before is not None and stay_together(before, car):
                rakes[-1] += (car,)
            elif car is not None:
                rakes.append((car,))
            before = car
    return rakes


@dataclass(frozen=True)
class ShortTrains:
    """A card with long trains, a card with short ones, and the cars of the former that each car of the latter represents."""

    card: RouteCard
    small: RouteCard
    blocks: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, card: RouteCard, rakes: Sequence[tuple[str, ...]], number: int) -> ShortTrains | None:
        """Return the card with `number` blocks for the longest of its rakes, or None if the start and the goal keep different
        cars."""
        at, goal = card.roster.at(card.start), card.goal.places
        kept = _kept(card, rakes, number)
        blocks, ends = dict[str, tuple[str, ...]](), dict[str, str]()
        for rake in rakes:
            chosen = [car for car in rake if at[car] in kept]
            cuts = [place * len(rake) // max(1, len(chosen)) for place in range(len(chosen) + 1)]
            blocks |= {car: rake[begin:end] for car, (begin, end) in zip(chosen, pairwise(cuts), strict=True)}
        groups = [group for group in card.roster.interchangeable if group[0] in card.roster.cars]
        for kind in (*groups, *(rake for rake in rakes if card.roster.alike(rake[0]) == (rake[0],))):
            cars = [car for car in kind if car in blocks]
            spaces = [goal[car] for car in kind if goal.get(car) in kept]
            if not cars or (len(spaces) != len(cars) and any(car in goal for car in kind)):
                return None
            ends |= dict(zip(cars, spaces, strict=False))
        ends |= {name: goal[name] for name in card.roster.locomotives if name in goal}
        small = reduce(RouteCard.without, [car for car in card.roster.cars if car not in blocks], card)
        plan = without(card.plan, [space for space in card.plan.spaces if space not in kept])
        return cls(card, replace(small, layout=Layout(plan), goal=Goal(ends, card.goal.headings)), blocks)

    @cached_property
    def _tracks(self) -> dict[str, frozenset[str]]:
        """The spaces on the same track as each space."""
        tracks = {space: frozenset({space}) for space in self.card.plan.spaces}
        return tracks | {space: frozenset(row) for row in plain_tracks(self.card.plan) for space in row}

    def _of(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the pieces of the card that these pieces of the smaller card represent."""
        return tuple(piece for name in names for piece in self.blocks.get(name, (name,)))

    def drawn_out(self, made: Sequence[Any], limits: Limits) -> list[Position] | None:
        """Return the positions of the card along moves of the smaller card, or None if they are not found. Raise `LimitReached`
        if a limit is reached."""
        todo, seen = [[self.card.start]], set[tuple[int, Position]]()
        while todo and len(seen) <= MOST_TRIED:
            path = todo.pop()
            number, position = len(path) - 1, path[-1]
            if number == len(made) and self.card.is_solved(position):
                return path
            if number < len(made) and (number, position) not in seen:
                seen.add((number, position))
                limits.allow_states(len(seen))
                todo += [[*path, after] for after in reversed(self._like(position, made[number]))]
        return None

    def _like(self, position: Position, made: TrainMade) -> list[Position]:
        """Return the positions after the moves that correspond to one position of the smaller card, the nearest first."""
        run, rules = made.run, self.card.rules
        assert run is not None
        roster, small = rules.roster, self.small.roster
        target = {
            piece: self._tracks[space]
            for name, space in zip(small.pieces, made.position.places, strict=True)
            for piece in self._of((name,))
        }
        is_open, coupled = open_courses(rules.plan.joins(), target), set(self._of(run.couples))
        found: dict[Position, int] = {}
        order = rules.plan.spaces.index
        for ready in rules.trains(position):
            if ready[0] == run.locomotive and set(rules.coupled(ready)) == coupled:
                for stop, *_ in rules.stops(position, ready[2], 0, lambda _, after, *__: 0 if is_open(after) else None):
                    if all(end.space in target[piece] for piece, end in zip(stop.pieces, stop.ends, strict=True)):
                        after = rules.after(position, stop)
                        places = roster.at(after)
                        if all(space in target[piece] for piece, space in places.items()):
                            found[after] = abs(order(places[run.locomotive]) - order(run.path[-1]))
        return sorted(found, key=lambda after: (found[after], str(after)))


def _kept(card: RouteCard, rakes: Sequence[tuple[str, ...]], number: int) -> set[str]:
    """Return the spaces of the smaller board: on tracks where rakes begin or end, spaces at a fixed interval; on other tracks,
    enough for the same cars."""
    longest = max(map(len, rakes))
    size = ceil(longest / number)
    cars = {car for rake in rakes if len(rake) > 1 for car in rake}
    at = card.roster.at(card.start)
    marked = {at[car] for car in cars} | {card.goal.places[car] for car in cars if car in card.goal.places}
    kept = {space for name, space in (*at.items(), *card.goal.places.items()) if name not in cars}
    kept |= {*card.plan.no_stop, *card.rules.access.kept_out, *card.closed, *(s for group in card.plan.exclusive for s in group)}
    rows = plain_tracks(card.plan)
    kept.update(set(card.plan.spaces).difference(*rows))
    for row in rows:
        if marked.isdisjoint(row):
            engines = min(len(card.roster.locomotives), len(row))
            room = engines + (len(row) - engines) // size
            kept.update(row[place * len(row) // room] for place in range(room))
        else:
            blocks = [place * number // longest for place in range(len(row) + 1)]
            kept.update(space for space, (before, after) in zip(row, pairwise(blocks), strict=True) if before < after)
    return kept


def shorter_cards(card: RouteCard) -> Iterator[ShortTrains]:
    """Yield the different cards with short trains, with few blocks first."""
    rakes, seen = _rakes(card), set[tuple[str, ...]]()
    for number in range(1, max(map(len, rakes)) + 1):
        short = ShortTrains.of(card, rakes, number)
        if short is None or short.small.plan.spaces in seen:
            continue
        seen.add(short.small.plan.spaces)
        if len(short.small.roster.pieces) > MOST_PIECES:
            return
        yield short
