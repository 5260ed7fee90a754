"""Panels of JMRI and plans of XTrackCAD that are opened in the editor: what was understood, and the part that is wanted."""

from __future__ import annotations

import binascii
import zlib
from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from shunt.errors import InputError
from shunt.files.printable import printable
from shunt.railways.layout import Choices, import_drawing
from shunt.railways.part import wanted_part
from shunt.railways.reading import LARGEST, drawing_of, panels_of
from shunt.railways.scale import given_ratio


def opened_file(data: Mapping[str, str]) -> dict[str, Any]:
    """Return the layout of a file that the page has opened, and what was understood of it.

    `text` is the file's name, `content` its content, compressed by gzip, as base 64; `panel`, `within`, `around`, `blocks`,
    `points`, `car_length` and `scale` are as in `shunt import`. Where it cannot be read, or not so, the answer says why.
    """
    name = printable(data["text"])
    panels: list[str] = []
    try:
        content = _unpacked(data.get("content", ""))
        panels = panels_of(name, content)
        drawing = drawing_of(name, content, data.get("panel", ""))
        blocks = sorted({element.block for element in drawing.elements.values() if element.block})
        found = import_drawing(drawing, _choices(data))
        text = found.text(name, found.layout)
    except InputError as error:
        return {"panels": panels, "words": str(error), "faults": list(error.faults)}
    report = {"lines": found.summary(), "left": found.drawing.warnings, "loose": found.drawing.loose}
    return {"panels": panels, "blocks": blocks, "text": text, **report}


def _unpacked(text: str) -> bytes:
    """Return a compressed content, of which no more is unpacked than may be read."""
    try:
        content = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(b64decode(text, validate=True), LARGEST + 1)
    except (binascii.Error, zlib.error):
        raise InputError("content", "the file did not arrive whole", "open it again") from None
    if len(content) > LARGEST:
        raise InputError("", f"the file has more than {LARGEST // 1_000_000} MB", "is it the right file?")
    return content


def _choices(data: Mapping[str, str]) -> Choices:
    """Return what the page's fields choose; raise `InputError` for a length that is none."""
    try:
        length = float(data.get("car_length") or 0)
    except ValueError:
        length = -1.0
    if not 0 <= length < 1e6:
        raise InputError("car_length", f"{data['car_length']!r} is not a length", "give a number above 0")
    scale = given_ratio(data["scale"]) if data.get("scale") else None
    wanted = wanted_part(data.get("within"), data.get("around"), data.get("blocks"))
    return Choices(car_length=length or None, wanted=wanted, points=data.get("points") or "pass", scale=scale)
