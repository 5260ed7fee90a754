"""The diagram of both ends of a search, with its true numbers; `python -m tests.render.golden` writes it with the other pictures.

Diagrams without such numbers are drawn by hand, as SVG files in `docs/images`.
"""

from math import log10

from shunt.cards.files import load_card
from shunt.render.scene import Circle, Line, Rect, Scene, Text
from shunt.search.flood import flood_card
from shunt.search.solve import solve

INK, START, GOAL, MEET = "#222222", "#2a66b1", "#c0392b", "#3f8f46"


def ends_scene() -> Scene:
    """Both ends of the search of a shipped card, level by level, with the true numbers of states."""
    card = load_card("first-swap")
    proof, levels = solve(card).proof, flood_card(card).levels
    forward, backward = proof["levels from the start"], proof["levels from the goal"]
    items = []
    places = len(forward) + len(backward)
    for number, count in enumerate((*forward, *reversed(backward))):
        x, height = 16 + 168 * (number + 0.5) / places, 3 + 14 * log10(count)
        colour = START if number < len(forward) else GOAL
        items.append(Rect(x, 52 - height / 2, 14, height, 1, fill=colour, opacity=0.75))
        items.append(Text(x, 50 - height, f"{count:,}", 3.4, INK))
        level = number if number < len(forward) else places - 1 - number
        items.append(Text(x, 57, str(level), 3.4, INK))
    middle = 16 + 168 * len(forward) / places
    items += [Line(middle, 8, middle, 60, MEET, 0.8, (2, 1.5)), Text(middle, 6, "here both ends share a state", 3.6, MEET)]
    items += [Text(16, 64, "moves from the start", 3.4, START, "start"), Text(184, 64, "moves from the goal", 3.4, GOAL, "end")]
    items += [Circle(16, 52, 1.4, START), Circle(184, 52, 1.4, GOAL)]
    words = f"states of each level; a flood of the whole board reaches {sum(levels):,}"
    return Scene(200, 72, (*items, Text(100, 70, words, 3.2, INK)), "Search from both ends", words)
