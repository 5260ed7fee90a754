"""Panels of one file that are linked by edge connectors, as one drawing: each to the right of the one before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from shunt.errors import Fault
from shunt.railways.drawing import Element, TrackDrawing
from shunt.track.graphs import components

GAP = 2.0
"""Cars between two panels that are drawn side by side."""


def all_linked(panels: Mapping[str, TrackDrawing]) -> bool:
    """Return whether every panel can be reached from the first one by edge connectors."""
    links = {name: {to for to, _ in panel.links.values()} for name, panel in panels.items()}
    parts = components(links, lambda here: (name for name in links if name in links[here] or here in links[name]))
    return not any(parts.values())


def linked(panels: Mapping[str, TrackDrawing]) -> TrackDrawing:
    """Return the panels as one drawing, joined where edge connectors lead to each other; warn of links that lead nowhere."""
    if len(panels) == 1:
        drawing, prefix = next(iter(panels.values())), ""
    else:
        drawing, prefix = _side_by_side(panels), "{}: "
    for name, panel in panels.items():
        before = prefix.format(name)
        for connector, (other, point) in panel.links.items():
            track = panel.beyond.get(connector)
            there = panels[other].beyond.get(point) if other in panels else None
            if there is None:
                what = f"the track beyond this edge connector, on the panel {other!r}, is left out"
                drawing.warn(before + connector, what, "import that panel by its name")
            elif track is not None and track[1] not in drawing.elements[before + track[0]].joined:
                far = prefix.format(other) + there[0], there[1]
                if far[1] not in drawing.elements[far[0]].joined and far != (before + track[0], track[1]):
                    drawing.join((before + track[0], track[1]), far)
    return drawing


def _side_by_side(panels: Mapping[str, TrackDrawing]) -> TrackDrawing:
    """Return all panels in one drawing, with names that begin with that of their panel."""
    whole = replace(next(iter(panels.values())), title=" + ".join(panels), elements={}, labels=[], warnings=[], loose=[])
    right = 0.0
    for name, panel in panels.items():
        across = [place.real for one in panel.elements.values() for leg in one.legs for place in leg.line]
        across += [one.centre.real for one in panel.elements.values() if one.settings]
        by = right - min(across, default=0.0)
        right += max(across, default=0.0) - min(across, default=0.0) + GAP * (panel.car_length or 0.0)
        whole.elements.update({f"{name}: {key}": _moved(name, one, by) for key, one in panel.elements.items()})
        whole.labels += [(text, place + by) for text, place in panel.labels]
        for found, kept in ((panel.warnings, whole.warnings), (panel.loose, whole.loose)):
            kept += [Fault(f"{name}: {one.where}", one.what, one.remedy) for one in found]
    return whole


def _moved(panel: str, element: Element, by: float) -> Element:
    """Return an element of a panel under its name in the drawing of all, moved to the right."""
    legs = tuple(replace(leg, line=tuple(place + by for place in leg.line)) for leg in element.legs)
    joined = {port: (f"{panel}: {other}", far) for port, (other, far) in element.joined.items()}
    return replace(element, name=f"{panel}: {element.name}", legs=legs, joined=joined, centre=element.centre + by)
