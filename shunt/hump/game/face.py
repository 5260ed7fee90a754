"""The table of Hump Yard in the browser: the own yard with its sites, tiles on offer in every turn, the train and the bids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from string import ascii_uppercase

from shunt.errors import counted
from shunt.games.face import Choice, FaceSheet, TableFace
from shunt.games.panels import Panel, Tile
from shunt.hump.game.by_hand import Sorting, sorting_of
from shunt.hump.game.game import HumpGame
from shunt.hump.game.state import MOST_MOVES, HumpAction, HumpState
from shunt.hump.game.text import moves_text
from shunt.hump.moves import HumpMove
from shunt.hump.pictures.yard import CELL, YardCars, YardDrawing, place_of, tile_scene, yard_scene
from shunt.hump.rules import SINK
from shunt.hump.tiles import distinct_turns
from shunt.hump.yard import Cell, Yard
from shunt.render.colours import FAINT, INK, ink, writing_on
from shunt.render.letters import text_width
from shunt.render.pieces import Brush
from shunt.render.scene import Rect, Text

RULES = (
    "In each turn everybody adds one of the tiles on offer to his own yard, those with the fewest cars first.",
    "Two car cards begin a train. In turn, everybody passes or bids: in how many moves his yard sorts the train.",
    "A player who extends the train by a card must bid on all of it.",
    "Then the longest train that was bid on is shuffled. The lowest bidder whose yard can sort it within the bid wins its cards.",
    "A move takes one or more coupled cars as far along the track as they can go. The cars have to leave in the order drawn.",
    "The player with most car cards at the end wins.",
)
SIDES = {"N": "north", "E": "east", "S": "south", "W": "west"}
OFFER, CAR, TALL, DIAL = 15.0, 16.0, 11.0, 9.0  # sides of tiles on offer, car cards and numbers of moves, in millimetres


EXAMPLE = "3u_62r1@1,1"
ROLLED = YardCars({"1.1.NS": "red", "1.0.NW": "blue", "q2": "green"}, 3, path=("q0", "0.0.WE", "1.0.NW", "1.1.NS"))
PICTURES = {0: lambda: yard_scene(Yard.parse(EXAMPLE), sites=True), 4: lambda: yard_scene(Yard.parse(EXAMPLE), ROLLED)}
"""The cells where the next tile may be built; two cars that rolled from the source on to a built tile."""


def hump_face(sheet: FaceSheet[HumpGame, HumpState]) -> TableFace:
    """Return what everybody sees, and the builds or bids of the player: a tile and a place, or a number of cars and of moves."""
    game, view, player, names = sheet.game, sheet.view, sheet.player, sheet.names
    acts, places = sheet.acts, dict[Cell, str]()
    sheet.centre.line(f"Turn {view.turn} of {game.options.turns}, {sum(view.deck)} car cards left", faint=True)
    for seat, panel in sheet.seats():
        panel.line(f"{names[seat]}: {counted(view.points[seat], 'car cards')}", 4.6, bold=seat == player)
        if view.phase == "attempt" and panel.acts:
            places = _add_sorting(panel, sorting_of(view, game.options.rules), view, acts=acts)
        else:
            builds = panel.acts and seat == player and view.phase == "build"
            places |= _add_yard(panel, view.yards[seat], seat, own=seat == player, builds=builds)
    if view.train:
        _add_train(sheet.centre, view, names)
    choices = _choices(game, view, names, places) if acts else []
    if view.phase == "bid" and acts:
        numbers = (_button(str(moves), f"moves-{moves}", moves_text(moves), DIAL) for moves in range(1, MOST_MOVES + 1))
        sheet.centre.row(numbers, gap=1.0)
    if view.offer:
        sheet.centre.line("Tiles on offer, turned in every way" if acts else "Tiles on offer", 3.4, faint=True)
        turns = ((kind, turn) for kind in dict.fromkeys(view.offer) for turn in (distinct_turns(kind) if acts else (0,)))
        sheet.centre.row((_offered(kind, turn) for kind, turn in turns), home="offer")
    others = [one for one in choices if one.zones == (one.action.what,)]
    buttons = (_button(one.words, one.action.what, one.words, 8.0 + text_width(one.words, 3.8)) for one in others)
    (sheet.own if view.phase == "attempt" else sheet.centre).row(buttons)
    return sheet.face(PROMPTS.get(view.phase, "") if acts else "", choices)


PROMPTS = {
    "build": "Choose a tile, then its place in your yard",
    "bid": "Bid on the first cars of the train: touch the last of them, then the number of moves",
    "attempt": "Drag the last car of a cut to where its first car shall go",
}


def _choices(game: HumpGame, view: HumpState, names: Sequence[str], places: dict[Cell, str]) -> list[Choice]:
    """Return the legal actions with their words and zones; places have the letters that are drawn."""
    runs = sorting_of(view, game.options.rules).runs() if view.phase == "attempt" else {}
    found = []
    for one in game.legal_actions(view):
        words, zones = game.words(one, names), _zones(one)
        if one.what == "build":
            words = f"build {_turned(one.name, one.turn)} on {places[one.at]}"
        elif run := runs.get(one.name):
            cell = place_of(view.yards[view.waiting[0]], run.path[-1])[0]
            words = f"{words.partition(' to ')[0]} to {'the sink' if run.path[-1] == SINK else places[cell]}"
            zones = (f"car-{run.cars[-1]}", _site(cell))
        found.append(Choice(one, words, zones))
    return _told_apart(found)


def _add_sorting(panel: Panel, sorting: Sorting, view: HumpState, *, acts: bool) -> dict[Cell, str]:
    """Add the yard in which a train is sorted by hand: the cars where they are, and the cells to which a move leads.

    A cut is named by its last car: those before it roll with it. Return the letters of the cells.
    """
    panel.line(f"Move {len(sorting.typed) + 1} of {sorting.bid}", bold=True)
    yard, runs = view.yards[view.waiting[0]], sorting.runs() if acts else {}
    drawing = YardDrawing(yard, _cars_of(sorting))
    scene = drawing.scene(has_cars=False)
    ends = {place_of(yard, run.path[-1])[0]: run.path[-1] for run in runs.values()}
    places = _lettered(ends)
    words = {cell: "the sink" if space == SINK else f"place {places[cell]}" for cell, space in ends.items()}
    tiles = [_place(drawing, cell, places[cell], words[cell]) for cell in ends]
    brush = Brush(CELL * 0.78)
    for seat, space in enumerate(sorting.positions[-1].places):
        spot, name = drawing.spot(space), view.train[seat]
        tiles.append((0.0, 0.0, Tile(0.0, 0.0, tuple(brush.car(spot, name)), piece=f"car-{seat}")))
        side = 0.5 * CELL
        tiles.append((spot.x - side / 2, spot.y - side / 2, Tile(side, side, (), f"car-{seat}", f"the {name} car")))
    panel.board(scene, tiles, home="yard")
    return places


def _add_yard(panel: Panel, yard: Yard, seat: int, *, own: bool, builds: bool) -> dict[Cell, str]:
    """Add a yard; if it is being built, with the places for the next tile. Return the letters of the places."""
    drawing = YardDrawing(yard, unit=CELL if own else CELL * 0.6)
    scene = drawing.scene(sites=builds)
    places = _lettered(yard.sites) if builds else {}
    tiles = [_place(drawing, site, letter, f"place {letter}") for site, letter in places.items()]
    for tile in yard.tiles:
        x, y = drawing.middle(tile.at)
        side = 0.97 * drawing.unit
        items = tile_scene(tile.kind, side, turn=tile.turn).items
        tiles.append((x - side / 2, y - side / 2, Tile(side, side, items, piece=f"tile-{tile.kind}")))
    panel.board(scene, tiles, home=f"yard-{seat}", source="offer")
    return places


def _lettered(cells: Iterable[Cell]) -> dict[Cell, str]:
    """Return a letter for each cell, row by row from the top, then AA and so on."""
    names = [before + letter for before in ("", "A", "B") for letter in ascii_uppercase]
    return dict(zip(sorted(cells, key=lambda cell: (-cell[1], cell[0])), names, strict=False))


def _place(drawing: YardDrawing, cell: Cell, letter: str, words: str) -> tuple[float, float, Tile]:
    """Return the zone of a cell with its letter in the corner."""
    x, y = drawing.middle(cell)
    side = 0.97 * drawing.unit
    mark = Text(0.12 * side, 0.2 * side, letter, 0.17 * side, "#6b5f47", bold=True)
    return x - side / 2, y - side / 2, Tile(side, side, (mark,), _site(cell), words)


def _cars_of(sorting: Sorting) -> YardCars:
    """Return the cars where they are, and the last move as an arrow."""
    rules, now = sorting.rules, sorting.positions[-1].places
    places, run = dict(zip(now, rules.train, strict=True)), sorting.last_run()
    if run is None:
        return YardCars(places, len(rules.train))
    before = {sorting.positions[-2].places[seat]: rules.train[seat] for seat in run.cars}
    return YardCars(places, len(rules.train), path=run.path, before=before)


def _told_apart(choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices; to equal words the track is added on which a move ends, or else its notation."""
    for more in (_track, lambda one: one.action.name):
        words = [one.words for one in choices]
        choices = [replace(one, words=f"{one.words}, {more(one)}") if words.count(one.words) > 1 else one for one in choices]
    return list(choices)


def _track(choice: Choice) -> str:
    """Return the track on which a move ends, in words."""
    segment = HumpMove.parse(choice.action.name).to.rpartition(".")[2]
    return "track between " + " and ".join(SIDES.get(edge, edge) for edge in segment)


def _add_train(panel: Panel, view: HumpState, names: Sequence[str]) -> None:
    """Add the car cards and the bids on them."""
    order = view.phase == "attempt"
    panel.line("The order in which the cars must leave" if order else "The train, whose order will be drawn", 3.4, faint=True)
    cards = enumerate(view.order if order else view.train, start=1)
    panel.row((_card(colour, number) for number, colour in cards), 1.2, "train")
    for seat, cars, moves in view.bids:
        panel.line(f"{names[seat]} bid{'s' * (names[seat] != 'you')} {_first_cars(cars)} in {moves_text(moves)}", 3.6)


def _card(colour: str, number: int) -> Tile:
    fill = ink(colour)
    items = (
        Rect(CAR / 2, TALL / 2, CAR, TALL, 1.5, fill=fill, stroke=INK, width=0.3),
        Text(CAR / 2, TALL / 2 + 1.2, colour, 3.6, writing_on(fill), bold=True),
    )
    return Tile(CAR, TALL, items, f"cars-{number}", _first_cars(number), f"card-{colour}")


def _offered(kind: str, turn: int) -> Tile:
    items = tile_scene(kind, OFFER, turn=turn).items
    return Tile(OFFER, OFFER, items, _tile(kind, turn), _turned(kind, turn), f"tile-{kind}")


def _turned(kind: str, turn: int) -> str:
    """Return a tile in words: how it is turned is how its number is read."""
    return " ".join(filter(None, [f"tile {kind}", ("", "turned right", "upside down", "turned left")[turn]]))


def _button(label: str, zone: str, words: str, across: float) -> Tile:
    box = Rect(across / 2, DIAL / 2, across, DIAL, 2.0, fill="#fffdf8", stroke=FAINT, width=0.4)
    return Tile(across, DIAL, (box, Text(across / 2, DIAL / 2 + 1.3, label, 3.8, INK)), zone, words)


def _zones(action: HumpAction) -> tuple[str, ...]:
    if action.what == "build":
        return (_tile(action.name, action.turn), _site(action.at))
    if action.what == "bid":
        return (f"cars-{action.cars}", f"moves-{action.moves}")
    return (action.what,)


def _first_cars(number: int) -> str:
    return "the first car" if number == 1 else f"the first {number} cars"


def _tile(kind: str, turn: int) -> str:
    return f"tile-{kind}-{turn}"


def _site(site: tuple[int, int]) -> str:
    return f"site-{site[0]}.{site[1]}"
