"""SVG text of a scene: the same bytes for the same scene, no fonts or files fetched from anywhere."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree as ET

from shunt.files.printable import xml_string
from shunt.render.letters import text_width, widths_of
from shunt.render.scene import Circle, Item, Line, Path, Scene, Shape, Text

FONTS = "Verdana, 'DejaVu Sans', Geneva, sans-serif"
Attributes = dict[str, str]


def svg_text(scene: Scene) -> str:
    """Return the scene as the text of an SVG file; a millimetre of the scene is one of the picture."""
    root = svg_root(scene)
    add_items(root, scene.items)
    ET.indent(root, "")
    return xml_string(root) + "\n"


def svg_root(scene: Scene) -> ET.Element:
    """Return the root of an SVG file with the size, the title and the description of a scene, and nothing drawn."""
    size = (number(scene.width), number(scene.height))
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": f"{size[0]}mm",
            "height": f"{size[1]}mm",
            "viewBox": f"0 0 {size[0]} {size[1]}",
            "font-family": FONTS,
            "role": "img",
        },
    )
    if scene.title:
        ET.SubElement(root, "title").text = scene.title
    if scene.description:
        ET.SubElement(root, "desc").text = scene.description
    return root


def add_items(root: ET.Element, items: Iterable[Item]) -> None:
    """Add items to an SVG element."""
    for item in items:
        add_item(root, item)


def add_item(root: ET.Element, item: Item) -> None:
    """Add one item to an SVG element."""
    if isinstance(item, Text):
        _add_text(root, item)
        return
    if isinstance(item, Path):
        drawn = ("L".join(f"{number(x)} {number(y)}" for x, y in line) for line in item.lines)
        shape = {"d": "".join(f"M{line}{'Z' * item.closed}" for line in drawn)}
    elif isinstance(item, Line):
        shape = _numbers(x1=item.x1, y1=item.y1, x2=item.x2, y2=item.y2)
    elif isinstance(item, Circle):
        shape = _numbers(cx=item.x, cy=item.y, r=item.radius)
    else:
        shape = _numbers(x=item.x - item.across / 2, y=item.y - item.down / 2, width=item.across, height=item.down)
        shape |= (_numbers(rx=item.radius) if item.radius else {}) | _turned(item.angle, item.x, item.y)
    ET.SubElement(root, type(item).__name__.lower(), shape | _paint(item))


def _numbers(**values: float) -> Attributes:
    return {key: number(value) for key, value in values.items()}


def _paint(item: Shape) -> Attributes:
    attributes = {} if isinstance(item, Line) else {"fill": item.fill or "none"}
    if item.stroke:
        attributes |= {"stroke": item.stroke, "stroke-width": number(item.width)}
        if item.dash:
            attributes["stroke-dasharray"] = " ".join(map(number, item.dash))
        if isinstance(item, Path):
            attributes["stroke-linejoin"] = "round"
        if item.cap != "butt":
            attributes["stroke-linecap"] = item.cap
    if item.opacity != 1:
        attributes["opacity"] = number(item.opacity)
    return attributes


def _add_text(root: ET.Element, item: Text) -> None:
    attributes = {"x": number(item.x), "y": number(item.y), "font-size": number(item.size), "fill": item.colour}
    if item.anchor != "start":
        attributes["text-anchor"] = item.anchor
    if item.bold:
        attributes["font-weight"] = "bold"
    # The width of a text is kept in any font that replaces the built-in one.
    if len(item.text) > 1 and widths_of(item.bold).keys() >= {*item.text}:
        attributes |= {"textLength": number(text_width(item.text, item.size, item.bold)), "lengthAdjust": "spacingAndGlyphs"}
    ET.SubElement(root, "text", attributes | _turned(item.angle, item.x, item.y)).text = item.text


def _turned(angle: float, x: float, y: float) -> Attributes:
    return {"transform": f"rotate({number(angle)} {number(x)} {number(y)})"} if round(angle, 2) else {}


def number(value: float, digits: int = 2) -> str:
    """Return a number with at most `digits` decimals (two: a hundredth of a millimetre), without trailing zeros."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
