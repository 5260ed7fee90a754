"""What a PDF file holds, read with pypdf: places of cards in millimetres, sizes and boxes of pages, fonts, text."""

import io
import re
from collections import Counter
from typing import Any

from pypdf import PdfReader

MM = 72 / 25.4
CLIP = re.compile(rb"([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) re W\*? n")
SIZE = re.compile(rb"/F\d+\+?\d* ([-\d.]+) Tf")


def pages(content: bytes) -> list[Any]:
    return list(PdfReader(io.BytesIO(content)).pages)


def words_of(content: bytes) -> Counter[str]:
    """Every word of a file, with how often it is there."""
    return Counter(word for page in pages(content) for word in page.extract_text().split())


def places(page: Any) -> list[tuple[float, ...]]:
    """The frames of the cards on a page: left, bottom, width, height, in millimetres."""
    return [tuple(float(number) / MM for number in found) for found in CLIP.findall(page.get_contents().get_data())]


def text_sizes(page: Any) -> set[float]:
    """The sizes of all text on a page, in points."""
    return {float(found) for found in SIZE.findall(page.get_contents().get_data())}


def box(page: Any, name: str) -> tuple[float, ...]:
    """A box of a page: its corners in millimetres."""
    return tuple(float(number) / MM for number in page[name])


def fonts(page: Any) -> list[Any]:
    return [font.get_object() for font in page["/Resources"]["/Font"].values()]
