"""The two bounds of a search over time as a scene: they close on the optimum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

from shunt.render.axes import BOTTOM, INK, LEFT, TOP, axes, step_of
from shunt.render.scene import Circle, Item, Line, Rect, Scene, Text

RIGHT = 34.0
PLOT = (140.0, 80.0)
LOWER, UPPER, OPEN = "#2a66b1", "#c0392b", "#f3efe4"
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
        for name, edge in (("lower_bound", bottom), ("upper_bound", TOP)):
            if (count := standing[name]) is not None and x(until) > x(begin):
                middle, width = (x(begin) + x(until)) / 2, x(until) - x(begin)
                items.append(Rect(middle, (y(count) + edge) / 2, width, abs(edge - y(count)), fill="#ffffff"))
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
    powers = (10.0**power for power in range(-2, 10))  # of ten, in seconds
    marks = [(x(time) - LEFT, f"{time:g} s") for time in powers if time <= end]
    levels = [(bottom - y(count), str(count)) for count in range(0, highest + 1, step_of(highest, 12))]
    items += axes(*PLOT, marks, levels, "time since the start of the search", counted)
    items += [*lines, Text(LEFT + PLOT[0] / 2, 8, title, 4.2, INK)]
    found = (
        f"{one['seconds']:.2f} s: at least {one['lower_bound']}"
        + (f", found {one['upper_bound']}" if one["upper_bound"] is not None else "")
        for one in race
    )
    return Scene(LEFT + PLOT[0] + RIGHT, bottom + BOTTOM, tuple(items), title, "; ".join(found))
