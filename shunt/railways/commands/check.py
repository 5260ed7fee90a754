"""Panels of JMRI and plans of XTrackCAD in `shunt check`: how they are understood, and what is left out."""

from __future__ import annotations

from shunt.cli.handed import Check, CheckedFile
from shunt.files.printable import printable


def railway_check(name: str, prove: bool) -> Check | None:
    """Return the check of a panel or a plan, given by its file; None for anything else.

    Raise `InputError` if it cannot be read.
    """
    from shunt.railways.reading import is_foreign, read_drawing

    if not is_foreign(name):
        return None
    from shunt.railways.layout import import_drawing

    imported = import_drawing(read_drawing(name))

    def checked() -> CheckedFile:
        from shunt.cards.layout_report import LayoutReport
        from shunt.track.survey import layout_warnings, survey

        layout = imported.layout
        report = LayoutReport(layout, survey(layout.plan), tuple(layout_warnings(layout.plan, ())), ())
        kind = "panel" if imported.drawing.program == "JMRI" else "plan"
        return CheckedFile(
            printable(name),
            kind,
            layout.name,
            found=layout,
            report=report,
            details=tuple(line for line in imported.summary() if not line.startswith("cars held")),  # the survey says it too
            noted=imported.warnings,
        )

    return checked
