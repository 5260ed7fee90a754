"""Films of sidings cards, in which cars are pulled out of sidings and dropped into them."""

from __future__ import annotations

from collections.abc import Mapping

from shunt.films.film import GROUND, PATH, PIECES, SHOWN, STEPS, Pose, Reel, eased
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
                return brush.car(spot, name) if name else brush.locomotive(spot, "", 0, 1)

            self.reel.add_piece(name, PIECES, draw, self._pose(row, way))

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
        start = {name: way for name, (_, way) in self._ways(before).items()}
        end = {name: way for name, (_, way) in self._ways(made.position).items()}
        if self.card.rules.metric == "legs":
            return [(start, end)]
        if made.move.drops:
            cut = before.headshunt[len(before.headshunt) - made.move.count :]
            gone = end[cut[-1]] - start[cut[-1]]
            inside = {**start, **end} | {name: start[name] + gone for name in ("", *before.headshunt)}
        else:
            first = before.sidings[row][0]
            gone = start[first] - UNIT - start[before.headshunt[-1] if before.headshunt else ""]
            inside = start | {name: start[name] + gone for name in ("", *before.headshunt)}
        return [(start, inside), (inside, end)]

    def _roll(self, seconds: float, start: Ways, end: Ways, row: int) -> None:
        """Roll everything that has not reached its destination. Cars push each other and never overlap."""
        rolling = [name for name in start if abs(end[name] - start[name]) > 1e-6]
        if not rolling:
            self.reel.now += seconds
            return
        pushes = end[""] > start[""]
        order = sorted(rolling, key=lambda name: start[name])
        count = max(12, round(STEPS * max(abs(end[name] - start[name]) for name in rolling) / UNIT))
        found = []
        for step in range(1, count + 1):
            share, frame = eased(step / count), {}
            behind = -1e9
            gone = share * (end[""] - start[""])
            for name in order:
                way = start[name] + share * (end[name] - start[name])
                if pushes:
                    is_driven = abs(end[name] - start[name] - (end[""] - start[""])) < 1e-6
                    way = start[name] + gone if is_driven else max(start[name], behind + UNIT)
                    behind = way
                frame[name] = self._pose(row, way)
            found.append((step / count, frame))
        self.reel.roll(seconds, found)
