"""How yards and tables of bids draw themselves: their `pictures_in` names this module, which registers their pictures."""

from __future__ import annotations

from shunt.hump.bids import BidTable
from shunt.hump.pictures.bid_chart import bid_chart
from shunt.hump.pictures.terminal import draw_yard
from shunt.hump.pictures.yard import yard_scene
from shunt.hump.yard import Yard
from shunt.render.characters import Picture
from shunt.render.scene import Scene
from shunt.render.values import lines_picture, picture_of, scene_of


@scene_of.register
def _(value: Yard) -> Scene:
    return yard_scene(value)


@scene_of.register
def _(value: BidTable) -> Scene:
    return bid_chart(value)


@picture_of.register
def _(value: Yard) -> Picture:
    return draw_yard(value)


@picture_of.register
def _(value: BidTable) -> Picture:
    chances = [f"{bid:4}  {100 * float(chance):5.1f} %" for bid, chance in value.chances.items()]
    return lines_picture([f"{' '.join(value.train)}: chance that a bid holds", " bid  chance", *chances])
