"""QR codes as scenes."""

from __future__ import annotations

from shunt.render.scene import Command, Path, Rect, Scene, polyline

QUIET = 4  # modules of blank margin that scanners need


def qr_scene(text: str, title: str, module: float = 1.0) -> Scene:
    """Return the QR code of a text, its modules `module` millimetres wide."""
    from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    side = (code.getModuleCount() + 2 * QUIET) * module

    def square(row: int, column: int) -> tuple[Command, ...]:
        x, y = (column + QUIET) * module, (row + QUIET) * module
        return polyline([(x, y), (x + module, y), (x + module, y + module), (x, y + module)], closed=True)

    numbers = range(code.getModuleCount())
    dark = (step for row in numbers for column in numbers if code.isDark(row, column) for step in square(row, column))
    return Scene(side, side, (Rect(side / 2, side / 2, side, side, fill="#ffffff"), Path(tuple(dark), "#000000")), title)
