"""Panels and plans of our own making, written as JMRI and XTrackCAD write theirs, and the boards that they are."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import product
from pathlib import Path

from shunt.railways.jmri import NUMBERED, POINTS, TYPES
from shunt.railways.layout import Choices, Imported, import_drawing
from shunt.railways.reading import read_drawing
from shunt.track.plan import End, Plan

PORTS = {"layoutturnout": "TURNOUT_", "levelxing": "LEVEL_XING_", "layoutSlip": "SLIP_", "layoutturntable": "TURNTABLE_RAY_"}
PORTS["layouttraverser"] = PORTS["layoutturntable"]


class Panel:
    """A panel in the making; ends of tracks are written `TO1.B`, or `A1` for a point."""

    def __init__(self, name: str = "Yard", numbers: bool = False) -> None:
        self.name, self.numbers = name, numbers
        self.tags: dict[str, str] = {}
        self.lines: list[str] = []

    def add(self, tag: str, ident: str, inside: str = "", **given: object) -> Panel:
        """Add an element with its attributes."""
        self.tags[ident] = tag
        words = " ".join(f'{key}="{value}"' for key, value in given.items())
        self.lines.append(f'<{tag} ident="{ident}" {words}>{inside}</{tag}>')
        return self

    def point(self, ident: str, x: float, y: float, kind: str = "END_BUMPER", **given: object) -> Panel:
        """Add an end bumper, an anchor or an edge connector."""
        shown = POINTS.index(kind) if self.numbers else kind
        return self.add("positionablepoint", ident, type=shown, x=x, y=y, **given)

    def turnout(self, ident: str, kind: str, x: float, y: float, facing: int = 1, **given: object) -> Panel:
        """Add a turnout whose throat is left of its centre, or right of it if it is `facing` -1."""
        shown = TYPES.index(kind) if self.numbers else kind
        ends = {"xb": x + 20 * facing, "yb": y, "xc": x + 20 * facing, "yc": y + 10}
        return self.add("layoutturnout", ident, type=shown, xcen=x, ycen=y, ver=1, continuing=2, **ends, **given)

    def track(self, ident: str, one: str, other: str, block: str = "") -> Panel:
        """Add a track segment."""
        names = [end.partition(".")[0] for end in (one, other)]
        words = f'connect1name="{names[0]}" type1="{self._type(one)}" connect2name="{names[1]}" type2="{self._type(other)}"'
        self.lines.append(f'<tracksegment ident="{ident}" blockname="{escape(block)}" {words} />')
        return self

    def _type(self, end: str) -> str:
        name, _, port = end.partition(".")
        kind = PORTS.get(self.tags.get(name, ""), "POS_POINT") + port
        if not self.numbers:
            return kind
        if kind.startswith("SLIP"):
            return str(21 + "ABCD".index(port))
        return str(50 + int(port)) if kind.startswith("TURNTABLE") else str(NUMBERED.index(kind))

    @property
    def editor(self) -> str:
        """The element of the panel alone."""
        return f'<LayoutEditor class="…LayoutEditorXml" name="{self.name}">' + "\n".join(self.lines) + "</LayoutEditor>"

    def write(self, folder: Path, *others: Panel) -> Path:
        """Write a panel file, with further panels."""
        path = folder / "panel.xml"
        editors = "".join(panel.editor for panel in (self, *others))
        path.write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n<layout-config>{editors}</layout-config>\n', "utf-8")
        return path


def read(path: Path, **choices: object) -> Imported:
    """Import a file."""
    return import_drawing(read_drawing(str(path)), Choices(**choices))  # type: ignore[arg-type]


def smooth(plan: Plan) -> set[tuple[str, ...]]:
    """Everything that trains can do on a plan whatever its ends are called: pairs of joined spaces, and three in a row."""
    found = set()
    for space in plan.spaces:
        sides = [plan.neighbours(End(space, end)) for end in (0, 1)]
        found |= {(min(space, other), max(space, other)) for side in sides for other in side}
        found |= {(min(a, b), space, max(a, b)) for a, b in product(*sides)}
    return found


def board(*tracks: str) -> set[tuple[str, ...]]:
    """The same for runs written by hand, which begin and end with a buffer stop."""
    return smooth(Plan.from_tracks("board", [f"| {track} |" for track in tracks]))


def inglenook(numbers: bool = False) -> Panel:
    """An Inglenook with two turnouts: lead, main (5), and two sidings (3)."""
    panel = Panel("Inglenook Sidings", numbers).point("EB1", 0, 100).turnout("TO1", "RH_TURNOUT", 240, 100, turnoutname="IT1")
    panel.turnout("TO2", "LH_TURNOUT", 300, 110, turnoutname="IT2")
    panel.point("EB2", 510, 100).point("EB3", 470, 110).point("EB4", 470, 120)
    panel.track("T1", "EB1", "TO1.A", "Lead").track("T2", "TO1.B", "EB2", "Main").track("T3", "TO1.C", "TO2.A")
    return panel.track("T4", "TO2.B", "EB3", "Middle").track("T5", "TO2.C", "EB4", "Back")


def plan_text(objects: Iterable[str], scale: str = "HO", version: int = 12) -> str:
    """The text of an XTrackCAD plan."""
    head = f"#XTrackCAD Version: 5.2.0\nVERSION {version} 5.2.0\nTITLE1 Yard\nSCALE {scale}\n"
    return head + "\n".join(objects) + "\nEND\n"


def write_plan(folder: Path, *objects: str, scale: str = "HO", version: int = 12) -> Path:
    """Write an XTrackCAD plan."""
    path = folder / "plan.xtc"
    path.write_text(plan_text(objects, scale, version), "utf-8")
    return path


def track(kind: str, number: int, ends: Iterable[tuple[int, float, float]], numbers: str = "", scale: str = "HO") -> str:
    """An object with its ends, each with the object that it is joined to (0 for none) and its place."""
    lines = [f"{kind} {number} 0 0 0 0 {scale} 2 {numbers}".rstrip()]
    lines += [f"\tT4 {other} {x} {y} 0.0" if other else f"\tE4 {x} {y} 0.0" for other, x, y in ends]
    return "\n".join([*lines, "\tEND$SEGS"])


def small_yard() -> Panel:
    """A run-round loop with an industry at either end and a yard track: the panel of the guide's picture."""
    panel = Panel("Millbrook").point("EB1", 0, 160)
    panel.turnout("TO1", "RH_TURNOUT", 150, 160, turnoutname="IT1").turnout("TO2", "LH_TURNOUT", 560, 160, -1, turnoutname="IT2")
    panel.lines[-1] = panel.lines[-1].replace('yc="170"', 'yc="180"')
    panel.turnout("TO3", "LH_TURNOUT", 260, 160, turnoutname="IT3").turnout("TO4", "RH_TURNOUT", 450, 220, turnoutname="IT4")
    panel.lines[-2] = panel.lines[-2].replace('yc="170"', 'yc="145"')
    panel.point("EB2", 760, 160).point("EB3", 480, 90).point("EB4", 690, 260).point("A1", 230, 220, "ANCHOR")
    panel.track("T1", "EB1", "TO1.A", "West Lead").track("T2", "TO1.B", "TO3.A", "Main").track("T3", "TO3.B", "TO2.B", "Main")
    panel.track("T4", "TO2.A", "EB2", "East Lead").track("T5", "TO3.C", "EB3", "Smith & Sons").track("T6", "TO1.C", "A1", "Loop")
    panel.track("T7", "A1", "TO4.A", "Loop").track("T8", "TO4.B", "TO2.C", "Loop East")
    return panel.track("T9", "TO4.C", "EB4", "Team Track")
