"""Stretches: plain track from one turnout, crossing, turntable or end of track to the next, and how many cars each holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shunt.errors import Fault, raise_faults, suggest
from shunt.railways.drawing import Element, Line, PortOf, TrackDrawing, evenly, middles

ROUNDING = 0.05  # of a car that may be missing
MOST_LABELS = 1_000  # of which each is compared with each track that has no block
LABEL_REACH = 1.5  # cars between a label and the middle of the track that it names


class CarLength(NamedTuple):
    """How long a car is: as things are drawn, in the file's unit, and on the railway; 0 `millimetres` if that is not known."""

    drawn: float
    millimetres: float = 0.0


@dataclass
class Stretch:
    """Elements of plain track in a row. `ends` are the ports that they lead to, None for an end of track."""

    elements: list[Element]
    line: Line
    ends: tuple[PortOf | None, PortOf | None]
    is_ring: bool = False
    label: str = ""
    cars: int = 0

    def in_cars(self, car: CarLength) -> float:
        """Return how many cars long it is: by its real length where that is known, else as it is drawn."""
        return sum(
            one.millimetres / car.millimetres if car.millimetres and one.millimetres else one.length / car.drawn
            for one in self.elements
        )

    def labels(self) -> list[str]:
        """Return what each of its spaces is called: the block that its middle is in, else the label of the stretch."""
        if not self.elements:
            return [self.label] * self.cars
        lengths = [element.length for element in self.elements]
        return [self.elements[index].block or self.label for index, _ in middles(lengths, self.cars)]

    def called(self) -> set[str]:
        """Return the names that it, its elements or their blocks have."""
        names = {name for element in self.elements for name in (element.name, element.title, element.block)}
        return {self.label, *names} - {""}


def stretches_of(drawing: TrackDrawing) -> list[Stretch]:
    """Return all stretches of a drawing, also the empty ones between elements that are joined directly."""
    found: list[Stretch] = []
    seen: set[str] = set()
    for element in drawing.elements.values():
        if element.is_plain and element.name not in seen:
            found.append(_stretch_through(drawing, element))
            seen.update(member.name for member in found[-1].elements)
    for element in drawing.elements.values():
        for port, (other, other_port) in element.joined.items():
            is_direct = not element.is_plain and not drawing.elements[other].is_plain
            if is_direct and (element.name, port) < (other, other_port):
                found.append(Stretch([], [], ((element.name, port), (other, other_port))))
    _label(drawing, found)
    return found


def _stretch_through(drawing: TrackDrawing, element: Element) -> Stretch:
    """Return the stretch that an element of plain track is part of."""
    first, last = element.legs[0].ports
    onward, end = _walk(drawing, element, last)
    is_ring = end is not None and end[0] == element.name
    back, beginning = ([], None) if is_ring else _walk(drawing, element, first)
    pieces = [*((one, not along) for one, along in reversed(back)), (element, True), *onward]
    line = [place for one, along in pieces for place in one.legs[0].line[:: 1 if along else -1]]
    return Stretch([one for one, _ in pieces], line, (beginning, None if is_ring else end), is_ring)


def _walk(drawing: TrackDrawing, start: Element, port: str) -> tuple[list[tuple[Element, bool]], PortOf | None]:
    """Return the plain elements beyond a port in order, and the port of another element, or of `start`, where they end.

    Each element is paired with whether its line is followed from its first end to its last.
    """
    found: list[tuple[Element, bool]] = []
    joined = start.joined.get(port)
    while joined is not None:
        element = drawing.elements[joined[0]]
        if not element.is_plain or element is start:
            return found, joined
        first, last = element.legs[0].ports
        found.append((element, joined[1] == first))
        joined = element.joined.get(last if joined[1] == first else first)
    return found, None


# --------------------------------------------------------------------------------------------------------------------
# Names


def _label(drawing: TrackDrawing, stretches: list[Stretch]) -> None:
    """Give each stretch the name of the block of most of it; if it has none, of the nearest label."""
    reach = LABEL_REACH * (drawing.car_length or 1.0)
    labels = drawing.labels[:MOST_LABELS]
    nearest: list[tuple[float, int, int]] = []
    for index, stretch in enumerate(stretches):
        if not stretch.elements:
            continue
        lengths: defaultdict[str, float] = defaultdict(float)
        for one in stretch.elements:
            lengths[one.block or one.title] += one.length
        stretch.label = max(filter(None, lengths), key=lengths.__getitem__, default="")
        if not stretch.label:
            middle, _ = next(evenly(stretch.line, 1))
            distances = ((abs(middle - at), number) for number, (_, at) in enumerate(labels))
            nearest += [(distance, number, index) for distance, number in distances if distance <= reach]
    used: set[int] = set()
    for _, number, index in sorted(nearest):
        if number not in used and not stretches[index].label:
            used.add(number)
            stretches[index].label = labels[number][0]


# --------------------------------------------------------------------------------------------------------------------
# Cars


def count_cars(drawing: TrackDrawing, stretches: list[Stretch], car: CarLength, capacities: Mapping[str, int]) -> None:
    """Set how many cars each stretch holds: by its length, or as `capacities` says by its name; raise `InputError` for names."""
    given = _given_capacities(stretches, capacities)
    direct: set[tuple[str, str]] = set()
    for index, stretch in enumerate(stretches):
        cars = given.get(index, int(stretch.in_cars(car) + ROUNDING))
        stretch.cars = max(cars, _least(drawing, stretch))
        if stretch.cars == 0 and None in stretch.ends:
            names = "/".join(element.name for element in stretch.elements)
            drawing.end_loosely(f"{stretch.elements[0].kind} {names}", "a stub too short for a car, without a space")
        elif stretch.cars == 0 and stretch.ends[0] and stretch.ends[1]:
            pair = min(stretch.ends[0][0], stretch.ends[1][0]), max(stretch.ends[0][0], stretch.ends[1][0])
            stretch.cars = int(pair in direct)  # two tracks between the same points need a space to differ
            direct.add(pair)


def _least(drawing: TrackDrawing, stretch: Stretch) -> int:
    """Return how many spaces a stretch needs at least, so that the layout can say what is joined to what."""
    if stretch.is_ring:
        return 3
    elements = [drawing.elements[end[0]] for end in stretch.ends if end is not None]
    bridges = [element for element in elements if element.settings]
    if len(elements) == 2 and elements[0] is elements[1]:
        return 2
    if bridges:
        return 2 if len(bridges) == 2 or len(elements) == 2 else 1
    return int(len(elements) < 2 and not drawing.to_scale)


def _given_capacities(stretches: list[Stretch], capacities: Mapping[str, int]) -> dict[int, int]:
    """Return the cars of stretches by their index, from names of blocks, labels and elements."""
    found: dict[int, int] = {}
    faults = []
    for name, cars in capacities.items():
        labelled = [index for index, stretch in enumerate(stretches) if stretch.label == name]
        named = labelled or [index for index, stretch in enumerate(stretches) if name in stretch.called()]
        if not named:
            known = sorted({name for stretch in stretches for name in stretch.called()})
            faults.append(Fault("capacity", f"no track is called {name!r}", suggest(name, known)))
        elif len(named) > 1:
            members = ", ".join(element.name for index in named[:4] for element in stretches[index].elements[:1])
            what = f"{len(named)} tracks between points are called {name!r}"
            faults.append(Fault("capacity", what, f"name one element of each: {members}"))
        else:
            found[named[0]] = cars
    raise_faults(faults)
    return found
