"""Boards as values: `Layout`, a plan of tracks with what is needed to draw it, and `SidingsLayout`.

The sidings form (a headshunt and stub sidings, as in Inglenook Sidings) has neither spaces nor joins. `layout_file.py` reads both
from files; it is apart, since a board that a program makes needs none of what checks files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from shunt.errors import Fault, LayoutError, counted, faults_into, raise_faults, suggest
from shunt.files.lazy import provided
from shunt.files.names import is_name
from shunt.pictures import Pictured, text_of
from shunt.track.directions import Point, Points
from shunt.track.plan import BUFFER_STOP, Plan
from shunt.track.space_marks import SPACE_MARKS, only_drawn
from shunt.track.turntable import Turntable

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark that is printed on a space. An empty string prints nothing. Colours are names or `#rrggbb`."""

    letter: str = ""
    colour: str = ""
    shape: str = ""


@dataclass(frozen=True)
class Layout(Pictured):
    """A plan and how it is drawn. `at` gives the coordinates in the file, in space lengths with x to the right and y upwards
    (see `coordinates`). `angles` gives the directions of spaces (see `directions`). `path` is the file, or empty for an inline
    layout. `places` are names for sets of spaces. `signs` maps each mark that is only drawn to a mapping from its spaces to
    values."""

    drawn_by = "shunt.render.board:board_scene", "shunt.render.terminal:draw_layout"

    plan: Plan
    at: Points = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)
    path: str = field(default="", compare=False)
    angles: Mapping[str, float] = field(default_factory=dict)
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    signs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def board(self) -> tuple[object, ...]:
        """Return everything that defines the board, without its name and its drawing."""
        return (replace(self.plan, name=""),)

    def __hash__(self) -> int:
        return hash((self.plan, tuple(sorted(self.at.items())), tuple(sorted(self.marks))))

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return f"<Layout {self.name or 'without name'}: {counted(len(self.plan.spaces), 'spaces')}>"

    @classmethod
    def from_tracks(
        cls,
        *tracks: str,
        name: str = "",
        turntables: Iterable[Turntable] = (),
        no_stop: Iterable[str] = (),
        exclusive: Iterable[Iterable[str]] = (),
        at: Points | None = None,
        marks: Mapping[str, Mark] | None = None,
        closed: Mapping[str, str] | None = None,
        signs: Mapping[str, Mapping[str, str]] | None = None,
    ) -> Layout:
        """Build a layout from smooth runs of spaces; raise `LayoutError`, which lists every fault.

        >>> Layout.from_tracks("A B C D", "A B E", name="switch")
        <Layout switch: 5 spaces>
        """
        raise_faults(_run_faults(tracks), LayoutError)
        faults: list[Fault] = []
        plan = None
        with faults_into(faults):
            plan = Plan.from_tracks(name, tracks, turntables, no_stop, exclusive, closed)
        spaces = {space for track in tracks for space in track.split()} | set(plan.spaces if plan else ())
        signs = signs or {}
        drawn = [mark.key for mark in only_drawn()]
        faults += [Fault(f"signs.{key}", f"unknown mark {key!r}", suggest(key, drawn)) for key in signs if key not in drawn]
        for parameter, table in (("at", at or {}), ("marks", marks or {}), *signs.items()):
            for space in table:
                if space not in spaces:
                    faults.append(Fault(f"{parameter}.{space}", f"unknown space {space!r}", suggest(space, spaces)))
        if plan is None or faults:
            raise LayoutError(faults)
        return cls(plan, dict(at or {}), dict(marks or {}), signs=dict(signs))

    @property
    def name(self) -> str:
        """The layout's name."""
        return self.plan.name

    def marked(self, key: str) -> dict[str, str]:
        """Return a mapping from the spaces with the mark `key`, such as `no_stop`, to the value of the mark, in board order."""
        of_plan = {"no_stop": dict.fromkeys(self.plan.no_stop, ""), "closed": self.plan.closed}
        found = of_plan[key] if SPACE_MARKS[key].is_rule else self.signs.get(key, {})
        return {space: found[space] for space in self.plan.spaces if space in found}

    def sign_lines(self) -> list[str]:
        """Return lines that list the spaces with marks that are only drawn."""
        return [line for mark in only_drawn() for line in mark.lines(self.marked(mark.key))]

    def coordinates(self) -> dict[str, Point]:
        """Return a mapping from spaces to coordinates. Coordinates that are not in the file are computed."""
        return dict(self._drawn()[0])

    def directions(self) -> dict[str, float]:
        """Return a mapping from spaces to directions from the first end to the second, in degrees anticlockwise from level.
        They come from the file or from the computed drawing. A space without a direction points along its track."""
        return dict(self._drawn()[1])

    def _drawn(self) -> tuple[Points, Mapping[str, float]]:
        """Return coordinates and directions: those of the file, or a drawing around them if it leaves out a space."""
        if all(space in self.at for space in self.plan.spaces):
            return {space: self.at[space] for space in self.plan.spaces}, self.angles
        drawing = provided("drawing")(self.plan, self.at, self.angles)
        return drawing.points, drawing.angles

    def graph(self) -> networkx.MultiGraph[str]:
        """Return the graph of the plan, with coordinates and colours for drawing it.

        Nodes have `x`, `y`, `letter`, `colour`, `shape`, the names of the spaces at their ends (`end0` and `end1`), and a key
        for each mark that is drawn but does not affect play. Edges have `joins`, the names of the ends that they join, such as
        `A3.1 B1.0`.
        """
        graph = self.plan.graph()
        for space, (x, y) in ((space, point[:2]) for space, point in self.coordinates().items()):
            mark = self.marks.get(space, Mark())
            graph.add_node(space, x=float(x), y=float(y), letter=mark.letter, colour=mark.colour, shape=mark.shape)
        for sign in only_drawn():
            for space, value in self.marked(sign.key).items():
                graph.nodes[space][sign.key] = value or True
        neighbours: dict[tuple[str, str], list[str]] = {}
        for a, b, data in graph.edges(data=True):
            (end_a, end_b) = data["ends"]
            data["joins"] = f"{a}.{end_a} {b}.{end_b}"
            for space, end, other in ((a, end_a, b), (b, end_b, a)):
                if other not in neighbours.setdefault((space, end), []):
                    neighbours[space, end].append(other)
        for space in graph:
            graph.nodes[space].update({f"end{end}": " ".join(neighbours.get((space, end), ())) for end in "01"})
        return graph


@dataclass(frozen=True)
class SidingsLayout:
    """Stub sidings on one headshunt. `headshunt` is the number of cars that the headshunt holds in addition to the locomotive,
    or 0 for any number. `sidings` maps each siding to the number of cars that it holds, in the order of the file."""

    drawn_by = "shunt.sidings.render.fan:sidings_layout_scene", ""

    name: str
    headshunt: int
    sidings: Mapping[str, int]
    about: Mapping[str, Any] = field(default_factory=dict)
    path: str = field(default="", compare=False)

    @property
    def board(self) -> tuple[object, ...]:
        """Return everything that defines the yard, without its name."""
        return self.headshunt, tuple(self.sidings.items())

    def __hash__(self) -> int:
        return hash((self.name, self.headshunt, tuple(self.sidings.items())))

    @property
    def marks(self) -> Mapping[str, Mark]:
        """The marks on spaces. There are none, because sidings do not have spaces."""
        return {}


AnyLayout = Layout | SidingsLayout


def headshunt_words(cars: int) -> str:
    """Return what a headshunt holds, in words; 0 is any number of cars."""
    return f"the headshunt holds {counted(cars, 'cars') if cars else 'any number of cars'}"


def sidings_line(headshunt: int, sidings: Mapping[str, int]) -> str:
    """Return a line that describes the tracks of a yard."""
    return ", ".join([headshunt_words(headshunt), *(f"siding {name} holds {capacity}" for name, capacity in sidings.items())])


def with_tracks(layout: AnyLayout) -> Layout:
    """Return a layout of tracks as it is; raise `LayoutError` for one of sidings."""
    if isinstance(layout, Layout):
        return layout
    what = "this layout is of the sidings form, which has no tracks"
    raise LayoutError(Fault("sidings", what, "cards of the ruleset sidings use it", layout.path))


def _run_faults(tracks: Iterable[str]) -> list[Fault]:
    """Return the faults of runs given to `from_tracks`: of a type that is not text, or with names that no file may have."""
    faults = []
    for index, track in enumerate(tracks):
        where = f"tracks[{index}]"
        if not isinstance(track, str):
            what = f"{type(track).__name__} is not a text"
            faults.append(Fault(where, what, 'give each run as a text, such as from_tracks("A B C", "B D")'))
            continue
        for space in dict.fromkeys(track.split()):
            if space != BUFFER_STOP and not is_name(space):
                faults.append(Fault(where, f"{space!r} is not a name", "names have letters A to Z, digits, - _ and ."))
    return faults
