"""Distances on drawn boards: of spaces, rails, marks and tags that belong to different spaces, in lengths of a space."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import dist

from shunt.cards.card import RouteCard
from shunt.render.anchors import Box
from shunt.render.board import Board, named_beside
from shunt.render.geometry import Pit, Spot, track_shape
from shunt.render.marks import Lettering
from shunt.render.pieces import SLOT
from shunt.render.scene import Circle, Line, Path, Rect, Scene
from shunt.rules.position import Position
from shunt.track.layout import Layout
from shunt.track.plan import End

XY = tuple[float, float]
BETWEEN_SLOTS = 0.06
SLOT_TO_TRACK = 0.02  # from a space to the sleepers of track that does not end at it, or to the rails of a switch's other leg
LABEL_TO_TRACK = 0.02  # from a label to a space, or to the sleepers of any track
BETWEEN_LABELS = 0.04
SLEEPERS = 0.17  # half their length, and a little
RAILS = 0.1  # from the middle of a track to the outside of its rails


def check_within(scene: Scene) -> None:
    """Check that nothing is drawn beyond the sheet; of a text, its anchor."""
    for item in scene.items:
        if isinstance(item, Path):
            points = [point for line in item.lines for point in line]
        elif isinstance(item, Line):
            points = [(item.x1, item.y1), (item.x2, item.y2)]
        elif isinstance(item, Rect):
            spot = Spot.turned(item.x, item.y, item.angle)
            points = [spot.at(x * item.across / 2, y * item.down / 2) for x in (-1, 1) for y in (-1, 1)]
        else:
            reach = item.radius if isinstance(item, Circle) else 0.0
            points = [(item.x + sign * reach, item.y + sign * reach) for sign in (-1, 1)]
        assert all(-0.01 <= x <= scene.width + 0.01 and -0.01 <= y <= scene.height + 0.01 for x, y in points), item


def corners(spot: Spot) -> list[XY]:
    """The corners of a space."""
    a, b = SLOT[0] / 2, SLOT[1] / 2
    return [spot.at(-a, -b), spot.at(a, -b), spot.at(a, b), spot.at(-a, b)]


def sides(polygon: Sequence[XY]) -> list[tuple[XY, XY]]:
    """The sides of a polygon, each from one corner to the next."""
    return list(pairwise([*polygon, polygon[0]]))


def point_to_segment(p: XY, a: XY, b: XY) -> float:
    """The distance of a point from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = 0.0 if length == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return dist(p, (a[0] + t * dx, a[1] + t * dy))


def inside(p: XY, polygon: list[XY]) -> bool:
    """Whether a point is in a convex polygon."""
    turns = [(b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) for a, b in sides(polygon)]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def apart(one: list[XY], other: list[XY]) -> float:
    """The distance of two convex polygons; 0 if one touches the other."""
    return min(from_line(one, other), from_line(other, one))


def from_line(polygon: list[XY], line: list[XY]) -> float:
    """The distance of a polygon from a line; 0 if the line comes into it."""
    if any(inside(p, polygon) for p in line):
        return 0.0
    return min(point_to_segment(p, a, b) for p in line for a, b in sides(polygon))


def box(label: Box) -> list[XY]:
    """The corners of a label."""
    return [(label.x + a * label.across, label.y + b * label.down) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def near(one: list[XY], other: list[XY], reach: float) -> bool:
    """Whether two shapes could be less than `reach` apart."""
    return all(
        min(p[axis] for p in one) - reach < max(p[axis] for p in other)
        and min(p[axis] for p in other) - reach < max(p[axis] for p in one)
        for axis in (0, 1)
    )


def faults(
    layout: Layout,
    position: Position | None = None,
    card: RouteCard | None = None,
    lettering: Lettering | None = None,
) -> Iterator[str]:
    """Everything on a drawn board that is too near something of another space; a label may be if a line leads to its own."""
    shape = track_shape(layout, position.turntables if position else ())
    exclusive = {frozenset(pair) for group in layout.plan.exclusive for pair in combinations(group, 2)}
    slots = {space: corners(spot) for space, spot in shape.spots.items()}
    for a, b in combinations(slots, 2):
        if frozenset((a, b)) in exclusive or not near(slots[a], slots[b], BETWEEN_SLOTS):
            continue
        if (found := apart(slots[a], slots[b])) < BETWEEN_SLOTS:
            yield f"{a} and {b} are {found:.2f} apart"
    lines = [(set(curve.spaces), curve.points(17)) for curve in (*shape.curves, *shape.bridges)]
    for space in shape.spots:
        beside = {end.space for side in (0, 1) for end in layout.plan.fixed.get(End(space, side), ())}
        for ends, line in lines[: len(shape.curves)]:
            if space in ends or ends & layout.plan.partners(space) or not near(slots[space], line, SLEEPERS + SLOT_TO_TRACK):
                continue
            half = RAILS if ends & beside else SLEEPERS  # the other leg of a switch may be nearer
            if (found := from_line(slots[space], line) - half) < SLOT_TO_TRACK:
                yield f"{space} is {found:.2f} from track that it is not on"
    goal = card.goal if card else None
    marks, tags, on_spaces, led = Board(layout, position, card, lettering=lettering).labels
    covered = {*(position.places if position else ()), *(goal.places.values() if goal else ())}
    for space in sorted(on_spaces & covered):
        yield f"the mark on {space} is covered"
    aims = dict(goal.places) if goal else {}
    aims |= {name: named_beside(spaces, goal) for name, spaces in goal.named_places.items()} if goal else {}
    own = {f"mark {space}": space for space in marks} | {f"tag {name}": aims[name] for name in tags}
    boxes = dict(zip(own, (*marks.values(), *tags.values()), strict=True))
    ends = {name: space for name, space in own.items() if {name.removeprefix("mark "), name.removeprefix("tag")} & led}
    near_labels = {(own[name], name): label for name, label in boxes.items() if name not in ends}
    yield from strangers(layout, near_labels, slots, shape.pits)
    labels = {name: box(label) for name, label in boxes.items()}
    for name, label in labels.items():
        for space, slot in slots.items():
            if near(label, slot, LABEL_TO_TRACK) and (found := apart(label, slot)) < LABEL_TO_TRACK:
                yield f"{name} is {found:.2f} from {space}"
        for _, line in lines:
            if near(label, line, SLEEPERS + LABEL_TO_TRACK) and (found := from_line(label, line) - SLEEPERS) < LABEL_TO_TRACK:
                yield f"{name} is {found:.2f} from track"
        if any(from_line(label, [(pit.x, pit.y)]) < pit.radius for pit in shape.pits):
            yield f"{name} is on a turntable"
    yield from lines_on_things(ends, labels, shape.spots)
    for (one, a_box), (other, b_box) in combinations(labels.items(), 2):
        if near(a_box, b_box, BETWEEN_LABELS) and (found := apart(a_box, b_box)) < BETWEEN_LABELS:
            yield f"{one} and {other} are {found:.2f} apart"


def lines_on_things(ends: Mapping[str, str], labels: Mapping[str, list[XY]], spots: Mapping[str, Spot]) -> Iterator[str]:
    """Every line from a label to its space that goes through another label, or over another space."""
    for name, own in ends.items():
        middle = [sum(p[axis] for p in labels[name]) / 4 for axis in (0, 1)]
        spot = spots[own]
        line = [(middle[0] + t / 40 * (spot.x - middle[0]), middle[1] + t / 40 * (spot.y - middle[1])) for t in range(41)]
        for other, label in labels.items():
            if other != name and from_line(label, line) < BETWEEN_LABELS / 2:
                yield f"the line of {name} goes through {other}"
        for space in spots:
            if space != own and from_line(corners(spots[space]), line) == 0.0:
                yield f"the line of {name} goes over {space}"


def strangers(
    layout: Layout, labels: Mapping[tuple[str, str], Box], slots: Mapping[str, list[XY]], pits: Sequence[Pit]
) -> Iterator[str]:
    """Every label that is not nearest to its own space, measured from its middle; to the pit of a space on a turntable."""
    pit_of = {space: pit for table, pit in zip(layout.plan.turntables, pits, strict=True) for space in table.bridge}
    for (own, name), label in labels.items():
        found = {space: from_line(slot, [label[:2]]) for space, slot in slots.items()}
        if pit := pit_of.get(own):
            off_rim = dist(label[:2], (pit.x, pit.y)) - pit.radius
            found |= {space: off_rim + found[space] * (space != own) for space in slots if pit_of.get(space) == pit}
        other = min((space for space in found if space != own), key=lambda space: found[space], default=own)
        if found[other] < found[own]:
            yield f"{name} is nearer to {other} ({found[other]:.2f}) than to {own} ({found[own]:.2f})"
