"""The part of a railway that is wanted: a rectangle, what is near a name, or some blocks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from heapq import heappop, heappush

from shunt.errors import Fault, InputError, suggest
from shunt.railways.drawing import TrackDrawing

REACH = 12.0  # cars of track on all sides of a name


@dataclass(frozen=True)
class PanelPart:
    """Which part to take: `within` is x, y, width and height in the file's units, `around` a block, label, turnout or element."""

    within: tuple[float, float, float, float] | None = None
    around: str = ""
    blocks: tuple[str, ...] = ()


def part_of(drawing: TrackDrawing, wanted: PanelPart, car_length: float) -> TrackDrawing:
    """Return the drawing with the elements that are wanted; raise `InputError` for unknown names, and if nothing is left."""
    kept = dict(drawing.elements)
    if wanted.within is not None:
        left, top, width, height = wanted.within
        kept = {
            name: element
            for name, element in kept.items()
            if left <= element.middle.real <= left + width and top <= element.middle.imag <= top + height
        }
    if wanted.blocks:
        known = sorted({element.block for element in drawing.elements.values() if element.block})
        unknown = [block for block in wanted.blocks if block not in known]
        if unknown:
            raise InputError(Fault("block", f"no track is in a block {block!r}", suggest(block, known)) for block in unknown)
        kept = {name: element for name, element in kept.items() if element.block in wanted.blocks}
    if wanted.around:
        near = _near(drawing, wanted.around, REACH * car_length)
        kept = {name: element for name, element in kept.items() if name in near}
    if not kept:
        raise InputError("within" if wanted.within else "around", "no track is in this part", "choose a larger part")
    if len(kept) == len(drawing.elements):
        return drawing
    elements = {
        name: replace(element, joined={port: other for port, other in element.joined.items() if other[0] in kept})
        for name, element in kept.items()
    }
    warnings = [one for one in drawing.warnings if one.where in kept or " " in one.where]
    return replace(drawing, elements=elements, warnings=warnings, loose=[one for one in drawing.loose if one.where in kept])


def _near(drawing: TrackDrawing, name: str, reach: float) -> set[str]:
    """Return the elements of a name, and all within a distance of them along the track."""
    wanted = name.casefold()
    starts = [
        one.name
        for one in drawing.elements.values()
        if wanted in (one.block.casefold(), one.title.casefold(), one.name.casefold())
    ]
    if not starts:
        places = [place for text, place in drawing.labels if text.casefold() == wanted]
        if not places:
            known = {text for one in drawing.elements.values() for text in (one.block, one.title) if text}
            known |= {text for text, _ in drawing.labels}
            raise InputError("around", f"nothing is called {name!r}", suggest(name, known or drawing.elements))
        starts = [min(drawing.elements.values(), key=lambda one: abs(one.middle - places[0])).name]
    distance: dict[str, float] = {}
    heap: list[tuple[float, str]] = [(0.0, start) for start in starts]
    while heap:
        here, element_name = heappop(heap)
        if element_name in distance:
            continue
        distance[element_name] = here
        element = drawing.elements[element_name]
        for other, _ in element.joined.values():
            further = here + max((leg.length for leg in drawing.elements[other].legs), default=drawing.elements[other].width)
            if other not in distance and further <= reach:
                heappush(heap, (further, other))
    return set(distance)


def wanted_part(within: str | None, around: str | None, blocks: str | None) -> PanelPart:
    """Return what the texts of options want; raise `InputError` for a rectangle that is not four numbers."""
    rectangle = None
    if within:
        try:
            left, top, width, height = (float(text) for text in within.split(","))
        except ValueError:
            left, top, width, height = (0.0, 0.0, 0.0, 0.0)
        if not (width > 0 and height > 0 and abs(left) < 1e7 and abs(top) < 1e7 and width < 1e7 and height < 1e7):
            remedy = "give X,Y,WIDTH,HEIGHT in the file's units, such as 0,0,400,200"
            raise InputError("within", f"{within!r} is not a rectangle", remedy)
        rectangle = left, top, width, height
    names = tuple(name.strip() for name in (blocks or "").split(",") if name.strip())
    return PanelPart(rectangle, (around or "").strip(), names)
