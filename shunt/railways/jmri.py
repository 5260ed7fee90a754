"""Panels of JMRI's Layout Editor, schema 2.9 to 5.x.

Track segments name what they join, and by which connection (`TURNOUT_B`; a number in older files), so that they alone decide the
topology. Of a turnout, A is the throat, B the continuing and C the diverging leg. Of a crossover A–B and D–C are the tracks, A–C
and B–D the crossovers; a crossing has A–C and B–D, a slip A–D and B–C too.
"""

from __future__ import annotations

from cmath import rect
from collections.abc import Callable, Collection, Sequence
from math import radians

from shunt.errors import Fault, InputError, suggest
from shunt.files.numbers import whole_number
from shunt.railways.drawing import (
    Element,
    Leg,
    Line,
    Place,
    PortOf,
    Settings,
    TrackDrawing,
    Turnouts,
    decimal_number,
    turned_settings,
)
from shunt.railways.linked import all_linked, linked
from shunt.railways.segments import bezier, bowed, elliptic
from shunt.railways.xml_file import Node, value_of

NUMBERED = ["NONE", "POS_POINT", *(f"TURNOUT_{port}" for port in "ABCD"), *(f"LEVEL_XING_{port}" for port in "ABCD"), "TRACK"]
SLIP, RAY = 21, 50  # numbers of SLIP_A and of TURNTABLE_RAY_0 in older files
KINDS = {
    "RH_TURNOUT": ("right-hand turnout", ["AB"], ["AC"]),
    "LH_TURNOUT": ("left-hand turnout", ["AB"], ["AC"]),
    "WYE_TURNOUT": ("wye turnout", ["AB"], ["AC"]),
    "DOUBLE_XOVER": ("double crossover", ["AB", "DC"], ["AC", "BD"]),
    "RH_XOVER": ("right-hand crossover", ["AB", "DC"], ["AC"]),
    "LH_XOVER": ("left-hand crossover", ["AB", "DC"], ["BD"]),
}
"""Turnouts in words, with their continuing and their diverging legs."""
SLIPS = {"SINGLE_SLIP": ("single slip", ["AC", "BD", "AD"]), "DOUBLE_SLIP": ("double slip", ["AC", "BD", "AD", "BC"])}
TYPES = ["NONE", *KINDS, *SLIPS]
POINTS = ["NONE", "ANCHOR", "END_BUMPER", "EDGE_CONNECTOR"]
SLIP_STATES = {"AC": "22", "AD": "24", "BD": "44", "BC": "42"}  # of both turnouts, where the file is silent: 2 closed, 4 thrown
STATES = {"2": "closed", "4": "thrown"}
YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0", "")
MOST_CONTROLS = 200
"""Control points of a Bézier curve."""
CAR_LENGTH = 50.0
"""Pixels of a car on a panel, which is not to scale, unless the user says otherwise: about the length of a turnout."""


def panels_in(root: Node) -> dict[str, Node]:
    """Return the Layout Editor panels of a file that have track, by name."""
    editors = [node for node in root.findall("LayoutEditor") if node.find("tracksegment") is not None]
    return {value_of(node, "name") or f"panel {number}": node for number, node in enumerate(editors, 1)}


def read_panel(root: Node, file: str, panel: str = "") -> TrackDrawing:
    """Return the Layout Editor panel of a JMRI file, the one named `panel` if it has several; raise `InputError`.

    Panels that are linked by edge connectors are one railway.
    """
    editors = panels_in(root)
    if not editors:
        what = "the file has no Layout Editor panel with track"
        others = {child.tag for child in root} & {"paneleditor", "switchboardeditor", "controlPanelEditor"}
        remedy = f"it has a {min(others)}, which has pictures but no track" if others else "store it in JMRI as a panel file"
        raise InputError(Fault("", what, remedy, file))
    if panel and panel not in editors:
        raise InputError("panel", f"no panel is called {panel!r}", suggest(panel, editors))
    panels = {name: _Panel(root, editor).drawing for name, editor in editors.items() if not panel or name == panel}
    if not all_linked(panels):
        what = f"the file has {len(editors)} panels: {', '.join(editors)}"
        raise InputError("panel", what, "name one of them")
    drawing = linked(panels)
    _measure(drawing, root)
    return drawing


def _measure(drawing: TrackDrawing, root: Node) -> None:
    """Give the elements of each block with a length their shares of it, as they are drawn."""
    lengths: dict[str, float] = {}
    for node in root.findall("blocks/block"):
        text, length = value_of(node, "length"), decimal_number(value_of(node, "length"))
        names = [name for name in (value_of(node, "systemName"), value_of(node, "userName")) if name]
        if text and length is None:
            drawing.warn(f"block {names[-1] if names else '?'}", f"its length {text!r} is not a number, and is not used")
        lengths |= dict.fromkeys(names, length) if length and length > 0 else {}
    parts: dict[str, list[Element]] = {}
    for element in drawing.elements.values():
        if element.block in lengths and element.legs:
            parts.setdefault(element.block, []).append(element)
    for block, elements in parts.items():
        drawn = sum(element.length for element in elements)
        for element in elements:
            element.millimetres = lengths[block] * element.length / drawn if drawn else 0.0


class _Item:
    """An element of a panel, or a part of one. Warnings about a part name the whole element."""

    def __init__(self, node: Node, drawing: TrackDrawing, whole: str = "") -> None:
        self.node, self.tag, self.drawing = node, node.tag, drawing
        self.name = whole or self["ident"]

    def __getitem__(self, key: str) -> str:
        return value_of(self.node, key)

    def parts(self, path: str) -> list[_Item]:
        """Return parts of the element."""
        return [_Item(node, self.drawing, self.name) for node in self.node.findall(path)]

    def warn(self, what: str) -> None:
        """Note something of it that is left out, or read in another way than it may be meant."""
        self.drawing.warn(self.name, what)

    def place(self, key: str = "") -> Place | None:
        """Return the coordinates `x…` and `y…`, None if it has none."""
        x, y = decimal_number(self[f"x{key}"]), decimal_number(self[f"y{key}"])
        return complex(x, y) if x is not None and y is not None else None

    def at(self, key: str = "cen", otherwise: Place = 0j, of: str = "its coordinates", is_optional: bool = False) -> Place:
        """Return coordinates, or if they are not numbers `otherwise`, with a warning."""
        place = self.place(key)
        if place is None and not (is_optional and not self[f"x{key}"] and not self[f"y{key}"]):
            self.warn(f"{of} are not numbers; {otherwise.real:g}, {otherwise.imag:g} is used instead")
        return otherwise if place is None else place

    def end(self, port: str, otherwise: Place, is_optional: bool = False) -> Place:
        """Return the coordinates of an end."""
        return self.at(port.lower(), otherwise, f"the coordinates of its end {port}", is_optional)

    def number(self, key: str, otherwise: float) -> float:
        """Return a number; with a warning `otherwise` if it has none."""
        text, number = self[key], decimal_number(self[key])
        if number is None:
            what = f"its {key} {text!r} is not a number" if text else f"it has no {key}"
            self.warn(f"{what}, and {otherwise:g} is taken")
        return otherwise if number is None else number

    def choice(self, key: str, known: Collection[str], otherwise: str) -> str:
        """Return which of the known texts it has; `otherwise` if it has none, with a warning if it has another one."""
        text = self[key]
        if text and text not in known:
            self.warn(f"its {key} {text!r} is not known, and {otherwise!r} is taken")
        return text if text in known and text else otherwise

    def says(self, key: str) -> bool:
        """Return whether it says yes to something."""
        return self.choice(key, (*YES, *NO), "no") in YES

    @property
    def index(self) -> str:
        """The number of a ray or slot, by which track segments name it."""
        index = self["index"]
        if not index.isdecimal():
            self.warn(f"a {self.tag} has the index {index!r}, which is not a number")
        return index


class _Panel:
    """One panel on the way to a drawing: elements first, then what joins them."""

    def __init__(self, root: Node, editor: Node) -> None:
        name = value_of(editor, "name") or "panel"
        self.drawing = TrackDrawing(name, "JMRI", {}, car_length=CAR_LENGTH, unit="pixels", downward=True)
        self.blocks = {
            name: value_of(block, "userName") or name
            for block in root.findall("layoutblocks/layoutblock")
            for name in (value_of(block, "systemName"), value_of(block, "userName"))
            if name
        }
        self.knob = 3 * (decimal_number(value_of(editor, "turnoutcirclesize")) or 4.0)  # pixels of the knob at the end of a ray
        self.places: dict[PortOf, Place] = {}  # of everything that a track segment can join, anchors included
        self.anchors: dict[str, str] = {}
        readers: dict[str, Callable[[_Item], None]] = {
            "positionablepoint": self._point,
            "layoutturnout": self._turnout,
            "layoutSlip": self._slip,
            "levelxing": self._crossing,
            "layoutturntable": self._turntable,
            "layouttraverser": self._traverser,
            "positionablelabel": self._label,
        }
        for node in editor:
            item = _Item(node, self.drawing)
            if item.tag in readers and self._is_sound(item):
                readers[item.tag](item)
            elif item.tag.lower().startswith("layout") and "ident" in node.attrib and item.tag not in readers:
                item.warn(f"{item.tag} is not known and left out")
        self._join(editor)

    def _is_sound(self, item: _Item) -> bool:
        """Return whether an element has a name of its own; warn if not."""
        name = item.name
        is_second = name in self.drawing.elements or name in self.anchors
        if item.tag == "positionablelabel" or name and not is_second:
            return True
        what = "a second element of this name" if is_second else "an element without a name"
        self.drawing.warn(name or item.tag, f"{what} is left out")
        return False

    def _add(self, item: _Item, kind: str, legs: list[Leg], block: str = "", title: str = "") -> None:
        name = item.name
        self.drawing.elements[name] = Element(name, kind, tuple(legs), self.blocks.get(block, block), title)
        for leg in legs:
            for port, place in zip(leg.ports, (leg.line[0], leg.line[-1]), strict=True):
                self.places[name, port] = place

    # ----------------------------------------------------------------------------------------------------------------
    # Elements

    def _label(self, item: _Item) -> None:
        text, place = item["text"], item.place()
        if text and place is not None:
            self.drawing.labels.append((text, place))
        elif text:
            self.drawing.warn(f"label {text!r}", "its coordinates are not numbers, and it is left out")

    def _point(self, item: _Item) -> None:
        name, kind = item.name, _named(item["type"], POINTS)
        self.anchors[name] = kind
        self.places[name, ""] = item.at("")
        if kind == "EDGE_CONNECTOR" and item["linkedpanel"]:
            self.drawing.links[name] = item["linkedpanel"], item["linkpointid"]
        elif kind not in POINTS[1:]:
            item.warn(f"a point of the type {kind!r} is read as an anchor")

    def _turnout(self, item: _Item) -> None:
        kind = _named(item["type"], TYPES)
        if kind in SLIPS:
            self._slip(item, kind)
            return
        if kind not in KINDS:
            item.warn(f"a turnout of the type {kind!r} is not known and left out")
            return
        words, straight, branching = KINDS[kind]
        centre = item.at()
        is_crossover = "XOVER" in kind
        has_all = item.choice("ver", ("1", "2"), "1") == "2"
        b, c = (item.end(port, centre) for port in "BC")
        opposite = c if is_crossover else (b + c) / 2 if kind == "WYE_TURNOUT" else b
        ends = {"A": 2 * centre - opposite, "B": b, "C": c, "D": 2 * centre - b}
        if has_all or is_crossover:
            ends |= {port: item.end(port, ends[port], not has_all) for port in ("AD" if is_crossover else "A")}
        continuing = item.choice("continuing", STATES, "2")
        turned = {"2": "4", "4": "2"}
        names = item["turnoutname"], item["secondturnoutname"]
        is_inverted = bool(names[1]) and item.says("secondturnoutinverted")
        bent = ("AB", "AC", "BD") if kind.endswith("TURNOUT") else ("AC", "BD")  # the tracks of a crossover pass its centre by
        legs = [
            Leg((a, b), (ends[a], *([centre] if a + b in bent else []), ends[b]), _states(names, (state, other)))
            for pairs, state in ((straight, continuing), (branching, turned[continuing]))
            for other in [turned[state] if is_inverted else state]  # the second turnout may have inverted states
            for a, b in map(tuple, pairs)
        ]
        self._add(item, words, legs, item["blockname"], names[0])

    def _slip(self, item: _Item, kind: str = "") -> None:
        kind = kind or _named(item["slipType"], TYPES)
        if kind not in SLIPS:
            item.warn(f"a slip of the type {kind!r} is not known and left out")
            return
        self._crossing(item, *SLIPS[kind], "blockname")

    def _crossing(
        self, item: _Item, words: str = "crossing", pairs: Collection[str] = ("AC", "BD"), block: str = "blocknameac"
    ) -> None:
        """Read a crossing or a slip: the file has the places of A and B, of which those of C and D are the mirror images."""
        centre = item.at()
        a, b = item.end("A", centre), item.end("B", centre)
        ends = {"A": a, "B": b, "C": 2 * centre - a, "D": 2 * centre - b}
        names = item["turnout"] or item["turnoutname"], item["turnoutB"]
        states = {part.tag.replace("-", ""): part for part in item.parts("states/*")}
        legs = []
        for pair in pairs:
            one, other = tuple(SLIP_STATES[pair])
            if pair in states:
                one, other = states[pair].choice("turnout", STATES, one), states[pair].choice("turnoutB", STATES, other)
            legs.append(Leg((pair[0], pair[1]), (ends[pair[0]], centre, ends[pair[1]]), _states(names, (one, other))))
        self._add(item, words, legs, item[block], names[0])

    def _turntable(self, item: _Item) -> None:
        """Read a turntable: its bridge turns through the angles of all rays and the angles opposite to them."""
        centre, radius = item.at(), item.number("radius", 25.0)
        rays = {f"R{ray.index}": ray.number("angle", 0.0) % 360 for ray in item.parts("raytrack")}
        settings = turned_settings({port: round(angle) % 360 for port, angle in rays.items()})
        self._bridge(item, "turntable", settings, centre, 2 * radius)
        reach = radius + self.knob
        for port, angle in rays.items():
            self.places[item.name, port] = centre + rect(reach, radians(angle - 90))  # clockwise from the top of the panel

    def _traverser(self, item: _Item) -> None:
        """Read a traverser: a bridge that moves sideways, with slots on both sides of it."""
        centre = item.at()
        half = item.number("deckwidth", 50.0) / 2
        level = item.choice("orientation", ("0", "1"), "0") == "0"
        slots = [(f"R{slot.index}", slot.number("offset", 0.0)) for slot in item.parts("slot")]
        sides = {port: 2 * (number % 2) - 1 for number, (port, _) in enumerate(slots)}  # listed in pairs, left or upper one first
        offsets = sorted({offset for _, offset in slots})
        facing = {(offset, sides[port]): port for port, offset in slots}
        settings = tuple((facing.get((offset, -1), ""), facing.get((offset, 1), "")) for offset in offsets)
        self._bridge(item, "traverser", settings, centre, 2 * half)
        for port, offset in slots:
            across = sides[port] * half
            self.places[item.name, port] = centre + (complex(across, offset) if level else complex(offset, across))

    def _bridge(self, item: _Item, kind: str, settings: Settings, centre: Place, width: float) -> None:
        if settings:
            block = self.blocks.get(item["blockname"], item["blockname"])
            self.drawing.elements[item.name] = Element(item.name, kind, (), block, "", settings, centre, width)
        else:
            item.warn(f"a {kind} without tracks is left out")

    # ----------------------------------------------------------------------------------------------------------------
    # Joins

    def _join(self, editor: Node) -> None:
        """Add the track segments, and join them to what they name."""
        at_anchor: dict[str, list[PortOf]] = {}
        for item in (_Item(node, self.drawing) for node in editor.findall("tracksegment")):
            if not self._is_sound(item):
                continue
            name = item.name
            named = ((one, self._connection(name, item[f"connect{one}name"], item[f"type{one}"])) for one in "12")
            ends = {one: end for one, end in named if end is not None}
            if not ends:
                self.drawing.warn(name, "a track segment that joins nothing is left out")
                continue
            first, last = (self.places[ends.get(one) or next(iter(ends.values()))] for one in "12")
            self._add(item, "track segment", [Leg(("1", "2"), tuple(self._line(item, first, last)))], item["blockname"])
            for port, end in ends.items():
                if end[0] in self.anchors:
                    at_anchor.setdefault(end[0], []).append((name, port))
                elif end[1] in self.drawing.elements[end[0]].joined:
                    self.drawing.warn(name, f"it is joined to {end[0]} at {end[1]}, where another track is already")
                else:
                    self.drawing.join((name, port), end)
        for anchor, kind in self.anchors.items():
            tracks = at_anchor.get(anchor, [])
            if len(tracks) == 2:
                self.drawing.join(*tracks)
            elif len(tracks) > 2:
                names = ", ".join(track for track, _ in tracks)
                self.drawing.warn(anchor, f"{len(tracks)} tracks meet at this point ({names}), and none is joined there")
            elif kind == "ANCHOR" and tracks:
                what = f"a loose end: only {tracks[0][0]} is joined to this anchor, read as a buffer stop"
                self.drawing.end_loosely(anchor, what)
            elif kind == "EDGE_CONNECTOR" and tracks:
                self.drawing.beyond[anchor] = tracks[0]
        self._warn_of_ends_that_meet(at_anchor)
        for element in self.drawing.elements.values():
            loose = [port for port in element.ports if port not in element.joined]
            if loose and not element.is_plain and element.legs:
                self.drawing.end_loosely(element.name, f"no track is joined to this {element.kind} at {' and '.join(loose)}")

    def _warn_of_ends_that_meet(self, at_anchor: dict[str, list[PortOf]]) -> None:
        """Name ends of track that are drawn on each other, which look joined and are not."""
        ends: dict[Place, list[str]] = {}
        for anchor, tracks in at_anchor.items():
            if len(tracks) == 1 and self.anchors[anchor] != "EDGE_CONNECTOR":
                ends.setdefault(self.places[anchor, ""], []).append(anchor)
        for first, *others in ends.values():
            for other in others:
                names = f"{at_anchor[first][0][0]} and {at_anchor[other][0][0]}"
                self.drawing.end_loosely(first, f"{other} is at the same place, and their tracks {names} are not joined")

    def _line(self, item: _Item, first: Place, last: Place) -> Line:
        """Return the line of a track segment as it is drawn: straight, an arc, a quarter of an ellipse, or a Bézier curve."""
        if item.says("arc"):
            if first == last:
                return [first, last]
            begin, end = (last, first) if item.says("flip") else (first, last)
            line = bowed(begin, end, self._extent(item)) if item.says("circle") else elliptic(begin, end)
            return line if begin == first else line[::-1]
        points = item.parts("controlpoints/*")
        if not points or not (item.says("bezier") if item["bezier"] else True):
            return [first, last]
        return self._curve(item, points, first, last)

    def _extent(self, item: _Item) -> float:
        """Return the angle of an arc in degrees: 90 if the file gives none, and at most 180."""
        angle = item.number("angle", 90.0) if item["angle"] else 90.0
        extent = min(angle, 180.0) if angle > 0 else 90.0
        if extent != angle and angle:
            item.warn(f"an arc of {angle:g} degrees is drawn as one of {extent:g}")
        return extent

    def _curve(self, item: _Item, points: list[_Item], first: Place, last: Place) -> Line:
        """Return the Bézier curve of a track segment by way of its control points, which are in the order of their indices."""
        order = [number for point in points if (number := decimal_number(point["index"])) is not None]
        places = [place for point in points if (place := point.place()) is not None]
        faulty = ""
        if len(points) > MOST_CONTROLS:
            faulty = f"it has more than {MOST_CONTROLS} control points"
        elif len(places) < len(points):
            faulty = "the coordinates of a control point are not numbers"
        elif len(set(order)) < len(points):
            faulty = "the indices of its control points are not numbers that differ"
        if faulty:
            item.warn(f"{faulty}, and it is taken as a straight line")
            return [first, last]
        places = [place for _, place in sorted(zip(order, places, strict=True))]
        return bezier([first, *places, last])

    def _connection(self, track: str, name: str, kind: str) -> PortOf | None:
        """Return what a track segment joins; None, with a warning, if it is not there."""
        port = _port(kind)
        if (name, port) in self.places and (name in self.anchors or name in self.drawing.elements):
            return name, port
        is_known = name in self.drawing.elements
        missing = f"{name} has no connection {kind}" if is_known else f"{name or 'nothing'} is not in the file"
        self.drawing.warn(track, f"a loose end: {missing}")
        return None


def _named(text: str, names: list[str]) -> str:
    """Return a type by its name; older files have its number."""
    number = whole_number(text)
    return names[number] if number is not None and number < len(names) else text


def _states(names: Sequence[str], states: Sequence[str]) -> Turnouts:
    """Return the states of the one or two turnouts of an element."""
    return tuple((name, STATES[state]) for name, state in zip(names, states, strict=True) if name)


def _port(kind: str) -> str:
    """Return the port that a type of connection means: `TURNOUT_B` or 3 is B."""
    if (number := whole_number(kind)) is not None:
        if number >= RAY:
            return f"R{number - RAY}"
        if SLIP <= number < SLIP + 4:
            return "ABCD"[number - SLIP]
        kind = NUMBERED[number] if number < len(NUMBERED) else ""
    if kind == "POS_POINT":
        return ""
    last = kind.rpartition("_")[2]
    return f"R{last}" if last.isdigit() else last or "?"
