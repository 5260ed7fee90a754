"""Layout files, `schema = "shunt-layout/1"`: their models, and the code that reads a `Layout` or a `SidingsLayout` from one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model

from shunt.errors import Fault, LayoutError, faults_into, suggest
from shunt.files.document import Document, KeyPath, read_document
from shunt.files.library import file_meant, shipped_file
from shunt.files.names import is_name
from shunt.files.reading import StrPath
from shunt.files.shapes import LEFT_OUT, Free, Name, Shape, Spare, entry, value_at
from shunt.files.validation import check_schema, check_shape, plain
from shunt.track.layout import AnyLayout, Layout, Mark, SidingsLayout, with_tracks
from shunt.track.plan import BUFFER_STOP, Plan
from shunt.track.space_marks import SPACE_MARKS, SpaceMark, only_drawn
from shunt.track.turntable import Rotation, Turntable

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
    ("places", "*"): LEFT_OUT,
    **{(key,): LEFT_OUT for key in ("at", "marks", "places", "about", *(mark.key for mark in only_drawn()))},
}
"""Parts that can be missing while the tracks of a layout are checked."""

MarkShape = Literal["circle", "square", "triangle", "diamond", "pentagon", "hexagon", "star", "cross"]
Letter = Annotated[str, Field(min_length=1, max_length=3)]
Colour = Annotated[str, Field(pattern=r"^([A-Za-z]+|#[0-9A-Fa-f]{6})$")]
PlacesTable = dict[Name, Annotated[list[str], Field(min_length=1)]]
Coordinate = Annotated[float, Field(ge=-10_000, le=10_000)]


# --------------------------------------------------------------------------------------------------------------------
# Models


Schema = Literal["shunt-layout/1"]
SCHEMA = entry("File type and version.", alias="schema")
PASTED_SCHEMA = entry(
    "Schema of a layout file, which is allowed so that a whole file can be pasted.",
    "shunt-layout/1",
    default=None,
    alias="schema",
)
ABOUT = entry("Any keys, such as title, author, source, licence and notes.", "[about]", default={})


class TurntableTable(Shape):
    """A turntable, which turns a bridge of spaces from one position to the next."""

    name: Name = entry("Name of the turntable in moves.", "T")
    bridge: str = entry("Spaces of the bridge, from its first end to its last. They may not occur in `tracks`.", "T")
    positions: list[Annotated[list[str], Field(min_length=2, max_length=2)]] = entry(
        "For each position, the outside spaces at the first end and the last end of the bridge. An empty "
        "string means that this end faces a wall.",
        'positions = [["A1", "B1"], ["", "C1"]]',
    )
    rotation: Rotation = entry(
        "When the turntable turns to its next position: after every move, as a move of its own (`T+1`), or never.",
        "each-move",
        default="each-move",
    )


class MarkTable(Shape):
    """The mark printed on a space."""

    letter: Letter | None = entry("Up to three characters. The default is the name of the space.", "A", default=None)
    colour: Colour | None = entry("Name of a colour, or `#rrggbb`.", "red", default=None)
    shape: MarkShape | None = entry("Shape around the letter.", "circle", default=None)


class _BareTracksTable(Shape):
    """A layout of tracks, as in a card's own `[layout]`. Its schema and name are optional."""

    schema_: Schema | None = PASTED_SCHEMA
    name: Name | None = entry("Name of the layout.", "my-board", default=None)
    tracks: list[str] = entry(
        "Runs of the board, along which a train can roll without reversing. Each run has the names of its spaces in "
        "order, separated by blanks. `|` at the beginning or end of a run is a buffer stop. Nothing else may join that end of "
        "the space next to it.",
        'tracks = ["A1 A2 A3", "A1 A2 B1"]',
    )
    exclusive: list[list[str]] = entry(
        "Groups of spaces, which may overlap. Only one space in each group may be occupied at a time, as on a "
        "diamond crossing or a slip.",
        'exclusive = [["W1", "D1"]]',
        default=[],
    )
    turntables: list[TurntableTable] = entry("Turntables of the board.", "[[turntables]]", default=[])
    at: dict[str, Annotated[list[Coordinate], Field(min_length=2, max_length=3)]] = entry(
        "Coordinates of spaces as [x, y] in space lengths, x to the right and y upwards. A third number may "
        "give the direction of the track in degrees, anticlockwise from horizontal. Missing coordinates are computed.",
        "A1 = [0, 1.5]",
        default={},
    )
    marks: dict[str, MarkTable] = entry(
        "Marks printed on spaces.", 'A1 = { letter = "A", colour = "red", shape = "circle" }', default={}
    )
    places: PlacesTable = entry("Places, which are named sets of spaces that goals may use.", 'dock = ["A1", "A2"]', default={})
    about: Free = ABOUT


def _key_of(mark: SpaceMark) -> tuple[Any, Any]:
    """Return the type and the declaration of the key for a mark."""
    sign = {"label": mark.label, "strokes": mark.strokes, "words": mark.words, "only_drawn": not mark.is_rule}
    value: Any = Literal[mark.values]
    kind: Any = dict[str, value] if mark.values else list[str]
    return kind, entry(mark.description, mark.example, default={} if mark.values else [], schema={"mark": sign})


if TYPE_CHECKING:
    TracksTable = _BareTracksTable
else:
    TracksTable = create_model(
        "TracksTable",
        __base__=_BareTracksTable,
        __doc__=_BareTracksTable.__doc__,
        **{mark.key: _key_of(mark) for mark in SPACE_MARKS.values()},
    )


class LayoutFile(TracksTable):
    """A layout file."""

    schema_: Schema = SCHEMA
    name: Name = entry("Name of the layout.", "my-board")


class SidingsTable(Shape):
    """A layout of stub sidings on one headshunt, as in a card's own `[layout]`. Its schema and name are optional."""

    schema_: Schema | None = PASTED_SCHEMA
    name: Name | None = entry("Name of the layout.", "inglenook-533", default=None)
    headshunt: Annotated[int, Field(ge=0, le=1000)] = entry(
        "Number of cars that the headshunt holds in addition to the locomotive. 0 means any number.", 3
    )
    sidings: Annotated[dict[Name, Annotated[int, Field(ge=1, le=1000)]], Field(min_length=1)] = entry(
        "Number of cars that each siding holds.", 'sidings = { "1" = 5, "2" = 3, "3" = 3 }'
    )
    about: Free = ABOUT


class SidingsLayoutFile(SidingsTable):
    """A layout file with sidings."""

    schema_: Schema = SCHEMA
    name: Name = entry("Name of the layout.", "inglenook-533")


# --------------------------------------------------------------------------------------------------------------------
# Reading


def load_layout(path_or_name: StrPath) -> Layout:
    """Read a layout of tracks from a file or by shipped name; raise `InputError`, which lists every fault."""
    return with_tracks(load_any_layout(path_or_name))


def load_any_layout(path_or_name: StrPath) -> AnyLayout:
    """Read a layout of tracks or of sidings from a file or by shipped name; raise `InputError`, which lists every fault."""
    layout, faults = read_layout(read_document(file_meant("layouts", path_or_name)))
    if faults or layout is None:
        raise LayoutError(faults)
    return layout


def read_layout(document: Document) -> tuple[AnyLayout | None, list[Fault]]:
    """Return the layout in a document (None if it has faults), and every fault."""
    if faults := check_schema(document, LAYOUT_SCHEMA, KINDS):
        return None, faults
    return layout_at(document, (), LayoutFile, SidingsLayoutFile)


def layout_at(
    document: Document,
    under: KeyPath,
    tracks_model: type[TracksTable] = TracksTable,
    sidings_model: type[SidingsTable] = SidingsTable,
    name: str = "",
) -> tuple[AnyLayout | None, list[Fault]]:
    """Return the layout in the table at `under` of a document, and every fault; `name` is the default name."""
    table = value_at(document.data, under)
    if "tracks" not in table and ("sidings" in table or "headshunt" in table):
        sidings, faults = check_shape(sidings_model, document, under)
        if sidings is None:
            return None, faults
        path = "" if under else document.path
        return SidingsLayout(sidings.name or name, sidings.headshunt, sidings.sidings, plain(sidings.about), path), faults
    model, faults = check_shape(tracks_model, document, under, spare=SPARE)
    if model is None:
        return None, faults
    layout, more = _layout_of(model, document, under, name)
    return layout, faults + more


def _layout_of(model: TracksTable, document: Document, under: KeyPath, name: str) -> tuple[Layout | None, list[Fault]]:
    tables = [
        Turntable(one.name, tuple(one.bridge.split()), tuple((first, last) for first, last in one.positions), one.rotation)
        for one in model.turntables
    ]
    given = {key: getattr(model, key) for key in SPACE_MARKS}
    faults: list[Fault] = []
    plan = None
    with faults_into(faults):
        plan = Plan.from_tracks(model.name or name, model.tracks, tables, given["no_stop"], model.exclusive, given["closed"])
    runs = model.tracks + [one.bridge for one in model.turntables]
    spaces = list(dict.fromkeys(space for run in runs for space in run.split() if space != BUFFER_STOP))
    placed = document.placed(faults, under)
    placed += _name_faults(model, document, under) + _drawing_faults(model, spaces, document, under)
    if plan is None:
        return None, placed
    at = {space: (point[0], point[1]) for space, point in model.at.items()}
    angles = {space: point[2] for space, point in model.at.items() if len(point) > 2}
    marks = {space: Mark(mark.letter or "", mark.colour or "", mark.shape or "") for space, mark in model.marks.items()}
    placed += place_faults(model.places, plan, document, (*under, "places")) if model.places else []
    places = {name: tuple(spaces) for name, spaces in model.places.items()}
    signs = {mark.key: mark.spaces(given[mark.key]) for mark in only_drawn() if given[mark.key]}
    return Layout(plan, at, marks, plain(model.about), "" if under else document.path, angles, places, signs), placed


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
    signs = [(mark.key, getattr(model, mark.key)) for mark in only_drawn()]
    faults = [
        document.fault((*under, section, space if isinstance(entry, dict) else index), what, suggest(space, spaces))
        for section, entry in (("at", model.at), ("marks", model.marks), *signs)
        for index, space in enumerate(entry)
        if space not in spaces and (what := f"unknown space {space!r}")
    ]
    points: dict[tuple[float, ...], str] = {}
    for space, point in model.at.items():
        place = tuple(point[:2])
        if place in points:
            what = f"{space} is drawn on the same point as {points[place]}"
            faults.append(document.fault((*under, "at", space), what, "give each space its own point"))
        points.setdefault(place, space)
    return faults


def place_faults(places: Mapping[str, Sequence[str]], plan: Plan, document: Document, under: KeyPath) -> list[Fault]:
    """Return the faults of a table of places (names for sets of spaces), which is at `under` in a document."""
    faults = []
    for name, spaces in places.items():
        if name in plan.spaces:
            what = f"a place and a space are both called {name}"
            faults.append(document.fault((*under, name), what, "give the place a name of its own"))
        for index, space in enumerate(spaces):
            keys = (*under, name, index)
            if space not in plan.spaces:
                faults.append(document.fault(keys, f"unknown space {space!r}", suggest(space, plan.spaces)))
            elif space in spaces[:index]:
                faults.append(document.fault(keys, f"{space} is listed twice", "name each space of a place once"))
            elif space in plan.no_stop:
                what = f"nothing may stand on {space}, so it is no part of a place"
                faults.append(document.fault(keys, what, "leave it out (see no_stop in the layout)"))
    return faults


def shipped_layout(name: str) -> Layout:
    """Load a shipped layout that the program itself needs. A file of the same name in the current folder is ignored."""
    return load_layout(shipped_file("layouts", name))
