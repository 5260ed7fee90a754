"""Panels of JMRI and plans of XTrackCAD as layouts, from Python."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import refused
from shunt.files.reading import StrPath
from shunt.track.layout import Layout


def import_layout(
    path: StrPath,
    *,
    panel: str = "",
    name: str = "",
    points: Literal["pass", "stop", "span"] = "pass",
    car_length: float | None = None,
    scale: str = "",
    capacities: Mapping[str, int] | None = None,
) -> Layout:
    """Return the layout in a JMRI panel or an XTrackCAD plan; raise `InputError` if the file is neither.

    `panel` names one of several panels. `points` is "stop" if trains may stop on turnouts, "pass" if not, and "span" if
    turnouts take no space. `car_length` is in the file's units. `scale`, such as "H0", also determines the length of a car.
    `capacities` maps tracks to the number of cars that they hold. `shunt import` offers more options and a report of what was
    left out.
    """
    from shunt.railways.layout import Choices, import_drawing
    from shunt.railways.reading import read_drawing
    from shunt.railways.scale import given_ratio

    ratio = given_ratio(scale) if scale else None
    choices = Choices(name, car_length, dict(capacities or {}), points=points, scale=ratio)
    return import_drawing(read_drawing(os.fspath(path), panel), choices).layout


def export_jmri(card: Card, *, throttles: Mapping[str, int] | None = None, dry_run: bool = False) -> str:
    """Return a script for JMRI that makes the moves of a card's Yard Guide on the railway of its panel.

    `throttles` maps the locomotives that the script drives to their DCC addresses. With `dry_run` it only logs what it would do.
    Raise `CardError` if the card has no Yard Guide, or if its layout was not imported from a panel or plan and so lists no
    routes.
    """
    from shunt.railways.script import Session, jmri_script

    if not isinstance(card, RouteCard):
        raise refused(card, "exported to JMRI")
    return jmri_script(card, Session(dict(throttles or {}), is_dry_run=dry_run))
