"""The diagrams of the guide to the search, as scenes; `python -m tests.render.golden` writes them with the other pictures."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from shunt.cards.files import load_card
from shunt.render.scene import Circle, Item, Line, Path, Rect, Scene, Text, polyline
from shunt.search.flood import flood_card
from shunt.search.solve import solve

INK, SOFT, START, GOAL, MEET = "#222222", "#e8e4da", "#2a66b1", "#c0392b", "#3f8f46"


def box(x: float, y: float, width: float, height: float, lines: Sequence[str], fill: str = SOFT) -> list[Item]:
    """A box with its top left corner at (x, y), its first line in bold."""
    items: list[Item] = [Rect(x + width / 2, y + height / 2, width, height, 2, fill=fill, stroke=INK, width=0.3)]
    for number, line in enumerate(lines):
        items.append(Text(x + width / 2, y + 6 + 5 * number, line, 4 if number == 0 else 3.4, INK, bold=number == 0))
    return items


def arrow(x1: float, y1: float, x2: float, y2: float, colour: str = INK) -> list[Item]:
    """A level or vertical arrow."""
    along, across = ((x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1)), ((y2 > y1) - (y2 < y1), (x2 > x1) - (x2 < x1))
    base = (x2 - 2.4 * along[0], y2 - 2.4 * along[1])
    head = [(x2, y2), (base[0] + across[0], base[1] + across[1]), (base[0] - across[0], base[1] - across[1])]
    return [Line(x1, y1, *base, colour, 0.5), Path(polyline(head, closed=True), fill=colour)]


def rooms_scene() -> Scene:
    """The core in the order of its rooms, and the wings with arrows to the wings that they need."""
    core = ("errors", "files", "pictures", "track", "rules", "cards", "search", "render", "cli")
    wings = {
        "drawing": "",
        "films": "",
        "classics": "",
        "generator": "",
        "games": "",
        "hump": "games",
        "railways": "",
        "tablebases": "",
        "paper": "what it prints",
        "pages": "what it shows",
    }
    width = 30 * len(wings) + 4
    pitch = (width - 6) / len(core)
    items: list[Item] = [Rect(width / 2, 24, width - 4, 22, 2, fill="#dfe9f5"), Text(6, 18, "core", 4, INK, "start", bold=True)]
    for number, room in enumerate(core):
        x = 5 + pitch * number
        items += box(x, 20, pitch - 4, 11, [room], "#ffffff")
        if number:
            items += arrow(x, 25.5, x - 4, 25.5)
    for number, (wing, needs) in enumerate(wings.items()):
        x = 4 + 30 * number
        items += [*box(x, 52, 27, 15, [wing, needs]), *arrow(x + 13.5, 52, x + 13.5, 35)]
    items.append(Text(22, 47, "wings", 4, INK, "start", bold=True))
    words = "Each room of the core imports those to its left; wings import the core, and the core imports no wing."
    return Scene(width, 76, (*items, Text(width / 2, 74, words, 3.4, INK)), "Core and wings", words)


def states_scene() -> Scene:
    """Position, slots and packed state, and who converts."""
    items = [
        *box(4, 8, 52, 30, ["position", "A on A1, facing A2", "red on B1, green on C2", "(people, referee)"]),
        *box(74, 8, 52, 30, ["slots", "A = 2 · space + heading", "red = space, green = space", "(kernels)"]),
        *box(144, 8, 52, 30, ["state", "one word of 63 bits,", "or two: 126 bits", "(tables, levels)"]),
        *arrow(56, 18, 74, 18),
        *arrow(74, 28, 56, 28),
        *arrow(126, 18, 144, 18),
        *arrow(144, 28, 126, 28),
        Text(65, 44, "codec", 3.4, INK),
        Text(135, 44, "codec", 3.4, INK),
    ]
    return Scene(200, 50, tuple(items), "Three levels of a state", "A position becomes slots, and slots one packed state.")


def index_scene() -> Scene:
    """Occupancy × permutation: one move of an occupancy carries all permutations."""
    items: list[Item] = [Text(50, 6, "one occupancy", 3.6, INK), Text(150, 6, "the occupancy after a move", 3.6, INK)]
    orders = ("r g b", "r b g", "g r b", "g b r", "b r g", "b g r")
    for side, reached in ((0, ("r g b", "g b r")), (100, ("g r b", "b g r"))):  # the move changes the order of the first two
        for row, order in enumerate(orders):
            fill, y = "#f4d03f" if order in reached else "#ffffff", 10 + 8 * row
            items.append(Rect(side + 50, y + 3.2, 36, 6.4, 1, fill=fill, stroke=INK, width=0.25))
            items.append(Text(side + 50, y + 4.6, order, 3.4, INK))
    items += [*arrow(70, 34, 130, 34), Text(100, 31, "the move, found once", 3.4, INK)]
    items.append(Text(100, 41, "acts on all orders at once", 3.4, INK))
    return Scene(
        200,
        64,
        tuple(items),
        "Occupancy and permutation",
        "A move is found once for an occupancy and applied to its permutations.",
    )


def ends_scene() -> Scene:
    """Both ends of the search of a shipped card, level by level, with the true numbers of states."""
    card = load_card("first-swap")
    proof, levels = solve(card).proof, flood_card(card).levels
    forward, backward = proof["levels from the start"], proof["levels from the goal"]
    items: list[Item] = []
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
