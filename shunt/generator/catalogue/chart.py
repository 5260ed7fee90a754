"""The chart of difficulty against length: the number of cards in a catalogue for each grade and optimum."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from shunt.cards.tiers import TIER_COLOURS
from shunt.render.axes import BOTTOM, INK, LEFT, TOP, axes, step_of
from shunt.render.scene import Circle, Item, Scene, Text

if TYPE_CHECKING:
    from shunt.generator.catalogue.query import Stats

TITLE = "Difficulty against length"
RIGHT = 30.0
PLOT = (140.0, 90.0)
UNRATED = "#999999"


def difficulty_scene(stats: Stats) -> Scene:
    """Draw a disc for every optimum, half grade and tier, with an area in proportion to the number of cards.

    The horizontal axis is the optimum in moves, and the vertical axis the grade from 0 to 10. Cards without a rating are left
    out.
    """
    longest = max((optimum for _, optimum, _ in stats.grades), default=10)
    most = max(stats.grades.values(), default=1)
    across, up = PLOT[0] / (longest + 1), PLOT[1] / 10
    rated = sum(stats.grades.values())
    items: list[Item] = [Text(LEFT + PLOT[0] / 2, 8, f"{TITLE}: {rated:,} rated cards", 4.2, INK)]
    marks = [(optimum * across, str(optimum)) for optimum in range(0, longest + 1, step_of(longest + 1, 15))]
    items += axes(*PLOT, marks, [(grade * up, str(grade)) for grade in range(0, 11, 2)], "optimum", "grade")
    largest = max(1.6, min(3.2, up * 0.5, across * 0.9))
    for (tier, optimum, grade), cards in sorted(stats.grades.items(), key=lambda item: (-item[1], item[0])):
        radius = max(0.25, largest * sqrt(cards / most))
        items.append(
            Circle(LEFT + optimum * across, TOP + PLOT[1] - grade * up, radius, TIER_COLOURS.get(tier, UNRATED), "#ffffff", 0.1)
        )
    tiers = [tier for tier in stats.tiers if tier and stats.tiers[tier]]
    for place, tier in enumerate(tiers):
        y = TOP + 4 + 6 * place
        items.append(Circle(LEFT + PLOT[0] + 5, y - 1, 1.4, TIER_COLOURS.get(tier, UNRATED)))
        items.append(Text(LEFT + PLOT[0] + 8, y, f"{tier} {stats.tiers[tier]:,}", 3, INK, "start"))
    words = f"Grade (0 to 10) against optimum (moves) of {rated:,} cards; the area of a disc is the number of cards."
    return Scene(LEFT + PLOT[0] + RIGHT, TOP + PLOT[1] + BOTTOM, tuple(items), TITLE, words)
