"""Positions that a person types: `A=A1>A2 red=B1 T=1` gives a space for every piece and a position for each turntable that is not
at 0."""

from __future__ import annotations

from shunt.errors import Fault, NotationError, raise_faults
from shunt.files.numbers import whole_number
from shunt.rules.position import Position, parse_heading, position_from_names
from shunt.rules.switcher import Switcher


def parse_position(rules: Switcher, text: str) -> Position:
    """Return the position that `text` names; raise `NotationError`, which lists every fault."""
    roster = rules.roster
    places: dict[str, str] = {}
    headings: dict[str, int] = {}
    turned: dict[str, int] = {}
    faults: list[Fault] = []
    numbers = {turntable.name: len(turntable.positions) for turntable in rules.plan.turntables}
    for part in text.replace(",", " ").split():
        name, _, place = part.partition("=")
        if name in places or name in turned:
            faults.append(Fault(name, "named twice"))
        elif rules.has_headings and name in roster.locomotives:
            try:
                places[name], headings[name] = parse_heading(rules.plan, place)
            except NotationError as error:
                faults += [Fault(name, fault.what, fault.remedy) for fault in error.faults]
                places[name], headings[name] = "", 0
        elif name in roster.pieces:
            places[name] = place
        elif name in numbers:
            index = whole_number(place)
            turned[name] = index if index is not None and index < numbers[name] else -1
            if turned[name] < 0:
                faults.append(Fault(name, f"{place!r} is not one of its positions", f"they are 0 to {numbers[name] - 1}"))
        else:
            faults.append(
                Fault("", f"{part!r}: unknown piece {name!r}", f"write PIECE=SPACE for each of {', '.join(roster.pieces)}")
            )
    faults += [Fault(name, "its space is missing", f"add {name}=SPACE") for name in roster.pieces if name not in places]
    if not faults:
        position = position_from_names(roster, places, headings, tuple(turned.get(name, 0) for name in numbers))
        faults = rules.faults_of(position, "")
    raise_faults(faults, NotationError)
    return position
