"""Quality of drawn boards beside other ways of drawing them, without the coordinates that their files give.

Measured, after the criteria of J. Stott, P. Rodgers, J. C. Martínez-Ovando and S. G. Walker (*Automatic metro map layout using
multicriteria optimization*, IEEE TVCG 17(1), 2011) and M. Nöllenburg and A. Wolff (*Drawing and labeling high-quality metro maps
by mixed-integer programming*, IEEE TVCG 17(5), 2011): bends of track at spaces, variation of lengths, angular resolution, share
of octilinear joins, crossings. Their papers draw metro networks that have places on the ground, so their own figures are of other
drawings and cannot be compared; the method of Stott et al. is written here again (`climbed`) and draws the same boards.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin
from statistics import fmean, pstdev

from benchmarks.measuring import Figure, Plan, benchmark, seconds_of
from shunt.drawing.clearance import count_crossings
from shunt.drawing.octilinear import expanded, octilinear_drawing
from shunt.drawing.rough import rough_drawings
from shunt.drawing.spacing import bodies_of, hub_name
from shunt.files.library import layout_names
from shunt.generator.forge.boards import _sketched
from shunt.generator.spec import FEATURES, BoardSpec
from shunt.track.directions import Point
from shunt.track.layout import Layout
from shunt.track.layout_file import load_layout
from shunt.track.plan import BUFFER_STOP
from shunt.track.plan import Plan as Track

BENT = 5.0  # degrees
STRAIGHT = 1.0  # degrees by which a join may leave the eight directions
GRID = 0.25  # space lengths: the grid of the hill climbing
RADII = (8, 6, 4, 3, 2, 2, 1, 1)  # steps of the grid that a space may move in each round, ever fewer
WEIGHTS = {"angles": 3.0, "lengths": 5.0, "straightness": 4.0, "octilinearity": 6.0}
CRAMPED = 8.0  # price of two spaces nearer than a space length, which the paper forbids


@dataclass(frozen=True)
class Network:
    """What is drawn: edges between spaces and the middles of turntables, and rows of spaces that track leads through."""

    edges: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, str, str], ...]

    @classmethod
    def from_track(cls, track: Track) -> Network:
        """Return the network of a board; a bridge is a spoke from the middle of its turntable to each outside space."""
        bodies = bodies_of(track)
        edges = {(join.a.space, join.b.space) for join in bodies.joins if join.a.space != join.b.space}
        edges |= {(hub_name(number), space) for number, wheel in enumerate(bodies.wheels) for space in wheel.outside}
        shown = {frozenset(edge) for edge in edges}
        runs = [[space for space in run if space != BUFFER_STOP] for run in track.tracks]
        rows = {
            (a, b, c)
            for run in runs
            for (a, b), (_, c) in pairwise(pairwise(run))
            if {frozenset((a, b)), frozenset((b, c))} <= shown
        }
        return cls(tuple(sorted(edges)), tuple(sorted(rows)))


@dataclass(frozen=True)
class Quality:
    """Measures of one drawing.

    `bends`: share of the passages through a space that bend; `turned`: mean degrees of those that do; `unevenness`: standard
    deviation of the lengths of joins as a share of their mean; `resolution`: smallest angle at a space as a share of the widest
    possible, the mean of all spaces with several joins; `octilinear`: share of joins in the eight directions.
    """

    bends: float
    turned: float
    unevenness: float
    resolution: float
    octilinear: float
    crossings: int


def quality(network: Network, at: Mapping[str, Point]) -> Quality:
    """Measure a drawing."""
    turns = [_turn(at, row) for row in network.rows]
    bent = [turn for turn in turns if turn > BENT]
    lengths = [hypot(at[b][0] - at[a][0], at[b][1] - at[a][1]) for a, b in network.edges]
    off = [abs((_angle(at, a, b) + 22.5) % 45 - 22.5) for a, b in network.edges]
    shares = [share for share, _ in _gaps(network, at).values()]
    return Quality(
        len(bent) / max(1, len(turns)),
        fmean(bent) if bent else 0.0,
        pstdev(lengths) / fmean(lengths),
        fmean(shares) if shares else 1.0,
        sum(one <= STRAIGHT for one in off) / len(off),
        count_crossings(at, network.edges),
    )


def _angle(at: Mapping[str, Point], a: str, b: str) -> float:
    return degrees(atan2(at[b][1] - at[a][1], at[b][0] - at[a][0]))


def _turn(at: Mapping[str, Point], row: Sequence[str]) -> float:
    a, b, c = row
    return abs((_angle(at, b, c) - _angle(at, a, b) + 180) % 360 - 180)


def _gaps(network: Network, at: Mapping[str, Point]) -> dict[str, tuple[float, float]]:
    """Return for each space with several joins its smallest angle as a share of the widest possible, and how far all are off."""
    around: dict[str, list[float]] = {}
    for a, b in network.edges:
        around.setdefault(a, []).append(_angle(at, a, b))
        around.setdefault(b, []).append(_angle(at, b, a))
    found = {}
    for space, angles in around.items():
        if len(angles) > 1:
            order = sorted(angles)
            gaps = [(after - before) % 360 for before, after in pairwise([*order, order[0] + 360])]
            wide = 360 / len(angles)
            found[space] = min(gaps) / wide, sum(abs(wide - gap) for gap in gaps) / 360
    return found


# --------------------------------------------------------------------------------------------------------------------
# Other ways of drawing


def sprung(network: Network) -> dict[str, Point]:
    """Draw with networkx's Kamada-Kawai layout, in space lengths."""
    import networkx

    graph = networkx.Graph(network.edges)
    found = networkx.kamada_kawai_layout(graph, pos=networkx.circular_layout(graph))
    scale = fmean(hypot(*(found[b] - found[a])) for a, b in network.edges) or 1.0
    return {name: (float(x) / scale, float(y) / scale) for name, (x, y) in found.items()}


def climbed(network: Network, rough: Mapping[str, Point]) -> dict[str, Point]:
    """Draw by the hill climbing of Stott et al.: each space in turn moves to the best point of a grid, in a radius that shrinks.

    The criteria are theirs: angles, lengths of edges, straight lines and octilinearity; labels and clusters are left out.
    """
    at = {name: (round(x / GRID) * GRID, round(y / GRID) * GRID) for name, (x, y) in rough.items()}
    edges: dict[str, list[tuple[str, str]]] = {}
    rows: dict[str, list[tuple[str, str, str]]] = {}
    for edge in network.edges:
        for name in edge:
            edges.setdefault(name, []).append(edge)
    for row in network.rows:
        for name in row:
            rows.setdefault(name, []).append(row)
    local = {
        name: Network(tuple({e for a, b in known for one in (a, b) for e in edges[one]}), ()) for name, known in edges.items()
    }
    for radius in RADII:
        for name in sorted(edges):
            best = _cost(at, edges[name], rows.get(name, ()), local[name], name)
            home = at[name]
            for across in range(-radius, radius + 1):
                for up in range(-radius, radius + 1):
                    before, at[name] = at[name], (home[0] + across * GRID, home[1] + up * GRID)
                    found = _cost(at, edges[name], rows.get(name, ()), local[name], name)
                    if found < best - 1e-9:
                        best = found
                    else:
                        at[name] = before
    return at


def _cost(
    at: Mapping[str, Point], edges: Sequence[tuple[str, str]], rows: Sequence[tuple[str, str, str]], near: Network, name: str
) -> float:
    cost = 0.0
    x, y = at[name]
    for a, b in edges:
        length = hypot(at[b][0] - at[a][0], at[b][1] - at[a][1])
        if length < 1e-9:
            return float("inf")
        cost += WEIGHTS["lengths"] * abs(length - 1)
        cost += WEIGHTS["octilinearity"] * abs(sin(4 * atan2(at[b][1] - at[a][1], at[b][0] - at[a][0])))
    cost += WEIGHTS["straightness"] * sum(1 - cos(_turn(at, row) * pi / 180) for row in rows)
    cost += WEIGHTS["angles"] * sum(off for _, off in _gaps(near, at).values())
    cost += CRAMPED * sum(max(0.0, 1 - hypot(x - a, y - b)) for other, (a, b) in at.items() if other != name)
    return cost


def drawn(track: Track) -> dict[str, Point]:
    """Draw as `shunt` does."""
    return with_hubs(track, octilinear_drawing(track).points)


def stressed(track: Track) -> dict[str, Point]:
    """Draw by stress majorization alone, as `shunt` did before it drew octilinearly."""
    bodies = bodies_of(track)
    return with_hubs(track, expanded(bodies, rough_drawings(bodies, {})[0]))


def with_hubs(track: Track, points: Mapping[str, Point]) -> dict[str, Point]:
    """Return the points with the middles of turntables among them."""
    found = dict(points)
    for number, table in enumerate(track.turntables):
        on = [points[space] for space in table.bridge]
        found[hub_name(number)] = (fmean(x for x, _ in on), fmean(y for _, y in on))
    return found


# --------------------------------------------------------------------------------------------------------------------
# Figures


def boards(count: int) -> list[tuple[str, Layout]]:
    """Return the shipped boards, and boards such as `shunt make boards` proposes."""
    found = [(name, load_layout(name)) for name in layout_names()]
    number = 0
    while len(found) < len(layout_names()) + count:
        number += 1
        sketch = _sketched(BoardSpec(FEATURES[number % len(FEATURES)], (10, 30), "t"), random.Random(f"layout {number}"))
        if sketch is not None:
            found.append((f"generated {number}", sketch[0]))
    return found


@benchmark("layout", "Drawings of boards")
def layouts(plan: Plan) -> Iterator[Figure]:
    """The shipped boards and generated ones, drawn in four ways and measured."""
    chosen = boards(2 if plan.quick else 20)
    ways = ("octilinear", "stress", "Kamada-Kawai", "hill climbing")
    found: dict[str, list[Quality]] = {way: [] for way in ways}
    times: dict[str, list[float]] = {way: [] for way in ways}
    for _, layout in chosen:
        track = layout.plan
        network = Network.from_track(track)
        draws: tuple[Callable[[], Mapping[str, Point]], ...] = (
            partial(drawn, track),
            partial(stressed, track),
            partial(sprung, network),
            partial(climbed, network, stressed(track)),
        )
        for way, draw in zip(ways, draws, strict=True):
            points: list[Mapping[str, Point]] = []
            times[way].append(seconds_of(lambda draw=draw, points=points: points.append(draw())))  # type: ignore[misc]
            found[way].append(quality(network, points[0]))
    shipped = [quality(Network.from_track(one.plan), with_hubs(one.plan, one.coordinates())) for _, one in chosen if one.at]
    for way, measured in [*found.items(), ("the files' own coordinates", shipped)]:
        note = "; ".join(
            [
                f"{fmean(m.turned for m in measured):.0f}° a bend",
                f"lengths vary by {100 * fmean(m.unevenness for m in measured):.0f} %",
                f"angles {100 * fmean(m.resolution for m in measured):.0f} % of the widest",
                f"{100 * fmean(m.octilinear for m in measured):.0f} % of joins in eight directions",
                f"{fmean(m.crossings for m in measured):.2f} crossings a board",
                *([f"{fmean(times[way]):.2f} s a board"] if way in times else []),
            ]
        )
        bends = 100 * fmean(m.bends for m in measured)
        yield Figure(f"layout/{way}", f"{way}, {len(measured)} boards: passages through a space that bend", bends, "%", note=note)
    ours, theirs = (fmean(m.bends for m in found[way]) for way in ("octilinear", "hill climbing"))
    title = "bends of hill climbing, for each of ours"
    yield Figure("layout/fewer bends", title, theirs / ours, "×", bar="≥ 1", holds=theirs >= ours)
