"""A drawing as a layout: spaces, runs, turntables, coordinates, and a report of what was understood.

Coordinates are the file's, so that the picture looks like the owner's panel, in a unit that puts most joined spaces one
space length apart, and spread until no space lies on another one (`spreading.py`).
"""

from __future__ import annotations

from cmath import phase
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import degrees
from typing import Any

from shunt.cards.writing import layout_text
from shunt.errors import Fault, InputError, counted, suggest
from shunt.railways.drawing import Element, Place, TrackDrawing, evenly, middle_of
from shunt.railways.naming import Names, as_name
from shunt.railways.net import Net, spaces_of
from shunt.railways.part import PanelPart, part_of
from shunt.railways.scale import CAR_FEET, INCHES, MILLIMETRES, car_length
from shunt.railways.spreading import lowest, rounded, spread
from shunt.railways.stretches import CarLength, Stretch, count_cars, stretches_of
from shunt.track.layout import AnyLayout, Layout
from shunt.track.plan import MOST_SPACES, End, Plan
from shunt.track.turntable import Turntable

POINTS = ("pass", "stop", "span")
LONGEST_TEXT = 290_000  # bytes: a TOML file of a layout may have 300 kB


@dataclass(frozen=True)
class Choices:
    """How a drawing becomes a layout. On `points` a train may "pass" or "stop", or "span" them if they take no space.

    `car_length` is in the file's unit. `scale`, the ratio of the railway, gives the length of a car in a plan, and in the blocks
    of a panel that have lengths. `car_feet` is the length of the cars that are one space long. `closed`: space → the kind of
    pieces that are never there.
    """

    name: str = ""
    car_length: float | None = None
    capacities: Mapping[str, int] = field(default_factory=dict)
    wanted: PanelPart = field(default_factory=PanelPart)
    points: str = "pass"
    scale: float | None = None
    car_feet: float = CAR_FEET
    closed: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.points not in POINTS:
            raise InputError("points", f"{self.points!r} is not a choice", "pass, stop or span")


@dataclass(frozen=True)
class Imported:
    """A layout made from a drawing, with the number of cars that each track holds, the renamed spaces, and whether the lengths of
    blocks in the file were used."""

    layout: Layout
    drawing: TrackDrawing
    tracks: Mapping[str, int]
    renamed: Mapping[str, str]
    by_blocks: bool

    @property
    def understood(self) -> Mapping[str, int]:
        """How many elements of each kind there are."""
        return Counter(element.kind for element in self.drawing.elements.values())

    @property
    def measured(self) -> int:
        """How many blocks have a length in the file."""
        return len({element.block for element in self.drawing.elements.values() if element.millimetres})

    def lines(self) -> list[str]:
        """Return the report for a person."""
        return self.summary() + [f"warning     {fault}" for fault in self.warnings]

    def summary(self) -> list[str]:
        """Return the report without its warnings."""
        kinds = ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in self.understood.items())
        tracks = " · ".join(f"{name} {cars}" for name, cars in self.tracks.items())
        lines = [f"understood  {kinds}", f"cars held   {tracks or 'none'}"]
        if self.measured:
            used = "cars are counted by them" if self.by_blocks else "not used without a scale: tracks are as long as drawn"
            lines.append(f"lengths     {counted(self.measured, 'blocks')} with a length in the file; {used}")
        lines += [f"renamed     {before} is called {after}" for before, after in self.renamed.items()]
        return lines + ([] if self.drawing.warnings else ["left out    nothing"])

    def text(self, file: str, layout: AnyLayout) -> str:
        """Return the layout of a file, or what was made of it, as TOML; raise `InputError` if that is too long for a file."""
        text = layout_text(layout, f"imported from {self.drawing.program}: {file}")
        if len(text.encode()) > LONGEST_TEXT:
            what = f"a layout of {len(self.layout.plan.spaces):,} spaces is longer than a file may be"
            raise InputError("within", what, "take a part of the railway, or give longer cars")
        return text

    @property
    def warnings(self) -> tuple[Fault, ...]:
        """Return what was left out, and the loose ends."""
        return (*self.drawing.warnings, *self.drawing.loose)

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON."""
        return {
            "program": self.drawing.program,
            "understood": dict(self.understood),
            "tracks": dict(self.tracks),
            "measured_blocks": self.measured,
            "renamed": dict(self.renamed),
            "left_out": [_as_json(fault) for fault in self.drawing.warnings],
            "warnings": [_as_json(fault) for fault in self.warnings],
        }


def import_drawing(drawing: TrackDrawing, choices: Choices = Choices()) -> Imported:
    """Return the layout of a drawing; raise `InputError` for choices that do not fit it, and for layouts too large."""
    car = _car(drawing, choices)
    if drawing.elements:
        drawing = part_of(drawing, choices.wanted, car.drawn)
    stretches = stretches_of(drawing)
    count_cars(drawing, stretches, car, choices.capacities)
    spaces = sum(stretch.cars for stretch in stretches) + sum(not element.is_plain for element in drawing.elements.values())
    if spaces > MOST_SPACES:
        what = f"{spaces:,} spaces of {car.drawn:g} {drawing.unit}"
        raise InputError("car_length", what, f"at most {MOST_SPACES:,} are read; take a part, or longer cars")
    build = _Build(drawing, stretches, car.drawn)
    if choices.points == "span":
        build.net.span_points()
    return Imported(build.layout(choices), drawing, build.held, build.names.changed, car.millimetres > 0)


def _car(drawing: TrackDrawing, choices: Choices) -> CarLength:
    """Return how long a car is; raise `InputError` if that is not known, or is given twice."""
    if drawing.to_scale and choices.scale:
        if choices.car_length:
            raise InputError("scale", "a plan needs only one of scale and car length", "give one of the two")
        return CarLength(car_length(choices.scale, INCHES, choices.car_feet))
    longer = car_length(1, 1, choices.car_feet) / car_length(1, 1)
    drawn = choices.car_length or (drawing.car_length and drawing.car_length * longer)
    if drawn is None:
        what = "the plan names no known scale, so the length of a car is unknown"
        raise InputError("car_length", what, f"give it in {drawing.unit}, or give the scale")
    return CarLength(drawn, car_length(choices.scale, MILLIMETRES, choices.car_feet) if choices.scale else 0.0)


class _Build:
    """The spaces of a drawing with their joins and places."""

    def __init__(self, drawing: TrackDrawing, stretches: list[Stretch], car_length: float) -> None:
        self.drawing, self.net, self.names = drawing, Net(), Names()
        self.places: dict[str, tuple[Place, Place]] = {}
        self.held: dict[str, int] = {}
        self.bridges: list[Turntable] = []
        bridges = [element for element in drawing.elements.values() if element.settings]
        named = [self._name_stretch(stretch) for stretch in stretches]
        for element in drawing.elements.values():
            if element.legs and not element.is_plain:
                self._add_points(element)
        for stretch, names in zip(stretches, named, strict=True):
            self._add_stretch(stretch, names)
        for element in bridges:
            self._add_bridge(element, max(1, int(element.width / car_length + 0.05)) if drawing.to_scale else 1)

    def _name_stretch(self, stretch: Stretch) -> list[str]:
        """Name the spaces of a stretch by the blocks that they are in, and place them."""
        first = stretch.elements[0].name if stretch.elements else "track"
        names = []
        for label, group in groupby(stretch.labels()):
            members = self.names.new(label, first, "t", len(list(group)))
            self.held[members[0] if len(members) == 1 else f"{members[0]}…{members[-1].rpartition('-')[2]}"] = len(members)
            names += members
        if stretch.elements:
            self.places |= dict(zip(names, evenly(stretch.line, len(names)), strict=True))
        else:
            ends = [self.drawing.elements[end[0]].middle for end in stretch.ends if end is not None]
            self.places |= dict.fromkeys(names, (middle_of(ends), 1 + 0j))
        return names

    def _add_points(self, element: Element) -> None:
        groups = spaces_of(element)
        names = self.names.new(element.title, element.name, "P", len(groups))
        self.net.add_element(element, names)
        for name, legs in zip(names, groups, strict=True):
            middles = [leg.line[len(leg.line) // 2] if len(leg.line) > 2 else middle_of(leg.line) for leg in legs]
            self.places[name] = middle_of(middles), legs[0].line[-1] - legs[0].line[0]

    def _add_stretch(self, stretch: Stretch, names: list[str]) -> None:
        """Join the spaces of a stretch to each other, and to what its ends lead to."""
        self.net.add(names)
        if stretch.is_ring:
            self.net.join(End(names[-1], 1), End(names[0], 0))
            return
        ports = [self.net.ports.get(end, []) if end is not None else [] for end in stretch.ends]
        if not names:
            self.net.connect(ports[0], ports[1], stretch.ends)
            return
        for end, own, found in zip(stretch.ends, (End(names[0], 0), End(names[-1], 1)), ports, strict=True):
            if end is not None and self.drawing.elements[end[0]].settings:
                self.net.outside[end] = own
            else:
                self.net.connect([own], found, (None, end))

    def _add_bridge(self, element: Element, cars: int) -> None:
        """Add a turntable or a traverser, a bridge that the player moves from setting to setting."""
        outside = {port: end.space for (name, port), end in self.net.outside.items() if name == element.name}
        settings = ((outside.get(one, ""), outside.get(other, "")) for one, other in element.settings)
        positions = tuple(dict.fromkeys(setting for setting in settings if any(setting)))
        if not positions:
            self.drawing.warn(f"{element.kind} {element.name}", "no track is joined to it, and it is left out")
            return
        names = self.names.new(element.block, element.name, "bridge", cars)
        for index, name in enumerate(names):
            across = element.width * ((index + 0.5) / cars - 0.5)
            self.places[name] = element.centre + across, 1 + 0j
        (called,) = self.names.new(f"T{len(self.bridges) + 1 if self.bridges else ''}")
        self.bridges.append(Turntable(called, tuple(names), positions, "manual"))

    def layout(self, choices: Choices) -> Layout:
        """Return the layout, with where it comes from and which turnouts its paths need under `about`."""
        net, drawing = self.net, self.drawing
        if not net.spaces:
            what = "no track is long enough for a car"
            raise InputError("car_length", what, f"give the length of a car in {drawing.unit}, or capacities")
        no_stop = [] if choices.points == "stop" else [*net.points, *net.crossings]
        name = choices.name or as_name(drawing.title) or "railway"
        plan = Plan.from_tracks(name, net.runs(), self.bridges, no_stop, net.exclusive)
        if unknown := [space for space in choices.closed if space not in plan.spaces]:
            raise InputError([Fault("close", f"unknown space {one!r}", suggest(one, plan.spaces)) for one in unknown])
        plan = replace(plan, closed=choices.closed)
        at, angles = spread(plan, *self._coordinates([space for space in plan.spaces if space in self.places]))
        routes = [f"{' '.join(path)}: {', '.join(' '.join(one) for one in turnouts)}" for path, turnouts in net.routes()]
        about = {
            "title": drawing.title,
            "source": f"imported from {drawing.program}",
            "left_out": list(map(str, drawing.warnings)),
            "loose_ends": list(map(str, drawing.loose)),
            "routes": sorted(routes),
        }
        return Layout(plan, at, {}, {key: value for key, value in about.items() if value}, "", angles)

    def _coordinates(self, spaces: list[str]) -> tuple[dict[str, Place], dict[str, float]]:
        """Return the places of spaces in space lengths, and their directions.

        The length of a space is chosen so that most gaps between joined spaces are longer.
        """
        joined = ((end.space, other.space) for end, others in self.net.joins.items() for other in others)
        gaps = sorted(gap for one, other in joined if (gap := abs(self.places[one][0] - self.places[other][0])) > 0)
        unit = gaps[len(gaps) // 5] if gaps else 1.0
        upright = complex.conjugate if self.drawing.downward else complex
        places = {space: upright(self.places[space][0]) for space in spaces}
        low = lowest(places)
        at = {space: rounded((place - low) / unit) for space, place in places.items()}
        angles = {space: round(degrees(phase(upright(self.places[space][1]))) % 360, 1) % 360 for space in spaces}
        return at, angles


def _as_json(fault: Fault) -> dict[str, str]:
    return {"element": fault.where, "what": fault.what, "remedy": fault.remedy}
