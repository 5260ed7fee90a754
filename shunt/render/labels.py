"""Labels of a board: where the marks of its spaces and the tags of its pieces are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from math import dist
from typing import TYPE_CHECKING, NamedTuple

from shunt.render.anchors import Anchor, Box, anchor_on_bridge, anchor_on_track
from shunt.render.geometry import TrackShape, around
from shunt.render.letters import text_width
from shunt.render.marks import Lettering, extent, tag_extent
from shunt.render.scene import XY
from shunt.track.layout import Layout, Mark

if TYPE_CHECKING:
    from shunt.render.placing import Labels

IN_PIT = (1.0, 0.7, 0.4)  # of the radius of a pit: circles of points that labels keep away from
LEAST_INSIDE, ROOM_INSIDE = 0.2, 0.66  # of a mark on its space: the least size of its text, and how wide it may be


class BoardLabels(NamedTuple):
    """The marks beside spaces by space, and the tags of pieces by piece, in lengths of a space; marks `inside` their spaces.

    To those that are `led` (tags after a blank) a line leads from their spaces, as there is no place nearest to them.
    """

    marks: Mapping[str, Box]
    tags: Mapping[str, Box]
    inside: frozenset[str]
    led: frozenset[str]


@dataclass(frozen=True)
class Labelling:
    """What the labels of a board are placed by. Lengths are in lengths of a space.

    `signs`: points that labels keep away from. `covered`: spaces on which no letter can be read. `tagged`: the space beside which
    the name of a piece is written. `unnamed`: spaces without a label.
    """

    layout: Layout
    shape: TrackShape
    lettering: Lettering
    signs: tuple[XY, ...]
    covered: frozenset[str]
    tagged: Mapping[str, str]
    unnamed: frozenset[str]

    @cached_property
    def found(self) -> BoardLabels:
        """The places of all marks and tags.

        Marks have the same places on all cards of a board, unless a tag or the mark of a space with a piece had no good one:
        those are then placed first.
        """
        if self.lettering.is_hidden:
            return BoardLabels({}, {}, frozenset(), frozenset())
        anchors, tags = self.anchors(), self._tag_anchors()
        needed = {anchor.key for anchor in anchors if anchor.is_needed}
        marks = self.placed(anchor._replace(is_needed=False) for anchor in anchors)
        room = copy(marks.room)
        found = {name: room.place(anchor) for name, anchor in tags.items()}
        boxes = {name: box for name, (box, _) in found.items()}
        if needed & marks.crowded or not all(is_clear for _, is_clear in found.values()):
            marks = self.placed([*anchors, *tags.values()])
            boxes = {name: marks.boxes[anchor.key] for name, anchor in tags.items()}
        inside = frozenset(anchor.key for anchor in anchors if anchor.key in marks.crowded - needed)
        beside = {anchor.key: marks.boxes[anchor.key] for anchor in anchors if anchor.key not in inside}
        led = frozenset(key for key in marks.crowded - inside if key in beside or key.strip() in boxes)
        return BoardLabels(beside, boxes, inside, led)

    def anchors(self) -> list[Anchor]:
        """Return what the marks of spaces are placed by."""
        tables = self.layout.plan.turntables
        pit_of = {space: pit for table, pit in zip(tables, self.shape.pits, strict=True) for space in table.bridge}
        anchors = []
        for number, (space, spot) in enumerate(self.shape.spots.items()):
            if space in self.unnamed:
                continue
            mark = self.layout.marks.get(space, Mark())
            half = extent(mark, space, self.lettering)
            if (pit := pit_of.get(space)) is None:
                anchor = anchor_on_track(space, spot, half, number)
            elif space in self.layout.marks or len(tables) > 1 or len(space) <= 3:
                anchor = anchor_on_bridge(space, spot, pit, half, number)
            else:
                continue
            is_long = text_width(mark.letter or space, max(self.lettering.least, LEAST_INSIDE), bold=True) > ROOM_INSIDE
            anchors.append(anchor._replace(is_needed=space in self.covered or is_long))
        return anchors

    def _tag_anchors(self) -> dict[str, Anchor]:
        """Return what the tags of pieces are placed by; keys of labels that are no names of spaces begin with a blank."""
        numbers = {space: number for number, space in enumerate(self.shape.spots)}
        found = {}
        for name, space in self.tagged.items():
            half = tag_extent(name, self.lettering)
            anchor = anchor_on_track(f" {name}", self.shape.spots[space], half, numbers[space])
            found[name] = anchor._replace(is_needed=True)
        return found

    def placed(self, anchors: Iterable[Anchor]) -> Labels:
        """Place labels on the board."""
        from shunt.render.placing import labels_placed

        order = list(self.shape.spots)
        rims: list[tuple[XY, int]] = []
        for table, pit in zip(self.layout.plan.turntables, self.shape.pits, strict=True):
            middles = {order.index(space): (spot.x, spot.y) for space, spot in self.shape.spots.items() if space in table.bridge}
            for point in (point for share in IN_PIT for point in around(pit.x, pit.y, share * pit.radius, 48, turned=0)):
                rims.append((point, min(middles, key=lambda number: dist(point, middles[number]))))
        curves = (*self.shape.curves, *self.shape.bridges)
        return labels_placed(curves, tuple(self.shape.spots.values()), self.signs, tuple(rims), tuple(anchors))
