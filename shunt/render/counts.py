"""Pictures of what is counted: floods as bars, and all shortest solutions of a card by the first of them.

`Flood.pictures_in` and `Solutions.pictures_in` name this module.
"""

from __future__ import annotations

from collections.abc import Sequence

from shunt.cards.flooded import Flood
from shunt.render.characters import Picture
from shunt.render.colours import INK
from shunt.render.letters import text_width
from shunt.render.scene import Item, Line, Rect, Scene, Text, ground
from shunt.render.values import lines_picture, picture_of, scene_of, solution_scene
from shunt.search.methods.shortest_solutions import Solutions

BAR, COLUMN, HEIGHT, MARGIN, TITLE = "#4c78a8", 9.0, 50.0, 12.0, 3.4
CHARACTERS = 40  # columns of the longest bar in a terminal


@scene_of.register
def _(value: Flood) -> Scene:
    return bar_scene(value.levels, f"{value.states:,} states by the fewest moves that reach them")


@scene_of.register
def _(value: Solutions) -> Scene:
    game = value.card.play()
    for move in value.solution(0) if value else ():
        game.push(move)
    return solution_scene(value.card, game.moves)


@picture_of.register
def _(value: Flood) -> Picture:
    width, most = len(f"{max(value.levels):,}"), max(value.levels)
    bars = ["#" * max(1, round(CHARACTERS * count / most)) for count in value.levels]
    lines = [f"{level:5}  {count:>{width},}  {bars[level]}" for level, count in enumerate(value.levels)]
    return lines_picture(["moves  states", *lines])


@picture_of.register
def _(value: Solutions) -> Picture:
    moves = value.solution(0) if value else ()
    return lines_picture([repr(value)[1:-1], *(f"{number}. {made}" for number, made in enumerate(moves, 1))])


def bar_scene(counts: Sequence[int], title: str, unit: str = "moves") -> Scene:
    """Draw a bar for each count, upright, its number above and how many of the `unit` it takes below."""
    column = max(COLUMN, 1.9 * max(len(f"{count:,}") for count in counts))
    width, most = max(2 * MARGIN + column * len(counts), text_width(title, TITLE) + 10), max(counts)
    left, bottom = (width - column * len(counts)) / 2, MARGIN + HEIGHT
    items: list[Item] = [ground(width, bottom + MARGIN)]
    items.append(Text(width / 2, 5, title, TITLE, INK))
    for place, count in enumerate(counts):
        x, tall = left + column * (place + 0.5), max(0.3, HEIGHT * count / most)
        items.append(Rect(x, bottom - tall / 2, column * 0.8, tall, fill=BAR))
        items.append(Text(x, bottom - tall - 1.5, f"{count:,}", 2.6, INK))
        items.append(Text(x, bottom + 4.5, str(place), 3, INK))
    items.append(Line(left, bottom, width - left, bottom, INK, 0.3))
    items.append(Text(width / 2, bottom + 10, unit, 3.4, INK))
    described = ", ".join(f"{place}: {count:,}" for place, count in enumerate(counts))
    return Scene(round(width, 2), round(bottom + MARGIN, 2), tuple(items), title, described)
