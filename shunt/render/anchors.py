"""Labels before they are placed: how large each is, and what it is to be near. Lengths are in space lengths."""

from __future__ import annotations

from math import dist
from typing import NamedTuple

from shunt.render.geometry import Pit, Spot
from shunt.render.scene import XY
from shunt.track.directions import towards

REACH = 0.32  # from the middle of a space to the near side of its mark


class Box(NamedTuple):
    """A label: its middle, and half of its width and height."""

    x: float
    y: float
    across: float
    down: float


class Anchor(NamedTuple):
    """What a label is placed by: its key, a point, how far it is from it, half its size, directions preferred.

    `owner` is the number of the space among the spots that is to be the nearest one, or -1 for none. A label that is `needed`
    has no other place, as the mark of a space with a piece on it. A line leads to its space if there is no place near it
    (`is_led`): others may be nearer, but the line passes through no label and over no other space.
    """

    key: str
    at: XY
    reach: float
    half: XY
    prefer: tuple[XY, ...]
    owner: int = -1
    is_needed: bool = False
    is_led: bool = False


def anchor_on_track(key: str, spot: Spot, half: XY, owner: int = -1) -> Anchor:
    """Return the anchor of a label beside the track of a space."""
    x, y = spot.along
    return Anchor(key, (spot.x, spot.y), REACH, half, ((-y, x), (y, -x)), owner)


def anchor_on_bridge(key: str, spot: Spot, pit: Pit, half: XY, owner: int) -> Anchor:
    """Return the anchor of a label outside the turntable that its space is on, at its own end of a bridge of several spaces."""
    middle, at = (pit.x, pit.y), (spot.x, spot.y)
    away = (towards(middle, at),) if dist(middle, at) > 0.1 else ()
    return Anchor(key, middle, pit.radius + 0.06, half, away, owner)
