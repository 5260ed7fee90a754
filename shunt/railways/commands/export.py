"""The script for JMRI of `shunt export`, and the list of turnouts for people without it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from shunt.cards.card import Card, RouteCard
from shunt.cards.kinds import refused
from shunt.cli import output
from shunt.cli.handed import Exported, ExportOptions
from shunt.errors import InputError, suggest

if TYPE_CHECKING:
    from shunt.railways.roster import CarRoster


def jmri_files(card: Card, chosen: ExportOptions) -> Exported:
    """Return the script for JMRI, and the turnouts of each move."""
    from shunt.railways.script import Session, jmri_script
    from shunt.railways.switching import turnout_list

    if not isinstance(card, RouteCard):
        raise refused(card, "exported to JMRI")
    roster = _roster(card, chosen)
    called = roster.cars
    script = jmri_script(card, Session(_addresses(card, chosen.throttle), called, chosen.dry_run))
    turnouts = turnout_list(card, called)
    fields = {"schema": "shunt-jmri/1", "card": card.name, "script": script, "turnouts": turnouts}
    return Exported({f"{card.name}.py": script, f"{card.name}-turnouts.txt": turnouts}, script, fields, roster.notes)


def turnout_files(card: Card, chosen: ExportOptions) -> Exported:
    """Return the turnouts of each move."""
    from shunt.railways.switching import turnout_list

    if not isinstance(card, RouteCard):
        raise refused(card, "written as turnouts")
    roster = _roster(card, chosen)
    turnouts = turnout_list(card, roster.cars)
    fields = {"schema": "shunt-turnouts/1", "card": card.name, "turnouts": turnouts}
    return Exported({f"{card.name}-turnouts.txt": turnouts}, turnouts, fields, roster.notes)


def _roster(card: RouteCard, chosen: ExportOptions) -> CarRoster:
    from shunt.railways.roster import CarRoster, cars_in
    from shunt.railways.scale import car_feet

    if not chosen.roster:
        for option, value in {"--car-feet": chosen.car_feet, "--cut-cars": chosen.cut_cars}.items():
            if value:
                raise InputError(option, "only the cars of a roster have a length", "give --roster too")
        return CarRoster({})
    with output.parameters_as():
        return cars_in(chosen.roster, card.roster.cars, car_feet(chosen.car_feet), chosen.cut_cars)


def _addresses(card: RouteCard, texts: Sequence[str]) -> dict[str, int]:
    """Return the DCC addresses of locomotives from texts such as `A=3`."""
    found: dict[str, int] = {}
    for text in texts:
        name, _, number = text.rpartition("=")
        if name not in card.roster.locomotives:
            what = f"the card has no locomotive {name!r}"
            raise InputError("--throttle", what, suggest(name, card.roster.locomotives))
        if not re.fullmatch(r"\d{1,5}", number) or not 1 <= int(number) <= 10239:
            raise InputError("--throttle", f"{number!r} is not a DCC address", "give one from 1 to 10239, such as A=3")
        found[name] = int(number)
    return found
