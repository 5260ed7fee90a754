"""The embedded typeface (Bitstream Vera, which reportlab carries with its licence), and measured text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from shunt.render import letters
from shunt.render.colours import INK
from shunt.render.scene import XY, Text

Anchor = Literal["start", "middle", "end"]
PLAIN, BOLD = "Vera", "VeraBd"
POINT = 25.4 / 72  # millimetres
LEAST = 6.0 * POINT  # size of the smallest text that is printed, in millimetres
ARROW, ARROW_WIDTH = "→", 0.9  # drawn, since the typeface has none; its width in sizes
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
    known = _registered() | {ord(ARROW)}
    return "".join(letter if ord(letter) in known and letter.isprintable() else MISSING for letter in text)


def width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of text; sizes and widths have the same unit."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    runs = printable_text(text).split(ARROW)
    return float(sum(stringWidth(run, family(bold), size) for run in runs)) + ARROW_WIDTH * size * (len(runs) - 1)


def fitted(text: str, size: float, room: float, bold: bool = False) -> tuple[str, float]:
    """Return the text and the size at which it fits in `room`: smaller first, then shortened at 6 points."""
    return letters.fitted(text, size, room, bold, LEAST, width)


def line(at: XY, words: str, size: float, room: float, colour: str = INK, anchor: Anchor = "start", bold: bool = False) -> Text:
    """Return a line of text at a point, which fits in `room`."""
    text, size = fitted(words, size, room, bold)
    return Text(*at, text, size, colour, anchor, bold)


def wrapped(words: Iterable[str], size: float, room: float) -> list[str]:
    """Break words into lines of at most `room`; a longer word is broken itself."""
    return letters.wrapped(words, size, room, width)


def labelled(label: str, words: Sequence[str], size: float, room: float) -> tuple[float, list[str]]:
    """Break words into lines, the first of them after a bold label; return also where the first begins."""
    indent = width(label + "  ", size, bold=True) if label else 0.0
    first = wrapped(words, size, room - indent)[:1]
    rest = " ".join(words)[len(first[0]) :].split() if first else []
    return indent, [*first, *wrapped(rest, size, room)]
