"""What is printed without cards: the parts of the game of Hump Yard to be cut out, and the page that measures a printer."""

from __future__ import annotations

from shunt.errors import InputError
from shunt.hump.pictures.yard import tile_scene
from shunt.hump.tiles import COLOURS, COPIES, COPIES_OF_COLOUR, KINDS
from shunt.paper.order import Settings
from shunt.paper.painter import readable
from shunt.paper.pdf import MARKS, RULER, Printed, print_cutouts, print_scenes, ruler
from shunt.paper.sheets import DECK_SIZES, Size, sheets_taken, thriftiest
from shunt.render.colours import INK
from shunt.render.geometry import Spot
from shunt.render.pieces import Brush
from shunt.render.scene import Item, Line, Scene, Text, ground, moved

TILES = tuple(0.1 * tenths for tenths in range(400, 349, -1))  # sides of a tile that are tried, in millimetres
PLAYERS = 4
HEADINGS = 5  # of each player
ENDS = 8  # sources, and sinks
SET = [
    *(kind for kind in KINDS for _ in range(COPIES)),
    *["heading"] * (PLAYERS * HEADINGS),
    *["source"] * ENDS,
    *["sink"] * ENDS,
]
CAR_SHARE = 0.78  # length of a car's space, as a share of a tile: as in pictures of yards
CARS_EACH = 8  # pieces of a colour for each player: as many as the deck has cards of it
CARS = [colour for colour in COLOURS for _ in range(PLAYERS * CARS_EACH)]


def print_tiles(settings: Settings) -> Printed:
    """Return sheets of all the tiles of the set, as large as the fewest sheets allow, to be printed on card and cut out.

    Four of each of the 20 kinds, five headings for each of four players, eight sources and eight sinks (HY-01, HY-02, HY-04).
    """
    side = tile_side(settings.paper)
    scenes = [tile_scene(kind, side) for kind in SET]
    return print_cutouts(scenes, (side, side), settings.paper, f"Hump Yard tiles of {side:g} mm")


def tile_side(paper: str) -> float:
    """Return the side of a tile in millimetres with which all tiles and cars of a set take the fewest sheets of paper."""

    def sheets(side: float) -> float:
        return sheets_taken(len(SET), (side, side), paper) + sheets_taken(len(CARS), _car_size(side), paper)

    return min(TILES, key=sheets)


def _car_size(side: float) -> Size:
    """Return the size of the paper of a car for tiles of a side."""
    unit = CAR_SHARE * side
    return 0.64 * unit + 4.0, 0.33 * unit + 4.0


def print_car_cards(settings: Settings) -> Printed:
    """Return sheets of the deck of car cards, eight of each of five colours (HY-03)."""
    deck = [colour for colour in COLOURS for _ in range(COPIES_OF_COLOUR)]
    size = thriftiest(len(deck), DECK_SIZES, settings.paper)
    middle, cards = size[0] / 2, list[Scene]()
    for colour in deck:  # a large car and the name of its colour, for readers who cannot see the colour
        names = [Text(middle, share * size[1], colour, 4.2, INK, bold=True) for share in (0.12, 0.94)]
        cards.append(Scene(*size, (*_car(colour, size, 1.15 * size[0]), *names), f"car card {colour}"))
    return print_cutouts(cards, size, settings.paper, "Hump Yard car cards")


def print_cars(settings: Settings) -> Printed:
    """Return sheets of the cars to put on the tiles, eight of each colour for each of four players."""
    side = tile_side(settings.paper)
    size = _car_size(side)
    pieces = [Scene(*size, tuple(map(readable, _car(colour, size, CAR_SHARE * side))), f"car {colour}") for colour in CARS]
    return print_cutouts(pieces, size, settings.paper, "Hump Yard cars")


def _car(colour: str, size: Size, unit: float) -> list[Item]:
    """Draw a car in the middle of white paper."""
    return [ground(*size), *Brush(unit).car(Spot(size[0] / 2, size[1] / 2), colour)]


# --------------------------------------------------------------------------------------------------------------------
# The calibration page: a cross on the front and scales on the back


def print_calibration(settings: Settings) -> Printed:
    """Return a PDF file of two pages, front and back, that show how far a printer moves backs."""
    if settings.backs not in ("long-edge", "short-edge"):
        raise InputError("backs", f"{settings.backs} has no back page to measure", "one of long-edge, short-edge")
    width, height = settings.page
    x, y = width / 2, height / 2
    edge = settings.backs.replace("-", " ")
    before = f"Print both pages at 100 %, flipped on the {edge}.", "Hold the sheet against the light, its back towards you."
    ahead = [Line(x - 25, y, x + 25, y, MARKS, 0.15), Line(x, y - 25, x, y + 25, MARKS, 0.15), *_words(x, y - 62, *before)]
    dx, dy = settings.back_offset
    after = (
        "Read where the cross on the front meets these scales, in millimetres.",
        "Add this to the present offset; right and up are positive.",
        f"Present offset of backs: {dx:g},{dy:g}",
    )
    behind = [moved(item, dx, -dy) for item in (*_scale(x, y), *_words(x, y - 62, *after))]
    bar = ruler(x - RULER / 2, height - 40)
    return print_scenes([Scene(width, height, (*items, *bar)) for items in (ahead, behind)], "Calibration")


def _scale(x: float, y: float) -> list[Item]:
    """Draw two crossed scales from -10 to 10 mm."""
    items: list[Item] = [Line(x - 10, y, x + 10, y, MARKS, 0.1), Line(x, y - 10, x, y + 10, MARKS, 0.1)]
    for at in range(-10, 11):
        half = 1.6 if at % 5 == 0 else 0.8
        items += [Line(x + at, y - half, x + at, y + half, MARKS, 0.1), Line(x - half, y + at, x + half, y + at, MARKS, 0.1)]
        if at % 5 == 0 and at:
            items += [Text(x + at, y + 4.4, f"{at}", 2.4, MARKS), Text(x + 4.6, y - at + 0.9, f"{at}", 2.4, MARKS)]
    return items


def _words(x: float, y: float, *lines: str) -> list[Item]:
    return [Text(x, y + 6 * index, line, 4.0, MARKS) for index, line in enumerate(lines)]
