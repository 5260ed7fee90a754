"""The film of a search from both ends: every level of a real search, in the order in which it was made.

It plays once, within five seconds, and not at all for readers who ask for less motion: these see its last picture.
`python -m tests.render.golden` writes it with the other pictures.
"""

from itertools import pairwise
from xml.etree import ElementTree as ET

from shunt.cards.files import load_card
from shunt.files.printable import xml_string
from shunt.generator.forge.proof import search_limits
from shunt.render.scene import Circle, Item, Line, Path, Scene, Text
from shunt.render.svg import add_item, svg_root
from shunt.search.core.arrays import numbers_of
from shunt.search.methods.levels import PathSearch
from shunt.search.trains.codec import Codec
from shunt.search.trains.domain import TrainDomain
from tests.docs.diagrams import GOAL, INK, MEET, START

CARD = "siding-swap"
STEP = 0.29  # seconds between levels
APART, ACROSS, MIDDLE = 1.7, 11.0, 56.0  # millimetres: between states, between levels, and the middle of the picture
STYLE = (
    f"@keyframes seen{{from{{opacity:0}}}}.level{{animation:seen {STEP}s backwards}}"
    "@media (prefers-reduced-motion:reduce){.level{animation:none}}"
)
Levels = list[list[int]]


def searched() -> tuple[Levels, Levels, list[int]]:
    """Return the packed states of the card's levels from the start and from the goal, and those of the path found."""
    card = load_card(CARD)
    search = PathSearch(TrainDomain(card, Codec.for_rules(card.rules)), search_limits())
    search.run()
    forward, backward = ([numbers_of(level) for level in side.levels] for side in search.sides)
    assert search.path is not None
    return forward, backward, search.path


def order_of(forward: Levels, backward: Levels) -> list[tuple[int, int]]:
    """Return (side, level) of every level in the order in which they are made: always from the smaller frontier."""
    sides, order, depths = (forward, backward), [(0, 0), (1, 0)], [0, 0]
    while depths != [len(side) - 1 for side in sides]:
        side = min((0, 1), key=lambda side: len(sides[side][depths[side]]))
        depths[side] += 1
        order.append((side, depths[side]))
    return order


def search_film() -> str:
    """Return the film as an SVG file: a column of dots for every level, then the path through the state that both ends share."""
    forward, backward, path = searched()
    columns = [*forward, *reversed(backward)]
    width, height = 20 + ACROSS * (len(columns) - 1), 2 * MIDDLE + 14
    words = f"{sum(map(len, forward))} states from the start and {sum(map(len, backward))} from the goal of {CARD}"
    root = svg_root(Scene(width, height, (), "A search from both ends, level by level", words))
    ET.SubElement(root, "style").text = STYLE

    def place(column: int, state: int) -> tuple[float, float]:
        """Return where a state of a column is drawn."""
        level = columns[column]
        return 10 + ACROSS * column, MIDDLE + APART * (level.index(state) - (len(level) - 1) / 2)

    for moment, (side, number) in enumerate(order_of(forward, backward)):
        column = number if side == 0 else len(columns) - 1 - number
        dots = [place(column, state) for state in columns[column]]
        lines = tuple(((x, y), (x + 0.01, y)) for x, y in dots)
        colour = (START, GOAL)[side]
        _add(root, moment, [
            Path(lines, stroke=colour, width=1.2, cap="round"),
            Text(10 + ACROSS * column, height - 8, f"{len(columns[column])}", 3.4, colour, bold=True),
        ])  # fmt: skip
    known = [*path[: len(forward)], *path[len(forward) - 1 :]]  # the state in the middle is in a column of each side
    places = [place(column, state) for column, state in enumerate(known)]
    met = [Line(*a, *b, MEET, 0.6) for a, b in pairwise(places)]
    _add(root, len(columns), [*met, *(Circle(x, y, 1.1, MEET) for x, y in places)])
    add_item(root, Text(width / 2, height - 2, f"{words}; they meet after {len(path) - 1} moves", 3.4, INK))
    ET.indent(root, "")
    return xml_string(root) + "\n"


def _add(root: ET.Element, moment: int, items: list[Item]) -> None:
    group = ET.SubElement(root, "g", {"class": "level", "style": f"animation-delay:{moment * STEP:.2f}s"})
    for item in items:
        add_item(group, item)
