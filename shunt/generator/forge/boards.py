"""New boards: layouts proposed at random from typical parts of yards. They are measured, and the best are kept.

The measures describe the possibilities of a locomotive and two cars: the share of their positions that can be reached from each
other, the maximum number of moves that a goal can take, and how much goals differ in it. Source of the first measure: on boards
where nothing can turn round, positions are divided into parts without moves back (rules of the railyard puzzle, "What follows").
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from math import log2
from typing import NamedTuple

import numpy as np

from shunt.cards.card import Goal
from shunt.errors import LayoutError
from shunt.generator.canonical import canonical_id
from shunt.generator.forge.proof import search_limits
from shunt.generator.reached_graph import reached_graph
from shunt.generator.spec import FEATURES, BoardSpec, empty_card
from shunt.render.crowding import crowding
from shunt.rules.position import Roster
from shunt.rules.switcher import Switcher
from shunt.search.core.limits import LimitReached, Progress, no_progress
from shunt.search.trains.codec import Codec
from shunt.search.trains.goals import GoalSet
from shunt.search.trains.successors import Neighbours
from shunt.track.layout import Layout
from shunt.track.plan import Plan
from shunt.track.turntable import Turntable

GOALS_MEASURED = 40
MOST_STATES = 400_000
WEIGHTS = (4.0, 3.0, 2.0, 1.0)  # of the share that is connected, the farthest goal, its variety, and the moves per position
FAR, BITS, EXITS = 16, 3.0, 20.0  # moves, bits, and moves per position that count as the most


@dataclass(frozen=True)
class Board:
    """A measured board. `connected`: the largest share of positions that can be reached from each other. `farthest`: the maximum
    number of moves of the measured goals. `variety`: the entropy, in bits, of the maximum number of moves of each goal. `score`:
    a combination of all of these, from 0 to 10."""

    layout: Layout
    features: tuple[str, ...]
    connected: float
    farthest: int
    variety: float
    exits: float
    states: int

    @property
    def score(self) -> float:
        """Return how rich the board is."""
        shares = self.connected, self.farthest / FAR, self.variety / BITS, self.exits / EXITS
        return round(sum(weight * min(1.0, share) for weight, share in zip(WEIGHTS, shares, strict=True)), 2)

    def as_json(self) -> dict[str, object]:
        """Return the measures by name."""
        return {
            "name": self.layout.name,
            "features": list(self.features),
            "score": self.score,
            "connected": round(self.connected, 4),
            "farthest": self.farthest,
            "variety": round(self.variety, 3),
            "moves-per-position": round(self.exits, 2),
            "states": self.states,
        }

    def words(self) -> str:
        """Return the measures in a line."""
        return (
            f"{self.layout.name}: score {self.score:.1f} ({', '.join(self.features)}; {self.connected:.0%} of "
            f"{self.states:,} positions connected, up to {self.farthest} moves with two cars, variety {self.variety:.1f} bits)"
        )


def propose(spec: BoardSpec, count: int, tries: int, progress: Progress = no_progress) -> list[Board]:
    """Return the richest boards of `tries` proposals, the best first and without duplicates.

    A board is left out if its drawing has track too near to spaces that the track does not pass.
    """
    spec.check()
    found: dict[str, Board] = {}
    for number in range(tries):
        proposal = proposed_layout(spec, str(number))
        if proposal is not None and proposal.id not in found and (board := measured(proposal.layout, proposal.features)):
            found[proposal.id] = board
        progress("boards", number, len(found))
    best = sorted(found.values(), key=lambda board: (-board.score, board.layout.name))
    shown = ((board, drawn(board.layout)) for board in best)
    return list(islice((replace(board, layout=layout) for board, layout in shown if layout), count))


class Proposal(NamedTuple):
    """A layout that has not been measured, with its canonical id and its features."""

    id: str
    layout: Layout
    features: tuple[str, ...]


def proposed_layout(spec: BoardSpec, place: str) -> Proposal | None:
    """Return the layout with this number in the sequence of a spec, or None if it cannot be used."""
    sketch = _sketched(spec, random.Random(f"board/{spec.seed}/{place}"))
    if sketch is None or _with_two_cars(sketch[0])[1].most > MOST_STATES:
        return None
    layout, features = sketch
    name = canonical_id(empty_card(layout))
    plan = replace(layout.plan, name=f"{features[0]}-{len(layout.plan.spaces)}-{name[:4]}")
    return Proposal(name, Layout(plan, about=dict(layout.about)), features)


def drawn(layout: Layout) -> Layout | None:
    """Return a layout with its drawing, or None if track is too near to spaces that it does not pass."""
    if crowding(layout.plan, layout.coordinates(), layout.directions()):
        return None
    at = {space: (round(x, 2), round(y, 2)) for space, (x, y) in layout.coordinates().items()}
    return replace(layout, at=at, angles=dict(layout.directions()))


# --------------------------------------------------------------------------------------------------------------------
# Sketching


@dataclass
class Sketch:
    """An unfinished board: runs of spaces, and the turntables."""

    chance: random.Random
    runs: list[list[str]] = field(default_factory=list)
    tracks: list[list[str]] = field(default_factory=list)
    turntables: list[Turntable] = field(default_factory=list)
    features: list[str] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Return the number of spaces."""
        return sum(map(len, self.tracks)) + len(self.turntables)

    def new_track(self, length: int) -> list[str]:
        """Add a track whose spaces are named with a new letter."""
        letter = "ABCDEFGHIJKLMNOPQRSUVWXYZ"[len(self.tracks)]
        self.tracks.append([f"{letter}{number}" for number in range(1, length + 1)])
        return self.tracks[-1]

    def siding(self) -> None:
        """Add a track that ends at a buffer stop."""
        steps = [step for track in self.tracks for step in pairwise(track)]
        spot = self.chance.choice(steps + [(b, a) for a, b in steps])
        self.runs.append([*spot, *self.new_track(self.chance.randint(2, 3))])

    def loop(self) -> None:
        """Add a track beside another one, joined to it at both ends."""
        track = max(self.tracks, key=len)
        if len(track) < 5:
            return
        first = self.chance.randint(1, len(track) - 4)
        last = self.chance.randint(first + 2, len(track) - 2)
        between = self.new_track(self.chance.randint(1, last - first))
        self.runs.append([track[first - 1], track[first], *between, track[last], track[last + 1]])
        self.features.append("loop")

    def wye(self) -> None:
        """Add a tail that can be entered from both directions of a track. A locomotive turns by running in and out."""
        track = self.chance.choice([track for track in self.tracks if len(track) >= 4])
        at = self.chance.randint(1, len(track) - 3)
        tail = self.new_track(self.chance.randint(2, 3))
        self.runs.append([track[at - 1], track[at], *tail])
        self.runs.append([track[at + 2], track[at + 1], *tail[:2]])
        self.features.append("wye")

    def balloon(self) -> None:
        """Add a loop at the end of a track that leads back into it."""
        track = self.chance.choice([track for track in self.tracks if len(track) >= 2])
        before, space = (track[-2], track[-1]) if self.chance.random() < 0.5 else (track[1], track[0])
        ring = self.new_track(self.chance.randint(4, 6))
        self.runs.append([before, space, *ring, space, before])
        self.features.append("balloon")

    def turntable(self) -> None:
        """Add a turntable at open ends of tracks, and one or two new tracks behind it."""
        ends = [end for track in self.tracks for end in (track[0], track[-1]) if self._is_open(end)]
        first = self.chance.sample(sorted(set(ends)), min(2, len(set(ends))))
        if not first:
            return
        stubs = [self.new_track(self.chance.randint(1, 2)) for _ in range(4 - len(first))]
        self.runs += stubs
        outside = first + [stub[0] for stub in stubs]
        self.chance.shuffle(outside)
        a, b, c, d = outside
        self.turntables.append(Turntable("T", ("T",), ((a, c), (b, d), (c, a), (d, b)), "each-move"))
        self.features.append("turntable")

    def _is_open(self, space: str) -> bool:
        """Return whether `space` is at the end of its only run."""
        return [index in (0, len(run) - 1) for run in self.runs for index, name in enumerate(run) if name == space] == [True]


def _sketched(spec: BoardSpec, chance: random.Random) -> tuple[Layout, tuple[str, ...]] | None:
    """Return one proposal, or None if it does not meet the constraints."""
    sketch = Sketch(chance)
    sketch.runs.append(sketch.new_track(chance.randint(5, 7)))
    wanted = spec.feature or chance.choice(FEATURES)
    parts = [sketch.siding, sketch.siding, sketch.loop, sketch.loop, sketch.wye, sketch.balloon]
    aim = chance.randint(*spec.spaces)
    for _ in range(chance.randint(1, 2)):
        chance.choice(parts[:4])()
    getattr(sketch, wanted)()
    while sketch.size < aim and len(sketch.tracks) < 20:
        chance.choice(parts)()
    if not spec.spaces[0] <= sketch.size <= spec.spaces[1] or wanted not in sketch.features:
        return None
    try:
        plan = Plan.from_tracks("proposal", sketch.runs, sketch.turntables)
    except LayoutError:
        return None
    features = tuple(dict.fromkeys([wanted, *sketch.features]))
    return Layout(plan, about={"title": "A proposed board", "notes": "With " + ", ".join(features) + "."}), features


# --------------------------------------------------------------------------------------------------------------------
# Measuring


def measured(layout: Layout, features: tuple[str, ...]) -> Board | None:
    """Measure a board with one locomotive and two cars; return None if there are too many positions."""
    (codec, everything), limits = _with_two_cars(layout), search_limits(MOST_STATES)
    try:
        graph = reached_graph(Neighbours(codec, limits), everything.states(), limits)
    except LimitReached:
        return None
    spaces, farthest = [space for space in layout.plan.spaces if space not in layout.plan.no_stop], []
    for number in range(GOALS_MEASURED):  # the most moves from where a goal for both cars can be reached
        places = dict(zip(("red", "green"), random.Random(f"goal/{number}").sample(spaces, 2), strict=True))
        goals = GoalSet.of(codec, Goal(places))
        farthest.append(int(graph.distances_to(np.flatnonzero(goals.met_by(graph.states))).max(initial=0)))
    counts = np.bincount(farthest)
    shares = counts[counts > 0] / len(farthest)
    return Board(
        layout,
        features,
        graph.largest_part / len(graph),
        max(farthest),
        float(-sum(share * log2(share) for share in shares)) + 0.0,
        len(graph.to) / len(graph),
        len(graph),
    )


def _with_two_cars(layout: Layout) -> tuple[Codec, GoalSet]:
    """Return the codec of a locomotive and two cars on a board, and all their positions."""
    codec = Codec.for_rules(Switcher(layout.plan, Roster(("A",), ("red", "green"))))
    return codec, GoalSet.of(codec, Goal({}))
