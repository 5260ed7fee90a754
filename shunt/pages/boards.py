"""Boards as a page needs them: what is joined to what, by number, and the drawing in layers.

The forms of boards and cards are those of `source/rules/board.ts` and `source/data.ts`. An end of a space is twice the number
of the space, plus 0 or 1; -1 stands for nothing. Drawings are pieces of SVG: a colour that differs between the themes of
`shunt/render/themes.py` is written as `light-dark(…)`, so a page carries one picture for both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from itertools import groupby
from xml.etree import ElementTree as ET

from shunt.files.printable import xml_string
from shunt.pages.html import Data
from shunt.render.geometry import Spot
from shunt.render.layers import BoardLayers
from shunt.render.lines import simplified
from shunt.render.scene import Item, Path, Text
from shunt.render.svg import add_item
from shunt.render.themes import THEMES, lightened
from shunt.track.layout import Layout
from shunt.track.plan import End, Plan

UNIT = 20.0
"""Millimetres a space, in all drawings of boards."""


TOLERANCE = 0.03
"""Millimetres by which a drawn line may differ: a fifth of a pixel where a space is 140 pixels long."""


def number(plan: Plan, end: End) -> int:
    """Return an end of a space as a number."""
    return 2 * plan.numbers[end.space] + end.end


def plan_data(plan: Plan) -> Data:
    """Return what is joined to what, in the form of `Board` in `source/rules/board.ts`.

    The ends that a bridge has and meets are read off the joins at each position of its turntable.
    """
    fixed = [[number(plan, other) for other in plan.fixed.get(End(space, end), ())] for space in plan.spaces for end in (0, 1)]
    turntables = []
    for index, table in enumerate(plan.turntables):
        ends, positions = plan.bridge_ends(table), []
        for settings in plan.settings_of(index):
            met = [next(iter(plan.joins(settings).get(end, ())), None) for end in ends]
            positions.append([-1 if outside is None else number(plan, outside) for outside in met])
        turntables.append(
            {
                "name": table.name,
                "bridge": [plan.numbers[space] for space in table.bridge],
                "ends": [number(plan, end) for end in ends],
                "positions": positions,
                "rotation": table.rotation,
            }
        )
    return {
        "name": plan.name,
        "spaces": list(plan.spaces),
        "fixed": fixed,
        "turntables": turntables,
        "noStop": [plan.numbers[space] for space in plan.spaces if space in plan.no_stop],
        "exclusive": [sorted(plan.numbers[space] for space in group) for group in plan.exclusive],
    }


@lru_cache(maxsize=64)
def board_data(layout: Layout) -> Data:
    """Return a board and its drawing without pieces: its size, its layers as SVG, and the place of every space."""
    plan, layers = layout.plan, BoardLayers(layout)
    drawing = {
        "width": layers.width,
        "height": layers.height,
        "base": svg_items(layers.base),
        "ground": svg_items(layers.ground),
        "top": svg_items(layers.top) + _svg_marks(layers.marks),
        "settings": [
            [[svg_items(one.below), svg_items(one.bridge), svg_items(one.above) + _svg_marks(one.marks)] for one in table]
            for table in layers.settings
        ],
        "spots": [None if space in plan.on_bridges else spot_data(layers.spots[space]) for space in plan.spaces],
        "bridges": [[[spot_data(spot) for spot in spots] for spots in table] for table in layers.bridges],
        "pits": [[_hundredths(value) for value in pit] for pit in layers.pits],
        "tags": [[_hundredths(value) for value in layers.tags[space]] for space in plan.spaces],
    }
    return plan_data(plan) | {"unit": UNIT, "drawing": drawing}


def spot_data(spot: Spot) -> list[float]:
    """Return the middle of a space and the angle of its track in degrees, end 1 ahead."""
    return [_hundredths(spot.x), _hundredths(spot.y), _hundredths(spot.angle)]


def _hundredths(value: float) -> float:
    return round(value, 2) + 0.0


# --------------------------------------------------------------------------------------------------------------------
# Drawings


def svg_items(items: Iterable[Item]) -> str:
    """Return items as elements of SVG, without a root."""
    return _svg(_elements(items))


def _svg_marks(marks: Iterable[Iterable[Item]]) -> str:
    """Return marks of spaces as elements of SVG of the class `mark`, which a page enlarges."""
    drawn = []
    for mark in marks:
        elements = _elements(mark)
        one = elements[0] if len(elements) == 1 else ET.Element("g")
        if len(elements) > 1:
            one.extend(elements)
        one.set("class", "mark")
        drawn.append(one)
    return _svg(drawn)


def _elements(items: Iterable[Item]) -> list[ET.Element]:
    """Return items as elements, those that can be one path as one."""
    root = ET.Element("g")
    for item in _joined(map(adaptive, items)):
        add_item(root, item)
        if isinstance(item, Path):
            root[-1].set("d", _shortened(item))
            root[-1].attrib.pop("stroke-linejoin", None)  # every path has the one that the style of the pages names
    return [element for element in root if element.get("d") != ""]


def _joined(items: Iterable[Item]) -> Iterator[Item]:
    """Yield items; join neighbouring lines that look the same into one path. Filled or transparent paths are not joined."""
    for look, found in groupby(items, lambda item: replace(item, lines=()) if isinstance(item, Path) else item):
        if isinstance(look, Path) and not look.fill and look.opacity == 1:
            yield replace(look, lines=tuple(line for path in found if isinstance(path, Path) for line in path.lines))
        else:
            yield from found


def _svg(drawn: Sequence[ET.Element]) -> str:
    return TAG.sub(lambda tag: tag[0].replace(" />", "/>").replace('"', "'"), "".join(map(xml_string, _grouped(drawn))))


TAG = re.compile("<[^>]*>")  # its values hold no apostrophes: they are numbers, colours and names of fonts
INHERITED = ("fill", "stroke", "stroke-width", "stroke-linecap", "text-anchor", "font-size", "font-weight")


def _grouped(drawn: Sequence[ET.Element]) -> Iterator[ET.Element]:
    """Yield elements, neighbours that look the same in a group that says once how they look."""
    for look, found in groupby(drawn, lambda element: [(name, element.get(name)) for name in INHERITED]):
        same = list(found)
        if len(same) == 1:
            yield same[0]
            continue
        group = ET.Element("g", {name: value for name, value in look if value is not None})
        for element in same:
            element.attrib = {name: value for name, value in element.attrib.items() if name not in INHERITED}
            group.append(element)
        yield group


def _shortened(path: Path) -> str:
    """Return a path with each point relative to the one before, which takes about half as many characters.

    The first point of a closed line is absolute, because no line before it ends there.
    """
    text, letter = "", ""
    before = (Decimal(0), Decimal(0))
    for line in path.lines:
        for number, point in enumerate(line):
            x, y = (round(Decimal(value), 2) + 0 for value in point)
            if not number and (path.closed or not text):
                text, letter = f"{text}M{_digits(x)} {_digits(y)}", "M"
            elif number or (x, y) != before:  # a line that begins where the last one ends continues it
                new, (across, along) = "l" if number else "m", (_digits(x - before[0]), _digits(y - before[1]))
                numbers = across + ("" if along.startswith("-") else " ") + along
                separates = new != letter or new == "m"
                text += (new if separates else "" if numbers.startswith("-") else " ") + numbers
                letter = new
            before = x, y
        text += "Z" * path.closed
    return text


def _digits(number: Decimal) -> str:
    """Return a number without the zeros that SVG does without."""
    return re.sub(r"^(-?)0\.", r"\1.", format(number.normalize(), "f"))


def adaptive(item: Item) -> Item:
    """Return the item in colours for both schemes, its lines with no more points than can be seen."""
    if isinstance(item, Path):
        item = replace(item, lines=tuple(simplified(line, TOLERANCE) for line in item.lines))
    dark = THEMES["dark"](item)
    if isinstance(item, Text):
        assert isinstance(dark, Text)
        return replace(item, colour=_both(item.colour, dark.colour))
    assert not isinstance(dark, Text)
    return replace(item, stroke=_both(item.stroke, dark.stroke), fill=_both(item.fill, dark.fill))


def both_colours(line: str) -> str:
    """Return the colour of a goal's outline for both schemes."""
    return _both(line, lightened(line))


def _both(light: str, dark: str) -> str:
    return light if light == dark else f"light-dark({light},{dark})"
