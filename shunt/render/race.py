"""The two bounds of a search over time as a scene: they close on the optimum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

from shunt.render.scene import Circle, Item, Line, Rect, Scene, Text

LEFT, TOP, RIGHT, BOTTOM = 18.0, 16.0, 34.0, 16.0
PLOT = (140.0, 80.0)
GREY, INK, LOWER, UPPER, OPEN = "#dddddd", "#333333", "#2a66b1", "#c0392b", "#f3efe4"
LEAST = 0.01  # seconds where the axis begins


def race_scene(race: Sequence[Mapping[str, Any]], seconds: float, counted: str, title: str) -> Scene:
    """Draw both bounds of a search as steps over time, on a logarithmic axis; what lies between them is not decided.

    `race`: the standings as `Race.as_json` gives them; `seconds`: when the search ended; `counted`: what the bounds count.
    """
    end = max(seconds, LEAST * 10, *(standing["seconds"] for standing in race))
    highest = max((max(one["lower_bound"], one["upper_bound"] or 0) for one in race), default=1) + 1
    bottom = TOP + PLOT[1]

    def x(time: float) -> float:
        return LEFT + PLOT[0] * log10(max(time, LEAST) / LEAST) / log10(end / LEAST)

    def y(count: float) -> float:
        return bottom - PLOT[1] * count / highest

    items: list[Item] = [Rect(LEFT + PLOT[0] / 2, TOP + PLOT[1] / 2, PLOT[0], PLOT[1], fill=OPEN)]
    lines: list[Item] = []
    times = [standing["seconds"] for standing in race] + [end]
    spans = list(zip(race, times[:-1], times[1:], strict=True))
    for standing, begin, until in spans:
        lower, upper = standing["lower_bound"], standing["upper_bound"]
        if x(until) > x(begin):
            middle, width = (x(begin) + x(until)) / 2, x(until) - x(begin)
            items.append(Rect(middle, (y(lower) + bottom) / 2, width, bottom - y(lower), fill="#ffffff"))
            if upper is not None:
                items.append(Rect(middle, (y(upper) + TOP) / 2, width, y(upper) - TOP, fill="#ffffff"))
    for name, colour in (("lower_bound", LOWER), ("upper_bound", UPPER)):
        before = None
        for standing, begin, until in spans:
            if (count := standing[name]) is not None:
                if before is not None:
                    lines.append(Line(x(begin), y(before), x(begin), y(count), colour, 0.6))
                lines.append(Line(x(begin), y(count), x(until), y(count), colour, 0.6))
                if count != before:
                    lines.append(Circle(x(begin), y(count), 0.8, colour))
                before = count
        if before is not None:
            words = f"{'at least' if name == 'lower_bound' else 'found'} {before}"
            both = name == "upper_bound" and before == race[-1]["lower_bound"]
            lines.append(Text(LEFT + PLOT[0] + 3, y(before) + (5.5 if both else 1), words, 3.2, colour, "start"))
    items += [*_axes(end, highest, x, y, counted), *lines, Text(LEFT + PLOT[0] / 2, 8, title, 4.2, INK)]
    found = (f", found {one['upper_bound']}" if one["upper_bound"] is not None else "" for one in race)
    words = "; ".join(
        f"{one['seconds']:.2f} s: at least {one['lower_bound']}{more}" for one, more in zip(race, found, strict=True)
    )
    return Scene(LEFT + PLOT[0] + RIGHT, TOP + PLOT[1] + BOTTOM, tuple(items), title, words)


def _axes(end: float, highest: int, x: Any, y: Any, counted: str) -> list[Item]:
    """Return the axes: powers of ten of a second across, counts upwards."""
    bottom, right = TOP + PLOT[1], LEFT + PLOT[0]
    items: list[Item] = []
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, highest) if highest / step <= 12)
    for count in range(0, highest + 1, step):
        items.append(Line(LEFT, y(count), right, y(count), GREY, 0.15))
        items.append(Text(LEFT - 2, y(count) + 1, str(count), 3, INK, "end"))
    time = LEAST
    while time <= end:
        items.append(Line(x(time), bottom, x(time), bottom + 1.2, INK, 0.3))
        items.append(Text(x(time), bottom + 5, f"{time:g} s", 3, INK))
        time = round(time * 10, 6)
    items += [Line(LEFT, bottom, right, bottom, INK, 0.3), Line(LEFT, TOP, LEFT, bottom, INK, 0.3)]
    items.append(Text(LEFT + PLOT[0] / 2, bottom + 11, "time since the start of the search", 3.4, INK))
    items.append(Text(6, TOP + PLOT[1] / 2, counted, 3.4, INK, angle=-90))
    return items
