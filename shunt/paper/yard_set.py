"""The parts of the game of Hump Yard to be cut out: tiles, headings, sources and sinks, cars and car cards."""

from __future__ import annotations

from shunt.humpyard.car_cards import COLOURS, COPIES_OF_COLOUR
from shunt.paper.painter import readable
from shunt.paper.pdf import Printed, print_grid
from shunt.paper.sheets import CARDS, sheet_for
from shunt.render.geometry import Spot
from shunt.render.pieces import Brush
from shunt.render.scene import Item, Rect, Scene, Text
from shunt.render.style import INK, PAPER
from shunt.render.yard import tile_scene
from shunt.track.tiles import COPIES, KINDS

TILE = 40.0  # millimetres
PLAYERS = 4
HEADINGS = 5  # of each player
ENDS = 8  # sources, and sinks
CAR_SHARE = 0.78  # length of a car's space, as a share of a tile: as in pictures of yards
CARS_EACH = 8  # pieces of a colour for each player: as many as the deck has cards of it


def print_tiles(paper: str = "a4") -> Printed:
    """Return sheets of all the tiles of the set, `TILE` millimetres square, to be printed on card and cut out.

    Four of each of the 20 kinds, five headings for each of four players, eight sources and eight sinks (HY-01, HY-02, HY-04).
    """
    size = (TILE, TILE)
    kinds = [kind for kind in KINDS for _ in range(COPIES)]
    kinds += ["heading"] * (PLAYERS * HEADINGS) + ["source"] * ENDS + ["sink"] * ENDS
    return print_grid([tile_scene(kind, TILE) for kind in kinds], sheet_for(paper, size, "none"), "Hump Yard tiles")


def print_car_cards(paper: str = "a4") -> Printed:
    """Return sheets of the deck of car cards, poker size, eight of each of five colours (HY-03)."""
    size = CARDS["poker"]
    cards = [_car_card(colour, size) for colour in COLOURS for _ in range(COPIES_OF_COLOUR)]
    return print_grid(cards, sheet_for(paper, size, "none"), "Hump Yard car cards")


def print_cars(paper: str = "a4") -> Printed:
    """Return sheets of the cars to put on the tiles, eight of each colour for each of four players."""
    size = (0.64 * CAR_SHARE * TILE + 4.0, 0.33 * CAR_SHARE * TILE + 4.0)
    pieces = [_piece(colour, size) for colour in COLOURS for _ in range(PLAYERS * CARS_EACH)]
    return print_grid(pieces, sheet_for(paper, size, "none"), "Hump Yard cars")


def _car_card(colour: str, size: tuple[float, float]) -> Scene:
    """Draw a car card: a large car with the name of its colour, so that colour is not its only sign."""
    width, height = size
    brush = Brush(width * 1.15)
    items: list[Item] = [Rect(width / 2, height / 2, width, height, fill=PAPER)]
    items += brush.car(Spot(width / 2, height / 2, (1.0, 0.0)), colour)
    for y in (0.12 * height, 0.94 * height):
        items.append(Text(width / 2, y, colour, 4.2, INK, bold=True))
    return Scene(width, height, tuple(items), f"car card {colour}")


def _piece(colour: str, size: tuple[float, float]) -> Scene:
    width, height = size
    ground = Rect(width / 2, height / 2, width, height, fill=PAPER)
    drawn = Brush(CAR_SHARE * TILE).car(Spot(width / 2, height / 2, (1.0, 0.0)), colour)
    return Scene(width, height, tuple(map(readable, (ground, *drawn))), f"car {colour}")
