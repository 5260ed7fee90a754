"""The plan: the joins between the ends of spaces.

A layout is written as *smooth runs* of spaces. In a run `… p s q …`, the neighbours p and q are at opposite ends of s. All runs
together determine, by two-colouring, at which end of each space each neighbour is. A piece that enters a space at one end can
leave it only at the other. A turn that is too sharp is therefore simply a join that does not exist.

A run may begin or end with `|`, a buffer stop, which means that no space is joined at that end of the space beside it. The runs
`W1 N1 |` and `W2 N1 |` thus join W1 and W2 to the same end of N1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, Any, NamedTuple

from shunt.errors import Fault, LayoutError, raise_faults, suggest
from shunt.track.turntable import ROTATIONS, Turntable

if TYPE_CHECKING:
    import networkx


class End(NamedTuple):
    """One end of a space. End 0 is towards the neighbour that comes first in the runs, and end 1 is opposite."""

    space: str
    end: int

    @property
    def opposite(self) -> End:
        """The other end of the same space."""
        return End(self.space, 1 - self.end)


Joins = Mapping[End, tuple[End, ...]]

LARGE_BOARD = 400
"""The number of spaces from which a board is large. On large boards, searches, pages and pictures in a terminal leave out work
that grows faster than the number of spaces."""

KINDS = ("cars", "locomotives")
"""The kinds of pieces that a space may be closed to."""

BUFFER_STOP = "|"
"""The mark of a buffer stop, at the beginning or end of a run."""
_JoinFault = tuple[str, str, str]  # the neighbour in question, what is wrong, the remedy


@dataclass(frozen=True)
class Plan:
    """The spaces of a board, how they are joined, and what may be done on them.

    `spaces` are in the order in which they first occur in the tracks and then in the bridges. `fixed` lists the joins that
    never change. `tracks` are the runs as written, including buffer stops. `closed` maps spaces to the kind of pieces (`KINDS`)
    that may not enter them. Build one with `Plan.from_tracks`, which checks everything and raises `LayoutError` with every
    fault.
    """

    name: str
    spaces: tuple[str, ...]
    fixed: Joins = field(repr=False)
    tracks: tuple[tuple[str, ...], ...] = field(default=(), repr=False)
    turntables: tuple[Turntable, ...] = ()
    no_stop: frozenset[str] = frozenset()
    exclusive: tuple[frozenset[str], ...] = ()
    closed: Mapping[str, str] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.name, self.spaces, self.tracks, self.turntables, self.no_stop, self.exclusive))

    @classmethod
    def from_tracks(
        cls,
        name: str,
        tracks: Iterable[str | Sequence[str]],
        turntables: Iterable[Turntable] = (),
        no_stop: Iterable[str] = (),
        exclusive: Iterable[Iterable[str]] = (),
        closed: Mapping[str, str] | None = None,
    ) -> Plan:
        """Compile smooth runs of spaces; raise `LayoutError`, which lists every fault.

        >>> Plan.from_tracks("wye", ["B W1 N |", "C W2 N |"]).neighbours(End("N", 0))
        ('W1', 'W2')
        """
        runs = [tuple(track.split()) if isinstance(track, str) else tuple(track) for track in tracks]
        tables = tuple(turntables)
        bridges = [table.bridge for table in tables]
        spaces = tuple(dict.fromkeys(space for run in [*runs, *bridges] for space in run if space != BUFFER_STOP))
        counts = ("tracks", "spaces", len(spaces), MOST_SPACES), ("turntables", "turntables", len(tables), MOST_TURNTABLES)
        faults = [Fault(where, f"{n:,} {what}", f"at most {most:,} are read") for where, what, n, most in counts if n > most]
        raise_faults(faults, LayoutError)
        no_stop = tuple(no_stop)
        groups = tuple(frozenset(group) for group in exclusive)
        faults = _run_faults(runs)
        fixed, stops, join_faults = _two_colour(spaces, [*runs, *bridges], len(runs))
        if not any(BUFFER_STOP in run[1:-1] for run in runs):  # otherwise it is unclear what such runs join
            faults += join_faults
        faults += _table_faults(tables, runs, {**fixed, **dict.fromkeys(stops, (End(BUFFER_STOP, 0),))})
        known, closed = set(spaces), dict(closed or {})
        named = [(f"no_stop[{index}]", space) for index, space in enumerate(no_stop) if space not in known]
        named += [(_closed_key(space), space) for space in closed if space not in known]
        faults += [Fault(where, f"unknown space {space!r}", suggest(space, known)) for where, space in named]
        for index, group in enumerate(groups):
            where = f"exclusive[{index}]"
            faults += [Fault(where, f"unknown space {space!r}", suggest(space, known)) for space in sorted(group - known)]
            if len(group) < 2:
                faults.append(Fault(where, "a group needs at least two spaces", "name the spaces that exclude each other"))
        for space, kind in closed.items():
            if kind not in KINDS:
                faults.append(Fault(_closed_key(space), f"{kind!r} is not a kind of pieces", f"one of {', '.join(KINDS)}"))
        if not spaces:
            faults.append(Fault("tracks", "the layout has no space", 'write at least one run, such as tracks = ["A B C"]'))
        raise_faults(faults, LayoutError)
        return cls(name, spaces, fixed, tuple(runs), tables, frozenset(no_stop), groups, closed)

    @property
    def all_positions(self) -> list[tuple[int, ...]]:
        """Every combination of turntable positions, the last turntable varying fastest."""
        return list(product(*(range(len(table.positions)) for table in self.turntables)))

    def settings_of(self, index: int, others: Sequence[int] = ()) -> list[tuple[int, ...]]:
        """Return the positions of all turntables, once for each position of turntable `index`. The other turntables stay at
        the positions in `others`, by default 0."""
        known = tuple(others) or (0,) * len(self.turntables)
        return [(*known[:index], position, *known[index + 1 :]) for position in range(len(self.turntables[index].positions))]

    def joins(self, positions: tuple[int, ...] = ()) -> Joins:
        """Return all joins when the turntables are at `positions`, one index per turntable. The default is 0 for all."""
        positions = positions or (0,) * len(self.turntables)
        known: dict[object, Joins] = self.__dict__.setdefault("_joins", {})  # a frozen value may cache what follows from it
        if positions not in known:
            known[positions] = self._sorted_fixed | turned_joins(self, positions)
        return known[positions]

    @cached_property
    def _sorted_fixed(self) -> dict[End, tuple[End, ...]]:
        """The fixed joins in order. All positions of the turntables share them in memory."""
        return {end: tuple(sorted(others)) for end, others in self.fixed.items()}

    def open_end(self, space: str) -> End:
        """Return the end of `space` without fixed joins (end 0 if neither has any)."""
        return End(space, 1) if self.fixed.get(End(space, 0)) else End(space, 0)

    def bridge_ends(self, table: Turntable) -> tuple[End, End]:
        """Return the two outer ends of a bridge, first and last."""
        first, last = table.bridge[0], table.bridge[-1]
        return (End(first, 0), End(first, 1)) if first == last else (self.open_end(first), self.open_end(last))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each space, in the order of `spaces`."""
        return {space: number for number, space in enumerate(self.spaces)}

    @cached_property
    def on_bridges(self) -> frozenset[str]:
        """The spaces on the bridges of turntables."""
        return frozenset(space for table in self.turntables for space in table.bridge)

    @cached_property
    def points(self) -> frozenset[End]:
        """The points, which are the ends of spaces with several joins."""
        return frozenset(end for end, others in self.fixed.items() if len(others) > 1)

    @property
    def exclusive_pairs(self) -> list[tuple[str, str]]:
        """Spaces of which only one may be occupied, two at a time, in the order of the board's spaces."""
        groups = (sorted(group, key=self.numbers.__getitem__) for group in self.exclusive)
        return [pair for group in groups for pair in combinations(group, 2)]

    def partners(self, space: str) -> frozenset[str]:
        """Return the spaces that may not be occupied together with `space`."""
        return frozenset(other for group in self.exclusive if space in group for other in group) - {space}

    def neighbours(self, end: End) -> tuple[str, ...]:
        """Return the names of the spaces that can be joined to `end`: first the spaces with a fixed join, then the spaces
        joined at some turntable position."""
        return tuple(dict.fromkeys(other.space for other in self.all_joins.get(end, ())))

    @cached_property
    def all_joins(self) -> Joins:
        """The joins that exist at any turntable positions."""
        return joins_of_all_settings(self)

    def end_towards(self, space: str, neighbour: str) -> int | None:
        """Return the end of `space` that faces `neighbour`, or None if neither end or both ends face it.

        On a bridge of one space, "0" and "1" are always its ends. On other spaces, they are its ends only if no neighbour
        has that name.
        """
        if neighbour in ("0", "1") and any(table.bridge == (space,) for table in self.turntables):
            return int(neighbour)
        found = [end for end in (0, 1) if neighbour in self.neighbours(End(space, end))]
        if not found and neighbour in ("0", "1") and not any(self.neighbours(End(space, end)) for end in (0, 1)):
            return int(neighbour)
        return found[0] if len(found) == 1 else None

    def graph(self) -> networkx.MultiGraph[str]:
        """Return a networkx graph for analysis and GraphML, with an edge for every join. The two ends of a join are
        attributes.

        A join that exists only at some turntable positions lists them in `positions`, as a string because GraphML does not
        support lists.
        """
        import networkx

        graph = networkx.MultiGraph(name=self.name)
        for space in self.spaces:
            groups = [" ".join(sorted(group)) for group in self.exclusive if space in group]
            graph.add_node(space, no_stop=space in self.no_stop, exclusive="; ".join(groups), closed=self.closed.get(space, ""))
        made_by: dict[tuple[End, End], list[str]] = {}
        for positions in self.all_positions:
            for end, others in self.joins(positions).items():
                for other in others:
                    # networkx gives an edge's earlier node first
                    if (self.numbers[end.space], end.end) <= (self.numbers[other.space], other.end):
                        made_by.setdefault((end, other), []).append(",".join(map(str, positions)))
        for (end, other), where in made_by.items():
            fixed = other in self.fixed.get(end, ())
            graph.add_edge(end.space, other.space, ends=f"{end.end}{other.end}", positions="" if fixed else " ".join(where))
        return graph

    def dot(self) -> str:
        """Return the plan in the DOT language of Graphviz. Ends are labels, and the joins of a turntable are dashed."""
        lines = [f'graph "{self.name}" {{', "  node [shape=box];"]
        lines += [f'  "{space}"{" [style=dashed]" if space in self.no_stop else ""};' for space in self.spaces]
        for a, b, data in self.graph().edges(data=True):
            style = f', style=dashed, label="{data["positions"]}"' if data["positions"] else ""
            lines.append(f'  "{a}" -- "{b}" [taillabel="{data["ends"][0]}", headlabel="{data["ends"][1]}"{style}];')
        return "\n".join([*lines, "}", ""])

    def graph_json(self) -> dict[str, Any]:
        """Return spaces, joins and exclusive groups as `shunt graph --format json` prints them."""
        joins = [
            {"from": [a, int(data["ends"][0])], "to": [b, int(data["ends"][1])], "positions": data["positions"].split()}
            for a, b, data in self.graph().edges(data=True)
        ]
        spaces = [
            {"name": space, "no_stop": space in self.no_stop} | ({"closed": self.closed[space]} if space in self.closed else {})
            for space in self.spaces
        ]
        groups = [[space for space in self.spaces if space in group] for group in self.exclusive]
        return {"schema": "shunt-graph/1", "layout": self.name, "spaces": spaces, "joins": joins, "exclusive": groups}


def opened(joins: Joins, closed: Collection[str]) -> Joins:
    """Return the joins except those to or from the spaces in `closed`."""
    return {
        end: tuple(other for other in others if other.space not in closed)
        for end, others in joins.items()
        if end.space not in closed
    }


def turned_joins(plan: Plan, positions: tuple[int, ...]) -> dict[End, tuple[End, ...]]:
    """Return the joins that turntables make at `positions`."""
    joins: dict[End, list[End]] = {}
    for table, position in zip(plan.turntables, positions, strict=True):
        for bridge_end, outside in zip(plan.bridge_ends(table), table.positions[position], strict=True):
            if outside:
                open_end = plan.open_end(outside)
                joins.setdefault(bridge_end, list(plan.fixed.get(bridge_end, ()))).append(open_end)
                joins.setdefault(open_end, list(plan.fixed.get(open_end, ()))).append(bridge_end)
    return {end: tuple(sorted(others)) for end, others in joins.items()}


def joins_of_all_settings(plan: Plan, start: Sequence[int] = ()) -> dict[End, tuple[End, ...]]:
    """Return, for each end, the ends to which it is joined at any turntable positions. Each turntable has its own joins.

    With the positions at the `start` of a card, a locked turntable keeps that position.
    """
    joins = {end: dict.fromkeys(others) for end, others in plan.fixed.items()}
    for index, table in enumerate(plan.turntables):
        for settings in [tuple(start)] if start and table.rotation == "locked" else plan.settings_of(index, start):
            for end, others in turned_joins(plan, settings).items():
                joins.setdefault(end, {}).update(dict.fromkeys(others))
    return {end: tuple(others) for end, others in joins.items()}


# --------------------------------------------------------------------------------------------------------------------
# Compiling

MOST_SPACES, MOST_TURNTABLES = 5_000, 50
"""The maximum size of a layout. The largest shipped layout has 26 spaces, and one of 5,000 is checked and drawn within a few
seconds."""


def _closed_key(space: str) -> str:
    return f'closed."{space}"' if "." in space else f"closed.{space}"


def _run_faults(runs: Sequence[tuple[str, ...]]) -> list[Fault]:
    def faults_of(run: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        if not run:
            yield "an empty run", "name its spaces in order, separated by blanks"
        if BUFFER_STOP in run[1:-1]:
            yield f"a buffer stop ({BUFFER_STOP}) in the middle of a run", "begin or end the run with it, or write two runs"
        if set(run) == {BUFFER_STOP}:
            yield "a buffer stop without a space", "name the space beside it"
        for a, b in pairwise(run):
            if a == b and a != BUFFER_STOP:
                yield f"{a} follows itself", "join a space to other spaces only"

    return [Fault(f"tracks[{index}]", *fault) for index, run in enumerate(runs) for fault in faults_of(run)]


def _two_colour(
    spaces: Sequence[str], runs: Sequence[tuple[str, ...]], tracks: int
) -> tuple[dict[End, tuple[End, ...]], list[End], list[Fault]]:
    """Determine at which end of each space each neighbour is; return the joins, the ends with buffer stops, and the faults.

    A buffer stop is coloured like a neighbour, and must then be the only one at its end. The first `tracks` of the runs are not
    bridges.
    """
    # Space → neighbour → the neighbours opposite to it.
    opposite: dict[str, dict[str, set[str]]] = {space: {} for space in (*spaces, BUFFER_STOP)}
    for run in runs:
        for a, b in pairwise(run):
            opposite[a].setdefault(b, set())
            opposite[b].setdefault(a, set())
        for before, space, after in zip(run, run[1:], run[2:], strict=False):
            opposite[space][before].add(after)
            opposite[space][after].add(before)
    faults: list[Fault] = []
    end_of: dict[tuple[str, str], int] = {}
    for space in spaces:
        found = _colour_one(space, opposite[space], end_of) + _buffer_faults(space, opposite[space], end_of)
        for name, what, remedy in found:
            following = {(space, name), (name, space)}
            index = next((index for index, run in enumerate(runs[:tracks]) if not following.isdisjoint(pairwise(run))), None)
            faults.append(Fault("tracks" if index is None else f"tracks[{index}]", what, remedy))
    joins: dict[End, list[End]] = {}
    for space in spaces:
        for other in opposite[space]:
            if (space, other) in end_of and (other, space) in end_of:
                joins.setdefault(End(space, end_of[space, other]), []).append(End(other, end_of[other, space]))
    stops = [End(space, end) for (space, other), end in end_of.items() if other == BUFFER_STOP]
    return {end: tuple(sorted(others)) for end, others in joins.items()}, stops, faults


def _buffer_faults(space: str, names: Iterable[str], end_of: Mapping[tuple[str, str], int]) -> list[_JoinFault]:
    """Return the faults of neighbours at an end of `space` that has a buffer stop."""
    stop = end_of.get((space, BUFFER_STOP))
    beyond = [name for name in names if name != BUFFER_STOP and stop is not None and end_of.get((space, name)) == stop]
    what = f"{space} has a buffer stop at the end where {' and '.join(beyond)} joins it"
    return [(BUFFER_STOP, what, f"remove the buffer stop, or name {beyond[0]} at the other end")] if beyond else []


def _colour_one(space: str, opposite: Mapping[str, set[str]], end_of: dict[tuple[str, str], int]) -> list[_JoinFault]:
    """Two-colour the neighbours of one space, given those opposite to each. The first one named is at end 0."""
    names = list(opposite)
    if not names:
        return []
    end_of[space, names[0]] = 0
    todo = [names[0]]
    while todo:
        name = todo.pop()
        end = 1 - end_of[space, name]
        for other in sorted(opposite[name]):
            if (space, other) not in end_of:
                end_of[space, other] = end
                todo.append(other)
            elif end_of[space, other] != end:
                what = f"the runs contradict each other at {space}: {name} and {other} are at one end and at opposite ends"
                return [(other, what, f"look at every run through {space}")]
    loose = [name for name in names if (space, name) not in end_of]
    if not loose:
        return []
    if not any(opposite.values()):  # no run passes through, so it looks like a dead end; usually it is the tail of a switch
        remedy = f"end the runs with a buffer stop if all of them are at one end, such as '{names[0]} {space} {BUFFER_STOP}' and "
        remedy += f"'{loose[0]} {space} {BUFFER_STOP}'; write '{names[0]} {space} {loose[0]}' if they are at opposite ends"
    else:
        remedy = f"add a run through {space} to or from {loose[0]}, such as '{names[0]} {space} {loose[0]}' for opposite ends"
    return [(name, f"the runs do not say at which end of {space} the neighbour {name} is", remedy) for name in loose]


def _table_faults(tables: Sequence[Turntable], runs: Sequence[tuple[str, ...]], fixed: Joins) -> list[Fault]:
    on_tracks = {space for run in runs for space in run if space != BUFFER_STOP}
    bridge_of = {space: table.name for table in tables for space in table.bridge}
    names: set[str] = set()

    def faults_of(table: Turntable) -> Iterator[tuple[str, str, str]]:
        if table.name in names:
            yield "name", f"two turntables are called {table.name}", "give each its own name"
        names.add(table.name)
        if table.rotation not in ROTATIONS:
            yield "rotation", f"{table.rotation!r} is not a rotation", "one of " + ", ".join(ROTATIONS)
        if not table.bridge:
            yield "bridge", "the bridge has no space", 'name its spaces, such as bridge = "T"'
        for space in table.bridge:
            if table.bridge.count(space) > 1 or bridge_of[space] != table.name:
                yield "bridge", f"{space} is on two bridges, or twice on one", "put each space on one bridge, once"
            elif space in on_tracks:
                yield "bridge", f"{space} is a bridge and in tracks", "only positions join a bridge to its surroundings"
        if not table.positions:
            yield "positions", "no positions", 'give at least one, such as [["A", "B"]]'
        for number, position in enumerate(table.positions):
            for fault in _position_faults(position, on_tracks, bridge_of, fixed):
                yield f"positions[{number}]", *fault

    return [
        Fault(f"turntables[{index}].{part}", what, remedy)
        for index, table in enumerate(tables)
        for part, what, remedy in faults_of(table)
    ]


def _position_faults(
    position: tuple[str, str], on_tracks: set[str], bridge_of: Mapping[str, str], fixed: Joins
) -> Iterator[tuple[str, str]]:
    """Yield the faults of a position of a turntable, each with its remedy."""
    for outside in dict.fromkeys(filter(None, position)):
        if outside in bridge_of:
            yield f"{outside} is a bridge itself", "a bridge may not be an outside space of a turntable"
        elif outside not in on_tracks:
            yield f"unknown space {outside!r}", suggest(outside, on_tracks)
        elif fixed.get(End(outside, 0)) and fixed.get(End(outside, 1)):
            yield f"both ends of {outside} are joined or have a buffer stop", "a turntable needs a space with an open end"
    if position[0] and position[0] == position[1]:
        yield f"{position[0]} is at both ends of the bridge", "put each outside space at one end only"
