"""Pixels of a scene: PNG files, drawn by Pillow in the typefaces of `fonts`: no font of the machine matters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import cycle
from typing import TYPE_CHECKING, Any

from shunt.render import fonts
from shunt.render.geometry import Spot, around, length, part
from shunt.render.scene import XY, Circle, Item, Line, Rect, Scene, Shape, Text, ground

if TYPE_CHECKING:
    from PIL.Image import Image

DOTS = 6.0  # pixels a millimetre
FINER = 3  # times as many are drawn and then averaged, which smooths edges
MOST = 6000  # pixels across and down


def png(scene: Scene, dots: float = DOTS) -> bytes:
    """Return the scene as a PNG file, `dots` pixels a millimetre; the same bytes for the same scene."""
    file = BytesIO()
    image(scene, dots).save(file, "PNG", optimize=False)
    return file.getvalue()


def fitted_png(scene: Scene, across: int, down: int) -> bytes:
    """Return the scene as a PNG file of this size in pixels, drawn as large as possible in the middle."""
    return png(fitted(scene, across / down), across / max(scene.width, scene.height * across / down))


def fitted(scene: Scene, ratio: float) -> Scene:
    """Return the scene in the middle of one whose width is `ratio` times its height."""
    width = max(scene.width, scene.height * ratio)
    height = width / ratio
    items = (ground(width, height), *scene.placed((width - scene.width) / 2, (height - scene.height) / 2))
    return replace(scene, width=width, height=height, items=items)


def image(scene: Scene, dots: float = DOTS) -> Image:
    """Return the scene as an image of at most 6,000 pixels across and down."""
    dots = min(dots, MOST / max(scene.width, scene.height))
    canvas = blank(scene.width, scene.height, dots)
    Painter(canvas, dots).draw(scene.items)
    return canvas.reduce(FINER)


def blank(width: float, height: float, dots: float) -> Image:
    """Return an empty image for a painter, `FINER` times as large as it is to be in the end."""
    from PIL import Image

    return Image.new("RGB", (max(1, round(width * dots)) * FINER, max(1, round(height * dots)) * FINER), "#ffffff")


@cache
def _font(name: str, pixels: int) -> Any:
    from PIL import ImageFont
    from reportlab.pdfbase.pdfmetrics import getFont

    return ImageFont.truetype(getFont(name).face.filename, pixels, layout_engine=ImageFont.Layout.BASIC)


class Painter:
    """A painter of items on a large image of `dots` × `FINER` pixels a millimetre."""

    def __init__(self, canvas: Image, dots: float) -> None:
        from PIL import ImageDraw

        self.canvas, self.pen, self.scale = canvas, ImageDraw.Draw(canvas), dots * FINER

    def draw(self, items: Iterable[Item]) -> None:
        """Draw items, the lowest first."""
        for item in items:
            self._draw(item)

    def _draw(self, item: Item) -> None:
        if isinstance(item, Text):
            self._text(item)
        else:
            lines = _outlines(item)
            before = self.canvas.copy() if item.opacity < 1 else None
            if item.fill:
                for line in lines:
                    self.pen.polygon([self._at(point) for point in line], fill=item.fill)
            if item.stroke and item.width:
                for line in lines:
                    self._stroke(line, item)
            if before is not None:
                from PIL import Image

                self.canvas.paste(Image.blend(before, self.canvas, item.opacity))

    def _at(self, point: XY) -> XY:
        return point[0] * self.scale, point[1] * self.scale

    def _stroke(self, line: list[XY], shape: Shape) -> None:
        thick = max(1, round(shape.width * self.scale))
        for drawn in _dashed(line, shape.dash) if shape.dash else [line]:
            points = [self._at(point) for point in drawn]
            if len(points) < 2:
                continue
            self.pen.line(points, fill=shape.stroke, width=thick, joint="curve")
            ends = [points[0], points[-1]] if shape.cap == "round" and thick > 2 else []
            for x, y in ends:
                self.pen.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=shape.stroke)

    def _text(self, item: Text) -> None:
        from PIL import Image, ImageDraw

        pixels = max(1, round(item.size * self.scale))
        parts = [(_font(run.font, pixels), run.text) for run in fonts.runs(item.text, item.bold)]
        wide = sum(font.getlength(text) for font, text in parts)
        back = {"start": 0.0, "middle": wide / 2, "end": wide}[item.anchor]
        x, y = self._at((item.x, item.y))
        if abs(item.angle) < 0.01:
            _write(self.pen, (x - back, y), parts, item.colour)
            return
        reach = int(wide + 2 * pixels) + 2
        mask = Image.new("L", (2 * reach, 2 * reach))
        _write(ImageDraw.Draw(mask), (reach - back, reach), parts, 255)
        mask = mask.rotate(-item.angle, resample=Image.Resampling.BICUBIC)
        self.canvas.paste(item.colour, (round(x) - reach, round(y) - reach), mask)


def _write(pen: Any, at: XY, parts: Iterable[tuple[Any, str]], colour: str | int) -> None:
    """Write the parts of a line, each in its font, on a base line that begins at a point."""
    x, y = at
    for font, text in parts:
        pen.text((x, y), text, font=font, fill=colour, anchor="ls")
        x += font.getlength(text)


def _outlines(item: Shape) -> list[list[XY]]:
    """Return the lines of a figure. Closed lines end where they begin."""
    if isinstance(item, Line):
        return [[(item.x1, item.y1), (item.x2, item.y2)]]
    if isinstance(item, Circle | Rect):
        line = _box(item) if isinstance(item, Rect) else around(item.x, item.y, item.radius, 72, turned=0)
        return [[*line, line[0]]]
    return [[*line, line[0]] if item.closed else [*line] for line in item.lines]


def _box(item: Rect) -> list[XY]:
    """Return the outline of a turned rectangle with rounded corners."""
    right, below = item.across / 2, item.down / 2
    radius = min(item.radius, right, below)
    line: list[XY] = []
    for corner, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        middle = x * (right - radius), y * (below - radius)
        line += around(*middle, radius, 24, turned=90 * corner)[: 7 if radius else 1]
    spot = Spot.turned(item.x, item.y, item.angle)
    return [spot.at(x, y) for x, y in line]


def _dashed(line: Sequence[XY], dash: tuple[float, ...]) -> list[list[XY]]:
    """Return the parts of a line that are drawn."""
    begin, whole, parts = 0.0, length(line), list[list[XY]]()
    for number, step in enumerate(cycle(dash)):
        if begin > whole - 1e-9:
            break
        end = begin + max(step, 1e-3)
        if number % 2 == 0:
            parts.append(part(line, begin, min(end, whole)))
        begin = end
    return parts
