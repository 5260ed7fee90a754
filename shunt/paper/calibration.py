"""The calibration page: a cross on the front and scales on the back, which show how far a printer moves backs."""

from __future__ import annotations

from collections.abc import Sequence

from shunt.errors import Fault, InputError
from shunt.paper.document import Settings
from shunt.paper.pdf import Printed, print_scenes
from shunt.paper.sheets import PAPERS
from shunt.paper.trim import INK, RULER, ruler
from shunt.render.scene import Item, Line, Scene, Text, moved


def print_calibration(settings: Settings) -> Printed:
    """Return a PDF file of two pages, front and back, that show how far a printer moves backs."""
    if settings.backs not in ("long-edge", "short-edge"):
        raise InputError(Fault("backs", f"{settings.backs} has no back page to measure", "one of long-edge, short-edge"))
    width, height = PAPERS[settings.paper]
    x, y = width / 2, height / 2
    edge = settings.backs.replace("-", " ")
    ahead: list[Item] = [Line(x - 25, y, x + 25, y, INK, 0.15), Line(x, y - 25, x, y + 25, INK, 0.15)]
    ahead += _words(
        x,
        y - 62,
        [f"Print both pages at 100 %, turned on the {edge}.", "Hold the sheet against the light, its back towards you."],
    )
    dx, dy = settings.back_offset
    behind = [moved(line, dx, -dy) for line in _scale(x, y)]
    behind += _words(
        x + dx,
        y - 62 - dy,
        [
            "Read where the cross of the front meets these scales, in millimetres.",
            "Add this to the present offset: right and up are positive.",
            f"Present offset of backs: {dx:g},{dy:g}",
        ],
    )
    bar = ruler(x - RULER / 2, height - 40)
    return print_scenes([Scene(width, height, (*items, *bar)) for items in (ahead, behind)], "Calibration")


def _scale(x: float, y: float) -> list[Item]:
    """Draw two crossed scales from -10 to 10 mm."""
    items: list[Item] = [Line(x - 10, y, x + 10, y, INK, 0.1), Line(x, y - 10, x, y + 10, INK, 0.1)]
    for at in range(-10, 11):
        half = 1.6 if at % 5 == 0 else 0.8
        items += [Line(x + at, y - half, x + at, y + half, INK, 0.1), Line(x - half, y + at, x + half, y + at, INK, 0.1)]
        if at % 5 == 0 and at:
            items += [Text(x + at, y + 4.4, f"{at}", 2.4, INK), Text(x + 4.6, y - at + 0.9, f"{at}", 2.4, INK)]
    return items


def _words(x: float, y: float, lines: Sequence[str]) -> list[Item]:
    return [Text(x, y + 6 * index, line, 4.0, INK) for index, line in enumerate(lines)]
