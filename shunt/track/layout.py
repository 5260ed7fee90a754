"""Layout files, `schema = "shunt-layout/1"`: their models, and the `Layout` read from one.

A layout is a plan of tracks with what is needed to draw it. The sidings form (a headshunt and stub sidings, as in Inglenook
Sidings) has neither spaces nor joins and is a separate value, `SidingsLayout`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from shunt.errors import Fault, LayoutError, suggest
from shunt.files.document import Document, KeyPath, read_document
from shunt.files.library import find_layout, layout_path
from shunt.files.shapes import LEFT_OUT, Free, Name, Shape, Spare, entry, is_name
from shunt.files.validation import check_schema, check_shape, plain
from shunt.pictures import Pictured, text_of
from shunt.track.plan import BUFFER_STOP, Plan, compile_tracks
from shunt.track.turntable import Rotation, Turntable

if TYPE_CHECKING:
    import networkx

LAYOUT_SCHEMA = "shunt-layout/1"
YARD_SCHEMA = "shunt-yard/1"
KINDS = {
    LAYOUT_SCHEMA: "a layout",
    "shunt-card/1": "a route card",
    "shunt-pack/1": "a pack's manifest",
    YARD_SCHEMA: "a hump yard",
}
"""Every kind of file, in words, by its schema."""

SPARE: Spare = {
    ("name",): "unnamed",
    ("at", "*"): LEFT_OUT,
    ("marks", "*"): LEFT_OUT,
    **{(key,): LEFT_OUT for key in ("at", "marks", "about")},
}
"""Parts that can be missing while the tracks of a layout are checked."""

Point = tuple[float, float]
MarkShape = Literal["circle", "square", "triangle", "diamond", "pentagon", "hexagon", "star", "cross"]
Letter = Annotated[str, Field(min_length=1, max_length=3)]
Colour = Annotated[str, Field(pattern=r"^([A-Za-z]+|#[0-9A-Fa-f]{6})$")]
Coordinate = Annotated[float, Field(ge=-10_000, le=10_000)]


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


# --------------------------------------------------------------------------------------------------------------------
# Models


class TurntableTable(Shape):
    """A turntable: a bridge of spaces that turns from setting to setting."""

    name: Name = entry(description="Its name in moves.", example="T")
    bridge: str = entry(description="Its spaces in a row, first end to last end.", example="T")
    positions: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = entry(
        description="The outside spaces at the bridge's first and last end, for each setting; an empty text means none.",
        example='positions = [["A1", "B1"], ["", "C1"]]',
    )
    rotation: Rotation = entry(default="each-move", description="When it steps to its next setting.", example="each-move")


class MarkTable(Shape):
    """The mark printed on a space."""

    letter: Letter | None = entry(default=None, description="Up to three characters.", example="A")
    colour: Colour | None = entry(default=None, description="A colour's name, or #rrggbb.", example="red")
    shape: MarkShape | None = entry(default=None, description="The figure around the letter.", example="circle")


class TracksTable(Shape):
    """A layout of tracks, as in a card's own `[layout]`: schema and name are optional."""

    schema_: Literal["shunt-layout/1"] | None = entry(
        default=None, alias="schema", description="As in a layout file, which may be pasted whole.", example="shunt-layout/1"
    )
    name: Name | None = entry(default=None, description="The layout's name.", example="my-board")
    tracks: list[str] = entry(
        description="Smooth runs of spaces: in 'p s q', p and q are at opposite ends of s; | at either end is a buffer stop.",
        example='tracks = ["A1 A2 A3", "A1 A2 B1"]',
    )
    no_stop: list[str] = entry(default=[], description="Spaces that may be passed but not stood on.", example='no_stop = ["W1"]')
    exclusive: list[list[str]] = entry(
        default=[], description="Groups of spaces of which only one may be occupied.", example='exclusive = [["W1", "D1"]]'
    )
    turntables: list[TurntableTable] = entry(default=[], description="The turntables.", example="[[turntables]]")
    at: dict[str, Annotated[list[Coordinate], Field(min_length=2, max_length=3)]] = entry(
        default={},
        description="Where spaces are drawn: [x, y] in space lengths, x to the right, y upwards. A third number is the direction "
        "of the space's track in degrees, anticlockwise from level.",
        example="A1 = [0, 1.5]",
    )
    marks: dict[str, MarkTable] = entry(
        default={},
        description="What is printed on spaces.",
        example='A1 = { letter = "A", colour = "red", shape = "circle" }',
    )
    about: Free = entry(default={}, description="Free: title, author, source, licence, notes.", example="[about]")


class LayoutFile(TracksTable):
    """A layout file."""

    schema_: Literal["shunt-layout/1"] = entry(alias="schema", description="What this file is.")
    name: Name = entry(description="The layout's name.", example="my-board")


class SidingsTable(Shape):
    """A layout of stub sidings on one headshunt, as in a card's own `[layout]`: schema and name are optional."""

    schema_: Literal["shunt-layout/1"] | None = entry(
        default=None, alias="schema", description="As in a layout file, which may be pasted whole.", example="shunt-layout/1"
    )
    name: Name | None = entry(default=None, description="The layout's name.", example="inglenook-533")
    headshunt: Annotated[int, Field(ge=0, le=1000)] = entry(
        description="How many cars the headshunt takes beside the locomotive; 0 = without limit.", example=3
    )
    sidings: Annotated[dict[Name, Annotated[int, Field(ge=1, le=1000)]], Field(min_length=1)] = entry(
        description="How many cars each siding takes.", example='sidings = { "1" = 5, "2" = 3, "3" = 3 }'
    )
    about: Free = entry(default={}, description="Free: title, author, source, licence, notes.", example="[about]")


class SidingsLayoutFile(SidingsTable):
    """A layout file of the sidings form."""

    schema_: Literal["shunt-layout/1"] = entry(alias="schema", description="What this file is.")
    name: Name = entry(description="The layout's name.", example="inglenook-533")


# --------------------------------------------------------------------------------------------------------------------
# Values


@dataclass(frozen=True, slots=True)
class Mark:
    """What is printed on a space; empty texts mean nothing. Colours are names or `#rrggbb`."""

    letter: str = ""
    colour: str = ""
    shape: str = ""


@dataclass(frozen=True)
class Layout(Pictured):
    """A plan and how it is drawn. `at` holds the coordinates that the file gives (see `coordinates`), in space lengths,
    x to the right and y upwards, `angles` the directions of spaces (see `directions`); `path` is the file it came from, empty
    for an inline one."""

    plan: Plan
    at: Mapping[str, Point] = field(default_factory=dict)
    marks: Mapping[str, Mark] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)
    path: str = field(default="", compare=False)
    angles: Mapping[str, float] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.plan, tuple(sorted(self.at.items())), tuple(sorted(self.marks))))

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return f"<Layout {self.name or 'without name'}: {len(self.plan.spaces)} spaces>"

    @classmethod
    def from_tracks(
        cls,
        *tracks: str,
        name: str = "",
        turntables: Iterable[Turntable] = (),
        no_stop: Iterable[str] = (),
        exclusive: Iterable[Iterable[str]] = (),
        at: Mapping[str, Point] | None = None,
        marks: Mapping[str, Mark] | None = None,
    ) -> Layout:
        """Build a layout from smooth runs of spaces; raise `LayoutError` with every fault.

        >>> Layout.from_tracks("A B C D", "A B E", name="switch")
        <Layout switch: 5 spaces>
        """
        if faults := _run_faults(tracks):
            raise LayoutError(faults)
        plan, faults = compile_tracks(name, tracks, turntables, no_stop, exclusive)
        spaces = {space for track in tracks for space in track.split()} | set(plan.spaces if plan else ())
        for parameter, table in (("at", at or {}), ("marks", marks or {})):
            for space in table:
                if space not in spaces:
                    faults.append(Fault(f"{parameter}.{space}", f"unknown space {space!r}", suggest(space, spaces)))
        if plan is None or faults:
            raise LayoutError(faults)
        return cls(plan, dict(at or {}), dict(marks or {}))

    @property
    def name(self) -> str:
        """The layout's name."""
        return self.plan.name

    def coordinates(self) -> dict[str, Point]:
        """Return the coordinates of every space: those in the file, and computed ones for the others."""
        from shunt.track.drawing.octilinear import octilinear_drawing

        return dict(octilinear_drawing(self.plan, self.at, self.angles).points)

    def directions(self) -> dict[str, float]:
        """Return the directions of spaces, from the first end to the second, in degrees anticlockwise from level: those in the
        file, and those of computed drawings; a space that has none points along its track."""
        from shunt.track.drawing.octilinear import octilinear_drawing

        return dict(octilinear_drawing(self.plan, self.at, self.angles).angles)

    def graph(self) -> networkx.MultiGraph:
        """Return the plan's graph with what is drawn: nodes have `x`, `y`, `letter`, `colour`, `shape`, and the names of the
        spaces joined at their ends, `end0` and `end1`; edges have their ends by name, such as `A3.1 B1.0`, as `joins`."""
        graph = self.plan.graph()
        for space, (x, y) in ((space, point[:2]) for space, point in self.coordinates().items()):
            mark = self.marks.get(space, Mark())
            graph.add_node(space, x=float(x), y=float(y), letter=mark.letter, colour=mark.colour, shape=mark.shape)
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
    """Stub sidings on one headshunt. `headshunt`: cars it takes beside the locomotive (0 = without limit);
    `sidings`: name → cars it takes, in the file's order."""

    name: str
    headshunt: int
    sidings: Mapping[str, int]
    about: Mapping[str, Any] = field(default_factory=dict)
    path: str = field(default="", compare=False)

    def __hash__(self) -> int:
        return hash((self.name, self.headshunt, tuple(self.sidings.items())))

    @property
    def marks(self) -> Mapping[str, Mark]:
        """The marks printed on spaces: none, because sidings have no spaces."""
        return {}


# --------------------------------------------------------------------------------------------------------------------
# Reading


def load_layout(path_or_name: str | os.PathLike[str]) -> Layout:
    """Read a layout of tracks from a file or by shipped name; raise `InputError` with every fault."""
    return with_tracks(load_any_layout(path_or_name))


def load_any_layout(path_or_name: str | os.PathLike[str]) -> Layout | SidingsLayout:
    """Read a layout of tracks or of sidings from a file or by shipped name; raise `InputError` with every fault."""
    layout, faults = read_layout(read_document(layout_path(path_or_name)))
    if faults or layout is None:
        raise LayoutError(faults)
    return layout


def read_layout(document: Document) -> tuple[Layout | SidingsLayout | None, list[Fault]]:
    """Return the layout in a document, None if it has faults, and every fault."""
    if faults := check_schema(document, LAYOUT_SCHEMA, KINDS):
        return None, faults
    return layout_at(document, (), LayoutFile, SidingsLayoutFile)


def layout_at(
    document: Document,
    under: KeyPath,
    tracks_model: type[TracksTable] = TracksTable,
    sidings_model: type[SidingsTable] = SidingsTable,
    name: str = "",
) -> tuple[Layout | SidingsLayout | None, list[Fault]]:
    """Return the layout in the table at `under` of a document, and every fault; `name` is the default name."""
    table = document.data
    for key in under:
        table = table[str(key)]
    if "tracks" not in table and ("sidings" in table or "headshunt" in table):
        sidings, faults = check_shape(sidings_model, document, under)
        return _sidings_of(sidings, document, name, under) if sidings else None, faults
    model, faults = check_shape(tracks_model, document, under, spare=SPARE)
    if model is None:
        return None, faults
    layout, more = _layout_of(model, document, under, name)
    return layout, faults + more


def _sidings_of(model: SidingsTable, document: Document, name: str, under: KeyPath) -> SidingsLayout:
    path = "" if under else document.path
    return SidingsLayout(model.name or name, model.headshunt, model.sidings, plain(model.about), path)


def _layout_of(model: TracksTable, document: Document, under: KeyPath, name: str) -> tuple[Layout | None, list[Fault]]:
    tables = [
        Turntable(one.name, tuple(one.bridge.split()), tuple((first, last) for first, last in one.positions), one.rotation)
        for one in model.turntables
    ]
    plan, faults = compile_tracks(model.name or name, model.tracks, tables, model.no_stop, model.exclusive)
    runs = model.tracks + [one.bridge for one in model.turntables]
    spaces = list(dict.fromkeys(space for run in runs for space in run.split() if space != BUFFER_STOP))
    placed = document.placed(faults, under)
    placed += _name_faults(model, document, under) + _drawing_faults(model, spaces, document, under)
    if plan is None:
        return None, placed
    at = {space: (point[0], point[1]) for space, point in model.at.items()}
    angles = {space: point[2] for space, point in model.at.items() if len(point) > 2}
    marks = {space: Mark(mark.letter or "", mark.colour or "", mark.shape or "") for space, mark in model.marks.items()}
    return Layout(plan, at, marks, plain(model.about), "" if under else document.path, angles), placed


def _name_faults(model: TracksTable, document: Document, under: KeyPath) -> list[Fault]:
    """Return the faults of space names with characters that no notation can read back."""
    places = [(("tracks", index), track) for index, track in enumerate(model.tracks)]
    places += [(("turntables", index, "bridge"), table.bridge) for index, table in enumerate(model.turntables)]  # type: ignore[misc]
    return [
        document.fault(
            (*under, *keys), f"{space!r} is not a name of a space", "names consist of the letters a–z and A–Z, digits, _, - and ."
        )
        for keys, run in places
        for space in dict.fromkeys(run.split())
        if not is_name(space) and not (space == BUFFER_STOP and keys[0] == "tracks")
    ]


def _drawing_faults(model: TracksTable, spaces: list[str], document: Document, under: KeyPath) -> list[Fault]:
    faults = [
        document.fault((*under, section, space), f"unknown space {space!r}", suggest(space, spaces))
        for section, table in (("at", model.at), ("marks", model.marks))
        for space in table
        if space not in spaces
    ]
    points: dict[tuple[float, ...], str] = {}
    for space, point in model.at.items():
        place = tuple(point[:2])
        if place in points:
            what = f"{space} is drawn on the same point as {points[place]}"
            faults.append(document.fault((*under, "at", space), what, "give each space its own point"))
        points.setdefault(place, space)
    return faults


def shipped_layout(name: str) -> Layout:
    """Load a shipped layout that the program itself needs: never a file of the same name in the current folder."""
    return load_layout(find_layout(name))


@singledispatch
def with_tracks(layout: Layout | SidingsLayout) -> Layout:
    """Return a layout of tracks as it is; raise `LayoutError` for one of sidings."""
    what = "this layout is of the sidings form, which has no tracks"
    raise LayoutError(Fault("sidings", what, "cards of the ruleset sidings use it", layout.path))


@with_tracks.register
def _(layout: Layout) -> Layout:
    return layout
