"""How a yard draws itself: `Yard.pictures_in` names this module, which registers its pictures beside those of the core."""

from __future__ import annotations

from shunt.hump.pictures.terminal import draw_yard
from shunt.hump.pictures.yard import yard_scene
from shunt.hump.yard import Yard
from shunt.render.characters import Picture
from shunt.render.scene import Scene
from shunt.render.values import picture_of, scene_of


@scene_of.register
def _(value: Yard) -> Scene:
    return yard_scene(value)


@picture_of.register
def _(value: Yard) -> Picture:
    return draw_yard(value)
