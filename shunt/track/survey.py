"""A survey of a layout: its switches, dead ends, loops and parts, and the possibilities of a lone locomotive on it.

A survey shows the author of a layout how the program understood it. Paths are those of a single locomotive on an empty board,
which may reverse wherever it may stop. Its moves can be undone, so connected components answer every question. All positions of
turntables count, but for a locked turntable only its position at the start. Exclusive spaces do not matter to a lone locomotive,
and its paths avoid spaces closed to locomotives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, groupby
from typing import TypeVar

from shunt.errors import Fault
from shunt.track.graphs import breadth_first, components, cuts, path_to
from shunt.track.plain_tracks import plain_tracks, track_label
from shunt.track.plan import End, Plan, joins_of_all_settings, opened
from shunt.track.turntable import Turntable

State = End
"""A locomotive on a space, facing one of its ends."""

Heading = tuple[State, int]
"""A locomotive and the direction in which it travels: 1 forward, -1 backward."""

Steps = Mapping[State, tuple[Heading, ...]]
"""Each state's next states, with the direction of travel: 1 forward, -1 backward."""

CONFUSABLE = str.maketrans("lIoO", "1100")
"""Characters that are easily confused with another one."""


@dataclass(frozen=True, slots=True)
class Switch:
    """An end of a space from which several spaces can be reached: `tail` is the end, `legs` are the spaces.

    If a turntable joins several spaces in different positions, this is not a switch.
    """

    tail: End
    legs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LoneTurning:
    """A shortest way to turn a locomotive: the spaces it runs through, and the number of reversals.

    No reversal means a balloon loop or a turntable, two reversals a wye.
    """

    spaces: tuple[str, ...]
    reversals: int
    turntables: tuple[str, ...]

    @property
    def facility(self) -> str:
        """Return the facility that turns the locomotive: "turntable", "balloon loop" or "wye"."""
        return "turntable" if self.turntables else "wye" if self.reversals else "balloon loop"


@dataclass(frozen=True)
class Survey:
    """The survey of a plan.

    `dead_ends` are the ends without any join. `loop` is a shortest closed run without reversing (empty if there is none). `parts`
    are the groups of connected spaces, the largest first. `turning` is None if no locomotive can turn. `run_round` is a space at
    which a locomotive can get from one side of a standing car to the other (empty if there is none), and `run_rounds` are the
    tracks that have such a space. `wyes` are triangles of fixed track.
    """

    spaces: int
    switches: tuple[Switch, ...]
    dead_ends: tuple[End, ...]
    parts: tuple[tuple[str, ...], ...]
    loop: tuple[str, ...]
    turning: LoneTurning | None
    run_round: str
    run_rounds: tuple[str, ...] = ()
    wyes: tuple[Wye, ...] = ()


def survey(plan: Plan, settings: Sequence[int] = ()) -> Survey:
    """Survey a plan. `settings` are the positions of all turntables at the start of a card, by default the first of each.

    >>> wye = Plan.from_tracks("wye", ["| N W1 S1 S2 |", "| N W2 E1 E2 |", "S2 S1 M E1 E2"])
    >>> survey(wye).turning.facility, survey(wye).run_round
    ('wye', 'W1')
    """
    joins = joins_of_all_settings(plan, settings or (0,) * len(plan.turntables))
    switches = tuple(
        Switch(end, tuple(dict.fromkeys(other.space for other in plan.fixed[end]))) for end in _ends(plan) if end in plan.points
    )
    dead_ends = tuple(end for end in _ends(plan) if not joins.get(end))
    circles = _on_circles(plan, joins)
    closed = _closed_to_locomotives(plan)
    driven = opened(joins, closed)
    steps = {state: tuple(step for step in _steps(joins, state) if step[0].space not in closed) for state in _ends(plan)}
    stops = _between_stops(steps, plan.no_stop)
    entered = {state: others for state, others in stops.items() if state.space not in closed}
    round_at = dict(_run_rounds(plan, circles, stops, entered))
    return Survey(
        spaces=len(plan.spaces),
        switches=switches,
        dead_ends=dead_ends,
        parts=_parts(plan, joins),
        loop=_loop(plan, driven, _on_circles(plan, driven)),
        turning=_turning(plan, steps, entered),
        run_round=next(iter(round_at.values()), ""),
        run_rounds=tuple(round_at),
        wyes=find_wyes(plan),
    )


def layout_warnings(plan: Plan, settings: Sequence[int] = ()) -> list[Fault]:
    """Return probable mistakes: names that are easily confused, unconnected parts, and turntable positions that join nothing.

    Each warning gives the place of a run or a turntable position. Without `settings` (the positions at the start of a card), all
    positions of a locked turntable are checked, because each card chooses one.
    """
    warnings = []
    for one, other in _confusable(plan.spaces):
        what = f"the spaces {one} and {other} have names that are easily confused"
        warnings.append(Fault(_place_of(plan, other), what, "rename one of them"))
    parts = _parts(plan, joins_of_all_settings(plan, settings))
    for part in parts[1:]:
        names = " ".join(part[:8]) + (" …" if len(part) > 8 else "")
        what = f"not connected with the rest: {names}"
        warnings.append(Fault(_place_of(plan, part[0]), what, "join it, or ignore this if it is meant"))
    for index, table in enumerate(plan.turntables):
        for number, position in enumerate(table.positions):
            if not any(position):
                where, what = f"turntables[{index}].positions[{number}]", f"this setting of {table.name} joins nothing"
                warnings.append(Fault(where, what, "name an outside space, or remove it"))
        warnings += _contradictions(f"turntables[{index}].positions", table)
    return warnings


def _contradictions(where: str, table: Turntable) -> Iterator[Fault]:
    """Yield each turntable position in which another space, or a wall, is opposite a space than in an earlier position.

    If every space of a turntable has several places, this is a deliberate feature of the board and not a mistake.
    """
    opposite: dict[str, dict[str, int]] = {}
    for number, position in enumerate(table.positions):
        for space, other in (position, position[::-1]):
            if space:
                opposite.setdefault(space, {}).setdefault(other, number)
    if all(len(others) > 1 for others in opposite.values()):
        return
    for space, others in opposite.items():
        (before, _), *more = others.items()
        for other, number in more:
            now, then = (f"opposite {name}" if name else "opposite a wall" for name in (other, before))
            what = f"{space} is {now} on {table.name} here, and {then} in another setting"
            yield Fault(f"{where}[{number}]", what, "a space has one place at the pit: correct one of the two")


def _place_of(plan: Plan, space: str) -> str:
    """Return the first run or bridge that names a space."""
    places = [(f"tracks[{index}]", run) for index, run in enumerate(plan.tracks)]
    places += [(f"turntables[{index}].bridge", table.bridge) for index, table in enumerate(plan.turntables)]
    return next((where for where, spaces in places if space in spaces), "tracks")


def _confusable(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of names that differ only in case or in characters that look alike."""
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(name.translate(CONFUSABLE).casefold(), []).append(name)
    for group in alike.values():
        yield from combinations(group, 2)


# --------------------------------------------------------------------------------------------------------------------
# The graph of a lone locomotive


def _ends(plan: Plan) -> list[End]:
    return [End(space, end) for space in plan.spaces for end in (0, 1)]


def _closed_to_locomotives(plan: Plan) -> frozenset[str]:
    return frozenset(space for space, kind in plan.closed.items() if kind == "locomotives")


def _steps(joins: Mapping[End, tuple[End, ...]], state: State) -> tuple[Heading, ...]:
    """Return the states one space away with the direction of travel."""
    ahead, behind = joins.get(state, ()), joins.get(state.opposite, ())
    return (*((entered.opposite, 1) for entered in ahead), *((entered, -1) for entered in behind))


def _parts(plan: Plan, joins: Mapping[End, tuple[End, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return the groups of connected spaces, the largest first, each in the order of the plan."""
    label = components(plan.spaces, lambda space: (other.space for end in (0, 1) for other in joins.get(End(space, end), ())))
    parts: dict[int, list[str]] = {}
    for space in plan.spaces:
        parts.setdefault(label[space], []).append(space)
    return tuple(sorted(map(tuple, parts.values()), key=len, reverse=True))


def _loop(plan: Plan, joins: Mapping[End, tuple[End, ...]], circles: Sequence[str]) -> tuple[str, ...]:
    """Return a shortest closed run without reversing, if there is one. `circles` are the spaces at which it may begin."""
    ahead = {state: tuple(entered.opposite for entered in joins.get(state, ())) for state in _ends(plan)}
    runs = []
    for start in (End(space, 0) for space in _some(circles, len(plan.spaces))):
        came: dict[State, State | None] = {start: None}
        last = next((state for state in breadth_first(came, ahead.__getitem__) if start in ahead[state]), None)
        runs += [path_to(came, last)] if last else []
    return tuple(state.space for state in min(runs, key=len, default=()))


MOST_STARTS = 200
MOST_STEPS = 60_000
"""The maximum number of starting spaces, times the spaces of the board, for finding a shortest path. On larger boards, the path
found may be longer."""

T = TypeVar("T")


def _some(starts: Sequence[T], spaces: int) -> Sequence[T]:
    """Return all of `starts`, or an evenly spaced selection of as many as a board with `spaces` spaces allows."""
    most = max(8, min(MOST_STARTS, MOST_STEPS // spaces))
    return starts[:: -(-len(starts) // most)] if starts else starts


def _between_stops(steps: Steps, no_stop: frozenset[str]) -> Steps:
    """Return the steps between states where a locomotive may stop. They may run through spaces where it may not."""
    if not no_stop:
        return steps

    def onward(heading: Heading) -> list[Heading]:
        """Return the steps in the same direction from a state where a locomotive may not stop."""
        state, direction = heading
        return [step for step in steps[state] if step[1] == direction] if state.space in no_stop else []

    found = {}
    for start in (state for state in steps if state.space not in no_stop):
        reached = breadth_first(dict.fromkeys(steps[start]), onward)
        found[start] = tuple(sorted(step for step in reached if step[0].space not in no_stop))
    return found


def _turning(plan: Plan, steps: Steps, entered: Steps) -> LoneTurning | None:
    """Return the way to turn with the fewest reversals, then the fewest spaces."""
    label = _labels(entered)
    able = [state.space for state in label if state.end == 0 and label[state] == label[state.opposite]]
    bridges = {space: table.name for table in plan.turntables for space in table.bridge}
    ways = (_fewest_reversals(End(space, 0), steps, plan.no_stop) for space in _some(able, len(plan.spaces)))
    best = min(ways, key=lambda way: (way[0], len(way[1])), default=None)
    if best is None:
        return None
    reversals, walk = best
    tables = tuple(dict.fromkeys(bridges[state.space] for state in walk if state.space in bridges))
    return LoneTurning(tuple(state.space for state in walk), reversals, tables)


def _labels(steps: Steps) -> dict[State, int]:
    """Label every state with its connected component. (A lone locomotive can undo every move.)"""
    return components(steps, lambda state: (other for other, _ in steps[state]))


def _fewest_reversals(start: State, steps: Steps, no_stop: frozenset[str]) -> tuple[int, list[State]]:
    """Turn a locomotive round, by breadth-first search on reversals: runs in one direction cost 0, and each reversal costs 1."""
    came: dict[Heading, Heading | None] = {(start, 1): None, (start, -1): None}
    for reversals in range(len(steps)):
        for node in breadth_first(came, lambda node: (step for step in steps[node[0]] if step[1] == node[1])):
            if node[0] == start.opposite:
                return reversals, [passed for passed, _ in groupby(passed for passed, _ in path_to(came, node))]
        turned = [((state, -way), (state, way)) for state, way in came if state.space not in no_stop]
        came |= {node: before for node, before in turned if node not in came}
    raise AssertionError("the goal is in the component of the start")


def _run_rounds(plan: Plan, circles: Sequence[str], steps: Steps, entered: Steps) -> Iterator[tuple[str, str]]:
    """Yield each track that has a space whose two sides stay connected when a car occupies it, with the first such space."""
    # Off the circles of track a car separates its two sides.
    able = [name for name in circles if End(name, 0) in steps and plan.closed.get(name) != "cars"][:MOST_STARTS]
    tracks = plain_tracks(plan)
    tracks += [table.bridge for table in plan.turntables]
    for track in sorted(tracks, key=lambda track: min((plan.numbers[space] for space in track), default=0)):
        found = next((space for space in track if space in able and _can_run_round(space, steps, entered)), None)
        if found is not None:
            yield track_label(track), found


def _can_run_round(space: str, steps: Steps, entered: Steps) -> bool:
    # What a locomotive at the car's buffers, on either side of it, can step to from there.
    sides = [{other for other, way in steps[End(space, end)] if way == 1} for end in (0, 1)]
    if not (sides[0] and sides[1]):
        return False
    free = {state: tuple(s for s in others if s[0].space != space) for state, others in entered.items() if state.space != space}
    label = _labels(free)
    near, far = ({label[s] for state in side if state.space != space for s in (state, state.opposite)} for side in sides)
    return bool(near & far)


def _on_circles(plan: Plan, joins: Mapping[End, tuple[End, ...]]) -> list[str]:
    """Return the spaces on a circle of track, regardless of turns. Such a space has a join without which its ends stay
    connected."""
    pairs = [(end, other) for end, others in joins.items() for other in others if end < other]
    spaces = [(one.space, other.space) for one, other in pairs]
    loose = cuts(spaces)
    found = {space for number, pair in enumerate(spaces) if number not in loose for space in pair}
    return [space for space in plan.spaces if space in found]


# --------------------------------------------------------------------------------------------------------------------
# Wyes: triangles of three switches, in which a locomotive turns by reversing on each of the three tails

MOST_SWITCHES = 60
"""The number of switches among which triangles are looked for. On larger boards, only the first of these are used."""


@dataclass(frozen=True, slots=True)
class Wye:
    """Three spaces at the tails of switches, and the spaces on the three runs, from the first tail to the second, and so on."""

    tails: tuple[str, str, str]
    sides: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

    @property
    def spaces(self) -> int:
        """The number of spaces in the triangle."""
        return 3 + sum(map(len, self.sides))

    def __str__(self) -> str:
        """Return `N (W1) S1 (M) E1 (W2)`: each tail, followed by the run to the next one in brackets."""
        return " ".join(f"{tail} ({' '.join(side) if side else '–'})" for tail, side in zip(self.tails, self.sides, strict=True))


def find_wyes(plan: Plan) -> tuple[Wye, ...]:
    """Return the triangles of a plan without its turntables, the smallest first. Each uses shortest runs between its tails.

    >>> [str(wye) for wye in find_wyes(Plan.from_tracks("wye", ["| N W1 S1 S2 |", "| N W2 E1 E2 |", "S2 S1 M E1 E2"]))]
    ['N (W1) S1 (M) E1 (W2)']
    """
    tails = [end for end in _ends(plan) if end in plan.points][:MOST_SWITCHES]
    joins, wanted = opened(plan.fixed, _closed_to_locomotives(plan)), set(tails)
    ahead = {end: [entered.opposite for entered in others] for end, others in joins.items()}
    runs: dict[tuple[End, End], tuple[str, ...]] = {}  # the spaces between two tails, along their legs
    for tail in tails:
        came: dict[End, End | None] = {tail: None}
        for leaving in breadth_first(came, lambda end: ahead.get(end, ())):
            for entered in wanted.intersection(joins.get(leaving, ())):
                if (tail, entered) not in runs:
                    runs[tail, entered] = tuple(end.space for end in path_to(came, leaving)[1:])
    found = []
    for one, two, three in combinations(tails, 3):
        if {(one, two), (two, three), (three, one)} <= runs.keys():
            sides = runs[one, two], runs[two, three], runs[three, one]
            wye = Wye((one.space, two.space, three.space), sides)
            if len({*wye.tails, *chain.from_iterable(sides)}) == wye.spaces:
                found.append(wye)
    return tuple(sorted(found, key=lambda wye: wye.spaces))
