"""The axes of a chart: counts upwards with a line for each step, marks across, and what both are."""

from __future__ import annotations

from collections.abc import Iterable

from shunt.render.scene import Item, Line, Text

LEFT, TOP, BOTTOM = 18.0, 16.0, 16.0  # millimetres around a plot
GREY, INK = "#dddddd", "#333333"


def step_of(count: int, most: int) -> int:
    """Return a round step that divides `count` into at most `most` parts."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, count) if count / step <= most)


def axes(
    across: float, up: float, marks: Iterable[tuple[float, str]], levels: Iterable[tuple[float, str]], below: str, beside: str
) -> list[Item]:
    """Return the axes of a plot of `across` by `up` millimetres.

    `marks` and `levels` are places along them, in millimetres from the origin, with their words; `below` and `beside` say what
    they count.
    """
    right, bottom = LEFT + across, TOP + up
    items: list[Item] = []
    for height, words in levels:
        items.append(Line(LEFT, bottom - height, right, bottom - height, GREY, 0.2))
        items.append(Text(LEFT - 2, bottom - height + 1, words, 3, INK, "end"))
    for place, words in marks:
        items.append(Line(LEFT + place, bottom, LEFT + place, bottom + 1.2, INK, 0.3))
        items.append(Text(LEFT + place, bottom + 5, words, 3, INK))
    items += [Line(LEFT, bottom, right, bottom, INK, 0.3), Line(LEFT, TOP, LEFT, bottom, INK, 0.3)]
    items.append(Text(LEFT + across / 2, bottom + 11, below, 3.4, INK))
    items.append(Text(6, TOP + up / 2, beside, 3.4, INK, angle=-90))
    return items
