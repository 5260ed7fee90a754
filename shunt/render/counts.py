"""Pictures of what is counted: floods as bars, and all shortest solutions of a card by the first of them.

`Flood.drawn_by` and `Solutions.drawn_by` name these functions.
"""

from __future__ import annotations

from collections.abc import Sequence

from shunt.cards.flooded import Flood
from shunt.cards.play import Game
from shunt.render.characters import Picture
from shunt.render.colours import INK
from shunt.render.letters import text_width
from shunt.render.scene import Item, Line, Rect, Scene, Text, ground
from shunt.render.values import lines_picture, solution_scene
from shunt.search.methods.shortest_solutions import Solutions

BAR, COLUMN, HEIGHT, MARGIN, TITLE = "#4c78a8", 9.0, 50.0, 12.0, 3.4
CHARACTERS = 40  # columns of the longest bar in a terminal


def flood_scene(flood: Flood) -> Scene:
    """Draw the number of states after each number of moves."""
    return bar_scene(flood.levels, f"{flood.states:,} states by the fewest moves that reach them")


def flood_picture(flood: Flood) -> Picture:
    """Draw the number of states after each number of moves in characters."""
    width, most = len(f"{max(flood.levels):,}"), max(flood.levels)
    bars = ["#" * max(1, round(CHARACTERS * count / most)) for count in flood.levels]
    lines = [f"{level:5}  {count:>{width},}  {bars[level]}" for level, count in enumerate(flood.levels)]
    return lines_picture(["moves  states", *lines])


def solutions_scene(solutions: Solutions) -> Scene:
    """Draw the moves of the first solution, if there is one."""
    game = Game(solutions.card, solutions.solution(0) if solutions else ())
    return solution_scene(solutions.card, game.moves)


def solutions_picture(solutions: Solutions) -> Picture:
    """Return the number of solutions and the moves of the first one."""
    moves = solutions.solution(0) if solutions else ()
    return lines_picture([repr(solutions)[1:-1], *(f"{number}. {made}" for number, made in enumerate(moves, 1))])


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
