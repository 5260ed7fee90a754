"""Solutions in motion: one SVG file that plays by itself, and GIF files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree as ET

from shunt.files.printable import xml_string
from shunt.render.colours import INK, PAPER
from shunt.render.letters import text_width
from shunt.render.scene import Item, Rect, Scene, Text
from shunt.render.svg import add_item, svg_root

HEAD = 8.0  # millimetres above a picture, for the words of its move
HELD = 3  # how many times longer than the others the last picture is shown
DOTS = 3.0  # pixels a millimetre of a GIF


def frames(pictures: Sequence[Scene], titles: Sequence[str]) -> list[Scene]:
    """Return pictures of one size, each under its title."""
    width, height = (max(picture.width for picture in pictures), max(picture.height for picture in pictures) + HEAD)
    found = []
    for picture, title in zip(pictures, titles, strict=True):
        size = min(4.5, 4.5 * (width - 8) / max(1.0, text_width(title, 4.5, bold=True)))
        items: list[Item] = [Rect(width / 2, height / 2, width, height, fill=PAPER)]
        items += picture.placed((width - picture.width) / 2, HEAD)
        found.append(Scene(width, height, (*items, Text(4, 5.6, title, size, INK, "start", bold=True)), title))
    return found


def animated_svg(scenes: Sequence[Scene], seconds: float, title: str) -> str:
    """Return scenes of one size as an SVG file that shows one after the other, without end; what all have is drawn once."""
    common = 0
    while all(common < len(scene.items) and scene.items[common] == scenes[0].items[common] for scene in scenes):
        common += 1
    description = "; ".join(scene.title for scene in scenes)
    root = svg_root(replace(scenes[0], title=title, description=description))
    for item in scenes[0].items[:common]:
        add_item(root, item)
    parts = len(scenes) - 1 + HELD
    for number, scene in enumerate(scenes):
        begin, end = number / parts, (number + 1) / parts if number < len(scenes) - 1 else 1.0
        group = ET.SubElement(root, "g", {"visibility": "visible" if number == 0 else "hidden"})
        times = [(0.0, "visible" if number == 0 else "hidden")]
        times += [(begin, "visible")] if number else []
        times += [(end, "hidden")] if end < 1 else []
        ET.SubElement(
            group,
            "animate",
            {
                "attributeName": "visibility",
                "calcMode": "discrete",
                "dur": f"{parts * seconds:g}s",
                "repeatCount": "indefinite",
                "keyTimes": ";".join(f"{at:.5f}".rstrip("0").rstrip(".") for at, _ in times),
                "values": ";".join(value for _, value in times),
            },
        )
        for item in scene.items[common:]:
            add_item(group, item)
    ET.indent(root, "")
    return xml_string(root) + "\n"


def gif(scenes: Sequence[Scene], seconds: float, dots: float = DOTS) -> bytes:
    """Return scenes of one size as a GIF file that repeats without end; the same bytes for the same scenes."""
    from PIL import Image

    from shunt.render.raster import image

    pictures = [image(scene, dots) for scene in scenes]
    palette = pictures[-1].quantize(128, method=Image.Quantize.MEDIANCUT)
    shown = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    length = round(seconds * 1000)
    times = [length] * (len(shown) - 1) + [length * HELD]
    file = BytesIO()
    shown[0].save(file, "GIF", save_all=True, append_images=shown[1:], duration=times, loop=0, optimize=False, disposal=1)
    return file.getvalue()
