"""The embedded typeface (Bitstream Vera, which reportlab carries with its licence), and measured text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

PLAIN, BOLD = "Vera", "VeraBd"
POINT = 25.4 / 72  # millimetres
LEAST = 6.0 * POINT  # size of the smallest text that is printed, in millimetres
MISSING = "?"  # printed instead of a character that the typeface does not have


@cache
def _registered() -> frozenset[int]:
    """Register both weights once; return the characters that both have.

    Their files are named whole: by its name alone reportlab would take one that is in a machine's folder of fonts.
    """
    import reportlab
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    faces = []
    for name in (PLAIN, BOLD):
        font = TTFont(name, str(Path(reportlab.__file__).parent / "fonts" / f"{name}.ttf"))
        pdfmetrics.registerFont(font)
        faces.append(set(font.face.charToGlyph))
    return frozenset(faces[0] & faces[1])


def family(bold: bool) -> str:
    """Return the name of the registered font of a weight."""
    _registered()
    return BOLD if bold else PLAIN


def printable_text(text: str) -> str:
    """Return the text with every character that the typeface lacks replaced by `?`."""
    known = _registered()
    return "".join(letter if ord(letter) in known and letter.isprintable() else MISSING for letter in text)


def width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of text; sizes and widths have the same unit."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(printable_text(text), family(bold), size))


def fitted(text: str, size: float, room: float, bold: bool = False) -> tuple[str, float]:
    """Return the text and the size at which it fits in `room`: smaller first, then shortened at the smallest size."""
    size = max(LEAST, min(size, size * room / max(width(text, size, bold), 1e-6)))
    if width(text, size, bold) <= room + 1e-6:
        return text, size
    while text and width(text + "…", size, bold) > room:
        text = text[:-1].rstrip()
    return text + "…", size


def wrapped(words: Iterable[str], size: float, room: float, indent: float = 0.0) -> list[str]:
    """Break words into lines of at most `room`; the lines after the first are `indent` shorter. Long words are broken."""
    lines: list[str] = []
    line = ""
    for word in words:
        limit = room - (indent if lines else 0.0)
        longer = f"{line} {word}" if line else word
        if width(longer, size) <= limit:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while width(line, size) > room - indent and len(line) > 1:
            cut = len(line) - 1
            while cut > 1 and width(line[:cut], size) > room - indent:
                cut -= 1
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line] if line else lines
