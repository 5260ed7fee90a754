"""Typefaces of PDF and PNG files, and text measured in them.

Each character is set in the first typeface that has it: Bitstream Vera, which reportlab carries with its licence; the file that a
user chose; and a part of DejaVu Sans, which continues Vera with more Latin letters, Greek and Cyrillic (`typefaces`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from shunt.errors import Fault, InputError
from shunt.files.printable import printable
from shunt.render import letters
from shunt.render.colours import INK
from shunt.render.scene import XY, Anchor, Item, Text

PLAIN, BOLD = "Vera", "VeraBd"
POINT = 25.4 / 72  # millimetres
LEAST = 6.0 * POINT  # size of the smallest text that is printed, in millimetres
MISSING = "?"  # set instead of a character that no typeface has
UNSEEN = frozenset("\ufe0e\ufe0f\u200d")  # ask for other pictures of the characters beside them
INDIC = (0x0900, 0x109F), (0x1780, 0x18AF), (0x1A20, 0x1AAF), (0xA800, 0xABFF), (0x11000, 0x11FFF)
"""Blocks of scripts whose letters change their shape or their order beside others."""

_chosen: ContextVar[str] = ContextVar("chosen typeface", default="")


class Face(NamedTuple):
    """A typeface: the registered names of its weights, plain and bold, and the characters that both have."""

    names: tuple[str, str]
    characters: frozenset[int]


class Run(NamedTuple):
    """A part of a line in one typeface, by its registered name."""

    font: str
    text: str


@contextmanager
def typeface(path: str | None) -> Iterator[None]:
    """Set what Vera lacks in the typeface of a file, a TrueType font; raise `InputError` if it cannot be used."""
    if path:
        _chosen_face(path)
    token = _chosen.set(path or "")
    try:
        yield
    finally:
        _chosen.reset(token)


@cache
def _chosen_face(path: str) -> Face:
    from reportlab.pdfbase.ttfonts import TTFError

    name = f"chosen {path}"
    try:
        return _face((name, name), (path, path))
    except (TTFError, OSError, ValueError, KeyError, IndexError, AssertionError) as error:
        what = f"{printable(path)} cannot be used as a typeface: {printable(str(error))[:120]}"
        raise InputError("font", what, "give a TrueType file, .ttf or .ttc") from None


@cache
def _faces(chosen: str) -> tuple[Face, ...]:
    """Register the typefaces in their order.

    Their files are named whole: by its name alone reportlab would take one that is in a machine's folder of fonts.
    """
    import reportlab

    vera = Path(reportlab.__file__).parent / "fonts"
    own = Path(__file__).parent / "typefaces"
    return (
        _face((PLAIN, BOLD), (str(vera / "Vera.ttf"), str(vera / "VeraBd.ttf"))),
        *([_chosen_face(chosen)] if chosen else []),
        _face(("DejaVu", "DejaVuBd"), (str(own / "DejaVuSans.ttf"), str(own / "DejaVuSans-Bold.ttf"))),
    )


def _face(names: tuple[str, str], files: tuple[str, str]) -> Face:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    has = []
    for name, file in dict(zip(names, files, strict=True)).items():
        font = TTFont(name, file)
        # Otherwise reportlab uses the first file for every later one whose font has the same name inside.
        getattr(pdfmetrics, "_dynFaceNames", {}).pop(font.face.name, None)
        pdfmetrics.registerFont(font)
        has.append(frozenset(font.face.charToGlyph))
    return Face(names, has[0] & has[-1])


def family(bold: bool) -> str:
    """Return the registered name of a weight of Vera."""
    return _faces("")[0].names[bold]


def _face_of(letter: str) -> Face | None:
    code = ord(letter)
    return next((face for face in _faces(_chosen.get()) if code in face.characters), None) if letter.isprintable() else None


def _plain(text: str) -> str:
    """Return the text with letters and their accents as one character each, where there is such a character."""
    if text.isascii():
        return text
    return "".join(letter for letter in unicodedata.normalize("NFC", text) if letter not in UNSEEN)


def missing(text: str) -> dict[str, None]:
    """Return the characters of a text that no typeface has, in their order."""
    return {} if text.isascii() and text.isprintable() else {letter: None for letter in _plain(text) if _face_of(letter) is None}


def unshaped(text: str) -> str:
    """Return the script of the first letters of a text that would have to be shaped or set from right to left; "" if none."""
    for letter in text if not text.isascii() else "":
        code = ord(letter)
        if unicodedata.bidirectional(letter) in ("R", "AL") or any(low <= code <= high for low, high in INDIC):
            return unicodedata.name(letter, "an unknown script").split()[0].title()
    return ""


def lacking(items: Iterable[Item], title: str) -> dict[str, None]:
    """Return the characters of a picture that no typeface has; raise `InputError` for scripts that cannot be set."""
    found: dict[str, None] = {}
    for item in items:
        if not isinstance(item, Text) or item.text.isascii():
            continue
        if script := unshaped(item.text):
            what = f"{item.text!r} is in {script}, whose letters change next to others or run from right to left"
            remedy = "only a browser can display that: give another title or name, or use pages or SVG"
            raise InputError(Fault("", what, remedy, title))
        found |= missing(item.text)
    return found


def remark(title: str, letters: Iterable[str]) -> str:
    """Return a line about the characters of a scene that no typeface has."""
    named = [
        f"{letter if letter.isprintable() else ''} (U+{ord(letter):04X} {unicodedata.name(letter, '')}".strip() + ")"
        for letter in letters
    ]
    return f"{title}: no typeface has {', '.join(named)}; shown as {MISSING} (choose a font that has them)"


def runs(text: str, bold: bool = False) -> list[Run]:
    """Return a line in parts, each in one typeface; `?` is set instead of a character that no typeface has."""
    if text.isascii() and text.isprintable():
        return [Run(family(bold), text)] if text else []
    faces = ((_face_of(letter), letter) for letter in _plain(text))
    letters = [Run(face.names[bold], letter) if face else Run(family(bold), MISSING) for face, letter in faces]
    return [Run(font, "".join(run.text for run in found)) for font, found in groupby(letters, lambda run: run.font)]


def width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line of text; sizes and widths have the same unit."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(sum(stringWidth(run.text, run.font, size) for run in runs(text, bold)))


fitted = partial(letters.fitted, least=LEAST, measure=width)
"""Returns a text and the size at which it fits in a room. A text that does not fit at 6 points is shortened."""
wrapped = partial(letters.wrapped, measure=width)
"""Breaks words into lines that fit in a room. A word that is longer than a line is broken too."""


def line(at: XY, words: str, size: float, room: float, colour: str = INK, anchor: Anchor = "start", bold: bool = False) -> Text:
    """Return a line of text at a point, which fits in `room`."""
    text, size = fitted(words, size, room, bold)
    return Text(*at, text, size, colour, anchor, bold)


def labelled(
    label: str, words: Sequence[str], size: float, room: float, base: float = 1.0, colour: str = INK
) -> list[list[Item]]:
    """Break words into lines, the first of them after a bold label in a `colour`; return the texts of each.

    `base`: from the upper edge of each line to its base line, in sizes.
    """
    indent = width(label + "  ", size, bold=True) if label else 0.0
    first = wrapped(words, size, room - indent)[:1]
    rest = " ".join(words)[len(first[0]) :].split() if first else []
    lines: list[list[Item]] = [[Text(0, base * size, line, size, INK, "start")] for line in wrapped(rest, size, room)]
    if first:
        labels = [Text(0, base * size, label, size, colour, "start", bold=True)] if label else []
        lines.insert(0, [Text(indent, base * size, first[0], size, INK, "start"), *labels])
    return lines
