"""Films of route cards: trains that roll along the rails, and bridges that turn with what is on them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from itertools import accumulate, chain, pairwise

from shunt.cards.card import RouteCard
from shunt.films.film import (
    ABOVE,
    BELOW,
    GOALS,
    GROUND,
    PATH,
    SHOWN,
    STEPS,
    TAGS,
    TOP,
    Pose,
    Reel,
    eased,
    turned,
)
from shunt.render.appearance import card_liveries
from shunt.render.board import UNIT, Board, Played
from shunt.render.geometry import Spot, length, point_at, track_shape
from shunt.render.layers import BoardLayers, place_items
from shunt.render.pieces import Brush
from shunt.render.scene import XY, Item, moved
from shunt.render.trails import along_rails
from shunt.rules.guide import run_with_ends
from shunt.rules.motion import Run, ends_given, with_ends
from shunt.rules.moves import TurntableStep
from shunt.rules.position import Position
from shunt.rules.switcher import TrainMade

TURN = 0.4  # of a move: how long a bridge turns
TURNS = 16  # poses of a bridge that turns


class TrainStage:
    """What the board of a route card shows while trains roll, from one of its `positions` to the next."""

    def __init__(self, card: RouteCard, positions: Sequence[Position]) -> None:
        self.card = card
        self.layers = layers = BoardLayers(card.layout, Played.at_positions(card, positions))
        self.liveries = card_liveries(card)
        self.brush = Brush(UNIT, self.liveries)
        self.reel = Reel(layers.width, layers.height)
        for index, (table, pit) in enumerate(zip(card.plan.turntables, layers.pits, strict=True)):
            pose = self._bridge(index, card.start.turntables)
            drawn = self._bridge(index, (0,) * len(card.plan.turntables))
            bridge = [turned(moved(item, -pit[0], -pit[1]), -drawn.angle) for item in layers.settings[index][0].bridge]
            self.reel.add_bridge(table.name, bridge, pose)
        faces = card.roster.faces(card.start)
        for name, space in card.roster.at(card.start).items():
            spot = self._spot(space, card.start.turntables)
            pose = Pose(spot.x, spot.y, spot.angle + 180 * (faces.get(name) == 0))
            self.reel.add_piece(f" {name}", partial(self._drawn, name), pose)

    def _drawn(self, name: str, pose: Pose) -> list[Item]:
        spot = Spot.turned(*pose)
        if name not in self.card.roster.locomotives:
            return self.brush.car(spot, name)
        heading = 1 if self.card.start.headings else None
        return self.brush.locomotive(spot, name, heading)

    def _spot(self, space: str, settings: tuple[int, ...]) -> Spot:
        for index, table in enumerate(self.card.plan.turntables):
            if space in table.bridge:
                return self.layers.bridges[index][settings[index]][table.bridge.index(space)]
        return self.layers.spots[space]

    def _bridge(self, index: int, settings: tuple[int, ...]) -> Pose:
        x, y, _ = self.layers.pits[index]
        return Pose(x, y, self.layers.bridges[index][settings[index]][0].angle)

    # ------------------------------------------------------------------------------------------------------- stills

    def rest(self, position: Position, seconds: float) -> None:
        """Let time pass in which nothing moves."""
        self._show(position, self.reel.now, self.reel.now + seconds)
        self.reel.now += seconds

    def _show(self, position: Position, begin: float, end: float, is_turning: bool = False) -> None:
        """Show the board with its goals, but no pieces; marks beside a bridge that is turning are not seen."""
        reel, layers = self.reel, self.layers
        spots = {space: self._spot(space, self.card.start.turntables) for space in self.card.plan.spaces}
        places = place_items(self.card.goal, spots, layers.tags)
        reel.show(GROUND, (*layers.base, *places, *layers.ground), begin, end)
        for index, setting in enumerate(position.turntables):
            shown = layers.settings[index][setting]
            reel.show(BELOW, shown.below, begin, end)
            if not is_turning:
                reel.show(ABOVE, (*shown.above, *chain(*shown.marks)), begin, end)
        reel.show(TOP, (*layers.top, *chain(*layers.marks)), begin, end)
        stand = self.card.roster.on(position)
        for name, space in self.card.goal.places.items():
            spot, colour = self._spot(space, position.turntables), self.liveries[name].colour
            heading, is_empty = self.card.goal.headings.get(name), space not in stand
            if not is_turning or space not in self.card.plan.on_bridges:
                reel.show(GOALS, self.brush.ghost(spot, name, colour, heading, is_empty), begin, end)
            if stand.get(space, name) != name:
                reel.show(TAGS, self.brush.tag(*layers.tags[space], name, colour), begin, end)

    # ------------------------------------------------------------------------------------------------------- moves

    def play(self, before: Position, made: TrainMade, seconds: float) -> None:
        """Show the path of a move, then roll along it, then turn the bridges that turn with it."""
        begin, rolling = self.reel.now, 0.0
        turns = before.turntables != made.position.turntables
        wait = SHOWN * seconds
        if made.run is not None:
            rolling = (1 - SHOWN) * seconds - (TURN * seconds if turns else 0.0)
        self._show(before, begin, begin + wait + rolling)
        board = Board(self.card.layout, before, self.card, made=made)
        board.corner = self.layers.corner
        self.reel.show(PATH, board.moved(), begin, begin + wait + rolling)
        self.reel.now = begin + wait
        rolled = before
        if made.run is not None:
            self.reel.roll(rolling, self._frames(before, made.run))
            rolled = Position(made.position.places, made.position.headings, before.turntables)
        if turns:
            self._turn(rolled, made.position, TURN * seconds)
        if isinstance(made.move, TurntableStep):
            self.rest(made.position, (1 - SHOWN - TURN) * seconds)

    def _frames(self, before: Position, run: Run) -> list[tuple[float, dict[str, Pose]]]:
        """Return where the pieces of a train are while it rolls, each on the rails."""
        shape = track_shape(self.card.layout, before.turntables)
        rules, start = with_ends(self.card.rules), ends_given(self.card.rules, before)
        trains = rules.trains_of(start, run_with_ends(rules, start, run))
        legs = [
            {
                piece: [self.layers.mm(point) for point in along_rails(shape, (start, end))]
                for piece, start, end in zip(one.pieces, one.spaces, other.spaces, strict=True)
            }
            for one, other in pairwise(trains)
            if len(one.pieces) == len(other.pieces)
        ]
        ends = list(accumulate((max(map(length, leg.values())) for leg in legs), initial=0.0))
        found = []
        count = max(12, round(STEPS * ends[-1] / UNIT))
        for step in range(1, count + 1):
            gone = ends[-1] * eased(step / count)
            index = min(len(legs), bisect_left(ends, gone, 1)) - 1
            share = min(1.0, (gone - ends[index]) / (ends[index + 1] - ends[index]))
            frame = {piece: self._on(line, share, piece) for piece, line in legs[index].items()}
            for number in range(index):  # what has been left is at the end of its last leg
                frame |= {piece: self._on(line, 1.0, piece) for piece, line in legs[number].items() if piece not in frame}
            found.append((step / count, {f" {piece}": pose for piece, pose in frame.items()}))
        return found

    def _on(self, line: Sequence[XY], share: float, piece: str) -> Pose:
        """Return the pose of a piece after a share of a line. It is turned along the line, and never turned round."""
        point, along = point_at(line, share * length(line))
        angle, nearest = Spot(*point, along).angle, self.reel.pose(f" {piece}").angle
        return Pose(*point, angle if abs((angle - nearest + 180) % 360 - 180) <= 90 else angle + 180)

    def _turn(self, before: Position, after: Position, seconds: float) -> None:
        """Turn bridges, with the pieces that are on them."""
        begin = self.reel.now
        turning = []
        for index, table in enumerate(self.card.plan.turntables):
            start, end = self._bridge(index, before.turntables), self._bridge(index, after.turntables)
            if before.turntables[index] != after.turntables[index]:
                riders = [f" {name}" for name, space in self.card.roster.at(before).items() if space in table.bridge]
                turning.append((table.name, riders, start, (end.angle - start.angle + 180) % 360 - 180))
        starts = {name: self.reel.pose(name) for bridge, riders, *_ in turning for name in (bridge, *riders)}
        found = []
        for step in range(1, TURNS + 1):
            frame: dict[str, Pose] = {}
            for bridge, riders, pit, angle in turning:
                part = angle * eased(step / TURNS)
                for name in (bridge, *riders):
                    at = Spot.turned(pit.x, pit.y, part).at(starts[name].x - pit.x, starts[name].y - pit.y)
                    frame[name] = Pose(*at, starts[name].angle + part)
            found.append((step / TURNS, frame))
        self.reel.roll(seconds, found)
        self._show(before, begin, self.reel.now, is_turning=True)
