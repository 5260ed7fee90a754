"""Plans of XTrackCAD, `.xtc`, and `.xtce`, the archive with its pictures.

A plan is text: an object a line (`TURNOUT 12 …`), its parts on the lines below (`T 9 …`: an end that is joined to object 9;
`E …`: one that is not; `S`, `C`, `W`: segments; `P "Normal" 1 3 4`: the segments that a path of a turnout runs over, 0 between
two paths that are there at once), and `END`. Newer versions add digits to the letters. Lengths are in inches.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import atan2, degrees, dist, isfinite

from shunt.files.reading import refuse
from shunt.railways.drawing import Element, Leg, Place, TrackDrawing, Turnouts, turned_settings
from shunt.railways.scale import INCHES, car_length, ratio_of
from shunt.railways.segments import arc_between, bezier, chained, moved, segment_line

TRACKS = ("STRAIGHT", "CURVE", "JOINT", "BEZIER", "CORNU", "TURNOUT", "TURNTABLE")
KNOWN = """
DRAW STRUCTURE CAR TEXT TABLEEDGE NOTE BZRLIN LAYERS VERSION TITLE TITLE1 TITLE2 MAPSCALE ROOMSIZE SCALE END MAINWINDOW
BLOCK SWITCHMOTOR SIGNAL CONTROL SENSOR TRAIN
"""
OTHERS = frozenset(KNOWN.split())
UNREAD = ("STRUCTURE", "CAR", "BZRLIN", "NOTE")
WORDS = re.compile(r'"((?:[^"]|"")*)"?|(\S+)')
NEAR = 0.25
"""Inches within which the end of a path of a turnout is one of its ends."""


@dataclass(slots=True)
class Entry:
    """An object of a plan: its words, the lines below it, and the line of the file that it begins on."""

    words: list[str]
    line: int
    parts: list[list[str]] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """Return what it is, such as `TURNOUT`."""
        return self.words[0]

    @property
    def name(self) -> str:
        """The name that warnings have: its kind and its number."""
        return f"{self.kind.lower()} {self.words[1]}" if len(self.words) > 1 else self.kind.lower()


def plan_text(path: str, content: bytes, largest: int) -> str:
    """Return the text of a plan, out of its archive if it is one; raise `InputError`."""
    if content.startswith(b"PK"):
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                names = [info.filename for info in archive.infolist() if info.filename.endswith((".xtc", "content.xtc"))]
                if not names:
                    refuse(path, "the archive has no plan in it", "save it again with XTrackCAD, as .xtc or .xtce")
                with archive.open(names[0]) as file:
                    content = file.read(largest + 1)
        except (zipfile.BadZipFile, OSError, RuntimeError, EOFError, NotImplementedError) as error:
            refuse(path, f"the archive cannot be read: {error}", "save it again with XTrackCAD")
        if len(content) > largest:
            refuse(path, f"the plan in the archive is longer than {largest / 1e6:g} MB", "check that it is the right file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def read_plan(text: str, file: str) -> TrackDrawing:
    """Return the drawing of a plan; raise `InputError` if it has no track."""
    entries = list(_entries(text))
    titles = [entry.words[1:] for entry in entries if entry.kind == "TITLE1"]
    drawing = TrackDrawing(" ".join(titles[0]) if titles else "", "XTrackCAD", {}, unit="inches", to_scale=True)
    scale = next((" ".join(entry.words[1:]) for entry in entries if entry.kind == "SCALE"), "")
    ratio = ratio_of(scale)
    drawing.car_length = car_length(ratio, INCHES) if ratio else None
    _Reader(drawing, scale).read(entries)
    if not drawing.elements:
        refuse(file, "the plan has no track", "give a plan with STRAIGHT, CURVE and TURNOUT objects")
    return drawing


def _entries(text: str) -> Iterator[Entry]:
    """Yield the objects of a plan; the texts of notes and the parts of parts are left out."""
    entry: Entry | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            if entry is not None and entry.kind not in UNREAD and (words := _words(line)):
                entry.parts.append(words)
        elif (words := _words(line)) and words[0].isupper():
            if entry is not None:
                yield entry
            entry = Entry(words, number)
    if entry is not None:
        yield entry


def _words(line: str) -> list[str]:
    """Return the words of a line; a text in quotes is one."""
    return line.split() if '"' not in line else [text if text or not word else word for text, word in WORDS.findall(line)]


def _numbers(words: Sequence[str]) -> list[float]:
    """Return the numbers among words, up to the first that is none."""
    numbers = []
    for word in words:
        try:
            number = float(word)
        except ValueError:
            break
        if not isfinite(number) or abs(number) > 1e7:
            break
        numbers.append(number)
    return numbers


class _Reader:
    """The objects of a plan on the way to elements."""

    def __init__(self, drawing: TrackDrawing, scale: str) -> None:
        self.drawing, self.scale = drawing, scale
        self.ends: dict[str, list[tuple[Place, str]]] = {}  # element → places of its ends, each with the object joined there
        self.motors: dict[str, str] = {}
        self.stops: set[str] = set()  # turnouts with one end: buffer stops, which end a track

    def read(self, entries: list[Entry]) -> None:
        """Read all objects, then join their ends."""
        self.motors = {
            entry.words[2]: entry.words[3] for entry in entries if entry.kind == "SWITCHMOTOR" and len(entry.words) > 3
        }
        other_scales: dict[str, list[str]] = {}
        for entry in entries:
            if entry.kind in TRACKS:
                self._track(entry, other_scales)
            elif entry.kind == "DRAW":
                for part in entry.parts:
                    if part[0].rstrip("0123456789") == "Z" and len(part) > 6:
                        self._label(part[-1], _numbers(part[2:4]))
            elif entry.kind == "TEXT" and len(entry.words) > 10:
                self._label(entry.words[-1], _numbers(entry.words[3:5]))
            elif entry.kind not in OTHERS and any(part[0][0] in "TE" and part[0][1:].isdigit() for part in entry.parts):
                self.drawing.warn(entry.name, f"{entry.kind} is not known and left out")
        for scale, names in other_scales.items():
            shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
            what = f"drawn in the scale {scale}, and the plan in {self.scale or 'none'}"
            self.drawing.warn(shown, what, "cars have the length of the plan's scale")
        self._join()
        self._blocks(entries)

    def _track(self, entry: Entry, other_scales: dict[str, list[str]]) -> None:
        name = entry.words[1] if len(entry.words) > 1 else ""
        if not name or name in self.drawing.elements:
            self.drawing.warn(entry.name, "a track without a number, or with that of another one, is left out")
            return
        ends = []
        for part in entry.parts:
            if part[0].rstrip("0123456789") in ("T", "E") and part[0] != "END":
                joined = part[0].startswith("T")
                place = _numbers(part[1 + joined : 3 + joined])
                if len(place) == 2:
                    ends.append(((place[0], place[1]), part[1] if joined else ""))
        numbers = _numbers(entry.words[8:])
        element = None
        if entry.kind == "TURNOUT" and len(ends) == 1:
            self.stops.add(name)
            return
        if entry.kind == "TURNOUT":
            element = self._turnout(entry, name, [place for place, _ in ends])
        elif entry.kind == "TURNTABLE":
            element = self._turntable(name, numbers, [place for place, _ in ends])
        elif len(ends) == 2:
            line = _line(entry.kind, numbers, entry, ends[0][0], ends[1][0])
            element = Element(name, entry.kind.lower(), (Leg(("1", "2"), tuple(line)),))
        if element is None:
            self.drawing.warn(entry.name, "its ends or its paths cannot be read, and it is left out")
            return
        self.drawing.elements[name] = element
        self.ends[name] = ends
        scale = entry.words[6] if len(entry.words) > 6 else ""
        if scale not in (self.scale, "*", "") and self.scale:
            other_scales.setdefault(scale, []).append(entry.name)

    def _turnout(self, entry: Entry, name: str, ends: list[Place]) -> Element | None:
        """Return a turnout, a crossing, or track in pieces: its legs are the paths between its ends."""
        at = _numbers(entry.words[8:])  # x, y, a height that older files lack, and the angle
        origin, angle = ((at[0], at[1]), at[3] if len(at) > 3 else at[2]) if len(at) > 2 else ((0.0, 0.0), 0.0)
        lines = [segment_line(kind, _numbers(part[3:])) for kind, part in _segments(entry)]
        paths: list[tuple[str, list[list[Place]]]] = []
        for part in entry.parts:
            if part[0] == "P" and len(part) > 2:
                indices = [abs(int(number)) for number in _numbers(part[2:])]
                for is_track, group in groupby(indices, bool):
                    found = [lines[index - 1] for index in group if 0 < index <= len(lines)]
                    if is_track and found and None not in found:
                        paths.append((part[1], [line for line in found if line]))
        motor = self.motors.get(name, f"T{name}")
        legs = _legs(paths, ends, origin, angle, motor)
        if not legs:
            return None
        kind = "turnout" if any(leg.turnouts for leg in legs) else "crossing" if len(legs) > 1 else "track"
        return Element(name, kind, legs, "", self.motors.get(name, ""))

    def _turntable(self, name: str, numbers: list[float], ends: list[Place]) -> Element | None:
        if len(numbers) < 4 or not ends:
            return None
        centre = (numbers[0], numbers[1])
        at = {str(port): degrees(atan2(x - centre[0], y - centre[1])) % 360 for port, (x, y) in enumerate(ends, 1)}
        return Element(name, "turntable", (), "", "", turned_settings(at), centre, 2 * numbers[3])

    def _label(self, text: str, place: list[float]) -> None:
        if len(place) == 2 and text.strip():
            self.drawing.labels.append((text.strip(), (place[0], place[1])))

    def _join(self) -> None:
        """Join ends that name each other: of several between the same two objects those that are nearest."""
        for name, ends in self.ends.items():
            element = self.drawing.elements[name]
            for port, (place, other) in enumerate(ends, 1):
                if not other or other in self.stops or str(port) in element.joined or str(port) not in element.ports:
                    continue
                found = self._end_towards(name, str(port), place, other)
                if found is None:
                    what = f"a loose end: object {other} is not in the plan, or has no track to it"
                    self.drawing.warn(f"{element.kind} {name}", what)
                else:
                    self.drawing.join((name, str(port)), (other, found))

    def _end_towards(self, name: str, port: str, place: Place, other: str) -> str | None:
        """Return the end of object `other` that an end of object `name` is joined to; None if it has none that is free."""
        free = [
            (dist(place, there), str(number))
            for number, (there, to) in enumerate(self.ends.get(other, []), 1)
            if to == name and (other, str(number)) != (name, port)
        ]
        there = [one for one in free if one[1] not in self.drawing.elements[other].joined]
        return min(there)[1] if there and min(there)[1] in self.drawing.elements[other].ports else None

    def _blocks(self, entries: list[Entry]) -> None:
        for entry in entries:
            if entry.kind == "BLOCK" and len(entry.words) > 2:
                for part in entry.parts:
                    if part[0] == "TRK" and len(part) > 1 and part[1] in self.drawing.elements:
                        self.drawing.elements[part[1]].block = entry.words[2]


def _segments(entry: Entry) -> Iterator[tuple[str, list[str]]]:
    """Yield the segments of an object, each with its letter; those that a Bézier segment is made of are part of it."""
    inner = False
    for part in entry.parts:
        letter = part[0].rstrip("0123456789")
        if part[0].startswith("SUBS"):
            inner = part[0] == "SUBSEGS"
        elif not inner and len(letter) == 1 and letter not in "TEDPXU":
            yield letter, part


def _line(kind: str, numbers: list[float], entry: Entry, first: Place, last: Place) -> list[Place]:
    """Return the line of plain track between its two ends."""
    if kind == "CURVE" and len(numbers) >= 4 and numbers[3] > 0:
        return arc_between((numbers[0], numbers[1]), numbers[3], first, last)
    if kind == "BEZIER" and len(numbers) >= 8:
        return [first, *bezier([(numbers[at], numbers[at + 1]) for at in range(0, 8, 2)])[1:-1], last]
    pieces = [
        line
        for letter, part in _segments(entry)
        if kind in ("CORNU", "BEZIER") and (line := segment_line(letter, _numbers(part[3:])))
    ]
    if not pieces:
        return [first, last]
    line = chained(pieces)
    return [first, *(line if dist(line[0], first) <= dist(line[-1], first) else line[::-1]), last]


def _legs(
    paths: list[tuple[str, list[list[Place]]]], ends: list[Place], origin: Place, angle: float, motor: str
) -> tuple[Leg, ...]:
    """Return the legs that the paths of a turnout are, each between the two of its ends that it runs to."""
    legs: dict[tuple[str, str], Leg] = {}
    names = list(dict.fromkeys(name for name, _ in paths))
    for name, lines in paths:
        line = moved(chained(lines), origin, angle)
        ports = []
        for place in (line[0], line[-1]):
            gap, port = min((dist(place, end), number) for number, end in enumerate(ends, 1)) if ends else (NEAR, 0)
            if gap < max(NEAR, 0.05 * dist(line[0], line[-1])):
                ports.append(str(port))
        if len(ports) == 2 and ports[0] != ports[1] and tuple(ports) not in legs and tuple(ports[::-1]) not in legs:
            state: Turnouts = ()
            if len(names) > 1:
                state = ((motor, "closed" if name == names[0] else "thrown"),)
            legs[ports[0], ports[1]] = Leg((ports[0], ports[1]), tuple(line), state)
    used = Counter(port for ports in legs for port in ports)
    has_points = {ports: any(used[port] > 1 for port in ports) for ports in legs}  # other paths are tracks side by side
    return tuple(leg if has_points[ports] else replace(leg, turnouts=()) for ports, leg in legs.items())
