"""QR codes drawn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from shunt.render.scene import XY, Path, Scene, ground

QUIET = 4  # modules of blank margin that scanners need


def modules_of(text: str) -> Sequence[Sequence[bool]]:
    """Return the rows of modules of the QR code of a text, true where they are dark."""
    from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    return [list(map(bool, row)) for row in code.modules]


def qr_path(modules: Sequence[Sequence[bool]], x: float, y: float, side: float) -> Path:
    """Draw a code whose modules are `side` wide, with its upper left corner at (x, y)."""
    runs: list[tuple[XY, XY]] = []
    for row, line in enumerate(modules):
        middle, column = y + (row + 0.5) * side, 0
        for is_dark, run in groupby(line):
            left = x + column * side
            column += len(list(run))
            if is_dark:
                runs.append(((left, middle), (x + column * side, middle)))
    return Path(tuple(runs), stroke="#000000", width=1.01 * side)


def qr_scene(text: str, title: str) -> Scene:
    """Return the QR code of a text on white, its modules a millimetre wide."""
    modules = modules_of(text)
    side = float(len(modules) + 2 * QUIET)
    return Scene(side, side, (ground(side, side), qr_path(modules, QUIET, QUIET, 1.0)), title)
