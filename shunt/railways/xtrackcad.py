"""Plans of XTrackCAD, `.xtc`, and `.xtce`, the archive with its pictures.

A plan is text: an object a line (`TURNOUT 12 …`), its parts on the lines below (`T 9 …`: an end that is joined to object 9;
`E …`: one that is not; `S`, `C`, `W`: segments; `P "Normal" 1 3 4`: the segments that a path of a turnout runs over, 0 between
two paths that are there at once), and `END`. Newer versions add digits to the letters. Lengths are in inches.
"""

from __future__ import annotations

import io
import re
import zipfile
from cmath import phase
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from shunt.files.reading import refuse
from shunt.railways.drawing import Element, Leg, Line, Place, TrackDrawing, Turnouts, decimal_number, turned_settings
from shunt.railways.scale import INCHES, car_length, ratio_of
from shunt.railways.segments import (
    NUMBERS,
    SAME,
    bearing,
    bezier,
    chained,
    clockwise,
    easement,
    flat,
    from_near,
    gap,
    moved,
    pairs,
    segment_line,
)

TRACKS = ("STRAIGHT", "CURVE", "JOINT", "BEZIER", "CORNU", "TURNOUT", "TURNTABLE")
KNOWN = """
DRAW STRUCTURE CAR TEXT TABLEEDGE NOTE BZRLIN LAYERS VERSION TITLE TITLE1 TITLE2 MAPSCALE ROOMSIZE SCALE END MAINWINDOW
BLOCK SWITCHMOTOR SIGNAL CONTROL SENSOR TRAIN
"""
OTHERS = frozenset(KNOWN.split())
UNREAD = ("STRUCTURE", "CAR", "BZRLIN", "NOTE")
WORDS = re.compile(r'"((?:[^"]|"")*)"?|(\S+)')
TRACK_LETTERS = "SCJW"
"""Letters of the segments that are track; the others are drawn around it."""
WITH_LAYERS, WITH_HEIGHTS = 3, 9
"""Versions of plans from which objects have a layer, options and a width, and from which places have a height."""
MOST_TURNS = 1_000
NEAR = 0.25
"""Inches within which the end of a path of a turnout is one of its ends, and within which its segments follow each other."""


@dataclass(slots=True)
class Entry:
    """An object of a plan: its words, and the lines below it."""

    words: list[str]
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
                name = next((name for name in archive.namelist() if name.endswith(".xtc")), None)
                if name is not None:
                    with archive.open(name) as file:
                        content = file.read(largest + 1)
        except Exception as error:  # whatever the archive and each kind of compression raise for damaged content
            refuse(path, f"the archive cannot be read: {error}", "save it again with XTrackCAD")
        if name is None:
            refuse(path, "the archive has no plan in it", "save it again with XTrackCAD, as .xtc or .xtce")
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
    version = next((_numbers(entry.words[1:2]) for entry in entries if entry.kind == "VERSION"), [])
    _Reader(entries, drawing, scale, int(version[0]) if version else WITH_HEIGHTS).read()
    if not drawing.elements:
        refuse(file, "the plan has no track", "give a plan with STRAIGHT, CURVE and TURNOUT objects")
    return drawing


def _entries(text: str) -> Iterator[Entry]:
    """Yield the objects of a plan; the texts of notes and the parts of parts are left out."""
    entry: Entry | None = None
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            if entry is not None and entry.kind not in UNREAD and (words := _words(line)):
                entry.parts.append(words)
        elif (words := _words(line)) and words[0].isupper():
            if entry is not None:
                yield entry
            entry = Entry(words)
    if entry is not None:
        yield entry


def _words(line: str) -> list[str]:
    """Return the words of a line; a text in quotes is one."""
    return line.split() if '"' not in line else [text if text or not word else word for text, word in WORDS.findall(line)]


def _numbers(words: Sequence[str]) -> list[float]:
    """Return the numbers among words, up to the first that is none."""
    numbers = []
    for word in words:
        if (number := decimal_number(word)) is None:
            break
        numbers.append(number)
    return numbers


class _Reader:
    """The objects of a plan on the way to elements."""

    def __init__(self, entries: list[Entry], drawing: TrackDrawing, scale: str, version: int) -> None:
        self.entries, self.drawing, self.scale, self.version = entries, drawing, scale, version
        self.head = 4 if version < WITH_LAYERS else 8  # words before the numbers of an object
        self.ends: dict[str, list[tuple[Place, str]]] = {}  # element → places of its ends, each with the object joined there
        self.motors = {
            entry.words[2]: entry.words[3] for entry in entries if entry.kind == "SWITCHMOTOR" and len(entry.words) > 3
        }
        self.other_scales: dict[str, list[str]] = {}  # scale → names of objects drawn in it
        self.stops: set[str] = set()  # turnouts with one end: buffer stops, which end a track

    def read(self) -> None:
        """Read all objects, then join their ends."""
        for entry in self.entries:
            if entry.kind in TRACKS:
                self._track(entry)
            elif entry.kind == "DRAW":
                for part in entry.parts:
                    if part[0].rstrip("0123456789") == "Z" and len(part) > 6:
                        self._label(part[-1], _numbers(part[2:4]))
            elif entry.kind == "TEXT" and len(entry.words) > 10:
                self._label(entry.words[-1], _numbers(entry.words[3:5]))
            elif entry.kind not in OTHERS and any(part[0][0] in "TE" and part[0][1:].isdigit() for part in entry.parts):
                self.drawing.warn(entry.name, f"{entry.kind} is not known and left out")
        for scale, names in self.other_scales.items():
            shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
            what = f"drawn in the scale {scale}, and the plan in {self.scale or 'none'}"
            self.drawing.warn(shown, what, "cars have the length of the plan's scale")
        for turnout, motor in self.motors.items():
            if turnout not in self.drawing.elements:
                self.drawing.warn(f"switchmotor {motor!r}", f"its turnout {turnout!r} is not in the plan")
        self._join()
        self._blocks()

    def _track(self, entry: Entry) -> None:
        name = entry.words[1] if len(entry.words) > 1 else ""
        if not name or name in self.drawing.elements:
            self.drawing.warn(entry.name, "a track without a number, or with that of another one, is left out")
            return
        ends = list(self._ends(entry))
        places = [place for place, _ in ends]
        element = None
        if entry.kind == "TURNOUT" and len(ends) == 1:
            self.stops.add(name)
            return
        if entry.kind == "TURNOUT":
            element = self._turnout(entry, name, places)
        elif entry.kind == "TURNTABLE":
            element = self._turntable(entry, name, places)
        elif len(ends) == 2:
            element = Element(name, entry.kind.lower(), (Leg(("1", "2"), tuple(self._line(entry, places[0], places[1]))),))
            is_loose = not any(other for _, other in ends)
            if entry.kind == "CURVE" and is_loose and abs(places[1] - places[0]) < SAME:  # a full circle
                element.joined.update({"1": (name, "2"), "2": (name, "1")})
        if element is None:
            self.drawing.warn(entry.name, "its ends or its paths cannot be read, and it is left out")
            return
        self.drawing.elements[name] = element
        self.ends[name] = ends
        scale = entry.words[self.head - 2] if len(entry.words) >= self.head else ""
        if scale not in (self.scale, "*", "") and self.scale:
            self.other_scales.setdefault(scale, []).append(entry.name)

    def _ends(self, entry: Entry) -> Iterator[tuple[Place, str]]:
        """Yield the ends of an object, each with the object that is joined there."""
        for part in entry.parts:
            letter = part[0].rstrip("0123456789")
            if letter not in ("T", "E"):
                continue
            other = part[1] if letter == "T" and len(part) > 1 else ""
            place = _numbers(part[2 if letter == "T" else 1 :][:2])
            if len(place) == 2:
                yield complex(*place), other
            else:
                what = f"the place of its end {' '.join(part)!r} is not two numbers, and the end is left out"
                self.drawing.warn(entry.name, what)

    def _head(self, entry: Entry) -> list[float] | None:
        """Return the numbers of an object without heights, and those after them; None if they are too few."""
        return flat(entry.kind, _numbers(entry.words[self.head :]), self.version >= WITH_HEIGHTS)

    def _line(self, entry: Entry, first: Place, last: Place) -> Line:
        """Return the line of plain track between its two ends; a straight one, with a warning, if it cannot be read."""
        if entry.kind == "STRAIGHT":
            return [first, last]
        numbers = self._head(entry) if entry.kind in NUMBERS else []
        line: Line | None = None
        if entry.kind == "CURVE" and numbers and numbers[2] > 0:
            line = clockwise(complex(*numbers[:2]), first, last, self._turns(entry, numbers[3:]))
        elif entry.kind == "JOINT" and numbers:
            line = easement(numbers[:4], bool(numbers[5]), bool(numbers[6]), numbers[7:10])
        elif entry.kind == "BEZIER" and numbers:
            line = bezier(pairs(numbers))
        elif entry.kind in ("BEZIER", "CORNU"):
            pieces = [piece for piece in self._lines(entry) if piece]
            line = chained(pieces) if pieces else None
        line = line and from_near(first, line)
        if line is None or max(abs(line[0] - first), abs(line[-1] - last)) > max(NEAR, 0.05 * abs(last - first)):
            what = "its curve cannot be read or does not lead from end to end, and is taken as a straight line"
            self.drawing.warn(entry.name, what)
            return [first, last]
        return [first, *line[1:-1], last]

    def _turns(self, entry: Entry, numbers: list[float]) -> int:
        """Return the number of whole turns of a curve that is a helix, or 0 for other curves."""
        index = self.head + (3 if self.version < WITH_HEIGHTS else 4)
        turns = numbers[0] if numbers else 0.0
        if not 0 <= turns <= MOST_TURNS or (len(entry.words) > index and not numbers):
            self.drawing.warn(entry.name, f"{entry.words[index]!r} is not a number of turns, and it is read without any")
            return 0
        return int(turns)

    def _lines(self, entry: Entry) -> list[Line | None]:
        """Return the lines of all segments of an object in their order, None for those that are not track."""
        lines: list[Line | None] = []
        inner = False  # whether the part belongs to a Bézier segment
        for part in entry.parts:
            letter, version = part[0].rstrip("0123456789"), part[0][1:]
            if part[0].startswith("SUBS"):
                inner = part[0] == "SUBSEGS"
            if inner or len(letter) != 1 or letter in "TEDPXU":
                continue
            line = segment_line(letter, int(version[:2] or 0), _numbers(part[3:])) if letter in TRACK_LETTERS else None
            if line is None and letter in TRACK_LETTERS:
                self.drawing.warn(entry.name, f"its segment {' '.join(part)[:60]!r} cannot be read, and is left out")
            lines.append(line)
        return lines

    def _turnout(self, entry: Entry, name: str, ends: list[Place]) -> Element | None:
        """Return a turnout, a crossing, or track in pieces: its legs are the paths between its ends."""
        at = self._head(entry)
        if at is None:
            return None
        lines = [line and moved(line, at[:3]) for line in self._lines(entry)]
        paths: list[tuple[str, list[Line]]] = []
        for part in entry.parts:
            if part[0] == "P" and len(part) > 2:
                numbers = _numbers(part[2:])
                if len(numbers) < len(part) - 2 or any(abs(number) > len(lines) for number in numbers):
                    self.drawing.warn(entry.name, f"its path {' '.join(part)!r} names segments that it does not have")
                for is_track, group in groupby((abs(int(number)) for number in numbers), bool):
                    found = [lines[index - 1] for index in group if 0 < index <= len(lines)]
                    if is_track and found and None not in found:
                        paths.append((part[1], [line for line in found if line]))
        motor = self.motors.get(name, f"T{name}")
        legs = turnout_legs(paths, [line for line in lines if line], ends, motor)
        served = {port for leg in legs for port in leg.ports}
        for number, end in enumerate(ends, 1):
            if legs and str(number) not in served:
                self.drawing.warn(
                    entry.name, f"none of its lines leads to its end at {end.real:g}, {end.imag:g}; this end is left out"
                )
        if not legs:
            return None
        kind = "turnout" if any(leg.turnouts for leg in legs) else "crossing" if len(legs) > 1 else "track"
        return Element(name, kind, legs, "", self.motors.get(name, ""))

    def _turntable(self, entry: Entry, name: str, ends: list[Place]) -> Element | None:
        numbers = self._head(entry)
        if numbers is None or numbers[2] <= 0 or not ends:
            return None
        centre = complex(*numbers[:2])
        at = {str(port): bearing(end - centre) % 360 for port, end in enumerate(ends, 1)}
        return Element(name, "turntable", (), "", "", turned_settings(at), centre, 2 * numbers[2])

    def _label(self, text: str, place: list[float]) -> None:
        if text.strip() and len(place) == 2:
            self.drawing.labels.append((text.strip(), complex(*place)))
        elif text.strip():
            self.drawing.warn(f"label {text.strip()!r}", "its place is not two numbers, and it is left out")

    def _join(self) -> None:
        """Join ends that name each other: of several between the same two objects those that are nearest."""
        for name, ends in self.ends.items():
            element = self.drawing.elements[name]
            for port, (place, other) in enumerate(ends, 1):
                if not other or other in self.stops or str(port) in element.joined or str(port) not in element.ports:
                    continue
                free = [
                    (abs(place - there), str(number))
                    for number, (there, to) in enumerate(self.ends.get(other, []), 1)
                    if to == name and (other, number) != (name, port) and str(number) not in self.drawing.elements[other].joined
                ]
                if free and min(free)[1] in self.drawing.elements[other].ports:
                    self.drawing.join((name, str(port)), (other, min(free)[1]))
                else:
                    what = f"a loose end: object {other} is not in the plan, or has no track to it"
                    self.drawing.warn(f"{element.kind} {name}", what)

    def _blocks(self) -> None:
        for entry in self.entries:
            if entry.kind == "BLOCK" and len(entry.words) > 2:
                for part in entry.parts:
                    if part[0] == "TRK" and len(part) > 1 and part[1] in self.drawing.elements:
                        self.drawing.elements[part[1]].block = entry.words[2]
                    elif part[0] == "TRK":
                        self.drawing.warn(f"block {entry.words[2]!r}", f"its track {' '.join(part[1:])!r} is not in the plan")


def turnout_legs(paths: list[tuple[str, list[Line]]], lines: list[Line], ends: list[Place], motor: str) -> tuple[Leg, ...]:
    """Return the legs that the paths of a turnout are, each between the two of its ends that it runs to.

    Some definitions have one path for two tracks, or none for one of their lines: what lies apart is divided, and lines of no
    path are joined as they are drawn.
    """
    legs: dict[frozenset[str], Leg] = {}
    names = list(dict.fromkeys(name for name, _ in paths))
    runs = [(name, run) for name, whole in paths for run in _connected(whole)]
    used: list[Line] = []
    for name, run in runs:
        state = ((motor, "closed" if name == names[0] else "thrown"),) if len(names) > 1 else ()
        if _add_leg(legs, chained(run), ends, state):
            used += run
    for line in _chains([line for line in lines if line not in used]):
        _add_leg(legs, line, ends, ())
    count = Counter(port for ports in legs for port in ports)
    has_points = {ports: any(count[port] > 1 for port in ports) for ports in legs}  # other paths are tracks side by side
    return tuple(leg if has_points[ports] else replace(leg, turnouts=()) for ports, leg in legs.items())


def _add_leg(legs: dict[frozenset[str], Leg], line: Line, ends: list[Place], state: Turnouts) -> bool:
    """Add a line as a leg if it runs from one end to another; return whether it does."""
    reach = max(NEAR, 0.1 * abs(line[-1] - line[0]))
    nearest = [min((abs(place - end), number) for number, end in enumerate(ends, 1)) for place in (line[0], line[-1]) if ends]
    ports = [str(number) for gap, number in nearest if gap < reach]
    if len(ports) < 2 or ports[0] == ports[1]:
        return False
    legs.setdefault(frozenset(ports), Leg((ports[0], ports[1]), tuple(line), state))
    return True


def _connected(lines: list[Line]) -> list[list[Line]]:
    """Return the lines of a path in groups: a new one begins where a line does not touch the one before it."""
    groups = [[lines[0]]]
    for before, line in pairwise(lines):
        if min(gap(before[0], line), gap(before[-1], line)) > NEAR:
            groups.append([])
        groups[-1].append(line)
    return groups


def _chains(lines: list[Line]) -> list[Line]:
    """Return lines that touch as one line each; where several touch, the one that turns least continues."""
    chains: list[Line] = []
    remaining = list(lines)
    while remaining:
        chain = remaining.pop(0)
        for _ in range(2):  # from its end on, then from its beginning
            while near := [line for line in remaining if gap(chain[-1], line) <= NEAR]:
                line = min(near, key=lambda line: _turn(chain, from_near(chain[-1], line)))
                remaining.remove(line)
                chain = chain + from_near(chain[-1], line)
            chain = chain[::-1]
        chains.append(chain)
    return chains


def _turn(chain: Line, onward: Line) -> float:
    """Return the angle by which a train turns from one line to the next."""
    return abs(phase((onward[1] - onward[0]) * (chain[-1] - chain[-2]).conjugate()))
