"""Films as files: SVG that plays by itself, and GIF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from shunt.files.printable import xml_string
from shunt.films.film import Film, Rolling, Still
from shunt.render.scene import Item, Scene
from shunt.render.svg import add_items, number, svg_root

if TYPE_CHECKING:
    from PIL.Image import Image

DOTS = 3.0  # pixels a millimetre of a GIF
FRAME = 0.08  # seconds that a picture of a GIF is seen at least, while something rolls
COLOURS = 128  # of a GIF
Attributes = dict[str, str]


# --------------------------------------------------------------------------------------------------------------------- SVG


def animated_svg(film: Film) -> str:
    """Return a film as an SVG file that repeats without end; whatever rolls is drawn once."""
    root = svg_root(Scene(film.width, film.height, (), film.title, film.description))
    for part in film.parts:
        if isinstance(part, Rolling):
            _add_rolling(root, part, film.seconds)
        else:
            _add_still(root, part, film.seconds)
    ET.indent(root, "")
    return xml_string(root) + "\n"


def _add_still(root: ET.Element, part: Still, seconds: float) -> None:
    """Add items that are seen in some spans of time only."""
    times: list[tuple[float, str]] = []
    for begin, end in part.spans:
        times += [(begin, "visible"), (end, "hidden")]
    if times[0][0] > 0:
        times.insert(0, (0.0, "hidden"))
    times = [(time, value) for time, value in times if time < seconds - 1e-6]
    if len(times) > 1:
        root = ET.SubElement(root, "g", {"visibility": times[0][1]})
        _animate(root, "animate", {"attributeName": "visibility", "calcMode": "discrete"}, times, seconds)
    add_items(root, part.items)


def _add_rolling(root: ET.Element, part: Rolling, seconds: float) -> None:
    """Add items that are moved and turned."""
    x, y, angle = part.course[0][1]
    group = ET.SubElement(root, "g", {"transform": f"translate({number(x)} {number(y)}) rotate({number(angle)})"})
    moment = part.course if part.course[-1][0] >= seconds else (*part.course, (seconds, part.course[-1][1]))
    moves = [(time, f"{number(pose.x)} {number(pose.y)}") for time, pose in moment]
    turns = [(time, number(pose.angle)) for time, pose in moment]
    if any(value != moves[0][1] for _, value in moves) or any(value != turns[0][1] for _, value in turns):
        for kind, values, added in (("translate", moves, "replace"), ("rotate", turns, "sum")):
            how = {"attributeName": "transform", "type": kind, "additive": added}
            _animate(group, "animateTransform", how, values, seconds)
    add_items(group, part.items)


def _animate(group: ET.Element, name: str, how: Attributes, values: Sequence[tuple[float, str]], seconds: float) -> None:
    times = ";".join(number(time / seconds, 5) for time, _ in values)
    timing = {"dur": f"{seconds:g}s", "repeatCount": "indefinite", "keyTimes": times, "values": ";".join(v for _, v in values)}
    ET.SubElement(group, name, how | timing)


# --------------------------------------------------------------------------------------------------------------------- GIF


def gif(film: Film, dots: float = DOTS) -> bytes:
    """Return a film as a GIF file that repeats without end; the same bytes for the same film."""
    from PIL import Image

    times = [time for time, _ in gif_times(film)]
    pictures = list(_images(film, times, dots))
    palette = pictures[-1].quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    shown = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    lengths = [round(1000 * length) for _, length in gif_times(film)]
    file = BytesIO()
    shown[0].save(file, "GIF", save_all=True, append_images=shown[1:], duration=lengths, loop=0, optimize=False, disposal=1)
    return file.getvalue()


def _images(film: Film, times: Sequence[float], dots: float) -> Iterator[Image]:
    """Yield the pictures at some times; what a picture begins with as the one before it does is not drawn again."""
    from shunt.render.raster import FINER, MOST, Painter, blank

    dots = min(dots, MOST / max(film.width, film.height))
    empty = blank(film.width, film.height, dots)
    before: Sequence[Item] = ()
    kept, ground = 0, empty  # how many of the items before are on the ground that pictures continue
    for items in map(film.at, times):
        same = next((number for number, (old, new) in enumerate(zip(before, items, strict=False)) if old != new), len(before))
        if same < kept:
            kept, ground = 0, empty
        canvas = ground.copy()
        painter = Painter(canvas, dots)
        painter.draw(items[kept:same])
        if same > kept:
            kept, ground = same, canvas.copy()
        painter.draw(items[same:])
        before = items
        yield canvas.reduce(FINER)


def gif_times(film: Film) -> Iterator[tuple[float, float]]:
    """Yield the time of each picture, and how long it is shown: one each change, and many while something rolls."""
    changes = {0.0, film.seconds, *(time for roll in film.rolls for time in roll)}
    changes |= {time for part in film.parts if isinstance(part, Still) for span in part.spans for time in span}
    ordered = sorted(changes)
    distinct = [time for index, time in enumerate(ordered) if index == 0 or time - ordered[index - 1] > 1e-6]
    for begin, end in pairwise(distinct):
        rolls = any(first <= begin + 1e-6 and end <= last + 1e-6 for first, last in film.rolls)
        count = max(1, round((end - begin) / FRAME)) if rolls else 1
        for step in range(count):
            yield begin + (step + 0.5 * rolls) * (end - begin) / count, (end - begin) / count
