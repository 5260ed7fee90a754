"""Layouts as the tables of files."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from shunt.errors import LayoutError
from shunt.track.layout import AnyLayout, Layout, SidingsLayout
from shunt.track.space_marks import SPACE_MARKS


def layout_table(layout: AnyLayout) -> dict[str, Any]:
    """Return the layout as the table of a file, without schema and name. Empty entries are left out."""
    if isinstance(layout, SidingsLayout):
        table: dict[str, Any] = {"headshunt": layout.headshunt, "sidings": dict(layout.sidings), "about": dict(layout.about)}
        return {key: value for key, value in table.items() if value or key == "headshunt"}
    if isinstance(layout, Layout):
        return _layout_table_of_tracks(layout)
    raise LayoutError("layout", f"{type(layout).__name__} is not a layout", "give a Layout or a SidingsLayout")


def _layout_table_of_tracks(layout: Layout) -> dict[str, Any]:
    plan = layout.plan
    table: dict[str, Any] = {"tracks": [" ".join(run) for run in plan.tracks]}
    table |= {mark.key: mark.entry(layout.marked(mark.key)) for mark in SPACE_MARKS.values()}
    table["exclusive"] = [[space for space in plan.spaces if space in group] for group in plan.exclusive]
    table["turntables"] = [
        asdict(table) | {"bridge": " ".join(table.bridge), "positions": [list(position) for position in table.positions]}
        for table in plan.turntables
    ]
    table["at"] = {
        space: [_short(x), _short(y), *([_short(layout.angles[space])] if space in layout.angles else [])]
        for space, (x, y) in layout.at.items()
    }
    table["marks"] = {space: {key: text for key, text in asdict(mark).items() if text} for space, mark in layout.marks.items()}
    table["places"] = {name: list(spaces) for name, spaces in layout.places.items()}
    table["about"] = dict(layout.about)
    return {key: value for key, value in table.items() if value}


def _short(number: float) -> int | float:
    return int(number) if number == int(number) else number
