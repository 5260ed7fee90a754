"""Which program a file is of, and its drawing; sizes are bounded before anything is read."""

from __future__ import annotations

from shunt.errors import Fault
from shunt.files.printable import printable
from shunt.files.reading import read_named, refuse
from shunt.railways.drawing import TrackDrawing
from shunt.railways.jmri import panels_in, read_panel
from shunt.railways.xml_file import parse_xml
from shunt.railways.xtrackcad import plan_text, read_plan

LARGEST = 10_000_000
"""Bytes of a panel or a plan: the largest in public have 3 MB."""
MARKS = (b"VERSION ", b"#XTrkCad", b"#XTrackCAD")
ENDINGS = (".xml", ".xtc", ".xtce")
ANYRAIL = "AnyRail writes panels for JMRI: open it there, choose File, Export, JMRI, and give the .xml file"
REDRAW = "draw it in JMRI's Layout Editor or XTrackCAD, or write the layout by hand"
ANYRAIL_TOO = "AnyRail, too, writes panels for JMRI"
OTHER_ENDINGS = {
    ".any": ("AnyRail", ANYRAIL), ".scarm": ("SCARM", REDRAW), ".railml": ("railML", REDRAW), ".railmlx": ("railML", REDRAW),
    ".tdl": ("3rd PlanIt", REDRAW), ".3pi": ("3rd PlanIt", REDRAW), ".rrt": ("RailModeller", REDRAW), ".mly": ("Winrail", REDRAW),
    ".yrrc": ("TrainController", REDRAW), ".yrr": ("TrainController", REDRAW), ".tcp": ("TrainController", REDRAW),
}  # fmt: skip
"""Files of other programs by their endings: the program, and what its user can do."""
OTHER_ROOTS = {"railml": "railML", "plan": "Rocrail", "rocrail": "Rocrail", "scarm": "SCARM", "trackplan": "iTrain"}
"""The same by the first element of an XML file."""


def is_foreign(name: str) -> bool:
    """Return whether a name is that of a panel or a plan, or of another program's, by its ending."""
    return name.lower().endswith((*ENDINGS, *OTHER_ENDINGS))


def read_drawing(file: str, panel: str = "") -> TrackDrawing:
    """Return what a file of JMRI or XTrackCAD holds, the panel named `panel` if it has several; raise `InputError` for others."""
    return drawing_of(file, read_named(file, LARGEST), panel)


def panels_of(file: str, content: bytes) -> list[str]:
    """Return the names of the panels with track that a file of JMRI has; none for other files."""
    if not content[:400].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return []
    return list(panels_in(parse_xml(file, content)))


def drawing_of(file: str, content: bytes, panel: str = "") -> TrackDrawing:
    """Return what the content of a file of this name holds; see `read_drawing`."""
    for ending, (program, remedy) in OTHER_ENDINGS.items():
        if file.lower().endswith(ending):
            refuse(file, f"this is a file of {program}, which is not read", remedy)
    start = content[:400].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"<"):
        root = parse_xml(file, content)
        if other := OTHER_ROOTS.get(root.tag.rpartition(":")[2].lower()):
            refuse(file, f"this is a file of {other}, which is not read", f"{REDRAW}; {ANYRAIL_TOO}")
        if root.tag != "layout-config":
            refuse(file, f"this is a file of <{root.tag}>, not a panel", "give a panel file that JMRI has stored")
        return read_panel(root, printable(file), panel)
    if not content.startswith(b"PK") and not any(mark in content[:4000] for mark in MARKS):
        what = "this is neither a JMRI panel nor an XTrackCAD plan"
        refuse(file, what, f"give a .xml, .xtc or .xtce file; {ANYRAIL_TOO}")
    drawing = read_plan(plan_text(file, content, LARGEST), file)
    if panel:
        drawing.warnings.append(Fault("panel", f"{panel!r} is ignored: XTrackCAD plans have no panels"))
    return drawing
