"""Films of sidings cards, in which cars are pulled out of sidings and dropped into them."""

from __future__ import annotations

from collections.abc import Mapping

from shunt.films.film import GROUND, PATH, SHOWN, STEPS, Pose, Reel, eased
from shunt.render.appearance import LOCOMOTIVE, card_liveries
from shunt.render.geometry import Spot
from shunt.render.pieces import Brush
from shunt.render.scene import Item
from shunt.sidings.cards.card import SidingsCard
from shunt.sidings.render.fan import UNIT, Fan, spot_on
from shunt.sidings.rules.referee import SidingsMade, SidingsPosition

Ways = Mapping[str, float]
"""The distance of each car and the locomotive from the points. The locomotive has no name."""


class CarStage:
    """The sidings of a card while cars roll. Places are measured along a track: the points are at 0, and the headshunt is below
    0."""

    def __init__(self, card: SidingsCard) -> None:
        self.card, self.fan = card, Fan(card.rules)
        self.tracks, ground = self.fan.tracks, self.fan.scene("")
        self.ground, self.reel = ground.items, Reel(ground.width, ground.height)
        liveries = {"" if name == LOCOMOTIVE else name: livery for name, livery in card_liveries(card).items()}
        brush = Brush(UNIT, liveries)
        for name, (row, way) in self._ways(card.start).items():

            def draw(pose: Pose, name: str = name) -> list[Item]:
                spot = Spot.turned(*pose)
                return brush.car(spot, name) if name else brush.locomotive(spot, "", 1)

            self.reel.add_piece(name, draw, self._pose(row, way))

    def rest(self, position: SidingsPosition, seconds: float) -> None:
        """Let time pass without any movement."""
        self.reel.show(GROUND, self.ground, self.reel.now, self.reel.now + seconds)
        self.reel.now += seconds

    def _ways(self, position: SidingsPosition) -> dict[str, tuple[int, float]]:
        """Return the siding of everything, and its distance from the points. The locomotive has no name."""
        found = {"": (0, 0.0)}
        for name, row, number in self.fan.places(position):
            found[name] = row or 0, self.fan.way(row, number) * UNIT
        return found

    def _pose(self, row: int, way: float) -> Pose:
        spot = spot_on(self.tracks[row], way, UNIT)
        return Pose(spot.x, spot.y, spot.angle)

    def play(self, before: SidingsPosition, made: SidingsMade, seconds: float) -> None:
        """Show the track of a move, then let the locomotive go into the siding, and out of it."""
        begin, move = self.reel.now, made.move
        self.reel.now += SHOWN * seconds
        row = self.card.rules.seats[move.siding]
        stages = self._stages(before, made, row)
        for start, end in stages:
            self._roll((1 - SHOWN) * seconds / len(stages), start, end, row)
        self.reel.show(GROUND, self.ground, begin, self.reel.now)
        self.reel.show(PATH, self.fan.arrow(move), begin, self.reel.now)

    def _stages(self, before: SidingsPosition, made: SidingsMade, row: int) -> list[tuple[Ways, Ways]]:
        """Return where everything is at the beginning and at the end of each run, into the siding and out of it.

        Only under `legs` is each run a separate move.
        """
        start, end = ({name: way for name, (_, way) in self._ways(position).items()} for position in (before, made.position))
        if self.card.rules.metric == "legs":
            return [(start, end)]
        train = ("", *before.headshunt)
        reached = end[train[-1]] if made.move.drops else start[before.sidings[row][0]] - UNIT
        gone = reached - start[train[-1]]
        inside = (end if made.move.drops else start) | {name: start[name] + gone for name in train}
        return [(start, inside), (inside, end)]

    def _roll(self, seconds: float, start: Ways, end: Ways, row: int) -> None:
        """Roll everything that has not reached its destination. Cars push each other and never overlap."""
        gone = {name: end[name] - start[name] for name in start}
        rolling = sorted((name for name in start if abs(gone[name]) > 1e-6), key=start.__getitem__)
        if not rolling:
            self.reel.now += seconds
            return
        count = max(12, round(STEPS * max(abs(gone[name]) for name in rolling) / UNIT))
        found = []
        for step in range(1, count + 1):
            share, frame, behind = eased(step / count), {}, -1e9
            for name in rolling:
                way = start[name] + share * gone[name]
                if gone[""] > 0 and abs(gone[name] - gone[""]) >= 1e-6:  # this car waits until it is pushed
                    way = max(start[name], behind + UNIT)
                behind, frame[name] = way, self._pose(row, way)
            found.append((step / count, frame))
        self.reel.roll(seconds, found)
