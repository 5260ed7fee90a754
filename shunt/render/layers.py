"""Empty boards in layers, and where pieces are on them: for films, and for pages, on which pieces move and turntables turn."""

from __future__ import annotations

from collections.abc import Container, Mapping
from copy import copy
from typing import NamedTuple

from shunt.cards.card import Goal
from shunt.render.anchors import anchor_on_track
from shunt.render.board import EMPTY, UNIT, Board, Played, named_beside, outlines, place_name
from shunt.render.geometry import Curve, Sheet, Spot
from shunt.render.labels import Labelling
from shunt.render.rails import deck_items
from shunt.render.scene import XY, Item
from shunt.rules.position import Position
from shunt.track.layout import Layout

TAG_ROOM = (0.3, 0.12)  # half the width and height of a tag whose name is not known


class SettingLayers(NamedTuple):
    """What a turntable shows at one position: the track that ends there, its bridge, which turns, arrows above, and marks."""

    below: tuple[Item, ...]
    bridge: tuple[Item, ...]
    above: tuple[Item, ...]
    marks: tuple[tuple[Item, ...], ...]


class BoardLayers(Sheet):
    """An empty board in layers, for a picture whose turntables turn. Lengths and spots are in millimetres.

    `base` is below everything, then places that a card names (`place_items`), then `ground`; `top` and the `marks` of the spaces,
    each by itself, are above the bridges and below the pieces. `settings[i][p]` is what turntable i shows at its position p, and
    `bridges[i][p]` the spots of the spaces on it. `pits` has the middle and the radius of each turntable, `tags` the place beside
    each space for the name of a piece that is to go there. `unit` is the length of a space, and `corner` that of the sheet, in
    these lengths.
    """

    def __init__(self, layout: Layout, played: Played = EMPTY) -> None:
        plan = layout.plan
        whole = Board(layout, played=played)
        tables = [
            [
                whole if settings == whole.settings else Board(layout, Position((), (), settings), played=played)
                for settings in plan.settings_of(index)
            ]
            for index in range(len(plan.turntables))
        ]
        drawings = [whole, *(board for table in tables for board in table)]
        boxes = [board.box() for board in drawings]
        low, high = (tuple(pick(box[side][axis] for box in boxes) for axis in (0, 1)) for side, pick in ((0, min), (1, max)))
        for drawing in (self, *drawings):
            drawing.corner = (low[0], low[1])
        width, height = (UNIT * (high[axis] - low[axis]) for axis in (0, 1))
        curves_of = [[set(board.shape.curves) for board in table] for table in tables]
        varying = [found[0].union(*found) - found[0].intersection(*found) for found in curves_of]
        fixed = [curve for curve in whole.shape.curves if not any(curve in curves for curves in varying)]
        others = [space for space in plan.spaces if space not in plan.on_bridges]
        self.unit, self.width, self.height = UNIT, round(width, 2), round(height, 2)
        self.base = (whole.background(width, height),)
        self.ground = (*whole.pits(), *whole.track(fixed))
        self.top = (*whole.slots(others), *whole.exclusions(), *whole.leaders())
        self.marks = [*whole.marks(others)]
        self.settings = [
            [_setting_layers(board, index, curves) for board in table]
            for index, (table, curves) in enumerate(zip(tables, varying, strict=True))
        ]
        self.spots = {space: whole.spot(space) for space in others}
        self.bridges = [
            [[board.spot(space) for space in turntable.bridge] for board in table]
            for turntable, table in zip(plan.turntables, tables, strict=True)
        ]
        self.pits = [(*whole.mm((pit.x, pit.y)), pit.radius * UNIT) for pit in whole.shape.pits]
        self.tags = {space: whole.mm(point) for space, point in _tag_places(whole.labelling).items()}


def _tag_places(labelling: Labelling) -> dict[str, XY]:
    """Return a place beside each space for a name, as if it were the only one, and that of each tag."""
    room = labelling.placed(labelling.anchors()).room
    places = {}
    for space, spot in labelling.shape.spots.items():
        box, _ = copy(room).place(anchor_on_track(space, spot, TAG_ROOM))
        places[space] = (box.x, box.y)
    return places | {labelling.tagged[name]: (box.x, box.y) for name, box in labelling.found.tags.items()}


def _setting_layers(board: Board, index: int, curves: Container[Curve]) -> SettingLayers:
    """Draw what a turntable shows at its present position: its bridge, and those of the `curves` that end there."""
    table, bridge = board.layout.plan.turntables[index], board.shape.bridges[index]
    below = board.track([curve for curve in board.shape.curves if curve in curves])
    deck = deck_items(list(map(board.mm, bridge.points())), board.unit) + board.slots(table.bridge)
    return SettingLayers(tuple(below), tuple(deck), tuple(board.arrows((index,))), tuple(board.marks(table.bridge)))


def place_items(goal: Goal, spots: Mapping[str, Spot], tags: Mapping[str, XY]) -> list[Item]:
    """Draw the places that a goal names, below the track, and their names; `spots` and `tags` are those of `BoardLayers`."""
    places = goal.named_places
    items = outlines([[spots[space] for space in spaces] for spaces in places.values()], UNIT)
    named = {name: tags[named_beside(spaces, goal)] for name, spaces in places.items() if name not in spots}
    return items + [place_name(*at, name, UNIT) for name, at in named.items()]
