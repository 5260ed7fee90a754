"""A painter of scenes on a page of a PDF file: the same items as in SVG, in the same millimetres."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from shunt.render import fonts
from shunt.render.lines import simplified
from shunt.render.scene import Circle, Item, Line, Path, Rect, Shape, Text

MM = 72 / 25.4  # points a millimetre
TOLERANCE = 0.012  # millimetres: the width of a dot at 2,000 dots an inch


def clip(canvas: Any, x: float, y: float, across: float, down: float) -> None:
    """Let nothing be painted outside a rectangle, (x, y) its lower left corner in millimetres, until the state is restored."""
    frame = canvas.beginPath()
    frame.rect(x * MM, y * MM, across * MM, down * MM)
    canvas.clipPath(frame, stroke=0, fill=0)


def paint_items(canvas: Any, items: tuple[Item, ...], height: float) -> None:
    """Paint items of a scene that is `height` millimetres high."""
    for item in items:
        if isinstance(item, Text):
            _text(canvas, item, height)
        else:
            _shape(canvas, item, height)


def readable(item: Item) -> Item:
    """Return the item; a text below 6 points is enlarged to that size."""
    return replace(item, size=fonts.LEAST) if isinstance(item, Text) and item.size < fonts.LEAST else item


def _text(canvas: Any, item: Text, height: float) -> None:
    canvas.setFillColor(_colour(item.colour))
    across = {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor] * fonts.width(item.text, item.size, item.bold) * MM
    x, y = item.x * MM, (height - item.y) * MM
    if not round(item.angle, 2):
        _string(canvas, x - across, y, item)
        return
    canvas.saveState()
    canvas.translate(x, y)
    canvas.rotate(-item.angle)
    _string(canvas, -across, 0, item)
    canvas.restoreState()


def _string(canvas: Any, x: float, y: float, item: Text) -> None:
    """Paint text from a point on, each part in its typeface."""
    size = item.size * MM
    for run in fonts.runs(item.text, item.bold):
        canvas.setFont(run.font, size)
        canvas.drawString(x, y, run.text)
        x += canvas.stringWidth(run.text, run.font, size)


def _shape(canvas: Any, item: Shape, height: float) -> None:
    stroke = item.stroke if item.width > 0 else ""
    if not item.fill and not stroke:
        return
    angle = round(item.angle, 2) if isinstance(item, Rect) else 0.0
    is_apart = bool(angle or item.dash) or item.opacity != 1
    if is_apart:
        canvas.saveState()
    if item.fill:
        canvas.setFillColor(_colour(item.fill))
    if stroke:
        canvas.setStrokeColor(_colour(stroke))
        canvas.setLineWidth(item.width * MM)
        canvas.setLineCap(int(item.cap == "round"))
        canvas.setLineJoin(int(isinstance(item, Path)))
    if item.dash:
        canvas.setDash([length * MM for length in item.dash])
    if item.opacity != 1:
        canvas.setFillAlpha(item.opacity)
        canvas.setStrokeAlpha(item.opacity)
    if angle and isinstance(item, Rect):
        canvas.translate(item.x * MM, (height - item.y) * MM)
        canvas.rotate(-item.angle)
        item = replace(item, x=0, y=height)
    canvas.drawPath(_outline(canvas, item, height), stroke=int(bool(stroke)), fill=int(bool(item.fill)))
    if is_apart:
        canvas.restoreState()


def _outline(canvas: Any, item: Shape, height: float) -> Any:
    path = canvas.beginPath()
    if isinstance(item, Circle):
        path.circle(item.x * MM, (height - item.y) * MM, item.radius * MM)
    elif isinstance(item, Rect):
        corner = ((item.x - item.across / 2) * MM, (height - item.y - item.down / 2) * MM)
        radius = min(item.radius, item.across / 2, item.down / 2)
        if radius > 0:
            path.roundRect(*corner, item.across * MM, item.down * MM, radius * MM)
        else:
            path.rect(*corner, item.across * MM, item.down * MM)
    else:
        ends = [((item.x1, item.y1), (item.x2, item.y2))] if isinstance(item, Line) else item.lines
        for line in ends:
            first, *others = ((_points(x), _points(height - y)) for x, y in simplified(line, TOLERANCE))
            path.moveTo(*first)
            for point in others:
                path.lineTo(*point)
            if isinstance(item, Path) and item.closed:
                path.close()
    return path


def _points(millimetres: float) -> float:
    """Return points with two decimals: some 4 micrometres, and half the bytes."""
    return round(millimetres * MM, 2)


def _colour(text: str) -> Any:
    from reportlab.lib.colors import HexColor

    return HexColor(text)
