"""The table of Hump Yard in the browser: the own yard with its sites, tiles on offer in every turn, the train and the bids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shunt.games.face import WIDE, Choice, FaceSheet, TableFace, Tile, Zone
from shunt.hump.game.by_hand import Sorting, sorting_of
from shunt.hump.game.game import HumpGame
from shunt.hump.game.state import MOST_MOVES, HumpAction, HumpState
from shunt.hump.game.text import moves_text
from shunt.hump.moves import HumpMove, place_words
from shunt.hump.pictures.yard import CELL, YardCars, YardDrawing, place_of, tile_scene, yard_scene
from shunt.hump.rules import SINK
from shunt.hump.tiles import distinct_turns
from shunt.hump.yard import Yard
from shunt.render.colours import FAINT, INK, ink, writing_on
from shunt.render.scene import Item, Rect, Text

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


def hump_face(game: HumpGame, view: HumpState, player: int, names: Sequence[str], width: float = WIDE) -> TableFace:
    """Return what everybody sees, and the builds or bids of the player: a tile and a site, or a number of cars and of moves."""
    sheet, acts = FaceSheet(width), game.to_act(view) == player
    cards = ", ".join(f"{name} {points}" for name, points in zip(names, view.points, strict=True))
    sheet.line(f"Turn {view.turn} of {game.options.turns}, {sum(view.deck)} car cards left", faint=True)
    sheet.line(f"Car cards: {cards}")
    if view.train:
        _add_train(sheet, view, names)
    if view.phase == "attempt":
        return _sorting_face(game, view, sheet, names, acts=acts)
    choices = [Choice(one, game.words(one, names), _zones(one)) for one in game.legal_actions(view)] if acts else []
    if view.phase == "bid" and acts:
        _add_dial(sheet, choices)
    if view.offer:
        sheet.line("Tiles on offer, turned in every way", 3.4, faint=True)
        sheet.row(_offered(kind, turn) for kind in dict.fromkeys(view.offer) for turn in distinct_turns(kind))
    _add_yards(sheet, view, player, names, builds=view.phase == "build" and acts)
    prompt = {"build": "Choose a tile, then its place in your yard", "bid": "Bid on the first cars of the train"}.get(
        view.phase, ""
    )
    return sheet.face(game.title, game.describe(view), prompt if acts else "", choices)


def _sorting_face(game: HumpGame, view: HumpState, sheet: FaceSheet, names: Sequence[str], *, acts: bool) -> TableFace:
    """Return the yard of the player who sorts the train by hand, the cars where they are, and each move as a car and a cell.

    A cut is named by its last car: those before it roll with it.
    """
    player, sorting = view.waiting[0], sorting_of(view, game.options.rules)
    made = f"Move {len(sorting.typed) + 1} of {sorting.bid}" if len(sorting.typed) < sorting.bid else "No move of the bid is left"
    sheet.line(f"{names[player]}: {made}", bold=True)
    yard, runs = view.yards[player], sorting.runs()
    drawing = YardDrawing(yard, _cars_of(sorting))
    placed = sheet.scene(drawing.scene())
    ends = {place_of(yard, run.path[-1])[0]: run.path[-1] for run in runs.values()}
    for cell, space in ends.items():
        words = "the sink" if space == SINK else place_words(space)
        sheet.zones.append(_square(_site(cell), drawing.middle(cell), 0.97, words, placed))
    for seat, space in enumerate(sorting.positions[-1].places):
        spot = drawing.spot(space)
        sheet.zones.append(_square(f"car-{seat}", (spot.x, spot.y), 0.5, f"the {view.train[seat]} car", placed))
    if not acts:
        return sheet.face(game.title, game.describe(view))
    zones = {move: (f"car-{run.cars[-1]}", _site(place_of(yard, run.path[-1])[0])) for move, run in runs.items()}
    choices = [Choice(one, game.words(one, names), zones.get(one.name, (one.what,))) for one in game.legal_actions(view)]
    _add_others(sheet, choices)
    prompt = "Drag the last car of a cut to where its first car shall go"
    return sheet.face(game.title, game.describe(view), prompt, _told_apart(choices))


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


def _add_train(sheet: FaceSheet, view: HumpState, names: Sequence[str]) -> None:
    order = view.phase == "attempt"
    sheet.line("The order in which the cars must leave" if order else "The train, whose order will be drawn", 3.4, faint=True)
    cards = enumerate(view.order if order else view.train, start=1)
    sheet.row((Tile(CAR, TALL, _card(colour), f"cars-{number}", _first_cars(number)) for number, colour in cards), gap=1.2)
    for seat, cars, moves in view.bids:
        sheet.line(f"{names[seat]} bid{'s' * (names[seat] != 'you')} {_first_cars(cars)} in {moves_text(moves)}", 3.6)


def _add_dial(sheet: FaceSheet, choices: Sequence[Choice]) -> None:
    """Add the numbers of moves that may be bid, and what is possible besides a bid."""
    sheet.row((_button(str(moves), f"moves-{moves}", moves_text(moves), DIAL) for moves in range(1, MOST_MOVES + 1)), gap=1.0)
    _add_others(sheet, choices)


def _add_others(sheet: FaceSheet, choices: Sequence[Choice]) -> None:
    """Add a button for every choice that has no place in the drawing."""
    others = [one for one in choices if one.zones == (one.action.what,)]
    sheet.row(_button(one.words, one.action.what, one.words, 8.0 + 1.9 * len(one.words)) for one in others)


def _add_yards(sheet: FaceSheet, view: HumpState, player: int, names: Sequence[str], *, builds: bool) -> None:
    """Add every yard, the own one first; with the sites where it is being built."""
    if builds:
        sheet.line(names[player], bold=True)
        drawing = YardDrawing(view.yards[player])
        placed = sheet.scene(drawing.scene(sites=True))
        for site in view.yards[player].sites:
            words = f"column {site[0]}, row {site[1]}"
            sheet.zones.append(_square(_site(site), drawing.middle(site), 0.97, words, placed))
    for step in range(len(view.yards)):
        seat = (max(player, 0) + step) % len(view.yards)
        if not builds or seat != player:
            sheet.line(names[seat], bold=seat == player)
            sheet.scene(yard_scene(view.yards[seat], cell=CELL if seat == player else CELL * 0.6))


def _square(name: str, middle: tuple[float, float], side: float, words: str, placed: tuple[float, float, float]) -> Zone:
    """Return a square zone in a drawing of a yard, its `side` in tiles; `placed`: where the drawing is, and its scale."""
    x, y, scale = placed
    side *= CELL * scale
    return Zone(name, x + middle[0] * scale - side / 2, y + middle[1] * scale - side / 2, side, side, words)


def _card(colour: str) -> tuple[Item, ...]:
    fill = ink(colour)
    return (
        Rect(CAR / 2, TALL / 2, CAR, TALL, 1.5, fill=fill, stroke=INK, width=0.3),
        Text(CAR / 2, TALL / 2 + 1.2, colour, 3.6, writing_on(fill), bold=True),
    )


def _offered(kind: str, turn: int) -> Tile:
    words = f"tile {kind}" + (f", turned {90 * turn} degrees" if turn else "")
    return Tile(OFFER, OFFER, tile_scene(kind, OFFER, turn=turn).items, _tile(kind, turn), words)


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
