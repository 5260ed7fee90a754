"""The two bounds of a search over time as a scene: they close on the optimum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
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
    times = [x(standing["seconds"]) for standing in race] + [x(end)]
    for name, words, colour, edge in (("lower_bound", "at least", LOWER, bottom), ("upper_bound", "found", UPPER, TOP)):
        known: int | None = None
        for standing, (begin, until) in zip(race, pairwise(times), strict=True):
            if (count := standing[name]) is None:
                continue
            if until > begin:
                middle = ((begin + until) / 2, (y(count) + edge) / 2)
                items.append(Rect(*middle, until - begin, abs(edge - y(count)), fill="#ffffff"))
            if known is not None:
                lines.append(Line(begin, y(known), begin, y(count), colour, 0.6))
            lines.append(Line(begin, y(count), until, y(count), colour, 0.6))
            if count != known:
                lines.append(Circle(begin, y(count), 0.8, colour))
            known = count
        if known is not None:
            both = edge == TOP and known == race[-1]["lower_bound"]
            lines.append(Text(LEFT + PLOT[0] + 3, y(known) + (5.5 if both else 1), f"{words} {known}", 3.2, colour, "start"))
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
